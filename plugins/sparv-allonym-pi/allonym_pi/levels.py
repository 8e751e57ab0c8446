"""The labels of the three levels, and how a finer one reads on a coarser level.

The sets are those of the SweLL project (https://spraakbanken.github.io/swell-project/), as the
published detector of Språkbanken uses them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

OUTSIDE = "O"
"""The label of a token that says nothing of anybody."""

LEVELS = ("basic", "general", "detailed")

GENERAL: Mapping[str, tuple[str, ...]] = {
    "personal_name": (
        "firstname_male", "firstname_female", "firstname_unknown", "initials", "middlename",
        "surname",
    ),
    "institution": ("school", "work", "other_institution"),
    "geographic": (
        "area", "city", "geo", "country", "place", "region", "street_nr", "zip_code",
    ),
    "transportation": ("transport_name", "transport_nr"),
    "age": ("age_digits", "age_string"),
    "date": ("date_digits", "day", "month_digit", "month_word", "year"),
    "other": (
        "phone_nr", "email", "url", "personid_nr", "account_nr", "license_nr", "other_nr_seq",
        "extra", "prof", "edu", "fam", "sensitive",
    ),
}  # fmt: skip
"""The detailed labels of each general one."""

DETAILED = tuple(label for group in GENERAL.values() for label in group)

_GENERAL_OF = {label: name for name, group in GENERAL.items() for label in group}


@dataclass(frozen=True, slots=True)
class Label:
    """What a token is part of: a detailed label, and which mention, counted from 0."""

    detailed: str
    mention: int


def render(labels: Sequence[Label | None], level: str) -> list[str]:
    """Write one label a token as a level asks for it.

    Args:
        labels: One for each token; None outside of all mentions.
        level: ``basic``, ``general`` or ``detailed``, with ``_iob`` or without.

    Returns:
        As many strings as there are tokens; none is empty.

    Raises:
        ValueError: If there is no such level.

    >>> anna, lind = Label("firstname_female", 0), Label("surname", 0)
    >>> render([anna, lind, None], "general_iob")
    ['B-personal_name', 'I-personal_name', 'O']
    >>> render([anna, lind, None], "detailed")
    ['firstname_female', 'surname', 'O']
    """
    name = level.removesuffix("_iob")
    if name not in LEVELS:
        raise ValueError(f"unknown level {level!r}; known: {', '.join(LEVELS)}, each with _iob")
    return list(_written(labels, name, iob=level.endswith("_iob")))


def _written(labels: Sequence[Label | None], level: str, *, iob: bool) -> Iterator[str]:
    before: tuple[str, int] | None = None
    for label in labels:
        if label is None:
            before = None
            yield OUTSIDE
            continue
        here = coarse(label.detailed, level), label.mention
        prefix = ("I-" if here == before else "B-") if iob else ""
        before = here
        yield prefix + here[0]


def coarse(detailed: str, level: str) -> str:
    """Return how a detailed label reads on a level.

    >>> coarse("zip_code", "general"), coarse("zip_code", "basic")
    ('geographic', 'sensitive')
    """
    if detailed == OUTSIDE or level == "detailed":
        return detailed
    return "sensitive" if level == "basic" else _GENERAL_OF[detailed]

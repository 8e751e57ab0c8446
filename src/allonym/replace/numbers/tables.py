"""The data that made-up identifiers are drawn from: ``common/surrogates.toml`` and the patterns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from allonym.errors import PackError
from allonym.identifiers.schemes import SCHEMES, Scheme
from allonym.languages.pack import common_path, common_toml, data_files, read_toml
from allonym.model.types import is_a
from allonym.replace.numbers.births import read_birth
from allonym.replace.numbers.shape import compact

_CHECKED_ABROAD = ("iban", "bic")
"""Types that have one scheme everywhere, of their own name."""


@dataclass(frozen=True, slots=True)
class Tables:
    """What the keys of ``surrogates.toml`` say; see the comments there."""

    keep: Mapping[str, int]  # how many characters in front stay, by scheme
    tail: Mapping[str, int]  # how many at the end stay
    letters: Mapping[str, str]  # which letters a number of a scheme may have
    # how many characters behind the check digits of an IBAN name the bank, by country
    banks: Mapping[str, int]
    # schemes whose numbers must repeat digits, so that each digit becomes one other
    exchanged: frozenset[str]
    series: Mapping[str, tuple[str, ...]]  # templates of numbers never issued, by scheme
    # phone numbers kept for fiction, by country: beginning and template
    fiction: Mapping[str, tuple[tuple[str, str], ...]]
    calling: Mapping[str, str]  # calling codes by country
    countries: Mapping[str, tuple[str, ...]]  # countries of a language
    untrunked: Mapping[str, str]  # what a country's numbers look like that begin with no trunk 0
    # what telephones look like that only one country writes so, by country
    foreign: Mapping[str, str]
    # how digits behind a dialling code are grouped, by country and the code's length
    groups: Mapping[str, Mapping[str, str]]
    plates: Mapping[str, tuple[str, ...]]  # registration codes by country
    issued: Mapping[str, str]  # what plates look like that are given out, by country
    roles: frozenset[str]  # mailboxes that name nobody
    paths: tuple[str, ...]  # words in web addresses that name nobody
    labels: frozenset[str]  # words that name a kind of property and stay
    # name of the scheme that checks a pattern's values, by the pattern's name; empty where none
    # does
    schemes: Mapping[str, str] = field(repr=False)
    # regular expression of a pattern's values, by the pattern's name
    forms: Mapping[str, str] = field(repr=False)

    def scheme(
        self, rules: tuple[str, ...], type_name: str = "", value: str = "", language: str = ""
    ) -> tuple[str, Scheme | None]:
        """Return name and scheme of the first of `rules` that has one.

        A number that no pattern found, such as one that a person marked, has the scheme of the
        language's countries that takes it, or the one in whose place a birth stands.

        Args:
            rules: Names of the patterns that found the number.
            type_name: Its entity type.
            value: As it is written.
            language: Of the document.
        """
        for rule in rules:
            name = self.schemes.get(rule, rule)  # a pattern without check has no scheme
            if name in SCHEMES and not _is_abroad(SCHEMES[name], value):
                return name, SCHEMES[name]
        if value and not any(rule in self.schemes for rule in rules):
            name = next(self._taking(type_name, value, language), "")
            return name, SCHEMES.get(name)
        return "", None

    def _taking(self, type_name: str, value: str, language: str) -> Iterator[str]:
        """Yield the schemes that a number may be of, those that it is right by first."""
        if any(is_a(type_name, kind) for kind in _CHECKED_ABROAD):
            yield type_name
            return
        if not is_a(type_name, "id"):
            return
        homes = tuple(f"{c.lower()}." for c in self.countries.get(language, ()))
        own = [name for name in SCHEMES if name.startswith(homes) and SCHEMES[name].at]
        yield from (name for name in own if SCHEMES[name].validate(value))
        plain = compact(value)
        if is_a(type_name, "id.national"):
            yield from (name for name in own if read_birth(plain, name))


def _is_abroad(scheme: Scheme, value: str) -> bool:
    """Tell whether a number begins with another country's letters: *GB 123 4567 89*."""
    letters = re.match("[A-Z]{2}(?=[ 0-9])", value)
    return bool(letters and scheme.prefix and letters[0] not in scheme.prefix.split("|"))


@cache
def load_tables() -> Tables:
    """Read the tables, once.

    Raises:
        PackError: If the file is not TOML or lacks a key.
    """
    data = common_toml("surrogates.toml")
    files = (common_path("patterns.toml"), *data_files("patterns.toml").values())
    rows = [row for path in files for row in read_toml(path)["pattern"]]
    try:
        whole = (
            "keep", "tail", "letters", "banks", "calling", "untrunked", "foreign", "groups",
            "issued",
        )  # fmt: skip
        return Tables(
            **{key: data[key] for key in whole},
            exchanged=frozenset(data["exchanged"]["schemes"]),
            series={k: tuple(v) for k, v in data["series"].items()},
            fiction={
                k: tuple((row["prefix"], row["number"]) for row in v)
                for k, v in data["fiction"].items()
            },
            countries={k: tuple(v) for k, v in data["countries"].items()},
            plates={k: tuple(v) for k, v in data["plates"].items()},
            roles=frozenset(data["mailboxes"]["roles"]),
            paths=tuple(data["paths"]["words"]),
            labels=frozenset(data["property"]["labels"]),
            schemes={row["name"]: row.get("check", "") for row in rows},
            forms={row["name"]: row["regex"] for row in rows},
        )
    except KeyError as error:
        raise PackError(f"common/surrogates.toml: key {error.args[0]!r} is missing") from error


@cache
def compiled(form: str) -> re.Pattern[str] | None:
    """Return an expression compiled; None where it is written for another engine or in macros."""
    try:
        return re.compile(form)
    except re.error:
        return None

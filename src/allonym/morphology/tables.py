"""Tables of forms: building them, joining those of several words, picking a form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from allonym.model.features import FeatureBundle
from allonym.morphology.dictionary import Entry
from allonym.ports import Inflected

Key = tuple[str, str, str]
Table = Mapping[Key, Inflected]
"""Forms by case, number and gender; the order is that of preference."""


def every_table(entries: Iterable[Entry], lemma: str, certainty: float) -> Table:
    """Return the table of a lemma's entries; forms in everyday use go before marked ones."""
    capital = lemma[:1].isupper()
    table: dict[Key, Inflected] = {}
    for entry in sorted(entries, key=lambda e: e.marked):
        form = entry.form[:1].upper() + entry.form[1:] if capital else entry.form
        inflected = Inflected(form, certainty)
        for cell in entry.tag.cells:
            table.setdefault(cell, inflected)
    return table


def join_tables(parts: Sequence[str | Table]) -> Table:
    """Return the table of several words in one: what all of them have, side by side.

    Where no gender is common to all (``Bielsko-Biała``), that of the last word counts.
    """
    tables = [part for part in parts if not isinstance(part, str)]
    if not tables:
        return {}
    keys = [key for key in tables[-1] if all(key in table for table in tables)]
    if keys:
        return {key: _beside([p if isinstance(p, str) else p[key] for p in parts]) for key in keys}
    short = [p if isinstance(p, str) else _without_gender(p) for p in parts]
    shared = [key for key in tables[-1] if all(isinstance(t, str) or key[:2] in t for t in short)]
    return {
        key: _beside([t if isinstance(t, str) else t[key[:2]] for t in short]) for key in shared
    }


def _without_gender(table: Table) -> dict[tuple[str, ...], Inflected]:
    short: dict[tuple[str, ...], Inflected] = {}
    for key, inflected in table.items():
        short.setdefault(key[:2], inflected)
    return short


def _beside(cells: Sequence[str | Inflected]) -> Inflected:
    forms = [cell if isinstance(cell, str) else cell.form for cell in cells]
    certainty = min(cell.certainty for cell in cells if isinstance(cell, Inflected))
    return Inflected("".join(forms), certainty)


def choose(table: Table, features: FeatureBundle) -> Inflected | None:
    """Return the form asked for; without a number, the singular if there is one."""
    case, gender = features.get("Case", "Nom"), features.get("Gender")
    numbers = [features["Number"]] if "Number" in features else ["Sing", "Plur"]
    for number in numbers:
        for (c, n, g), inflected in table.items():
            if c == case and n == number and gender in (None, g):
                return inflected
    return None

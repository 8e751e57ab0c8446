"""Years in words: ``nineteen eighty-four``, ``kétezer-huszadik``; from a language's ``[years]``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

FIRST, LAST = 1850, 2099
_CENTURIES = (18, 19, 20)
_END = ""
_LETTER = r"[^\W\d_]"


def spell_years(tables: Mapping[str, Mapping[str, Any]]) -> list[list[str]]:
    """Return for each style the words of every year from `FIRST` to `LAST`."""
    return [_years(table, tables.get(table.get("like", ""), {})) for table in tables.values()]


def _years(table: Mapping[str, Any], like: Mapping[str, Any]) -> list[str]:
    numbers = spell_numbers({**like, **table})
    found = []
    for year in range(FIRST, LAST + 1):
        century = _CENTURIES.index(year // 100)
        if year % 100:
            number = numbers[year % 100 - 1]
            found.append(f"{table['hundreds'][century]}{table['join']}{number}")
        else:
            found.append(table["round"][century])
    return found


def spell_numbers(table: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the words for 1 to 99; ``ones_in`` and ``tens_in`` are the forms inside others."""
    ones, tens = table.get("ones_in", table["ones"]), table.get("tens_in", table["tens"])
    words = [*table["ones"], *table["teens"]]
    for whole, ten in zip(table["tens"], tens, strict=True):
        words += [whole, *(table["compound"].format(tens=ten, ones=one) for one in ones)]
    return tuple(words)


def year_pattern(years: Mapping[str, int], gap: str, links: Iterable[str] | None = None) -> str:
    """Return an expression for a year in words, longest first.

    Args:
        years: Years by their words.
        gap: What a space may be.
        links: Words for *year*, the only ones that may follow ``two thousand``, which also counts
            other things; None where a month follows every year.
    """
    if links is None:
        return _prefixes(years, gap) + "(?![^\\W_])"
    whole = [text for text, year in years.items() if not year % 100]
    parts = [text for text, year in years.items() if year % 100]
    free = "|".join(re.escape(word).replace(r"\ ", gap) for word in links)
    edge = "(?![^\\W_])"
    follows = f"(?!{gap}(?!(?:{free}){edge}){_LETTER})" if free else f"(?!{gap}{_LETTER})"
    return f"(?:{_prefixes(parts, gap)}{edge}|{_prefixes(whole, gap)}{edge}{follows})"


def _prefixes(phrases: Iterable[str], gap: str) -> str:
    """Return one expression for many phrases that writes what they begin with once."""
    root: dict[str, Any] = {}
    for phrase in phrases:
        node = root
        for character in phrase:
            node = node.setdefault(character, {})
        node[_END] = {}
    return _alternatives(root, gap)


def _alternatives(node: dict[str, Any], gap: str) -> str:
    options = []
    for character, below in node.items():
        text = ""
        while character and len(below) == 1 and _END not in below:
            text += _sign(character, gap)
            character, below = next(iter(below.items()))  # noqa: PLW2901
        if character:
            options.append(text + _sign(character, gap) + _alternatives(below, gap))
    if not options:
        return ""
    inside = options[0] if len(options) == 1 and _END not in node else f"(?:{'|'.join(options)})"
    return f"{inside}?" if _END in node else inside


def _sign(character: str, gap: str) -> str:
    return gap if character == " " else re.escape(character)

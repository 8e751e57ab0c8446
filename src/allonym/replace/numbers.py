"""Numbers of things and files: plates, postcodes, parcels, cases."""

from __future__ import annotations

import re

from allonym.replace.item import Item
from allonym.replace.shape import DIGITS, Keyed, number_like, scramble, word_like

_DIGITS = re.compile("[0-9]+")
_WORD = re.compile(r"[^\W\d_][^\W\d_]*[a-zà-žа-яőű][^\W\d_]{2,}")
_YEAR = re.compile("(?:19|20)[0-9]{2}")
_INWARD = "ABDEFGHJLNPQRSTUWXYZ"


def plate(item: Item) -> str:
    """Return a plate of the same form, with a registration code of the same country."""
    letters = re.match(r"[^\W\d_]+", item.value)
    codes = item.tables.plates.get(item.country, ())
    head = letters[0] if letters else ""
    own = next((head[:n] for n in (2, 1) if head[:n].upper() in codes), "")
    same = [c for c in codes if len(c) == len(own) and c != own.upper()]
    code = same[item.chance.below(len(same), "code")] if own and same else own
    if own and own.islower():
        code = code.lower()
    rest = scramble(item.value[len(own) :], item.chance)
    return code + rest


def postcode(item: Item) -> str:
    """Return a code of the same form in the same part of the country: the first sign stays."""
    country = re.match(r"[A-Z]{1,2}(?=-)", item.value)
    area = re.match("[A-Z]{1,2}", item.value)
    keep = len(country[0]) + 2 if country else len(area[0]) if area else 1
    return scramble(item.value, item.chance, keep=min(keep, len(item.value) - 1), alphabet=_INWARD)


def case_number(item: Item) -> str:
    """Return another number in the same register and year: only the running number changes."""
    runs = [*_DIGITS.finditer(item.value)]
    if not runs:
        return scramble(item.value, item.chance)
    years = {m.start() for m in runs if _YEAR.fullmatch(m[0]) or _short_year(item.value, m, runs)}
    if len(years) == len(runs):
        years = {m.start() for m in runs if _YEAR.fullmatch(m[0])}
        years = years if len(years) < len(runs) else set()

    def other(match: re.Match[str]) -> str:
        if match.start() in years:
            return match[0]
        order = sum(run.start() < match.start() for run in runs)
        return number_like(match[0], item.chance.of(str(order)))

    return _DIGITS.sub(other, item.value)


def _short_year(value: str, match: re.Match[str], runs: list[re.Match[str]]) -> bool:
    before = value[match.start() - 1 : match.start()]
    return len(match[0]) == 2 and match.end() == runs[-1].end() and before in ("/", "-")


def property_number(item: Item) -> str:
    """Return another entry or parcel: numbers drawn anew, codes kept, names made up."""
    runs = [*_DIGITS.finditer(item.value)]

    def number(match: re.Match[str]) -> str:
        at = sum(run[0] == match[0] and run.start() < match.start() for run in runs)
        return number_like(match[0], item.chance.of(match[0], str(at)))

    def word(match: re.Match[str]) -> str:
        if match[0].islower() or match[0] in item.tables.labels:
            return match[0]
        return word_like(match[0], item.chance.of(match[0].lower()))

    return _DIGITS.sub(number, _WORD.sub(word, item.value))


def series(template: str, value: str, chance: Keyed) -> str:
    """Fill a template of a series that is never issued: x a digit, ? the original's own."""
    return "".join(
        chance.among(DIGITS, str(i)) if c == "x" else value[i] if c == "?" else c
        for i, c in enumerate(template)
    )

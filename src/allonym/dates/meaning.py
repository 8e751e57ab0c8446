"""What a match of one of the ways of writing a date says; `allonym.dates.grammar` has the ways."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from allonym.dates.reading import ROMAN, Partial, Piece, PieceKind, Reading, full_year
from allonym.dates.words import DateWords

_CYRILLIC = str.maketrans("ІХіх", "IXix")
"""Letters that look like Roman numerals and stand for them on a Cyrillic keyboard."""

_KINDS: dict[str, PieceKind] = {
    "d": "day", "e": "day", "ds": "suffix", "es": "suffix", "dw": "day_word", "ew": "day_word",
    "m": "month", "n": "month", "r": "roman", "w": "month_word", "y": "year", "ys": "year_suffix",
    "yw": "year_word", "dv": "day_word",
}  # fmt: skip


def read_match(match: re.Match[str], words: DateWords, *, slash: str) -> Reading | None:
    """Return what a match of one of the forms says, or None when no such day can be.

    Args:
        match: Of any `Form`.
        words: The language whose names of months it was matched with.
        slash: ``dmy`` or ``mdy``: how ``03/05`` is read where both are possible.
    """
    if not can_be(match, words, slash=slash):
        return None
    return Reading(tuple(_pieces(match, slash)), *_meaning(_said(match, slash), words))


def can_be(match: re.Match[str], words: DateWords, *, slash: str) -> bool:
    """Tell whether there can be such a day as a match says; `read_match` has the arguments."""
    first, last = _meaning(_said(match, slash), words)
    return Reading((), first, last).plausible() and _nightly(match, first, last)


def _nightly(match: re.Match[str], first: Partial, last: Partial | None) -> bool:
    """Tell whether days joined by a stroke follow each other: the night ``18./19.``."""
    if last is None or not first.day or not last.day or "e" not in match.re.groupindex:
        return True
    between = match.string[match.end("d") : match.start("e")] if match["e"] and match["d"] else ""
    return "/" not in between or last.day == first.day + 1


def _said(match: re.Match[str], slash: str) -> dict[str, str]:
    return {name: match[group] for group, name in _meant(match, slash)}


def _meant(match: re.Match[str], slash: str) -> list[tuple[str, str]]:
    """The groups that match, each with what it means: ``a`` and ``b`` are day and month."""
    named = [g for g, t in match.groupdict().items() if t and g != "s"]
    if "a" not in named:
        return [(g, g) for g in named]
    names = {"a": "m", "b": "d"} if _month_first(match, slash) else {"a": "d", "b": "m"}
    return [(g, names.get(g, g)) for g in named]


def _month_first(match: re.Match[str], slash: str) -> bool:
    if "." in match[0]:
        return False
    a, b = int(match["a"]), int(match["b"])
    return a <= 12 and (b > 12 or slash == "mdy")


def _pieces(match: re.Match[str], slash: str) -> Iterator[Piece]:
    """Yield everything a form names, in order, and what lies between."""
    whole, cursor, second = match[0], 0, False
    meant = _meant(match, slash)
    for at, group, text in sorted((match.start(g), name, match[g]) for g, name in meant):
        start = at - match.start()
        if cursor < start:
            yield Piece("text", whole[cursor:start])
        second = second or group[0] in "en"
        yield Piece(_KINDS[group], text, second=second)
        cursor = start + len(text)
    if cursor < len(whole):
        yield Piece("text", whole[cursor:])


def _meaning(said: Mapping[str, str], words: DateWords) -> tuple[Partial, Partial | None]:
    year = full_year(said["y"]) if "y" in said else words.year(said.get("yw", ""))
    month = _month(said, words)
    first = Partial(year, month, _day_number(said, "d", words))
    second = _day_number(said, "e", words)
    if not second:
        return first, None
    then = int(said["n"]) if "n" in said else month
    if not (year and month and then and then < month):
        return first, Partial(year, then, second)
    if next(iter(said)) == "y":  # 2025. 12. 29.–01. 04.
        return first, Partial(year + 1, then, second)
    return replace(first, year=year - 1), Partial(year, then, second)


def _month(said: Mapping[str, str], words: DateWords) -> int | None:
    if "m" in said:
        return int(said["m"])
    if "r" in said:
        return ROMAN.index(said["r"].upper().translate(_CYRILLIC)) + 1
    styled = words.months.read(said["w"]) if "w" in said else None
    return styled.number if styled else None


def _day_number(said: Mapping[str, str], group: str, words: DateWords) -> int | None:
    if group in said:
        return int(said[group])
    text = said.get(f"{group}w")
    styled = words.days.read(text) if text else None
    return styled.number if styled else None

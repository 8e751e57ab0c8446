"""Numbers in sheets and charts: read as they are shown, and only where they can be somebody's."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from allonym.formats.mapped import Piece
from allonym.formats.markup.events import Event

_REAL = re.compile(r"[-+]?\d*\.?\d+(?:[eE][-+]?\d{1,3})?")
_PLACES = 6
_DEGREES, _PLACED = 180, 4  # largest place on a map, and digits behind its point at least
_LARGEST = 1e15
_LONG = 7  # digits of a telephone number at least


def to_shown(value: str) -> str:
    """Return a number as it is read: a whole one as cells show it, a place on a map, else nothing.

    Measures and amounts are nobody's; taken for text, they look like the numbers of accounts.

    >>> to_shown("6.01234567E8"), to_shown("0601234567"), to_shown("52.229676")
    ('601234567', '0601234567', '52.229676')
    >>> to_shown("5.0999999999999996"), to_shown("1.2E-16")
    ('', '')
    """
    if not _REAL.fullmatch(value) or value.isdecimal():
        return value
    number = float(value)
    if number.is_integer() and abs(number) < _LARGEST:
        return str(int(number))
    shown = f"{number:.{_PLACES}f}".rstrip("0")
    is_placed = abs(number) <= _DEGREES and len(shown.partition(".")[2]) >= _PLACED
    return shown if is_placed else ""


def chart_numbers(events: Sequence[Event], source: str) -> Mapping[int, Piece]:
    """Return what stands for the numbers that a chart remembers: nothing, but for long whole ones.

    A chart is drawn from them, so they stay numbers; only a long one can be somebody's.
    """
    return {
        event.start: Piece("")
        for before, event in pairwise(events)
        if event.kind == "text" and before.kind == "open" and before.name == "v"
        if is_measured(source[event.start : event.end])
    }


def is_measured(text: str) -> bool:
    """Tell whether a text is a number that can be nobody's.

    >>> is_measured("5.0999999999999996"), is_measured("2019"), is_measured("601234567")
    (True, True, False)
    """
    number = text.strip()
    return bool(_REAL.fullmatch(number)) and not (number.isdecimal() and len(number) >= _LONG)

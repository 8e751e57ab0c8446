"""Days behind weekdays of two letters, as timetables have them: *Po 7.10.*, *PON, 7. 10. 18:00*."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from datetime import date

_HEAD = re.compile(
    r"(?:^|(?<=[\n\t]))(?P<head>[^\W\d_]{2})\.?,?[ \t\u00a0]{1,2}"
    r"(?=(?P<day>[0-9]{1,2})\.[ \u00a0]?(?P<month>1[0-2]|0?[1-9])(?![0-9]))"
)
"""What stands before a day at the head of a line or a cell: *Po 7.10.* (*po* is mostly *after*)."""
_FEWEST, _YEARS, _REACH = 2, (2023, 2024), 1000
"""Weekdays of a timetable; years with and without a 29th of February; how far a timetable goes."""


def headed_days(text: str, start: int, names: Sequence[str]) -> Collection[int]:
    """Return where days stand behind weekdays of two letters.

    In one year or the other all of them fall on those weekdays, or they are none.

    Args:
        text: Of the document.
        start: Around where to look.
        names: The weekdays from Monday, as they are shortened, with a capital.
    """
    heads = _HEAD.finditer(text, max(0, start - _REACH), start + _REACH) if names else ()
    found = [m for m in heads if m["head"].title() in names]
    if len({m["head"].title() for m in found}) < _FEWEST:
        return ()
    at = [names.index(m["head"].title()) for m in found]
    for year in _YEARS:
        days = [date(year, int(m["month"]), 1).toordinal() + int(m["day"]) for m in found]
        if len({(day - n) % 7 for day, n in zip(days, at, strict=True)}) == 1:
            return [m.end() for m in found]
    return ()

"""Days of the month that stand without it: *den 14:e*, *11-én*, *the 14th*.

They are those nearest to the date before them, and move with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta

from allonym.dates.words import DateWords
from allonym.model.span import Span

_REACH = 20
"""Days from the date before within which one is meant that is told by its number alone."""


def days_alone(
    text: str,
    told: Sequence[tuple[int, date]],
    words: DateWords,
    event: Callable[[date], date],
) -> Iterator[tuple[Span, str]]:
    """Yield where days stand alone, and what they become.

    Args:
        text: Of the document, with nothing where a mention stands.
        told: Its dates by their place, in text order.
        words: How the language writes such days (``day_alone`` of ``dates.toml``).
        event: Tells where a day moves.
    """
    for pattern in words.contexts["day_alone"] if told else ():
        for match in re.finditer(pattern, text, re.MULTILINE):
            base = next((day for at, day in reversed(told) if at < match.start()), told[0][1])
            around = (base + timedelta(by) for by in range(-_REACH, _REACH + 1))
            meant = [day for day in around if day.day == int(match["day"])]
            if not meant:
                continue
            old = min(meant, key=lambda day: abs(day - base))
            new = event(old).day
            suffix = words.suffix(new, old.day, match["suffix"])
            if suffix is not None and new != old.day:
                yield Span(*match.span()), f"{new}{suffix}"

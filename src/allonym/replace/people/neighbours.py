"""Where the people beside somebody stand: what is said between belongs to nobody else."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from allonym.model.entity import Entity


class Neighbours:
    """Knows where the mentions of people begin and end.

    Args:
        people: Of the document.
        size: Characters that the document has.
    """

    def __init__(self, people: Iterable[Entity], size: int) -> None:
        spans = [m.span for e in people for m in e.mentions]
        self._starts = sorted(span.start for span in spans)
        self._ends = sorted(span.end for span in spans)
        self._size = size

    def before(self, start: int) -> int:
        """Return where the last person before a place ends; 0 if nobody is there."""
        number = bisect_left(self._ends, start)
        return self._ends[number - 1] if number else 0

    def after(self, end: int) -> int:
        """Return where the next person behind a place begins; else the end of the text."""
        number = bisect_left(self._starts, end)
        return self._starts[number] if number < len(self._starts) else self._size

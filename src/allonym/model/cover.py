"""Tell what lies inside what, or touches it, in logarithmic time."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import accumulate

from allonym.model.span import Span


class Cover:
    """Answers whether one of some spans holds a span, or shares a character with it.

    >>> cover = Cover([Span(2, 9), Span(4, 6)])
    >>> cover.holds(Span(5, 9)), cover.holds(Span(8, 10))
    (True, False)
    >>> cover.touches(Span(8, 10)), cover.touches(Span(9, 10))
    (True, False)
    """

    def __init__(self, spans: Iterable[Span]) -> None:
        ordered = sorted(spans)
        self._starts = [span.start for span in ordered]
        self._ends = list(accumulate((span.end for span in ordered), max))

    def holds(self, span: Span) -> bool:
        """Tell whether one of the spans holds all of this one."""
        index = bisect_right(self._starts, span.start) - 1
        return index >= 0 and self._ends[index] >= span.end

    def touches(self, span: Span) -> bool:
        """Tell whether one of the spans has a character in common with this one."""
        index = bisect_left(self._starts, span.end) - 1
        return index >= 0 and self._ends[index] > span.start

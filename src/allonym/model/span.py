"""Half-open ranges of code points, and the little arithmetic they need."""

from __future__ import annotations

from collections.abc import Iterable
from typing import AnyStr, NamedTuple

from allonym.errors import OffsetError


class _Range(NamedTuple):
    start: int
    end: int


class Span(_Range):
    """A non-empty half-open range of code points; a tuple, since very many are made and sorted.

    Raises:
        OffsetError: If the range is empty, inverted or negative.

    >>> Span(0, 3).overlaps(Span(3, 5))     # touching is not overlapping
    False
    >>> Span(0, 4).overlaps(Span(3, 5))
    True
    """

    __slots__ = ()

    def __new__(cls, start: int, end: int) -> Span:
        """Make one; see the class."""
        if not 0 <= start < end:
            raise OffsetError(f"empty or inverted span [{start}, {end})")
        return tuple.__new__(cls, (start, end))

    def __len__(self) -> int:
        return self.end - self.start

    def overlaps(self, other: Span) -> bool:
        """Tell whether the two share at least one character."""
        return self.start < other.end and other.start < self.end

    def contains(self, other: Span) -> bool:
        """Tell whether every character of `other` lies in this span."""
        return self.start <= other.start and other.end <= self.end

    def intersection(self, other: Span) -> Span | None:
        """Return the shared range, or None when nothing is shared."""
        start, end = max(self.start, other.start), min(self.end, other.end)
        return Span(start, end) if start < end else None

    def shift(self, by: int) -> Span:
        """Return the same range moved by `by` code points."""
        return Span(self.start + by, self.end + by)


def subtract(span: Span, taken: Iterable[Span]) -> list[Span]:
    """Return what is left of `span`, in order, once every range of `taken` is cut out.

    >>> subtract(Span(0, 10), [Span(2, 4), Span(8, 12)])
    [Span(start=0, end=2), Span(start=4, end=8)]
    """
    pieces = [(span.start, span.end)]
    for other in taken:
        pieces = [
            (start, end)
            for a, b in pieces
            for start, end in ((a, min(b, other.start)), (max(a, other.end), b))
            if start < end
        ]
    return [Span(start, end) for start, end in pieces]


def spliced(source: AnyStr, edits: Iterable[tuple[int, int, AnyStr]]) -> AnyStr:
    """Return a text or bytes with edits made.

    Args:
        source: What there is.
        edits: From where to where there stands what instead; disjoint, in the order of the source.

    >>> spliced("one two", [(0, 3, "1"), (4, 7, "2")])
    '1 2'
    """
    out: list[AnyStr] = []
    cursor = 0
    for start, end, new in edits:
        out += source[cursor:start], new
        cursor = end
    out.append(source[cursor:])
    return source[:0].join(out)

"""Each mark of a document, and what stands in its place in the result."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from allonym.evaluate.gold import GoldDocument
from allonym.model.types import is_a


class Put(NamedTuple):
    """A stretch of the original, and what stands there now."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Pair:
    """One mark.

    Attributes:
        type: Dotted type.
        entity: As the marks say it, or empty.
        start: In the original.
        end: Behind it.
        at: Where what stands for it begins in the result.
        old: The original.
        new: What stands for it.
    """

    type: str
    entity: str = field(repr=False)
    start: int
    end: int
    at: int
    old: str = field(repr=False)
    new: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Judged:
    """A document and its result, mark by mark."""

    language: str
    text: str = field(repr=False)
    result: str = field(repr=False)
    pairs: tuple[Pair, ...] = field(repr=False)

    def of(self, *types: str) -> Iterator[Pair]:
        """Yield the pairs of some types, in the order of the text."""
        return (p for p in self.pairs if any(is_a(p.type, t) for t in types))


def pair_up(document: GoldDocument, result: str, changes: Sequence[Put]) -> Judged:
    """Return what stands in the result for each mark of a document."""
    ordered = sorted(changes)
    pairs = [
        _pair(document, result, ordered, span.start, span.end, span.type, span.entity)
        for span in document.spans
    ]
    return Judged(document.language, document.text, result, tuple(pairs))


def _pair(
    document: GoldDocument,
    result: str,
    changes: Sequence[Put],
    start: int,
    end: int,
    type_name: str,
    entity: str,
) -> Pair:
    touching = [c for c in changes if c.start < end and start < c.end]
    left = min([start, *(c.start for c in touching)])
    right = max([end, *(c.end for c in touching)])
    at, stop = _moved(changes, left), _moved(changes, right)
    old = document.text[start:end]
    return Pair(type_name, entity, start, end, at, old, result[at:stop])


def _moved(changes: Sequence[Put], offset: int) -> int:
    """Return where an offset, which lies in no change, is in the result."""
    before = changes[: bisect_left(changes, offset, key=lambda c: c.end if c.end > c.start else 0)]
    inside = [c for c in changes[len(before) :] if c.end <= offset]
    return offset + sum(len(c.text) - (c.end - c.start) for c in (*before, *inside))

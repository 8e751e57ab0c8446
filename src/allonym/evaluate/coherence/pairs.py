"""Each mark of a document, and what stands in its place in the result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from allonym.evaluate.gold import GoldDocument
from allonym.evaluate.readers import GoldSpan
from allonym.model.offsets import OffsetMap
from allonym.model.replacement import ReplacementPlan
from allonym.model.span import Span
from allonym.model.types import is_a


@dataclass(frozen=True, slots=True)
class Pair:
    """One mark."""

    type: str  # dotted type
    start: int  # in the original
    end: int  # behind it
    at: int  # where what stands for it begins in the result
    old: str = field(repr=False)  # the original
    new: str = field(repr=False)  # what stands for it


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


def pair_up(document: GoldDocument, result: str, plan: ReplacementPlan) -> Judged:
    """Return what stands in the result for each mark of a document."""
    where = OffsetMap.of(document.text, result, plan)

    def pair(mark: GoldSpan) -> Pair:
        own = Span(mark.start, mark.end)
        touching = [own, *(r.span for r in plan if r.span.overlaps(own))]
        at = where.to_result(min(span.start for span in touching))
        new = result[at : where.to_result(max(span.end for span in touching))]
        old = document.text[mark.start : mark.end]
        return Pair(mark.type, mark.start, mark.end, at, old, new)

    return Judged(document.language, document.text, result, tuple(map(pair, document.spans)))

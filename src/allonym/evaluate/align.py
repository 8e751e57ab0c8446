"""Laying what was found beside what people marked: classes, overlaps, covered characters."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple, Protocol

from allonym.errors import DocumentError
from allonym.evaluate.gold import GoldDocument

CORE = ("PER", "LOC", "ORG")
"""The classes of every corpus; the micro averages are over them."""

UNCLASSED = frozenset({"misc", "time", "other"})
"""Types with no figures of their own: as gold nobody is asked for them, found they only cover."""

_CLASSES = {"person": "PER", "place": "LOC", "org": "ORG"}


class Prediction(NamedTuple):
    """A stretch that was found; half-open code points, dotted type, score 0 to 1."""

    start: int
    end: int
    type: str
    score: float = 1.0


class Ranged(Protocol):
    """Anything with half-open offsets."""

    @property
    def start(self) -> int:
        """First code point."""

    @property
    def end(self) -> int:
        """Code point after the last."""


def class_of(name: str) -> str:
    """Return the class a dotted type is measured as: PER, LOC, ORG, else its first part.

    >>> class_of("person.judge"), class_of("place.country"), class_of("id.tax")
    ('PER', 'LOC', 'id')
    """
    top = name.partition(".")[0]
    return _CLASSES.get(top, top)


def judges(document: GoldDocument, name: str) -> bool:
    """Tell whether a prediction of this class can be wrong in the document.

    Where the corpus marks no phone numbers, finding one neither helps nor hurts.
    """
    if document.annotated is None:
        return True
    return name in {class_of(kind) for kind in document.annotated}


def personal(document: GoldDocument, kind: str) -> bool:
    """Tell whether a gold type counts where labels do not (coverage, tokens, leaks).

    In a corpus that marks only some types these are persons, places and organisations: its dates
    and ``MISC`` follow rules of their own.
    """
    if document.annotated is None:
        return class_of(kind) not in {"misc", "time"}
    return class_of(kind) in CORE


def checked(
    document: GoldDocument, found: Iterable[tuple[int, int, str, float]]
) -> list[Prediction]:
    """Return the predictions in text order, each range and class once.

    Raises:
        DocumentError: If one does not lie in the text.
    """
    best: dict[tuple[int, int, str], Prediction] = {}
    for start, end, kind, score in found:
        if not 0 <= start < end <= len(document.text):
            raise DocumentError(
                f"document {document.id}: predicted span [{start}, {end}) does not lie in the text"
            )
        key = (start, end, class_of(kind))
        if key not in best or best[key].score < score:
            best[key] = Prediction(start, end, kind, score)
    return sorted(best.values())


class Overlaps:
    """Answers which of some ranges share a character with a given one.

    The ranges may nest and overlap.  A query costs no more than the answers where they do not.
    """

    def __init__(self, ranges: Sequence[Ranged]) -> None:
        self._order = sorted(range(len(ranges)), key=lambda i: ranges[i].start)
        self._starts = [ranges[i].start for i in self._order]
        self._ends = [ranges[i].end for i in self._order]
        self._reach = list(accumulate(self._ends, max))

    def __call__(self, start: int, end: int) -> list[int]:
        """Return the indices of the ranges that share a character with ``[start, end)``."""
        hits: list[int] = []
        place = bisect_left(self._starts, end) - 1
        while place >= 0 and self._reach[place] > start:
            if self._ends[place] > start:
                hits.append(self._order[place])
            place -= 1
        return hits[::-1]


class Cover:
    """Characters that at least one range covers; white space needs no cover."""

    def __init__(self, text: str, ranges: Iterable[Ranged]) -> None:
        self._text = text
        self._mask = bytearray(len(text))
        for item in ranges:
            self._mask[item.start : item.end] = b"\1" * (item.end - item.start)

    def whole(self, start: int, end: int) -> bool:
        """Tell whether every visible character of ``[start, end)`` is covered."""
        hole = self._mask.find(0, start, end)
        while hole >= 0:
            if not self._text[hole].isspace():
                return False
            hole = self._mask.find(0, hole + 1, end)
        return True

    def touches(self, start: int, end: int) -> bool:
        """Tell whether some character of ``[start, end)`` is covered."""
        return self._mask.find(1, start, end) >= 0


def confused_with(gold: Ranged, candidates: Sequence[Prediction]) -> str:
    """Return the class that covers most of a gold mention, ``none`` where nothing does."""
    shared: dict[str, int] = {}
    for found in candidates:
        size = min(gold.end, found.end) - max(gold.start, found.start)
        name = class_of(found.type)
        shared[name] = shared.get(name, 0) + size
    return max(sorted(shared), key=lambda name: shared[name], default="none")

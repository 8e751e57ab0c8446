"""What is counted in a document, and the figures that follow from the counts.

A document gives a `Tally`; tallies add up, so that figures for a genre, a file or everything are
made of the same counts.
"""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Self

from allonym.evaluate.align import (
    CORE,
    UNCLASSED,
    Cover,
    Overlaps,
    Prediction,
    class_of,
    confused_with,
    judges,
    personal,
)
from allonym.evaluate.gold import GoldDocument
from allonym.evaluate.readers import GoldSpan
from allonym.model.types import identifier_class
from allonym.text.tokenize import tokenize

_Z95 = 1.959964


class Sums:
    """Dataclasses of counts that add up field by field, and key by key where a field is a table."""

    __slots__ = ()

    def __add__(self, other: Self) -> Self:
        here: Any = self
        pairs = ((getattr(self, f.name), getattr(other, f.name)) for f in fields(here))
        return type(self)(*(_added(left, right) for left, right in pairs))


def _added(left: Any, right: Any) -> Any:
    if not isinstance(left, Mapping):
        return left + right
    both = {key: left[key] + right[key] for key in left if key in right}
    return {**left, **right, **both}


@dataclass(frozen=True, slots=True)
class Share(Sums):
    """So many of so many."""

    part: int = 0
    whole: int = 0

    @property
    def ratio(self) -> float | None:
        """The share, 0 to 1; None of nothing."""
        return self.part / self.whole if self.whole else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of a share (Wilson 1927); None of nothing.

        >>> [round(bound, 3) for bound in Share(95, 100).interval]
        [0.888, 0.978]
        """
        if not self.whole:
            return None
        n, p, square = self.whole, self.part / self.whole, _Z95**2
        middle = (p + square / (2 * n)) / (1 + square / n)
        half = _Z95 / (1 + square / n) * math.sqrt(p * (1 - p) / n + square / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    def as_dict(self) -> dict[str, object]:
        """Return the numbers and what follows from them."""
        return {"part": self.part, "whole": self.whole, "ratio": self.ratio,
                "interval": self.interval}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Counts(Sums):
    """Marked, found, and what of either meets the other."""

    gold: float = 0  # marked by people
    predicted: float = 0  # found
    hit: float = 0  # of the marked, those that were found
    # of the found, those that were marked; differs from ``hit`` only where one may meet several
    right: float = 0

    @property
    def precision(self) -> float | None:
        """Share of the found that is right; None where nothing was found."""
        return self.right / self.predicted if self.predicted else None

    @property
    def recall(self) -> float | None:
        """Share of the marked that was found; None where nothing is marked."""
        return self.hit / self.gold if self.gold else None

    def f(self, beta: float = 1.0) -> float | None:
        """Weighted harmonic mean of the two, recall `beta` times as dear (van Rijsbergen 1979).

        None where nothing is marked and nothing found.

        >>> Counts(gold=4, predicted=5, hit=2, right=2).f()
        0.4444444444444445
        """
        if not self.gold and not self.predicted:
            return None
        return weighted_mean(self.precision or 0.0, self.recall or 0.0, beta)

    def as_dict(self) -> dict[str, object]:
        """Return the numbers and what follows from them."""
        return {
            "gold": self.gold, "found": self.predicted, "precision": self.precision,
            "recall": self.recall, "f1": self.f(), "f2": self.f(2), "f5": self.f(5),
        }  # fmt: skip


def weighted_mean(precision: float, recall: float, beta: float) -> float:
    """Return F beta of a precision and a recall; nothing where both are."""
    below = beta**2 * precision + recall
    return (1 + beta**2) * precision * recall / below if below else 0.0


def plain(figures: Any) -> Any:
    """Return figures as plain values for JSON; shares are 0 to 1, null where there is nothing.

    `Share` and `Counts` come with what follows from them, other values by the fields that their
    ``repr`` shows.
    """
    if isinstance(figures, Share | Counts):
        figures = figures.as_dict()
    elif is_dataclass(figures):
        figures = {f.name: getattr(figures, f.name) for f in fields(figures) if f.repr}
    if isinstance(figures, Mapping):
        return {name: plain(value) for name, value in figures.items()}
    if isinstance(figures, list | tuple):
        return [plain(value) for value in figures]
    return round(figures, 5) if isinstance(figures, float) else figures


@dataclass(frozen=True, slots=True)
class Tally(Sums):
    """The counts of one document or many."""

    documents: int = 0  # how many
    characters: int = 0  # of their texts
    # by class; same offsets, same class (CoNLL 2003)
    strict: Mapping[str, Counts] = field(default_factory=dict)
    # by class; same class and at least one character in common
    overlap: Mapping[str, Counts] = field(default_factory=dict)
    # by class; a token belongs to what touches it
    tokens: Mapping[str, Counts] = field(default_factory=dict)
    blind: Counts = Counts()  # tokens, personal or not, whatever the class
    # marked mentions by class that lie wholly under found ones of whatever type
    covered: Mapping[str, Share] = field(default_factory=dict)
    # ``all``, ``direct``, ``quasi``: marked entities all of whose mentions are covered (Pilán et
    # al. 2022); empty where the gold names no entities
    entities: Mapping[str, Share] = field(default_factory=dict)
    # documents of whose ``all`` marked mentions, or ``direct`` identifiers, none shows a character
    leak_free: Mapping[str, Share] = field(default_factory=dict)
    # marked mentions by class and by the class that covers most of them; ``none`` for missed and
    # for invented ones
    confusion: Mapping[tuple[str, str], int] = field(default_factory=dict)

    @property
    def label_blind_recall(self) -> Share:
        """Marked mentions that are wholly covered, whatever they are called."""
        return sum(self.covered.values(), Share())

    @property
    def person_coverage(self) -> Share:
        """Marked persons wholly covered, whatever they are called."""
        return self.covered.get("PER", Share())


def micro(counts: Mapping[str, Counts], classes: Iterable[str] = CORE) -> Counts:
    """Return the counts of several classes as one; PER, LOC and ORG unless told."""
    return sum((counts.get(name, Counts()) for name in classes), Counts())


def total(tallies: Iterable[Tally]) -> Tally:
    """Add tallies up."""
    return sum(tallies, Tally())


def tally(document: GoldDocument, found: Sequence[Prediction]) -> Tally:
    """Count everything in one document.

    What was found has each range and class once (`allonym.evaluate.align.checked`).
    """
    meant = [span for span in document.spans if personal(document, span.type)]
    cover = Cover(document.text, found)
    safe = [cover.whole(span.start, span.end) for span in meant]
    tokens = document.tokens or tokenize(document.text)
    pairs = _by_class(document, found)
    return Tally(
        documents=1,
        characters=len(document.text),
        strict={name: _strict(*pair) for name, pair in pairs.items()},
        overlap={name: _overlap(*pair) for name, pair in pairs.items()},
        tokens={name: _token_counts(document.text, *pair, tokens) for name, pair in pairs.items()},
        blind=_blind(document, meant, found, tokens),
        covered=_covered(meant, safe),
        entities=_entities(meant, safe),
        leak_free=_leak_free(meant, safe),
        confusion=_confusion(document, found),
    )


def _by_class(
    document: GoldDocument, found: Sequence[Prediction]
) -> dict[str, tuple[list[GoldSpan], list[Prediction]]]:
    pairs: dict[str, tuple[list[GoldSpan], list[Prediction]]] = defaultdict(lambda: ([], []))
    for span in document.spans:
        pairs[class_of(span.type)][0].append(span)
    for prediction in found:
        pairs[class_of(prediction.type)][1].append(prediction)
    return {
        name: pair
        for name, pair in sorted(pairs.items())
        if name not in UNCLASSED and judges(document, name)
    }


def _strict(gold: Sequence[GoldSpan], predicted: Sequence[Prediction]) -> Counts:
    wanted = {(span.start, span.end) for span in gold}
    same = len(wanted & {(span.start, span.end) for span in predicted})
    return Counts(len(wanted), len(predicted), same, same)


def _overlap(gold: Sequence[GoldSpan], predicted: Sequence[Prediction]) -> Counts:
    over_found, over_gold = Overlaps(predicted), Overlaps(gold)
    hit = sum(bool(over_found(span.start, span.end)) for span in gold)
    right = sum(bool(over_gold(span.start, span.end)) for span in predicted)
    return Counts(len(gold), len(predicted), hit, right)


def _token_counts(
    text: str,
    gold: Sequence[GoldSpan],
    predicted: Sequence[Prediction],
    tokens: Sequence[tuple[int, int]],
) -> Counts:
    marked, seen = Cover(text, gold), Cover(text, predicted)
    return _from_pairs(Counter((marked.touches(*token), seen.touches(*token)) for token in tokens))


def _from_pairs(pairs: Mapping[tuple[bool, bool], int]) -> Counts:
    both = pairs.get((True, True), 0)
    marked, seen = pairs.get((True, False), 0), pairs.get((False, True), 0)
    return Counts(both + marked, both + seen, both, both)


def _blind(
    document: GoldDocument,
    meant: Sequence[GoldSpan],
    found: Sequence[Prediction],
    tokens: Sequence[tuple[int, int]],
) -> Counts:
    # A token under what the corpus does not mark in full is no error; under `other` it is.
    marked, seen = Cover(document.text, meant), Cover(document.text, found)
    accountable = Cover(
        document.text,
        [p for p in found if class_of(p.type) in UNCLASSED or personal(document, p.type)],
    )
    pairs: Counter[tuple[bool, bool]] = Counter()
    for token in tokens:
        is_marked = marked.touches(*token)
        pairs[is_marked, (seen if is_marked else accountable).touches(*token)] += 1
    return _from_pairs(pairs)


def _covered(meant: Sequence[GoldSpan], safe: Sequence[bool]) -> dict[str, Share]:
    found: dict[str, Share] = {}
    for span, is_safe in zip(meant, safe, strict=True):
        name = class_of(span.type)
        found[name] = found.get(name, Share()) + Share(int(is_safe), 1)
    return found


def _entities(meant: Sequence[GoldSpan], safe: Sequence[bool]) -> dict[str, Share]:
    if not any(span.entity for span in meant):
        return {}
    groups: dict[tuple[str, str], list[tuple[bool, bool]]] = defaultdict(list)
    for index, (span, is_safe) in enumerate(zip(meant, safe, strict=True)):
        key = (class_of(span.type), span.entity) if span.entity else ("", str(index))
        groups[key].append((is_safe, _is_direct(span)))
    out = {"all": Share(), "direct": Share(), "quasi": Share()}
    for mentions in groups.values():
        share = Share(int(all(is_safe for is_safe, _ in mentions)), 1)
        kind = "direct" if any(direct for _, direct in mentions) else "quasi"
        out["all"] += share
        out[kind] += share
    return out


def _is_direct(span: GoldSpan) -> bool:
    return (span.identifier or identifier_class(span.type)) == "direct"


def _leak_free(meant: Sequence[GoldSpan], safe: Sequence[bool]) -> dict[str, Share]:
    leaks = [span for span, is_safe in zip(meant, safe, strict=True) if not is_safe]
    direct = any(map(_is_direct, leaks))
    return {"all": Share(int(not leaks), 1), "direct": Share(int(not direct), 1)}


def _confusion(document: GoldDocument, found: Sequence[Prediction]) -> dict[tuple[str, str], int]:
    cells: Counter[tuple[str, str]] = Counter()
    over_found, over_gold = Overlaps(found), Overlaps(document.spans)
    for span in document.spans:
        candidates = [found[i] for i in over_found(span.start, span.end)]
        cells[class_of(span.type), confused_with(span, candidates)] += 1
    for prediction in found:
        if not over_gold(prediction.start, prediction.end):
            cells["none", class_of(prediction.type)] += 1
    return dict(cells)


def f1_interval(tallies: Sequence[Tally], seed: int = 0) -> tuple[float, float] | None:
    """Return the 95 % bootstrap interval of strict micro F1 over documents (Efron 1979).

    None for fewer than five documents.  The number of resamples is 1000, fewer for very many
    documents, never under 200; the same seed gives the same interval.
    """
    if len(tallies) < 5:
        return None
    rows = [micro(t.strict) for t in tallies]
    triples = [(row.gold, row.predicted, row.hit) for row in rows]
    rng = random.Random(seed)  # noqa: S311
    figures: list[float] = []
    for _ in range(max(200, min(1000, 500_000 // len(rows)))):
        gold, predicted, hit = map(sum, zip(*rng.choices(triples, k=len(triples)), strict=True))
        figures.append(2 * hit / (gold + predicted) if gold + predicted else 0.0)
    figures.sort()
    cut = len(figures) // 40
    return figures[cut], figures[-1 - cut]

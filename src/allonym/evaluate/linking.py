"""How well mentions are gathered into entities: B³ and CEAF."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from allonym.errors import ConfigError
from allonym.evaluate.align import Overlaps, class_of
from allonym.evaluate.gold import GoldDocument
from allonym.model.span import Span

Link = Callable[[str, str], Iterable[tuple[int, int, str]]]
"""Text and language to mentions with the ids of their entities: start, end, id."""

Clusters = Mapping[Hashable, Hashable]
"""Mention to entity; any keys, as long as both sides use the same ones."""


@dataclass(frozen=True, slots=True)
class LinkScore:
    """Weighted sums that add up over documents, and the figures they give."""

    precision_sum: float = 0.0
    precision_of: float = 0.0
    recall_sum: float = 0.0
    recall_of: float = 0.0

    def __add__(self, other: LinkScore) -> LinkScore:
        return LinkScore(
            self.precision_sum + other.precision_sum,
            self.precision_of + other.precision_of,
            self.recall_sum + other.recall_sum,
            self.recall_of + other.recall_of,
        )

    @property
    def precision(self) -> float | None:
        """Of what was put together, how much belongs together; None where nothing was found."""
        return self.precision_sum / self.precision_of if self.precision_of else None

    @property
    def recall(self) -> float | None:
        """Of what belongs together, how much was put together; None where nothing is marked."""
        return self.recall_sum / self.recall_of if self.recall_of else None

    @property
    def f1(self) -> float | None:
        """Harmonic mean of the two; None where neither side has a mention."""
        if not self.precision_of and not self.recall_of:
            return None
        precision, recall = self.precision or 0.0, self.recall or 0.0
        return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def b_cubed(gold: Clusters, found: Clusters) -> LinkScore:
    """Return B³ (Bagga & Baldwin 1998).

    A mention's precision is the share of its found entity that belongs to its gold entity, its
    recall the share of its gold entity that was found with it.  A mention that only one side has
    scores nothing there.

    >>> score = b_cubed({1: "a", 2: "a", 3: "b"}, {1: "x", 2: "x", 3: "x"})
    >>> round(score.precision, 3), score.recall
    (0.556, 1.0)
    """
    gold_groups, found_groups = _groups(gold), _groups(found)
    precision = recall = 0.0
    for mention in gold.keys() & found.keys():
        mine, theirs = gold_groups[gold[mention]], found_groups[found[mention]]
        shared = len(mine & theirs)
        precision += shared / len(theirs)
        recall += shared / len(mine)
    return LinkScore(precision, len(found), recall, len(gold))


def ceaf_mentions(gold: Clusters, found: Clusters) -> LinkScore:
    """Return mention-based CEAF (Luo 2005): shared mentions under the best pairing of entities."""
    best = _paired(gold, found, lambda a, b: float(len(a & b)))
    return LinkScore(best, len(found), best, len(gold))


def ceaf_entities(gold: Clusters, found: Clusters) -> LinkScore:
    """Return entity-based CEAF (Luo 2005): likeness of entities under their best pairing."""
    best = _paired(gold, found, lambda a, b: 2 * len(a & b) / (len(a) + len(b)))
    return LinkScore(best, len(set(found.values())), best, len(set(gold.values())))


def _groups(clusters: Clusters) -> dict[Hashable, set[Hashable]]:
    groups: dict[Hashable, set[Hashable]] = defaultdict(set)
    for mention, entity in clusters.items():
        groups[entity].add(mention)
    return groups


Likeness = Callable[[set[Hashable], set[Hashable]], float]


def _paired(gold: Clusters, found: Clusters, likeness: Likeness) -> float:
    rows, columns = list(_groups(gold).values()), list(_groups(found).values())
    if len(rows) > len(columns):
        rows, columns = columns, rows
    if not rows:
        return 0.0
    gains = [[likeness(a, b) for b in columns] for a in rows]
    return sum(gains[row][column] for row, column in enumerate(best_pairing(gains)))


def best_pairing(gains: Sequence[Sequence[float]]) -> list[int]:
    """Return for each row its column so that the gains add up to the most (Kuhn 1955).

    Rows may not outnumber columns.  One row after another is settled along the cheapest path of
    re-settlements, under prices that keep every settled pair cheapest: O(rows² columns).

    >>> best_pairing([[3.0, 2.0], [2.0, 0.0]])
    [1, 0]
    """
    width = len(gains[0])
    prices = [0.0] * width
    owner = [-1] * width
    for row in range(len(gains)):
        _settle(row, gains, prices, owner)
    pairing = [-1] * len(gains)
    for column, row in enumerate(owner):
        if row >= 0:
            pairing[row] = column
    return pairing


def _settle(
    row: int, gains: Sequence[Sequence[float]], prices: list[float], owner: list[int]
) -> None:
    # Dijkstra over columns; the length of a step is what a row loses by moving there.
    width = len(prices)
    distance, previous, done = [math.inf] * width, [-1] * width, [False] * width
    base, column, current = 0.0, -1, row
    while True:
        net = [gain - price for gain, price in zip(gains[current], prices, strict=True)]
        stay = net[column] if column >= 0 else max(net)
        for to in range(width):
            reach = base + stay - net[to]
            if not done[to] and reach < distance[to]:
                distance[to], previous[to] = reach, column
        column = min((c for c in range(width) if not done[c]), key=lambda c: distance[c])
        base, done[column] = distance[column], True
        if owner[column] < 0:
            break
        current = owner[column]
    for other in range(width):
        if done[other]:
            prices[other] += base - distance[other]
    while column >= 0:
        before = previous[column]
        owner[column] = owner[before] if before >= 0 else row
        column = before


def match_mentions(
    gold: Iterable[tuple[Span, str]], found: Iterable[tuple[Span, str]]
) -> tuple[dict[Hashable, Hashable], dict[Hashable, Hashable]]:
    """Return both sides as clusters over common keys.

    A found mention takes the key of the gold mention with which it shares most characters, each
    gold mention giving its key once, the best fit first; the rest keep keys of their own.

    Args:
        gold: Ranges and entity ids of one document, as marked.
        found: The same, as found.
    """
    golds, founds = list(gold), list(found)
    overlaps = Overlaps([span for span, _ in founds])
    pairs = [
        (-_shared(span, founds[j][0]), len(founds[j][0]), i, j)
        for i, (span, _) in enumerate(golds)
        for j in overlaps(span.start, span.end)
    ]
    key_of: dict[int, int] = {}
    taken: set[int] = set()
    for *_, i, j in sorted(pairs):
        if j not in key_of and i not in taken:
            key_of[j] = i
            taken.add(i)
    own: dict[Hashable, Hashable] = {i: entity for i, (_, entity) in enumerate(golds)}
    theirs: dict[Hashable, Hashable] = {
        key_of.get(j, -1 - j): entity for j, (_, entity) in enumerate(founds)
    }
    return own, theirs


def _shared(left: Span, right: Span) -> int:
    common = left.intersection(right)
    return len(common) if common else 0


@dataclass(frozen=True, slots=True)
class LinkFigures:
    """Linking over some documents.

    Attributes:
        documents: Those whose gold names entities; the others say nothing about linking.
        b_cubed: See `b_cubed`.
        ceaf_mentions: See `ceaf_mentions`.
        ceaf_entities: See `ceaf_entities`.
    """

    documents: int = 0
    b_cubed: LinkScore = LinkScore()
    ceaf_mentions: LinkScore = LinkScore()
    ceaf_entities: LinkScore = LinkScore()

    def as_dict(self) -> dict[str, object]:
        """Return the figures as plain values for JSON."""
        scores = {
            "b_cubed": self.b_cubed,
            "ceaf_mentions": self.ceaf_mentions,
            "ceaf_entities": self.ceaf_entities,
        }
        figures = {
            name: {"precision": score.precision, "recall": score.recall, "f1": score.f1}
            for name, score in scores.items()
        }
        return {"documents": self.documents, **figures}


def evaluate_linking(documents: Iterable[GoldDocument], link: Link) -> LinkFigures:
    """Compare found entities with marked ones.

    Marked mentions without an entity, and what is found in their place, are left out.

    Args:
        documents: Gold; those that name no entity are passed over.
        link: What is to be judged.

    Raises:
        ConfigError: If none of them names one.
    """
    total = LinkFigures()
    for document in documents:
        if any(span.entity for span in document.spans):
            gold, found = _document_clusters(document, link)
            total = LinkFigures(
                total.documents + 1,
                total.b_cubed + b_cubed(gold, found),
                total.ceaf_mentions + ceaf_mentions(gold, found),
                total.ceaf_entities + ceaf_entities(gold, found),
            )
    if not total.documents:
        raise ConfigError("the gold names no entities; name them, as in [[person#1|Jan Kowalski]]")
    return total


def _document_clusters(document: GoldDocument, link: Link) -> tuple[Clusters, Clusters]:
    gold = [
        (Span(span.start, span.end), f"{class_of(span.type)}#{span.entity}" if span.entity else "")
        for span in document.spans
    ]
    linked = link(document.text, document.language)
    own, theirs = match_mentions(
        gold, [(Span(start, end), entity) for start, end, entity in linked]
    )
    unknown = {key for key, entity in own.items() if not entity}
    return (
        {key: entity for key, entity in own.items() if key not in unknown},
        {key: entity for key, entity in theirs.items() if key not in unknown},
    )

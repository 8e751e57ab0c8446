"""How well mentions are gathered into entities: B³ and CEAF."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from allonym.errors import ConfigError
from allonym.evaluate.align import Overlaps, class_of
from allonym.evaluate.gold import GoldDocument
from allonym.evaluate.metrics import Counts, Sums, plain
from allonym.evaluate.report import prf, table
from allonym.model.span import Span
from allonym.text.fold import fold

Link = Callable[[str, str], Iterable[tuple[int, int, str]]]
"""Text and language to mentions with the ids of their entities: start, end, id."""

_NONE = Counts()

Clusters = Mapping[Any, Hashable]
"""Mention to entity; any keys, as long as both sides use the same ones."""


def b_cubed(gold: Clusters, found: Clusters, only: Collection[Hashable] | None = None) -> Counts:
    """Return B³ (Bagga & Baldwin 1998).

    A mention's precision is the share of its found entity that belongs to its gold entity, its
    recall the share of its gold entity that was found with it.  A mention that only one side has
    scores nothing there.  Where `only` is given, no other mentions count.

    >>> score = b_cubed({1: "a", 2: "a", 3: "b"}, {1: "x", 2: "x", 3: "x"})
    >>> round(score.precision, 3), score.recall
    (0.556, 1.0)
    """
    gold_groups, found_groups = _groups(gold), _groups(found)
    precision = recall = 0.0
    own, theirs = (
        side.keys() if only is None else side.keys() & set(only) for side in (gold, found)
    )
    for mention in own & theirs:
        mine, put = gold_groups[gold[mention]], found_groups[found[mention]]
        shared = len(mine & put)
        precision += shared / len(put)
        recall += shared / len(mine)
    return Counts(len(own), len(theirs), recall, precision)


def ceaf_mentions(gold: Clusters, found: Clusters) -> Counts:
    """Return mention-based CEAF (Luo 2005): shared mentions under the best pairing of entities."""
    best = _paired(gold, found, lambda a, b: float(len(a & b)))
    return Counts(len(gold), len(found), best, best)


def ceaf_entities(gold: Clusters, found: Clusters) -> Counts:
    """Return entity-based CEAF (Luo 2005): likeness of entities under their best pairing."""
    best = _paired(gold, found, lambda a, b: 2 * len(a & b) / (len(a) + len(b)))
    return Counts(len(set(gold.values())), len(set(found.values())), best, best)


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
) -> tuple[dict[int, str], dict[int, str]]:
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
    own = {i: entity for i, (_, entity) in enumerate(golds)}
    theirs = {key_of.get(j, -1 - j): entity for j, (_, entity) in enumerate(founds)}
    return own, theirs


def _shared(left: Span, right: Span) -> int:
    common = left.intersection(right)
    return len(common) if common else 0


@dataclass(frozen=True, slots=True)
class Beside(Sums):
    """B³ of the found mentions of one kind, beside two ways of not linking at all."""

    linker: Counts = _NONE  # what is judged
    alone: Counts = _NONE  # each mention an entity of its own
    surface: Counts = _NONE  # mentions that read the same one entity

    @property
    def mentions(self) -> int:
        """How many mentions it was measured on."""
        return int(self.linker.gold)


NAMES = ("PER", "LOC", "ORG")
REPEATED = "PER, 2 or more"
"""The people who are mentioned twice or more: those whose mentions can go astray."""


@dataclass(frozen=True, slots=True)
class LinkFigures(Sums):
    """Linking over some documents: names of people, places and organisations.

    Identifiers, dates and addresses stay out: they are the same when their values are, and where
    the gold gives them an entity it is often that of their owner.
    """

    documents: int = 0  # those whose gold names entities; the others say nothing about linking
    # see `b_cubed`; a name that is not found costs, and so does one that is none
    b_cubed: Counts = _NONE
    b_cubed_people: Counts = _NONE  # the same for people alone
    ceaf_mentions: Counts = _NONE  # see `ceaf_mentions`
    ceaf_entities: Counts = _NONE  # see `ceaf_entities`
    # by class and for `REPEATED`, over the names that were found: linking alone
    found: Mapping[str, Beside] = field(default_factory=dict)

    def as_dict(self) -> dict[str, object]:
        """Return the figures as plain values for JSON."""
        found = {
            name: {"mentions": beside.mentions, **plain(beside)}
            for name, beside in self.found.items()
        }
        return {**plain(self), "found": found}


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
            total += _figures(document, link)
    if not total.documents:
        raise ConfigError("the gold names no entities; name them, as in [[person#1|Jan Kowalski]]")
    return total


def _figures(document: GoldDocument, link: Link) -> LinkFigures:
    gold, found = _document_clusters(document, link)
    kinds = {key: class_of(document.spans[key].type) for key in gold}
    people = {key for key, kind in kinds.items() if kind == "PER"}
    others = {key for key in found if key not in gold and _class(found[key]) != "PER"}
    others |= gold.keys() - people
    return LinkFigures(
        1,
        b_cubed(gold, found),
        b_cubed(_without(gold, others), _without(found, others)),
        ceaf_mentions(gold, found),
        ceaf_entities(gold, found),
        dict(_beside(document, gold, found, kinds)),
    )


def _beside(
    document: GoldDocument,
    gold: Mapping[int, str],
    found: Mapping[int, str],
    kinds: Mapping[int, str],
) -> Iterator[tuple[str, Beside]]:
    both = {key: entity for key, entity in gold.items() if key in found}
    spans = {key: document.spans[key] for key in both}
    surfaces = {key: fold(document.text[s.start : s.end]) for key, s in spans.items()}
    counts = Counter(both.values())
    keys = {kind: [key for key in both if kinds[key] == kind] for kind in NAMES}
    keys[REPEATED] = [key for key in keys["PER"] if counts[both[key]] > 1]
    for kind in ("PER", REPEATED, "LOC", "ORG"):
        mine = keys["PER" if kind == REPEATED else kind]
        own = {key: both[key] for key in mine}
        ways = (
            {key: found[key] for key in mine},
            {key: key for key in mine},
            {key: surfaces[key] for key in mine},
        )
        yield kind, Beside(*(b_cubed(own, way, keys[kind]) for way in ways))


def _without(clusters: Mapping[int, str], keys: Collection[int]) -> dict[int, str]:
    return {key: entity for key, entity in clusters.items() if key not in keys}


def _class(entity: str) -> str:
    return class_of(entity.partition("#")[0])


def _document_clusters(document: GoldDocument, link: Link) -> tuple[dict[int, str], dict[int, str]]:
    """Return the names of both sides; a gold mention's key is its place in the document."""
    gold = [
        (Span(span.start, span.end), f"{class_of(span.type)}#{span.entity}" if span.entity else "")
        for span in document.spans
    ]
    linked = link(document.text, document.language)
    own, theirs = match_mentions(
        gold, [(Span(start, end), entity) for start, end, entity in linked]
    )
    unknown = {key for key, entity in own.items() if not entity or _class(entity) not in NAMES}
    none = {key for key, e in theirs.items() if key not in own and not _names(e)}
    return _without(own, unknown), _without(theirs, unknown | none)


def _names(entity: str) -> bool:
    """Tell whether a found entity is a name; of ids that say no type, all are."""
    return "#" not in entity or _class(entity) in NAMES


def render_linking(figures: LinkFigures) -> str:
    """Return B³ and CEAF as tables, in per cent."""
    scores = {
        "B3": figures.b_cubed,
        "B3, people": figures.b_cubed_people,
        "CEAF-m": figures.ceaf_mentions,
        "CEAF-e": figures.ceaf_entities,
    }
    rows = [[name, *prf(score)] for name, score in scores.items()]
    whole = table(["found and linked", "P", "R", "F1"], rows)
    head = ["of those found, B3", "mentions", "P", "R", "F1", "all alone", "same surface"]
    rows = [
        [name, beside.mentions, *prf(beside.linker), beside.alone.f(), beside.surface.f()]
        for name, beside in figures.found.items()
    ]
    found = table(head, rows)
    return f"Names of {figures.documents} documents as entities\n{whole}\n\n{found}\n"

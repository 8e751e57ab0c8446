"""Make overlapping mentions disjoint without uncovering a single letter or digit."""

from __future__ import annotations

import heapq
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise

from allonym.model.cover import Cover
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.text.capitals import CAPITAL, SMALL

_TIERS = {
    "known": 0, "lists": 0, "explained": 0, "patterns": 1, "dates": 1, "verify": 1, "given": 1,
    "terms": 1, "model": 2, "spread": 2, "gazetteer": 3,
}  # fmt: skip
_UNNAMED, _ADDRESS, _LAST = 2, 1.5, 4
_LONGEST = 160
_CERTAIN, _GOOD = 0.75, 0.5
_WRAPPED = 50
_RUNS_UP, _RUNS_ON = re.compile(rf"{SMALL} \Z"), re.compile(rf" {SMALL}|[.,;!?)]")
_STOP = re.compile(rf"(?<={SMALL}{{3}})\.[ \t]+(?={CAPITAL})|[ \t]*\|[ \t]*|[ \t]{{3,}}|\t")
"""The end of a sentence (no abbreviation is three small letters before a capital), or a gap."""

_END = re.compile(rf"(?:(?<=\w)[-–]|(?<={SMALL}{{4}})\.)\Z")
_OUTSIDE = re.compile(r"\w(?:.*\w)?", re.DOTALL)
_ENDING = 8
_KEEPERS = ("known", "spread")
_GUESSED = ("person", "place", "org", "other")
_FORMATS = ("patterns", "dates")
_ATOMS = ("email", "url", "username")
"""Types that lose their meaning when cut: nothing inside one stands alone."""


def _rank(mention: Mention) -> tuple[object, ...]:
    """Rank known persons, sure patterns, models and word lists, in this order; smaller wins.

    What a model only calls ``other`` gives way to anyone who can say what it is.
    Within one tier the longer mention wins, then the better score, then the earlier one.
    Equal ranks are broken by type and evidence, so the order of the input does not matter.
    """
    evidence = sorted((e.detector, e.rule, e.score) for e in mention.evidence)
    span = mention.span
    return (_tier(mention), -len(span), -mention.score, span, mention.type, evidence)


def _tier(mention: Mention) -> float:
    tier = min((_tier_of(evidence) for evidence in mention.evidence), default=_LAST)
    if mention.type == "address":
        return min(tier, _ADDRESS)  # it cuts no postcode in two
    vague = mention.type == "other" and (tier >= _UNNAMED or _is_marked(mention))
    return _LAST if vague else tier


def _is_marked(mention: Mention) -> bool:
    """Tell whether only the mark-up of a corpus brings a mention along."""
    return all(evidence.detector == "given" for evidence in mention.evidence)


def _tier_of(evidence: Evidence) -> int:
    if evidence.rule in ("speaker", "user_name"):  # who speaks stands at the head of the line
        return 1
    tier = _TIERS.get(evidence.detector)
    if tier is None:
        tier = _TIERS.get(evidence.detector.partition(".")[0], _UNNAMED)
    return 3 if tier == 1 and evidence.score < _CERTAIN else tier


def resolve_overlaps(mentions: Iterable[Mention], view: TextView) -> list[Mention]:
    """Make mentions disjoint without uncovering a single letter or digit.

    Overlapping mentions of one kind (``person`` and ``person.judge``) are joined, evidence and all;
    the finer type stays.  Between kinds the better-ranked mention keeps its extent and the other
    what is left of it, in pieces if need be; a piece without letters or digits is dropped.  What
    lies wholly inside an e-mail address, or, unless it is a known person, inside a well-believed
    organisation, belongs to that.  No mention crosses a block, none begins or ends with white
    space.  A known person to be kept who is only a part of a longer mention is not kept: the
    evidence ``keep`` becomes ``keep-part``.

    Args:
        mentions: In any order; may overlap and repeat.
        view: The text they lie in.

    Returns:
        Disjoint mentions in text order; time grows as n log n.

    Example:
        >>> view = TextView.of("Anna Novak Hotel")
        >>> person = Mention(Span(0, 10), "person", (Evidence("model", score=0.9),))
        >>> org = Mention(Span(5, 16), "org", (Evidence("gazetteer", score=0.9),))
        >>> [(m.span.start, m.span.end, m.type) for m in resolve_overlaps([org, person], view)]
        [(0, 10, 'person'), (11, 16, 'org')]
    """
    pieces = [piece for mention in mentions for piece in _fit(mention, view)]
    pieces = [*_beside_told(_without_guessed_numbers(pieces, view.text), view.text)]
    order = sorted(_without_contained(_join(pieces)), key=_rank)
    painted = [m for m in _paint(order, view) if m is not None]
    whole = (piece for m in _join(painted) for piece in _fit(m, view))
    return sorted(whole, key=_place)


def _place(mention: Mention) -> tuple[int, int]:
    """Return what mentions in text order are sorted by; tuples compare faster than spans."""
    return mention.span.start, mention.span.end


def _fit(mention: Mention, view: TextView) -> Iterator[Mention]:
    """Cut at the edges of blocks, what is too long for a name, a guess at short lines too; trim."""
    name = mention.type.partition(".")[0] in _GUESSED
    guessed = name and _tier(mention) >= _UNNAMED
    parts = _in_blocks(mention.span, view)
    if guessed and "\n" in view.text[mention.span.start : mention.span.end]:
        parts = chain.from_iterable(_in_lines(view.text, *part) for part in parts)
    if guessed or is_a(mention.type, "org.company"):
        parts = chain.from_iterable(_in_names(view.text, *part) for part in parts)
    if name:
        parts = chain.from_iterable(_no_longer(view.text, *part) for part in parts)
    for start, end in parts:
        span = _trimmed(view.text, start, end)
        if span and guessed:
            span = _unpunctuated(view.text, span)
        if span:
            yield mention if span == mention.span else replace(mention, span=span)


def _in_names(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut at the end of a sentence and at a gap of a table."""
    for match in _STOP.finditer(text, start, end):
        if match.start() > start:
            yield start, match.start()
        start = match.end()
    yield start, end


def _no_longer(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut what is too long for any name: what the leak check finds may be one chain of a text."""
    while end - start > _LONGEST:
        cut = text.rfind(" ", start, start + _LONGEST)
        cut = start + _LONGEST if cut <= start else cut
        yield start, cut
        start = cut
    yield start, end


def _in_lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut at the ends of lines too short to be wrapped: signatures, lists, forms; no sentences."""
    cursor = start
    running = _RUNS_UP.search(text, max(0, start - _WRAPPED), start) and _RUNS_ON.match(text, end)
    while (at := text.find("\n", cursor, end)) >= 0 and not running:
        if at - (text.rfind("\n", 0, at) + 1) < _WRAPPED:
            yield start, at
            start = at + 1
        cursor = at + 1
    yield start, end


def _in_blocks(span: Span, view: TextView) -> Iterator[tuple[int, int]]:
    cursor, end = span.start, min(span.end, len(view.text))
    first = bisect_right(view.blocks, cursor, key=lambda b: b.end)
    for index in range(first, len(view.blocks)):
        block = view.blocks[index]
        if block.start >= end:
            break
        if cursor < block.start:
            yield cursor, block.start
        yield max(cursor, block.start), min(end, block.end)
        cursor = min(end, block.end)
    if cursor < end:
        yield cursor, end


def _trimmed(text: str, start: int, end: int) -> Span | None:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return Span(start, end) if start < end else None


def _unpunctuated(text: str, span: Span) -> Span:
    """Return a guess without the hyphen, or the end of the sentence, behind it."""
    ends = _END.search(text, max(span.start, span.end - _ENDING), span.end)
    return Span(span.start, ends.start()) if ends and ends.start() > span.start else span


# --- joining mentions of one kind ---------------------------------------------------------------


def _join(mentions: Sequence[Mention]) -> list[Mention]:
    kinds: dict[str, list[Mention]] = {}
    for mention in mentions:
        kinds.setdefault(mention.type.partition(".")[0], []).append(mention)
    return [m for kind in sorted(kinds) for m in _join_kind(kinds[kind])]


def _join_kind(mentions: list[Mention]) -> list[Mention]:
    """Join what overlaps, except through a weak mention that bridges two certain ones."""
    certain, weak = list[Mention](), list[Mention]()
    for mention in mentions:
        (weak if _tier(mention) else certain).append(mention)
    certain = _unions(certain)
    starts = [m.span.start for m in certain]
    ends = [m.span.end for m in certain]

    def bridges(mention: Mention) -> bool:
        first = bisect_right(ends, mention.span.start)
        return bisect_left(starts, mention.span.end) - first > 1

    apart = [m for m in weak if bridges(m)]
    return _unions(certain + [m for m in weak if not bridges(m)]) + _unions(apart)


def _unions(mentions: list[Mention]) -> list[Mention]:
    groups: list[list[Mention]] = []
    end = -1
    for mention in sorted(mentions, key=_place):
        if mention.span.start >= end:
            groups.append([])
        groups[-1].append(mention)
        end = max(end, mention.span.end)
    return [_union(group) for group in groups]


def _union(group: list[Mention]) -> Mention:
    if len(group) == 1:
        return group[0]
    order = sorted(group, key=_rank)
    span = Span(min(m.span.start for m in group), max(m.span.end for m in group))
    whole = any(_kept(m) and m.span == span for m in group)
    evidence = dict.fromkeys(e if whole else _not_kept(e) for m in order for e in m.evidence)
    narrower = [] if whole else [m for m in order if _kept(m)]
    kind = _common_type([m.type for m in order if m not in narrower] or [order[0].type])
    return Mention(span, kind, tuple(evidence))


def _common_type(types: list[str]) -> str:
    """Return the finest type on the best one's branch."""
    best = types[0]
    for other in types[1:]:
        best = other if is_a(other, best) else best
    return best


def _keeps(evidence: Evidence) -> bool:
    return evidence.rule == "keep" and evidence.detector.partition(".")[0] in _KEEPERS


def _kept(mention: Mention) -> bool:
    return any(map(_keeps, mention.evidence))


def _not_kept(evidence: Evidence) -> Evidence:
    return replace(evidence, rule="keep-part") if _keeps(evidence) else evidence


def _beside_told(mentions: Sequence[Mention], text: str) -> Iterator[Mention]:
    """Yield the mentions, guesses cut at what patterns or the mark-up of a corpus tell."""
    told = sorted((m for m in mentions if _is_told(m) or _is_marked(m)), key=_place)
    starts = [m.span.start for m in told]
    for mention in mentions:
        start, end = mention.span.start, mention.span.end
        inside = told[bisect_left(starts, start) : bisect_left(starts, end)]
        if not (inside := [m for m in inside if _cuts(m, mention)]):
            yield mention
            continue
        edges = [start, *(edge for m in inside for edge in (m.span.start, m.span.end)), end]
        for left, right in zip(edges[::2], edges[1::2], strict=True):
            gap = _OUTSIDE.search(text, left, max(left, right))
            if gap:
                yield replace(mention, span=Span(gap.start(), gap.end()))


def _cuts(told: Mention, guess: Mention) -> bool:
    """Tell whether a guess ends where something else is: an address, or any but of the kind."""
    if _is_marked(told):
        apart = told.type.partition(".")[0] != guess.type.partition(".")[0]
        return apart and _tier(guess) >= _UNNAMED
    return guess.type == "address" and all(e.detector == "model" for e in guess.evidence)


def _is_told(mention: Mention) -> bool:
    told = mention.type == "postcode" or is_a(mention.type, "place")
    return told and any(e.detector == "patterns" for e in mention.evidence)


# --- numbers --------------------------------------------------------------------------------------


def _without_guessed_numbers(mentions: list[Mention], text: str) -> list[Mention]:
    """Leave out the numbers that a model saw where formats say what they are.

    A date or another value inside leaves the rest of such a number what it was: hidden.
    """
    said = (m for m in mentions if any(e.detector in _FORMATS for e in m.evidence))
    formats = [m for m in said if m.type.partition(".")[0] not in _GUESSED and m.score >= _GOOD]
    known = Cover(m.span for m in formats)
    numbers = Cover(m.span for m in formats if is_a(m.type, "id"))

    def is_said(span: Span) -> bool:
        digits = (Span(n, n + 1) for n in range(span.start, span.end) if text[n].isdigit())
        return numbers.touches(span) or all(map(known.touches, digits))

    return [m for m in mentions if not (_is_guessed_number(m) and is_said(m.span))]


def _is_guessed_number(mention: Mention) -> bool:
    return mention.type == "id" and all(e.detector == "model" for e in mention.evidence)


# --- what belongs to something larger ------------------------------------------------------------


def _without_contained(mentions: list[Mention]) -> list[Mention]:
    atoms = Cover(m.span for m in mentions if m.type.partition(".")[0] in _ATOMS and _tier(m) <= 2)
    firms = [m for m in mentions if is_a(m.type, "org") and m.score >= _GOOD and _tier(m) <= 2]
    orgs, marked = Cover(m.span for m in firms), Cover(m.span for m in firms if _is_marked(m))
    addresses = [m for m in mentions if m.type == "address" and m.score >= _GOOD]
    told = Cover(m.span for m in addresses if _tier(m) < _ADDRESS)
    lines = Cover(m.span for m in addresses)  # a body that a pattern has is no part of a guess
    heads = {m.span.start: m.span.end for m in addresses}  # Május 1. utca 17.

    def belongs(mention: Mention) -> bool:
        if mention.type.partition(".")[0] in _ATOMS:
            return False
        if atoms.holds(mention.span):
            return True
        if mention.type == "date" and heads.get(mention.span.start, 0) > mention.span.end:
            return True
        if mention.type in _GUESSED and lines.holds(mention.span):
            tier = _tier(mention)
            if tier > _ADDRESS or (tier > 0 and told.holds(mention.span)):
                return True
        inner = is_a(mention.type, "person") or is_a(mention.type, "place")
        around = marked if _is_marked(mention) else orgs
        return inner and around.holds(mention.span) and _tier(mention) > 0

    return [m for m in mentions if not belongs(m)]


# --- painting ------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Stroke:
    """A stretch that one mention won."""

    owner: int
    start: int
    end: int


def _paint(order: Sequence[Mention], view: TextView) -> Iterator[Mention | None]:
    """Give every stretch to the best mention over it; `order` is best first."""
    for stroke in _strokes([m.span for m in order]):
        mention = order[stroke.owner]
        whole = (stroke.start, stroke.end) == (mention.span.start, mention.span.end)
        yield mention if whole else _leftover(mention, stroke, view.text)


def _leftover(mention: Mention, stroke: _Stroke, text: str) -> Mention | None:
    start, end = stroke.start, stroke.end
    while start < end and (start > mention.span.start) and not text[start].isalnum():
        start += 1
    while start < end and (end < mention.span.end) and not text[end - 1].isalnum():
        end -= 1
    span = _trimmed(text, start, end)
    says = str.isdigit if _is_guessed_number(mention) else str.isalnum
    if span is None or not any(map(says, text[span.start : span.end])):
        return None
    evidence = tuple(dict.fromkeys(_not_kept(e) for e in mention.evidence))
    return replace(mention, span=span, evidence=evidence)


def _strokes(spans: Sequence[Span]) -> list[_Stroke]:
    """Sweep once over the edges; at each the smallest index still open owns what follows."""
    edges = sorted({edge for span in spans for edge in (span.start, span.end)})
    opening = sorted(range(len(spans)), key=lambda i: spans[i].start)
    strokes: list[_Stroke] = []
    heap: list[int] = []
    cursor = 0
    for edge, following in pairwise(edges):
        while cursor < len(opening) and spans[opening[cursor]].start == edge:
            heapq.heappush(heap, opening[cursor])
            cursor += 1
        while heap and spans[heap[0]].end <= edge:
            heapq.heappop(heap)
        if heap:
            owner = heap[0]
            if strokes and (strokes[-1].owner, strokes[-1].end) == (owner, edge):
                strokes[-1].end = following
            else:
                strokes.append(_Stroke(owner, edge, following))
    return strokes

"""What a person settled about a document, and what a check of the outcome means for it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from allonym.model.entity import Entity, EntityId
from allonym.model.mention import Evidence, Mention
from allonym.model.result import Leak, Result
from allonym.model.span import Span, subtract
from allonym.model.surrogate import Surrogate
from allonym.profile import Treatment


@dataclass(frozen=True, slots=True)
class Decided:
    """What a person settled about a document; nothing is detected, linked or repaired any more.

    Attributes:
        entities: All that are personal data, kept ones included, in the order of first mention.
        doubtful: Mentions that nobody has decided about; they are left as they are.
        keep: Entities that stay, besides those that the profile keeps.
        treatments: What becomes of single entities instead of what the profile says.
        names: Pseudonyms chosen by hand.
        left: Stretches left as they are on purpose: what is found there is listed, not blocking.
    """

    entities: tuple[Entity, ...]
    doubtful: tuple[Mention, ...] = ()
    keep: frozenset[EntityId] = frozenset()
    treatments: Mapping[EntityId, Treatment] = field(default_factory=lambda: MappingProxyType({}))
    names: Mapping[EntityId, Surrogate] = field(
        default_factory=lambda: MappingProxyType({}), repr=False
    )
    left: tuple[Span, ...] = ()


UNDECIDED = Decided(())


def with_left(result: Result, left: Sequence[Span]) -> Result:
    """Return the result with leaks at places that were left on purpose listed as such."""
    where = result.map
    places = sorted(left)
    starts = [span.start for span in places]

    def judged(leak: Leak) -> Leak:
        start, end = where.to_original(leak.span.start), where.to_original(leak.span.end)
        at = bisect_right(starts, start) - 1
        if not leak.blocking or start >= end or at < 0 or places[at].end < end:
            return leak
        return replace(leak, blocking=False, disguise="left")

    leaks = tuple(judged(leak) for leak in result.report.leaks)
    return replace(result, report=replace(result.report, leaks=leaks))


def missed_by(result: Result) -> list[Mention]:
    """Return the parts of blocking leaks that nothing replaced, as mentions of the original."""
    blocking = [leak for leak in result.report.leaks if leak.blocking]
    if not blocking:
        return []
    where = result.map
    types: Mapping[str, str] = {e.id: e.type for e in result.entities}
    changed = [r.result_span for r in result.plan if r.result_span]
    starts = [span.start for span in changed]
    missed = []
    for leak in blocking:
        first = max(0, bisect_left(starts, leak.span.start) - 1)
        over = changed[first : bisect_left(starts, leak.span.end)]
        for rest in subtract(leak.span, over):
            span = Span(where.to_original(rest.start), where.to_original(rest.end))
            evidence = (Evidence("verify", leak.disguise, 1.0),)
            missed.append(Mention(span, types.get(leak.entity, "other"), evidence))
    return missed

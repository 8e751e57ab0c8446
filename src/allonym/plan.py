"""From what replacers propose to a plan that covers every mention and never says the original."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace

from allonym.model.entity import Entity
from allonym.model.mention import Mention
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.ports import ReplaceContext, Replacer


def settle(
    context: ReplaceContext,
    hidden: Sequence[Entity],
    made: Iterable[Replacement],
    fallback: Replacer,
) -> ReplacementPlan:
    """Return the plan: what is safe of the proposals, and the fallback where that is not enough.

    Args:
        context: The document.
        hidden: Entities none of whose mentions may stay.
        made: What the replacers proposed; a word around a mention gives way to any mention.
        fallback: Makes the text for what is missing; its replacements count as uncertain.
    """
    safe = sorted(_safe(context.view, made), key=lambda r: (r.context, r.span))
    fallbacks: list[Replacement] = []
    while True:
        chosen = _disjoint([*fallbacks, *safe])
        missing = [m for entity in hidden for m in _uncovered(entity, chosen)]
        if not missing:
            return ReplacementPlan.of(chosen)
        fallbacks += [
            replace(r, certainty=0.0) for bare in missing for r in fallback.replace(context, [bare])
        ]


def _disjoint(ranked: Iterable[Replacement]) -> list[Replacement]:
    """Take each replacement that overlaps none taken before it; return them in text order."""
    spans: list[Span] = []
    taken: list[Replacement] = []
    for candidate in ranked:
        at = bisect_right(spans, candidate.span)
        if not any(candidate.span.overlaps(near) for near in spans[max(0, at - 1) : at + 1]):
            spans.insert(at, candidate.span)
            taken.insert(at, candidate)
    return taken


def _safe(view: TextView, made: Iterable[Replacement]) -> list[Replacement]:
    """Leave out replacements that would put the original back."""
    return [r for r in made if r.context or not _is_original(view, r)]


def _is_original(view: TextView, replacement: Replacement) -> bool:
    if replacement.method == "initials":
        return False
    return replacement.text.casefold() == view.surface(replacement.span).casefold()


def _uncovered(entity: Entity, chosen: Sequence[Replacement]) -> list[Entity]:
    """Return the entity with only the mentions that `chosen` leaves open; empty if none."""
    left = tuple(m for m in entity.mentions if not _is_covered(m, chosen))
    return [replace(entity, mentions=left)] if left else []


def _is_covered(mention: Mention, chosen: Sequence[Replacement]) -> bool:
    """Tell whether replacements, possibly several side by side, cover the whole mention."""
    at = max(0, bisect_right(chosen, mention.span.start, key=lambda r: r.span.start) - 1)
    position = mention.span.start
    for index in range(at, len(chosen)):
        candidate = chosen[index]
        if candidate.span.start > position or position >= mention.span.end:
            break
        if not candidate.context:
            position = max(position, candidate.span.end)
    return position >= mention.span.end

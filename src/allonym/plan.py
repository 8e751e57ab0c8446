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


def cover(
    context: ReplaceContext,
    hidden: Sequence[Entity],
    made: Sequence[Replacement],
    fallback: Replacer,
) -> list[Replacement]:
    """Return replacements for the mentions that no safe replacement covers.

    Args:
        context: The document.
        hidden: Entities none of whose mentions may stay.
        made: What the replacers proposed.
        fallback: Makes the text for what is missing; its replacements count as uncertain.
    """
    safe = sorted(_safe(context.view, made), key=lambda r: r.span)
    missing: list[Replacement] = []
    for entity in hidden:
        open_mentions = tuple(m for m in entity.mentions if not _is_covered(m, safe))
        if open_mentions:
            bare = replace(entity, mentions=open_mentions)
            missing += [replace(r, certainty=0.0) for r in fallback.replace(context, [bare])]
    return missing


def settle(
    view: TextView, made: Iterable[Replacement], fallbacks: Sequence[Replacement]
) -> ReplacementPlan:
    """Drop what is unsafe or in the way, and return the plan.

    Args:
        view: The document.
        made: What the replacers proposed; a word around a mention gives way to any mention.
        fallbacks: What `cover` added; these win, since nothing else covers their mention whole.
    """
    ranked = [*fallbacks, *sorted(_safe(view, made), key=lambda r: (r.context, r.span))]
    taken: list[Replacement] = []
    spans: list[Span] = []
    for candidate in ranked:
        at = bisect_right(spans, candidate.span)
        neighbours = spans[max(0, at - 1) : at + 1]
        if not any(candidate.span.overlaps(n) for n in neighbours):
            spans.insert(at, candidate.span)
            taken.append(candidate)
    return ReplacementPlan.of(taken)


def _safe(view: TextView, made: Iterable[Replacement]) -> list[Replacement]:
    """Leave out replacements that would put the original back."""
    return [r for r in made if r.context or not _is_original(view, r)]


def _is_original(view: TextView, replacement: Replacement) -> bool:
    if replacement.method == "initials":
        return False
    return replacement.text.casefold() == view.surface(replacement.span).casefold()


def _is_covered(mention: Mention, safe: Sequence[Replacement]) -> bool:
    """Tell whether replacements, possibly several side by side, cover the whole mention."""
    at = max(0, bisect_right(safe, mention.span.start, key=lambda r: r.span.start) - 1)
    position = mention.span.start
    for candidate in safe[at:]:
        if candidate.span.start > position or position >= mention.span.end:
            break
        if not candidate.context:
            position = max(position, candidate.span.end)
    return position >= mention.span.end

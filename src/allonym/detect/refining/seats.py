"""Institutions whose name ends before the town they sit in: *Okrajno sodišče v | Škofji Loki*."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView


def with_seats(
    view: TextView, mentions: Sequence[Mention], prepositions: Collection[str]
) -> list[Mention]:
    """Return the mentions, no organisation ending in a preposition.

    It has the town behind it, if one was found there, else it ends before the preposition.

    Args:
        view: The document.
        mentions: Disjoint, in text order.
        prepositions: Words in small letters.
    """
    made: list[Mention] = []
    for mention in mentions:
        last = made[-1] if made else None
        if last and _leads(view, last, prepositions) and _follows(view, last, mention):
            made[-1] = replace(last, span=Span(last.span.start, mention.span.end), parts=())
        else:
            made.append(mention)
    return [_cut(view, m) if _leads(view, m, prepositions) else m for m in made]


def _leads(view: TextView, mention: Mention, prepositions: Collection[str]) -> bool:
    words = view.surface(mention.span).split()
    return is_a(mention.type, "org") and len(words) > 1 and words[-1].lower() in prepositions


def _follows(view: TextView, org: Mention, mention: Mention) -> bool:
    between = view.text[org.span.end : mention.span.start]
    return is_a(mention.type, "place") and between in (" ", "\u00a0")


def _cut(view: TextView, mention: Mention) -> Mention:
    kept = view.surface(mention.span).rsplit(None, 1)[0]
    return replace(mention, span=Span(mention.span.start, mention.span.start + len(kept)), parts=())

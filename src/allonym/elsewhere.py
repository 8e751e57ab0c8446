"""Stretches of a document that are in another language than the document."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import replace

from allonym.model.mention import Mention
from allonym.model.span import Span

Elsewhere = tuple[tuple[Span, str], ...]
"""Disjoint stretches in text order, each with the ISO 639-1 code of its language."""

_GUESSED = ("model", "gazetteer", "terms")


def at_home(mentions: Iterable[Mention], elsewhere: Elsewhere) -> Iterator[Mention]:
    """Yield the mentions but for guesses by the language that lie where another is written."""
    for mention in mentions:
        foreign = _language_at(mention.span, elsewhere)
        if not foreign or any(e.detector not in _GUESSED for e in mention.evidence):
            yield mention


def placed(mentions: Iterable[Mention], elsewhere: Elsewhere) -> Iterator[Mention]:
    """Yield the mentions with the language of their paragraph, where it is not the document's."""
    for mention in mentions:
        language = _language_at(mention.span, elsewhere)
        yield replace(mention, language=language) if language else mention


def _language_at(span: Span, elsewhere: Elsewhere) -> str:
    at = bisect_left(elsewhere, span.end, key=lambda place: place[0].start) - 1
    return elsewhere[at][1] if at >= 0 and elsewhere[at][0].overlaps(span) else ""

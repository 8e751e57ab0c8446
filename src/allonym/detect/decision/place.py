"""What the place of a word in its sentence says of its capital."""

from __future__ import annotations

from allonym.model.span import Span

HEADS = frozenset(".!?:;…•–—-*\"'„“”«»(\n")
"""The signs after which a capital says nothing."""
_PICTURES = "\u2600"
"""From which character on signs are pictures, which end a sentence of a chat too."""


def opens(text: str, span: Span) -> bool:
    """Tell whether a stretch stands where a sentence, a line or an item may begin."""
    before = text[max(0, span.start - 4) : span.start].rstrip(" \t")
    return not before or before[-1] in HEADS or before[-1] >= _PICTURES


def is_large(text: str, span: Span) -> bool:
    """Tell whether words have capitals that their place in the sentence does not ask for."""
    words = text[span.start : span.end].split()
    return not opens(text, span) and all(w[:1].isupper() and not w.isupper() for w in words)

"""What an engine says: a labelled span and how probable it is."""

from __future__ import annotations

from dataclasses import dataclass

from allonym.model.span import Span


@dataclass(frozen=True, slots=True)
class ScoredSpan:
    """One labelled stretch of a text.

    Attributes:
        span: In code points of the text that was tagged.
        label: ``PER``, ``LOC``, ``ORG`` or ``MISC``.
        score: Calibrated probability of the span, 0 to 1.
    """

    span: Span
    label: str
    score: float

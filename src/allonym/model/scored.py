"""What an engine says: labelled spans and how probable they are, and every word's classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from allonym.model.span import Span

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


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


@dataclass(frozen=True, slots=True)
class WordScores:
    """What an engine thinks of each word of a text.

    Attributes:
        offsets: Half-open offsets of the words, in order.
        types: The labels of the columns behind the first.
        probabilities: One line a word: that it is no name, then that it is part of each type;
            last, that it begins one of any type.
    """

    offsets: Sequence[tuple[int, int]]
    types: tuple[str, ...]
    probabilities: NDArray[np.float32] = field(repr=False)

"""Which candidates to take: disjoint, and the fewest errors to be expected."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from allonym.detect.decision.candidates import CLASSES, NAMED
from allonym.model.span import Span

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_DIRECT = [n for n, name in enumerate(CLASSES) if n >= NAMED and name not in ("place", "org")]
BONUS = 3.0
"""How much worse it is to miss what points to a person than to hide a word: recall first."""


def choose(spans: Sequence[Span], chances: Floats, bonus: Any = BONUS) -> list[int]:
    """Return which of the candidates to take: disjoint, and the fewest errors to be expected.

    Taking a candidate saves a missed name where it is exactly right, costs a hidden word where it
    is none, and neither where only its edges are wrong.

    Args:
        spans: In order.
        chances: The probabilities of `CLASSES`, one line a candidate.
        bonus: How much worse it is to miss a person than to hide a word; one number, or one for
            each candidate: what is a name of nobody has no benefit of the doubt.
    """
    exact = chances[:, NAMED:].max(axis=1)
    gain = exact - chances[:, 0] + bonus * chances[:, _DIRECT].sum(axis=1)
    order = sorted(range(len(spans)), key=lambda n: spans[n].end)
    ends = [spans[n].end for n in order]
    best: list[tuple[float, tuple[int, int]]] = [(0.0, (-1, 0))]
    for at, number in enumerate(order):
        before = bisect_right(ends, spans[number].start, 0, at)
        taking = best[before][0] + float(gain[number])
        best.append((taking, (number, before)) if taking > best[at][0] else (best[at][0], (-1, at)))
    chosen: list[int] = []
    at = len(order)
    while at:
        number, before = best[at][1]
        if number >= 0:
            chosen.append(number)
        at = before
    return chosen[::-1]

"""From class probabilities to spans: the best lawful sequence, and what it nearly was.

Only stretches where something may begin are looked at; the rest is O.  All stretches of a text are
decoded side by side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


_LONGEST = 48


@dataclass(frozen=True, slots=True)
class TokenSpan:
    """A labelled run of tokens and how probable its least probable part is."""

    first: int
    last: int
    type: int
    score: float


def decode(probabilities: Floats, *, lean: float = 1.0, quiet: float = 0.995) -> list[TokenSpan]:
    """Return the spans of the best sequence in which I only continues its own type.

    Args:
        probabilities: One line per token; column 0 is O, then B and I of each type.
        lean: Weight of O: below 1, spans are found that the best sequence leaves out.
        quiet: Tokens whose O is at least as probable are O without being looked at.

    Returns:
        Disjoint spans in order; the score is that of the unweighted probabilities.
    """
    active = np.flatnonzero(probabilities[:, 0] < quiet)
    if not len(active):
        return []
    runs = _runs(active)
    longest = max(last - first + 1 for first, last in runs)
    padded = np.zeros((len(runs), longest, probabilities.shape[1]), dtype=np.float32)
    padded[:, :, 0] = 1.0
    for number, (first, last) in enumerate(runs):
        padded[number, : last - first + 1] = probabilities[first : last + 1]
    logs = np.log(np.maximum(padded, 1e-9))
    logs[:, :, 0] += float(np.log(lean))
    spans: list[TokenSpan] = []
    for (first, last), path in zip(runs, _viterbi(logs).tolist(), strict=True):
        for begin, end in runs_of(path[: last - first + 1]):
            spans.append(_scored(first + begin, first + end, path[begin], probabilities))
    return spans


def _runs(active: Any) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    first = last = int(active[0])
    for position in active[1:].tolist():
        if position != last + 1 or position - first >= _LONGEST:
            runs.append((first, last))
            first = position
        last = position
    runs.append((first, last))
    return runs


def _viterbi(logs: Any) -> Any:
    """Return the best path of each run, all runs at once."""
    runs, length, labels = logs.shape
    every, kinds = np.arange(runs), np.arange(1, labels, 2)
    best = logs[:, 0] + np.where(np.arange(labels) % 2 + (np.arange(labels) == 0), 0.0, -1e9)
    back = np.zeros((runs, length, labels), dtype=np.int8)
    for step in range(1, length):
        last = best.argmax(axis=1)
        begun, inside = best[:, 1::2], best[:, 2::2]
        back[:, step] = last[:, None]
        back[:, step, 2::2] = kinds + (inside > begun)
        total = np.repeat(best[every, last][:, None], labels, axis=1)
        total[:, 2::2] = np.maximum(begun, inside)
        best = total + logs[:, step]
    path = np.zeros((runs, length), dtype=np.int8)
    path[:, -1] = best.argmax(axis=1)
    for step in range(length - 1, 0, -1):
        path[:, step - 1] = back[every, step, path[:, step]]
    return path


def runs_of(labels: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last place of each mention among labels: B are odd, O is 0."""
    first = -1
    for position, label in enumerate((*labels, 0)):
        if first >= 0 and (label == 0 or label % 2 == 1):
            yield first, position - 1
            first = -1
        if label % 2 == 1:
            first = position


def _scored(first: int, last: int, begin: int, probabilities: Floats) -> TokenSpan:
    parts = [float(probabilities[first, begin])]
    parts += [float(probabilities[n, begin + 1]) for n in range(first + 1, last + 1)]
    if last + 1 < len(probabilities):
        parts.append(1.0 - float(probabilities[last + 1, begin + 1]))
    return TokenSpan(first, last, (begin - 1) // 2, min(parts))

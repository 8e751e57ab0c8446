"""Turn the engine's raw scores into probabilities, on text it was not trained on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from allonym.engines.decode import runs_of
from allonym.model.scored import ScoredSpan
from allonym.ports import Engine
from allonym.train.data import LABELS, Document

Example = tuple[str, set[tuple[int, int, str]]]
"""A text, and the gold spans in it with their labels."""

Floats = NDArray[np.float64]

_ENOUGH = 15
"""Fewer spans of a label than this fit no curve."""


def as_texts(documents: Iterable[Document]) -> Iterator[Example]:
    """Yield each document as evaluation reads it: words by spaces, sentences by line ends."""
    for document in documents:
        text: list[str] = []
        gold: set[tuple[int, int, str]] = set()
        length = 0
        for sentence in document:
            starts: list[tuple[int, int]] = []
            for word in sentence.words:
                starts.append((length, length + len(word)))
                length += len(word) + 1
            text.append(" ".join(sentence.words))
            for first, last in runs_of(sentence.labels):
                kind = LABELS[sentence.labels[first]][2:]
                gold.add((starts[first][0], starts[last][1], kind))
        yield "\n".join(text), gold


def fit_calibration(
    runs: Iterable[tuple[Engine, Iterable[Example]]],
) -> dict[str, list[float]]:
    """Return slope and shift of the log odds for each label.

    Fitted is the chance that there is something to hide: that the span touches a mention of
    whichever kind.  Edges and labels are the smaller worry.

    Args:
        runs: Engines, not calibrated yet, each with texts and their gold spans that it was not
            trained on; labels that the gold never has are left as they are.
    """
    scores: dict[str, list[float]] = {}
    right: dict[str, list[bool]] = {}
    marked = {"ANY"}
    for engine, examples in runs:
        texts, golds = [], []
        for text, spans in examples:
            texts.append(text)
            golds.append({span for span in spans if span[2] != "MISC"})
        marked |= {label for gold in golds for _, _, label in gold}
        for gold, found in zip(golds, engine.tag(texts, floor=0.0), strict=True):
            for scored in found:
                scores.setdefault(scored.label, []).append(scored.score)
                hit = any(_touch(scored, span) for span in gold)
                right.setdefault(scored.label, []).append(hit)
    fitted = {
        label: _platt(np.array(scores[label]), np.array(right[label]))
        for label in sorted(marked & set(scores))
        if len(scores[label]) > _ENOUGH
    }
    return {label: [round(value, 4) for value in curve] for label, curve in fitted.items()}


def _touch(scored: ScoredSpan, gold: tuple[int, int, str]) -> bool:
    return scored.span.start < gold[1] and gold[0] < scored.span.end


def _platt(scores: Floats, right: NDArray[np.bool_]) -> tuple[float, float]:
    """Fit a logistic curve over the log odds by Newton's method, slightly damped."""
    clipped = np.clip(scores, 1e-4, 1 - 1e-4)
    inputs = np.stack([np.log(clipped / (1 - clipped)), np.ones(len(scores))], axis=1)
    weights = np.array([1.0, 0.0])
    for _ in range(50):
        guess = 1 / (1 + np.exp(-np.clip(inputs @ weights, -30, 30)))
        slope = inputs.T @ (right - guess) - (weights - [1.0, 0.0])
        curve = (inputs * (guess * (1 - guess))[:, None]).T @ inputs + np.eye(2)
        weights = weights + np.clip(np.linalg.solve(curve, slope), -0.3, 0.3)
    return float(weights[0]), float(weights[1])

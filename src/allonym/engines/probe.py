"""A classifier over frozen word vectors, as the laboratory trains it: NumPy is all it needs.

A probe is a folder: ``probe.json`` (what it is) and ``probe.npz`` (its numbers; no pickles).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from allonym.engines.vectors import WordVectors, load_vectors
from allonym.errors import EngineError
from allonym.model.scored import ScoredSpan
from allonym.model.span import Span
from allonym.text.tokenize import tokenize

Matrix = NDArray[np.float64]


FORMAT = 1
OUTSIDE = "O"
_LABELS = {"personal": "ANY", "person": "PER"}
"""What an engine calls the classes of the tasks of two."""
_STEP = 512


@dataclass(frozen=True)
class Probe:
    """Class probabilities of word vectors."""

    kind: str  # ``nn`` (one hidden layer or more) or ``knn``
    vectors: str  # where the word vectors come from; see `load_vectors`
    classes: tuple[str, ...]  # name of each column, ``O`` among them
    threshold: float  # from which probability a word is in another class than ``O``
    # weights and biases, or the vectors of the neighbours with their classes
    arrays: Mapping[str, Any] = field(repr=False)
    neighbours: int = 0  # how many vote

    def probabilities(self, vectors: Any) -> Matrix:
        """Return a line for each vector and a column for each class."""
        scaled = (vectors - self.arrays["mean"]) / self.arrays["scale"]
        return self._of_neighbours(scaled) if self.kind == "knn" else self._of_network(scaled)

    def _of_network(self, layer: Any) -> Matrix:
        count = sum(1 for name in self.arrays if name.startswith("weights"))
        for number in range(count):
            layer = layer @ self.arrays[f"weights{number}"] + self.arrays[f"bias{number}"]
            if number < count - 1:
                layer = np.maximum(layer, 0)
        if layer.shape[1] == 1:
            positive = 1 / (1 + np.exp(-layer))
            return np.concatenate([1 - positive, positive], axis=1)
        weights = np.exp(layer - layer.max(axis=1, keepdims=True))
        made: Matrix = weights / weights.sum(axis=1, keepdims=True)
        return made

    def _of_neighbours(self, queries: Any) -> Matrix:
        """Let the nearest vote, each by the inverse of its Euclidean distance."""
        points, labels = self.arrays["points"], self.arrays["labels"]
        lengths = (points**2).sum(axis=1)
        made = np.zeros((len(queries), len(self.classes)))
        for first in range(0, len(queries), _STEP):
            part = queries[first : first + _STEP]
            squares = (part**2).sum(axis=1)[:, None] + lengths - 2 * part @ points.T
            nearest = np.argpartition(squares, self.neighbours - 1, axis=1)[:, : self.neighbours]
            far = np.sqrt(np.maximum(np.take_along_axis(squares, nearest, axis=1), 1e-12))
            votes = self.arrays["weights"][labels[nearest]] / far
            for column in range(len(self.classes)):
                made[first : first + _STEP, column] = (votes * (labels[nearest] == column)).sum(1)
        shares: Matrix = made / made.sum(axis=1, keepdims=True)
        return shares

    def decide(self, probabilities: Matrix) -> list[int]:
        """Return the class of each line: the best other than ``O`` from the threshold on."""
        outside = self.classes.index(OUTSIDE)
        others = np.array(probabilities)
        others[:, outside] = -1.0
        inside = 1.0 - probabilities[:, outside] >= self.threshold
        return [int(c) for c in np.where(inside, others.argmax(axis=1), outside)]

    def save(self, folder: Path) -> None:
        """Write the probe into a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        own = {f.name: getattr(self, f.name) for f in fields(self) if f.repr}
        table = {"format": FORMAT, **own}
        (folder / "probe.json").write_text(json.dumps(table, indent=2) + "\n", "utf-8")
        np.savez_compressed(folder / "probe.npz", **dict(self.arrays))

    @classmethod
    def load(cls, folder: Path) -> Probe:
        """Read a probe.

        Raises:
            EngineError: If the folder holds none, or one of another format.
        """
        try:
            table = json.loads((folder / "probe.json").read_text("utf-8"))
            with np.load(folder / "probe.npz", allow_pickle=False) as file:
                arrays = {name: file[name] for name in file.files}
            if table["format"] != FORMAT:
                raise EngineError(f"{folder.name}: a probe of format {table['format']}; train anew")
            own = {**table, "classes": tuple(table["classes"]), "arrays": arrays}
            return cls(**{name: value for name, value in own.items() if name != "format"})
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise EngineError(
                f"{folder.name}: no probe in it; train one with: allonym lab"
            ) from error


@dataclass(frozen=True, slots=True, eq=False)
class ProbeEngine:
    """Runs a probe over texts (the protocol ``Engine``)."""

    probe: Probe
    vectors: WordVectors = field(repr=False)  # those it was trained on

    @classmethod
    def load(cls, folder: str) -> ProbeEngine:
        """Load a probe from its folder.

        Raises:
            EngineError: If it or its encoder cannot be loaded.
        """
        probe = Probe.load(Path(folder))
        return cls(probe, load_vectors(probe.vectors))

    def tag(self, texts: Sequence[str], *, floor: float) -> list[list[ScoredSpan]]:
        """Return the runs of words of one class; a run is as sure as its least sure word."""
        return [[s for s in self._spans(text) if s.score >= floor] for text in texts]

    def _spans(self, text: str) -> list[ScoredSpan]:
        tokens = tokenize(text)
        if not tokens:
            return []
        (vectors,) = self.vectors.encode([[text[a:b] for a, b in tokens]])
        rows = self.probe.probabilities(vectors)
        outside = self.probe.classes.index(OUTSIDE)
        words = zip(tokens, self.probe.decide(rows), 1.0 - rows[:, outside], strict=True)
        spans = []
        for column, run in groupby(words, key=lambda word: word[1]):
            if column != outside:
                members = list(run)
                span = Span(members[0][0][0], members[-1][0][1])
                label = self.probe.classes[column]
                least = min(float(score) for *_, score in members)
                spans.append(ScoredSpan(span, _LABELS.get(label, label), least))
        return spans

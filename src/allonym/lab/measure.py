"""Figures of a classifier, word by word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Score:
    """What one class, or personal against not, comes to."""

    name: str  # of the class
    precision: float  # share of what was found that is right
    recall: float  # share of what is there that was found
    support: int  # how many words are of the class

    def f(self, beta: float = 1.0) -> float:
        """Return F beta: recall counts beta times as much as precision (van Rijsbergen 1979).

        >>> round(Score("personal", 0.5, 1.0, 1).f(2), 3)
        0.833
        """
        weighted = beta**2 * self.precision + self.recall
        return (1 + beta**2) * self.precision * self.recall / weighted if weighted else 0.0


@dataclass(frozen=True, slots=True)
class Figures:
    """What a probe does on one data set."""

    data: str  # name of the data set
    personal: Score  # any class but ``O`` against ``O``
    classes: tuple[Score, ...]  # each class but ``O``, one against the rest
    accuracy: float  # share of words with the right class
    roc_area: float  # area under the ROC curve of personal against not
    loss: float  # mean negative logarithm of the right class's probability
    confusion: tuple[tuple[int, ...], ...]  # lines are gold, columns what was said
    # recall and precision for falling thresholds, thinned out
    curve: tuple[tuple[float, float], ...] = field(repr=False)

    def macro(self) -> float:
        """Return the mean F1 of the classes other than ``O`` that occur."""
        there = [s.f() for s in self.classes if s.support]
        return sum(there) / len(there) if there else 0.0

    def weighted(self, beta: float = 1.0) -> float:
        """Return the mean F beta of those classes, each counted by its words."""
        return self._by_words([s.f(beta) for s in self.classes])

    def weighted_precision(self) -> float:
        """Return the mean precision of those classes, each counted by its words."""
        return self._by_words([s.precision for s in self.classes])

    def weighted_recall(self) -> float:
        """Return the mean recall of those classes, each counted by its words."""
        return self._by_words([s.recall for s in self.classes])

    def _by_words(self, values: Sequence[float]) -> float:
        counts = [s.support for s in self.classes]
        total = sum(counts)
        return sum(v * n for v, n in zip(values, counts, strict=True)) / total if total else 0.0

    def with_outside(self) -> float:
        """Return the mean F1 of all classes, ``O`` included, each counted by its words.

        Most words are outside of names, so this is high whatever the classifier does; it is what
        some published figures seem to be.
        """
        total = sum(map(sum, self.confusion))
        said = [sum(column) for column in zip(*self.confusion, strict=True)]
        f1 = [
            2 * row[n] / (sum(row) + said[n]) if row[n] else 0.0
            for n, row in enumerate(self.confusion)
        ]
        return sum(f * sum(row) for f, row in zip(f1, self.confusion, strict=True)) / total


def figures(
    data: str, classes: Sequence[str], gold: Any, said: Any, probabilities: Matrix
) -> Figures:
    """Compare what was said with the gold classes.

    Class 0 is ``O``; the probabilities have a line for each word.
    """
    import numpy as np
    from sklearn.metrics import confusion_matrix, log_loss, precision_recall_curve, roc_auc_score

    gold, said = np.asarray(gold), np.asarray(said)
    numbers = list(range(len(classes)))
    inside = 1.0 - probabilities[:, 0]
    mixed = 0 < int((gold > 0).sum()) < len(gold)
    curve: tuple[tuple[float, float], ...] = ()
    if mixed:
        precision, recall, _ = precision_recall_curve(gold > 0, inside)
        thin = range(0, len(recall), max(1, len(recall) // 200))
        curve = tuple((float(recall[i]), float(precision[i])) for i in thin)
    return Figures(
        data=data,
        personal=_score("personal", gold > 0, said > 0),
        classes=tuple(_score(classes[n], gold == n, said == n) for n in numbers[1:]),
        accuracy=float((gold == said).mean()),
        roc_area=float(roc_auc_score(gold > 0, inside)) if mixed else float("nan"),
        loss=float(log_loss(gold, np.clip(probabilities, 1e-9, 1), labels=numbers)),
        confusion=tuple(
            tuple(int(c) for c in row) for row in confusion_matrix(gold, said, labels=numbers)
        ),
        curve=curve,
    )


def _score(name: str, gold: Any, said: Any) -> Score:
    right = int((gold & said).sum())
    found, there = int(said.sum()), int(gold.sum())
    return Score(name, right / found if found else 0.0, right / there if there else 0.0, there)


def best_threshold(gold: Any, probabilities: Matrix, beta: float) -> float:
    """Return the threshold of the precision-recall curve with the highest F beta.

    Class 0 is ``O``, the probabilities have a line for each word, and recall counts `beta` times as
    much as precision.
    """
    import numpy as np
    from sklearn.metrics import precision_recall_curve

    inside = np.asarray(gold) > 0
    if not inside.any():
        return 0.5
    precision, recall, thresholds = precision_recall_curve(inside, 1.0 - probabilities[:, 0])
    weighted = np.maximum(beta**2 * precision + recall, 1e-12)
    f = ((1 + beta**2) * precision * recall / weighted)[:-1]
    return float(thresholds[int(f.argmax())])

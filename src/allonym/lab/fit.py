"""Train a probe: balance, scale, search a grid, fit, choose the threshold; count its figures."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from allonym.engines.probe import Probe
from allonym.errors import ConfigError, needs

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
    # over the classes but ``O``: ``macro_f1`` of those that occur, and ``weighted_precision`` and
    # so on by the words of each; ``f1_with_outside`` takes ``O`` in, as some published figures
    # seem to, and is high whatever the classifier does, for most words are outside
    means: Mapping[str, float]
    # recall and precision for falling thresholds, thinned out
    curve: tuple[tuple[float, float], ...] = field(repr=False)


def figures(
    data: str, classes: Sequence[str], gold: Any, said: Any, probabilities: Matrix
) -> Figures:
    """Compare what was said with the gold classes.

    Class 0 is ``O``; the probabilities have a line for each word.
    """
    from sklearn.metrics import (
        confusion_matrix,
        f1_score,
        log_loss,
        precision_recall_curve,
        precision_recall_fscore_support,
        roc_auc_score,
    )

    gold, said = np.asarray(gold), np.asarray(said)
    numbers = list(range(len(classes)))
    inside = 1.0 - probabilities[:, 0]
    mixed = 0 < int((gold > 0).sum()) < len(gold)
    f1 = partial(f1_score, gold, said, zero_division=0)
    by_words = {"labels": numbers[1:], "average": "weighted", "zero_division": 0}
    names = [precision_recall_fscore_support(gold, said, beta=b, **by_words) for b in (1, 2, 5)]
    there = [number for number in numbers[1:] if number in gold]
    means = {
        "macro_f1": f1(labels=there, average="macro") if there else 0.0,
        "weighted_precision": names[0][0], "weighted_recall": names[0][1],
        "weighted_f1": names[0][2], "weighted_f2": names[1][2], "weighted_f5": names[2][2],
        "f1_with_outside": f1(labels=numbers, average="weighted"),
    }  # fmt: skip
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
        means={name: float(mean) for name, mean in means.items()},
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
    from sklearn.metrics import precision_recall_curve

    inside = np.asarray(gold) > 0
    if not inside.any():
        return 0.5
    precision, recall, thresholds = precision_recall_curve(inside, 1.0 - probabilities[:, 0])
    weighted = np.maximum(beta**2 * precision + recall, 1e-12)
    f = ((1 + beta**2) * precision * recall / weighted)[:-1]
    return float(thresholds[int(f.argmax())])


CLASSIFIERS = ("nn", "knn")
BALANCES = ("none", "weights", "over", "under")

# what the search tries; without one the first of each is taken
_GRIDS: Mapping[str, Mapping[str, Sequence[Any]]] = {
    "nn": {"hidden_layer_sizes": [(64,), (128,)], "alpha": [1e-4, 1e-2]},
    "knn": {"n_neighbors": [3, 7, 15]},
}
_HELD_OUT = 0.15
_FEWEST = 20
_ENOUGH = 5000  # words from which a tenth can be spared to tell when the network no longer improves


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a probe is trained."""

    classifier: str = "nn"  # ``nn`` or ``knn``
    # ``none``, ``weights`` (a class counts by the inverse of its share), ``over`` (rare classes
    # repeated), ``under`` (words outside thinned out)
    balance: str = "none"
    folds: int = 0  # of the grid search; 0 searches nothing
    beta: float = 1.0  # the threshold is the best for this F
    seed: int = 1  # of all chance
    epochs: int = 30  # rounds of the network at most; it stops when nothing improves

    def __post_init__(self) -> None:
        for what, name, known in (
            ("classifier", self.classifier, CLASSIFIERS),
            ("balance", self.balance, BALANCES),
        ):
            if name not in known:
                raise ConfigError(f"unknown {what} {name!r}; known: {', '.join(known)}")
        if self.folds == 1:
            raise ConfigError("a grid search needs two folds or more, or 0 for none")


@dataclass(frozen=True, slots=True)
class Fitted:
    """A trained probe and what the search found."""

    probe: Probe  # ready to use
    chosen: Mapping[str, Any]  # the settings taken
    # mean and deviation of F1 over the folds for every setting tried
    search: tuple[tuple[Mapping[str, Any], float, float], ...] = field(repr=False)


def fit(
    vectors: Any,
    labels: Any,
    classes: Sequence[str],
    source: str,
    recipe: Recipe,
    sentences: Any = None,
) -> Fitted:
    """Train a probe.

    Part of the sentences is held out and used for nothing but the threshold.  No sentence is on
    both sides of a split: vectors of neighbours share what they know.  Vectors have a line for each
    word, labels the number of its class, 0 being ``O``; without `sentences` each word is one of its
    own.

    Raises:
        MissingExtra: If scikit-learn is not installed.
        ConfigError: If all words are outside of names or within, or there are too few sentences.
    """
    with needs("the laboratory needs", "lab"):
        from sklearn.model_selection import GroupShuffleSplit
    labels = np.asarray(labels)
    groups = np.arange(len(labels)) if sentences is None else np.asarray(sentences)
    present = np.unique(labels)
    if 0 not in present or len(present) < 2:
        raise ConfigError("the training data need words outside of names and words within")
    if len(np.unique(groups)) < _FEWEST:
        raise ConfigError(f"the training data need {_FEWEST} sentences or more")
    ((inner, held),) = GroupShuffleSplit(1, test_size=_HELD_OUT, random_state=recipe.seed).split(
        vectors, labels, groups
    )
    known = vectors[inner]
    mean, scale = known.mean(axis=0), np.maximum(known.std(axis=0), 1e-6)
    scaled, grid = (known - mean) / scale, _settings(recipe)
    search = _search(scaled, labels[inner], groups[inner], recipe) if recipe.folds else ()
    chosen = max(search, key=lambda tried: tried[1])[0] if search else grid[0]
    x, y, weights = _balanced(scaled, labels[inner], recipe)
    model = _fitted(x, y, weights, recipe, chosen)
    arrays = {"mean": mean, "scale": scale, **_arrays(model, x, y, len(classes), recipe)}
    neighbours = int(getattr(model, "n_neighbors", 0))
    probe = Probe(recipe.classifier, source, tuple(classes), 0.5, arrays, neighbours)
    rows = probe.probabilities(vectors[held])
    threshold = best_threshold(labels[held], rows, recipe.beta)
    return Fitted(replace(probe, threshold=threshold), chosen, search)


def _balanced(x: Any, y: Any, recipe: Recipe) -> tuple[Any, Any, Any]:
    """Return the training words as the recipe balances them, and a weight for each."""
    from sklearn.utils.class_weight import compute_sample_weight

    if recipe.balance == "weights":
        return x, y, compute_sample_weight("balanced", y)
    if recipe.balance == "none":
        return x, y, np.ones(len(y))
    chance = np.random.default_rng(recipe.seed)
    outside, *names = [np.flatnonzero(y == label) for label in np.unique(y)]
    if recipe.balance == "over":
        size = len(outside) // len(names)
        names = [chance.choice(group, max(len(group), size)) for group in names]
    else:
        size = min(len(outside), sum(map(len, names)))
        outside = chance.choice(outside, size, replace=False)
    order = chance.permutation(np.concatenate([outside, *names]))
    return x[order], y[order], np.ones(len(order))


def _settings(recipe: Recipe) -> list[dict[str, Any]]:
    """Return every combination of the grid, the usual one first."""
    from sklearn.model_selection import ParameterGrid

    return list(ParameterGrid(_GRIDS[recipe.classifier]))


def _search(
    x: Any, y: Any, groups: Any, recipe: Recipe
) -> tuple[tuple[Mapping[str, Any], float, float], ...]:
    """Return mean and deviation of macro F1 over the folds for every setting.

    Only what is trained on is balanced: a repeated word must not stand on both sides.
    """
    from sklearn.metrics import f1_score
    from sklearn.model_selection import StratifiedGroupKFold

    folds = StratifiedGroupKFold(recipe.folds, shuffle=True, random_state=recipe.seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # a class rarer than there are folds
        try:
            splits = list(folds.split(x, y, groups))
        except ValueError:
            raise ConfigError(f"{recipe.folds} folds are more than the data fill") from None
    tried = []
    for setting in _settings(recipe):
        scores = []
        for train, test in splits:
            model = _fitted(*_balanced(x[train], y[train], recipe), recipe, setting)
            scores.append(f1_score(y[test], model.predict(x[test]), average="macro"))
        tried.append((setting, float(np.mean(scores)), float(np.std(scores))))
    return tuple(tried)


def _fitted(x: Any, y: Any, weights: Any, recipe: Recipe, setting: Mapping[str, Any]) -> Any:
    from sklearn.exceptions import ConvergenceWarning

    model = _model(recipe, len(y)).set_params(**setting)
    fitting = {"sample_weight": weights} if recipe.classifier == "nn" else {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return model.fit(x, y, **fitting)


def _model(recipe: Recipe, words: int) -> Any:
    if recipe.classifier == "knn":
        from sklearn.neighbors import KNeighborsClassifier

        return KNeighborsClassifier(weights="distance")
    from sklearn.neural_network import MLPClassifier

    return MLPClassifier(
        max_iter=recipe.epochs, early_stopping=words >= _ENOUGH, n_iter_no_change=5,
        random_state=recipe.seed,
    )  # fmt: skip


def _arrays(model: Any, x: Any, y: Any, classes: int, recipe: Recipe) -> dict[str, Any]:
    """Return the numbers of a fitted classifier, for every class of the task."""
    if recipe.classifier == "knn":
        shares = np.bincount(y, minlength=classes) / len(y)
        even = recipe.balance != "weights"
        weights = np.ones(classes) if even else 1 / np.maximum(classes * shares, 1e-6)
        return {"points": x.astype(np.float32), "labels": y, "weights": weights}
    arrays: dict[str, Any] = {}
    for number, (matrix, bias) in enumerate(zip(model.coefs_, model.intercepts_, strict=True)):
        if number == len(model.coefs_) - 1 and classes > 2:
            matrix, bias = _widened(matrix, bias, model.classes_, classes)  # noqa: PLW2901
        arrays[f"weights{number}"], arrays[f"bias{number}"] = matrix, bias
    return arrays


def _widened(matrix: Any, bias: Any, known: Any, classes: int) -> tuple[Any, Any]:
    """Give classes that the data lack a column that never wins."""
    if matrix.shape[1] == 1:
        matrix = np.concatenate([-matrix / 2, matrix / 2], axis=1)
        bias = np.concatenate([-bias / 2, bias / 2])
    wide, low = np.zeros((matrix.shape[0], classes)), np.full(classes, -1e9)
    wide[:, known], low[known] = matrix, bias
    return wide, low

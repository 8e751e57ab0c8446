"""Train a probe: balance, scale, search a grid, fit, choose the threshold."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from allonym.engines.probe import Probe
from allonym.errors import ConfigError, MissingExtra
from allonym.lab.measure import best_threshold

CLASSIFIERS = ("nn", "knn")
BALANCES = ("none", "weights", "over", "under")

_GRIDS: Mapping[str, Mapping[str, Sequence[Any]]] = {
    "nn": {"hidden_layer_sizes": [(64,), (128,)], "alpha": [1e-4, 1e-2]},
    "knn": {"n_neighbors": [3, 7, 15]},
}
"""What the search tries; without one the first of each is taken."""

_HELD_OUT = 0.15
_ENOUGH = 5000
"""Words from which a tenth can be spared to tell when the network no longer improves."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a probe is trained.

    Attributes:
        classifier: ``nn`` or ``knn``.
        balance: ``none``, ``weights`` (a class counts by the inverse of its share), ``over``
            (rare classes repeated), ``under`` (words outside thinned out).
        folds: Of the grid search; 0 searches nothing.
        beta: The threshold is the best for this F.
        seed: Of all chance.
        epochs: Rounds of the network at most; it stops when nothing improves.
    """

    classifier: str = "nn"
    balance: str = "none"
    folds: int = 0
    beta: float = 1.0
    seed: int = 1
    epochs: int = 30

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
    """A trained probe and what the search found.

    Attributes:
        probe: Ready to use.
        chosen: The settings taken.
        search: Mean and deviation of F1 over the folds for every setting tried.
    """

    probe: Probe
    chosen: Mapping[str, Any]
    search: tuple[tuple[Mapping[str, Any], float, float], ...] = field(repr=False)


def fit(vectors: Any, labels: Any, classes: Sequence[str], source: str, recipe: Recipe) -> Fitted:
    """Train a probe.

    Part of the words is held out and used for nothing but the threshold.

    Args:
        vectors: A line for each word.
        labels: Number of each word's class, 0 being ``O``.
        classes: Their names.
        source: Where the vectors come from.
        recipe: How.

    Raises:
        MissingExtra: If scikit-learn is not installed.
        ConfigError: If a class of the task never occurs, or only one does.
    """
    np, split = _libraries()
    labels = np.asarray(labels)
    present = np.unique(labels)
    if 0 not in present or len(present) < 2:
        raise ConfigError("the training data need words outside of names and words within")
    inner, held, y, y_held = split(
        vectors, labels, test_size=_HELD_OUT, random_state=recipe.seed, stratify=labels > 0
    )
    mean, scale = inner.mean(axis=0), np.maximum(inner.std(axis=0), 1e-6)
    x, y, weights = _balanced((inner - mean) / scale, y, recipe)
    model, search = _searched(x, y, weights, recipe)
    arrays = {"mean": mean, "scale": scale, **_arrays(model, x, y, len(classes), recipe)}
    neighbours = int(getattr(model, "n_neighbors", 0))
    probe = Probe(recipe.classifier, source, tuple(classes), 0.5, arrays, neighbours)
    threshold = best_threshold(y_held, probe.probabilities(held), recipe.beta)
    names = _GRIDS[recipe.classifier]
    chosen = {name: value for name, value in model.get_params().items() if name in names}
    return Fitted(replace(probe, threshold=threshold), chosen, search)


def _libraries() -> tuple[Any, Any]:
    try:
        import numpy as np
        from sklearn.model_selection import train_test_split
    except ImportError as error:
        raise MissingExtra("the laboratory needs an extra: pip install 'allonym[lab]'") from error
    return np, train_test_split


def _balanced(x: Any, y: Any, recipe: Recipe) -> tuple[Any, Any, Any]:
    """Return the training words as the recipe balances them, and a weight for each."""
    import numpy as np
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


def _searched(
    x: Any, y: Any, weights: Any, recipe: Recipe
) -> tuple[Any, tuple[tuple[Mapping[str, Any], float, float], ...]]:
    """Return the classifier fitted, with the best settings of the grid if folds are asked for."""
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.model_selection import GridSearchCV, StratifiedKFold

    grid = {name: list(values) for name, values in _GRIDS[recipe.classifier].items()}
    model = _model(recipe, len(y)).set_params(**{name: values[0] for name, values in grid.items()})
    fitting = {"sample_weight": weights} if recipe.classifier == "nn" else {}
    if not recipe.folds:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            return model.fit(x, y, **fitting), ()
    folds = StratifiedKFold(recipe.folds, shuffle=True, random_state=recipe.seed)
    search = GridSearchCV(model, grid, scoring="f1_macro", cv=folds)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        search.fit(x, y, **fitting)
    rows = search.cv_results_
    tried = zip(rows["params"], rows["mean_test_score"], rows["std_test_score"], strict=True)
    return search.best_estimator_, tuple((dict(p), float(m), float(s)) for p, m, s in tried)


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
    import numpy as np

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
    import numpy as np

    if matrix.shape[1] == 1:
        matrix = np.concatenate([-matrix / 2, matrix / 2], axis=1)
        bias = np.concatenate([-bias / 2, bias / 2])
    wide, low = np.zeros((matrix.shape[0], classes)), np.full(classes, -1e9)
    wide[:, known], low[known] = matrix, bias
    return wide, low

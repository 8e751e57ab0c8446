"""Train a probe: balance, scale, search a grid, fit, choose the threshold."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from allonym.engines.probe import Probe
from allonym.errors import ConfigError, needs
from allonym.lab.measure import best_threshold

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
    np, splitter = _libraries()
    labels = np.asarray(labels)
    groups = np.arange(len(labels)) if sentences is None else np.asarray(sentences)
    present = np.unique(labels)
    if 0 not in present or len(present) < 2:
        raise ConfigError("the training data need words outside of names and words within")
    if len(np.unique(groups)) < _FEWEST:
        raise ConfigError(f"the training data need {_FEWEST} sentences or more")
    ((inner, held),) = splitter(1, test_size=_HELD_OUT, random_state=recipe.seed).split(
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


def _libraries() -> tuple[Any, Any]:
    with needs("the laboratory needs", "lab"):
        import numpy as np
        from sklearn.model_selection import GroupShuffleSplit
    return np, GroupShuffleSplit


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


def _settings(recipe: Recipe) -> list[dict[str, Any]]:
    """Return every combination of the grid, the usual one first."""
    grid = _GRIDS[recipe.classifier]
    return [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]


def _search(
    x: Any, y: Any, groups: Any, recipe: Recipe
) -> tuple[tuple[Mapping[str, Any], float, float], ...]:
    """Return mean and deviation of macro F1 over the folds for every setting.

    Only what is trained on is balanced: a repeated word must not stand on both sides.
    """
    import numpy as np
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

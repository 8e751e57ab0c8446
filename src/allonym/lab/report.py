"""One report of experiments: Markdown or JSON, and plots beside it.

Source of what others published for the same task: the report of the GDPR student project whose
classifiers the laboratory takes up: a neural network over frozen BERT base vectors, trained on
CoNLL-2003, tested on all three.  *Person or not* is the label PER against all others; for five
classes its F1 counts words outside of names too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from allonym.charts import draw_curve, draw_matrix, save, sheet
from allonym.lab.fit import Figures
from allonym.lab.run import Experiment

_HEAD = (
    "| tested on | precision | recall | F1 | F2 | F5 | F1 with O | accuracy | ROC area | loss "
    "| published F1{} (trained on CoNLL-2003) |"
)


def as_dict(done: Experiment) -> dict[str, Any]:
    """Return an experiment as plain values for JSON."""
    return {
        "task": done.task, "classifier": done.recipe.classifier, "balance": done.recipe.balance,
        "vectors": done.vectors, "trained_on": list(done.trained_on), "words": done.words,
        "threshold": round(done.fitted.probe.threshold, 4), "settings": dict(done.fitted.chosen),
        "search": [{"settings": p, "f1": m, "deviation": s} for p, m, s in done.fitted.search],
        "results": [_result(f, done.task) for f in done.figures],
    }  # fmt: skip


def _result(found: Figures, task: str) -> dict[str, Any]:
    scores = (found.personal, *found.classes) if task == "classes" else (found.personal,)
    return {
        "data": found.data, "accuracy": found.accuracy, "roc_area": found.roc_area,
        "loss": found.loss, "confusion": [list(row) for row in found.confusion],
        **found.means,
        "scores": [
            {"class": s.name, "precision": s.precision, "recall": s.recall, "f1": s.f(),
             "f2": s.f(2), "f5": s.f(5), "support": s.support}
            for s in scores
        ],
    }  # fmt: skip


def render(experiments: Sequence[Experiment], plots: str = "") -> str:
    """Return the report of some experiments in Markdown.

    Args:
        experiments: In the order of the report.
        plots: Name of the picture that lies beside it; empty where there is none.
    """
    parts = ["# Classifiers over frozen word vectors\n"]
    parts += ["\n".join(_section(done)) for done in experiments]
    if plots:
        parts.append(f"![precision against recall, and confusion]({plots})\n")
    return "\n".join(parts)


def _section(done: Experiment) -> Iterator[str]:
    recipe, probe = done.recipe, done.fitted.probe
    names = ", ".join(done.trained_on)
    yield f"## {_TITLES[done.task]}: {_KINDS[recipe.classifier]}, trained on {names}\n"
    yield (
        f"Vectors: {done.vectors}; {done.words} words; balance: {recipe.balance}; settings: "
        f"{dict(done.fitted.chosen)}; threshold {probe.threshold:.3f} (best F{recipe.beta:g} on "
        "words held out).\n"
    )
    yield _HEAD.format(" with O" if done.task == "classes" else "")
    yield "|---|" + "---:|" * 10
    yield from (_row(found, done.task, done.recipe.classifier) for found in done.figures)
    yield ""
    for settings, mean, deviation in done.fitted.search:
        yield f"- {recipe.folds} folds, {settings}: macro F1 {mean:.3f} ± {deviation:.3f}"
    for found in done.figures:
        if done.task == "classes":
            yield from _classes(found)
        yield from _confusion(found, probe.classes)
    yield ""


_TITLES = {"personal": "Personal or not", "person": "Person or not", "classes": "Five classes"}
_KINDS = {"nn": "neural network", "knn": "k nearest neighbours"}


def _row(found: Figures, task: str, classifier: str) -> str:
    score, known = found.personal, published(task, classifier, found.data)
    values: list[float] = [score.precision, score.recall, score.f(), score.f(2), score.f(5)]
    name = found.data
    if task == "classes":
        values = [mean for name, mean in found.means.items() if name.startswith("weighted_")]
        name += " (names, by class)"
    values += [found.means["f1_with_outside"], found.accuracy, found.roc_area, found.loss]
    cells = " | ".join(f"{value:.3f}" for value in values)
    return f"| {name} | {cells} | {'' if known is None else f'{known:.3f}'} |"


def _classes(found: Figures) -> Iterator[str]:
    yield f"\n{found.data}, by class:\n"
    yield "| | words | precision | recall | F1 | F2 | F5 |"
    yield "|---|" + "---:|" * 6
    for score in found.classes:
        values = [score.precision, score.recall, score.f(), score.f(2), score.f(5)]
        cells = " | ".join(f"{value:.3f}" for value in values)
        yield f"| {score.name} | {score.support} | {cells} |"


def _confusion(found: Figures, classes: Sequence[str]) -> Iterator[str]:
    yield f"\n{found.data}, gold in lines:\n"
    yield "| | " + " | ".join(classes) + " |"
    yield "|---|" + "---:|" * len(classes)
    for name, row in zip(classes, found.confusion, strict=True):
        yield f"| {name} | " + " | ".join(map(str, row)) + " |"


def plot(experiments: Sequence[Experiment], folder: Path) -> None:
    """Write ``lab.png`` and ``lab.svg``: a row for each experiment.

    First precision against recall of each test, a dot where the threshold is; then the confusion
    matrix of each.

    Raises:
        MissingExtra: If matplotlib is not installed.
    """
    figure, axes = sheet(len(experiments), 1 + len(experiments[0].figures))
    for row, done in zip(axes, experiments, strict=True):
        classes = done.fitted.probe.classes
        row[0].set_title(f"{_TITLES[done.task]}: {_KINDS[done.recipe.classifier]}", fontsize=9)
        for cell, found in zip(row[1:], done.figures, strict=True):
            at = found.personal.recall, found.personal.precision
            draw_curve(row[0], found.curve, found.data, at)
            draw_matrix(cell, classes, classes, found.confusion)
            cell.set_title(found.data, fontsize=9)
    save(figure, folder, "lab")


PUBLISHED: dict[tuple[str, str, str], float] = {
    ("person", "nn", "conll2003"): 0.939,
    ("person", "nn", "btc"): 0.946,
    ("person", "nn", "wikigold"): 0.855,
    ("person", "knn", "conll2003"): 0.854,
    ("classes", "nn", "conll2003"): 0.950,
    ("classes", "nn", "btc"): 0.960,
    ("classes", "nn", "wikigold"): 0.916,
    ("classes", "knn", "conll2003"): 0.924,
}
"""F1 by task, classifier and data set; the last is what the matrix printed there gives."""


def published(task: str, classifier: str, data: str) -> float | None:
    """Return the published F1 of a classifier on a data set, None where there is none.

    >>> published("person", "nn", "btc.test"), published("person", "knn", "btc.test")
    (0.946, None)
    """
    return PUBLISHED.get((task, classifier, data.partition(".")[0]))

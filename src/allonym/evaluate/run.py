"""Evaluating: read gold files, have their texts searched, count, add up, choose a threshold."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby
from pathlib import Path

from allonym.evaluate.align import CORE, Prediction, checked, class_of, judges
from allonym.evaluate.gold import GoldCorpus, GoldDocument, Progress, expand, read_gold
from allonym.evaluate.metrics import Sums, Tally, f1_interval, tally, total, weighted_mean

_MOST = 200


@dataclass(frozen=True, slots=True)
class Scored(Sums):
    """Scores of what was found in PER, LOC and ORG, and whether each is strictly right."""

    gold: int = 0  # marked mentions of these classes
    # score and verdict of each found one
    finds: tuple[tuple[float, bool], ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Point:
    """The figures if only what scores at least `threshold` were taken."""

    threshold: float
    precision: float
    recall: float

    def f(self, beta: float = 1.0) -> float:
        """Weighted harmonic mean (van Rijsbergen 1979)."""
        return weighted_mean(self.precision, self.recall, beta)


def score_document(document: GoldDocument, found: Sequence[Prediction]) -> Scored:
    """Judge every find of a document by strict offsets and class."""
    wanted = {(s.start, s.end, class_of(s.type)) for s in document.spans}
    wanted = {key for key in wanted if key[2] in CORE and judges(document, key[2])}
    finds = tuple(
        (p.score, (p.start, p.end, class_of(p.type)) in wanted)
        for p in found
        if class_of(p.type) in CORE and judges(document, class_of(p.type))
    )
    return Scored(len(wanted), finds)


def points(scored: Scored) -> list[Point]:
    """Return the curve, one point for each score that occurs, the strictest threshold first.

    >>> [(p.threshold, p.precision, p.recall)
    ...  for p in points(Scored(2, ((0.9, True), (0.5, False), (0.4, True))))]
    [(0.9, 1.0, 0.5), (0.5, 0.5, 0.5), (0.4, 0.6666666666666666, 1.0)]
    """
    curve: list[Point] = []
    taken = right = 0
    ranked = sorted(scored.finds, reverse=True)
    for score, group in groupby(ranked, key=lambda find: find[0]):
        verdicts = [verdict for _, verdict in group]
        taken += len(verdicts)
        right += sum(verdicts)
        curve.append(Point(score, right / taken, right / scored.gold if scored.gold else 0.0))
    return curve


def chosen(scored: Scored, beta: float = 2.0) -> Point | None:
    """Return the point of the best F-beta, the lower threshold of equals; None of no finds."""
    return max(points(scored), key=lambda p: (p.f(beta), -p.threshold), default=None)


def render_curve(scored: Scored) -> str:
    """Return the thresholds of the best F1, F2 and F5; nothing below the profile's is seen."""
    best = {beta: chosen(scored, beta) for beta in (1, 2, 5)}
    lines = ["Best threshold above the profile's (PER, LOC, ORG, strict)"]
    lines += [
        f"  F{beta} {100 * point.f(beta):.1f} from {point.threshold:.3f}:"
        f" P {100 * point.precision:.1f}, R {100 * point.recall:.1f}"
        for beta, point in best.items()
        if point
    ]
    return "\n".join(lines) + "\n" if len(lines) > 1 else ""


def curve_as_dict(scored: Scored) -> dict[str, object]:
    """Return the chosen thresholds, and at most so many points of the curve, evenly picked."""
    curve = points(scored)
    step = max(1, len(curve) // _MOST)
    best = {f"f{beta}": chosen(scored, beta) for beta in (1, 2, 5)}
    return {
        "chosen": {name: asdict(point) for name, point in best.items() if point},
        "points": [asdict(point) for point in curve[::step]],
    }


Predict = Callable[[str, str], Iterable[tuple[int, int, str, float]]]
"""Text and language to what is found: start, end, dotted type, score."""


@dataclass(frozen=True, slots=True)
class FileFigures:
    """What one gold file gave."""

    name: str  # file name without suffixes
    language: str  # ISO 639-1 code
    tally: Tally  # all its counts
    # 95 % bootstrap interval of strict micro F1; None for under five documents
    f1_interval: tuple[float, float] | None
    seconds: float  # spent searching


@dataclass(frozen=True, slots=True)
class EvaluationReport:
    """The counts of an evaluation, per file and added up in three ways.

    ``f1_interval`` is the 95 % bootstrap interval of strict micro F1 over all documents,
    ``documents`` the counts of each, ``scored`` what precision against recall is made of.
    """

    files: tuple[FileFigures, ...]
    total: Tally
    f1_interval: tuple[float, float] | None = None
    by_language: Mapping[str, Tally] = field(default_factory=dict)
    by_genre: Mapping[str, Tally] = field(default_factory=dict)
    documents: tuple[Tally, ...] = field(repr=False, default=())
    scored: Scored = field(default_factory=Scored)


def evaluate(
    paths: Sequence[Path], language: str | None, predict: Predict, progress: Progress | None = None
) -> EvaluationReport:
    """Search the texts of gold files and compare with what people marked.

    Paths are what `allonym.evaluate.gold.read_gold` reads; where no language is given, each path or
    record tells.  What `predict` finds is to be only what would be replaced or kept on purpose.

    Raises:
        ConfigError: If a path, a type or a language cannot be understood.
        DocumentError: If a file breaks its format, or a prediction lies outside its text.
    """
    files: list[FileFigures] = []
    every: list[Tally] = []
    scored = Scored()
    genres: dict[str, list[Tally]] = defaultdict(list)
    languages: dict[str, list[Tally]] = defaultdict(list)
    for path in expand(paths):
        corpus = read_gold(path, language)
        started = time.perf_counter()
        tallies, scores = _tallies(corpus, predict, progress)
        scored += scores
        seconds, interval = time.perf_counter() - started, f1_interval(tallies)
        files.append(FileFigures(corpus.name, corpus.language, total(tallies), interval, seconds))
        every += tallies
        for document, counts in zip(corpus.documents, tallies, strict=True):
            genres[document.genre].append(counts)
            languages[document.language].append(counts)
    return EvaluationReport(
        tuple(files),
        total(every),
        files[0].f1_interval if len(files) == 1 else f1_interval(every),
        {name: total(group) for name, group in sorted(languages.items())},
        {name: total(group) for name, group in sorted(genres.items())},
        tuple(every),
        scored,
    )


def _tallies(
    corpus: GoldCorpus, predict: Predict, progress: Progress | None
) -> tuple[list[Tally], Scored]:
    tallies: list[Tally] = []
    scored = Scored()
    for document in corpus.documents:
        found = checked(document, predict(document.text, document.language))
        tallies.append(tally(document, found))
        scored += score_document(document, found)
        if progress:
            progress(corpus.name, len(tallies), len(corpus.documents))
    return tallies, scored

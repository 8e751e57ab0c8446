"""Precision against recall as the threshold rises, and the threshold that would be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby

from allonym.evaluate.align import CORE, Prediction, class_of, judges
from allonym.evaluate.gold import GoldDocument
from allonym.evaluate.metrics import Sums, weighted_mean

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

"""The spread of figures over parts of the documents."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Sequence

from allonym.errors import ConfigError
from allonym.evaluate.metrics import Tally, micro, total

FIGURES: dict[str, Callable[[Tally], float | None]] = {
    "strict F1": lambda t: micro(t.strict).f(),
    "overlap F1": lambda t: micro(t.overlap).f(),
    "token F2, label-blind": lambda t: t.blind.f(2),
    "token F2, by class": lambda t: micro(t.tokens).f(2),
    "persons covered": lambda t: t.person_coverage.ratio,
}
"""What is told of each fold."""


def fold(tallies: Sequence[Tally], count: int, seed: int = 0) -> list[Tally]:
    """Deal shuffled documents into so many folds and add each up.

    Raises:
        ConfigError: If there are fewer documents than folds, or fewer than two folds.
    """
    if not 2 <= count <= len(tallies):
        raise ConfigError(
            f"{count} folds of {len(tallies)} documents: give 2 or more, and a document to each"
        )
    shuffled = list(tallies)
    random.Random(seed).shuffle(shuffled)  # noqa: S311
    return [total(shuffled[start::count]) for start in range(count)]


def spread(tallies: Sequence[Tally], count: int) -> dict[str, tuple[float, float]]:
    """Return mean and standard deviation of each figure over the folds."""
    parts = fold(tallies, count)
    found: dict[str, tuple[float, float]] = {}
    for name, figure in FIGURES.items():
        values = [value for value in map(figure, parts) if value is not None]
        if len(values) > 1:
            found[name] = statistics.fmean(values), statistics.stdev(values)
    return found


def render_folds(tallies: Sequence[Tally], count: int) -> str:
    """Return mean and deviation of each figure, in per cent."""
    lines = [f"Over {count} folds of the documents (mean, deviation)"]
    for name, (mean, deviation) in spread(tallies, count).items():
        lines.append(f"  {name:<22} {100 * mean:5.1f} ± {100 * deviation:.1f}")
    return "\n".join(lines) + "\n"


def folds_as_dict(tallies: Sequence[Tally], count: int) -> dict[str, dict[str, float]]:
    """Return the same as plain values."""
    found = spread(tallies, count)
    return {name: {"mean": mean, "deviation": dev} for name, (mean, dev) in found.items()}

"""Curves and matrices as PNG and SVG, for the evaluation kit and the laboratory."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from allonym.errors import needs

_INCHES = 4.5


def sheet(rows: int = 1, columns: int = 1) -> tuple[Any, Any]:
    """Return an empty figure and its axes, as an array of rows and columns.

    Raises:
        MissingExtra: If matplotlib is not installed.
    """
    with needs("plots need", "evaluate"):
        from matplotlib.figure import Figure
    figure = Figure(figsize=(_INCHES * columns * 1.2, _INCHES * rows), layout="constrained")
    return figure, figure.subplots(rows, columns, squeeze=False)


def draw_curve(
    axes: Any,
    points: Sequence[tuple[float, float]],
    label: str,
    chosen: tuple[float, float] | None = None,
) -> None:
    """Draw precision against recall.

    Points are recall and precision, in the order of the curve; the chosen one gets a dot.
    """
    (line,) = axes.plot(*zip(*points, strict=True) if points else ((), ()), label=label)
    if chosen:
        axes.plot(*chosen, "o", color=line.get_color())
    axes.set(xlabel="recall", ylabel="precision", xlim=(0, 1.02), ylim=(0, 1.02))
    axes.legend(fontsize=7, loc="lower left")


def draw_matrix(
    axes: Any, rows: Sequence[str], columns: Sequence[str], counts: Sequence[Sequence[int]]
) -> None:
    """Draw a confusion matrix, rows as marked, columns as found, shaded within each row."""
    shares = [[count / max(1, sum(row)) for count in row] for row in counts]
    axes.imshow(shares, cmap="Blues", vmin=0, vmax=1, aspect="auto")
    axes.set_xticks(range(len(columns)), columns, rotation=45, ha="right")
    axes.set_yticks(range(len(rows)), rows)
    axes.set(xlabel="found", ylabel="marked")
    for y, row in enumerate(counts):
        for x, count in enumerate(row):
            color = "white" if shares[y][x] > 0.6 else "black"
            axes.text(x, y, str(count), ha="center", va="center", fontsize=7, color=color)


def save(figure: Any, folder: Path, name: str) -> list[Path]:
    """Write a figure as ``name.png`` and ``name.svg``, the same bytes for the same figure.

    Args:
        figure: As `sheet` made it.
        folder: Is made if it is not there.
        name: Without a suffix.
    """
    import matplotlib as mpl

    folder.mkdir(parents=True, exist_ok=True)
    written = [folder / f"{name}.png", folder / f"{name}.svg"]
    with mpl.rc_context({"svg.hashsalt": name}):
        figure.savefig(written[0], dpi=150)
        figure.savefig(written[1], metadata={"Date": None})
    return written

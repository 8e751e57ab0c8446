"""Plots as plain SVG: no library is needed for a curve and a matrix."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from xml.sax.saxutils import escape

from allonym.evaluate.curve import Scored, chosen, points
from allonym.evaluate.run import EvaluationReport

_SIDE, _EDGE, _CELL = 320, 50, 56


def write_plots(report: EvaluationReport, folder: Path) -> list[Path]:
    """Write ``curve.svg`` and ``confusion.svg`` into a folder, which is made if it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    pictures = {"curve": curve_svg(report.scored), "confusion": matrix_svg(report.total.confusion)}
    for name, picture in pictures.items():
        written.append(folder / f"{name}.svg")
        written[-1].write_text(picture, "utf-8")
    return written


def curve_svg(scored: Scored) -> str:
    """Return precision against recall, the threshold of the best F2 marked."""
    line = " ".join(f"{_x(p.recall):.1f},{_y(p.precision):.1f}" for p in points(scored))
    far = _EDGE + _SIDE
    shapes = [
        f'<path d="M{_EDGE} {_EDGE}V{far}H{far}" fill="none" stroke="#444"/>',
        f'<polyline points="{line}" fill="none" stroke="#06c" stroke-width="2"/>',
        *(_text(_x(v), far + 18, f"{v:g}") for v in (0, 0.5, 1)),
        *(_text(_EDGE - 18, _y(v) + 4, f"{v:g}") for v in (0, 0.5, 1)),
        _text(_EDGE + _SIDE / 2, far + 38, "recall"),
        _text(_EDGE, _EDGE - 16, "precision"),
    ]
    if best := chosen(scored):
        x, y = _x(best.recall), _y(best.precision)
        shapes.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="#c30"/>')
        shapes.append(_text(x, y + 20, f"best F2: {best.threshold:.2f}"))
    return _svg(_SIDE + 2 * _EDGE, _SIDE + 2 * _EDGE, shapes)


def matrix_svg(cells: Mapping[tuple[str, str], int]) -> str:
    """Return the confusion matrix, rows as marked, columns as found, shaded within a row."""
    rows = sorted({row for row, _ in cells})
    columns = sorted({column for _, column in cells})
    shapes = [_text(110 + (j + 0.5) * _CELL, 30, name) for j, name in enumerate(columns)]
    for i, row in enumerate(rows):
        whole = sum(cells.get((row, column), 0) for column in columns) or 1
        shapes.append(_text(55, 45 + (i + 0.6) * _CELL, row))
        for j, column in enumerate(columns):
            count = cells.get((row, column), 0)
            x, y = 110 + j * _CELL, 45 + i * _CELL
            shapes.append(
                f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" fill="#06c"'
                f' fill-opacity="{0.8 * count / whole:.2f}" stroke="#999"/>'
            )
            shapes.append(_text(x + _CELL / 2, y + _CELL / 2 + 4, str(count)))
    return _svg(130 + len(columns) * _CELL, 65 + len(rows) * _CELL, shapes)


def _x(recall: float) -> float:
    return _EDGE + recall * _SIDE


def _y(precision: float) -> float:
    return _EDGE + (1 - precision) * _SIDE


def _text(x: float, y: float, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{escape(text)}</text>'


def _svg(width: int, height: int, shapes: list[str]) -> str:
    inside = "\n".join(shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' font-family="sans-serif" font-size="12">\n{inside}\n</svg>\n'
    )

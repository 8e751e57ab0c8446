"""Plots of an evaluation: precision against recall, and the confusion matrix."""

from __future__ import annotations

from pathlib import Path

from allonym.charts import draw_curve, draw_matrix, save, sheet
from allonym.evaluate.curve import chosen, points
from allonym.evaluate.report import last_none
from allonym.evaluate.run import EvaluationReport


def write_plots(report: EvaluationReport, folder: Path) -> list[Path]:
    """Write ``curve`` and ``confusion``, each as PNG and SVG; the folder is made if need be.

    Raises:
        MissingExtra: If matplotlib is not installed.
    """
    curve, ((axes,),) = sheet()
    best = chosen(report.scored)
    label = f"best F2: {best.f(2):.3f} at {best.threshold:.3f}" if best else "nothing found"
    line = [(point.recall, point.precision) for point in points(report.scored)]
    draw_curve(axes, line, label, (best.recall, best.precision) if best else None)
    cells = report.total.confusion
    rows, columns = (last_none({key[side] for key in cells}) for side in (0, 1))
    matrix, ((axes,),) = sheet()
    draw_matrix(axes, rows, columns, [[cells.get((r, c), 0) for c in columns] for r in rows])
    return [*save(curve, folder, "curve"), *save(matrix, folder, "confusion")]

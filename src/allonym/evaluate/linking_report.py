"""Figures of linking as text."""

from __future__ import annotations

from allonym.evaluate.linking import LinkFigures
from allonym.evaluate.report import percent, table


def render_linking(figures: LinkFigures) -> str:
    """Return B³ and CEAF as a table, in per cent."""
    scores = {
        "B3": figures.b_cubed,
        "CEAF-m": figures.ceaf_mentions,
        "CEAF-e": figures.ceaf_entities,
    }
    rows = [
        [name, percent(score.precision), percent(score.recall), percent(score.f1)]
        for name, score in scores.items()
    ]
    head = table(["linking", "P", "R", "F1"], rows)
    return f"Entities of {figures.documents} documents\n{head}\n"

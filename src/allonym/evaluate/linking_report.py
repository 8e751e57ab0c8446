"""Figures of linking as text."""

from __future__ import annotations

from allonym.evaluate.linking import LinkFigures
from allonym.evaluate.report import percent, table


def render_linking(figures: LinkFigures) -> str:
    """Return B³ and CEAF as tables, in per cent."""
    scores = {
        "B3": figures.b_cubed,
        "B3, people": figures.people,
        "CEAF-m": figures.ceaf_mentions,
        "CEAF-e": figures.ceaf_entities,
    }
    rows = [
        [name, percent(score.precision), percent(score.recall), percent(score.f())]
        for name, score in scores.items()
    ]
    whole = table(["found and linked", "P", "R", "F1"], rows)
    head = ["of those found, B3", "mentions", "P", "R", "F1", "all alone", "same surface"]
    found = table(
        head,
        [
            [
                name,
                str(beside.mentions),
                percent(beside.linker.precision),
                percent(beside.linker.recall),
                percent(beside.linker.f()),
                percent(beside.alone.f()),
                percent(beside.surface.f()),
            ]
            for name, beside in figures.found.items()
        ],
    )
    return f"Names of {figures.documents} documents as entities\n{whole}\n\n{found}\n"

"""Why a find is a name, or none: what each kind of evidence does to its chances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from allonym.detect.decision.candidates import CLASSES
from allonym.detect.decision.decide import Decider
from allonym.detect.decision.words import ANYWHERE, LABELS, SHAPES, TERMS
from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.view import TextView

GROUPS = (
    "network", "names of nobody", "recurrence", "names of all countries", "word lists",
    "dictionary", "neighbours", "detectors", "steps before", "shape and place",
)  # fmt: skip
"""The kinds of evidence."""

_NETWORK = frozenset(("O", "B", *LABELS))
_SEEN = frozenset(("small_here", "large_here", "PER_here", "LOC_here", "ORG_here"))
_PREFIXES = ("min ", "max ", "mean ", "least ", "most ", "first ")


@dataclass(frozen=True, slots=True)
class Explained:
    """One find and what speaks for it."""

    span: Span  # where
    chances: Mapping[str, float]  # the probability of each class, `CLASSES` of the decision
    # how much the chance of a name falls where that kind of evidence is taken away; below zero
    # where it speaks against one
    weights: Mapping[str, float] = field(default_factory=dict)


def explain(
    decider: Decider, view: TextView, settled: Sequence[Mention], found: Sequence[Mention]
) -> list[Explained]:
    """Return every candidate of a document with its chances and what they rest on.

    Each kind of evidence is set to nothing in turn, for all candidates at once, and the trees are
    asked again: as many questions as there are kinds, however long the document.

    Args:
        decider: Of the language.
        view: The document.
        settled: What the steps before the decision made of the finds.
        found: All finds.
    """
    terms, candidates = decider.candidates(view, settled, found)
    if not candidates:
        return []
    names, table, chances = decider.judged(view, candidates, terms)
    without = {group: _without(table, names, group, decider) for group in GROUPS}
    return [
        Explained(
            candidate.span,
            {name: round(float(row[n]), 3) for n, name in enumerate(CLASSES)},
            {group: round(float(none[at] - row[0]), 3) for group, none in without.items()},
        )
        for at, (candidate, row) in enumerate(zip(candidates, chances, strict=True))
    ]


def _without(
    table: NDArray[np.float32], names: Sequence[str], group: str, decider: Decider
) -> NDArray[np.float32]:
    """Return the chance of no name where a kind of evidence says nothing."""
    blind = table.copy()
    blind[:, [n for n, name in enumerate(names) if group_of(name) == group]] = 0.0
    chances: NDArray[np.float32] = decider.judge(blind)[:, 0]
    return chances


def group_of(column: str) -> str:
    """Return the kind of evidence that a column belongs to.

    >>> group_of("min PER"), group_of("any list given"), group_of("settled person")
    ('network', 'word lists', 'steps before')
    """
    bare = next((column[len(p) :] for p in _PREFIXES if column.startswith(p)), column)
    tests = {
        "network": bare in _NETWORK,
        "names of nobody": bare in (*TERMS, "nobody", "also", "is a term", "in a term"),
        "recurrence": bare in _SEEN,
        "names of all countries": bare.removesuffix(" inflected") in ANYWHERE,
        "word lists": " list " in column or (column != bare and bare not in SHAPES),
        "dictionary": " dictionary " in column,
        "neighbours": column.startswith(("before ", "after ", "further ")),
        "detectors": column.startswith(("score ", "rule ", "found ", "finds")),
        "steps before": column.startswith("settled"),
    }
    return next((group for group, holds in tests.items() if holds), "shape and place")

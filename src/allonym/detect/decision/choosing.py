"""Which candidates to take: disjoint, and the fewest errors to be expected.

A name missed gives somebody away, so what may be one is hidden long before it is probable.  But
what is written small, and a word of the dictionary whose place in the sentence asks for its
capital, is mostly that word, unless somebody else in the document is called so: *Pogoda*.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

import numpy as np

from allonym.detect.decision.candidates import CLASSES, NAMED
from allonym.detect.decision.words import Floats
from allonym.model.span import Span

BONUS = 5.0
"""How much worse it is to miss a person than to hide a word: recall first."""
_SHARES = {"person": 1.0, "username": 1.0, "address": 1.0, "place": 0.14, "org": 0.14}
_NUMBER = 0.6
_WEIGHTS = [_SHARES.get(c, _NUMBER) if n >= NAMED else 0.0 for n, c in enumerate(CLASSES)]
"""What of that it is worse to miss each class."""
_CAPITALS = 0.1
"""The share of words with a capital from which a document writes names with one."""
_SMALL, _HEAD = 0.0, 0.2
"""What is left of the benefit for words written small, and for ordinary ones at the head."""
_NAMES = range(2, 5)
"""People, places and organisations among the classes."""


def choose(spans: Sequence[Span], chances: Floats, bonus: Any = BONUS) -> list[int]:
    """Return which of the candidates to take: disjoint, and the fewest errors to be expected.

    Taking a candidate saves a missed name where it is exactly right, costs a hidden word where it
    is none, and neither where only its edges are wrong.

    Args:
        spans: In order.
        chances: The probabilities of `CLASSES`, one line a candidate.
        bonus: How much worse it is to miss a person than to hide a word; one number, or one for
            each candidate: what is a name of nobody has no benefit of the doubt.
    """
    exact = chances[:, NAMED:].max(axis=1)
    gain = exact - chances[:, 0] + bonus * (chances @ np.array(_WEIGHTS, chances.dtype))
    order = sorted(range(len(spans)), key=lambda n: spans[n].end)
    ends = [spans[n].end for n in order]
    best: list[tuple[float, tuple[int, int]]] = [(0.0, (-1, 0))]
    for at, number in enumerate(order):
        before = bisect_right(ends, spans[number].start, 0, at)
        taking = best[before][0] + float(gain[number])
        best.append((taking, (number, before)) if taking > best[at][0] else (best[at][0], (-1, at)))
    chosen: list[int] = []
    at = len(order)
    while at:
        number, before = best[at][1]
        if number >= 0:
            chosen.append(number)
        at = before
    return chosen[::-1]


def benefit_of_doubt(names: Sequence[str], table: Floats, chances: Floats, bonus: Any) -> Any:
    """Return how much worse it is to miss each candidate, less for what is likely just a word.

    Words in small letters that may be names have none, where the document writes names large, and a
    fifth where they are words of the dictionary and no list of names has them.
    Words of the dictionary at the head of a sentence have a fifth, unless a list has them as given
    names or somebody in the document bears them.  User names and numbers, which are written small,
    keep theirs.

    Args:
        names: The columns of the table.
        table: The evidence, one line for each candidate.
        chances: The probabilities of the classes.
        bonus: How much worse it would be, for each candidate or for all.
    """

    def says(*columns: str, above: float = 0.0) -> Any:
        known = [names.index(name) for name in columns if name in names]
        return (table[:, known] > above).any(axis=1)

    is_name = chances[:, _NAMES.start :].argmax(axis=1) < len(_NAMES)
    is_word = says("all dictionary known", "all dictionary word") & ~says("any list given")
    is_small = says("least small")
    lone = ~says("words", above=1.0)  # the capital of a second word says something: Will Stone
    at_head = is_name & is_word & lone & says("sentence_start") & ~says("score spread") & ~is_small
    small = is_name & is_small & says("document_capitals", above=_CAPITALS)
    listed = says(
        "any list given", "any list given_rare", "any list family", "any list family_rare"
    )
    at_head |= is_name & is_small & is_word & ~listed & ~says("score spread", "score chat")
    share = np.where(small, _SMALL, np.where(at_head, _HEAD, 1.0))
    return bonus * share

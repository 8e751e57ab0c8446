"""How much worse it is to miss a candidate than to hide it: the benefit of the doubt.

A name missed gives somebody away, so what may be one is hidden long before it is probable.  But
what is written small, and a word of the dictionary whose place in the sentence asks for its
capital, is mostly that word, unless somebody else in the document is called so: *Pogoda*.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_CAPITALS = 0.1
"""The share of words with a capital from which a document writes names with one."""
_SMALL, _HEAD = 0.0, 0.33
"""What is left of the benefit for words written small, and for ordinary ones at the head."""
_NAMES = range(2, 5)
"""People, places and organisations among the classes."""


def benefit_of_doubt(names: Sequence[str], table: Floats, chances: Floats, bonus: Any) -> Any:
    """Return how much worse it is to miss each candidate, less for what is likely just a word.

    Words in small letters that may be names have none, where the document writes names large, and a
    third where they are words of the dictionary and no list of names has them.
    Words of the dictionary at the head of a sentence have a third, unless a list has them as given
    names or somebody in the document bears them.  User names and numbers, which are written small,
    keep theirs.

    Args:
        names: The columns of the table.
        table: The evidence, one line for each candidate.
        chances: The probabilities of the classes.
        bonus: How much worse it would be, for each candidate or for all.
    """
    import numpy as np

    def says(*columns: str, above: float = 0.0) -> Any:
        known = [names.index(name) for name in columns if name in names]
        return (table[:, known] > above).any(axis=1)

    is_name = chances[:, _NAMES.start :].argmax(axis=1) < len(_NAMES)
    is_word = says("all dictionary known", "all dictionary word") & ~says("any list given")
    is_small = says("least small")
    at_head = is_name & is_word & says("sentence_start") & ~says("score spread") & ~is_small
    small = is_name & is_small & says("document_capitals", above=_CAPITALS)
    listed = says(
        "any list given", "any list given_rare", "any list family", "any list family_rare"
    )
    at_head |= is_name & is_small & is_word & ~listed & ~says("score spread", "score chat")
    share = np.where(small, _SMALL, np.where(at_head, _HEAD, 1.0))
    return bonus * share

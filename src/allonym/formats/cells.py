"""Names that two cells make: what stands beside a given name where others have their surnames.

In a list without headings a surname that is a word as well (*Cichy*, *Król*) is found by no
detector in a cell of its own.  Its neighbours say what it is: in the other rows there is a given
name in one cell and a surname in the next one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import pairwise

import regex as re

from allonym.languages.columns import is_total
from allonym.model.cover import Cover
from allonym.model.mention import Evidence, Mention
from allonym.model.result import Result
from allonym.model.span import Span

_WORD = re.compile(r"\s*(\p{Lu}[\p{L}'’]+(?:-\p{Lu}\p{L}+)?)\s*")
_FEWEST, _TIMES = 2, 2  # rows that must say so, and how many times as many as they speak for
_GIVEN, _FAMILY, _NOT_FOUND, _OTHER = "given", "family", "", "other"


def surnames_beside(result: Result, is_family: Callable[[str], bool]) -> list[Mention]:
    """Return cells that are surnames, as the rows of a list say in which the like was found.

    A word that stands in several cells (*Tak*, *Kobieta*) is none.

    Args:
        result: Of a document; what stands alone in a block of it is a cell.
        is_family: Tells whether a word is a listed surname; other words may be anything: *Absent*.
    """
    view, cells = result.view, list(_cells(result))
    words = Counter(view.surface(span) for _, span in cells)

    def is_new(word: str) -> bool:
        return words[word] == 1 and is_family(word)

    said: Counter[tuple[bool, str]] = Counter()
    new: dict[tuple[bool, str], list[Span]] = defaultdict(list)
    for (role, span), (next_role, next_span) in pairwise(cells):
        gap = view.text[span.end : next_span.start]
        for is_behind, given, family, at in (
            (True, role, next_role, next_span), (False, next_role, role, span)
        ):  # fmt: skip
            if given == _GIVEN and family == _FAMILY:
                said[is_behind, gap] += 1
            elif given == _GIVEN and family == _NOT_FOUND and is_new(view.surface(at)):
                new[is_behind, gap].append(at)
    spans = {
        span
        for order, found in new.items() if said[order] >= max(_FEWEST, _TIMES * len(found))
        for span in found
    }  # fmt: skip
    evidence = (Evidence("given", "cells", 1.0),)
    return [Mention(span, "person.family", evidence) for span in sorted(spans)]


def _cells(result: Result) -> Iterator[tuple[str, Span]]:
    """Yield each block with which part of a name it is; what is no word alone is something else."""
    view = result.view
    mentions = [m for entity in result.entities for m in entity.mentions]
    roles = {m.parts[0].span: m.parts[0].role for m in mentions if len(m.parts) == 1}
    taken = Cover(m.span for m in mentions)
    for block in view.blocks:
        word = _WORD.fullmatch(view.text, *block)
        span = Span(*word.span(1)) if word else block
        is_free = word and not (taken.touches(span) or is_total(word[1]))
        yield roles.get(span, _NOT_FOUND if is_free else _OTHER), span

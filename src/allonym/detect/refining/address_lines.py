"""Towns that are all of the line above or below an address: letters are addressed line by line.

A network sees a word alone and takes *Callan* under *Friars Court* for a person, or *Baja* over
*Szegedi út 73.* for nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from allonym.languages.geography import Geography
from allonym.model.cover import Cover
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView

SCORE = 0.8
_LINE = re.compile(r"[^\n]+")
_MARGIN = " \t\r,"


def with_towns(view: TextView, mentions: Sequence[Mention], towns: Geography) -> list[Mention]:
    """Return the mentions, and the towns that are all of a line beside an address.

    Below an address such a line is the town whoever was found there, if it is one word; above it
    somebody may be named, and what was found stays.

    Args:
        view: The document.
        mentions: Disjoint, in text order.
        towns: The settlements of the language.
    """
    lines = [_stripped(view.text, *m.span()) for m in _LINE.finditer(view.text)]
    addresses = {m.span for m in mentions if is_a(m.type, "address")}
    starts = [m.span.start for m in mentions]
    found = {
        span: Mention(span, "place", (Evidence("patterns", "address_line", SCORE),))
        for span, below in _beside(lines, addresses)
        if towns.named(view.surface(span)) and not _is_taken(mentions, starts, span, below=below)
    }
    if not found:
        return [*mentions]
    cover = Cover(found)
    rest = (m for m in mentions if not cover.touches(m.span))
    return sorted([*rest, *found.values()], key=lambda m: m.span)


def _stripped(text: str, start: int, end: int) -> Span | None:
    line = text[start:end]
    start += len(line) - len(line.lstrip(_MARGIN))
    end = start + len(line.strip(_MARGIN))
    return Span(start, end) if start < end else None


def _beside(lines: Sequence[Span | None], addresses: set[Span]) -> Iterator[tuple[Span, bool]]:
    """Yield the lines beside those that are addresses, each with whether it is below one."""
    for line, following in pairwise(lines):
        if line in addresses and following and following not in addresses:
            yield following, True
        elif following in addresses and line and line not in addresses:
            yield line, False


def _is_taken(
    mentions: Sequence[Mention], starts: Sequence[int], span: Span, *, below: bool
) -> bool:
    """Tell whether what was found in a line is to stay."""
    first = max(0, bisect_right(starts, span.start) - 1)
    there = [m for m in mentions[first : bisect_left(starts, span.end)] if m.span.overlaps(span)]
    return any(not (below and m.span == span and is_a(m.type, "person")) for m in there)

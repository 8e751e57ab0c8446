"""Find the stretches of a text worth a closer look, and which patterns may hit there.

Ordinary prose holds few digits and signs; around each cluster of them a window is cut, and one
RE2 set, run over the window, names the patterns that can match.  Both steps take time
proportional to the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

BEFORE, AFTER = 130, 100
"""How far a match can reach to either side of the sign that gave it away."""
LIMIT, OVERLAP = 4096, 400
"""Longest window, and how much two windows of one dense stretch share."""


@dataclass(frozen=True)
class Scanner:
    """Cuts windows and asks the set.

    Attributes:
        expressions: In RE2's syntax; the numbers that `hits` yields are their places.
        literals: Strings that make a window even without a digit.
        endings: Alternatives that make a window after a full stop, such as ``com``.
    """

    expressions: tuple[str, ...]
    literals: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()

    def hits(self, text: str) -> Iterator[tuple[int, int, Sequence[int]]]:
        """Yield windows (start, end) with the expressions that match somewhere inside."""
        matching = self._set.Match
        for start, end in self.windows(text):
            found = matching(text[start:end].encode("utf-8", "replace"))
            if found:
                yield start, end, found

    def windows(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield the stretches worth a look, in order; those of dense text overlap."""
        for start, end in _joined(self._anchors(text)):
            first = _back_to_space(text, max(0, start - BEFORE))
            last = _on_to_space(text, min(len(text), end + AFTER))
            while last - first > LIMIT:
                cut = _on_to_space(text, first + LIMIT)
                yield first, cut
                first = max(first + 1, _back_to_space(text, cut - OVERLAP))
            yield first, last

    def _anchors(self, text: str) -> list[tuple[int, int]]:
        found = [m.span() for m in self._signs.finditer(text)]
        extra = [(at, at + 1) for at in self._words(text)]
        return sorted(found + extra) if extra else found

    def _words(self, text: str) -> Iterator[int]:
        for literal in self.literals:
            at = text.find(literal)
            while at >= 0:
                yield at
                at = text.find(literal, at + 40)
        if self.endings:
            yield from (m.start() for m in self._dots.finditer(text))

    @cached_property
    def _signs(self) -> re.Pattern[str]:
        return re.compile(rf"[0-9@](?:[^0-9@]{{0,{BEFORE + AFTER}}}+[0-9@])*+")

    @cached_property
    def _dots(self) -> re.Pattern[str]:
        return re.compile(rf"\.(?:{'|'.join(self.endings)})(?!\w)")

    @cached_property
    def _set(self) -> Any:
        import re2

        options = re2.Options()
        options.max_mem = 96 << 20
        options.log_errors = False
        chosen = re2.Set.SearchSet(options)
        for expression in self.expressions:
            chosen.Add(expression)
        chosen.Compile()
        return chosen


def _joined(anchors: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    start = end = -1
    for a, b in anchors:
        if start >= 0 and a - end <= BEFORE + AFTER:
            end = max(end, b)
            continue
        if start >= 0:
            yield start, end
        start, end = a, b
    if start >= 0:
        yield start, end


def _back_to_space(text: str, at: int) -> int:
    for place in range(at, max(0, at - 40), -1):
        if text[place - 1].isspace():
            return place
    return at


def _on_to_space(text: str, at: int) -> int:
    for place in range(at, min(len(text), at + 40)):
        if text[place].isspace():
            return place
    return at

"""Find the stretches of a text worth a closer look, and which patterns may hit there.

Ordinary prose holds few digits and signs; around each cluster of them a window is cut, and one
RE2 set, run over the window, names the patterns that can match.  Both steps take time
proportional to the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, Literal

from allonym.text.occurring import expression_set, which_occur

Kind = Literal["form", "hint", "words"]
_Numbered = tuple[Any, tuple[int, ...]]
BEFORE, AFTER = 130, 100
"""How far a match can reach to either side of the sign that gave it away."""
_SIGNS = re.compile(rf"[0-9@](?:[^0-9@]{{0,{BEFORE + AFTER}}}+[0-9@])*+")
_SETS: Mapping[Kind, int] = {"hint": 12, "form": 4, "words": 8}
"""Expressions of a kind are shared out among so many sets: those in one multiply their states."""
LIMIT, OVERLAP = 4096, 400
"""Longest window, and how much two windows of one dense stretch share."""


@dataclass(frozen=True, slots=True)
class Probe:
    """What must be in a window before one pattern is tried there."""

    expression: str = ""  # in RE2's syntax; empty where `needs` says enough
    needs: tuple[str, ...] = ()  # strings of which one must occur
    # what the expression is: of a value's form, a hint at one, or words that announce one. Kinds
    # are asked apart, for speed
    kind: Kind = "form"


@dataclass(frozen=True)
class Scanner:
    """Cuts windows and asks the probes."""

    # gives the probes where a window is first asked; the numbers of `hits` are their places
    probes: Callable[[], Sequence[Probe]]
    literals: tuple[str, ...] = ()  # strings that make a window even without a digit
    # alternatives that make a window after a full stop, such as ``com``
    endings: tuple[str, ...] = ()

    def hits(self, text: str) -> Iterator[tuple[int, int, Sequence[int]]]:
        """Yield windows (start, end) with the numbers of the probes that say yes."""
        for start, end in self.windows(text):
            window = text[start:end]
            found = [n for literal, numbers in self._needed if literal in window for n in numbers]
            found += _chosen(chain(*self._sets.values()), window)
            if found:
                yield start, end, sorted(set(found))

    def announced(self, text: str) -> Sequence[int]:
        """Return the numbers of the probes for words that say yes, in order."""
        return sorted(_chosen(self._sets["words"], text))

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
        found = [m.span() for m in _SIGNS.finditer(text)]
        extra = [(at, at + 1) for at in self._words(text)]
        return sorted(found + extra) if extra else found

    def _words(self, text: str) -> Iterator[int]:
        for literal in self._occurring(text):
            at = text.find(literal)
            while at >= 0:
                yield at
                at = text.find(literal, at + 40)
        if self.endings:
            yield from (m.start() for m in self._dots.finditer(text))

    @cached_property
    def _occurring(self) -> Callable[[str], list[str]]:
        return which_occur(self.literals)

    @cached_property
    def _dots(self) -> re.Pattern[str]:
        return re.compile(rf"\.(?:{'|'.join(self.endings)})(?!\w)")

    @cached_property
    def _needed(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        table: dict[str, list[int]] = {}
        for number, probe in enumerate(self.probes()):
            for literal in probe.needs:
                table.setdefault(literal, []).append(number)
        return tuple((literal, tuple(numbers)) for literal, numbers in table.items())

    @cached_property
    def _sets(self) -> Mapping[Kind, tuple[_Numbered, ...]]:
        return {kind: tuple(self._shared_out(kind, size)) for kind, size in _SETS.items()}

    def _shared_out(self, kind: Kind, size: int) -> Iterator[_Numbered]:
        asked = [(n, p) for n, p in enumerate(self.probes()) if p.expression and p.kind == kind]
        for part in filter(None, (asked[n::size] for n in range(size))):
            yield expression_set([p.expression for _, p in part]), tuple(n for n, _ in part)


def _chosen(sets: Iterable[_Numbered], text: str) -> list[int]:
    raw = text.encode("utf-8", "replace")
    return [numbers[n] for chosen, numbers in sets for n in chosen.Match(raw) or ()]


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

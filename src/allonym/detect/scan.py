"""Find the stretches of a text worth a closer look, and which patterns may hit there.

Ordinary prose holds few digits and signs; around each cluster of them a window is cut, and one
RE2 set, run over the window, names the patterns that can match.  Both steps take time
proportional to the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

BEFORE, AFTER = 130, 100
"""How far a match can reach to either side of the sign that gave it away."""
_SETS = 5
"""Hints and forms are shared out among so many sets each: small automata are faster."""
_HEAD, _SIGNS = 5, 3
_WORDS = re.compile(r"[^\W\d_]+")
LIMIT, OVERLAP = 4096, 400
"""Longest window, and how much two windows of one dense stretch share."""


@dataclass(frozen=True, slots=True)
class Probe:
    """What must be in a window before one pattern is tried there.

    Attributes:
        expression: In RE2's syntax; empty where `needs` says enough.
        needs: Strings of which one must occur.
        words: Words of which one must occur in any capitals; beginnings of words end in a star.
        hint: The expression is a hint; those are asked apart, for speed.
    """

    expression: str = ""
    needs: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    hint: bool = False


@dataclass(frozen=True)
class Scanner:
    """Cuts windows and asks the probes.

    Attributes:
        probes: The numbers that `hits` yields are their places.
        literals: Strings that make a window even without a digit.
        endings: Alternatives that make a window after a full stop, such as ``com``.
    """

    probes: tuple[Probe, ...]
    literals: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()

    def hits(self, text: str) -> Iterator[tuple[int, int, Sequence[int]]]:
        """Yield windows (start, end) with the numbers of the probes that say yes."""
        sets, needed, words = self._sets, self._needed, self._table
        for start, end in self.windows(text):
            window = text[start:end]
            found = [n for literal, numbers in needed if literal in window for n in numbers]
            found += words.numbers(window)
            raw = window.encode("utf-8", "replace")
            for chosen, numbers in sets:
                found += [numbers[n] for n in chosen.Match(raw) or ()]
            if found:
                yield start, end, sorted(set(found))

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
    def _signs(self) -> re.Pattern[str]:
        return re.compile(rf"[0-9@](?:[^0-9@]{{0,{BEFORE + AFTER}}}+[0-9@])*+")

    @cached_property
    def _dots(self) -> re.Pattern[str]:
        return re.compile(rf"\.(?:{'|'.join(self.endings)})(?!\w)")

    @cached_property
    def _needed(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        table: dict[str, list[int]] = {}
        for number, probe in enumerate(self.probes):
            for literal in probe.needs:
                table.setdefault(literal, []).append(number)
        return tuple((literal, tuple(numbers)) for literal, numbers in table.items())

    @cached_property
    def _table(self) -> _WordTable:
        return _WordTable.of(self.probes)

    @cached_property
    def _sets(self) -> tuple[tuple[Any, tuple[int, ...]], ...]:
        asked = [(n, p) for n, p in enumerate(self.probes) if p.expression]
        hints = [pair for pair in asked if pair[1].hint]
        forms = [pair for pair in asked if not pair[1].hint]
        groups = [hints[n::_SETS] for n in range(_SETS)] + [forms[n::_SETS] for n in range(_SETS)]
        return tuple(
            (_set([p.expression for _, p in group]), tuple(n for n, _ in group))
            for group in groups
            if group
        )


@dataclass(frozen=True)
class _WordTable:
    """Which probes want a word, by the whole word or its beginning.

    Attributes:
        whole: By whole words.
        begun: By beginnings, by their length.
        heads: The first three letters of them all; most words of a text have others.
        brief: Beginnings of two letters.
    """

    whole: dict[str, list[int]]
    begun: dict[int, dict[str, list[int]]]
    heads: frozenset[str]
    brief: frozenset[str]

    @classmethod
    def of(cls, probes: Sequence[Probe]) -> _WordTable:
        whole: dict[str, list[int]] = {}
        begun: dict[int, dict[str, list[int]]] = {}
        for number, probe in enumerate(probes):
            for word in probe.words:
                head = word.rstrip("*")[:_HEAD] if word.endswith("*") else word
                table = begun.setdefault(len(head), {}) if word.endswith("*") else whole
                table.setdefault(head, []).append(number)
        begins = {head for table in begun.values() for head in table}
        heads = {word[:_SIGNS] for word in (*whole, *begins)}
        brief = {head for head in begins if len(head) < _SIGNS}
        return cls(whole, begun, frozenset(heads), frozenset(brief))

    def numbers(self, window: str) -> list[int]:
        """Return the numbers of the probes that a word of the window wakes."""
        found: list[int] = []
        heads, brief = self.heads, self.brief
        for word in set(_WORDS.findall(window.lower())):
            if word[:_SIGNS] in heads or word[: _SIGNS - 1] in brief:
                found += self.whole.get(word, ())
                for size, table in self.begun.items():
                    found += table.get(word[:size], ())
        return found


def quick_test(expression: str) -> Callable[[str], bool]:
    """Return a fast test of whether an expression in RE2's syntax matches somewhere."""
    match = _set([expression]).Match  # a set tells yes or no in one pass, without looking for where
    return lambda window: match(window.encode("utf-8", "replace")) is not None


def which_occur(literals: Sequence[str]) -> Callable[[str], list[str]]:
    """Return a function that says which of some strings stand in a text, in one pass over it.

    >>> which_occur(("maj", "lut"))("3 maja")
    ['maj']
    """
    if not literals:
        return lambda _text: []
    match = _set([re.escape(literal) for literal in literals]).Match
    return lambda text: [literals[n] for n in sorted(match(text.encode("utf-8", "replace")) or ())]


def _set(expressions: Iterable[str]) -> Any:
    import re2

    options = re2.Options()
    options.max_mem = 12 << 20
    options.log_errors = False
    chosen = re2.Set.SearchSet(options)
    for expression in expressions:
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

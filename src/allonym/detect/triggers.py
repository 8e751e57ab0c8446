"""Values that words announce: ``PESEL pozwanego: 8407 1512 341``, ``tel. 01 234 56 78``.

An announced value may be grouped in any way, may hold the letter O for a nought and may be
mistyped; how close the word stands decides how much is believed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from allonym.detect.loose import heads
from allonym.detect.pattern_data import RIGHT, SEPARATOR, PatternSpec, coarse, weaken
from allonym.identifiers.schemes import SCHEMES, Scheme

VALID, UNCHECKED, FAR, INVALID = 0.97, 0.9, 0.6, 0.6
"""Scores of announced values: check passed; no check, word next to it; word further off; check
failed, word next to it."""

_FILLER = (
    r"(?:nr|no|n|number|num[aeă]r\p{L}*|št|številk\p{L}*|broj\p{L}*|br|č|čísl\p{L}*|nummer|numero|nro|"
    r"szám\p{L}*|sz|№|номер\p{L}*|номера|id|kod|код|je|is|are|jest|e|е|este|on|är|as|a|to|at|sa|pod|sub|"
    r"med|under|av|personal|seria|series)"
)
_WORD = r"\p{L}[\p{L}\p{M}'’./]{0,24}"
_NO = r"[^\p{L}\p{N}\n+@]"
_GAP = rf"(?:{_NO}{{1,6}}?{_WORD}){{0,5}}?(?:{_NO}{{0,8}}?|{_NO}{{0,4}}\r?\n{_NO}{{0,8}}?)"
_NOUGHT = r"[Oo](?!(?![Oo])\p{L})"
"""A letter for a nought; not the first of a word behind the value: ``8407151236 oraz``."""
_TIGHT = rf"[^\p{{L}}]*(?:{_FILLER}(?!\p{{L}})[^\p{{L}}]*){{0,3}}"


@dataclass(frozen=True)
class Announced:
    """Finds the values of one pattern behind its triggers."""

    spec: PatternSpec

    def find(self, text: str, start: int, end: int) -> Iterator[tuple[int, int, float]]:
        """Yield (start, end, score) of every announced value in the window.

        A value behind two triggers (``tel. kom.``) is yielded from each that is near enough.
        """
        for match in self._matches(text, start, end):
            tight = self._tight.fullmatch(match["gap"]) is not None
            first, last = match.span("v")
            settled = self._settle(text, first, last) if self.spec.digits else (first, last)
            if settled is None:
                continue
            score = self._score(text[slice(*settled)], tight)
            if score:
                yield *settled, score

    def _matches(self, text: str, start: int, end: int) -> Iterator[Any]:
        """Yield a match at every trigger; only where a word begins like one is it looked for."""
        low = text[start:end].lower()
        if self._begins is None or len(low) != end - start:
            yield from self._regex.finditer(text, start, end, overlapped=True)
            return
        for begin in self._begins.finditer(low):
            match = self._regex.match(text, start + begin.start(), end)
            if match:
                yield match

    def _score(self, surface: str, tight: bool) -> float:
        scheme = self._scheme
        if scheme is None:
            digits = sum(c.isdigit() for c in surface)
            return 0.0 if not digits else UNCHECKED if tight else FAR if digits > 4 else 0.0
        if scheme.validate(surface):
            return VALID
        return INVALID if tight else 0.0

    def _settle(self, text: str, first: int, last: int) -> tuple[int, int] | None:
        """Say how much of a run of digits is the value: what passes, else what has the size."""
        cuts = [n for n in range(first + 1, last + 1) if n == last or not text[n].isalnum()]
        ends = [n for n in cuts if text[n - 1].isalnum()]
        sizes = {n: _digits(text, first, n) for n in ends}
        right = [n for n in ends if sizes[n] in self.spec.digits]
        scheme = self._scheme
        passing = [n for n in right if scheme is not None and scheme.validate(text[first:n])]
        if passing or right:
            return first, (passing or right)[-1]
        least, most = min(self.spec.digits) - 2, max(self.spec.digits) + 2
        near = [n for n in ends if max(5, least) <= sizes[n] <= most]
        return (first, near[0]) if near else None

    @cached_property
    def _scheme(self) -> Scheme | None:
        return SCHEMES[self.spec.check] if self.spec.check else None

    @cached_property
    def _begins(self) -> re.Pattern[str] | None:
        """The first two letters of the triggers, in small letters; None where one has none."""
        all_heads = [heads(t) for t in (*self.spec.triggers, *self.spec.exact)]
        if not all(all_heads):
            return None
        seconds: dict[str, set[str]] = {}
        for head in frozenset().union(*all_heads):
            seconds.setdefault(head[0], set()).add(head[1:])
        texts = (
            rf"{one}[{''.join(two)}](?<!\w..)" if all(two) else rf"{one}(?<!\w.)"
            for one, two in seconds.items()
        )
        return re.compile("|".join(sorted(texts)))

    @cached_property
    def _regex(self) -> Any:
        import regex

        spec = self.spec
        value = spec.value or spec.regex.replace("(?P<v>", "(?:")
        if spec.digits:
            value = _run(max(spec.digits) + 4)
        edge = "" if spec.open or spec.digits else RIGHT
        return regex.compile(
            rf"(?<![\p{{L}}\p{{N}}_]){spec.trigger}(?!\p{{L}})(?P<gap>{_GAP})"
            rf"(?<![\p{{L}}\p{{N}}])(?=[\p{{L}}\p{{N}}+(@*])(?P<v>{value}){edge}"
        )

    @cached_property
    def _tight(self) -> Any:
        import regex

        return regex.compile(_TIGHT, regex.IGNORECASE)


def hint(spec: PatternSpec) -> str:
    """Return an expression in RE2's syntax that matches wherever a trigger of `spec` does."""
    return rf"(?:^|[^0-9A-Za-z_]){coarse(weaken(spec.trigger))}(?:[^A-Za-z]|$)"


def _run(longest: int) -> str:
    gap = rf"(?:{SEPARATOR}{{0,2}}|\r?\n)"
    digit = f"{gap}(?:[0-9]|{_NOUGHT})"
    return rf"(?:[A-Z]{{2}}{SEPARATOR}?)?[0-9](?:{digit}){{4,{longest}}}+(?![\p{{L}}\p{{N}}])"


def _digits(text: str, start: int, end: int) -> int:
    return sum(c.isdigit() or c in "Oo" for c in text[start:end])

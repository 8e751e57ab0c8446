"""Values that words announce: ``PESEL pozwanego: 8407 1512 341``, ``tel. 01 234 56 78``.

An announced value may be grouped in any way, may hold the letter O for a nought and may be
mistyped; how close the word stands decides how much is believed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

import regex

from allonym.detect.patterns.data import KEY, RIGHT, PatternSpec, coarse, load_patterns, weaken
from allonym.detect.patterns.loose import heads, loosen
from allonym.detect.patterns.runs import Trailing, digits, ends, spread, value
from allonym.text.occurring import quick_test

VALID, UNCHECKED, FAR, INVALID = 0.97, 0.9, 0.6, 0.6
"""Scores of announced values: check passed; no check, word next to it; word further off; check
failed, word next to it."""

_WORD = r"\p{L}[\p{L}\p{M}'’./]{0,24}+"
_NO = r"[^\p{L}\p{N}\n+@]"
_GAP = rf"(?:{_NO}{{1,6}}?{_WORD}){{0,5}}?(?:{_NO}{{0,8}}?|{_NO}{{0,4}}\r?\n{_NO}{{0,8}}?)"
_LEFT = r"(?<![\p{L}\p{N}_])"
_AWAY = 2
"""By how many letters and digits a further value may be longer or shorter than the first."""


@cache
def _words(key: str) -> str:
    """Return one expression for the words that the files of all languages give under a key."""
    return "|".join(word for file in load_patterns() for word in file.settings.get(key, ()))


@cache
def _tight() -> str:
    """Return the expression of what may stand between a label and a value right behind it."""
    return rf"[^\p{{L}}]*(?:(?:{_words('fillers')})(?!\p{{L}})[^\p{{L}}]*){{0,3}}"


@cache
def _close() -> Any:
    return regex.compile(_tight(), regex.IGNORECASE)


@dataclass(frozen=True)
class Announced:
    """Finds the values of one pattern behind its triggers."""

    spec: PatternSpec

    def find(self, text: str, start: int, end: int) -> Iterator[tuple[int, int, float]]:
        """Yield (start, end, score) of every announced value in the window.

        A value behind two triggers (``tel. kom.``) is yielded from each that is near enough.
        """
        if self._shape and not self._shape(text[start:end]):
            return
        for place in self._places(text, start, end):
            label = self._label.match(text, place, end)
            if not label:
                continue
            if match := self._regex.match(text, place, end):
                for found in self._judged(text, match):
                    yield found
                    yield from self._joined(text, found, end)
            if run := self._spread.match(text, place, end) if self._spread else None:
                yield from self._passing(text, *run.span("v"))
            if behind := self._trailing.find(text, start, label.span()):
                yield behind

    def _judged(self, text: str, match: Any) -> Iterator[tuple[int, int, float]]:
        tight = _close().fullmatch(match["gap"]) is not None
        first, last = match.span("v")
        settled = self._settle(text, first, last) if self.spec.digits else (first, last)
        score = self._score(text[slice(*settled)], tight) if settled else 0.0
        if settled and score:
            yield *settled, score

    def _joined(
        self, text: str, found: tuple[int, int, float], end: int
    ) -> Iterator[tuple[int, int, float]]:
        """Yield the further values behind one that are about as long as it is."""
        first, last, score = found
        size, grouped = sum(map(str.isalnum, text[first:last])), " " in text[first:last]
        for start, stop in self.further(text, last, end):
            away = abs(sum(map(str.isalnum, text[start:stop])) - size)
            if away > _AWAY or (" " in text[start:stop] and not grouped):
                return
            yield start, stop, score

    def further(self, text: str, last: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the values that go on behind one, where the pattern has several behind its label.

        Args:
            text: The document.
            last: Where the value before them ends.
            end: Where the window does.
        """
        while self._further and (match := self._further.match(text, last, end)):
            last = match.end()
            yield match.span("v")

    def _passing(self, text: str, first: int, last: int) -> Iterator[tuple[int, int, float]]:
        """Yield as much of a run as passes the check, if any does."""
        scheme = self.spec.scheme
        passing = (
            n
            for n in reversed(ends(text, first, last))
            if scheme and scheme.validate(text[first:n])
        )
        found = next(passing, None)
        if found:
            yield first, found, VALID

    def _places(self, text: str, start: int, end: int) -> Iterator[int]:
        """Yield where a trigger may begin: where a word begins like one."""
        low = text[start:end].lower()
        if self._begins is None or len(low) != end - start:
            found = self._label.finditer(text, start, end, overlapped=True)
            yield from (match.start() for match in found)
            return
        yield from (start + match.start() for match in self._begins.finditer(low))

    def _score(self, surface: str, tight: bool) -> float:
        scheme = self.spec.scheme
        if scheme is None:
            digits = sum(c.isdigit() for c in surface)
            return 0.0 if not digits else UNCHECKED if tight else FAR if digits > 4 else 0.0
        if scheme.validate(surface):
            return VALID
        return INVALID if tight else 0.0

    def _settle(self, text: str, first: int, last: int) -> tuple[int, int] | None:
        """Say how much of a run of digits is the value: what passes, else what has the size."""
        sizes = {n: digits(text, first, n) for n in ends(text, first, last)}
        right = [n for n in sizes if sizes[n] in self.spec.digits]
        scheme = self.spec.scheme
        passing = [n for n in right if scheme is not None and scheme.validate(text[first:n])]
        if passing or right:
            return first, (passing or right)[-1]
        least, most = min(self.spec.digits) - 2, max(self.spec.digits) + 2
        near = [n for n in sizes if max(5, least) <= sizes[n] <= most]
        return (first, near[0]) if near else None

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
        edge = "" if self.spec.open or self.spec.digits else RIGHT
        return regex.compile(
            rf"{_LEFT}{self.spec.trigger}(?!\p{{L}})(?P<gap>{_GAP})"
            rf"(?<![\p{{L}}\p{{N}}])(?=[\p{{L}}\p{{N}}+(@*])(?P<v>{value(self.spec)}){edge}"
        )

    @cached_property
    def _further(self) -> Any:
        if not self.spec.several:
            return None
        joint = rf"(?:[ ]?[,;/+&][ ]{{0,2}}|[ ](?:{_words('joins')})[ ])"
        other = rf"(?!(?:{_words('labels')})[ ])"
        mixed = rf"{other}(?=\p{{Lu}}|\p{{Ll}}*\p{{N}})(?=[\p{{L}} -]{{0,5}}\p{{N}})"
        return regex.compile(
            rf"{joint}(?:\p{{Ll}}{{2,14}}[ ])?{mixed}(?P<v>{value(self.spec)}){RIGHT}"
        )

    @cached_property
    def _shape(self) -> Callable[[str], bool] | None:
        """A quick test for a value; None where most windows hold what may be one."""
        if self.spec.digits or self._spread:
            return None
        return quick_test(coarse(weaken(value(self.spec))))

    @cached_property
    def _spread(self) -> Any:
        run = spread(self.spec)
        near = rf"{_LEFT}{self.spec.trigger}(?!\p{{L}})(?i:{_tight()})(?<![\p{{L}}\p{{N}}])"
        return regex.compile(rf"{near}(?P<v>{run})") if run else None

    @cached_property
    def _label(self) -> Any:
        return regex.compile(rf"{_LEFT}{self.spec.trigger}(?!\p{{L}})")

    @cached_property
    def _trailing(self) -> Trailing:
        return Trailing(self.spec)


def hint(spec: PatternSpec) -> str:
    """Return an expression in RE2's syntax that matches wherever a trigger of `spec` does."""
    loose = replace(spec, exact=()).trigger if spec.triggers else ""
    words = "|".join(filter(None, (loose, *map(loosen, spec.exact))))
    either = rf"(?:{coarse(weaken(words))})(?:[^A-Za-z]|$)"
    if spec.exact:
        either = rf"(?:{either}|{coarse(weaken(spec.keys))}(?:{KEY}))"
    return rf"(?:^|[^0-9A-Za-z_]){either}"

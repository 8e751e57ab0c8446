"""What an announced value may look like: grouped anyhow, broken by a line, letters for digits.

Its label may stand behind it: ``44051401359 (PESEL)``, ``840715-1235 – personnr``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import regex

from allonym.detect.patterns.data import SEPARATOR, PatternSpec

_NEXT_ITEM = re.compile(
    r"\n[ \t]*(?:[0-9]{1,3}[.)].?|[0-9]{1,2}(?:[/.-][0-9]{1,2})?[/.:-][0-9]|[0-9]{4}-[0-9])\Z",
    re.DOTALL,
)

ALIKE = "OoОоlISB"
_ALIKE = rf"[{ALIKE}](?!(?![{ALIKE}])\p{{L}})"
"""A letter for a digit; not the first of a word behind the value: ``8407151236 oraz``."""
_PREFIX = re.compile(rf"[A-Z]{{2}}{SEPARATOR}?(?=[0-9])")
_GAP = rf"(?:{SEPARATOR}{{0,2}}|{SEPARATOR}?\r?\n)"
_WIDEST = 8
"""Schemes of values of very different lengths say too little about where a value ends."""


def value(spec: PatternSpec) -> str:
    """Return the expression of an announced value, without what stands around it."""
    if spec.digits:
        return _run(max(spec.digits) + 4)
    return spec.value or spec.regex.replace("(?P<v>", "(?:")


def spread(spec: PatternSpec) -> str:
    """Return the expression of a value of letters and digits in any groups; empty: of none.

    Only for schemes whose check tells where in the run the value ends.
    """
    scheme = spec.scheme
    if scheme is None or not scheme.at or spec.digits:
        return ""
    least, most = _lengths(scheme.form)
    if most - least > _WIDEST:
        return ""
    kept = re.escape(scheme.keep)
    sign = rf"[0-9A-Z{ALIKE}{kept}]"
    first = rf"(?=[A-Z]{{0,6}}{SEPARATOR}?[0-9{ALIKE}])[0-9A-Z{ALIKE}]"
    return rf"{first}(?:{_GAP}{sign}){{{least - 1},{most + 3}}}+"


def ends(text: str, first: int, last: int) -> list[int]:
    """Return where words end between `first` and `last`."""
    cuts = [n for n in range(first + 1, last + 1) if n == len(text) or not text[n].isalnum()]
    return [n for n in cuts if text[n - 1].isalnum()]


def digits(text: str, start: int, end: int) -> int:
    """Count the digits of a value, and the letters that stand for some.

    >>> digits("RO 1840 726l", 0, 12)
    8
    """
    prefix = _PREFIX.match(text, start, end)
    first = prefix.end() if prefix else start
    return sum(c.isdigit() or c in ALIKE for c in text[first:end])


def _run(longest: int) -> str:
    digit = rf"(?:{_GAP}[0-9]|(?<=[\p{{L}}\p{{N}}]){_ALIKE}|{_GAP}{_ALIKE}(?=[0-9]))"
    first = rf"(?:[0-9]|{_ALIKE}(?=[0-9]))"
    return rf"(?:[A-Z]{{2}}{SEPARATOR}?)?{first}{digit}{{4,{longest}}}+(?![\p{{L}}\p{{N}}])"


@cache
def _lengths(form: str) -> tuple[int, int]:
    from re import _parser  # type: ignore[attr-defined]

    least, most = _parser.parse(form).getwidth()
    return int(least), int(most)


def word_ends(text: str, first: int, last: int) -> Iterator[int]:
    """Yield the places where a value from `first` to `last` may end instead, longest first.

    What begins the next line is in none where it is an item's number, a day or an hour:
    *07700 900871*, then *11.* or *12/03/2024*.
    """
    for end in range(last, first, -1):
        whole = text[end - 1].isalnum() and not text[end : end + 1].isalnum()
        if whole and not _NEXT_ITEM.search(text[first : end + 2]):
            yield end


CHECKED, BRACKETED, WRONG = 0.93, 0.8, 0.6
"""Scores of values with a label behind: the check holds; there is none, and brackets hold the
label; it does not hold, and they do."""
_REACH = 56
_SHORTEST, _PHONE, _LONGEST = 5, 12, 40
"""Signs of a value that has no check: at least, at most where it is a phone, at most."""
_FILLER = r"(?:[\p{L}№]{1,12}\.?[ \u00a0]){0,2}"
_JOINT = rf"[ \u00a0]{{0,2}}(?P<joint>[(\[]|[–—-][ \u00a0]|,[ \u00a0]|=[ ]){_FILLER}\Z"
_CLOSED = regex.compile(r"\.?(?:[ \u00a0]\p{L}{1,12}\.?){0,2}[ \u00a0]?[)\]]")
_FREE = regex.compile(
    r"(?![^\p{L}\p{N}]{0,4}(?:(?:nr|no|št|br|č|numer|number)\.?[ ])?[0-9])", regex.IGNORECASE
)
"""The label does not announce a number that follows it."""


@dataclass(frozen=True)
class Trailing:
    """Finds the value that a label behind it names, for one pattern."""

    spec: PatternSpec

    def find(self, text: str, start: int, label: tuple[int, int]) -> tuple[int, int, float] | None:
        """Return start, end and score of the value before a label, or None.

        Args:
            text: The document.
            start: How far back to look at most.
            label: Where the label stands.
        """
        first, last = label
        match = self._before.search(text, max(start, first - _REACH), first)
        if not match:
            return None
        enclosed = match["joint"] in "([" and _CLOSED.match(text, last) is not None
        if not enclosed and not _FREE.match(text, last):
            return None
        return self._chosen(text, *match.span("v"), enclosed=enclosed)

    def _chosen(
        self, text: str, first: int, last: int, *, enclosed: bool
    ) -> tuple[int, int, float] | None:
        """Say where in a run the value begins: the check tells, or its size."""
        scheme = self.spec.scheme
        starts = [n for n in range(first, last) if n == first or not text[n - 1].isalnum()]
        if scheme and scheme.at:
            found = next((n for n in starts if scheme.validate(text[n:last])), None)
            if found is not None:
                return found, last, CHECKED
        if not enclosed:
            return None
        found = next((n for n in starts if self._sized(text, n, last)), None)
        score = WRONG if scheme and scheme.at else BRACKETED
        return (found, last, score) if found is not None else None

    def _sized(self, text: str, first: int, last: int) -> bool:
        count = digits(text, first, last)
        if self.spec.digits:
            return count in self.spec.digits
        signs = sum(c.isalnum() for c in text[first:last])
        most = _PHONE if self.spec.validate == "phone" else _LONGEST
        numeric = sum(c.isdigit() for c in text[first:last]) > 1
        return _SHORTEST <= signs <= most and (numeric or bool(self.spec.check))

    @cached_property
    def _before(self) -> Any:
        either = "|".join(filter(None, (spread(self.spec), value(self.spec))))
        return regex.compile(
            rf"(?<![\p{{L}}\p{{N}}_])(?P<v>{either})(?<=[\p{{L}}\p{{N}}])"
            rf"(?![\p{{L}}\p{{N}}_]){_JOINT}"
        )

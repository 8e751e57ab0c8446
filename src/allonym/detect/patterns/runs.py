"""What an announced value may look like: grouped anyhow, broken by a line, letters for digits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from allonym.detect.patterns.data import SEPARATOR, PatternSpec

_NEXT_ITEM = re.compile(r"\n[ \t]*[0-9]{1,3}[.)]\Z")

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

    The number of the next item of a list is in none: *07700 900871*, in the next line *11.*
    """
    for end in range(last, first, -1):
        whole = text[end - 1].isalnum() and not text[end : end + 1].isalnum()
        if whole and not _NEXT_ITEM.search(text[first : end + 1]):
            yield end

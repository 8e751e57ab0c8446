"""Labels that stand behind their values: ``44051401359 (PESEL)``, ``840715-1235 – personnr``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from allonym.detect.patterns.data import PatternSpec
from allonym.detect.patterns.runs import digits, spread, value

CHECKED, BRACKETED, WRONG = 0.93, 0.8, 0.6
"""Scores of values with a label behind: the check holds; there is none, and brackets hold the
label; it does not hold, and they do."""
_REACH = 56
_SHORTEST, _PHONE, _LONGEST = 5, 12, 40
"""Signs of a value that has no check: at least, at most where it is a phone, at most."""
_FILLER = r"(?:[\p{L}№]{1,12}\.?[ \u00a0]){0,2}"
_JOINT = rf"[ \u00a0]{{0,2}}(?P<joint>[(\[]|[–—-][ \u00a0]|,[ \u00a0]|=[ ]){_FILLER}\Z"
_CLOSED = r"\.?(?:[ \u00a0]\p{L}{1,12}\.?){0,2}[ \u00a0]?[)\]]"
_FREE = r"(?![^\p{L}\p{N}]{0,4}(?:(?:nr|no|št|br|č|numer|number)\.?[ ])?[0-9])"
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
        enclosed = match["joint"] in "([" and self._closed.match(text, last) is not None
        if not enclosed and not self._free.match(text, last):
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
        import regex

        either = "|".join(filter(None, (spread(self.spec), value(self.spec))))
        return regex.compile(
            rf"(?<![\p{{L}}\p{{N}}_])(?P<v>{either})(?<=[\p{{L}}\p{{N}}])"
            rf"(?![\p{{L}}\p{{N}}_]){_JOINT}"
        )

    @cached_property
    def _free(self) -> Any:
        import regex

        return regex.compile(_FREE, regex.IGNORECASE)

    @cached_property
    def _closed(self) -> Any:
        import regex

        return regex.compile(_CLOSED)

"""Labels that stand behind their values: ``44051401359 (PESEL)``, ``840715-1235 – personnr``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from allonym.detect.pattern_data import PatternSpec
from allonym.detect.runs import digits, spread, value
from allonym.identifiers.schemes import SCHEMES, Scheme

CHECKED, BRACKETED = 0.93, 0.8
"""Scores of values with a label behind: the check holds; there is none, and brackets hold the
label."""
_REACH = 56
_FEWEST, _PHONE, _MOST = 5, 12, 40
"""Digits of a value that has no check: at least, at most where it is a phone, at most."""
_FILLER = r"(?:[\p{L}№]{1,12}\.?[ \u00a0]){0,2}"
_JOINT = rf"[ \u00a0]{{0,2}}(?P<joint>[(\[]|[–—-][ \u00a0]|,[ \u00a0]|=[ ]){_FILLER}\Z"
_AFTER = r"\.?(?:[ \u00a0]\p{L}{1,12}\.?){0,2}[ \u00a0]?(?:[)\];,]|\.(?:\s|$)|$|\n)"


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
        if not self._after.match(text, last):
            return None
        left = max(start, first - _REACH)
        match = self._before.search(text, left, first)
        if not match:
            return None
        return self._chosen(text, *match.span("v"), bracket=match["joint"] in "([")

    def _chosen(
        self, text: str, first: int, last: int, *, bracket: bool
    ) -> tuple[int, int, float] | None:
        """Say where in a run the value begins: the check tells, or the number of digits."""
        scheme = self._scheme
        starts = [n for n in range(first, last) if n == first or not text[n - 1].isalnum()]
        if scheme and scheme.at:
            right = (n for n in starts if scheme.validate(text[n:last]))
            found = next(right, None)
            return (found, last, CHECKED) if found is not None else None
        most = _PHONE if self.spec.validate == "phone" else _MOST
        sizes = self.spec.digits or range(_FEWEST, most + 1)
        fitting = (n for n in starts if digits(text, n, last) in sizes) if bracket else iter(())
        found = next(fitting, None)
        return (found, last, BRACKETED) if found is not None else None

    @cached_property
    def _scheme(self) -> Scheme | None:
        return SCHEMES[self.spec.check] if self.spec.check else None

    @cached_property
    def _before(self) -> Any:
        import regex

        either = "|".join(filter(None, (spread(self.spec), value(self.spec))))
        return regex.compile(
            rf"(?<![\p{{L}}\p{{N}}_])(?P<v>{either})(?<=[\p{{L}}\p{{N}}])"
            rf"(?![\p{{L}}\p{{N}}_]){_JOINT}"
        )

    @cached_property
    def _after(self) -> Any:
        import regex

        return regex.compile(_AFTER)

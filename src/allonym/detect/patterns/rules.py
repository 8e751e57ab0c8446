"""What all patterns share when a value is judged: scores, phones, sums, how an address ends."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import regex

from allonym.detect.patterns.data import PatternSpec
from allonym.detect.patterns.phones import PhonePlan

CERTAIN, STRUCTURED, LIKELY, LISTED = 0.95, 0.9, 0.7, 0.3
"""Scores of unannounced values: checked; distinct by its form; valid at home; valid elsewhere."""

_PAID = re.compile(r"(?:[€$£]|\b(?:EUR|USD|PLN|RON|SEK|HUF|BGN|GBP|CHF))[ \u00a0]?\Z")


@dataclass(frozen=True)
class Rules:
    """What all patterns share when a value is judged."""

    countries: tuple[str, ...]
    phones: PhonePlan
    negative: str = field(repr=False)
    units: str = field(repr=False)
    tails: str = field(repr=False, default="")
    currencies: str = field(repr=False, default="(?!)")

    def bare_score(self, spec: PatternSpec) -> float:
        """Return what an unannounced valid value of `spec` is worth here; 0: not looked for."""
        home = spec.country in self.countries or spec.country in ("", "EU")
        if spec.alone == "certain":
            return spec.score or (CERTAIN if spec.check or spec.validate else STRUCTURED)
        if spec.alone == "likely":
            return (spec.score or LIKELY) if home else LISTED
        if spec.alone == "own":
            return (spec.score or LIKELY) if home else 0.0
        return LISTED if spec.alone == "listed" else 0.0

    def amount(self, text: str, start: int, end: int) -> bool:
        """Tell whether the number is counted or priced, or is a book's or an article's."""
        after = self._after.match(text, end)
        return (
            after is not None or self._before.search(text[max(0, start - 24) : start]) is not None
        )

    def priced(self, text: str, start: int, end: int) -> bool:
        """Tell whether a currency stands behind a number or before it."""
        before = text[max(0, start - 8) : start]
        return bool(self._price.match(text, end) or _PAID.search(before))

    @cached_property
    def _price(self) -> Any:
        return _behind(self.currencies)

    def address_end(self, text: str, end: int) -> int:
        """Return where an address ends that goes on with floor, entrance or flat."""
        match = self._tails.match(text, end) if self.tails else None
        return match.end() if match else end

    @cached_property
    def _tails(self) -> Any:
        gap = r"(?:,[ \u00a0]?|[ \u00a0]|,?[ ]?\r?\n[ \t]*)"
        return regex.compile(
            rf"(?:{gap}(?:{self.tails})(?![\p{{L}}\p{{N}}])){{1,4}}+", regex.IGNORECASE
        )

    @cached_property
    def _after(self) -> Any:
        return _behind(self.units)

    @cached_property
    def _before(self) -> Any:
        return regex.compile(
            rf"(?<!\p{{L}})(?:{self.negative})[^\p{{L}}\p{{N}}]{{0,3}}(?:1[03][^\p{{L}}\p{{N}}]{{0,3}})?$",
            regex.IGNORECASE,
        )


def _behind(words: str) -> Any:
    """Return the expression for one of the words behind a number."""
    return regex.compile(rf"[ \u00a0\u2009\u202f]?(?:{words})(?!\p{{L}})", regex.IGNORECASE)

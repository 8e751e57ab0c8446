"""Feasts, seasons and school terms that a text names, and when they are in a year.

A pack's ``feasts.tsv`` has a rule and words a line, which are found in any case:
``12-25``, ``easter-2``, ``oeaster+0`` (by the Julian calendar), ``2nd sunday of 05``,
``last monday of 08``, ``1st sunday before 12-25``, ``sunday between 11-27..12-03``, and two of
them with ``..`` between for a stretch of the year.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from dateutil.easter import EASTER_ORTHODOX, EASTER_WESTERN, easter

from allonym.errors import PackError
from allonym.languages.pack import data_files, rows

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAY = re.compile("([0-9]{2})-([0-9]{2})")
_EASTER = re.compile("(o?)easter([+-][0-9]+)")
_NTH = re.compile("([1-5]|last)(?:st|nd|rd|th)? ([a-z]+) of ([0-9]{2})")
_BEFORE = re.compile("([1-9][0-9]?)(?:st|nd|rd|th)? ([a-z]+) before (.+)")
_BETWEEN = re.compile(r"([a-z]+) between (.+)\.\..+")
_WORD = re.compile(r"\w+")
_GAP = re.compile(r"[\s.'’-]{1,2}")
# letters that a word begins with at least; of a word that has endings; of an ending
_LEAST, _CLOSED, _END = 3, 5, 2
_HEAD = 2  # letters of a word that are compared first: no stem of longer words has fewer


@dataclass(frozen=True)
class Feast:
    """A day or a stretch of the year with words of its own."""

    rule: str  # when it is
    words: tuple[str, ...] = field(repr=False)  # what texts call it; lower case

    @cached_property
    def lasts(self) -> bool:
        """Whether it is a stretch of the year, not a day."""
        return ".." in self.rule and "between" not in self.rule

    @cached_property
    def moves(self) -> bool:
        """Whether it has another date each year."""
        return not _DAY.fullmatch(self.rule)

    def day(self, year: int) -> date:
        """Return the day, or the first day, in a year.

        Raises:
            ValueError: If the rule is none.
        """
        return _point(self.rule if not self.lasts else self.rule.partition("..")[0], year)

    def holds(self, day: date) -> bool:
        """Tell whether a day is this day, or in this stretch, which may pass the turn of a year."""
        if not self.lasts:
            return self.day(day.year) == day
        first, _, last = self.rule.partition("..")
        start, end = _point(first, day.year), _point(last, day.year)
        return start <= day <= end if start <= end else day >= start or day <= end


@lru_cache(maxsize=1 << 14)
def _point(rule: str, year: int) -> date:
    if match := _DAY.fullmatch(rule):
        return date(year, int(match[1]), int(match[2]))
    if match := _EASTER.fullmatch(rule):
        kind = EASTER_ORTHODOX if match[1] else EASTER_WESTERN
        sunday: date = easter(year, kind)
        return sunday + timedelta(int(match[2]))
    if match := _NTH.fullmatch(rule):
        return _nth(match[1], _WEEKDAYS.index(match[2]), year, int(match[3]))
    if match := _BEFORE.fullmatch(rule):
        end = _point(match[3], year)
        back = (end.weekday() - _WEEKDAYS.index(match[2]) - 1) % 7 + 1
        return end - timedelta(back + 7 * (int(match[1]) - 1))
    if match := _BETWEEN.fullmatch(rule):
        start = _point(match[2], year)
        return start + timedelta((_WEEKDAYS.index(match[1]) - start.weekday()) % 7)
    raise ValueError("no rule of a feast")


def _nth(number: str, weekday: int, year: int, month: int) -> date:
    if number == "last":
        end = date(year + month // 12, month % 12 + 1, 1) - timedelta(1)
        return end - timedelta((end.weekday() - weekday) % 7)
    first = date(year, month, 1)
    return first + timedelta((weekday - first.weekday()) % 7 + 7 * (int(number) - 1))


@cache
def load_feasts(language: str) -> tuple[Feast, ...]:
    """Read the feasts of a language; none where its pack has none.

    Raises:
        PackError: If a rule is none, or has no words.
    """
    return tuple(_feast(*row) for row in rows(data_files("feasts.tsv").get(language)))


def _feast(rule: str, words: str = "", *_: str) -> Feast:
    feast = Feast(rule, tuple(words.lower().split("|")))
    if not words:
        raise PackError(f"feasts.tsv: {rule}: no words behind a tab")
    try:
        feast.holds(date(2024, 1, 1))
    except ValueError as error:
        raise PackError(f"feasts.tsv: {rule}: no rule of a feast") from error
    return feast


def named_in(text: str, language: str) -> Iterator[Feast]:
    """Yield the feasts, seasons and terms that a text names.

    >>> [feast.rule for feast in named_in("Do zobaczenia po Bożym Ciele!", "pl")]
    ['easter+60']
    """
    words, feasts = _Words(text.lower()), load_feasts(language)
    phrases = (row for head in words.heads for row in _by_head(language).get(head, ()))
    found = {number for number, phrase in phrases if words.have(phrase)}
    yield from (feasts[number] for number in sorted(found))


class _Stem(NamedTuple):
    """A word of a phrase in any case: a short one as it is, of others all but the end."""

    text: str
    closed: bool

    def is_of(self, word: str) -> bool:
        """Tell whether a word is the word, or begins so."""
        return word == self.text if self.closed else word.startswith(self.text)


class _Words:
    """The words of a text, each once and in order, and where they stand."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._spans = [match.span() for match in _WORD.finditer(text)]
        self._places: dict[str, list[int]] = {}
        for number, (start, end) in enumerate(self._spans):
            self._places.setdefault(text[start:end], []).append(number)
        self._once = sorted(self._places)
        self._known: dict[_Stem, Sequence[int]] = {}
        self.heads = {word[:_HEAD] for word in self._once}

    def have(self, phrase: Sequence[_Stem]) -> bool:
        """Tell whether the text has a phrase: its words one after another, with little between."""
        if not all(stem.text[:_HEAD] in self.heads for stem in phrase[1:]):
            return False
        begin: set[int] | None = None
        for further, stem in enumerate(phrase):
            own = {at - further for at in self._places_of(stem)}
            begin = own if begin is None else begin & own
            if not begin:
                return False
        return any(self._goes_on(at, len(phrase)) for at in begin or ())

    def _places_of(self, stem: _Stem) -> Sequence[int]:
        """Return which words of the text are a stem's."""
        if stem not in self._known:
            at = end = bisect_left(self._once, stem.text)
            while end < len(self._once) and stem.is_of(self._once[end]):
                end += 1
            self._known[stem] = [n for word in self._once[at:end] for n in self._places[word]]
        return self._known[stem]

    def _goes_on(self, at: int, size: int) -> bool:
        """Tell whether so many words stand with little between them."""
        words = pairwise(self._spans[at : at + size])
        return all(_GAP.fullmatch(self._text, end, start) for (_, end), (start, _) in words)


@cache
def _by_head(language: str) -> Mapping[str, Sequence[tuple[int, Sequence[_Stem]]]]:
    """Return the phrases of all feasts by how they begin, each with the number of its feast."""
    found: dict[str, list[tuple[int, Sequence[_Stem]]]] = {}
    for number, feast in enumerate(load_feasts(language)):
        for phrase in (tuple(map(_stem, _WORD.findall(own))) for own in feast.words):
            if phrase:  # what has no word is in no text
                found.setdefault(phrase[0].text[:_HEAD], []).append((number, phrase))
    return found


def _stem(word: str) -> _Stem:
    closed = len(word) < _CLOSED
    return _Stem(word if closed else word[: max(_LEAST, len(word) - _END)], closed)

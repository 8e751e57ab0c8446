"""Days without a year that no word announces: ``14/10 Meeting``, ``14.09 zebranie``.

Two things of the document speak for them: the language writes days so in running text, or lines of
a log begin with days in order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from allonym.dates.grammar import Form
from allonym.dates.reader import DateReader
from allonym.detect.dates.context import Contexts, closes_sentence, free, versioned
from allonym.model.cover import Cover
from allonym.model.span import Span

_SHAPE = re.compile(
    r"(?<![^\W_])[0-9]{1,2}(?:/[0-9]{1,2}|\.[ \u00a0]?[0-9]{1,2}\.?"
    r"(?![ \u00a0]?[0-9](?![0-9]?[.:][0-5][0-9](?![.,]?[0-9]))))"
    r"(?![^\W_]|[.,/:–-][0-9]|[ \u00a0]?[%‰°+])"
)
_UNIT = re.compile(
    r"[ \u00a0]?(?:zł|PLN|lei|RON|лв|BGN|EUR|USD|[kcm]?m|[km]?g|[cdm]?l|ha|h|ч|kW|MB|GB)(?![^\W_])"
)
_ONE_BEFORE = re.compile(r"[0-9][0-9.]*(?:,|[ \u00a0][^\W\d_]{1,4})[ \u00a0]$")
_HEAD = re.compile(r"(?:^|\n)[ \t\u00a0]*(?:[•*–-][ \t\u00a0]*)?$")
_BY_PADDING = re.compile(r"0[1-9]|/|\.[ \u00a0]")
_FIRST = re.compile(r"(?<![\w.,/:–-])([12]?[0-9]|3[01])\.?[ \u00a0]?[-–][ \u00a0]?\Z")
"""The first of several days, before the last and the month: *20–24.05*, *14.–15.7.*"""
_CAPITAL_BEFORE = re.compile(r"[^\W\d_]\w*[ \u00a0]$")
_NO_PARTS = frozenset((7, 9, 11, 12))
_FEWEST, _MONTHS = 2, 12
"""Lines that begin with days, for the document to be a log."""
_SEASON = 6
"""From how many months on days do not follow each other."""
_CLOSED = frozenset({(0, 0), (1, 1), (1, 6), (5, 1), (12, 24), (12, 25), (12, 26), (12, 31)})
"""No day, and those on which most are closed."""
_DAYS = frozenset({"day_slash_month", "day_month", "month_day", "day_month_open", "month_day_open"})


@dataclass(frozen=True, slots=True)
class _Day:
    """Two numbers with a sign; `when` is the month and the day, if they can be."""

    start: int
    end: int
    form: str = ""
    when: tuple[int, int] | None = field(repr=False, default=None)


class BareDays:
    """Finds them, in one language."""

    def __init__(self, reader: DateReader, context: Contexts) -> None:
        self._reader, self.context = reader, context

    def find(self, text: str, taken: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, str]]:
        """Yield start, end and form of the days that stand free of the dates in `taken`."""
        cover = Cover(Span(*place) for place in taken)
        shapes = [m.span() for m in _SHAPE.finditer(text) if free(text, m.start())]
        days = [
            self._day(text, *shape)
            for shape in shapes
            if not cover.touches(Span(*shape)) and not versioned(text, shape[0])
        ]
        starts = {day: _opening(text, day) for day in days}
        heads = {d for d in days if _begins_line(text, starts[d])}
        heads = {d for d in heads if "/" in self._signs or "/" not in text[d.start : d.end]}
        dated = any(_begins_line(text, start) for start, _ in taken)
        ordered = sorted(heads, key=lambda d: d.start)
        dated |= "/" not in self._signs and _is_diary(text, ordered)
        log = _is_log(text, ordered, dated=dated)
        for day in days:
            if not day.when:
                continue
            if log if day in heads else self._habitual(text, day, starts[day]):
                yield starts[day], day.end, day.form

    def _day(self, text: str, start: int, end: int) -> _Day:
        found = self._reader.match(self._forms, text, start)
        reading = self._reader.read(text[start : found[1]]) if found else None
        if not found or not reading or found[1] < end - 1:
            return _Day(start, end)
        stop = found[1] - (self._reader.words.bare_dot and closes_sentence(text, found[1]))
        return _Day(start, stop, found[0], (reading.first.month or 0, reading.first.day or 0))

    def _habitual(self, text: str, day: _Day, start: int) -> bool:
        """Tell whether the language writes days so: ``14/9`` in Swedish, ``14.09`` in Polish.

        No fraction has more above the stroke than below, no score is a day (*BCS 6/9*) nor is a
        page, and a capital before digits and a dot makes them a version.
        """
        if _UNIT.match(text, day.end) or self._parted.match(text, day.end):
            return False
        if "/" in text[day.start : day.end]:
            fits = "/" in self._signs and _is_no_fraction(text[day.start : day.end])
            paged = self.context.paged(text, start)  # page 3-5/12
            return fits and not (paged or self.context.scaled(text, day.start))
        if not self._reader.words.bare_dot or day.form != "day_month_open":
            return False
        named = _CAPITAL_BEFORE.search(text, max(0, day.start - 24), day.start)
        inside = named and named[0][0].isupper() and text[named.start() - 2 : named.start()] != ". "
        one = _ONE_BEFORE.search(text, max(0, day.start - 12), day.start)
        return not inside and not self.context.timed(text, one.start() if one else day.start)

    @cached_property
    def _parted(self) -> re.Pattern[str]:
        """What makes two numbers a part of something: ``3/2 of it``."""
        words = "|".join(self._reader.words.contexts["fraction_of"]) or "(?!)"
        return re.compile(f"[ \u00a0](?:{words})[ \u00a0]")

    @cached_property
    def _signs(self) -> tuple[str, ...]:
        return self._reader.words.contexts["bare_signs"]

    @cached_property
    def _forms(self) -> tuple[Form, ...]:
        return tuple(form for form in self._reader.short if form.name in _DAYS)


def _is_no_fraction(surface: str) -> bool:
    """Tell whether two numbers are no part of something; in elevenths nobody counts."""
    above, below = map(int, surface.split("/"))
    return above > below > 0 or (above > 1 and below in _NO_PARTS)


def _opening(text: str, day: _Day) -> int:
    """Return where a day begins, or the first of several."""
    first = _FIRST.search(text, max(0, day.start - 6), day.start)
    return first.start() if first and day.when and int(first[1]) < day.when[1] else day.start


def _begins_line(text: str, start: int) -> bool:
    return _HEAD.search(text, max(0, start - 80), start) is not None


def _is_log(text: str, heads: Sequence[_Day], *, dated: bool) -> bool:
    """Tell whether what lines begin with are days in order, and no sections or hours.

    Where lines begin with whole dates or are surely a diary's (`dated`), days later than the
    twelfth say so too.
    """
    order = [day.when for day in heads if day.when]
    padded = any(_BY_PADDING.search(text, day.start, day.end) for day in heads)
    padded |= dated and any(day > _MONTHS for _, day in order)
    if len(order) < max(_FEWEST, len(heads)) or not padded:
        return False
    return sum(later < earlier for earlier, later in pairwise(order)) <= 1


def _is_diary(text: str, heads: Sequence[_Day]) -> bool:
    """Tell whether days with a dot behind follow each other within half a year.

    Sections count on (*13.1.*, *13.2.*, *14.1.*), as days do where the month comes first, and
    notices tell when somebody is closed.
    """
    if any(day.form.startswith("month") for day in heads):
        return False
    order = [day.when or (0, 0) for day in heads]
    ends = all("." in text[day.end - 1 : day.end + 1] for day in heads)
    return ends and _CLOSED.isdisjoint(order) and all(_follows(*two) for two in pairwise(order))


def _follows(before: tuple[int, int], after: tuple[int, int]) -> bool:
    """Tell whether a month and a day come soon behind others, and not as sections do."""
    months = (after[0] - before[0]) % _MONTHS
    counted = after == (1, before[1] + 1) or (months > 0 and after[1] == before[1])
    return not counted and months < _SEASON and (months > 0 or before <= after)

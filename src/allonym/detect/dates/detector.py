"""Find dates and ages by their form and by the words around them.

Digits and the beginnings of month names are looked for first, at the speed of a plain search; the
expressions of `allonym.dates` are tried only where one stands.  Every step looks at a bounded
stretch of text, so time is linear.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from allonym.dates.ages import years_between
from allonym.dates.reader import DateReader
from allonym.dates.words import languages
from allonym.detect.dates.ages import AgeFinder, Lives, Number
from allonym.detect.dates.bare_days import BareDays
from allonym.detect.dates.context import Contexts, closes_sentence, free, versioned
from allonym.detect.dates.months import machine_dates, named, without_stop
from allonym.detect.dates.years import YearFinder, features
from allonym.detect.patterns.columns import Said, said
from allonym.model.cover import Cover
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.text.occurring import which_occur

_CLUSTER = re.compile(
    "[0-9]{1,4}(?:\\./|[ \u00a0]?[./]|\\.?[ \u00a0]?[–-])[ \u00a0]?"
    "(?:[0-9]{1,2}[ \u00a0]?[./–-]|[IVXivxІХіх]|(?:18|19|20)[0-9]{2}|(?<=/)[0-9]"
    r"|(?<=\.)(?:0[1-9]|1[0-2])(?![0-9]))|[0-9]{1,2} [IVX]"
    "|[0-9]{1,2}\\.?[ \u00a0][^\\W\\d_]{1,9}[ \u00a0][0-9]{1,2}[ \u00a0]?[./]"
)
"""Digits and a sign, or two days with a word between: ``18. a 20. 6.``"""
_NUMBER = re.compile("[0-9]+")
_YEAR = re.compile("(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")
_COMPACT = re.compile(
    r"[0-9](?<![^\W_][0-9])(?<!\d[.,/:-][0-9])"
    r"(?:[0-9]{5}(?:[0-9]{2})?|[0-9](?P<s>[.-])[01][0-9](?P=s)[0-3][0-9])(?![0-9])"
)
"""No letter and no digit with a sign stands directly before it."""
_SIX, _LATEST, _LED = 6, "30", 32
_SCORES = re.compile(r"[0-9]{1,2}([-–/])[0-9]{1,2}\1[0-9]{1,2}")
_WORD_BEHIND = re.compile(r"[. \u00a0][^\W\d_] [^\W\dA-Z_]")
"""One letter that a word in small letters follows: a preposition, no month."""
_HOUR = re.compile("(?:1[0-9]|2[0-4]|[0-9])[ \u00a0]?[-–]")
_SECTION = re.compile(r"[1-9]\.[1-9][0-9]?\.[0-3][0-9]")
NUMERIC_SCORE, NAMED_SCORE, SHORT_SCORE = 0.95, 0.97, 0.8
DOUBTFUL_SCORE = 0.6


@dataclass(frozen=True, slots=True)
class _Hit:
    start: int
    end: int
    rule: str
    score: float
    type: str = "date"

    @property
    def span(self) -> tuple[int, int]:
        return self.start, self.end


class DateDetector:
    """Finds dates (``date``, ``date.birth``) and ages (``age``) of one or several languages.

    >>> detector = DateDetector.load("pl")
    >>> view = TextView.of("Jan, ur. 3 maja 1984 r., lat 34.")
    >>> [(view.surface(m.span), m.type) for m in detector.detect(view)]
    [('3 maja 1984', 'date.birth'), ('34', 'age')]
    """

    name = "dates"

    def __init__(self, readers: Sequence[DateReader]) -> None:
        self._readers = tuple(readers)
        self._contexts = tuple(Contexts(reader.words) for reader in self._readers)
        self._bare = tuple(map(BareDays, readers, self._contexts))
        self._lone = YearFinder(self._readers, self._contexts)
        self._ages = tuple(AgeFinder(reader.words) for reader in self._readers)

    @cached_property
    def _months(self) -> tuple[Callable[[str], list[str]], ...]:
        return tuple(which_occur(reader.stems) for reader in self._readers)

    @classmethod
    def load(cls, language: str) -> DateDetector:
        """Return a detector for one language, or for all of them where it is ``und``.

        Raises:
            UnknownLanguage: If there is no such pack.
            PackError: If its ``dates.toml`` is missing or incomplete.
        """
        codes = languages() if language == "und" else (language,)
        return cls([DateReader.load(code) for code in codes])

    def detect(self, view: TextView) -> Iterable[Mention]:
        """Return disjoint mentions in text order."""
        low = _lower(view.text)
        cells = [*self._cells(view.text)]
        hits = self._dated(view.text, low, cells)
        for hit in add(hits, [*self._aged(view.text, low, hits, cells)]):
            span = Span(hit.start, hit.end)
            if self._of_all(view.text, hit):
                continue
            if not view.blocks or view.block_at(hit.start).contains(span):
                yield Mention(span, hit.type, (Evidence(self.name, hit.rule, hit.score),))

    def numbers(self, text: str) -> Iterator[tuple[Number, list[str]]]:
        """Yield the numbers outside dates that may be ages, and what is seen around each."""
        low = _lower(text)
        hits = self._dated(text, low, ())
        lives = self._lives(text, hits)
        taken = Cover(Span(*hit.span) for hit in hits)
        for finder in self._ages:
            for number in finder.numbers(text, low):
                if not taken.touches(Span(number.start, number.end)):
                    yield number, [*finder.features(text, low, number, lives)]

    def years(self, text: str) -> Iterator[tuple[Span, list[str]]]:
        """Yield the years outside dates, and what is seen around each."""
        low = _lower(text)
        dates = disjoint([*self._dates(text, low)])
        cover = Cover(Span(*hit.span) for hit in dates)
        for year in self._lone.years(text, cover, _born(text, dates)):
            yield Span(year.start, year.end), [*features(text, low, year)]

    def _dated(self, text: str, low: str, cells: Sequence[Said]) -> list[_Hit]:
        """Return dates and bare years."""
        dates = add([*self._columns(cells)], [*self._dates(text, low)])
        dates = add(dates, [*self._days_alone(text, dates)])
        return add(dates, [*self._years(text, low, dates)])

    def _of_all(self, text: str, hit: _Hit) -> bool:
        """Tell whether a date is that of a law, or of history."""
        bare = hit.rule.endswith(".year")
        law = hit.type == "date" and any(c.law(text, hit.start) for c in self._contexts)
        return law or all(c.historic(text, hit.start, hit.end, bare=bare) for c in self._contexts)

    def _cells(self, text: str) -> Iterator[Said]:
        """Yield what stands below heads of columns that speak of births, deaths or ages."""

        def known(head: str) -> bool:
            lower = head.lower()
            return any(c.speaks(lower) for c in self._contexts) or any(
                finder.speaks(lower) for finder in self._ages
            )

        yield from said(text, known)

    def _columns(self, cells: Iterable[Said]) -> Iterator[_Hit]:
        for cell in cells:
            low = _lower(cell.text)
            dates = disjoint([*self._dates(cell.text, low)])
            yield from _cell_hits(cell, add(dates, [*self._years(cell.text, low, dates)]))

    def _dates(self, text: str, low: str) -> Iterator[_Hit]:
        for start, end, rule in machine_dates(text):
            birth = any(context.birth(text, start, end) for context in self._contexts)
            yield _Hit(start, end, rule, NAMED_SCORE, "date.birth" if birth else "date")
        yield from self._numeric(text)
        parts = zip(self._readers, self._contexts, self._months, strict=True)
        for reader, context, months in parts:
            for start, end, form in named(reader, context, text, low, months):
                score = NAMED_SCORE
                yield self._typed(context, text, start, end, form, score)

    def _numeric(self, text: str) -> Iterator[_Hit]:
        """Try the forms in digits wherever digits and a sign stand together."""
        position, joined = 0, -1
        while found := _CLUSTER.search(text, position):
            start = found.start()
            at_edge = free(text, start) or start == joined
            hit = self._numeric_at(text, start) if at_edge and not versioned(text, start) else None
            if hit:
                yield hit
                position, joined = hit.end, hit.end + 1
            else:
                digits = _NUMBER.match(text, start)
                position = digits.end() if digits else start + 1

    def _numeric_at(self, text: str, start: int) -> _Hit | None:
        for reader, context in zip(self._readers, self._contexts, strict=True):
            found = reader.match(reader.numeric_at(text, start), text, start)
            if found and not _counted(context, text, start, found):
                end = without_stop(text, found[1], reader)
                score = DOUBTFUL_SCORE if _SECTION.fullmatch(text, start, end) else NUMERIC_SCORE
                return self._typed(context, text, start, end, found[0], score)
            found = _short(reader, context, text, start)
            if found:
                end = found[1] - (reader.words.bare_dot and closes_sentence(text, found[1]))
                return self._typed(context, text, start, end, found[0], SHORT_SCORE)
        return None

    def _days_alone(self, text: str, dates: Sequence[_Hit]) -> Iterator[_Hit]:
        """Yield days without a year that nothing announces but the document."""
        taken = [(hit.start, hit.end) for hit in dates]
        for bare in self._bare:
            for start, end, form in bare.find(text, taken):
                yield self._typed(bare.context, text, start, end, form, SHORT_SCORE)

    def _typed(
        self, context: Contexts, text: str, start: int, end: int, form: str, score: float
    ) -> _Hit:
        birth = context.birth(text, start, end)
        kind = "date.birth" if birth else "date"
        return _Hit(start, end, f"{context.words.code}.{form}", score, kind)

    def _years(self, text: str, low: str, dates: Sequence[_Hit]) -> Iterator[_Hit]:
        """Years by themselves and births without separators, where a life is spoken of."""
        taken = Cover(Span(*hit.span) for hit in dates)
        for year, kind in self._lone.find(text, low, taken, _born(text, dates)):
            yield _Hit(year.start, year.end, year.rule, SHORT_SCORE, kind)
        days = [_days_of_six(reader, text) for reader in self._readers]
        for number in _COMPACT.finditer(text):
            for reader, context, six in zip(self._readers, self._contexts, days, strict=True):
                found = reader.match(reader.compact, text, number.start())
                place = (number.start(), found[1]) if found else (0, 0)
                birth = found and context.birth(text, *place)
                if found and (birth or place in six):
                    kind = "date.birth" if birth else "date"
                    yield _Hit(*place, f"{reader.words.code}.{found[0]}", SHORT_SCORE, kind)
                    break

    def _aged(
        self, text: str, low: str, hits: Sequence[_Hit], cells: Sequence[Said]
    ) -> Iterator[_Hit]:
        """Yield the ages, below their heads too."""
        lives = self._lives(text, hits)
        for finder in self._ages:
            code = finder.words.code
            for start, end, rule, score in finder.find(text, low, lives):
                yield _Hit(start, end, f"{code}.{rule}", score, "age")
            for cell in cells:
                apart = Lives(ages=lives.ages)  # births stand elsewhere
                for start, end, rule, score in finder.find(cell.text, _lower(cell.text), apart):
                    found = _Hit(start, end, f"{code}.{rule}", score, "age")
                    yield from _cell_hits(cell, [found])

    def _lives(self, text: str, hits: Sequence[_Hit]) -> Lives:
        """Return the births and how old who was born then is by the other dates."""
        births = [hit for hit in hits if hit.type == "date.birth"]
        days = [hit for hit in hits if hit.type == "date"] if births else []
        dated = {*self._days(text, days)}
        born = {*self._days(text, births)} if dated else set()
        ages = {years_between(birth, day) for birth in born for day in dated}
        now = max((year for hit in days for year in _years(text, hit)), default=0)
        bare = {year for hit in births if now for year in _years(text, hit)}
        ages |= {now - year + by for year in bare for by in (-1, 0)}
        return Lives(tuple(hit.span for hit in births), frozenset(ages))

    def _days(self, text: str, hits: Sequence[_Hit]) -> Iterator[date]:
        for hit in hits:
            code = hit.rule.partition(".")[0]
            reader = next((r for r in self._readers if r.words.code == code), None)
            reading = reader.read(text[slice(*hit.span)]) if reader else None
            if reading and reading.first.year and reading.first.month and reading.first.day:
                yield reading.first.on()


def _years(text: str, hit: _Hit) -> Iterator[int]:
    """Yield the years that a hit says in four digits."""
    return (int(year[0]) for year in _YEAR.finditer(text, *hit.span))


def _born(text: str, dates: Iterable[_Hit]) -> frozenset[int]:
    """Return the years of the births among dates."""
    births = (hit for hit in dates if hit.type == "date.birth")
    return frozenset(year for hit in births for year in _years(text, hit))


def _counted(context: Contexts, text: str, start: int, found: tuple[str, int]) -> bool:
    """Tell whether scores look like a date (*Apgar 9/9/10*), or an hour like its day.

    That is so in *klo 18 – 21.1.2025*: the date begins behind the dash.
    """
    form, end = found
    if form == "range" and _HOUR.match(text, start):
        return context.timed(text, start)
    return bool(_SCORES.fullmatch(text, start, end)) and context.scored(text, start)


def _days_of_six(reader: DateReader, text: str) -> frozenset[tuple[int, int]]:
    """Return where six digits are a day of this century where the language writes days so.

    They are behind a word for a day, here or elsewhere in the text, and before nothing that makes
    them a number: *250312 kr*.
    """
    if not reader.led:
        return frozenset()
    led, unit = reader.led, reader.unit
    sixes = [n for n in _COMPACT.finditer(text) if len(n[0]) == _SIX and n[0].isdigit()]
    told = {n[0] for n in sixes if led.search(text[max(0, n.start() - _LED) : n.start()])}
    days = (n for n in sixes if n[0] < _LATEST and n[0] in told)
    return frozenset(n.span() for n in days if not unit.match(text, n.end()))


def _short(reader: DateReader, context: Contexts, text: str, start: int) -> tuple[str, int] | None:
    """Try day and month or month and year in digits, where the words around ask for a date."""
    found = reader.match(reader.short, text, start)
    if not found:
        return None
    name, end = found
    if name in ("day_month_open_range", "nights"):
        return found
    if name in ("day_roman", "month_day_open"):
        fits = name == "day_roman" and not context.sectioned(text, start, end)
        return found if fits else None
    if name == "day_roman_open" and _WORD_BEHIND.fullmatch(text, end - 2, end + 2):
        return None  # … 71 02. V petek
    if name in ("day_month_open", "days_month_open", "day_roman_open"):
        # a decimal number as well: patterns of a language say where it is a date
        return found if context.day_month_open(text, start, end) else None
    if name == "month_year_digits":
        right = context.month_year(text, start, end)
    else:
        right = context.day_month(text, start, end, slash=name == "day_slash_month")
    return found if right else None


def _lower(text: str) -> str:
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def _cell_hits(cell: Said, hits: Iterable[_Hit]) -> Iterator[_Hit]:
    """Yield what of a cell's own text was found, where it stands in the document."""
    for hit in hits:
        if hit.start >= cell.first:
            yield replace(hit, start=hit.start + cell.shift, end=hit.end + cell.shift)


def disjoint(hits: Sequence[_Hit]) -> list[_Hit]:
    """Return the longest hits that do not overlap, in text order."""
    chosen: list[_Hit] = []
    for hit in sorted(hits, key=lambda h: (h.start, -h.end, h.rule)):
        if chosen and hit.start < chosen[-1].end:
            if hit.end - hit.start > chosen[-1].end - chosen[-1].start:
                chosen[-1] = hit
        else:
            chosen.append(hit)
    return chosen


def add(taken: Sequence[_Hit], more: Sequence[_Hit]) -> list[_Hit]:
    """Return `taken` and those of `more` that overlap none of them, in text order."""
    starts = [hit.start for hit in taken]
    free = []
    for hit in more:
        at = bisect_left(starts, hit.end)
        if not at or taken[at - 1].end <= hit.start:
            free.append(hit)
    return sorted([*taken, *disjoint(free)], key=lambda h: h.start)

"""How a document writes its dates: what one of them leaves open, the others tell."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache

from allonym.dates.ages import read_age
from allonym.dates.feasts import Feast, named_in
from allonym.dates.reader import DateReader
from allonym.dates.reading import Partial, Reading, full_year
from allonym.dates.words import DateWords, languages
from allonym.languages.geography import load_geography
from allonym.languages.pack import load_pack
from allonym.model.latest import Latest
from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.ports import ReplaceContext
from allonym.replace.places.about import home_of, regions_of

_ZERO = re.compile("(?<![0-9])0[1-9](?![0-9])")
_SLASHED = re.compile("([0-9]{1,2})[-/]([0-9]{1,2})[-/]([0-9]{2,4})")
_YEAR = re.compile("(?<![0-9])(?:1[5-9]|20)[0-9]{2}(?![0-9])")
_UNITS = ("r.", "r", "г.", "г", "g.", "a.")
_WORD = re.compile(r"[^\W\d_]+")
_NEAR, _MONTH, _SPOKEN = 40, 31, 2
"""What is beside a date, the days of a month, and more words than a date without a year has."""
_COMMON_YEAR, _RECENT = 2023, (2025, 2024, 2023, 2026, 2022, 2021, 2020, 2019, 2018, 2017, 2016)
_HEAD = re.compile(r"([^\W\d_]+)\.?,?\s{1,2}(?=[0-9]|[^\W\d_]{3,9} [0-9])")


@dataclass(frozen=True, slots=True)
class DateStyle:
    """What the document as a whole tells about its dates."""

    # ``mdy`` or ``dmy`` where ``03/05`` is settled by another date, in digits or else by name, or
    # by the country that the text speaks of; empty otherwise
    slash: str = ""
    padded: bool = False  # some date in digits has a leading zero
    padded_names: bool = False  # so has some date with a month's name
    # years of complete dates by their place in the text
    years: tuple[tuple[int, int], ...] = field(repr=False, default=())
    # where no date has a year, one in which days of the week and feasts beside them are right
    guess: int = _COMMON_YEAR

    @classmethod
    def of(cls, context: ReplaceContext) -> DateStyle:
        """Look at all dates of the document, kept ones included."""
        mentions = [m for e in context.entities if is_a(e.type, "date") for m in e.mentions]
        surfaces = [context.view.surface(m.span) for m in mentions]
        slash = _majority(map(_slashed, surfaces)) or _majority(_fitting(context, mentions))
        slash = slash or _majority(map(_named_order, surfaces))
        known = _is_known(context.language)
        if known and not slash and any(_SLASHED.fullmatch(text) for text in surfaces):
            words = _reader(context.language).words
            slash = _majority((*_signs(context.view.text, words), *_at_home(context, words)))
        padded = any(_ZERO.search(t) for t in surfaces if not is_named(t))
        names = any(_ZERO.search(t) for t in surfaces if is_named(t))
        births = {
            m.span for e in context.entities if is_a(e.type, "date.birth") for m in e.mentions
        }
        events = [m for m in mentions if not (is_a(m.type, "date.birth") or m.span in births)]
        aged = () if (years := _years(context, events)) else _aged(context, mentions)
        years = years or ([] if aged else _years(context, mentions))
        guess = _COMMON_YEAR if years else _guessed(context, events, slash, aged or _RECENT)
        style = cls(slash, padded, names, tuple(sorted(years)), guess)
        told = _told_by_days(context, mentions, style) if years else ()
        return replace(style, years=tuple(sorted({*years, *told})))

    def year_near(self, offset: int) -> int:
        """Return the year of the nearest date that has one; the guessed year where none has."""
        at = bisect_left(self.years, (offset, 0))
        nearby = self.years[max(0, at - 1) : at + 1]
        return min(nearby, key=lambda y: (abs(y[0] - offset), y[0]), default=(0, self.guess))[1]


@dataclass(frozen=True, slots=True)
class Written:
    """A date as a mention writes it."""

    lead: str = field(repr=False)  # day of the week in front, with what follows it
    reading: Reading = field(repr=False)  # the rest
    tail: str = field(repr=False)  # word for a year that follows it
    words: DateWords = field(repr=False)  # of the language it is written in


def written(surface: str, mention: Mention, language: str, slash: str) -> Iterator[Written]:
    """Yield what a mention may say, in each language that can read it; likeliest first."""
    for reader in readers(mention, language):
        head = _HEAD.match(surface)
        lead = head[0] if head and reader.words.weekdays.read(head[1]) else ""
        body = surface[len(lead) :]
        for tail in ("", _unit(body, reader.words)):
            reading = reader.read(body[: len(body) - len(tail)], slash=slash)
            if reading is not None:
                yield Written(lead, reading, tail, reader.words)
                break


def _unit(body: str, words: DateWords) -> str:
    """Return the word for a year that ends a date, with the space in front."""
    head, space, last = body.rpartition(" ")
    units = (*words.contexts["links.year"], *_UNITS)
    return space + last if head and last.lower() in units else ""


def is_named(surface: str) -> bool:
    """Tell whether a date names its month."""
    return sum(character.isalpha() for character in surface) > 2


@dataclass(frozen=True, slots=True)
class _Beside:
    """A day, and what its line says of it: days of the week, feasts."""

    first: Partial
    named: frozenset[int]
    feasts: tuple[Feast, ...]

    def on(self, year: int) -> date | None:
        """Return the day in a year; None where it has none."""
        try:
            return self.first.on(year)
        except ValueError:
            return None

    def fits(self, year: int) -> int:
        """Return how much of that is right in a year."""
        when = self.on(year)
        if when is None:
            return 0
        right = sum(feast.day(year) == when for feast in self.feasts)
        return (when.weekday() in self.named) + right


def _beside(context: ReplaceContext, mention: Mention, slash: str) -> _Beside | None:
    surface = context.view.surface(mention.span)
    found = next(written(surface, mention, context.language, slash), None)
    first = found.reading.first if found else None
    if not (found and first and first.month and first.day):
        return None
    start, end = _line(context.view.text, mention.span)
    words = _WORD.finditer(context.view.text, start, end)
    days = [(w.start(), day) for w in words if (day := found.words.weekdays.read(w[0]))]
    named = frozenset(d.number - 1 for at, d in days if _nearest(context, at) == mention.span)
    near = context.view.text[start:end]
    feasts = tuple(f for f in named_in(near, context.language) if not f.lasts)
    return _Beside(replace(first, year=None), named, feasts)


def weekday_beside(context: ReplaceContext, mention: Mention, slash: str) -> bool:
    """Tell whether a day of the week stands in the line of a date."""
    beside = _beside(context, mention, slash)
    return beside is not None and bool(beside.named)


def _aged(context: ReplaceContext, births: Iterable[Mention]) -> Sequence[int]:
    """Return the years in which those whose births have one are as old as is told, latest first."""
    ages = (m for e in context.entities if is_a(e.type, "age") for m in e.mentions)
    told = {age for m in ages if (age := read_age(context.view.surface(m.span)))}
    born = {year for _, year in _years(context, births)}
    return sorted({b + age + later for b in born for age in told for later in (0, 1)})[::-1]


def _guessed(
    context: ReplaceContext, mentions: Sequence[Mention], slash: str, years: Sequence[int]
) -> int:
    """Return the latest year in which most of what stands beside the dates is right."""
    beside = [b for m in mentions if (b := _beside(context, m, slash))]

    def right(year: int) -> int:
        return sum(each.fits(year) for each in beside)

    if years is _RECENT and not any(map(right, years)):
        return _COMMON_YEAR
    return max(years, key=right)


def _told_by_days(
    context: ReplaceContext, mentions: Sequence[Mention], style: DateStyle
) -> Iterator[tuple[int, int]]:
    """Yield places and years of days without one: the nearest year that nothing contradicts.

    Their weekday is that of another year, or in another they stand beside a date of the text:
    *fell on 31 December and came on 2 January 2024*.
    """
    whole, bare = [], []
    for mention in mentions:
        year = _YEAR.search(context.view.surface(mention.span))
        found = _beside(context, mention, style.slash)
        if found and year:
            whole.append(found.on(int(year[0])))
        elif found:
            bare.append((mention.span.start, found))
    around = {year + by for _, year in style.years for by in (-1, 0, 1)}
    for at, found in bare:
        nearest = style.year_near(at)

        def near(year: int, found: _Beside = found) -> bool:
            day = found.on(year)
            return any(day and known and abs((day - known).days) < _MONTH for known in whole)

        def fits(year: int, found: _Beside = found) -> bool:
            return bool(found.fits(year)) if found.named else near(year)

        years = sorted(around, key=lambda year: (not near(year), abs(year - nearest), year))
        yield at, next(filter(fits, years), nearest)


def _line(text: str, span: Span) -> tuple[int, int]:
    start = text.rfind("\n", max(0, span.start - _NEAR), span.start) + 1
    end = text.find("\n", span.end, span.end + _NEAR)
    return max(start, span.start - _NEAR), end if end >= 0 else span.end + _NEAR


def _nearest(context: ReplaceContext, at: int) -> Span:
    """Return the date that a day of the week is said of: the one whose end is nearest to it."""
    spans = _dates(context)
    behind = bisect_left(spans, (at, at))
    beside = spans[max(0, behind - 1) : behind + 1]
    return min(beside, key=lambda span: max(span.start - at, at - span.end))


def _dates(context: ReplaceContext) -> Sequence[Span]:
    """Return where the dates of a document are, in order."""
    kept = _latest.of(context.view)
    if kept.get("entities") is not context.entities:
        dates = (e for e in context.entities if is_a(e.type, "date"))
        kept |= {
            "entities": context.entities,
            "dates": sorted(m.span for e in dates for m in e.mentions),
        }
    spans: Sequence[Span] = kept["dates"]
    return spans


_latest = Latest()


def _years(context: ReplaceContext, mentions: Iterable[Mention]) -> list[tuple[int, int]]:
    found = ((m.span.start, _year(context, m)) for m in mentions)
    return [(start, year) for start, year in found if year]


def _year(context: ReplaceContext, mention: Mention) -> int:
    """Return the year of a date, in digits or in words; 0 where it has none."""
    surface = context.view.surface(mention.span)
    digits = _YEAR.search(surface)
    spoken = not digits and len(_WORD.findall(surface)) > _SPOKEN
    read = next(written(surface, mention, context.language, ""), None) if spoken else None
    return int(digits[0]) if digits else (read.reading.first.year or 0) if read else 0


def _majority(votes: Iterable[str]) -> str:
    count = Counter(votes)
    mdy, dmy = count["mdy"], count["dmy"]
    return "" if mdy == dmy else "mdy" if mdy > dmy else "dmy"


def _slashed(surface: str) -> str:
    """Return the order that a date in digits leaves no doubt about."""
    match = _SLASHED.fullmatch(surface)
    if not match:
        return ""
    first, second = int(match[1]), int(match[2])
    return "dmy" if first > 12 else "mdy" if second > 12 else ""


def _fitting(context: ReplaceContext, mentions: Iterable[Mention]) -> Iterator[str]:
    """Yield the order of each date in digits in which the weekday or feast beside it is right."""
    for mention in mentions:
        found = _SLASHED.fullmatch(context.view.surface(mention.span))
        if found:
            year, orders = full_year(found[3]), ("dmy", "mdy")
            beside = ((order, _beside(context, mention, order)) for order in orders)
            right = [order for order, day in beside if day and day.fits(year)]
            yield from right if len(right) == 1 else ()


def _named_order(surface: str) -> str:
    """Return the order of a date that names its month."""
    if not is_named(surface) or not any(c.isdigit() for c in surface):
        return ""
    return "mdy" if surface[0].isalpha() else "dmy"


def _signs(text: str, words: DateWords) -> Iterator[str]:
    """Yield the order that each sign in a text speaks for: spelling, currency, addresses."""
    for order, expressions in words.slash_signs.items():
        for expression in expressions:
            yield from (order for _ in re.finditer(expression, text))


def _at_home(context: ReplaceContext, words: DateWords) -> Iterator[str]:
    """Yield the order of the country that the text's places are in, as often as it tells."""
    geography = load_geography(load_pack(context.language))
    places = [e for e in context.entities if is_a(e.type, "place")]
    names = [e.canonical or context.view.surface(m.span) for e in places for m in e.mentions[:1]]
    regions = {town.country for town in regions_of(context.view, places, geography)}
    if regions or any(map(geography.named, names)):
        home = home_of(geography, names, regions)[:2]
        yield from (o for o, states in words.slash_countries.items() if home in states)


def readers(mention: Mention, language: str) -> Iterator[DateReader]:
    """Yield readers of the language that found the mention, of the document, and of English."""
    rules = [evidence.rule.partition(".")[0] for evidence in mention.evidence]
    for code in dict.fromkeys([*rules, language, "en"]):
        if _is_known(code):
            yield _reader(code)


def reader_of(language: str) -> DateReader:
    """Return the reader of a language; English where it has none."""
    return _reader(language if _is_known(language) else "en")


@lru_cache(maxsize=256)
def _is_known(code: str) -> bool:
    """Tell whether dates of a language can be read; a look at the packs costs more than a date."""
    return code in languages()


@lru_cache(maxsize=16)
def _reader(code: str) -> DateReader:
    return DateReader.load(code)

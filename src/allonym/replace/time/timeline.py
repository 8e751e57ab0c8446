"""One timeline a document: drawn once, from all that the document says about time.

What happened moves back by one offset, a multiple of seven days within two weeks of one to three
years, three weeks where nothing ties it to the calendar (feasts, seasons, terms, months in words,
years in file numbers): everything keeps its place in the year, for ice, harvests and summer clothes
are told without a word that a table knows, and nothing comes to stand in the future.  Feasts that
are named move to their own day of the new year.  A profile may ask for any number of weeks.

Births move with it, by as many years more or fewer as grown people's ages move, and by some days
of their own, so that none of them follows from a date that somebody knows; ages agree with both.
Whoever is young keeps the age, and small children keep their days too.

Where pseudonyms agree over many documents, births hang on the day of birth alone, so that they
agree as well, while what happened is drawn for each document.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache, cached_property, lru_cache
from itertools import chain, pairwise, product
from math import gcd, inf
from typing import Literal

from dateutil.relativedelta import relativedelta

from allonym.dates.ages import years_between
from allonym.dates.feasts import Feast
from allonym.languages.pack import COMMON, rows
from allonym.model.draw import Draw
from allonym.ports import ReplaceContext
from allonym.replace.time.facts import ADULT, Told, gather, is_edge, week_of

YEARS = (-3, -2, -1)
"""By how many years what happened moves where it keeps its place in the year."""
AROUND, WIDELY = (-2, -1, 0, 1, 2), (-3, -2, -1, 0, 1, 2, 3)
"""Weeks from whole years: where the text is tied to the calendar, and where it is not."""
WITHIN = range(-12, 0)
"""Weeks by which it moves where the number of a file of the same year stays, or money is new."""
WEEKS = range(-156, -3)
"""By how many weeks it moves where only the days of the week are kept."""
AGES = (-2, -1, 1, 2)
_YEAR = 365.2425
_CHANCES = 2**64
_CHILD, _OLDEST = 3, 120
_LIFE = 2
"""The days of a life: birth and death."""
_JITTER_ADULT, _JITTER_MINOR = 60, 20
_FEAST_REACH, _SHIFTED, _SHARE = 7, 3, 3
_NEAR = 31
_WORKDAYS = 5
_DAY_OFF, _MONTH, _SPLIT, _SEASON, _ORDER, _AGE, _NUMBER = 2, 3, 3, 4, 4, 5, 9
"""What each contradiction counts that an offset makes."""


@dataclass(frozen=True, slots=True)
class DateShift:
    """What a profile may say about how time moves."""

    # dates keep their place in the year closely (``season``), or only the days of the week
    # (``weekday``); ``auto``: their season, and closely where the text asks for it
    calendar: Literal["auto", "season", "weekday"] = "auto"
    ages: Literal["move", "keep"] = "move"  # whether ages ``move`` or ``keep`` their text


@dataclass(frozen=True)
class Timeline:
    """Where everything on a document's timeline moves to."""

    told: Told = field(repr=False)  # what the document says
    offset: timedelta = field(repr=False)  # of what happened
    older: int = field(repr=False)  # by how many years grown people's ages move
    draw: Draw = field(repr=False)  # chance of the days by which births move
    # years by which births move in all documents alike; None where they follow this document
    births_by: int | None = field(repr=False, default=None)

    @classmethod
    def of(cls, context: ReplaceContext, shift: DateShift | None = None) -> Timeline:
        """Gather what a document says and draw where it moves to."""
        shift = shift or DateShift()
        return _drawn(gather(context), context.draw, shift)

    @property
    def years(self) -> int:
        """The offset in whole years."""
        return round(self.offset.days / _YEAR)

    @cached_property
    def event(self) -> Callable[[date], date]:
        """What tells where a day moves on which something happened."""
        return cache(self._event)

    def _event(self, day: date) -> date:
        ends = self.told.edges if self.years else frozenset[date]()
        end = day in ends or (self.years != 0 and is_edge(day))
        near = [f for f in self.told.counted if not (f.lasts or end) and _reaches(f, day)]
        for feast in sorted(near, key=lambda f: abs((f.day(day.year) - day).days)):
            return feast.day(day.year + self.years) + (day - feast.day(day.year))
        around = (day + timedelta(by) for by in range(-_FEAST_REACH, _FEAST_REACH + 1))
        edges = (day,) if end else (e for e in around if e in ends and is_edge(e))
        edge = min(edges, key=lambda e: abs(e - day), default=None)
        if edge and self.told.tied:
            ends_month = (edge + timedelta(1)).day == 1
            by = relativedelta(years=self.years, day=31 if ends_month else None)
            moved: date = edge + by
            return moved + (day - edge)
        return day + self.offset

    def year(self, year: int) -> int:
        """Return what a year becomes: that of most dates in it."""
        moved = self._moved_years.get(year)
        return moved.most_common(1)[0][0] if moved else year + self.years

    @cached_property
    def moved(self) -> Mapping[date, date]:
        """The days of what happened, and where each moves."""
        return {day: self.event(day) for day in self.told.days}

    @cached_property
    def _moved_years(self) -> Mapping[int, Counter[int]]:
        found: dict[int, Counter[int]] = defaultdict(Counter)
        for old, new in self.moved.items():
            found[old.year][new.year] += 1
        return found

    @cached_property
    def birth(self) -> Callable[[date], date]:
        """What tells where a day of birth moves."""
        return cache(self._birth)

    def _birth(self, day: date) -> date:
        now = self.told.now
        age = years_between(day, now) if now else None
        if age is not None and age < (_CHILD if self.births_by is None else 1):
            moved = self.event(day)  # a leap day between makes a birthday the day before it
            days = (moved + timedelta(by) for by in (0, -1, 1))
            return next((d for d in days if self._agrees(day, d)), moved)
        if self.births_by is not None:
            base, reach = day + relativedelta(years=self.births_by), _JITTER_ADULT
        else:
            by = self._aged(age) - age if age is not None else self.older
            base = day + self.offset - relativedelta(years=by)
            reach = _JITTER_ADULT if age is None or age >= ADULT else _JITTER_MINOR
        near = chain(self._feasts(day, base.year), self._near(day, base, reach))
        fitting = (d for d in near if self._agrees(day, d))
        if day.month in self.told.months:  # *in May she turns 77*
            return min(fitting, key=lambda d: d.month != day.month, default=base)
        if self.told.life:  # *born in 1938, at fifteen, in 1953*
            year = self.year(day.year) - self.older
            return min(fitting, key=lambda d: abs(d.year - year), default=base)
        return next(fitting, base)

    def birth_year(self, year: int) -> int:
        """Return what the year of somebody's birth becomes where no day is told."""
        known = {self.birth(d).year for d in self.told.births if d.year == year}
        if len(known) == 1:
            return known.pop()
        if self.births_by is not None:
            return year + self.births_by
        now = self.told.now
        if now is None or self.told.life:  # *born in 1938, at sixteen, in 1954*
            return self.year(year) - self.older
        return self.event(now).year - self._aged(now.year - year)

    def age(self, age: int) -> int:
        """Return what an age becomes: as births and days tell it, else as all ages move."""
        if self.births_by is not None:
            for birth in self.told.births:
                for day in reversed(self.told.days):
                    if years_between(birth, day) == age:
                        return years_between(self.birth(birth), self.event(day))
        lived = self._lived(age)
        return self._aged(age) if lived is None else lived

    def _lived(self, age: int) -> int | None:
        """Return what lies between a birth and a death, of somebody grown who is as old.

        *12.4.1944 Lapua - 30.10.2025 Seinäjoki*, aged 81 or in the 82nd year, with days of the
        funeral.  Among more days any two may be so far apart by chance, and an age that they tell
        would stay what it was.
        """
        life, last = self.told.days[:_LIFE], self.told.days[1:]
        if age <= ADULT or not last or (last[-1] - last[0]).days > _NEAR:
            return None
        begun = age - years_between(*life)
        return years_between(*map(self.event, life)) + begun if begun in (0, 1) else None

    def _aged(self, age: int) -> int:
        return min(age + self.older, max(age, _OLDEST)) if age > ADULT else age

    def _near(self, day: date, base: date, reach: int) -> Iterator[date]:
        size = 2 * reach + 1
        start = self.draw.number(size, "dates", "birth", day.isoformat())
        for step in range(size):
            found = base + timedelta((start + step) % size - reach)
            if found != day:
                yield found

    def _feasts(self, day: date, year: int) -> Iterator[date]:
        """Yield the days about a year of a feast that somebody was born on: *at Christmas 1970*."""
        named = (f for f in self.told.counted if not f.lasts and f.day(day.year) == day)
        for feast, by in product(named, (0, -1, 1)):
            if year + by != day.year:
                yield feast.day(year + by)

    def _agrees(self, old: date, new: date) -> bool:
        """Tell whether a birth fits its numbers, and the ages that are told of that day."""
        if not all(fits(new) for fits in self.told.limits.get(old, ())):
            return False
        if self.births_by is not None:
            return True
        told = self._ages_of(old)
        return all(years_between(new, day) == age for age, *ends in told for day in ends)

    @cached_property
    def _ages_of(self) -> Callable[[date], Sequence[tuple[int, date, date]]]:
        """What gives the ages told of a day of birth, each with the first and last day it is so."""

        def ages_of(birth: date) -> Sequence[tuple[int, date, date]]:
            found: dict[int, list[date]] = {}
            for day in self.told.days:
                age = years_between(birth, day)
                if age in self.told.ages or day == self.told.now:
                    found.setdefault(age, []).append(self.event(day))
            return [(self._aged(age), min(days), max(days)) for age, days in found.items()]

        return cache(ages_of)


def _reaches(feast: Feast, day: date) -> bool:
    """Tell whether a day goes with a feast: days around one that moves; of others the days beside.

    *Yesterday, at Candlemas* is written on the third of February.
    """
    return abs(_since(feast, day)) <= (_FEAST_REACH if feast.moves else 1)


def _leaves(feast: Feast, old: date, new: date) -> bool:
    """Tell whether a day in the weeks before or after a fixed feast does not stay so.

    *On New Year's Eve*, told on 12 January; *two weeks after Christmas Eve, on the seventh*.
    """
    if feast.moves:
        return False
    was, then = (_since(feast, old), _since(feast, new))
    apart = abs(then - was) > max(_SHIFTED, abs(was) // _SHARE)
    return 0 < abs(was) <= _NEAR and (apart or was * then < 0)


def _since(feast: Feast, day: date) -> int:
    """Return how many days a day comes after the feast next to it; below zero before it."""
    years = range(day.year - 1, day.year + 2)
    return min(((day - feast.day(year)).days for year in years), key=abs)


def _drawn(told: Told, draw: Draw, shift: DateShift) -> Timeline:
    """Draw the timeline that contradicts the text least; among those the chance decides."""
    births_by = None
    if draw.document:
        births_by = YEARS[draw.number(len(YEARS), "dates", "births")]
    offsets = offsets_of(told, shift)
    chance = draw.own.number(_CHANCES, "dates", "age")
    best: tuple[int, Timeline] | None = None
    for place in _in_keyed_order(len(offsets), draw.own):
        for ages in _older(told, offsets[place], chance, births_by, shift):
            line = Timeline(told, timedelta(offsets[place]), ages, draw, births_by)
            count = _contradictions(line, best[0] if best else inf)
            if not count:
                return line
            if best is None or count < best[0]:
                best = count, line
    assert best is not None, "there always are offsets"
    return best[1]


def _in_keyed_order(size: int, draw: Draw) -> Iterator[int]:
    """Yield every number below `size` once, from a start and by a stride that hang on the key."""
    number = draw.number(_CHANCES, "dates", "offset")
    start, strides = number % size, [s for s in range(1, size) if gcd(s, size) == 1] or [1]
    stride = strides[number // size % len(strides)]
    return ((start + step * stride) % size for step in range(size))


def offsets_of(told: Told, shift: DateShift) -> tuple[int, ...]:
    """Return the days by which what happened may move.

    >>> len(offsets_of(Told(), DateShift())), len(offsets_of(Told(years=True), DateShift()))
    (21, 15)
    """
    if "date" in told.stays:
        return (0,)
    if shift.calendar == "weekday":
        return tuple(7 * weeks for weeks in WEEKS)
    around = AROUND if told.tied or shift.calendar == "season" else WIDELY
    within = WITHIN if told.stays_in_year() else ()
    years = (round(y * _YEAR / 7) + weeks for y in YEARS for weeks in around)
    return tuple(7 * weeks for weeks in (*years, *within))


def _older(
    told: Told, days: int, chance: int, births_by: int | None, shift: DateShift
) -> Sequence[int]:
    """Return by how many years grown people's ages may move, several where numbers hold births.

    Slovak numbers have another length before 1954, and every country's begin and end somewhere.
    """
    years = round(days / _YEAR)
    if births_by is not None:
        return (years - births_by,)
    keep = shift.ages == "keep" or "age" in told.stays or told.jubilee
    if keep or (told.life and not any(age > ADULT for age in told.ages)):
        return (0,)  # *at fifteen, in 1953*
    now = told.now
    ages = {*told.ages, *(years_between(birth, now) for birth in told.births if now)}
    young = any(ADULT < age <= ADULT - min(AGES) for age in ages)
    moved = (now + timedelta(days)).year - now.year if now else years  # else a birth's year stays
    fitting = [by for by in AGES if not (young and by < 0) and not (told.life and abs(by) > 1)]
    choices = [by for by in fitting if by not in (years, moved)] or fitting
    first = chance % len(choices)
    return (*choices[first:], *choices[:first])[: None if told.limits else 1]


def _contradictions(line: Timeline, most: float = inf) -> int:
    """Count what an offset would make wrong, each contradiction by how much it is noticed.

    When `most` is reached, it is no better than another, and the rest is not counted.
    """
    told, moved = line.told, line.moved
    seasons = [(f, n) for f, n in told.counted.items() if f.lasts]
    count = sum(_ORDER for left, right in pairwise(moved.values()) if left > right)
    count += sum(_SPLIT for left, right in pairwise(moved) if _parts(left, right, moved))
    count += sum(_MONTH for middle in told.headed if line.event(middle).month != middle.month)
    for old, new in moved.items():
        if count >= most:
            return count
        works = old.weekday() < _WORKDAYS and old not in days_off(told.country, old.year)
        count += _DAY_OFF * (works and new in days_off(told.country, new.year))
        count += _MONTH * (new.month != old.month and told.names_month(old))
        count += _SEASON * (week_of(old) in told.weeks and week_of(new) != week_of(old))
        count += _NUMBER * any(new.year < year <= old.year for year in told.filed)
        count += _NUMBER * any(old.year in y and new.year not in y for y in told.money)
        count += _SPLIT * (told.years and new.year != line.year(old.year))
        count += _SPLIT * (told.years and new.year == old.year)  # a year alone would stay
        count += sum(_SEASON * n for f, n in seasons if f.holds(old) and not f.holds(new))
        count += sum(_SEASON * n for f, n in told.counted.items() if _leaves(f, old, new))
    moves = ((line.birth(day), numbers) for day, numbers in told.limits.items())
    count += sum(_NUMBER for new, numbers in moves for fits in numbers if not fits(new))
    return count + _AGE * _wrong_ages(line)


def _parts(left: date, right: date, moved: Mapping[date, date]) -> bool:
    """Tell whether days of one month are parted: by a year, *29 December–5 January 2026*, or far.

    One that moves with the end of a year may leave the next, which moves with the rest.
    """
    gap, then = (right - left).days, (moved[right] - moved[left]).days
    years = left.year == right.year and moved[left].year != moved[right].year
    return gap <= _NEAR and (years or abs(then - gap) > _SHIFTED)


def _wrong_ages(line: Timeline) -> int:
    """Count the people who come of age or stop being so, and the children whose age moves."""
    now = line.told.now
    if line.births_by is None or now is None:
        return 0
    wrong = 0
    for birth in line.told.births:
        was, then = years_between(birth, now), years_between(line.birth(birth), line.event(now))
        wrong += was < ADULT and was != then
        wrong += (was < ADULT) != (then < ADULT)
    return wrong


@lru_cache(maxsize=1024)
def days_off(country: str, year: int) -> frozenset[date]:
    """Return the public holidays of a country in a year; none where nobody lists them."""
    if own := _rules(country):
        return frozenset(feast.day(year) for feast, years in own if year in years)
    import holidays  # tables of all countries: for packs of one's own

    try:
        return frozenset(holidays.country_holidays(country, years=year))
    except NotImplementedError:
        return frozenset()


@cache
def _rules(country: str) -> Sequence[tuple[Feast, range]]:
    """Return the public holidays of a pack's country, each with the years in which it is one."""
    table = (row for row in rows(COMMON / "days_off.tsv") if row[0] == country)
    return [(Feast(rule, ()), range(int(first), int(last) + 1)) for _, rule, first, last in table]

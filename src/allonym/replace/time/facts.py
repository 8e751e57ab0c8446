"""What a document says about time, gathered before any of it is moved."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property
from itertools import product

from allonym.dates.ages import read_age, spoken_number
from allonym.dates.feasts import Feast, named_in
from allonym.dates.reader import DateReader
from allonym.dates.reading import ROMAN, Partial, full_year
from allonym.model.entity import Entity
from allonym.model.mention import Mention
from allonym.model.types import is_a
from allonym.ports import ReplaceContext
from allonym.replace.numbers.births import can_be_written, read_birth
from allonym.replace.numbers.shape import compact
from allonym.replace.numbers.tables import load_tables
from allonym.replace.time.style import DateStyle, reader_of, readers, weekday_beside, written
from allonym.replace.time.years import bare_years, named_years, present_years, tell_life
from allonym.text.phrases import occurrences

_BACK, _KEPT, _BESIDE = 24, 40, 2
"""Characters beside a day, and beside an age, that are looked at; words before and from a day."""
_DATES = (
    re.compile(
        "(?<![0-9])(?P<day>[0-9]{1,2})[./-](?P<month>[0-9]{1,2})[./-](?P<year>(?:19|20)[0-9]{2})"
        "(?![0-9])"
    ),
    re.compile(
        "(?<![0-9])(?P<year>(?:19|20)[0-9]{2})(?P<mark>[./-])(?P<month>[0-9]{2})(?P=mark)"
        "(?P<day>[0-9]{2})(?![0-9])"
    ),
    re.compile(
        "(?<=[A-Za-z/-])(?P<year>(?:19|20)[0-9]{2})(?P<month>[0-9]{2})(?P<day>[0-9]{2})(?=[/-])"
    ),
    re.compile(
        r"(?<=/)(?P<year>20[0-9]{2})\. ?\((?P<month>[IVX]{1,4}|[0-9]{2})\. ?(?P<day>[0-9]{1,2})\.\)"
    ),
)
"""How a number holds a day: *03.10.2022*, *2022-10-03*, *20221003* between others, and the
*4/2025. (III. 20.)* of Hungarian decisions."""
_FIRST, _MIDDLE, _SENTENCE, _LEAVER = 3, 15, 120, 19
_HEADINGS = 2
"""How many months hold their days; more of them would leave hardly an offset to draw."""
ADULT = 18
"""The age up to which somebody is young: such ages stay."""
_BREAK = re.compile(r"\n|[^\W\d_]{3}[.!?]\s")
_WORD = re.compile(r"[^\W\d_]+")
_FILE_YEAR = re.compile("(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])|/[0-9]{2}(?![0-9])")

Fits = Callable[[date], bool]


@dataclass(frozen=True)
class Told:
    """All that a document says about time."""

    # days of what happened, in order, each once
    days: tuple[date, ...] = field(repr=False, default=())
    # days on which people were born, by dates and by numbers
    births: tuple[date, ...] = field(repr=False, default=())
    # years in which people were born, also those without a day
    born: frozenset[int] = field(repr=False, default=frozenset())
    ages: frozenset[int] = field(repr=False, default=frozenset())  # how old people are said to be
    # whether something is dated by a year or a month only: file numbers, school years
    years: bool = False
    months: frozenset[int] = frozenset()  # months that are named apart from a date
    weeks: frozenset[int] = frozenset()  # weeks of the year that are named and days lie in
    # feasts, seasons and terms that are named
    feasts: tuple[Feast, ...] = field(repr=False, default=())
    # what the numbers of somebody born on a day can say
    limits: Mapping[date, Sequence[Fits]] = field(repr=False, default_factory=dict)
    country: str = ""  # whose days off count
    # years of file numbers that stay: what came later may not move before them
    filed: frozenset[int] = frozenset()
    life: bool = False  # whether bare years tell somebody's life
    # days that begin or end a month, of which the text leaves the year out, and no end of a range;
    # with a year, one may be somebody's
    terms: frozenset[date] = field(repr=False, default=frozenset())
    # ``age`` and ``date`` where those of the document are not replaced
    stays: frozenset[str] = frozenset()
    # whether a round age is told of a birthday that is kept, or that of a grown pupil
    jubilee: bool = False
    money: tuple[range, ...] = ()  # the years in which people pay with what the text counts in
    # the middles of months that are told with a year, where days lie in them
    headed: frozenset[date] = field(repr=False, default=frozenset())

    @property
    def tied(self) -> bool:
        """Whether the text ties what happened to the calendar."""
        return bool(self.years or self.months or self.weeks or self.feasts or self.edges)

    def names_month(self, day: date) -> bool:
        """Tell whether the text names the month of a day."""
        return day.month in self.months or day.replace(day=_MIDDLE) in self.headed

    def stays_in_year(self) -> bool:
        """Tell whether what happened has to stay in its year: by a file, or by money that is new.

        In the first months of a year there would be hardly another day for it.
        """
        now = self.now
        if not now or now.year in self.filed:
            return now is not None
        return now.month > _FIRST and any(
            now.year in y and now.year - 1 not in y for y in self.money
        )

    @cached_property
    def edges(self) -> frozenset[date]:
        """The days that begin or end a year, whole years from the first of a month on, and terms.

        Terms are those of rent, notice or taxes.
        """
        ends = [(day, day + timedelta(1)) for day in self.days]
        last = {after.month: day for day, after in ends if after.day == 1}
        first = {day.month: day for day in reversed(self.days) if day.day == 1}
        years = [d for d in self.days if d.day == 1 and d < last.get(d.month, d)]
        years += [d for d, after in ends if after.day == 1 and first.get(after.month, d) < d]
        return frozenset((*filter(is_edge, self.days), *years, *self.terms))

    @cached_property
    def dated(self) -> frozenset[int]:
        """The years in which something happened."""
        return frozenset(day.year for day in self.days)

    @cached_property
    def counted(self) -> Mapping[Feast, int]:
        """The feasts, each with how often it is named."""
        return Counter(self.feasts)

    @cached_property
    def reckoned(self) -> frozenset[int]:
        """The years in which those were born of whom an age is told, as it and the days tell it."""
        own = product(self.dated, (age for age in self.ages if age > ADULT), (0, 1))
        return frozenset(year - age - more for year, age, more in own) - self.dated

    @property
    def now(self) -> date | None:
        """The last day on which something happened: when the document speaks."""
        return self.days[-1] if self.days else None


def day_in_number(number: str) -> tuple[re.Match[str], date] | None:
    """Return where a file number holds a whole date, and the date.

    >>> day_in_number("46/03.10.2022")[1], day_in_number("NP-20221003-08")[1]
    (datetime.date(2022, 10, 3), datetime.date(2022, 10, 3))
    """
    for match in filter(None, (form.search(number) for form in _DATES)):
        month = ROMAN.index(match["month"]) + 1 if match["month"] in ROMAN else match["month"]
        with suppress(ValueError):
            return match, date(*map(int, (match["year"], month, match["day"])))
    return None


def with_day(match: re.Match[str], day: date) -> str:
    """Return what `day_in_number` found, written for another day."""
    spans = sorted((match.span(name), name) for name in ("year", "month", "day"))
    out, cursor = "", match.start()
    for (start, end), name in spans:
        new = f"{getattr(day, name):0{end - start}}"
        out += match.string[cursor:start] + (ROMAN[int(new) - 1] if match[name] in ROMAN else new)
        cursor = end
    return out + match.string[cursor : match.end()]


def _of_somebody(context: ReplaceContext, mention: Mention) -> bool:
    """Tell whether somebody is named in the sentence of a day: *she died on 30 September*.

    By which something is due is nobody's day: *pay Ann by 31 January*.
    """
    text, at = context.view.text, mention.span
    beside = _WORD.findall(text[max(0, at.start - _BACK) : at.start].lower())[-_BESIDE:]
    beside += _WORD.findall(text[at.start : at.end + _BACK].lower())[:_BESIDE]
    if not {*beside}.isdisjoint(reader_of(context.language).words.contexts["links.due"]):
        return False
    people = (m.span for e in _of_type(context, "person") for m in e.mentions)
    gaps = ((min(p.end, at.end), max(p.start, at.start)) for p in people)
    return any(not _BREAK.search(text, *gap) for gap in gaps if gap[1] - gap[0] <= _SENTENCE)


def is_edge(day: date) -> bool:
    """Tell whether a day begins or ends a year, as periods of account do."""
    return (day.month, day.day) in ((1, 1), (12, 31))


def gather(context: ReplaceContext) -> Told:
    """Read every date, age and number of a document, and the words that tie it to the calendar."""
    style = DateStyle.of(context)
    days: set[date] = set()
    feasts: list[Feast] = []
    births: set[date] = set()
    born_in: set[int] = set()
    alone: list[int] = []
    terms: set[date] = set()
    monthly: set[date] = set()
    for entity in _of_type(context, "date"):
        for mention in entity.mentions:
            feasts += _named_by_day(context, mention)
            for part in (parts := _parts(context, mention, style)):
                day = _whole(part, style.year_near(mention.span.start))
                born = is_a(entity.type, "date.birth") or is_a(mention.type, "date.birth")
                if part.day is None:
                    alone.append(part.year if part.year and part.month is None else 0)
                    if part.year and part.month and not born:
                        monthly.add(date(part.year, part.month, _MIDDLE))
                if born and part.year is not None:
                    born_in.add(part.year)
                if day and not (born and part.year is None):
                    (births if born else days).add(day)
                    bare = part.year is None and len(parts) == 1 and not born
                    bare = bare and not weekday_beside(context, mention, style.slash)
                    edge = day.day == 1 or (day + timedelta(1)).day == 1  # of a month
                    term = bare and edge and not _of_somebody(context, mention)
                    terms |= {day} if term else set()
    files = (context.view.surface(m.span) for m in _files(context))
    days |= {found[1] for found in map(day_in_number, files) if found}
    kept = " ".join(context.view.surface(m.span) for m in _files(context, kept=True))
    filed = {full_year(found[0].strip("/")) for found in _FILE_YEAR.finditer(kept)}
    numbers: dict[date, list[Fits]] = defaultdict(list)
    for day, fits in _numbered(context):
        numbers[day].append(fits)
    births |= numbers.keys()
    free = free_text(context)
    headed = frozenset(day.replace(day=_MIDDLE) for day in days) & monthly  # a log of a month
    headed = headed if len(headed) <= _HEADINGS else frozenset()
    days = days or monthly  # a CV speaks in months
    if births and not days:  # a report of a pupil speaks in its year
        days |= {date(year, 7, 1) for year in named_years(free) if year > max(births).year}
    lived = {*born_in, *(day.year for day in births)}
    life = next(bare_years(free, births), None) is not None or tell_life(alone, lived)
    told = present_years(free, days - births, context.language)
    years = bool(alone) or next(told, None) is not None
    return Told(
        tuple(sorted(days - births)), tuple(sorted(births)),
        frozenset(lived), frozenset(_ages(context)),
        years or life or _has_years(context, free), frozenset(_months(free, context)),
        frozenset(_weeks(free, context.language)) & {week_of(day) for day in days},
        (*named_in(free, context.language), *feasts), numbers,
        (*load_tables().countries.get(context.language, ()), "")[0], frozenset(filed), life,
        frozenset(terms),
        frozenset(_staying(context)), any(_jubilees(context)),
        tuple(years for words, years in reader_of(context.language).words.money
              if re.search(words, free)),
        headed,
    )  # fmt: skip


def _staying(context: ReplaceContext) -> Iterator[str]:
    for entity in context.entities:
        if entity.id in context.stays and not is_a(entity.type, "date.birth"):
            yield from (kind for kind in ("age", "date") if is_a(entity.type, kind))


def _jubilees(context: ReplaceContext) -> Iterator[bool]:
    """Yield for each age whether it is one that is kept: *her eightieth birthday*, a pupil's."""
    text, words = context.view.text, reader_of(context.language).words
    spans = [m.span for e in _of_type(context, "age") for m in e.mentions]
    ages = [((s.start, s.end), read_age(context.view.surface(s), words) or 1) for s in spans]
    spoken = (w for w in _WORD.finditer(text) if w[0].lower().startswith(words.age.rounds))
    for (start, end), age in (*ages, *((w.span(), 0) for w in spoken)):
        low = text[max(0, start - _KEPT) : end + _KEPT].lower()
        kept = words.age.school if age == _LEAVER else () if age % 10 else words.age.jubilee
        yield any(word.startswith(kept) for word in _WORD.findall(low))


def _named_by_day(context: ReplaceContext, mention: Mention) -> Iterator[Feast]:
    """Yield the feasts that the words beside a day make of it: *z okazji 11 listopada*."""
    start, end = mention.span.start, mention.span.end
    near = context.view.text[max(0, start - _BACK) : end + _BACK]
    yield from (feast for feast in named_in(near, context.language) if not feast.moves)


def _of_type(context: ReplaceContext, type_name: str) -> Iterator[Entity]:
    return (e for e in context.entities if is_a(e.type, type_name))


def _files(context: ReplaceContext, *, kept: bool = False) -> Iterator[Mention]:
    files = (e for e in _of_type(context, "case_number") if not kept or e.id in context.stays)
    return (m for e in files for m in e.mentions)


def _parts(context: ReplaceContext, mention: Mention, style: DateStyle) -> Collection[Partial]:
    surface = context.view.surface(mention.span)
    found = next(written(surface, mention, context.language, style.slash), None)
    return {found.reading.first, found.reading.end} if found else ()


def _whole(part: Partial, year: int) -> date | None:
    """Return the day that a date says; a year it leaves out is the one near it."""
    if part.day is None or part.month is None:
        return None
    try:
        return part.on(year)
    except ValueError:
        return None


def _ages(context: ReplaceContext) -> Iterator[int]:
    for entity in _of_type(context, "age"):
        for mention in entity.mentions:
            surface = context.view.surface(mention.span)
            words = next(readers(mention, context.language)).words
            number = read_age(surface)
            spoken = spoken_number(surface, words) if number is None else None
            if number is not None:
                yield number
            elif spoken:
                yield spoken[1].number


def _numbered(context: ReplaceContext) -> Iterator[tuple[date, Fits]]:
    """Yield the births inside numbers, each with what another birth must be to fit in."""
    tables = load_tables()
    for entity in _of_type(context, "id"):
        rules = tuple(e.rule for m in entity.mentions for e in m.evidence)
        for mention in entity.mentions:
            surface = context.view.surface(mention.span)
            name, scheme = tables.scheme(rules, entity.type, surface, context.language)
            value = compact(surface, scheme.keep if scheme else "")
            day = read_birth(value, name)
            if day:
                yield day, can_be_written(value, name)


def free_text(context: ReplaceContext) -> str:
    """Return the text with nothing where a mention stands."""
    text = [*context.view.text]
    for entity in context.entities:
        for mention in entity.mentions:
            span = mention.span
            text[span.start : span.end] = " " * len(span)
    return "".join(text)


def _has_years(context: ReplaceContext, free: str) -> bool:
    """Tell whether a year stands in a file number or a heading, or one and the next in the text."""
    filed = any(_FILE_YEAR.search(context.view.surface(m.span)) for m in _files(context))
    return filed or next(named_years(free), None) is not None


def _months(free: str, context: ReplaceContext) -> Iterator[int]:
    """Yield the months that are named where no date stands."""
    low = free.lower()
    reader = reader_of(context.language)
    for stem in reader.stems if len(low) == len(free) else ():
        for at in occurrences(low, stem):
            match = None if at and low[at - 1].isalpha() else reader.month.match(free, at)
            if match and _is_month(match[0], reader):
                styled = reader.words.months.read(match[0])
                if styled and not reader.words.is_abbreviation(styled):
                    yield styled.number


def week_of(day: date) -> int:
    """Return the number of the week that a day lies in."""
    return day.isocalendar().week


def _weeks(free: str, language: str) -> Iterator[int]:
    """Yield the numbers beside a word for a week: *vecka 11*, *11. hét*."""
    words = "|".join(map(re.escape, reader_of(language).words.contexts["links.week"]))
    behind = rf"(?:{words}) ([1-9][0-9]?)(?![\w.,/-]*\d)"
    before = rf"([1-9][0-9]?)\.? (?:{words})(?!\w)"
    for found in re.finditer(rf"(?<!\w)(?:{behind}|{before})", free, re.IGNORECASE):
        yield int(found[1] or found[2])


def _is_month(word: str, reader: DateReader) -> bool:
    doubtful = word.lower() in reader.words.contexts["doubtful"]
    return not doubtful and not (reader.words.capital and word.islower())

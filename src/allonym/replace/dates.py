"""Move dates by one keyed offset a document, and ages by a year or two; write both in their style.

The offset is a multiple of seven days, so that intervals and days of the week hold.  Ages do not
follow it, since it is under a year and an age must not stay: they move together by one or two
years, up or down, and stay on their side of eighteen.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import lru_cache
from typing import Literal

from allonym.dates.ages import move_spoken, read_age, write_age
from allonym.dates.reader import DateReader
from allonym.dates.reading import Partial, Reading
from allonym.dates.render import Unwritable, render
from allonym.dates.words import DateWords, languages
from allonym.errors import ConfigError
from allonym.model.draw import Draw
from allonym.model.entity import Entity
from allonym.model.mention import Mention
from allonym.model.replacement import Replacement
from allonym.model.types import is_a
from allonym.ports import ReplaceContext, Replacer

GUESSED = 0.5
_ZERO = re.compile("(?<![0-9])0[1-9](?![0-9])")
_SLASHED = re.compile("([0-9]{1,2})[-/]([0-9]{1,2})[-/][0-9]{2,4}")
_ADULT, _OLDEST = 18, 120


@dataclass(frozen=True, slots=True)
class DateShift:
    """How far dates move.

    Attributes:
        least: Fewest days, a multiple of `step`, not 0.
        most: Most days.
        step: 7 keeps the days of the week.
        per: One offset for the ``document``, or one for each ``person`` that owns dates.
        ages: Whether ages ``move`` or ``keep`` their text.

    Raises:
        ConfigError: If the range holds no step.
    """

    least: int = 7
    most: int = 364
    step: int = 7
    per: Literal["document", "person"] = "document"
    ages: Literal["move", "keep"] = "move"

    def __post_init__(self) -> None:
        if not 0 < self.step <= self.least <= self.most or self.least % self.step:
            raise ConfigError("dates: least, most and step must hold 0 < step <= least <= most")

    def offset(self, draw: Draw, entity: Entity | None = None) -> timedelta:
        """Return the offset of a document, or of the person who owns `entity`; never zero."""
        owner = (entity.owner or "") if entity and self.per == "person" else ""
        steps = (self.most - self.least) // self.step + 1
        number = draw.number(2 * steps, "dates", "offset", owner)
        days = self.least + self.step * (number // 2)
        return timedelta(days=days if number % 2 else -days)

    def years(self, draw: Draw, entity: Entity | None = None) -> int:
        """Return by how many years ages move: -2, -1, 1 or 2."""
        owner = (entity.owner or "") if entity and self.per == "person" else ""
        return (-2, -1, 1, 2)[draw.number(4, "dates", "age", owner)]


@dataclass(frozen=True, slots=True)
class DateStyle:
    """What the document as a whole tells about its dates.

    Attributes:
        slash: ``mdy`` or ``dmy`` where ``03/05`` is settled by another date, in digits or else by
            name, or by the country that the text speaks of; empty otherwise.
        padded: Some date in digits has a leading zero.
        padded_names: So has some date with a month's name.
        years: Years of complete dates by their place in the text.
    """

    slash: str = ""
    padded: bool = False
    padded_names: bool = False
    years: tuple[tuple[int, int], ...] = field(repr=False, default=())

    @classmethod
    def of(cls, context: ReplaceContext) -> DateStyle:
        """Look at all dates of the document, kept ones included."""
        mentions = [m for e in context.entities if is_a(e.type, "date") for m in e.mentions]
        surfaces = [context.view.surface(m.span) for m in mentions]
        slash = _majority(map(_slashed, surfaces)) or _majority(map(_named_order, surfaces))
        known = _is_known(context.language)
        if known and not slash and any(_SLASHED.fullmatch(text) for text in surfaces):
            slash = _majority(_signs(context.view.text, _reader(context.language).words))
        padded = any(_ZERO.search(t) for t in surfaces if not _named(t))
        names = any(_ZERO.search(t) for t in surfaces if _named(t))
        years = [_year(m, text) for m, text in zip(mentions, surfaces, strict=True)]
        return cls(slash, padded, names, tuple(sorted(filter(None, years))))

    def year_near(self, offset: int) -> int:
        """Return the year of the nearest date that has one; a common year where none has."""
        at = bisect_left(self.years, (offset, 0))
        nearby = self.years[max(0, at - 1) : at + 1]
        return min(nearby, key=lambda y: (abs(y[0] - offset), y[0]), default=(0, 2001))[1]


def _named(surface: str) -> bool:
    return sum(character.isalpha() for character in surface) > 2


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


def _named_order(surface: str) -> str:
    """Return the order of a date that names its month."""
    if not _named(surface) or not any(c.isdigit() for c in surface):
        return ""
    return "mdy" if surface[0].isalpha() else "dmy"


def _signs(text: str, words: DateWords) -> Iterator[str]:
    """Yield the order that each sign in a text speaks for: spelling, currency, addresses."""
    for order, expressions in words.slash_signs.items():
        for expression in expressions:
            yield from (order for _ in re.finditer(expression, text))


def _year(mention: Mention, surface: str) -> tuple[int, int] | None:
    match = re.search("(?<![0-9])(?:18[5-9]|19[0-9]|20[0-9])[0-9](?![0-9])", surface)
    return (mention.span.start, int(match[0])) if match else None


@dataclass(frozen=True, slots=True)
class DateReplacer:
    """Pseudonyms of dates: every mention moved by the document's offset, in its own style.

    Attributes:
        fallback: Writes the tag of a date that cannot be read.
        shift: How far.
    """

    fallback: Replacer
    shift: DateShift = field(default_factory=DateShift)

    def replace(self, context: ReplaceContext, entities: Sequence[Entity]) -> Iterable[Replacement]:
        """Return the moved date for each mention; a tag of low certainty where it is unreadable."""
        style = DateStyle.of(context)
        for entity in entities:
            offset = self.shift.offset(context.draw, entity)
            for mention in entity.mentions:
                text = moved_text(context, mention, offset, style)
                if text is None:
                    yield from tagged(self.fallback, context, entity, mention)
                else:
                    yield Replacement(mention.span, text, entity.id, "pseudonym")


def moved_text(
    context: ReplaceContext, mention: Mention, offset: timedelta, style: DateStyle
) -> str | None:
    """Return the surface of a date moved by `offset`, or None where it cannot be done."""
    surface = context.view.surface(mention.span)
    for reader in readers(mention, context.language):
        reading = reader.read(surface, slash=style.slash)
        if reading is None:
            continue
        new = move(reading, offset, style.year_near(mention.span.start))
        try:
            padded = style.padded_names if _named(surface) else style.padded
            text = render(reading, new, reader.words, padded=padded)
        except Unwritable:
            continue
        if text != surface:
            return text
    return None


def move(reading: Reading, offset: timedelta, year: int) -> Reading:
    """Return the reading moved by `offset`.

    Args:
        reading: A date, a part of one, or a range of days.
        offset: Not zero.
        year: Counted in where the date has none.  A month or a year by itself moves as its middle
            does, and by at least one.
    """
    first, last = _moved(reading.first, offset, year), _moved(reading.end, offset, year)
    return reading.moved(first, last)


def _moved(old: Partial, offset: timedelta, year: int) -> date:
    try:
        start = old.on(year)
    except ValueError:  # 29 February
        start = old.on(2000)
    day = start + offset
    sign = 1 if offset.days > 0 else -1
    while old.like(day) == old:
        day += timedelta(days=28 * sign)
    return day


def tagged(
    fallback: Replacer, context: ReplaceContext, entity: Entity, mention: Mention
) -> Iterator[Replacement]:
    """Yield the fallback's replacement of one mention, marked as a guess."""
    alone = replace(entity, mentions=(mention,))
    for made in fallback.replace(context, [alone]):
        yield replace(made, certainty=min(made.certainty, GUESSED))


def readers(mention: Mention, language: str) -> Iterator[DateReader]:
    """Yield readers of the language that found the mention, of the document, and of English."""
    rules = [evidence.rule.partition(".")[0] for evidence in mention.evidence]
    for code in dict.fromkeys([*rules, language, "en"]):
        if _is_known(code):
            yield _reader(code)


@lru_cache(maxsize=256)
def _is_known(code: str) -> bool:
    """Tell whether dates of a language can be read; a look at the packs costs more than a date."""
    return code in languages()


@lru_cache(maxsize=16)
def _reader(code: str) -> DateReader:
    return DateReader.load(code)


@dataclass(frozen=True, slots=True)
class AgeReplacer:
    """Pseudonyms of ages: the number moves by a year or two, its unit agrees.

    Attributes:
        fallback: Writes the tag of an age that has no number.
        shift: Whether ages move at all.
    """

    fallback: Replacer
    shift: DateShift = field(default_factory=DateShift)

    def replace(self, context: ReplaceContext, entities: Sequence[Entity]) -> Iterable[Replacement]:
        """Return the moved age for each mention."""
        for entity in entities:
            by = self.shift.years(context.draw, entity)
            for mention in entity.mentions:
                surface = context.view.surface(mention.span)
                if self.shift.ages == "keep":
                    yield Replacement(mention.span, surface, entity.id, "keep")
                    continue
                text = _moved_age(surface, mention, context.language, by)
                if text is None:
                    yield from tagged(self.fallback, context, entity, mention)
                else:
                    yield Replacement(mention.span, text, entity.id, "pseudonym")


def _moved_age(surface: str, mention: Mention, language: str, by: int) -> str | None:
    old = read_age(surface)
    words = next(readers(mention, language)).words
    if old is None:
        return move_spoken(surface, lambda age: move_age(age, by), words)
    return write_age(surface, move_age(old, by), words.age)


def move_age(old: int, by: int) -> int:
    """Return another age: `by` years off, the other way where that leaves its side of eighteen.

    >>> move_age(34, 2), move_age(17, 1), move_age(18, -2), move_age(1, -2), move_age(120, 1)
    (36, 16, 20, 3, 119)
    """
    new = old + by
    crossed = (new >= _ADULT) != (old >= _ADULT)
    return old - by if crossed or not 1 <= new <= _OLDEST else new

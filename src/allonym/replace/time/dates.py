"""Write the document's timeline into its dates and ages, each in its own style."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from itertools import chain

from allonym.dates.ages import move_spoken, read_age, write_age
from allonym.dates.reading import Partial
from allonym.dates.render import Unwritable, render
from allonym.errors import UnknownLanguage
from allonym.languages.pack import load_pack
from allonym.model.entity import Entity
from allonym.model.mention import Mention
from allonym.model.replacement import Method, Replacement
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.ports import ReplaceContext, Replacer
from allonym.replace.alternations import load_around
from allonym.replace.time.facts import free_text
from allonym.replace.time.style import DateStyle, Written, is_named, reader_of, readers, written
from allonym.replace.time.timeline import DateShift, Timeline
from allonym.replace.time.years import (
    SCHOOL_YEAR,
    bare_years,
    is_school_year,
    present_years,
    suffix_of,
)
from allonym.text.phrases import word_before

GUESSED = 0.5
_BEFORE = re.compile(r"([^\W\d_]+)[.,]{0,2}[\s(]{1,3}\Z")
_AFTER = re.compile(r"[\s,(–-]{1,3}([^\W\d_]+)")
_PIECE = re.compile(r"\d+\.?(?![\w./-])|\d[\d./]*|[^\W\d_]+\.?|-\d\d(?!\d)")
"""What a date in a mention of several may begin and end with."""
_LETTERS = re.compile(r"[^\W\d_]+")
_MOST_PIECES = 16
_REACH = 24
_CENTURY, _LIVED = 100, 40


@dataclass(frozen=True, slots=True)
class Moved:
    """What becomes of a date: its new text, the first day before and after (one if it has none)."""

    text: str = field(repr=False)
    old: date = field(repr=False)
    new: date = field(repr=False)


@dataclass(frozen=True, slots=True)
class DateReplacer:
    """Pseudonyms of dates: every mention moved along the document's timeline, in its own style."""

    fallback: Replacer  # writes the tag of a date that cannot be read
    shift: DateShift = field(default_factory=DateShift)  # what the profile says about time

    def replace(
        self,
        context: ReplaceContext,
        entities: Sequence[Entity],
        times: Timeline | None = None,
    ) -> Iterable[Replacement]:
        """Return the moved date for each mention; a tag of low certainty where it is unreadable.

        Words around them follow: days of the week, prepositions, school years.

        Args:
            context: The document.
            entities: Its dates.
            times: The timeline; drawn here where nobody has drawn it yet.
        """
        times = times or Timeline.of(context, self.shift)
        style = DateStyle.of(context)
        made: list[Replacement] = []
        for entity in entities:
            for mention in entity.mentions:
                parts = _parts(context, entity, mention, times, style)
                if not parts:
                    made += tagged(self.fallback, context, entity, mention)
                    continue
                text = _joined(context, mention, parts)
                same = text == context.view.surface(mention.span)
                method: Method = "keep" if same else "pseudonym"
                lemma = _cited(context, mention.span, text)
                made.append(Replacement(mention.span, text, entity.id, method, lemma=lemma))
                for span, found in parts:
                    made += _weekdays(context, replace(made[-1], span=span), found)
        around = chain(made, _school_years(context, entities, times))
        yield from (ready := list(around))
        yield from repaired(context, ready)


def _parts(
    context: ReplaceContext, entity: Entity, mention: Mention, times: Timeline, style: DateStyle
) -> Sequence[tuple[Span, Moved]]:
    """Return the dates in a mention and what they become: as a rule the whole of it.

    Nothing where a number would be left that is in no date.
    """
    whole = _moved(context, entity, mention, times, style)
    if whole:
        return [(mention.span, whole)]
    start, text = mention.span.start, context.view.surface(mention.span)
    words = [Span(start + m.start(), start + m.end()) for m in _PIECE.finditer(text)]
    found: list[tuple[Span, Moved]] = []
    at = 0
    while at < len(words) <= _MOST_PIECES:
        ends = (
            (n, stop)
            for n in range(len(words), at, -1)
            for stop in _stops(words[n - 1], text, start)
        )
        for end, stop in ends:  # noqa: B007
            span = Span(words[at].start, stop)
            moved = _moved(context, entity, replace(mention, span=span), times, style)
            if moved:
                found.append((span, moved))
                break
        else:
            if _says_time(context, mention, words[at]):
                return ()
            end = at + 1
        at = end
    return found


def _says_time(context: ReplaceContext, mention: Mention, span: Span) -> bool:
    """Tell whether a word is a number, a month or a day that a part of a date leaves out."""
    word = context.view.surface(span)
    words = next(readers(mention, context.language)).words
    lists = (words.days, words.months, words.years)
    return any(map(str.isdigit, word)) or any(known.read(word) for known in lists)


def _stops(word: Span, text: str, start: int) -> Iterator[int]:
    """Yield where a date that ends in a word may end: with its full stop, or without."""
    yield word.end
    if text[word.end - start - 1] == ".":
        yield word.end - 1


def _cited(context: ReplaceContext, span: Span, text: str) -> str:
    """Return the text of a date with its month as the source cites months: *marzec* like *maj*.

    The empty string where the source gives no lemma of a month.
    """
    view = context.view
    under = (token for token in view.tokens if span.contains(token)) if view.readings else ()
    lemmas = [said.lemma for token in under if (said := view.reading(token))]
    months = reader_of(context.language).words.months
    cited = next((lemma for lemma in lemmas if months.read(lemma)), "")
    style = months.read(cited)
    if style is None:
        return ""

    def lemma_of(word: re.Match[str]) -> str:
        named = months.read(word[0])
        return months.write(named.number, style, cited) if named else word[0]

    return _LETTERS.sub(lemma_of, text)


def _joined(context: ReplaceContext, mention: Mention, parts: Sequence[tuple[Span, Moved]]) -> str:
    """Return a mention with what its dates become."""
    out, at = "", mention.span.start
    for span, found in parts:
        out += context.view.text[at : span.start] + found.text
        at = span.end
    return out + context.view.text[at : mention.span.end]


def _moved(
    context: ReplaceContext, entity: Entity, mention: Mention, times: Timeline, style: DateStyle
) -> Moved | None:
    """Return what a date becomes, or None where it cannot be read, or written again."""
    surface = context.view.surface(mention.span)
    born = is_a(entity.type, "date.birth") or is_a(mention.type, "date.birth")
    year = style.year_near(mention.span.start)
    padded = style.padded_names if is_named(surface) else style.padded
    for found in written(surface, mention, context.language, style.slash):
        reading = found.reading
        first = _placed(reading.first, times, year, born=born)
        last = _placed(reading.end, times, year, born=born)
        if reading.last and (born or any(piece.after for piece in reading.pieces)):  # as far apart
            last = first + (_on(reading.end, year) - _on(reading.first, year))
        try:
            text = render(reading, reading.moved(first, last), found.words, padded=padded)
        except Unwritable:
            continue
        old = _on(reading.first, year)
        lead = _lead(found, old, first) if reading.first.day else found.lead
        whole = lead + text + found.tail
        stays = not (born or reading.first.year) or _is_history(reading.first, times)
        if whole != surface or stays:  # no more than feast or month
            return Moved(whole, old, first if reading.first.day else old)
    return None


def _placed(part: Partial, times: Timeline, year: int, *, born: bool) -> date:
    """Return a day in what a date, or a part of one, becomes."""
    if part.month is None and part.year is not None:
        born |= part.year in times.told.reckoned  # turned 75 … born in Leeds, in 1949
        moved = times.birth_year(part.year) if born else times.year(part.year)
        return date(moved if moved != part.year else moved + (times.years or 1), 7, 1)
    day = _on(part, year)
    if part.year is None:
        births = times.told.births
        birthday = next((b for b in births if (b.month, b.day) == (part.month, part.day)), None)
        if born or birthday:
            return times.birth(birthday or day)
    if not born and _is_history(part, times):
        return day
    moved_day = times.birth(day) if born or day in times.told.births else times.event(day)
    while part.day is None and part.year is not None and part.like(moved_day) == part:
        moved_day += timedelta(28 if moved_day >= day else -28)
    return moved_day


def _is_history(part: Partial, times: Timeline) -> bool:
    """Tell whether a month is that of what everybody lived through: *maja 1945 se je končala*."""
    now = times.told.now
    return bool(now and part.day is None and part.year and now.year - part.year > _LIVED)


def _on(part: Partial, year: int) -> date:
    try:
        return part.on(year)
    except ValueError:  # 29 February
        return part.on(2000)


def _lead(found: Written, old: date, new: date) -> str:
    """Return the day of the week in front of a date as it is after the move."""
    name = re.match(r"[^\W\d_]+", found.lead)
    styled = found.words.weekdays.read(name[0]) if name else None
    if name is None or styled is None or styled.number - 1 != old.weekday():
        return found.lead
    word = found.words.weekdays.write(new.weekday() + 1, styled, name[0])
    return word + found.lead[name.end() :]


def _weekdays(context: ReplaceContext, made: Replacement, found: Moved) -> Iterator[Replacement]:
    """Yield the days of the week beside a date that no longer are those of the date."""
    if found.old.weekday() == found.new.weekday():
        return
    text, span = context.view.text, made.span
    left = max(0, span.start - _REACH)
    before, after = _BEFORE.search(text[left : span.start]), _AFTER.match(text, span.end)
    places = [Span(left + before.start(1), left + before.end(1))] if before else []
    places += [Span(*after.span(1))] if after else []
    words = next(readers(Mention(span, "date", ()), context.language)).words
    for place in places:
        word = text[place.start : place.end]
        styled = words.weekdays.read(word)
        if styled and styled.number - 1 == found.old.weekday():
            asked = word_before(text, place.start, words.contexts["weekday_accusative_after"])
            new = words.weekdays.write(found.new.weekday() + 1, styled, word, last=asked)
            yield Replacement(place, new, made.entity, "pseudonym", context=True)


def _school_years(
    context: ReplaceContext, entities: Sequence[Entity], times: Timeline
) -> Iterator[Replacement]:
    """Yield the school years that the text names, and the bare years of a life or the present.

    What is a mention too is left to it.
    """
    done: set[int] = set()
    for match in SCHOOL_YEAR.finditer(context.view.text) if entities else ():
        if is_school_year(match):
            done.add(match.start())
            done.add(match.start(3))
            first = int(match[1]) + times.years
            second = first + 1
            last = f"{second % _CENTURY:02}" if len(match[3]) == 2 else str(second)
            text = f"{first}{match[2]}{last}"
            yield Replacement(Span(*match.span()), text, entities[0].id, "pseudonym", context=True)
    births, days = (times.told.births, times.told.days) if entities else ((), ())
    free, suffixes = free_text(context), reader_of(context.language).words.year_suffixes
    language = context.language
    lives = ((year, suffix_of(year, language)) for year in bare_years(free, births))
    for match, suffix in chain(present_years(free, days, language), lives):
        year = times.year(int(match[0]))
        if match.start() in done or year == int(match[0]):
            continue
        done.add(match.start())
        hung = suffixes.write(year, suffix) if suffix else ""
        span = Span(match.start(), match.end() + len(suffix))
        yield Replacement(span, f"{year}{hung}", entities[0].id, "pseudonym", context=True)


def repaired(context: ReplaceContext, made: Sequence[Replacement]) -> Iterator[Replacement]:
    """Yield the prepositions and articles that no longer fit the replacement after them."""
    try:
        around = load_around(load_pack(context.language))
    except UnknownLanguage:
        return
    yield from around.repair(context.view, [r for r in made if r.method == "pseudonym"])


def tagged(
    fallback: Replacer, context: ReplaceContext, entity: Entity, mention: Mention
) -> Iterator[Replacement]:
    """Yield the fallback's replacement of one mention, marked as a guess."""
    alone = replace(entity, mentions=(mention,))
    for made in fallback.replace(context, [alone]):
        yield replace(made, certainty=min(made.certainty, GUESSED))


@dataclass(frozen=True, slots=True)
class AgeReplacer:
    """Pseudonyms of ages: the number as the timeline has it, its unit agrees."""

    fallback: Replacer  # writes the tag of an age that has no number
    shift: DateShift = field(default_factory=DateShift)  # whether ages move at all

    def replace(
        self,
        context: ReplaceContext,
        entities: Sequence[Entity],
        times: Timeline | None = None,
    ) -> Iterable[Replacement]:
        """Return the age for each mention; young people's stays, and so says the method."""
        times = times or Timeline.of(context, self.shift)
        for entity in entities:
            for mention in entity.mentions:
                surface = context.view.surface(mention.span)
                keep = self.shift.ages == "keep" or _is_about(context, mention)
                text = surface if keep else _aged(context, mention, times.age)
                if text is None:
                    yield from tagged(self.fallback, context, entity, mention)
                else:
                    method: Method = "keep" if text == surface else "pseudonym"
                    yield Replacement(mention.span, text, entity.id, method)


def _is_about(context: ReplaceContext, mention: Mention) -> bool:
    """Tell whether an age is a round one that somebody guesses: *about 50 years*."""
    words = next(readers(mention, context.language)).words.age.about
    age = read_age(context.view.surface(mention.span)) or 1
    return age % 10 == 0 and word_before(context.view.text, mention.span.start, words)


def _aged(context: ReplaceContext, mention: Mention, move: Callable[[int], int]) -> str | None:
    surface = context.view.surface(mention.span)
    words = next(readers(mention, context.language)).words
    if (old := read_age(surface)) is None:
        return move_spoken(surface, move, words)
    governed = word_before(context.view.text, mention.span.start, words.age.governing)
    forms = words.age.governed_forms if governed else words.age.unit_forms  # w wieku 92 lat
    return write_age(surface, move(old), replace(words.age, unit_forms=forms))

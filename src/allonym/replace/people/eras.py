"""When people were born, as names, ages and words beside them tell it: Winifred is no Kaylee.

Who has a name was born in the years in which it was given, unless the text says more.  A year is
drawn, and then a name as often as it was given in that year: of the common ones for a common one.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import NamedTuple

from allonym.languages.eras import FIRST, SPANS, Curve, Eras, class_of, span_of, weight
from allonym.languages.pack import LanguagePack
from allonym.model.entity import Entity, EntityId
from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.replace.candidates import Names
from allonym.replace.numbers.births import read_birth
from allonym.replace.numbers.shape import compact
from allonym.replace.numbers.tables import load_tables
from allonym.replace.people.age_words import Kin, load_age_words
from allonym.text.capitals import SMALL

_REACH = 60
_END = re.compile(rf"\w{{4}}[.!?]\s(?!{SMALL})|\n\s*\n")
_JOINED = re.compile(r"\s(?:\w{1,3}\s){1,2}|, ")
_NUMBER = re.compile(r"\d+")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d{2}(?!\d)")
_NOW, _LAST = 2024, 2040
"""The year of a document that names none, and the last that one may name."""
_APART = 10
"""Years that parents may be older or younger."""
_GENERATION, _PEERS, _WIDER = 28, 8, 5
"""Years between generations; how many those of one are apart, and how many more for each one."""
_USUAL = 600
"""How often a pet name's full name was given at least, for it to be drawn."""
_LIVING = (2, 4, 8, *(10,) * 10, 8, 6, 5, 5, 5, 5)
"""How many people of each span documents speak of, if nothing is known of them."""
_GROWN = (*_LIVING[:13], *(0,) * (SPANS - 13))
"""The same of those who have long been grown up: whose name nobody lists is hardly a child."""


@dataclass(frozen=True, slots=True, eq=False)
class Weigh:
    """Tells how readily a given name is drawn for somebody."""

    eras: Eras = field(repr=False)  # when names were given
    gender: str  # of who has it
    span: int  # of years of birth
    own: int  # how often the original was given then
    home: str  # the country of the document, or nothing

    def over(self, candidates: Names) -> list[int]:
        """Return it for names of the pool; nothing for those that were hardly given then."""
        curves = _curves(self.eras, self.gender, self.home, candidates)
        return [weight(curve[self.span], self.own) for curve in curves]

    def name(self, name: str, gender: str) -> int:
        """Return it for a name, of somebody of that gender if one is told."""
        curve = self.eras.at_home(gender or self.gender, name, self.home)
        return weight(curve[self.span], self.own)

    def was_usual(self, names: Iterable[str]) -> bool:
        """Tell whether one of these names, of which one is short for the others, was usual."""
        return self.eras.of(self.gender, names)[self.span] >= _USUAL


@lru_cache(maxsize=256)
def _curves(eras: Eras, gender: str, home: str, candidates: Names) -> Sequence[Curve]:
    """Return how often names of the pool were given; those without a gender to this one."""
    entries = (candidate.entries[0] for candidate in candidates)
    return [eras.at_home(e.gender or gender, e.lemma, home) for e in entries]


_weighing = lru_cache(maxsize=256)(Weigh)
"""Returns the same test for the same gender, years and frequency: what it weighed is kept."""


class Born(NamedTuple):
    """The years somebody was born between; unsure where a word says it and no number."""

    first: int
    last: int
    sure: bool

    def holds(self, span: int) -> bool:
        """Tell whether some year of a span is one of these."""
        return span_of(self.first) <= span <= span_of(self.last)


@dataclass(frozen=True)
class Ages:
    """Tells when people were born, and weighs names by it."""

    view: TextView = field(repr=False)  # the document
    entities: Sequence[Entity] = field(repr=False)  # all of it
    pack: LanguagePack  # the language
    eras: Eras = field(repr=False)  # when its names were given
    home: str = ""  # the country of the document, ISO 3166; empty where it may be any
    # whether more will be said, and nobody gets another name for it: what is told counts for none
    grows: bool = False

    def weigh(
        self,
        chance: Callable[..., int],
        entity: Entity,
        gender: str,
        names: Sequence[str],
        key: str,
        earlier: int = 0,
    ) -> Weigh | None:
        """Return what tells how readily a name is drawn; None where no name has a time.

        Args:
            chance: Returns a number below one, by labels.
            entity: The person.
            gender: Of who has the name.
            names: What the name is called in full: *Basia* has the time of *Barbara*.
            key: What the year hangs on.
            earlier: How many years before the person somebody is born about who has the name.
        """
        if not self.eras.curves:
            return None
        curve = self.eras.of(gender, names)
        told = None if self.grows else self._told(entity)
        if told and earlier:
            told = Born(told.first - earlier - _APART, told.last - earlier + _APART, False)
        totals = list(accumulate(self._chances(curve, told)))
        span = bisect_right(totals, chance(totals[-1], "born", key))
        return _weighing(self.eras, gender, span, class_of(curve[span] or max(curve)), self.home)

    def _chances(self, curve: Curve, told: Born | None) -> Sequence[int]:
        """Return how likely somebody was born in each span, where a number does not say it."""
        inside = [int(told is None or told.holds(span)) for span in range(SPANS)]
        if told and told.sure:
            return inside
        own = [often * often * living for often, living in zip(curve, _LIVING, strict=True)]
        both = [often * may for often, may in zip(own, inside, strict=True)]
        grown = [n * may for n, may in zip(_LIVING, inside, strict=True)] if told else _GROWN
        return next(chances for chances in (both, own, grown, _LIVING) if any(chances))

    # -- what the text tells -------------------------------------------------------------------

    def _told(self, entity: Entity) -> Born | None:
        """Return what a number right behind the name says, else whose kin it is, or a word."""
        kin = self.kin.get(entity.id)
        number = None if kin and kin.field else self._number(entity)
        if number:
            return number
        root = self._root(entity, own=kin.field) if kin else None
        if kin and root:
            middle, apart = root - kin.before * _GENERATION, _PEERS + abs(kin.before) * _WIDER
            return Born(middle - apart, middle + apart, False)
        return self._word(entity)

    def _word(self, entity: Entity) -> Born | None:
        """Return what a word beside the name says."""
        table, view = load_age_words(self.pack), self.view.text
        every = (table.told(view, *self._around(mention)) for mention in entity.mentions)
        told = next(filter(None, every), None)
        return told and Born(self._year - told.oldest, self._year - told.youngest, told.sure)

    def _number(self, entity: Entity) -> Born | None:
        """Return what a number right behind the name says."""
        for end in (m.span.end for m in entity.mentions) if self._tellers else ():
            limit = self._limit(end)
            first = bisect_left(self._tellers, end, key=lambda teller: teller[0].start)
            for span, born in self._tellers[first : first + 1]:
                if span.start < limit and not _END.search(self.view.text, end, span.start):
                    return born
        return None

    def _around(self, mention: Mention) -> tuple[int, int, int, int]:
        """Return where a name begins and ends, and where what is said of who has it does."""
        start, end = mention.span.start, mention.span.end
        floor = max(start - _REACH, self.beside.before(start))
        return start, end, floor, self._limit(end)

    @cached_property
    def kin(self) -> Mapping[EntityId, Kin]:
        """Whose kin people are, as words beside their names say, or beside whom they are joined to.

        Who stands in the genitive behind a son is the parent: *syn Piotra i Anny*.
        """
        words, found = load_age_words(self.pack), dict[EntityId, Kin]()
        people = (e for e in self.entities if is_a(e.type, "person"))
        kin, last = None, 0
        mentions = ((m, e) for e in people for m in e.mentions)
        for mention, entity in sorted(mentions, key=lambda row: row[0].span):
            joined = kin if _JOINED.fullmatch(self.view.text, last, mention.span.start) else None
            kin = words.kin_of(self.view.text, *self._around(mention)) or joined
            reading = mention.parts[0].analyses[:1] if mention.parts else ()
            if kin and kin.cited and any(own.features.get("Case") == "Gen" for own in reading):
                kin = Kin(-kin.before)
            last = mention.span.end
            if kin:
                found.setdefault(entity.id, kin)
        return found

    def _root(self, entity: Entity, *, own: bool) -> int | None:
        """Return when those were born whose kin somebody is: nearest before, else behind.

        Args:
            entity: The kin.
            own: Whether a number behind the name is theirs.
        """
        at = bisect_left(self._roots, (entity.mentions[0].span.start,))
        near = (*self._roots[max(0, at - 2) : at][::-1], *self._roots[at : at + 2])
        return next((year for _, year, who in near if own or who != entity.id), None)

    @cached_property
    def _roots(self) -> list[tuple[int, int, EntityId]]:
        """Where people are named whose birth is told, kin reckoned back to whose they are.

        Only the best told count: by a number, of those the ones who are nobody's kin, by a word.
        """
        found: list[tuple[int, int, int, EntityId]] = []
        for entity in (e for e in self.entities if is_a(e.type, "person")):
            number, kin = self._number(entity), self.kin.get(entity.id)
            own = kin is None or kin.field
            born = number or (self._word(entity) if own else None)
            if born:
                back = 0 if kin is None or kin.field else kin.before * _GENERATION
                year, at = (born.first + born.last) // 2 + back, entity.mentions[0].span.start
                found.append((2 * (not born.sure) + (not own), at, year, entity.id))
        best = min((rank for rank, *_ in found), default=0)
        return sorted((at, year, who) for rank, at, year, who in found if rank == best)

    def _limit(self, end: int) -> int:
        """Return where what is said of a person ends: at the next one, or far behind."""
        return min(end + _REACH, self.beside.after(end))

    @cached_property
    def _tellers(self) -> list[tuple[Span, Born]]:
        """Ages, births and numbers of people that hold a birth, in text order."""
        found = ((m.span, self._born(e, m.span)) for e in self.entities for m in e.mentions)
        return sorted((span, born) for span, born in found if born)

    def _born(self, entity: Entity, span: Span) -> Born | None:
        surface = self.view.surface(span)
        if is_a(entity.type, "date.birth"):
            return next((Born(int(y), int(y), True) for y in _YEAR.findall(surface)), None)
        if is_a(entity.type, "age"):
            years = next((int(n) for n in _NUMBER.findall(surface)), None)
            return None if years is None else Born(self._year - years, self._year - years, True)
        if not is_a(entity.type, "id"):
            return None
        rules = tuple(e.rule for m in entity.mentions for e in m.evidence)
        name, scheme = load_tables().scheme(rules, entity.type, surface, self.pack.code)
        day = read_birth(compact(surface, scheme.keep if scheme else ""), name)
        return Born(day.year, day.year, True) if day else None

    @cached_property
    def _year(self) -> int:
        """The year of the document: the last that a date of it names."""
        return max((year for year in self._years() if FIRST <= year < _LAST), default=_NOW)

    def _years(self) -> Iterator[int]:
        for entity in self.entities:
            if is_a(entity.type, "date") and not is_a(entity.type, "date.birth"):
                for mention in entity.mentions:
                    yield from map(int, _YEAR.findall(self.view.surface(mention.span)))

    @cached_property
    def beside(self) -> Neighbours:
        """Where the people begin and end."""
        people = (e for e in self.entities if is_a(e.type, "person"))
        return Neighbours(people, len(self.view.text))


class Neighbours:
    """Knows where the mentions of people begin and end.

    Args:
        people: Of the document.
        size: Characters that the document has.
    """

    def __init__(self, people: Iterable[Entity], size: int) -> None:
        spans = [m.span for e in people for m in e.mentions]
        self._starts = sorted(span.start for span in spans)
        self._ends = sorted(span.end for span in spans)
        self._size = size

    def before(self, start: int) -> int:
        """Return where the last person before a place ends; 0 if nobody is there."""
        number = bisect_left(self._ends, start)
        return self._ends[number - 1] if number else 0

    def after(self, end: int) -> int:
        """Return where the next person behind a place begins; else the end of the text."""
        number = bisect_left(self._starts, end)
        return self._starts[number] if number < len(self._starts) else self._size

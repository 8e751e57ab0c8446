"""The settlements that a document names, with their postcodes, and what may stand for each."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from itertools import chain, filterfalse, takewhile

from allonym.languages.geography import Geography, Town
from allonym.model.entity import Entity
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.replace.places.about import (
    Seats,
    countries_of,
    divided_of,
    home_of,
    is_quarter,
    meant_of,
    named_in,
    regions_of,
    serving,
)
from allonym.replace.places.areas import Areas
from allonym.replace.places.houses import LONGEST, house_before, named_houses

BESIDE = re.compile(r"[\s,;:()–—-]{0,4}(?:\w{1,4}\.\s?)?\Z")
"""What may stand between a postcode and its town: *1000 гр. София*."""

_ENOUGH, FAR, _NEAR, _CODE = 3, 12, 40.0, 60
"""How many towns are some; *beside* a name, in signs; near, in kilometres; how long before a name
a postcode may begin that stands beside it."""
_Placed = Sequence[tuple[Span, int]]

_DISTRICT = re.compile(r" [IVX]+\Z")
_REGION = re.compile(r",\s(?:[^\W\d_]{2,6}\.\s)?([^\W\d_]+(?: [A-Z][^\W\d_]+)?)")


@dataclass(frozen=True, slots=True)
class Named:
    """A town named in the text, and where."""

    name: str = field(repr=False)
    span: Span
    town: Town | None = field(repr=False)


@dataclass(frozen=True)
class Gathered:
    """The towns of a document, and what goes with them."""

    view: TextView  # the document
    geography: Geography  # of its language
    towns: tuple[Named, ...] = ()  # every mention of a settlement, in text order
    # where postcodes stand, and the largest town of each that the table knows
    codes: tuple[tuple[Span, Town], ...] = ()
    # where other postcodes stand, and a town whose own are near each
    near: tuple[tuple[Span, Town], ...] = ()
    # of settlements that share a name, the one in an area that the document is about, by country
    # and case-folded name
    meant: Mapping[tuple[str, str], Town] = field(repr=False, default_factory=dict)
    home: str = ""  # the country that most of what the table knows is in; empty where nothing is
    # what may be the towns of hospitals and courts, as their names have them, and what all towns
    # are that serve so; then the same of other bodies that only some towns have
    serving: Seats = field(repr=False, default=())
    # what may be the towns in the names of all organisations, and where those stand
    held: tuple[Named, ...] = ()
    houses: tuple[Named, ...] = ()  # the names before the numbers of houses, which may be villages'
    # the towns of which the document names quarters
    divided: frozenset[str] = field(repr=False, default=frozenset())
    # how places of the world are written that tell of nobody, case-folded
    staying: frozenset[str] = field(repr=False, default=frozenset())

    @classmethod
    def of(
        cls,
        view: TextView,
        entities: Sequence[Entity],
        geography: Geography,
        seats: Seats = (),
    ) -> Gathered:
        """Return the towns of a document.

        Args:
            view: The document.
            entities: All of it.
            geography: Of its language.
            seats: Beginnings of words for what only some towns have, and those towns.
        """
        named = (
            (undivided(e.canonical or view.surface(m.span)), m.span)
            for e in entities
            if is_a(e.type, "place") and not is_a(e.type, "place.country")
            for m in e.mentions
            if not geography.is_announced(view.text, m.span)
        )
        names = [(name, span) for name, span in named if not geography.is_region(name)]
        divided = divided_of(geography, [name for name, _ in names])
        names = [row for row in names if not is_quarter(geography, row[0], divided)]
        regions = [*regions_of(view, entities, geography)]
        named_so = (t.country for t in regions if t.name != t.region)  # Newport is a town too
        signs = (*countries_of(view, entities, geography), *named_so)
        home = home_of(geography, [n for n, _ in names], signs)
        names = [(name, span) for name, span in names if not geography.is_region(name, home)]
        asked = (partial(f, country=home) for f in (geography.of_postcode, geography.near_postcode))
        codes, near = (tuple(_postcodes(view, entities, ask)) for ask in asked)
        inside = named_in(view, entities)
        said = [n for n, _ in (*names, *inside)]
        meant = meant_of(geography, home, said, regions, [t for _, t in codes])
        found = cls(
            view, geography, codes=codes, near=near, meant=meant, home=home, divided=divided
        )
        held = tuple(Named(*row, found.named(row[0])) for row in inside)
        found = replace(found, serving=serving(view, entities, seats), held=held)
        towns = (Named(name, span, found._at(name, span)) for name, span in names)
        houses = [found._house(*row) for row in named_houses(view, entities)]
        ordered = sorted(towns, key=lambda named: named.span)
        world = (e for e in entities if is_a(e.type, "place.region.world"))
        staying = frozenset(view.surface(m.span).casefold() for e in world for m in e.mentions)
        return replace(found, towns=tuple(ordered), houses=tuple(houses), staying=staying)

    @cached_property
    def named(self) -> Callable[[str], Town | None]:
        """What gives the settlement of a name, that of the document's country and areas first.

        A small one of another country is not meant: *Victoria* in Newcastle is not in Texas.
        """

        def named(name: str) -> Town | None:
            town = self.municipality(name) or self.geography.named(name, self.home)
            if town and town.size and self.home[:2] not in ("", town.state):
                return None
            return self.meant.get((town.country, town.name.casefold()), town) if town else None

        return cache(named)

    def municipality(self, name: str) -> Town | None:
        """Return a municipality that is no settlement, if the text says it is one: *общ. Тунджа*.

        One that lies elsewhere may be called so; it is as large as the largest it has.
        """
        before = "|".join(map(re.escape, self.geography.municipal))
        own = next(iter(self.of_part.get(name.casefold(), ())), None) if before else None
        said = own and re.search(
            rf"(?<!\w)(?i:{before})\.?[ \u00a0]{re.escape(name)}\b", self.view.text
        )
        town = self.geography.named(name, self.home) if said else None
        if not (own and said) or (town and (town.own or town.area == own.area)):
            return None
        return replace(own, name=name, own=True, drawn=False, part="", kind="")

    def quarter(self, forms: Sequence[str]) -> str:
        """Return which of the forms of a name is a quarter's; nothing for a settlement's."""
        own = (form for form in forms if is_quarter(self.geography, form, self.divided))
        return next(own, "")

    def _at(self, name: str, span: Span) -> Town | None:
        """Return the settlement of a name, None where its state says that it is another's."""
        town = self.named(name)
        other = self._region_behind(span, town) if town else None
        strange = town and other and town.country == other.country and town.area != other.area
        return None if strange else town

    def within(self, span: Span, reach: int) -> Iterator[Named]:
        """Yield the towns that begin within reach of a place, in text order."""
        at = bisect_left(self.towns, span.start - reach, key=lambda named: named.span.start)
        near = (self.towns[n] for n in range(at, len(self.towns)))
        return takewhile(lambda named: named.span.start <= span.end + reach, near)

    def house_before(self, code: Span) -> Named | None:
        """Return the house right before a postcode."""
        ends = range(code.start - LONGEST, code.start)
        near = sorted(self._house_ends[at] for at in ends if at in self._house_ends)
        at = house_before(self.view.text, code, [self.houses[n].span for n in near])
        return None if at is None else self.houses[near[at]]

    @cached_property
    def _house_ends(self) -> Mapping[int, int]:
        """Where the names of houses end."""
        return {house.span.end: n for n, house in enumerate(self.houses)}

    def _house(self, name: str, span: Span) -> Named:
        """Return the village of a house, no town of its name far from the post town beside it."""
        town = self.named(name)
        post = next(self._touching([span], known=True), None)
        return Named(name, span, None if town and post and post.far(town) > _NEAR else town)

    def town_before(self, span: Span) -> Named | None:
        """Return what stands for a town right before a region: *Salem, OR*."""
        at = bisect_left(self.towns, span.start, key=lambda named: named.span.start)
        last = self.towns[at - 1] if at else None
        if last is None or last.span.end >= span.start:
            return None
        between = self.view.text[last.span.end : span.start]
        told = between[:2] == ", " and self.geography.is_announced(self.view.text, span)
        alone = told and len(between.split()) == 2  # Несебър, област Бургас
        return last if alone or BESIDE.fullmatch(between) else None

    def has_near(self, town: Town) -> bool:
        """Tell whether the document names another settlement near one of the table."""
        others = (named.town for named in self.towns if named.town and named.town != town)
        return any(town.far(other) <= _NEAR for other in others)

    @cached_property
    def code_ends(self) -> frozenset[int]:
        """Where postcodes end."""
        return frozenset(code.end for code, _ in (*self.codes, *self.near))

    @cached_property
    def posts(self) -> frozenset[str]:
        """The names beside postcodes, case-folded."""
        found: set[str] = set()
        for code, _ in (*self.codes, *self.near):
            at = bisect_left(self.towns, code.start, key=lambda named: named.span.start)
            beside = self.towns[max(0, at - 1) : at + 1]
            found.update(n.name.casefold() for n in beside if self._touches(code, [n.span]))
        return frozenset(found)

    def peers(
        self, name: str, areas: Areas, seats: frozenset[str] = frozenset()
    ) -> Iterable[tuple[str, ...]]:
        """Return the towns that may stand for one.

        Where it serves others, those of `seats` come first: near what its neighbours became, then
        of its new area, of whatever class, then elsewhere.
        """
        rings: Iterable[tuple[str, ...]] = self._alike(name, areas)
        known = self.named(name) if seats else None
        if known is None:
            return rings
        rings = tuple(rings)
        area, drawn = areas.instead(known), self.geography.areas.get(known.country, {})
        towns = [t for t in drawn.get(area, ()) if t.name in seats]
        sizes = sorted({abs(t.size - known.size) for t in towns})
        near = [tuple(t.name for t in towns if abs(t.size - known.size) == n) for n in sizes]
        here, there = (
            [tuple(name for name in ring if name in own) for ring in rings]
            for own in (frozenset(t.name for t in towns), seats)
        )
        every = self.geography.of_kind("", municipal=False, country=known.country)
        few = tuple(filter(seats.__contains__, every))
        return (*filter(None, (*here, *near, *there, few)), *rings)

    def _alike(self, name: str, areas: Areas) -> Iterator[tuple[str, ...]]:
        """Return the towns that may stand for one: of its country, size and new area first.

        What the table lacks lies where the town nearest to it in the text does.  A name of several
        words may become one of any number: few towns have so many.
        """
        unlisted = any(n.town is None for n in self.of_name(name))
        known = None if unlisted else self.named(name)
        beside = known or self._in_region(name) or self.around(name)
        country = beside.country if beside else self.home
        size = known.size if known else self.geography.smallest.get(country, 0)
        size += int(known is not None and self.second(known))
        area = areas.instead(beside) if beside else ""
        words = len(name.split())
        words = words if self.view.tokens or words == 1 else 0
        left = beside.area if beside and area not in ("", beside.area) else ""
        alike = self.geography.like(country, size, words, area, left)
        if not beside:
            return chain(areas.together(country, size), alike)
        placed = replace(known or replace(beside, name=name, own=False), size=size)
        near = areas.neighbours(placed, left)
        fixed = words if self.view.tokens else 0  # an annotated corpus keeps its tokens
        rings = (tuple(n for n in r if fixed in (0, len(n.split()))) for r in near)
        municipal = self.geography.of_kind("", municipal=True).__contains__
        alone = filter if placed.own else filterfalse
        both = ((tuple(alone(municipal, ring)), ring) for ring in alike)
        wide = ((own if len(own) >= _ENOUGH else (), ring) for own, ring in both)
        return filter(None, chain(rings, chain.from_iterable(wide)))

    def of_name(self, name: str) -> Sequence[Named]:
        """Return the towns of this name, in text order, then the villages of houses."""
        return self._of_name.get(name, ())

    @cached_property
    def _of_name(self) -> Mapping[str, Sequence[Named]]:
        found: dict[str, list[Named]] = {}
        for named in (*self.towns, *self.houses):
            found.setdefault(named.name, []).append(named)
        return found

    @cached_property
    def of_part(self) -> Mapping[str, Sequence[Town]]:
        """The towns of each county or municipality of the table, by its name in small letters."""
        found: dict[str, list[Town]] = {}
        for town in self.geography.towns:
            if town.part:
                found.setdefault(town.part.casefold(), []).append(town)
        return found

    def second(self, town: Town) -> bool:
        """Tell whether a city is named beside a larger one of its area, and is to be near that."""
        named = () if town.size else (n.town for n in self.towns)
        cities = {t.name for t in named if t and not t.size and t.area == town.area}
        if len(cities) < 2:
            return False
        return min(cities, key=self.geography.ranks.__getitem__) != town.name

    def _in_region(self, name: str) -> Town | None:
        """Return a town of the area of an unknown one, by what is beside it: *Deatsville, AL*."""
        spans = [n.span for n in self.of_name(name)]
        named = next(filter(None, map(self._region_behind, spans)), None)
        return named or next(self._touching(spans, known=True), None)

    def _region_behind(self, span: Span, town: Town | None = None) -> Town | None:
        """Return a town of the region behind a name: *Salem, OR*, *Izvoare, str. Lungă 3, jud. X*.

        Behind a street it is told of villages alone.
        """
        least = self.geography.smallest
        small = town is None or town.kind == "village" or town.size == least[town.country]
        ways = (_REGION, self.geography.later) if small else (_REGION,)
        found = (way.match(self.view.text, span.end) for way in ways)
        return next((t for m in found if m and (t := self.geography.in_region(m[1]))), None)

    def around(self, name: str) -> Town | None:
        """Return the town whose postcode is near that of an unknown one, else the nearest."""
        spans = [n.span for n in self.of_name(name)]
        codes = self._touching(spans, known=False)
        own = spans[0] if spans else Span(0, 1)
        at = bisect_left(self._known, own.start, key=lambda named: named.span.start)
        near = self._known[max(0, at - 1) : at + 1]
        beside = min(near, key=lambda n: self._gap(n.span, own), default=None)
        return next(codes, beside.town if beside else None)

    def _gap(self, one: Span, other: Span) -> tuple[int, int, int]:
        """Return how many lines, full stops and signs lie between two names."""
        first, last = sorted((one, other))
        between = self.view.text[first.end : last.start]
        return between.count("\n"), between.count(". "), len(between)

    @cached_property
    def _known(self) -> tuple[Named, ...]:
        found = [n for n in self.towns if n.town and n.town.state == self.home[:2]]
        least = self.geography.smallest.get(self.home, 0)  # of words in names no villages
        held = (n for n in self.held if n.town and n.town.size < least)
        return tuple(found or sorted(held, key=lambda named: named.span))

    @cached_property
    def _ordered(self) -> tuple[_Placed, _Placed]:
        """Where the postcodes stand that the table knows, and the others, in text order."""
        every = self.codes, self.near
        known, near = (sorted((s, n) for n, (s, _) in enumerate(codes)) for codes in every)
        return known, near

    def _touching(self, spans: Sequence[Span], *, known: bool) -> Iterator[Town]:
        """Yield the towns of the postcodes right before or behind one of some names."""
        ordered, found = self._ordered[not known], set[int]()
        for span in spans:
            at = bisect_left(ordered, span.start - _CODE, key=lambda row: row[0].start)
            while at < len(ordered) and ordered[at][0].start <= span.end + LONGEST:
                found |= {ordered[at][1]} if self._touches(ordered[at][0], [span]) else set()
                at += 1
        yield from ((self.codes if known else self.near)[n][1] for n in sorted(found))

    def _touches(self, code: Span, spans: Sequence[Span]) -> bool:
        """Tell whether a postcode stands right before or behind one of some names."""
        text = self.view.text
        near = (s for s in spans if max(s.start - code.end, code.start - s.end) <= FAR)
        between = (text[code.end : span.start] or text[span.end : code.start] for span in near)
        beside = any(gap and BESIDE.fullmatch(gap) for gap in between)
        return beside or house_before(text, code, spans) is not None


def undivided(name: str) -> str:
    """Return a name without the number of a district: *Košice I*."""
    return _DISTRICT.sub("", name)


def _postcodes(
    view: TextView, entities: Sequence[Entity], named: Callable[[str], Town | None]
) -> Iterator[tuple[Span, Town]]:
    """Yield where postcodes stand, with the towns that they are of."""
    for mention in (m for e in entities if is_a(e.type, "postcode") for m in e.mentions):
        if town := named(view.surface(mention.span)):
            yield mention.span, town

"""The settlements that a document names, and what goes with each: postcodes, phones, plates."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain, filterfalse

from allonym.languages.geography import Geography, Town
from allonym.model.entity import Entity
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.replace.numbers.dialling import national, written_in
from allonym.replace.numbers.registers import original as register_town
from allonym.replace.numbers.tables import load_tables
from allonym.replace.places.about import (
    countries_of,
    divided_of,
    home_of,
    is_quarter,
    meant_of,
    regions_of,
)
from allonym.replace.places.areas import Areas
from allonym.replace.places.houses import house_before, named_houses
from allonym.replace.places.seats import Seats, named_in, serving

_BESIDE = re.compile(r"[\s,;:()–—-]{0,4}(?:\w{1,4}\.\s?)?\Z")
"""What may stand between a postcode and its town: *1000 гр. София*."""

_ENOUGH, _FAR, _NEAR = 3, 12, 40.0
"""How many towns are some; *beside* a name, in signs; near, in kilometres."""

_COUNTY = re.compile(r"^[^\W\d_]{2,9}\.? (?=[^\W\d_])")
"""The word for a county before its name: *jud. Alba*."""
_REGION = re.compile(r",\s(?:[^\W\d_]{2,6}\.\s)?([^\W\d_]+(?: [A-Z][^\W\d_]+)?)")


@dataclass(frozen=True, slots=True)
class Named:
    """A town named in the text, and where."""

    name: str = field(repr=False)
    span: Span
    town: Town | None = field(repr=False)


@dataclass(frozen=True)
class Gathered:
    """The towns of a document, and what goes with them.

    Attributes:
        view: The document.
        geography: Of its language.
        towns: Every mention of a settlement, in text order.
        codes: Where postcodes stand, and the largest town of each that the table knows.
        near: Where other postcodes stand, and a town whose own are near each.
        meant: Of settlements that share a name, the one in an area that the document is about, by
            country and case-folded name.
        home: The country that most of what the table knows is in; empty where nothing is.
        serving: What may be the towns of hospitals and courts, as their names have them, and what
            all towns are that serve so; then the same of other bodies that only some towns have.
        held: What may be the towns in the names of all organisations, and where those stand.
        houses: The names before the numbers of houses, which may be villages'.
        divided: The towns of which the document names quarters.
    """

    view: TextView
    geography: Geography
    towns: tuple[Named, ...] = ()
    codes: tuple[tuple[Span, Town], ...] = ()
    near: tuple[tuple[Span, Town], ...] = ()
    meant: Mapping[tuple[str, str], Town] = field(repr=False, default_factory=dict)
    home: str = ""
    serving: Seats = field(repr=False, default=())
    held: tuple[Named, ...] = ()
    houses: tuple[Named, ...] = ()
    divided: frozenset[str] = field(repr=False, default=frozenset())

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
            (e.canonical or view.surface(m.span), m.span)
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
        meant = meant_of(geography, home, [n for n, _ in names], regions, [t for _, t in codes])
        found = cls(
            view, geography, codes=codes, near=near, meant=meant, home=home, divided=divided
        )
        held = tuple(Named(*row, found.named(row[0])) for row in named_in(view, entities))
        found = replace(found, serving=serving(view, entities, seats), held=held)
        towns = (Named(name, span, found._at(name, span)) for name, span in names)
        houses = [found._house(*row) for row in named_houses(view, entities)]
        ordered = sorted(towns, key=lambda named: named.span)
        return replace(found, towns=tuple(ordered), houses=tuple(houses))

    def named(self, name: str) -> Town | None:
        """Return the settlement of a name, that of the document's country and areas first.

        A small one of another country is not meant: *Victoria* in Newcastle is not in Texas.
        """
        town = self.geography.named(name, self.home)
        if town and town.size and self.home[:2] not in ("", town.state):
            return None
        return self.meant.get((town.country, town.name.casefold()), town) if town else None

    def quarter(self, forms: Sequence[str]) -> str:
        """Return which of the forms of a name is a quarter's; nothing for a settlement's."""
        own = (form for form in forms if is_quarter(self.geography, form, self.divided))
        return next(own, "")

    def _at(self, name: str, span: Span) -> Town | None:
        """Return the settlement of a name, None where its state says that it is another's."""
        town, said = self.named(name), _REGION.match(self.view.text, span.end)
        other = self.geography.in_region(said[1]) if town and said else None
        strange = town and other and town.country == other.country and town.area != other.area
        return None if strange else town

    def _house(self, name: str, span: Span) -> Named:
        """Return the village of a house, no town of its name far from the post town beside it."""
        town = self.named(name)
        post = next((t for code, t in self.codes if self._touches(code, [span])), None)
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
        return last if alone or _BESIDE.fullmatch(between) else None

    def has_near(self, town: Town) -> bool:
        """Tell whether the document names another settlement near one of the table."""
        others = (named.town for named in self.towns if named.town and named.town != town)
        return any(town.far(other) <= _NEAR for other in others)

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
    ) -> tuple[tuple[str, ...], ...]:
        """Return the towns that may stand for one.

        Where it serves others, those of `seats` come first: near what its neighbours became, then
        of its new area, of whatever class, then elsewhere.
        """
        rings = self._alike(name, areas)
        known = self.named(name) if seats else None
        if known is None:
            return rings
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

    def _alike(self, name: str, areas: Areas) -> tuple[tuple[str, ...], ...]:
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
        if beside:
            placed = replace(known or replace(beside, name=name, own=False), size=size)
            near = areas.neighbours(placed, left)
            fixed = words if self.view.tokens else 0  # an annotated corpus keeps its tokens
            rings = (tuple(n for n in r if fixed in (0, len(n.split()))) for r in near)
            municipal = self.geography.of_kind("", municipal=True).__contains__
            like = filter if placed.own else filterfalse
            own = (tuple[str, ...](like(municipal, ring)) for ring in alike)
            own = (same if len(same) >= _ENOUGH else () for same in own)
            alike = tuple(filter(None, (*rings, *chain(*zip(own, alike, strict=True)))))
        return alike

    def of_name(self, name: str) -> Sequence[Named]:
        """Return the towns of this name, in text order, then the villages of houses."""
        return self._of_name.get(name, ())

    @cached_property
    def _of_name(self) -> Mapping[str, Sequence[Named]]:
        found: dict[str, list[Named]] = {}
        for named in (*self.towns, *self.houses):
            found.setdefault(named.name, []).append(named)
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
        found = (_REGION.match(self.view.text, span.end) for span in spans)
        named = next((t for m in found if m and (t := self.geography.in_region(m[1]))), None)
        return named or next((t for code, t in self.codes if self._touches(code, spans)), None)

    def around(self, name: str) -> Town | None:
        """Return the town whose postcode is near that of an unknown one, else the nearest."""
        spans = [n.span for n in self.of_name(name)]
        codes = (t for code, t in self.near if self._touches(code, spans))
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
        return tuple(n for n in self.towns if n.town and n.town.state == self.home[:2])

    def _touches(self, code: Span, spans: Sequence[Span]) -> bool:
        """Tell whether a postcode stands right before or behind one of some names."""
        text = self.view.text
        near = (s for s in spans if max(s.start - code.end, code.start - s.end) <= _FAR)
        between = (text[code.end : span.start] or text[span.end : code.start] for span in near)
        beside = any(gap and _BESIDE.fullmatch(gap) for gap in between)
        return beside or house_before(text, code, spans) is not None

    def original(self, entity: Entity) -> tuple[str, Town | None] | None:
        """Return name and row of the original town that something goes with, None without one."""
        surface = self.view.surface(entity.mentions[0].span)
        if is_a(entity.type, "postcode"):
            return self._of_postcode(entity, surface)
        of_register = partial(register_town, country=self.home[:2], geography=self.geography)
        ways: dict[str, tuple[Callable[[str], Town | None], str]] = {
            "phone": (self._of_phone, "dial"),
            **dict.fromkeys(("id", "property", "case_number"), (of_register, "area")),
        }
        kind = entity.type.partition(".")[0]
        way, attribute = ways.get(kind, (self._of_plate, "plate"))
        own = way(surface)
        if own is None:
            near = self._nearest(entity.mentions[0].span) if is_a(entity.type, "plate") else ()
            return next(((n.name, n.town) for n in near if n.town), None)
        located = [n for n in self._nearest(entity.mentions[0].span) if n.town]
        located += [n for n in self.held if n.town and n.town.dial == own.dial]
        for shared in (attribute, "area"):  # a number of the area goes with its only town named
            wanted = getattr(own, shared)
            same = [n for n in located if wanted and getattr(n.town, shared) == wanted]
            if same:  # whoever writes has a postcode too
                posts = (n for n in same if n.name.casefold() in self.posts)
                leads = 0 <= entity.mentions[0].span.start - same[0].span.end <= _FAR
                found = next(posts, same[0]) if kind == "phone" and not leads else same[0]
                return found.name, found.town if shared == attribute else own
        return own.name, own

    def _of_postcode(self, entity: Entity, surface: str) -> tuple[str, Town | None] | None:
        own = self.geography.of_postcode(surface, self.home)
        beside = min(self._beside(entity, own), key=lambda row: row[0], default=None)
        if beside:
            return beside[1].name, beside[1].town or own
        spans = [house.span for house in self.houses]
        at = house_before(self.view.text, entity.mentions[0].span, spans)
        home = self.houses[at] if at is not None else None
        if home and (own is None or not own.has(surface)):
            return home.name, home.town or own
        named = [n for n in self.towns if own and n.town and n.town.name == own.name]
        if own:
            return (named[0].name if named else own.name), own
        near = next(self._nearest(entity.mentions[0].span), None)
        return (near.name, near.town) if near else None

    def _beside(self, entity: Entity, own: Town | None) -> Iterator[tuple[tuple[bool, int], Named]]:
        """Yield the towns right behind or before a postcode, each with how ill it fits.

        Of two that it stands between, the one whose it is fits best, then the one that no comma
        parts from it: *63-740 Kobylin, 63-700 Krotoszyn*.
        """
        text = self.view.text
        for mention in entity.mentions:
            for named in self.towns:
                behind = text[mention.span.end : named.span.start]
                before = self._without_region(text[named.span.end : mention.span.start])
                gap = behind or before
                if gap and _BESIDE.match(gap):
                    other = own is None or named.town is None or own.name != named.town.name
                    yield (other, len(gap.strip(" \u00a0"))), named

    def _without_region(self, between: str) -> str:
        """Return what stands between a town and its postcode, less its region: *Salem, OR*."""
        region = _COUNTY.sub("", between.strip(" ,"))
        return between[:2] if self.geography.in_region(region) else between

    def _nearest(self, span: Span) -> Iterator[Named]:
        """Yield the towns of the text, those before and near it first."""

        def far(named: Named) -> tuple[int, int]:
            between = self.view.text[named.span.end : span.start]
            behind = self.view.text[span.end : named.span.start]
            return (between or behind).count("\n"), abs(named.span.start - span.start)

        yield from sorted(self.towns, key=far)

    def _of_phone(self, surface: str) -> Town | None:
        """Return the largest town with a number's dialling code, None for a mobile's."""
        abroad = written_in(surface, load_tables().foreign)
        country, digits, fixed = national(surface, abroad or self.home[:2])
        sizes = (5, 4, 3, 2, 1) if fixed else ()
        owners = (self.geography.by_dial.get((country, digits[:size])) for size in sizes)
        return next((town for town in owners if town), None)

    def _of_plate(self, surface: str) -> Town | None:
        letters = re.match(r"(?:[0-9]{2,3}-)?([^\W\d_]+)", surface)
        head = letters[1].upper() if letters else ""
        codes = (head[:size] for size in (3, 2, 1))
        return next(
            (self.geography.by_plate[c] for c in codes if c and c in self.geography.by_plate), None
        )


def _postcodes(
    view: TextView, entities: Sequence[Entity], named: Callable[[str], Town | None]
) -> Iterator[tuple[Span, Town]]:
    """Yield where postcodes stand, with the towns that they are of."""
    for mention in (m for e in entities if is_a(e.type, "postcode") for m in e.mentions):
        if town := named(view.surface(mention.span)):
            yield mention.span, town

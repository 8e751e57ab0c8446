"""What settlements are said to be: *гр.* becomes one of the towns, *comuna* one of the communes.

And a village becomes one of the municipality that stands for its own, where the text names that.
What lies by the sea stays there, and what has a court becomes a town with one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from itertools import chain, filterfalse

from allonym.languages.town import SEA, Town
from allonym.replace.places.areas import Areas
from allonym.replace.places.settlements import Gathered, Named

_SOME, _SIZES, _REACH = 3, 3, 90
"""How many are enough to go before others of their ring; classes of size that an area is searched
in; signs around a name that speak of it."""
_BORDER, _TRAVEL, _HILLS = "border", "travel", frozenset({"spa", "mountain"})
"""The last: what a text may tell of a city that becomes no smaller place for that."""
_ENDING, _SHORTEST, _GAP, _FEW = 2, 3, 14, 2
"""Letters that forms of a name differ in, and those it keeps; signs between a village and its
municipality; how many of a kind are enough to go before others of their ring."""
_MUNICIPAL = ("municipality", "commune")
_BEFORE = re.compile(r"(?<!\w)([^\W\d_]+)\.?[ \u00a0]\Z")
_BEHIND = re.compile(r"[^\W\d_]*(?:[ \u00a0]([^\W\d_]+))?(?!\w)")
_WORD, _NAME = 40, 80
"""Signs of the longest word before a name, and of the longest name."""

Rings = Iterable[tuple[str, ...]]
Roles = Mapping[str, frozenset[str]]
"""By the name of a town that serves others, the names of all that serve as it does."""


@dataclass(frozen=True)
class Kinds:
    """Says what may stand for a settlement by what it is."""

    gathered: Gathered  # the towns of the document
    _said: dict[str, str] = field(repr=False, default_factory=dict)
    _seated: dict[str, str] = field(repr=False, default_factory=dict)

    def said(self, name: str) -> str:
        """Return what the text says that a settlement is; empty where it says nothing.

        That is ``city``, ``town``, ``village``, ``municipality``, or ``commune``: a municipality
        whose seat is a village.
        """
        if name not in self._said:
            self._said[name] = next(self._words(name), "")
        return self._said[name]

    def _words(self, name: str) -> Iterator[str]:
        """Yield what the words right before and behind a name in the text say."""
        known, text, small = self.gathered.geography, self.gathered.view.text, self._small
        stem = name[: max(_SHORTEST, len(name) - _ENDING)].lower()
        at = small.find(stem) if known.kinds or known.kinds_behind else -1
        while at >= 0:
            behind = None if text[at - 1 : at].isalnum() else _BEHIND.match(text, at + len(stem))
            before = _BEFORE.search(text, max(0, at - _WORD), at) if behind else None
            for words, found in ((known.kinds, before), (known.kinds_behind, behind)):
                word = (found[1] if found else None) or ""
                yield from filter(None, [words.get(word.casefold())])
            at = small.find(stem, at + 1)

    @cached_property
    def _small(self) -> str:
        """The text in small letters, unless their number is another then: of *İ* they are two."""
        text = self.gathered.view.text
        return small if len(small := text.lower()) == len(text) else text

    def told(self, name: str) -> str:
        """Return whether a settlement is a city, town or village by the text; empty if unsaid."""
        return self.kind(name) if self.said(name) else ""

    def municipal(self, name: str) -> bool:
        """Tell whether the text says that a name is a municipality's."""
        return self.said(name) in _MUNICIPAL

    def seat(self, name: str) -> str:
        """Return the municipality that a village is of, if the text names that; else nothing."""
        if name not in self._seated:
            self._seated[name] = ""  # while it is sought: what leads back to itself has none
            found = at = self._seat(name)
            while at and at.casefold() != name.casefold():
                at = self.seat(at)
            self._seated[name] = "" if at else found
        return self._seated[name]

    def _seat(self, name: str) -> str:
        town = self.gathered.named(name)
        part = town.part if town else ""
        if part and part in self._named:
            return part
        if self.municipal(name) or not (town is None or town.kind == "village"):
            return ""
        own = [n for n in self.gathered.towns if n.name == name]
        return next((other.name for n in own for other in self._beside(n)), "")

    @cached_property
    def _named(self) -> frozenset[str]:
        return frozenset(n.name for n in (*self.gathered.towns, *self.gathered.held))

    def _beside(self, village: Named) -> Iterator[Named]:
        """Yield the municipalities named right before or behind a village."""
        towns, floor = self.gathered.towns, village.span.start - _GAP - _NAME
        for at in range(bisect_left(towns, floor, key=lambda n: n.span.start), len(towns)):
            other = towns[at]
            if other.span.start > village.span.end + _GAP:
                break
            first, last = sorted((other, village), key=lambda n: n.span.start)
            near = other is not village and 0 <= last.span.start - first.span.end <= _GAP
            if near and other.name != village.name and self.municipal(other.name):
                yield other

    @cached_property
    def _seats(self) -> frozenset[tuple[str, str]]:
        """The municipalities of which the text names settlements, and what those are."""
        names = dict.fromkeys(n.name for n in self.gathered.towns)
        return frozenset((seat, self.kind(name)) for name in names if (seat := self.seat(name)))

    def inside(self, name: str, seat: Town) -> tuple[str, ...]:
        """Return what may stand for a settlement in the municipality that stands for its own.

        Other areas may have municipalities of its name.
        """
        own = self.gathered.geography.of_municipality.get((seat.country, seat.name), ())
        kind = self.kind(name)
        return tuple(t.name for t in own if (t.kind, t.area) == (kind, seat.area))

    def fitting(self, name: str, rings: Rings) -> Rings:
        """Return the rings of what may stand for a settlement, what is of its kind first.

        Args:
            name: Of the settlement.
            rings: What may stand for it, the likest first.
        """
        known, town = self.gathered.geography, self.gathered.named(name)
        country = town.country if town else self.gathered.home
        kind, municipal = self.kind(name), self.municipal(name)
        fit = known.of_kind(kind, municipal=municipal)
        tests: list[Callable[[str], bool]] = [fit.__contains__]
        if held := {kind for own, kind in self._seats if own == name}:
            tests.insert(0, lambda n: n in fit and held <= self._held(fit[n].country, n))
        if len(tests) == 1 and not self.said(name):
            return self._rather(fit, rings)
        rings, every = tuple(rings), known.of_kind(kind, municipal=municipal, country=country)
        made = (tuple(filter(test, ring)) for test in tests for ring in (*rings, every))
        return (*filter(None, made), *rings)

    @staticmethod
    def _rather(fit: Container[str], rings: Rings) -> Iterator[tuple[str, ...]]:
        """Yield the rings, before each what of it fits, if that is some and not all."""
        for ring in filter(None, rings):
            own = tuple(filter(fit.__contains__, ring))
            yield from (own, ring) if _FEW <= len(own) < len(ring) else (ring,)

    @cached_property
    def _held(self) -> Callable[[str, str], frozenset[str]]:
        """What tells what the settlements of a municipality are that can be drawn."""
        own = self.gathered.geography.of_municipality
        return cache(lambda *seat: frozenset(t.kind for t in own.get(seat, ())))

    def kind(self, name: str) -> str:
        """Return what a settlement is by the text, else by the table; a village if by neither."""
        word, town = self.said(name), self.gathered.named(name)
        kind = town.kind if town else "village"
        if word == "commune" or (word == "town" and kind == "city"):  # orașul Cluj-Napoca
            return "village" if word == "commune" else "city"
        return kind if word in ("", "municipality") else word


@dataclass(frozen=True)
class Lies:
    """Says what may stand for a settlement by how it lies."""

    gathered: Gathered  # the towns of the document
    areas: Areas  # where they move to
    moved: Callable[[str], str | None]  # returns what stands for an island or a lake

    def fitting(
        self, name: str, rings: Rings, seats: frozenset[str], said: str = ""
    ) -> tuple[Rings, int]:
        """Return the rings of what may stand for a settlement, and how many lie as it must.

        Those come first.

        Args:
            name: Of the settlement.
            rings: What may stand for it, the likest first.
            seats: The towns that serve others as it does, if it does.
            said: What the text says that it is, if it does: no village becomes a town by the sea.
        """
        wanted, known = frozenset(self._wants(name)), self.gathered.geography.by_name
        if not wanted:
            return chain.from_iterable(map(self._inland_first, rings)), 0
        rings = tuple(rings)
        near: Sequence[Sequence[Town]]
        old, ahead = self.gathered.named(name), []
        old_own = old is not None and old.own
        named = ([known[n.casefold()] for n in filter(self._lying, ring)] for ring in rings)
        every, towns = (
            tuple(
                tuple(t for t in ring if said in ("", t.kind) and old_own <= t.own) for ring in of
            )
            for of in (self._every(name), named)
        )
        if old and self._is_suburb(old, wanted):
            wanted -= {"coast"}
        if "island" in wanted and not any(_fits(t, wanted & SEA, seats) for r in every for t in r):
            seats = frozenset()  # no other island has a hospital
        area = self.areas.instead(old) if old else ""
        here = [[t for t in ring if t.area == area] for ring in (*towns, *every[:_SIZES])]
        city = old is not None and not old.size and not self._is_told(name, wanted - _HILLS)
        unlike = () if city else every
        for want in filter(None, dict.fromkeys((wanted, wanted & SEA))):  # few towns on some
            for near in (here, towns, every):
                fit = [[t for t in ring if _fits(t, want, seats)] for ring in near]
                ahead += [[t.name for t in own if old and _alike(old, t)] for own in fit]
            ahead += [[t.name for t in ring if _fits(t, want, seats)] for ring in unlike]
        first = tuple(tuple(ring) for ring in ahead if ring)
        return (*first, *rings), len(first)

    def _inland_first(self, ring: tuple[str, ...]) -> Rings:
        """Return a ring, before it those of it that are not by the sea, if some but not all are."""
        by_sea = self.gathered.geography.by_sea
        dry = tuple(filterfalse(by_sea.__contains__, ring))
        return (dry, ring) if _SOME <= len(dry) < len(ring) else (ring,)

    @cached_property
    def _lying(self) -> Callable[[str], bool]:
        """What tells whether the table says how a town of a name lies."""
        known = self.gathered.geography.by_name
        return cache(lambda name: bool(known[name.casefold()].lies))

    def _is_told(self, name: str, wanted: frozenset[str]) -> bool:
        """Tell whether the text near a settlement speaks of any way in which it lies."""
        return any(self._speaks(name, want.partition(":")[0]) for want in wanted)

    def _is_suburb(self, old: Town, wanted: frozenset[str]) -> bool:
        """Tell whether one by the sea has to leave it, for nothing by it is near its neighbour."""
        if "coast" not in wanted or self._speaks(old.name, "coast"):
            return False
        left = "" if self.areas.instead(old) == old.area else old.area
        small = replace(old, size=old.size + self.gathered.second(old))
        near = self.areas.neighbours(small, left) if small.size else ()
        towns = [self.gathered.geography.by_name[n.casefold()] for ring in near for n in ring]
        return bool(towns) and not any(_fits(t, wanted, frozenset()) and t.size for t in towns)

    def further(self, name: str, kinds: Kinds, seats: frozenset[str]) -> Sequence[tuple[str, ...]]:
        """Return what may stand for a settlement, though it lies further off, if it agrees with it.

        That is what is of its size in its new area, and in all the country where the text names
        nothing else of its area and no way that somebody goes; then what is nearly of its size.

        Args:
            name: Of the settlement.
            kinds: Says of which kind it is.
            seats: The towns that serve others as it does, if it does.
        """
        known, own = self.gathered.geography, self.gathered.named(name)
        beside = own or self.gathered.around(name)
        if beside is None or self._speaks(name, _TRAVEL) or self.gathered.municipality(name):
            return ()
        country, where = beside.country, (beside.country, beside.area)
        size = own.size if own else known.smallest[country]
        area, kind = self.areas.instead(beside), kinds.kind(name) if size else ""
        tied = any(t != own for t, _ in self.areas.needs.get(where, ()))
        tied |= where in self.areas.moved
        if tied and not area:
            return ()
        large = own is not None and own.name in known.cities.get(country, ())
        beyond = (size + 1, size - 1) if size > 1 else (size + 1,)
        there, left = (area, "") if tied else ("", beside.area if beside.area != area else "")
        of = partial(known.columns[country].names, kind=kind, area=there, but=left)
        each = [of(n) for n in (size, *beyond)]
        wet = frozenset() if beside.lies & SEA else known.by_sea
        if large:  # one by the sea becomes the next smaller by it, else it becomes no town
            near = () if wet else known.by_sea
            each[1:] = [[n for n in names if n in near] for names in each[1:]]
        served = ([n for n in own if not seats or n in seats] for own in each)
        every = [[n for n in own if n != name] for own in served]
        dry = [[n for n in own if n not in wet] for own in every]
        rings = dry if any(dry) else every
        return tuple(rings[0]), tuple(chain(*rings))

    def _wants(self, name: str) -> Iterator[str]:
        """Yield how what stands for a settlement must lie."""
        town = self.gathered.named(name)
        beside = town or self.gathered.around(name)
        lies = beside.lies if beside else ()
        for lie in (lie for lie in lies if town or lie.startswith("island")):
            kind, _, which = lie.partition(":")
            if which and which != name and kind != _BORDER:
                other = f"{kind}:{self.moved(which)}"
                yield from [other] if other in self.gathered.geography.lies else []
            elif lie in SEA or self._speaks(name, kind):
                yield lie

    def _speaks(self, name: str, kind: str) -> bool:
        """Tell whether the text near a settlement speaks of how it lies."""
        text, cue = self.gathered.view.text, self.gathered.geography.told.get(kind)
        spans = (n.span for n in self.gathered.towns if n.name == name)
        near = ((max(0, s.start - _REACH), s.end + _REACH) for s in spans)
        return cue is not None and any(cue.search(text, *reach) for reach in near)

    def _every(self, name: str) -> Iterator[tuple[Town, ...]]:
        """Yield what can be drawn in the country and lies in some way, by how like its size is."""
        town, known = self.gathered.named(name), self.gathered.geography
        country = town.country if town else self.gathered.home
        size = town.size if town else known.smallest.get(country, 0)
        own = (key for key in known.drawn if key[0] == country)
        yield from (self._told[k] for k in sorted(own, key=lambda key: abs(key[1] - size)))

    @cached_property
    def _told(self) -> Mapping[tuple[str, int], tuple[Town, ...]]:
        """The towns that can be drawn of which the table says how they lie."""
        drawn = self.gathered.geography.drawn
        return {key: tuple(t for t in towns if t.lies) for key, towns in drawn.items()}


def _fits(town: Town, want: frozenset[str], seats: frozenset[str]) -> bool:
    """Tell whether a town lies as one must, on no island if that is not wanted, and serves."""
    serves = not seats or town.name in seats
    return serves and want <= town.lies and not ({"island"} - want) & town.lies


def _alike(old: Town, new: Town) -> bool:
    """Tell whether two towns are of a kind, and nearly of a size: a city is like cities alone."""
    near = abs(old.size - new.size) <= 1 and bool(old.size) == bool(new.size)
    return old.kind == new.kind and near


def roles_of(
    gathered: Gathered,
    listed: Callable[[str], str],
    having: Iterable[tuple[str, frozenset[str]]],
) -> Roles:
    """Return what the towns in the names of courts, hospitals and regional bodies serve as.

    Args:
        gathered: The towns of the document.
        listed: Returns the name that the table of settlements has for one.
        having: Towns that have what the text names, each with all that have such.
    """
    known = gathered.geography
    roles: dict[str, frozenset[str]] = {}
    for names, alike in (*gathered.serving, *(((town,), towns) for town, towns in having)):
        ruled = (town.name for n in names if (town := known.in_region(n)))  # Clare's is Ennis
        for name in (n for n in map(listed, (*names, *ruled)) if n in alike):
            others = alike - {name}
            roles[name] = (roles.get(name, others) & others) or others
    return roles


def needs_of(
    gathered: Gathered, listed: Callable[[str], str], roles: Roles
) -> Mapping[tuple[str, str], Sequence[tuple[Town, frozenset[str]]]]:
    """Return the towns that the document names in each area, and what each serves as.

    Of words in the names of organisations only cities and what serves others are taken for towns.

    Args:
        gathered: The towns of the document.
        listed: Returns the name that the table of settlements has for one.
        roles: What towns serve as.
    """
    said = dict.fromkeys(listed(named.name) for named in gathered.towns)  # in the text's order
    names = (*said, *(held.name for held in gathered.held))
    towns = {town.name: town for name in names if (town := gathered.named(name))}
    needs: dict[tuple[str, str], list[tuple[Town, frozenset[str]]]] = defaultdict(list)
    for name, town in towns.items():
        if name in said or name in roles or not town.size:
            needs[town.country, town.area].append((town, roles.get(name, frozenset())))
    return needs

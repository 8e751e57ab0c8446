"""Where the towns of an area move together: neighbours stay neighbours, a county stays theirs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf

from allonym.languages.geography import Geography, Town
from allonym.languages.town import SEA
from allonym.model.draw import Draw

_SOME, _NONE = 4, 3
"""Areas that one is drawn from, half of all at most; as how many classes none of a kind counts."""
_NEAR, _WIDER, _FAR = 20.0, 1.3, 120.0
"""Kilometres that are always near; by how much neighbours may part; from where none are."""

Seaside = frozenset[tuple[str, bool]]
"""How towns lie by the sea, each with whether a city does."""


@dataclass(frozen=True, slots=True)
class Areas:
    """Draws the area that stands for another, the same throughout a scope."""

    geography: Geography  # of the language
    draw: Draw  # of the document
    # of each area, by country and name, the towns that are named and what each serves as
    needs: Mapping[tuple[str, str], Sequence[tuple[Town, frozenset[str]]]] = field(
        repr=False, default_factory=dict
    )
    # where the first town of each area lies now, by country and area
    moved: dict[tuple[str, str], str] = field(repr=False, default_factory=dict)
    # what was drawn for each area, by how its towns lie by the sea
    drawn: dict[tuple[str, str, Seaside], str] = field(repr=False, default_factory=dict)
    # the towns of the table that were drawn already, and what stands for each
    towns: dict[Town, Town] = field(repr=False, default_factory=dict)
    # what stands for the seats of bodies, by name
    seats: dict[str, tuple[str, ...]] = field(repr=False, default_factory=dict)
    # what was drawn for places of no table that no known town is near
    strays: list[Town] = field(repr=False, default_factory=list)
    # how far the nearest neighbour of a town is, and where it went, as it was when first asked for
    anchors: dict[tuple[str, str, int, str], tuple[float, Town, Town]] = field(
        repr=False, default_factory=dict
    )

    def follow(self, old: Town | None, new: Town | None) -> None:
        """Take down where a town went, so that its neighbours go there too."""
        if old is None and new:
            self.strays.append(new)
        if not (old and new):
            return
        self.towns.setdefault(old, new)
        if old.area and new.area:
            self.moved.setdefault((old.country, old.area), new.area)

    def tie(self, town: Town, among: Sequence[str]) -> str:
        """Let the area of a town become that of some which has most like what is named in it."""
        own = town.country, town.area
        if own not in self.moved:
            self.moved[own] = min(among, key=partial(self.lacking, town))
        return self.moved[own]

    def lacking(self, town: Town, area: str) -> int:
        """Return how far another area is from having what is named in that of a town."""
        cities = self.geography.cities.get(town.country, ())
        return self._lacks((town.country, town.area), self.free(town.country, area), cities)

    def neighbours(self, town: Town, left: str) -> Iterator[tuple[str, ...]]:
        """Return the towns that may stand for one, near what its nearest neighbour became.

        Rings of those of its class come first, then some of the next class; nothing where no
        neighbour was drawn yet.  Few are looked at, so that each is made when it is.

        Args:
            town: The original.
            left: The area where none of them may lie.
        """
        key = town.country, town.name, town.size, left
        if key not in self.anchors:
            drawn = [row for row in self.towns.items() if row[0].country == town.country]
            own = any(old.area == town.area for old, _ in drawn)
            if not own and (town.country, town.area) in self.moved:
                drawn = []  # where its county goes, whatever lies across the border
            # across a border twice as far
            apart = [town.far(old) * (1 + (old.area != town.area)) for old, _ in drawn]
            old, new = drawn[apart.index(min(apart))] if drawn else (town, town)
            self.anchors[key] = town.far(old) if drawn else inf, old, new
        return self._rings(town, left, *self.anchors[key])

    def together(self, country: str, size: int) -> tuple[tuple[str, ...], ...]:
        """Return what may stand for a place of no table, near what stands for another such."""
        anchor = next((town for town in self.strays if town.country == country), None)
        if anchor is None:
            return ()
        like = replace(anchor, size=size, own=False)
        near = (self._within(like, anchor, "", n * _NEAR, 0) for n in (1, 2))
        return tuple(filter(None, (tuple(town.name for town in ring) for ring in near)))

    def _rings(
        self, town: Town, left: str, far: float, old: Town, anchor: Town
    ) -> Iterator[tuple[str, ...]]:
        if far > _FAR:
            return
        reach = max(_NEAR, _WIDER * far)
        beside = [(reach, 0), (reach, 1), (2 * reach, 0), (2 * reach, 1)]
        tries = [(True, *one) for one in beside if old.area == town.area]
        tries += [(False, *one) for one in beside[:3]]
        tries = [one for one in tries if town.size or not one[2]]  # a city becomes a city
        large = () if town.size else self.geography.cities.get(town.country, ())
        for own, reach, width in tries:
            near = self._within(town, anchor, left, reach, width)
            names = (t.name for t in near if t.area == anchor.area or not own)
            if ring := tuple(n for n in names if town.size or n in large):
                yield ring

    def _within(
        self, old: Town, anchor: Town, left: str, reach: float, width: int
    ) -> Iterator[Town]:
        """Yield what may stand for a town, within reach of one that was drawn.

        It differs by no more classes than said, and gives a municipality its name if the old one
        does.
        """
        known = self.geography.columns.get(old.country)
        return known.near(anchor, reach, old, width, left) if known else iter(())

    def instead(self, town: Town) -> str:
        """Return the area that stands for that of a town; empty where the table has no other.

        It has as many towns of each class as the document names in the old one, with courts for
        those with a court, as far as some areas do: what was near a city stays near one.  Two areas
        do not become one while others are left.
        """
        if found := self.moved.get((town.country, town.area)):
            return found
        wanted = self._seaside(town)
        key = town.country, town.area, wanted
        if key not in self.drawn:
            self.drawn[key] = self._choose(town, wanted)
        return self.drawn[key]

    def _choose(self, town: Town, wanted: Seaside) -> str:
        every = self.geography.areas.get(town.country, {})
        known = {area: some for area in every if (some := self.free(town.country, area))}
        own = re.compile(rf"\b{re.escape(town.area)}\b", re.IGNORECASE)
        others = [area for area in known if not own.search(area)]  # no *Pohjois-Pohjanmaa*
        least = self.geography.largest.get((town.country, town.area), 0)
        others = [a for a in others if any(t.size <= least for t in known[a])] or others
        large = self.geography.cities.get(town.country, ())
        cities = {self.geography.by_name[name.casefold()].area for name in large}
        if town.area in cities:  # a city becomes a city, and what is near it stays so
            others = [area for area in others if area in cities] or others
        if not town.area or not others:
            return ""
        seaside = [a for a in others if not wanted or wanted <= _seaside_of(known[a])]
        named = (town.country, town.area) in self.needs  # else a county alone would stay itself
        if named and not seaside and wanted <= _seaside_of(known.get(town.area, ())):
            return town.area  # the only other city by the sea is there
        others = seaside or others
        lack = [self.lacking(town, area) for area in others]
        few = sorted(lack)[min(_SOME, (len(lack) + 1) // 2) - 1]
        fit = [area for area, lacking in zip(others, lack, strict=True) if lacking <= few]
        first = fit[self.draw.number(len(fit), "area", town.country, town.area)]
        taken = {new for (_, old, _), new in self.drawn.items() if old != town.area}
        taken |= {new for (_, old), new in self.moved.items() if old != town.area}
        free = [a for a in fit if a not in taken] or [a for a in others if a not in taken]
        if first not in taken or not free:
            return first
        return free[self.draw.number(len(free), "free", town.country, town.area)]

    def free(self, country: str, area: str) -> Sequence[Town]:
        """Return the towns of an area that may be drawn, less those that the document names."""
        drawn = self.geography.areas.get(country, {}).get(area, ())
        named = [town for town, _ in self.needs.get((country, area), ())]
        names = {town.name for town in named}
        if not named:
            return drawn
        return [town for town in drawn if town.name not in names or town not in named]

    def _seaside(self, town: Town) -> Seaside:
        """Return how towns of the same area that are named lie by the sea; else the town's own."""
        needs = self.needs.get((town.country, town.area), ())
        return _seaside_of([named for named, _ in needs] or [town])

    def _lacks(self, area: tuple[str, str], towns: Sequence[Town], cities: Sequence[str]) -> int:
        """Return how many classes what another area has is off what the document names in one."""
        left, lacking = list(towns), 0
        needs = self.needs.get(area, ())
        for town, serving in sorted(needs, key=lambda need: (need[0].size, not need[1])):
            found = [t for t in left if not serving or t.name in serving]
            found = found if town.size else [t for t in found if t.name in cities]
            same = (t for t in found if t.size == town.size and not town.off(t))
            best = next(same, None) or min(
                found, key=lambda t: abs(t.size - town.size) + town.off(t), default=None
            )
            lacking += abs(best.size - town.size) + town.off(best) if best else _NONE
            left = [t for t in left if t is not best]
        return lacking


def _seaside_of(towns: Sequence[Town]) -> Seaside:
    """Return how towns lie by the sea, with whether a city does."""
    lies = ((lie, town) for town in towns for lie in town.lies & SEA)
    return frozenset((lie, city) for lie, town in lies for city in {False, not town.size})

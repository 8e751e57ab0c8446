"""How settlements lie: one by the sea becomes one by the sea, one on an island one on an island.

What else the table tells of how one lies counts where the text speaks of it: *na jezeru*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import chain, filterfalse

from allonym.languages.town import SEA, Town
from allonym.replace.places.areas import Areas
from allonym.replace.places.settlements import Gathered

_FEW, _SIZES, _REACH = 3, 3, 90
"""How many are enough to go before others of their ring; classes of size that an area is searched
in; signs around a name that speak of it."""
_BORDER = "border"

Rings = Iterable[tuple[str, ...]]


@dataclass(frozen=True)
class Lies:
    """Says what may stand for a settlement by how it lies.

    Attributes:
        gathered: The towns of the document.
        areas: Where they move to.
        moved: Returns what stands for an island or a lake.
    """

    gathered: Gathered
    areas: Areas
    moved: Callable[[str], str | None]
    _wanted: dict[str, frozenset[str]] = field(repr=False, default_factory=dict)

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
        wanted, known = self.wanted(name), self.gathered.geography.by_name
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
        unlike = () if old and not old.size and not self._is_told(name, wanted) else every
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
        return (dry, ring) if _FEW <= len(dry) < len(ring) else (ring,)

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

    def wanted(self, name: str) -> frozenset[str]:
        """Return how what stands for a settlement must lie."""
        if name not in self._wanted:
            self._wanted[name] = frozenset(self._wants(name))
        return self._wanted[name]

    def _wants(self, name: str) -> Iterator[str]:
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

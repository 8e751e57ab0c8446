"""What a place has that does not say its name: clubs, papers, theatres, rivers, lands.

``local.tsv`` of a pack has in each row a kind (``club``, ``club.hockey``), towns and areas (or
their dialling codes; ``Boston@US`` where several countries have one), and what is
there, parted by commas: each name with what it is called for short behind ``|``.  What is
``*`` may be anywhere; ``people`` and ``fans`` tell their town by themselves.  Of a ``land`` the
name behind ``|`` is the adjective, in small letters.
Forms that the morphology misses stand behind ``/``, in the order of the cases of the pool.  The
quarters of ``world.tsv`` are things of their towns too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

from allonym.languages.pack import LanguagePack, rows
from allonym.languages.town import Town

ANYWHERE = "*"
LAND, QUARTER = "land", "quarter"
_SEVERAL = 4
"""How many towns have what one becomes another of."""
_TELLING = ("people", "fans")
"""What tells a town by itself: who is from there, who is for its club."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that a place has."""

    kind: str  # what it is
    names: tuple[str, ...] = field(repr=False)  # what it is called, in full and for short

    @property
    def main(self) -> str:
        """The kind without what it is more closely."""
        return self.kind.partition(".")[0]

    @property
    def kinds(self) -> tuple[str, str]:
        """What it is more and less closely."""
        return self.kind, self.main


@dataclass(frozen=True)
class Local:
    """The table of a pack."""

    # what each town and area has, what may be anywhere
    by_place: Mapping[str, Sequence[Thing]] = field(repr=False)
    # the names whose forms are told, with all of them
    forms: Mapping[str, Sequence[str]] = field(repr=False)

    @cached_property
    def named(self) -> frozenset[str]:
        """The names of the places of the table."""
        return frozenset(place.partition("@")[0] for place in self.by_place)

    @cached_property
    def people(self) -> Mapping[str, str]:
        """The towns by the words for who is from there or for a club there, in small letters."""
        every = ((p, t) for p, own in self.by_place.items() for t in own if p != ANYWHERE)
        told = ((p.partition("@")[0], t.names) for p, t in every if t.kind in _TELLING)
        return {n.casefold(): town for town, names in reversed([*told]) for n in names}

    @cached_property
    def ends(self) -> tuple[str, ...]:
        """What towns have, as it stands behind another word."""
        every = (name for own in self.by_place.values() for t in own for name in t.names)
        return tuple(f" {name}" for name in sorted({*every}))

    def of(self, town: Town) -> Sequence[Sequence[Thing]]:
        """Return what a town has, then what its area has."""
        own = self.by_place.get(f"{town.name}@{town.state}", self.by_place.get(town.name, ()))
        return own, self.by_place.get(town.area, ())

    def instead(self, thing: Thing, old: Town, new: Town) -> Iterator[Sequence[Thing]]:
        """Yield what may stand for a thing in another town, likest first.

        That is its like there and in its area, what an area has in the area first; then what may
        be anywhere.
        """
        places = self.of(new) if thing in self.of(old)[0] else self.of(new)[::-1]
        for found in (*places, self.by_place.get(ANYWHERE, ())):
            yield [t for t in found if t.kind == thing.kind]
            yield [t for t in found if t.kind != thing.kind and t.main == thing.main]

    def kinds(self, town: Town) -> frozenset[str]:
        """Return the kinds of what a town and its area have."""
        return self._kinds.get(town.name, frozenset()) | self._kinds.get(town.area, frozenset())

    def having(self, thing: Thing) -> frozenset[str]:
        """Return the places that have something like a thing, of its very kind if some have."""
        every = (frozenset(p for p, own in self._kinds.items() if k in own) for k in thing.kinds)
        return next((places for places in every if len(places) >= _SEVERAL), frozenset())

    @cached_property
    def _kinds(self) -> Mapping[str, frozenset[str]]:
        found: dict[str, frozenset[str]] = {}
        for place, things in self.by_place.items():
            name = place.partition("@")[0]
            found[name] = found.get(name, frozenset()).union(*(t.kinds for t in things))
        return found


@cache
def load_local(pack: LanguagePack) -> Local:
    """Read the table of a pack; an empty one where it has none."""
    found: dict[str, list[Thing]] = defaultdict(list)
    forms: dict[str, Sequence[str]] = {}
    for kind, places, named in rows(pack.path("local.tsv")):
        told = [[name.split("/") for name in names.split("|")] for names in named.split(", ")]
        forms |= {own[0]: own for names in told for own in names if own[1:]}
        for place in places.split(", "):
            found[place] += (Thing(kind, tuple(own[0] for own in names)) for names in told)
    for kind, town, name, *_ in rows(pack.path("world.tsv")):
        if kind.startswith(QUARTER):
            found[town].append(Thing(kind, (name,)))
    return Local(dict(found), forms)

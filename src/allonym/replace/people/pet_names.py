"""The pet names of a language: whose they are, and which of them go for one another.

``nicknames.tsv`` has all that are understood; only those in common use are drawn, ``pets.tsv``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

from allonym.languages.pack import LanguagePack, available, load_pack, rows
from allonym.languages.pool import Pool, load_pool

_RARE, _RARER = 4, 2
"""Classes of frequency: what is rare, and how much rarer than its full name a pet name is."""
_LONGER = 1
_ENOUGH = 5
_SUFFIXES, _STEM = (2, 3, 4), 3


@dataclass(frozen=True)
class PetNames:
    """What ``nicknames.tsv`` says, with the sex and the frequency of the names it speaks of."""

    pack: LanguagePack  # the language
    given: Pool = field(repr=False)  # the pool of its given names

    def of(self, name: str) -> tuple[str, ...]:
        """Return the pet names of a given name, in the order of the table; of a pet name, others.

        *Marička* goes beside *Marica*: both are Marija.
        """
        meant = self._full.get(name, ())[:1]
        others = (pet for full in meant for pet in self._pets.get(full, ()) if pet != name)
        return (*self._pets.get(name, ()), *others)

    def own(self, name: str) -> tuple[str, ...]:
        """Return the pet names that nobody takes for those of a far commoner name.

        *Ela* is Elżbieta, and hardly Eliza.
        """
        sex, usual = self._sexes.get(name, ""), self._frequency(name) + _RARER

        def is_own(pet: str) -> bool:
            alike = (full for full in self._full[pet] if self._sexes.get(full, sex) == sex)
            return all(self._frequency(full) < usual for full in alike)

        return tuple(filter(is_own, self.of(name)))

    @property
    def all(self) -> Iterable[str]:
        """All pet names."""
        return self._full

    def full(self, name: str) -> tuple[str, ...]:
        """Return a name and those that it is short for."""
        return (name, *self._full.get(name, ()))

    def alike(self, name: str) -> tuple[str, ...]:
        """Return what somebody of a name may also be called: pet names, then the full ones."""
        also = dict.fromkeys((*self.of(name), *self.full(name)))
        return tuple(n for n in also if n != name)

    def has(self, name: str) -> bool:
        """Tell whether a name is a pet name, or the full name of one, in whatever capitals."""
        return name.casefold() in self._folded

    def are_one(self, one: str, other: str) -> bool:
        """Tell whether two names may be those of one person: *Andris*, *Bandi* and *András*."""
        return not self._all(one).isdisjoint(self._all(other))

    def is_short(self, name: str) -> bool:
        """Tell whether a name is far rather short for another than what somebody is baptized."""
        rare = self._frequency(name) <= _RARE
        return name in self._full and rare and self._rarer(name) >= _RARER

    def sex(self, name: str) -> str:
        """Return the UD ``Gender`` of a pet name; empty where a man and a woman may have it."""
        sexes = {self._sexes.get(full, "") for full in self._full.get(name, ())} - {""}
        own = {self._sexes[name]} if name in self._sexes else sexes
        return next(iter(own)) if len(own) == len(sexes | own) == 1 else ""

    def used(self, names: Iterable[str], gender: str) -> tuple[str, ...]:
        """Return those of some pet names that are in common use for a sex, if that is known."""
        drawn = [n for sex, own in self._drawn.items() if gender in ("", sex) for n in own]
        return tuple(name for name in names if name in drawn)

    def like(
        self,
        short: str,
        gender: str,
        among: Iterable[str] = (),
        fits: Callable[[str], object] = bool,
    ) -> tuple[str, ...]:
        """Return the pet names of this sex that go for one, those that end alike if enough do.

        None is longer by more than a letter, or a pet name of a pet name where the other is not:
        *Karcsi* is a man, *Lackócska* a child.

        Args:
            short: The pet name.
            gender: Of who has it.
            among: Pet names of one full name; all of the language if there are none.
            fits: What takes those to choose from.
        """
        drawn = self._drawn.get(gender, ())
        names = [n for n in among or drawn if n in drawn and fits(n)]
        if not among:  # what both may have stands for neither
            names = [n for n in names if self.sex(n) == gender]
        names = [n for n in names if len(n) <= len(short) + _LONGER and not self.are_one(n, short)]
        if not self._is_child_s(short):
            names = [n for n in names if not self._is_child_s(n)] or names
        for size in (2, 1):
            alike = [n for n in names if n[-size:] == short[-size:]]
            if len(alike) >= (1 if among else _ENOUGH):
                return tuple(alike)
        return tuple(names)

    # -- the tables ----------------------------------------------------------------------------

    def _all(self, name: str) -> frozenset[str]:
        return frozenset({name, *self._full.get(name, ())})

    def _is_child_s(self, name: str) -> bool:
        """Tell whether a pet name is another name with an ending: *Lacika* of *Laci*."""
        stems = (name[:-size].casefold() for size in _SUFFIXES if len(name) - size >= _STEM)
        return any(stem in self._folded for stem in stems)

    def _rarer(self, name: str) -> int:
        """Return how many classes rarer than the most frequent of its full names one is."""
        full = max((self._frequency(n) for n in self._full[name]), default=0)
        return full - self._frequency(name)

    def _frequency(self, name: str) -> int:
        return max((entry.frequency for entry in self.given.by_lemma.get(name, ())), default=0)

    @cached_property
    def _full(self) -> Mapping[str, tuple[str, ...]]:
        table = rows(self.pack.path("nicknames.tsv"))
        return {short: tuple(full.split(";")) for short, full, *_ in table}

    @cached_property
    def _pets(self) -> Mapping[str, tuple[str, ...]]:
        pets: dict[str, tuple[str, ...]] = {}
        for short, names in self._full.items():
            for name in names:
                pets[name] = (*pets.get(name, ()), short)
        return pets

    @cached_property
    def _folded(self) -> frozenset[str]:
        return frozenset(name.casefold() for name in (*self._full, *self._pets))

    @cached_property
    def _sexes(self) -> Mapping[str, str]:
        """The sex of the given names that only men or only women have."""
        table = rows(self.pack.path("genders.tsv"))
        found = {row[0]: row[1].strip().capitalize() for row in table}
        for entry in self.given.entries:
            found.setdefault(entry.lemma, entry.gender)
        return found

    @cached_property
    def _drawn(self) -> Mapping[str, tuple[str, ...]]:
        """The pet names in common use, by sex."""
        return {sex: tuple(names.split()) for sex, names in rows(self.pack.path("pets.tsv"))}


@cache
def pets_abroad(origin: str, script: str) -> PetNames | None:
    """Return the pet names of the pack of an origin, *polish*, if it is written in a script."""
    packs = map(load_pack, available() if origin else ())
    pack = next((p for p in packs if (p.name.casefold(), p.script) == (origin, script)), None)
    return PetNames(pack, load_pool(pack, "given")) if pack else None

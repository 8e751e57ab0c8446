"""Given names that a hyphen joins: another pair that people bear, *Lars-Erik* for *Sven-Olof*.

And given names of one root, of which nobody gets two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import islice

from allonym.languages.pack import common_path, rows
from allonym.replace.candidates import Candidate, Wanted
from allonym.replace.people.pet_names import PetNames
from allonym.replace.people.slots import Person, Slot
from allonym.replace.surrogates import Chooser
from allonym.text.fold import skeleton

_VOWELS = "aeiouyj"
_LEAST, _MANY = 3, 120
"""Letters that a root has, and roots taken from which on there are not enough for all."""
_HYPHENS = "-\u2010\u2011"
_MOST = 40


class Doubles:
    """Draws the given names of people.

    Args:
        chooser: Of the document.
        language: ISO 639-1 code.
    """

    def __init__(self, chooser: Chooser, language: str) -> None:
        self._chooser = chooser
        self._known = _load(language)

    def draw(self, person: Person, given: Sequence[tuple[Slot, Wanted]]) -> None:
        """Draw a name for each; for two that a hyphen joins one pair, where the table has it."""
        left = list(given)
        while left:
            (slot, wanted), *rest = left
            left = rest
            pairs = [f"{slot.lemma}{h}{other.lemma}" for other, _ in rest[:1] for h in _HYPHENS]
            joined = any(pair in person.entity.canonical for pair in pairs)
            if joined and not wanted.among:
                (behind, other), *left = rest
                self._pair(person, (slot, wanted), (behind, other))
            else:
                slot.candidate = self._chooser.choose(wanted)

    def _pair(self, person: Person, one: tuple[Slot, Wanted], two: tuple[Slot, Wanted]) -> None:
        """Draw two names that are borne together; each by itself where the table has none."""
        known = self._known.get(person.gender, {})
        alike = {c.entries[0].lemma for c in self._chooser.alike(two[1])}  # Maj-Lis bror, Inga-Lis
        like = {n: own for n, o in known.items() if (own := tuple(x for x in o if x in alike))}
        for first, others in self._firsts(person, one, like or known):
            second = self._of(replace(two[1], among=(others,)), others)
            if second:
                pinned = tuple(c.entries[0].lemma for c in (first, second))
                for (slot, wanted), name in zip((one, two), pinned, strict=True):
                    slot.candidate = self._chooser.choose(replace(wanted, among=((name,),)))
                return
        for slot, wanted in (one, two):
            slot.candidate = self._chooser.choose(wanted)

    def _firsts(
        self, person: Person, one: tuple[Slot, Wanted], known: Mapping[str, tuple[str, ...]]
    ) -> Iterator[tuple[Candidate, tuple[str, ...]]]:
        """Yield what may stand first with what may follow it: of the right years before others."""
        _, wanted = one
        usual = tuple(n for n in known if wanted.weigh and wanted.weigh.name(n, person.gender))
        rings = tuple(ring for ring in (usual, tuple(known)) if ring)
        for candidate in islice(self._chooser.ranked(replace(wanted, among=rings)), _MOST):
            others = known.get(candidate.entry(person.gender).lemma)
            if others:
                yield candidate, others

    def _of(self, wanted: Wanted, names: Sequence[str]) -> Candidate | None:
        ranked = islice(self._chooser.ranked(wanted), len(names))
        return next((c for c in ranked if c.entries[0].lemma in names), None)


@cache
def _load(language: str) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Return the second names of pairs by sex and first name."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for code, gender, names in rows(common_path("doubles.tsv")):
        for name in names.split() if code == language else ():
            first, _, second = name.partition("-")
            own = found.setdefault(gender, {})
            own[first] = (*own.get(first, ()), second)
    return found


@dataclass(frozen=True, slots=True)
class Roots:
    """Remembers whose given name is of which root."""

    pet_names: PetNames  # of the language: a pet name is of the roots of its full names
    _taken: dict[str, str] = field(repr=False, default_factory=dict)

    def accept(self, person: Person) -> Callable[[Candidate], bool]:
        """Return what takes names of roots that nobody else has."""
        own = person.entity.id

        def takes(candidate: Candidate) -> bool:
            if len(self._taken) > _MANY:
                return True
            return all(self._taken.get(root, own) == own for root in self._of(candidate))

        return takes

    def take(self, person: Person) -> None:
        """Remember the given names drawn for a person."""
        for slot in person.slots:
            if slot.candidate and slot.role != "family":
                for root in self._of(slot.candidate):
                    self._taken.setdefault(root, person.entity.id)

    def _of(self, candidate: Candidate) -> set[str]:
        return {_root(name) for name in self.pet_names.full(candidate.entries[0].lemma)}


@lru_cache(maxsize=1 << 12)
def _root(name: str) -> str:
    key = skeleton(name)
    return max(key.rstrip(_VOWELS), key[:_LEAST], key=len)

"""What given names have in common: *Stanislav* and *Stanislava* are of one root.

So are *Ewka* and *Ewcia*, both Ewa.

Two people of a document have names of two roots afterwards, or a reader takes them for relatives.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from allonym.replace.candidates import Candidate
from allonym.replace.people.pet_names import PetNames
from allonym.replace.people.slots import Person
from allonym.text.fold import skeleton

_VOWELS = "aeiouyj"
_LEAST, _MANY = 3, 120
"""Letters that a root has, and roots taken from which on there are not enough for all."""


@dataclass(frozen=True, slots=True)
class Roots:
    """Remembers whose given name is of which root.

    Attributes:
        pet_names: Of the language: a pet name is of the roots of its full names.
    """

    pet_names: PetNames
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

"""Husbands whose wives are called after them: *Tóth Kálmánné*, and *Tóth Kálmán* or *Kálmi*."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from allonym.model.entity import Entity
from allonym.model.mention import NamePart
from allonym.ports import WIFE
from allonym.replace.people.pet_names import PetNames
from allonym.replace.people.slots import Person, Slot, names_husband


@dataclass(frozen=True, slots=True)
class Husbands:
    """Gives a husband the same name wherever he is meant.

    Attributes:
        married: The surnames that the wives of a document have of their husbands, by given name.
        pets: The pet names of the language.
    """

    married: Mapping[str, str] = field(repr=False)
    pets: PetNames

    @classmethod
    def of(cls, people: Iterable[Entity], pets: PetNames) -> Husbands:
        """Return the husbands after whom women of a document are called."""
        married: dict[str, str] = {}
        for entity in people:
            for parts in (m.parts for m in entity.mentions):
                for number in (n for n, part in enumerate(parts) if is_wife_s(part)):
                    his = [p.analyses[0].lemma for p in parts[:number] if p.role == "family"]
                    one = "-".join(his)  # Kiss-Nagy
                    family = one if one in (entity.canonical or "") else " ".join(his)
                    married[parts[number].analyses[0].lemma] = family
        return cls(married, pets)

    def meant(self, person: Person, slot: Slot) -> str:
        """Return the given name of the husband that a name is of; nothing for other names.

        Who is called but by a given name or a pet name of his is he too, unless there are two.
        """
        if not self.married or slot.role != "given":
            return ""
        lone = len(person.slots) == 1 and person.gender != "Fem"
        if names_husband(slot):
            return slot.lemma
        found = [n for n in self.married if lone and self.pets.are_one(n, slot.lemma)]
        return found[0] if len(found) == 1 else ""

    def key(self, given: str) -> str:
        """Return what the draw of a husband's given name hangs on.

        It is his whole name, by which he is drawn where he is named himself.
        """
        return f"{given} {self.married.get(given, '')}\t0"


def is_wife_s(part: NamePart) -> bool:
    """Tell whether a word is a husband's name as his wife bears it: *Kálmánné*."""
    return any(a.features.get("Derivation") == WIFE for a in part.analyses[:1])

"""The words of a person's name, and what stands for each of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from allonym.model.entity import Entity
from allonym.model.mention import Analysis, PartRole
from allonym.ports import WIFE
from allonym.replace.candidates import Candidate

HYPHEN = re.compile(r"[-\u2010\u2011–]")


@dataclass(slots=True)
class Slot:
    """One word of a person's name, what stands for it, and how its mentions read."""

    role: PartRole
    lemma: str = field(repr=False)
    readings: list[tuple[Analysis, ...]] = field(repr=False, default_factory=list)
    abbreviated: bool = False
    candidate: Candidate | None = field(repr=False, default=None)
    certainty: float = 1.0
    dropped: bool = False
    former: bool = False


@dataclass(slots=True)
class Person:
    """A person with the words of the name, and where a name from abroad is at home."""

    entity: Entity
    gender: str
    slots: list[Slot] = field(repr=False)
    origin: str = field(repr=False, default="")

    @property
    def surnames(self) -> tuple[str, ...]:
        """The surnames drawn: no given name of the person is to be like one."""
        drawn = (s.candidate for s in self.slots if s.role == "family" and s.candidate)
        return tuple(candidate.entry(self.gender).lemma for candidate in drawn)


def slots_of(entity: Entity) -> Iterator[Slot]:
    """Yield a slot for each word of a person's canonical name."""
    for part in entity.parts:
        if part.role != "other":
            yield from (Slot(part.role, lemma) for lemma in HYPHEN.split(part.lemma) if lemma)


def names_husband(slot: Slot) -> bool:
    """Tell whether a given name is that of the husband of the person named (Jánosné)."""
    derived = (r.features.get("Derivation") for own in slot.readings for r in own)
    return slot.role == "given" and WIFE in derived

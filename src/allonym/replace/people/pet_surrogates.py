"""Pet names: who is *Theodore* and *Teddy* is somebody else with a pet name afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from allonym.model.mention import NamePart
from allonym.replace.candidates import Candidate
from allonym.replace.people.slots import Person, Slot
from allonym.replace.rules import NameRules
from allonym.replace.surrogates import Chooser, Wanted


@dataclass(frozen=True, slots=True)
class Pets:
    """Draws pet names for pet names; with a ledger, none.

    Attributes:
        rules: What the language says about names.
        chooser: Of the document.
    """

    rules: NameRules
    chooser: Chooser

    def accept(self, person: Person, slot: Slot) -> Callable[[Candidate], bool]:
        """Return what takes names that say nothing of the original.

        None may be another name of the same person (*Andris* and *András*); and who is called by a
        pet name too takes a name that has one of the same style.
        """
        names = self.rules.pet_names
        parts = (p for m in person.entity.mentions for p in m.parts)
        shorts = {short for part in parts if (short := self._short(slot, part))}

        def takes(candidate: Candidate) -> bool:
            name = candidate.entry(person.gender).lemma
            fits = all(self._like(short, name, person.gender) for short in shorts)
            return fits and not names.are_one(name, slot.lemma)

        return takes

    def among(self, person: Person, slot: Slot) -> tuple[tuple[str, ...], ...]:
        """Return the pet names that go for one by which alone somebody is called: *Magda*."""
        names = self.rules.pet_names
        lone = self.chooser.ledger is None and slot.role == "given" and names.is_short(slot.lemma)
        found = names.like(slot.lemma, person.gender) if lone and person.gender else ()
        told = tuple(name for name in found if self.chooser.declines("given", name))
        return (told,) if told else ()

    def nickname(self, person: Person, slot: Slot) -> Candidate | None:
        """Return the pet name that stands for a nickname in quotes, whatever word that is."""
        named = [s for s in person.slots if s.role == "given" and s.candidate]
        if not named or self.chooser.ledger is not None:
            return None
        (first, *_), pets = named, self.rules.pet_names
        full = first.candidate.entry(person.gender).lemma if first.candidate else ""
        own = pets.of(full) if pets.are_one(slot.lemma, first.lemma) else ()
        alike = pets.like(slot.lemma, person.gender, own) if own else ()
        found = (alike, pets.like(slot.lemma, person.gender))
        told = (tuple(n for n in x if self.chooser.declines("given", n)) for x in found)
        key, names = f"{person.entity.canonical}\t{slot.lemma}", next(filter(None, told), ())
        wanted = Wanted("given", key, slot.lemma, person.gender, among=(names,))
        return self.chooser.choose(wanted) if names else None

    def of_part(self, part: NamePart, slots: Iterable[Slot]) -> list[Slot]:
        """Return the given names that a word is short for: *Ilonka* is Ilona, and not József."""
        lemmas = [a.lemma for a in part.analyses[:1] if part.role == "given"]
        are_one = self.rules.pet_names.are_one
        return [s for s in slots if s.role == "given" and any(are_one(x, s.lemma) for x in lemmas)]

    def name(self, person: Person, slot: Slot, part: NamePart) -> Candidate | None:
        """Return the pet name that stands for one; None where the part is none."""
        short = self._short(slot, part)
        if not short or slot.candidate is None:
            return None
        full = slot.candidate.entry(person.gender).lemma
        pets = self._like(short, full, person.gender) or self.rules.pet_names.of(full)
        wanted = Wanted(
            "given", f"{person.entity.canonical}\t{short}", short, readings=(part.analyses,),
            among=(pets,), accept=lambda candidate: candidate.entries[0].lemma in pets,
        )  # fmt: skip
        return self.chooser.choose(wanted) if pets else None

    def _like(self, short: str, full: str, gender: str) -> tuple[str, ...]:
        names = self.rules.pet_names
        pets = names.of(full)
        return names.like(short, gender or names.sex(short), pets) if pets else ()

    def _short(self, slot: Slot, part: NamePart) -> str:
        if self.chooser.ledger is not None or (part.role, slot.role) != ("given", "given"):
            return ""
        lemmas = (reading.lemma for reading in part.analyses[:1])
        return next((x for x in lemmas if x in self.rules.pet_names.of(slot.lemma)), "")

"""Pet names: who is *Theodore* and *Teddy* is somebody else with a pet name afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from allonym.model.entity import EntityId
from allonym.model.mention import NamePart
from allonym.replace.candidates import Candidate, Wanted
from allonym.replace.people.eras import Weigh
from allonym.replace.people.slots import Person, Slot
from allonym.replace.rules import NameRules
from allonym.replace.surrogates import Chooser

_ALIKE = 3
"""Letters in which a name and what it is short for begin alike."""


@dataclass(frozen=True, slots=True)
class Pets:
    """Draws pet names for pet names; with a ledger, none."""

    rules: NameRules  # what the language says about names
    chooser: Chooser  # of the document
    _own: dict[tuple[EntityId, str], Candidate] = field(repr=False, default_factory=dict)

    def accept(self, person: Person, slot: Slot) -> Callable[[Candidate], bool]:
        """Return what takes names that say nothing of the original.

        None may be another name of the same person (*Andris* and *András*); and who is called by a
        pet name too takes a name that has one of the same style.
        """
        names = self.rules.pets_of(person.origin)
        parts = (p for m in person.entity.mentions for p in m.parts)
        shorts = {short for part in parts if (short := self._short(person, slot, part))}

        def takes(candidate: Candidate) -> bool:
            name = candidate.entry(person.gender).lemma
            fits = all(self._like(person, short, name) for short in shorts)
            return fits and not names.are_one(name, slot.lemma)

        return takes

    def formal(self, person: Person) -> None:
        """Let who is called by a pet name too have the full name: *Ion „Nelu“ Ionescu* is Ion."""
        parts = (p for m in person.entity.mentions for p in m.parts if p.role == "given")
        read = [[a.lemma for a in part.analyses] for part in parts]
        for slot in person.slots if self.chooser.ledger is None else ():
            full = self.rules.pet_names.full(slot.lemma)[1:]
            called = {own[0] for own in read if own and slot.lemma not in own}
            known = next((name for name in full if name in called), "")
            others = [other.lemma for other in person.slots if other is not slot]
            if slot.role == "given" and known and known not in others:
                slot.lemma = known

    def among(self, person: Person, slot: Slot, weigh: Weigh | None) -> tuple[tuple[str, ...], ...]:
        """Return the pet names that go for one by which alone somebody is called: *Magda*.

        Their full names were usual when whoever has it was born; none goes for a name that
        people are baptized.
        """
        names, short, gender = self.rules.pet_names, slot.lemma, person.gender
        lone = self.chooser.ledger is None and slot.role == "given" and names.is_short(short)
        if not lone or not gender or (weigh and any(weigh.eras.of(gender, (short,)))):
            return ()

        def fits(name: str) -> bool:
            return not weigh or weigh.was_usual(names.full(name))

        rings = (names.like(short, gender, fits=fits), names.like(short, gender))
        told = ([n for n in ring if self.chooser.declines("given", n)] for ring in rings)
        return tuple(tuple(ring) for ring in told if ring)

    def nickname(self, person: Person, slot: Slot) -> Candidate | None:
        """Return the pet name that stands for a nickname in quotes, whatever word that is."""
        named = [s for s in person.slots if s.role == "given" and s.candidate]
        if not named or self.chooser.ledger is not None:
            return None
        (first, *_), pets = named, self.rules.pet_names
        full = first.candidate.entry(person.gender).lemma if first.candidate else ""
        own = pets.own(full) if pets.are_one(slot.lemma, first.lemma) else ()
        alike = pets.like(slot.lemma, person.gender, own) if own else ()
        every = pets.like(slot.lemma, person.gender)
        eras = self.rules.eras  # Göran is baptized so
        called = [n for n in every if not any(eras.of(person.gender, (n,)))]
        found = (alike, called, every)
        told = (tuple(n for n in x if self.chooser.declines("given", n)) for x in found)
        key, names = f"{person.entity.canonical}\t{slot.lemma}", tuple(filter(None, told))
        wanted = Wanted("given", key, slot.lemma, person.gender, among=names)
        return self.chooser.choose(wanted) if names else None

    def is_called(self, person: Person, slot: Slot) -> bool:
        """Tell whether a given name is short for another of the person: *James (Jim) Cole*."""
        are_one = self.rules.pet_names.are_one
        return any(are_one(slot.lemma, name) for name in _other_names(person, slot))

    def begins_alike(self, person: Person, slot: Slot) -> bool:
        """Tell whether a name may be short for another of the person: *Philomena (Phil)*."""
        own = {name[:_ALIKE].casefold() for name in self.rules.pet_names.full(slot.lemma)}
        return any(name[:_ALIKE].casefold() in own for name in _other_names(person, slot))

    def of_part(self, part: NamePart, slots: Iterable[Slot]) -> list[Slot]:
        """Return the given names that a word is short for: *Ilonka* is Ilona, and not József."""
        lemmas = [a.lemma for a in part.analyses[:1] if part.role == "given"]
        are_one = self.rules.pet_names.are_one
        return [s for s in slots if s.role == "given" and any(are_one(x, s.lemma) for x in lemmas)]

    def name(self, person: Person, slot: Slot, part: NamePart) -> Candidate | None:
        """Return the pet name that stands for one; None where the part is none.

        Who has more of them than the name drawn has in common use is called by the first again;
        and one that people are baptized too is as formal as any beside a surname: *Harry Smith*.
        """
        short = self._short(person, slot, part)
        if not short or slot.candidate is None or self._is_formal(person, short, part):
            return None
        full = slot.candidate.entry(person.gender).lemma
        pets = self._like(person, short, full), self._used(person, short, full)
        key, readings = f"{person.entity.canonical}\t{short}", (part.analyses,)
        wanted = Wanted("given", key, short, readings=readings, among=pets, only=True)
        made = self.chooser.choose(wanted)
        own = person.entity.id, slot.lemma
        return self._own.setdefault(own, made) and made if made else self._own.get(own)

    def _used(self, person: Person, short: str, full: str) -> tuple[str, ...]:
        """Return the pet names of a name that are in common use, long ones too."""
        names = self.rules.pets_of(person.origin)
        return names.used(names.own(full), person.gender or names.sex(short))

    def _is_formal(self, person: Person, short: str, part: NamePart) -> bool:
        """Tell whether a pet name that is a name of its own stands beside a surname anywhere."""
        if not any(self.rules.eras.of(person.gender, (short,))):
            return False
        named = (m.parts for m in person.entity.mentions)
        whole = (p for parts in named if any(p.role == "family" for p in parts) for p in parts)
        return any(
            p.role == part.role and short in [a.lemma for a in p.analyses[:1]] for p in whole
        )

    def _like(self, person: Person, short: str, full: str) -> tuple[str, ...]:
        names = self.rules.pets_of(person.origin)
        pets = names.own(full)
        return names.like(short, person.gender or names.sex(short), pets) if pets else ()

    def _short(self, person: Person, slot: Slot, part: NamePart) -> str:
        if self.chooser.ledger is not None or (part.role, slot.role) != ("given", "given"):
            return ""
        lemmas = (reading.lemma for reading in part.analyses[:1])
        pets = self.rules.pets_of(person.origin).of(slot.lemma)
        return next((x for x in lemmas if x in pets), "")


def _other_names(person: Person, slot: Slot) -> list[str]:
    """Return the given names of a person but one."""
    return [s.lemma for s in person.slots if s.role == "given" and s is not slot]

"""Patronymics: the middle name of *Калина Пламенова Манолова* says who her father is.

What stands for it is made from the given name that stands for the father's: his own where he is in
the document, so that brother, sister and father still belong together.  So is a wife's name made
from her husband's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from allonym.languages.pool import PoolEntry
from allonym.model.entity import Entity
from allonym.model.mention import NamePart
from allonym.ports import WIFE, Morphology
from allonym.replace.candidates import Candidate
from allonym.replace.chosen import declined
from allonym.replace.people.pet_names import PetNames
from allonym.replace.people.slots import Person, Slot, names_husband, surnames_of
from allonym.replace.rules import NameRules


@dataclass(frozen=True, slots=True)
class Patronymics:
    """Reads and makes patronymics by the endings of ``morphology.toml``."""

    # what the language says about names; without ``patronymic`` endings nothing is made
    rules: NameRules

    def fathers(self, lemma: str) -> Iterator[str]:
        """Yield the given names that a patronymic may be made from, the likeliest first."""
        name = self.rules.masculine(lemma)
        for given, ending in self.rules.patronymic:
            if name.endswith(ending) and len(name) > len(ending) + 1:
                yield name[: len(name) - len(ending)] + given

    def siblings(self, slot: Slot, people: Iterable[Entity]) -> frozenset[str]:
        """Return the surnames of all who have this patronymic: a sister may have married."""
        key = self.rules.masculine
        own = ([p.lemma for p in e.parts if p.role == "family"] for e in people)
        return frozenset(key(x[-1]) for x in own if x[1:] and key(x[0]) == key(slot.lemma))

    def tail(self, person: Person, slot: Slot) -> str | None:
        """Return what a patronymic ends in if that tells it, *Larsdotter*, None for other surnames.

        Elsewhere it is the first of several surnames that no hyphen ties to the next.
        """
        if self.rules.patronymic_alone:
            lemma = slot.lemma.casefold()
            return next((e for e in self.rules.patronymic_alone if lemma.endswith(e)), None)
        families = surnames_of(person) if self.rules.patronymic else []
        tied = any(f"{slot.lemma}{h}" in person.entity.canonical for h in "-\u2010\u2011")
        return None if len(families) < 2 or families[0] is not slot or tied else ""

    def of(self, father: str, tail: str, morphology: Morphology) -> Candidate | None:
        """Return the patronymic of a given name in all its forms, None where none can be made.

        Args:
            father: The given name.
            tail: What the patronymic ends in, whatever it is if that is empty.
            morphology: Declines what ends so.
        """
        ends = ((g, e) for g, e in self.rules.patronymic if father.endswith(g) and e.endswith(tail))
        given, ending = next(ends, ("", ""))
        name = father[: len(father) - len(given)] + ending
        if tail:
            return declined(name, "family", "", self.rules.pools, morphology).candidate
        models = self._models(ending[-2:]) if ending else ()
        if not models:
            return None
        model = models[0].lemma
        made = tuple(_renamed(entry, model, name) for entry in models)
        return Candidate(name, made)

    def _models(self, ending: str) -> Sequence[PoolEntry]:
        """Return a surname of the pool with this ending, in both genders."""
        pool = self.rules.pools["family"]
        groups: dict[str, list[PoolEntry]] = {}
        for entry in pool.entries:
            if entry.group.endswith(ending) and "-" not in entry.group:
                groups.setdefault(entry.group, []).append(entry)
                if len(groups[entry.group]) > 1:
                    return sorted(groups[entry.group], key=lambda e: len(e.lemma))
        return ()


def _renamed(entry: PoolEntry, model: str, name: str) -> PoolEntry:
    row = tuple(form.replace(model, name, 1) for form in entry.row)
    lemma = entry.lemma.replace(model, name, 1)
    return replace(entry, lemma=lemma, group=name, frequency=1, row=row)


@dataclass(frozen=True, slots=True)
class Husbands:
    """Gives a husband the same name wherever he is meant."""

    # the surnames that the wives of a document have of their husbands, by given name
    married: Mapping[str, str] = field(repr=False)
    pets: PetNames  # the pet names of the language

    @classmethod
    def of(cls, people: Sequence[Entity], pets: PetNames) -> Husbands:
        """Return the husbands after whom women of a document are called."""
        married: dict[str, str] = {}
        for entity in people:
            for parts in (m.parts for m in entity.mentions):
                for number in (n for n, part in enumerate(parts) if is_wife_s(part)):
                    his = [p.analyses[0].lemma for p in parts[:number] if p.role == "family"]
                    one = "-".join(his)  # Kiss-Nagy
                    family = one if one in (entity.canonical or "") else " ".join(his)
                    married[parts[number].analyses[0].lemma] = family
        for name in [name for name, family in married.items() if not family]:
            whole = {e.canonical for e in people if (e.canonical or "").startswith(f"{name} ")}
            married[name] = whole.pop().removeprefix(f"{name} ") if len(whole) == 1 else ""
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

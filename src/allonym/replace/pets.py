"""Pet names: who is *Theodore* and *Teddy* is somebody else with a pet name afterwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from allonym.model.mention import NamePart
from allonym.replace.candidates import Candidate
from allonym.replace.rules import NameRules
from allonym.replace.slots import Person, Slot
from allonym.replace.surrogates import Chooser, Wanted

_LONGER = 1


@dataclass(frozen=True, slots=True)
class Pets:
    """Draws pet names of the names that were drawn; with a ledger, none.

    Attributes:
        rules: What the language says about names.
        chooser: Of the document.
    """

    rules: NameRules
    chooser: Chooser

    def accept(self, person: Person, slot: Slot) -> Callable[[Candidate], bool] | None:
        """Return what takes only names that have pet names, for one that is called by its own."""
        parts = (p for m in person.entity.mentions for p in m.parts)
        if not any(self._short(slot, part) for part in parts):
            return None
        return lambda candidate: bool(self.rules.pets(candidate.entry(person.gender).lemma))

    def name(self, person: Person, slot: Slot, part: NamePart) -> Candidate | None:
        """Return the pet name that stands for one; None where the part is none."""
        short = self._short(slot, part)
        if not short or slot.candidate is None:
            return None
        pets = self.rules.pets(slot.candidate.entry(person.gender).lemma)
        key = f"{person.entity.canonical}\t{short}"
        longest = len(short) + _LONGER  # Karcsi is a man, Lackócska a child
        alike = (p for p in pets if p[-1:] == short[-1:] and len(p) <= longest)
        wanted = Wanted(
            "given", key, short, readings=(part.analyses,), among=(tuple(alike), pets),
            accept=lambda candidate: candidate.entries[0].lemma in pets,
        )  # fmt: skip
        return self.chooser.choose(wanted) if pets else None

    def _short(self, slot: Slot, part: NamePart) -> str:
        if self.chooser.ledger is not None or (part.role, slot.role) != ("given", "given"):
            return ""
        lemmas = (reading.lemma for reading in part.analyses[:1])
        return next((x for x in lemmas if x in self.rules.pets(slot.lemma)), "")

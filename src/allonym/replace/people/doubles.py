"""Given names that a hyphen joins: another pair that people bear, *Lars-Erik* for *Sven-Olof*."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from allonym.languages.lexicon import rows
from allonym.languages.pack import common_path
from allonym.replace.people.slots import Person, Slot
from allonym.replace.surrogates import Chooser, Wanted

_HYPHENS = "-\u2010\u2011"


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
        before: Slot | None = None
        for number, (slot, wanted) in enumerate(given):
            others = self._known.get(person.gender, {})
            behind = given[number + 1][0] if number + 1 < len(given) else None
            among: tuple[str, ...] = ()
            if behind and self._joined(person, slot, behind):
                among = tuple(f for f, own in others.items() if {*own} - {behind.lemma})
            elif before and before.candidate and self._joined(person, before, slot):
                among = others.get(before.candidate.entry(person.gender).lemma, ())
            fit = among and not wanted.among
            slot.candidate = self._chooser.choose(
                replace(wanted, among=(among,)) if fit else wanted
            )
            before = slot

    def _joined(self, person: Person, one: Slot, other: Slot) -> bool:
        return any(f"{one.lemma}{h}{other.lemma}" in person.entity.canonical for h in _HYPHENS)


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

"""Words that firms are called after, in the case of what they stand for."""

from __future__ import annotations

from dataclasses import dataclass, field

from allonym.ports import Morphology
from allonym.replace.inflect import Joint, Placed, cases_of, in_case, split_clitic
from allonym.replace.organisations.acronyms import VOWELS
from allonym.replace.rules import NameRules
from allonym.replace.surrogates import Chooser
from allonym.replace.wanted import Wanted
from allonym.text.capitals import like

_CERTAINTY = 0.8


@dataclass(frozen=True, slots=True)
class Coined:
    """Draws such words for one document.

    Attributes:
        chooser: Of the document.
        morphology: Reads the case of a name.
        rules: What the language says about names.
    """

    chooser: Chooser
    morphology: Morphology = field(repr=False)
    rules: NameRules = field(repr=False)

    def draw(self, text: str, key: str, canonical: str, *, serious: bool) -> Placed:
        """Return the word that stands for a name, or for a part of one.

        Args:
            text: As it stands.
            key: What it is drawn by.
            canonical: The whole name.
            serious: Whether it is that of no kindergarten, school or inn.
        """
        bare, tail = split_clitic(text, self.rules.clitics)
        playful = self.rules.orgs.playful if serious else frozenset()
        hard = bare.isupper() and bare[-1] not in VOWELS  # RYSTAV-u
        wanted = Wanted(
            "org", key, bare, number="",
            accept=lambda c: c.entries[0].lemma not in playful
            and not (hard and c.entries[0].lemma[-1].upper() in VOWELS),
        )  # fmt: skip
        known = self.chooser.recorded("org", canonical)  # by the whole name, once
        candidate = known or self.chooser.choose(wanted)
        if candidate is None:
            return Placed("N.", 0.0)
        entry, cases = candidate.entries[0], self._cases(bare)
        placed = in_case(entry, cases) if cases else Placed(entry.lemma, _CERTAINTY)
        certainty = min(placed.certainty, _CERTAINTY)
        return Placed(like(bare, placed.text) + tail, certainty, entry.lemma)

    def _cases(self, name: str) -> Joint:
        """Return the cases of a firm's name: by its ending where no table knows it.

        Of several words the last tells the case, if what it ends in does: *Vikom Gårdissa*.
        """
        word = name.rpartition(" ")[2]
        if not word.isalpha() or (word != name and not self.rules.last_word):
            return {}
        if word != name:
            return self.rules.case_endings.cases(word, {})
        readings = self.morphology.analyse(word, "org")
        if known := [r for r in readings if r.lemma in self.rules.orgs.known]:
            return cases_of(known)  # pri Tosami, and Tosama is a firm
        read = cases_of(readings)
        listed = readings[0].lemma in self.rules.pools["org"].by_lemma
        return read if listed else self.rules.case_endings.cases(word, read)

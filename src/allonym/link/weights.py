"""How much speaks for a word as a given name and as a surname: lists, and what it is read as."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from allonym.link.split import Word
from allonym.link.words import NameWords
from allonym.model.mention import Analysis
from allonym.ports import POSSESSIVE

_BY_LEMMA, _DOUBLE = 2, 3
_GIVEN = "given"


class NameWeights:
    """Weighs words.

    Args:
        words: The language's word data.
        analyse: Reads a word as a kind of name, the likeliest reading first.
    """

    def __init__(self, words: NameWords, analyse: Callable[[str, str], Sequence[Analysis]]) -> None:
        self._words = words
        self._analyse = analyse

    def lean(self, unit: Sequence[Word]) -> float:
        """Return how much more speaks for given than for family name."""
        return _DOUBLE if self.is_double(unit) else sum(self.lean_of(word.text) for word in unit)

    def is_double(self, unit: Sequence[Word]) -> bool:
        """Tell whether words that hyphens tie are a listed given name: *Ros-Marie*, *Maj-Lis*."""
        whole = "-".join(word.text for word in unit)
        return len(unit) > 1 and self._words.is_listed(whole, _GIVEN)

    def lean_of(self, text: str) -> float:
        """Return it of one word."""
        listed = self.of(text, _GIVEN) - self.of(text, "family")
        return listed + self._words.borne(text, self._analyse(text, _GIVEN)[0].lemma)

    def of(self, text: str, kind: str) -> int:
        """Return how much speaks for a kind of name; a possessive counts as what it is made of."""
        weigh = self._words.given_weight if kind == _GIVEN else self._words.family_weight
        first = self._analyse(text, kind)[0]
        owned = first.features.get("Derivation") == POSSESSIVE
        several = kind == _GIVEN and first.features.get("Number") == "Plur" and first.lemma != text
        rather = self._words.family_weight(first.lemma) >= max(1, weigh(first.lemma))
        if several and rather and not owned:
            return 0  # the Carters; but *unas lads*, Hannáék, and *Mirkine deti*
        by_list = max(weigh(text), weigh(first.lemma) if owned else 0)
        return by_list or min(_BY_LEMMA, weigh(first.lemma) if first.lemma != text else 0)

    def ends_as_given(self, text: str) -> bool:
        """Tell whether a word that no list has as a surname ends as given names alone: *Сияна*."""
        both = [self._analyse(text, kind) for kind in (_GIVEN, "family")]
        read = [a for readings in both for a in readings]
        if any("Derivation" in a.features for a in read):
            return False
        unlisted = not any(map(self._words.family_weight, {text, *(a.lemma for a in read)}))
        bases = (readings[0].lemma for readings in both)  # *Mrvovi* is Mrv's, or Mrva's; *Lehockej*
        ends = map(self._words.ending_lean, (text, *bases))
        return unlisted and min(ends) >= self._words.called_so

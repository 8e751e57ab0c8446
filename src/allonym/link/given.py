"""Given names: what the lists say of their sex."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from allonym.link.words import NameWords
from allonym.model.mention import Analysis
from allonym.ports import POSSESSIVE
from allonym.text.fold import plain

_CLEAR = 2
_GUESSED = 0.02
_ALL_CASES = 4
_GIVEN = "given"


class GivenNames:
    """Adds to the readings of given names what the lists know of them.

    Args:
        words: The language's word data.
    """

    def __init__(self, words: NameWords) -> None:
        self._words = words

    def known(self, text: str, kind: str, readings: tuple[Analysis, ...]) -> tuple[Analysis, ...]:
        """Return the readings of a given name, the forms of listed names before guesses.

        *Józsit* is *Józsi* in the accusative, since lists have him and have no *Józsit*; and a
        listed name is hardly what somebody else has, or several are: *Katarina* is no *Katara*'s.
        """
        own = self._lists(text)
        if kind != _GIVEN or (not own and plain(text) in self._words.foreign):
            return readings
        listed = [self._lists(a.lemma) for a in readings]
        doubted = [
            not is_listed or (own and plain(a.lemma) != plain(text) and _is_rare(a))
            for a, is_listed in zip(readings, listed, strict=True)
        ]
        if all(doubted) or not any(doubted):
            return readings
        pairs = zip(readings, doubted, strict=True)
        weighed = [replace(a, weight=a.weight * _GUESSED) if d else a for a, d in pairs]
        total = sum(a.weight for a in weighed) or 1.0
        likeliest = sorted(weighed, key=lambda a: -a.weight)
        return tuple(replace(a, weight=a.weight / total) for a in likeliest)

    def is_sure(self, text: str, readings: tuple[Analysis, ...]) -> bool:
        """Tell whether a given name is of the sex of its readings, whatever stands before it.

        A listed one is where it may be in another case: *žena Petra* is Petr's.  Where it may not,
        the word before decides: *his wife Jean*, *daughter Robin*.
        """
        if not self._lists(text) and self._words.given_weight(text) < _CLEAR:
            return False
        return any(a.features.get("Case", "Nom") != "Nom" for a in readings)

    def _lists(self, name: str) -> bool:
        words, key = self._words, plain(name)
        return words.is_listed(name, _GIVEN) or key in words.nicknames

    def sexed(self, readings: tuple[Analysis, ...], kind: str) -> tuple[Analysis, ...]:
        """Return the readings of a word, those of a given name with the sex that lists say."""
        if kind != "given":
            return readings
        sexed = _of_listed_sex(readings, self._words.genders)
        return tuple(self._with_gender(reading) for reading in sexed)

    def _with_gender(self, reading: Analysis) -> Analysis:
        own = plain(reading.lemma)
        gender = self._words.genders.get(own) or self._words.of_full_names(own)
        said = "Gender" in reading.features
        if gender and not said:
            return replace(reading, features={**reading.features, "Gender": gender})
        if not gender and (not said or self._words.given_weight(reading.lemma) < _CLEAR):
            # a name of another language: what its own list says outweighs its ending here
            gender = self._words.foreign.get(own, "")
        elif said:
            return reading
        if not gender or reading.features.get("Case", "Nom") != "Nom":
            return reading
        return replace(reading, features={**reading.features, "Gender": gender})


def _is_rare(reading: Analysis) -> bool:
    """Tell whether a reading is a possessive or the plural of a given name."""
    features = reading.features
    return features.get("Derivation") == POSSESSIVE or features.get("Number") == "Plur"


def _of_listed_sex(
    readings: tuple[Analysis, ...], genders: Mapping[str, str]
) -> tuple[Analysis, ...]:
    """Give the sex of the list to what is guessed to be an undeclined woman's name: *Ottó*."""
    known = genders.get(plain(readings[0].lemma), "") if readings else ""
    own = [a for a in readings if plain(a.lemma) == plain(readings[0].lemma)]
    declined = len({a.features.get("Case") for a in own}) < _ALL_CASES
    if not known or declined or any(a.features.get("Gender", known) == known for a in own):
        return readings
    base = (a for a in own if a.features.get("Case", "Nom") == "Nom")
    turned = tuple(replace(a, features={**a.features, "Gender": known}) for a in base)
    return (*turned, *(a for a in readings if a not in own)) if turned else readings

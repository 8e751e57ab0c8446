"""Owners: a possessive of a given name and the noun that it agrees with, *na Jožetovem vrtu*.

No list need know the possessive, and one that is a feast's or a town's name as well is somebody's
where a noun behind it stands in its case, number and gender: *s Petrovo ženo*, *Marysina córka*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from allonym.languages.pack import LanguagePack
from allonym.model.features import FeatureBundle, parse_features
from allonym.model.span import Span
from allonym.ports import POSSESSIVE, Morphology

_OWNED = re.compile(r"(?<![\w-])([^\W\d_]{4,}) ([^\W\d_]{3,})(?![\w-])")
_AGREEING = (("Case",) * 2, ("Number",) * 2, ("Gender[noun]", "Gender"))
"""What a possessive says of the noun behind it, and the noun of itself."""
_LIKELIEST = 4


class Owners:
    """Finds possessives of given names by what is owned.

    Args:
        pack: Its ``words.toml`` has the words of kin.
        morphology: Reads possessives and nouns.
        is_given: Tells whether a word is a given name.
        is_word: Tells whether the dictionary has a word in small letters.
    """

    def __init__(
        self,
        pack: LanguagePack,
        morphology: Morphology,
        is_given: Callable[[str], bool],
        is_word: Callable[[str], bool],
    ) -> None:
        kin = pack.toml("words.toml").get("cues", {}).get("kin", {})
        self._kin = {word: parse_features(said) for word, said in kin.items()}
        self._analyse, self._is_given, self._is_word = morphology.analyse, is_given, is_word
        self._may_own = getattr(morphology, "may_own", None) or (lambda _word: True)
        self._told = lru_cache(1 << 14)(self.owns)

    def find(self, text: str) -> Iterator[tuple[Span, bool]]:
        """Yield where owners stand, and whether somebody of their kin is named behind."""
        for found in _OWNED.finditer(text):
            owner, noun = found.groups()
            if owner.istitle() and noun.islower() and self._told(owner, noun):
                yield Span(*found.span(1)), noun in self._kin

    def owns(self, owner: str, noun: str) -> bool:
        """Tell whether a word is the possessive of a given name, and agrees with a noun."""
        read = self._analyse(owner, "given")[:_LIKELIEST] if self._may_own(owner) else ()
        own = [a.features for a in read if _is_owner(a.features) and self._is_given(a.lemma)]
        return any(_agree(said, of) for of in (self._nouns(noun) if own else ()) for said in own)

    def _nouns(self, noun: str) -> list[FeatureBundle]:
        """Return how a noun reads; not at all where neither kin nor the dictionary has it."""
        if noun in self._kin:
            return [self._kin[noun]]
        return [a.features for a in self._analyse(noun, "common")] if self._is_word(noun) else []


def _is_owner(features: FeatureBundle) -> bool:
    return features.get("Derivation") == POSSESSIVE and "Gender[noun]" in features


def _agree(owner: FeatureBundle, noun: FeatureBundle) -> bool:
    both = ((owner.get(own) or owner.get(its, ""), noun.get(its, "")) for own, its in _AGREEING)
    return all(set(a.split(",")) & set(b.split(",")) for a, b in both if a and b)

"""Names of bodies that say but what they are: they identify nobody."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from allonym.languages.pack import LanguagePack, common_toml
from allonym.model.mention import Mention
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import Morphology

_WORD = re.compile(r"[^\W\d_]+")
_MARKS = '„“”"«»'
_READINGS = 12
_SEVERAL = 3
_VAGUE = ("org", "org.company")
_FOUND_LEFT = "verify"
"""What the leak check found stays a mention: dropped again, it would be refused."""


class GenericNames:
    """Tells *Clinic for Neurology* from *St Anne's Clinic*.

    Args:
        lemmas: Citation forms of words that say what an organisation is, in small letters.
        forms: Words that are never part of a name, in small letters.
        morphology: Reads the words.
    """

    def __init__(
        self, lemmas: Collection[str], forms: Collection[str], morphology: Morphology
    ) -> None:
        self._lemmas = frozenset(lemmas)
        self._forms = frozenset(forms)
        self._morphology = morphology

    @classmethod
    def of(cls, pack: LanguagePack, morphology: Morphology) -> GenericNames:
        """Read the tables of a pack."""
        orgs = pack.toml("orgs.toml")
        kinds = (*orgs.get("keep", ()), *common_toml("orgs.toml").get("trades_abroad", ()))
        return cls(kinds, orgs.get("forms", ()), morphology)

    def without(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions but for those of such words alone, and legal forms.

        Two such words are enough of a clinic and between quotation marks (``„Социално
        подпомагане“``), else three: ``Narodna banka`` is a name.
        """
        return [m for m in mentions if not self._is_generic(view, m)]

    def _is_generic(self, view: TextView, mention: Mention) -> bool:
        surface = view.surface(mention.span)
        left = any(e.detector == _FOUND_LEFT for e in mention.evidence)
        if left or not is_a(mention.type, "org") or any(map(str.isdigit, surface)):
            return False
        words = _WORD.findall(surface.partition(":")[0])
        if len(words) == 1:
            return words[0].casefold() in self._forms  # Ky:n
        clinic = is_a(mention.type, "org.hospital")
        quoted = mention.type in _VAGUE and surface[0] in _MARKS
        several = mention.type == "org" and len(words) >= _SEVERAL
        told = (word.casefold() in self._forms or self.is_kind(word) for word in words)
        return bool(words) and (clinic or quoted or several) and all(told)

    def is_kind(self, word: str) -> bool:
        """Tell whether a word, in whatever form, says what an organisation is."""
        plain = word.casefold()
        if plain in self._lemmas:
            return True
        readings = self._morphology.analyse(plain, "common")[:_READINGS]
        return any(reading.lemma.casefold() in self._lemmas for reading in readings)

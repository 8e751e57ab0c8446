"""Names of clinics and wards that say what they are and not which: they identify nobody."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from allonym.model.mention import Mention
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import Morphology

_WORD = re.compile(r"[^\W\d_]+")
_READINGS = 12


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

    def without(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions but for hospitals, and legal forms, named by such words alone."""
        return [m for m in mentions if not self._is_generic(view, m)]

    def _is_generic(self, view: TextView, mention: Mention) -> bool:
        words = _WORD.findall(view.surface(mention.span))
        if is_a(mention.type, "org") or is_a(mention.type, "other"):
            bare = _WORD.findall(view.surface(mention.span).partition(":")[0])  # Ky:n
            if len(bare) == 1 and bare[0].casefold() in self._forms:
                return True
        if not is_a(mention.type, "org.hospital"):
            return False
        return len(words) > 1 and all(map(self._says_what, words))

    def _says_what(self, word: str) -> bool:
        plain = word.casefold()
        if plain in self._forms or plain in self._lemmas:
            return True
        readings = self._morphology.analyse(plain, "common")[:_READINGS]
        return any(reading.lemma.casefold() in self._lemmas for reading in readings)

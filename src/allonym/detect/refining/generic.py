"""Names of clinics and wards that say what they are and not which: they identify nobody."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from allonym.model.mention import Mention
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import Morphology

_WORD = re.compile(r"[^\W\d_]+")
_MARKS = '„“”"«»'
_COLUMN = re.compile(r"(?:\s{2}|.\t)[^\W\d_](?=\s{2}|\t|\s*\Z)")
"""A letter in a column of its own."""
_READINGS = 12
_SEVERAL = 3
_TELLING = 6
"""Letters of a word that others are put together with."""
_VAGUE = ("org", "org.company", "place")
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

    def without(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions but for those of such words alone, and lone legal forms.

        Organisations proper only where a name follows (``Zidarstvo | Bojan Kralj``) or between
        quotation marks (``„Социално подпомагане“``): ``Delo`` and ``Narodna banka`` are names.
        Small letters left of a doubtful guess go as well.
        """
        return [m for m in mentions if not self._is_generic(view, m)]

    def _is_generic(self, view: TextView, mention: Mention) -> bool:
        surface = view.surface(mention.span)
        words = _WORD.findall(surface)
        left = any(e.detector == _FOUND_LEFT for e in mention.evidence)
        if left or any(map(str.isdigit, surface)):
            return False  # a number with a letter in it is none either
        sex = len(surface) == 1 and _COLUMN.match(view.text, max(0, mention.span.start - 2))
        if sex or (surface.islower() and all(e.rule == "lean" for e in mention.evidence)):
            return True  # what a better find left of a guess
        org = is_a(mention.type, "org")
        if (org and self._is_plain(mention.type, surface, words)) or (
            (org or is_a(mention.type, "other")) and self._is_form(surface)
        ):
            return True
        if is_a(mention.type, "org.hospital"):
            return len(words) > 1 and all(map(self._says_what, words))
        if mention.type not in (*_VAGUE, "other"):
            return False
        quoted = surface[0] in _MARKS and len(words) > 1
        leads = quoted or mention.type == "other" or _leads(view.text, mention)
        return leads and bool(words) and all(map(self.is_kind, words))

    def _is_form(self, surface: str) -> bool:
        """Tell whether a find is a lone legal form: *Ky:n*."""
        bare = _WORD.findall(surface.partition(":")[0])
        return len(bare) == 1 and bare[0].casefold() in self._forms

    def _is_plain(self, kind: str, surface: str, words: Sequence[str]) -> bool:
        """Tell whether a find is a kind in small letters, or nothing but several such words.

        *hyvinvointilautakunnalle*, *Secția Ortopedie-Traumatologie*.
        """
        small = surface.islower() and all(map(self._is_compound, words))
        several = kind == "org" and len(words) >= _SEVERAL and all(map(self._says_what, words))
        return small or several

    def _says_what(self, word: str) -> bool:
        return word.casefold() in self._forms or self.is_kind(word)

    def _is_compound(self, word: str) -> bool:
        """Tell whether a word in small letters is a kind of organisation, or one of a kind."""
        readings = self._morphology.analyse(word, "common")[:_READINGS]
        long = tuple(lemma for lemma in self._lemmas if len(lemma) >= _TELLING)
        return any(reading.lemma.endswith(long) for reading in readings)

    def is_kind(self, word: str) -> bool:
        """Tell whether a word, in whatever form, says what an organisation is."""
        plain = word.casefold()
        if plain in self._lemmas:
            return True
        readings = self._morphology.analyse(plain, "common")[:_READINGS]
        return any(reading.lemma.casefold() in self._lemmas for reading in readings)


def _leads(text: str, mention: Mention) -> bool:
    """Tell whether a word with a capital follows."""
    end = mention.span.end
    return text[end : end + 1] in (" ", "\u00a0") and text[end + 1 : end + 2].isupper()

"""Acronyms become other letters, spoken so that what hangs on them stays right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from allonym.model.draw import Draw
from allonym.ports import Choice
from allonym.replace.rules import NameRules
from allonym.replace.surrogates import Chooser
from allonym.text.fold import is_cyrillic

_ACRONYM = re.compile(r"[^\W\d_]{2,6}|[^\W\d_]{1,2}&[^\W\d_]{1,2}")
_CONSONANTS = "BCDFGHKLMNPRSTWZ"
_VOWELS = "AEIOU"
_INITIALS = "ABDEHIJKLMNPRST"
_CYRILLIC = "БВГДЖЗКЛМНПРСТ", "АЕИОУ"
VOWELS = "AEIOUYÁÉÍÓÚÝĂÂÎÄÖÜŐŰÅАЕИОУЪЮЯ"
"""Letters by which capitals are spoken as a word."""
_HARD = re.compile(f"[^{VOWELS}]{{3}}")
_LONG, _SHARE = 5, 3
"""Letters of a spoken word, and how many there are for a vowel at most."""
_TRIES, _MOST_TRIES = 50, 2000


def is_acronym(word: str) -> bool:
    """Tell whether a word is two to six capitals, or a few about an ampersand."""
    return word.isupper() and _ACRONYM.fullmatch(word) is not None


def is_spoken(word: str) -> bool:
    """Tell whether capitals are spoken as a word, as those of a coined name are: *RYSTAV*."""
    vowels = sum(character in VOWELS for character in word)
    return _LONG <= len(word) <= _SHARE * vowels and not _HARD.search(word)


@dataclass(frozen=True, slots=True)
class Acronyms:
    """Draws the acronyms of one document."""

    chooser: Chooser  # of the document
    rules: NameRules = field(repr=False)  # what the language says about names
    draw: Draw = field(repr=False)  # draws the letters

    def suffixed(self, surface: str) -> tuple[str, str]:
        """Return what ends in an acronym and the suffix that hangs on it by a mark: ``OTP-nek``."""
        for mark in self.rules.attach:
            head, found, tail = surface.rpartition(mark)
            if found and is_acronym(head.rpartition(" ")[2]) and tail.islower():
                return head, mark + tail
        return surface, ""

    def _letters(self, text: str) -> list[str]:
        """Return what each letter of an acronym may become.

        The last keeps how its name is spoken: the suffix that hangs on it goes by that.
        """
        latin = _CONSONANTS, _VOWELS
        alphabets = (_CYRILLIC if is_cyrillic(char) else latin for char in text)
        both = zip(text, alphabets, strict=True)
        found = [own[c.upper() in own[1]] if c.isalpha() else c for c, own in both]
        spoken = (c for c in self.rules.spoken_alike if text[-1:].upper() in c)
        return [*found[:-1], next(spoken, found[-1])]

    def other(self, text: str) -> str:
        """Return other letters for an acronym, the same for the same one."""
        found = self.chooser.settle("acronym", text, map(Choice, self._tried(text)))
        return found.surrogate if found else text[::-1]

    def renumbered(self, surface: str) -> str:
        """Return a name such as ``SP nr 5`` with other numbers of as many digits."""

        def other(match: re.Match[str]) -> str:
            digits = match[0]
            least = 10 ** (len(digits) - 1) if len(digits) > 1 else 1
            drawn = self.draw.number(10 * least - least - 1, "org", "number", surface, digits)
            return str(least + drawn + (least + drawn >= int(digits)))

        return re.sub("[0-9]{1,15}", other, surface)

    def initials(self, text: str) -> str:
        """Return other initials for those of an owner: ``J. `` becomes ``P. ``."""
        letters = _CYRILLIC[0] if is_cyrillic(text[:1]) else _INITIALS

        def other(match: re.Match[str]) -> str:
            free = letters.replace(match[0], "")
            return free[self.draw.number(len(free), "initial", text, match[0])]

        return re.sub(r"[^\W\d_]", other, text)

    def _tried(self, text: str) -> Iterator[str]:
        tries = _MOST_TRIES if self.chooser.ledger else _TRIES
        for attempt in range(tries):
            made = "".join(
                letters[self.draw.number(len(letters), "acronym", text, str(n), str(attempt))]
                for n, letters in enumerate(self._letters(text))
            )
            if made != text and not self.rules.orgs.forms & {made.casefold()}:
                yield made

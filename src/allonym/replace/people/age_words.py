"""Words beside a name that tell an age: *grandmother Ida*, *Max, 3rd form*, *Mum is 88*."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from allonym.languages.pack import LanguagePack

_BEFORE = re.compile(r"[^\n.!?;]*\Z")
_BEHIND = re.compile(r"[^\n.!?;]*")
_LEAD = re.compile(r"\A[ ,(–-]*(?:[^\W\d_]{1,3} )?")
_WORD = re.compile(r"\w+")
_NEAR = 2
"""How many words before a name may speak of who has it: *my grandson, little Tim*."""


class Told(NamedTuple):
    """How old somebody is, in years; sure where a number says it."""

    youngest: int
    oldest: int
    sure: bool


@dataclass(frozen=True)
class AgeWords:
    """Finds what ``ages.toml`` of a pack lists.

    Attributes:
        words: Patterns of words by the ages they tell, ``6-15``.
        numbers: Patterns of phrases; the group is a number of years.
    """

    words: tuple[tuple[Told, re.Pattern[str]], ...] = field(repr=False, default=())
    numbers: re.Pattern[str] | None = field(repr=False, default=None)

    def told(self, text: str, start: int, end: int, floor: int, limit: int) -> Told | None:
        """Return the age that words beside a name tell.

        Args:
            text: Of the document.
            start: Where the name begins.
            end: Where it ends.
            floor: Where words before it may begin.
            limit: Where words behind it end.
        """
        behind = _BEHIND.match(text, end, limit)
        tail = behind[0] if behind else ""
        counted = self.numbers.search(tail) if self.numbers else None
        if counted:
            years = next(int(n) for n in counted.groups() if n)
            return Told(years, years, True)
        head = _BEFORE.search(text, floor, start)
        words = [*_WORD.finditer(head[0])][-_NEAR:] if head else []
        near = head[0][words[0].start() :] if head and words else ""
        behind_it = _LEAD.split(tail, maxsplit=1)[-1]
        for told, pattern in self.words:
            if pattern.search(near) or pattern.match(behind_it):
                return told
        return None


@cache
def load_age_words(pack: LanguagePack) -> AgeWords:
    """Read the table of a pack, or none."""
    table = pack.toml("ages.toml")
    words: Mapping[str, Iterable[str]] = table.get("words", {})
    found = []
    for ages, stems in words.items():
        youngest, _, oldest = ages.partition("-")
        pattern = re.compile(rf"(?<!\w)(?:{'|'.join(stems)})(?!\w)", re.IGNORECASE)
        found.append((Told(int(youngest), int(oldest), False), pattern))
    numbers = "|".join(table.get("numbers", ()))
    return AgeWords(tuple(found), re.compile(numbers, re.IGNORECASE) if numbers else None)

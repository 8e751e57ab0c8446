"""Words beside a name that tell an age: *grandmother Ida*, *Max, 3rd form*, *Mum is 88*."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from allonym.languages.pack import LanguagePack

_BEFORE = re.compile(r"[^\n.!?;]*\Z")
_BEHIND = re.compile(r"[^\n.!?;]*")
_LEAD = re.compile(r"\A[ ,(–-]*(?:[^\W\d_]{1,3} )?")
_LAST = re.compile(r"\w+\W*\Z")
_WORD = re.compile(r"\w+")
_APPOSING = ("(", ",", "–", "-")
_NEAR = 2
"""How many words before a name may speak of who has it: *my grandson, little Tim*."""


class Kin(NamedTuple):
    """Whose kin somebody is: of a generation so many before another.

    A word in its citation form before a genitive says it of whose kin that one is: *syn | Piotra*.
    Where a field names a parent, the numbers behind the name are the child's.
    """

    before: int
    cited: bool = False
    field: bool = False


class Told(NamedTuple):
    """How old somebody is, in years; sure where a number says it."""

    youngest: int
    oldest: int
    sure: bool


@dataclass(frozen=True)
class AgeWords:
    """Finds what ``ages.toml`` of a pack lists."""

    # patterns of words by the ages they tell, ``6-15``
    words: tuple[tuple[Told, re.Pattern[str]], ...] = field(repr=False, default=())
    # patterns of phrases; the group is a number of years
    numbers: re.Pattern[str] | None = field(repr=False, default=None)
    # patterns of words for kin, by how many generations before another those are
    kin: tuple[tuple[int, re.Pattern[str]], ...] = field(repr=False, default=())
    # what stands right before the name of a parent in a form
    fields: re.Pattern[str] | None = field(repr=False, default=None)
    cited: frozenset[str] = field(repr=False, default=frozenset())  # citation forms of those words

    def told(self, text: str, start: int, end: int, floor: int, limit: int) -> Told | None:
        """Return the age that words beside a name tell.

        Args:
            text: Of the document.
            start: Where the name begins.
            end: Where it ends.
            floor: Where words before it may begin.
            limit: Where words behind it end.
        """
        near, tail = _beside(text, start, end, floor, limit)
        counted = self.numbers.search(tail) if self.numbers else None
        if counted:
            years = next(int(n) for n in counted.groups() if n)
            return Told(years, years, True)
        return next((told for told, pattern in self.words if _says(pattern, near, tail)), None)

    def kin_of(self, text: str, start: int, end: int, floor: int, limit: int) -> Kin | None:
        """Return whose kin words beside a name say that somebody is; arguments as of `told`."""
        if self.fields and self.fields.search(text, floor, start):
            return Kin(1, field=True)
        near, tail = _beside(text, start, end, floor, limit)
        found = [(m.end(), n, m[0]) for n, pattern in self.kin for m in pattern.finditer(near)]
        ages = max((m.end() for _, p in self.words for m in p.finditer(near)), default=0)
        if found or ages:
            end, before, word = max(found, default=(0, 0, ""))
            return Kin(before, word.casefold() in self.cited) if end >= ages else None
        apposed = tail if tail.lstrip()[:1] in _APPOSING else ""  # Matin äiti: that is another
        said = (before for before, pattern in self.kin if _says(pattern, "", apposed))
        return next(map(Kin, said), None)


def _says(pattern: re.Pattern[str], near: str, tail: str) -> bool:
    """Tell whether a word stands before a name or right behind it."""
    return bool(pattern.search(near) or pattern.match(_LEAD.sub("", tail)))


def _beside(text: str, start: int, end: int, floor: int, limit: int) -> tuple[str, str]:
    """Return the words right before a name, and what follows it in its clause.

    The word before the next name is that one's: *i babcią | Marią*.
    """
    behind = _BEHIND.match(text, end, limit)
    head = _BEFORE.search(text, floor, start)
    words = [*_WORD.finditer(head[0])][-_NEAR:] if head else []
    near = head[0][words[0].start() :] if head and words else ""
    tail = behind[0] if behind else ""
    return near, _LAST.sub("", tail) if end + len(tail) == limit < len(text) else tail


@cache
def load_age_words(pack: LanguagePack) -> AgeWords:
    """Read the table of a pack, or none."""
    table = pack.toml("ages.toml")
    words, kin = (
        [(key, _any(stems, r"(?<!\w)(?:{})(?!\w)")) for key, stems in table.get(name, {}).items()]
        for name in ("words", "kin")
    )
    numbers, fields = table.get("numbers"), table.get("fields")
    return AgeWords(
        tuple((_ages(key), pattern) for key, pattern in words),
        _any(numbers, "{}") if numbers else None,
        tuple((int(key), pattern) for key, pattern in kin),
        _any(fields, r"(?<!\w)(?:{})[\s:]*\Z") if fields else None,
        frozenset(table.get("cited", ())),
    )


def _ages(key: str) -> Told:
    youngest, _, oldest = key.partition("-")
    return Told(int(youngest), int(oldest), False)


def _any(patterns: Iterable[str], within: str) -> re.Pattern[str]:
    return re.compile(within.replace("{}", "|".join(patterns)), re.IGNORECASE)

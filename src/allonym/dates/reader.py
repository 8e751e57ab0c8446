"""All forms of one language together: read a surface, or try the forms at a place of a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property

from allonym.dates import grammar, meaning
from allonym.dates.grammar import Form
from allonym.dates.reading import Reading
from allonym.dates.words import DateWords, stems
from allonym.languages.pack import LanguagePack, load_pack

_NEAR = 16
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class DateReader:
    """Reads the dates of one language; its expressions are compiled when first used.

    >>> reader = DateReader.load("pl")
    >>> found = reader.read("3 maja 1984")
    >>> (found.first.year, found.first.month, found.first.day)
    (1984, 5, 3)
    """

    words: DateWords = field(repr=False)

    @classmethod
    def load(cls, language: str) -> DateReader:
        """Return the reader of a language; its words are read, and its forms compiled, once.

        Raises:
            UnknownLanguage: If there is no such pack.
            PackError: If its ``dates.toml`` is missing or incomplete.
        """
        return _load(load_pack(language))

    @cached_property
    def numeric(self) -> tuple[Form, ...]:
        """Forms in digits that are dates wherever they stand."""
        return grammar.numeric_forms(self.words)

    @cached_property
    def short(self) -> tuple[Form, ...]:
        """Forms in digits that need a reason around them."""
        return grammar.short_forms(self.words)

    @cached_property
    def compact(self) -> tuple[Form, ...]:
        """Forms without separators."""
        return grammar.compact_forms()

    @cached_property
    def joined(self) -> tuple[Form, ...]:
        """Forms with the month between digits, as carriers write it."""
        return grammar.joined_forms(self.words)

    @cached_property
    def named(self) -> tuple[Form, ...]:
        """Forms that name the month."""
        return grammar.word_forms(self.words)

    @cached_property
    def year(self) -> Form:
        """A year by itself."""
        return grammar.year_form(self.words)

    @cached_property
    def month(self) -> re.Pattern[str]:
        """Any form of the name of any month."""
        text = grammar.month_pattern(self.words)
        return re.compile(f"(?:{text})(?![^\\W_])", re.IGNORECASE)

    @cached_property
    def day_starts(self) -> frozenset[str]:
        """First words of all spelled-out days, lower case."""
        return frozenset(_first_words(self.words.days.index, 0))

    @cached_property
    def starts(self) -> frozenset[str]:
        """First words of all days and years in words, lower case."""
        phrases = (*self.words.days.index, *self.words.years.index)
        return frozenset(word[0] for word in map(_WORD.search, phrases) if word)

    @cached_property
    def day_ends(self) -> frozenset[str]:
        """Last words of all spelled-out days, lower case."""
        return frozenset(_first_words(self.words.days.index, -1))

    @cached_property
    def _by_length(self) -> tuple[tuple[Form, ...], tuple[Form, ...]]:
        year_first = tuple(f for f in self.numeric if f.name in grammar.YEAR_FIRST)
        return year_first, tuple(f for f in self.numeric if f not in year_first)

    def numeric_at(self, text: str, start: int) -> tuple[Form, ...]:
        """Return the numeric forms that the digits at `start` can begin."""
        year_first, day_first = self._by_length
        return year_first if text[start : start + 4].isdigit() else day_first

    @cached_property
    def stems(self) -> tuple[str, ...]:
        """Short beginnings of all names of months, lower case."""
        return stems(self.words)

    def read(self, surface: str, *, slash: str = "") -> Reading | None:
        """Return what a whole surface says, or None when it is no date of this language.

        Args:
            surface: A mention's text, without words around it.
            slash: How ``03/05`` is read; the language's own way when empty.
        """
        for form in self._forms(surface):
            match = form.pattern.fullmatch(surface)
            reading = match and meaning.read_match(
                match, self.words, slash=slash or self.words.slash
            )
            if reading:
                return reading
        return None

    def match(self, forms: Iterable[Form], text: str, start: int) -> tuple[str, int] | None:
        """Return name and end of the longest plausible form that begins at `start`."""
        best: tuple[str, int] | None = None
        for form in forms:
            match = form.pattern.match(text, start)
            if match and (best is None or match.end() > best[1]) and self.can_be(match):
                best = (form.name, match.end())
        return best

    def weekday_before(self, match: re.Match[str]) -> bool:
        """Tell whether a day of the week stands right before a match: ``tor 12 jun``."""
        words = _WORD.findall(match.string[max(0, match.start() - _NEAR) : match.start()])
        return bool(words) and self.words.weekdays.read(words[-1]) is not None

    def can_be(self, match: re.Match[str]) -> bool:
        """Tell whether there can be such a day as a match says."""
        return meaning.can_be(match, self.words, slash=self.words.slash)

    def _forms(self, surface: str) -> Iterator[Form]:
        """Yield the forms that a surface may have: without letters none that names a month."""
        letters = any(map(str.isalpha, surface))
        yield from self.numeric
        yield from self.named if letters else ()
        yield from (*self.short, self.year, *self.compact, *(self.joined if letters else ()))


def _first_words(phrases: Iterable[str], place: int) -> Iterator[str]:
    yield from (re.split(r"[\s-]+", phrase)[place] for phrase in phrases)


@cache
def _load(pack: LanguagePack) -> DateReader:
    return DateReader(DateWords.load(pack.code))

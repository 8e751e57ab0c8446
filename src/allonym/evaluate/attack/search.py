"""Searching an output for the words of what people marked in the original.

Shares nothing with the leak check, which it judges: here only the text before and after is known.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from allonym.errors import needs

LEVELS = ("exact", "no diacritics", "transliterated", "inflected", "fuzzy")
"""Ways of searching, each more forgiving; an original counts at the first that finds it."""

_WORD = re.compile(r"\w+")
_LEAST = 4
_CYRILLIC = dict(zip("абвгдезийклмнопрстуфхъь", "abvgdeziyklmnoprstufhay", strict=True)) | {
    "ж": "zh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "sht", "ю": "yu", "я": "ya"
}  # fmt: skip
_PLAIN = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "ß": "ss", "æ": "ae"})


@dataclass(frozen=True, slots=True)
class Words:
    """The words of an output, ready to be searched at every level."""

    exact: frozenset[str] = field(repr=False)
    plain: frozenset[str] = field(repr=False)
    latin: frozenset[str] = field(repr=False)
    stems: frozenset[str] = field(repr=False)

    @classmethod
    def of(cls, text: str) -> Words:
        """Fold the words of a text."""
        exact = frozenset(words(text))
        latin = frozenset(map(transliterated, exact))
        return cls(exact, frozenset(map(plain, exact)), latin, _stems(latin))


def words(text: str) -> Iterator[str]:
    """Yield the words of a text, capitals folded."""
    return (match[0].casefold() for match in _WORD.finditer(text))


def plain(word: str) -> str:
    """Return a word without diacritics.

    >>> plain("žółć")
    'zolc'
    """
    parts = unicodedata.normalize("NFD", word.translate(_PLAIN))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def transliterated(word: str) -> str:
    """Return a word in plain Latin letters (Bulgarian by the law on transliteration of 2009).

    >>> transliterated("щърков")
    'shtarkov'
    """
    return plain("".join(_CYRILLIC.get(letter, letter) for letter in word))


def telling(surface: str, elsewhere: frozenset[str]) -> list[str]:
    """Return the words of an original that disclose it.

    Args:
        surface: As marked in the original.
        elsewhere: Words of the original's text outside all marks: finding these says nothing.
    """
    return [
        word
        for word in words(surface)
        if len(word) >= _LEAST and word not in elsewhere
    ]  # fmt: skip


def stands_in(surface: str, text: Iterable[str]) -> bool:
    """Tell whether all words of an original stand side by side among those of a text.

    For originals too short to be searched word by word.

    >>> stands_in("Bo Ek", ["said", "bo", "ek"]), stands_in("Bo Ek", ["bo", "said", "ek"])
    (True, False)
    """
    return f" {' '.join(words(surface))} " in f" {' '.join(text)} "


def level_of(surface: Iterable[str], output: Words) -> str:
    """Return the first level at which one of the words is found; empty where none is.

    Raises:
        MissingExtra: If the library for fuzzy search is not installed.
    """
    checks: dict[str, Callable[[str], bool]] = {
        "exact": lambda word: word in output.exact,
        "no diacritics": lambda word: plain(word) in output.plain,
        "transliterated": lambda word: transliterated(word) in output.latin,
        "inflected": lambda word: bool(_stems([transliterated(word)]) & output.stems),
        "fuzzy": lambda word: _fuzzy(transliterated(word), output.latin),
    }
    asked = list(surface)
    return next((name for name in LEVELS if any(map(checks[name], asked))), "")


def _stems(found: Iterable[str]) -> frozenset[str]:
    """Cut one to three letters off: an attacker has no paradigms, but knows endings change."""
    return frozenset(
        f"{word[:-cut] if cut else word}"
        for word in found
        if word.isalpha()
        for cut in range(4)
        if len(word) - cut >= 5
    )


def _fuzzy(word: str, output: frozenset[str]) -> bool:
    with needs("fuzzy search needs", "evaluate"):
        from rapidfuzz import fuzz, process
    if len(word) < 6:
        return False
    return process.extractOne(word, output, scorer=fuzz.ratio, score_cutoff=86) is not None

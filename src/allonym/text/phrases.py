"""Find many phrases in one pass, however their words are separated, capitalised or accented.

A phrase is the folded letters and digits of its pieces run together; a piece of the text opens a
match and the following ones are added while the result can still become a phrase.  Time is linear
in the text, whatever the number of phrases.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from allonym.text.fold import fold, pieces

V = TypeVar("V")

_PRECEDING = re.compile(r"(\w+)[^\S\n]+\Z")
_LOOK_BACK = 24
_MAX_GAP = 3
_MAX_PIECES = 40
_HEAD = 4


@dataclass(frozen=True, slots=True)
class Found(Generic[V]):
    """One match: where, in code points, and what the phrase stands for."""

    start: int
    end: int
    value: V


class Piece(NamedTuple):
    """One run of letters or of digits, folded; a named tuple, since there are very many."""

    start: int
    end: int
    folded: str


def read_pieces(text: str) -> list[Piece]:
    """Return every run of letters or of digits of `text`, folded, in order."""
    make = tuple.__new__  # what the class calls, but without a step in between for every word
    return [make(Piece, (m.start(), m.end(), fold(m[0]))) for m in pieces(text)]


def occurrences(text: str, part: str) -> Iterator[int]:
    """Yield every place where `part` begins in `text`, overlapping ones too.

    >>> list(occurrences("anna hannah", "anna"))
    [0, 6]
    """
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


class PhraseIndex(Generic[V]):
    """Phrases to look for, compiled once.

    >>> index = PhraseIndex({"Nowy Sącz": "town", "44051401359": "number"})
    >>> text = "w NOWY-SACZ, nr 440514 01359"
    >>> [(text[f.start:f.end], f.value) for f in index.find(text)]
    [('NOWY-SACZ', 'town'), ('440514 01359', 'number')]
    """

    def __init__(self, phrases: Mapping[str, V]) -> None:
        """Compile.

        Args:
            phrases: What to find, as written, and what to report for it.
        """
        self._values: dict[str, V] = {}
        self._heads: dict[str, int] = {}
        for phrase, value in phrases.items():
            parts = [fold(m[0]) for m in pieces(phrase)]
            self._add("".join(parts), value)

    def _add(self, key: str, value: V) -> None:
        if key:
            self._values.setdefault(key, value)
            for length in range(1, min(_HEAD, len(key)) + 1):
                head = key[:length]
                self._heads[head] = max(self._heads.get(head, 0), len(key))

    def _reach(self, key: str) -> int:
        """Return how long a phrase that begins like `key` can be; 0 when none does."""
        return self._heads.get(key[:_HEAD], 0)

    def __len__(self) -> int:
        return len(self._values)

    def find(self, text: str, read: Sequence[Piece] | None = None) -> Iterator[Found[V]]:
        """Yield the longest match at each piece of `text` that opens one.

        Args:
            text: Where to look.
            read: Its pieces, if they are known already.
        """
        if not self._values:
            return
        found = read_pieces(text) if read is None else read
        reach, words = self._heads.get, {piece.folded for piece in found}
        opening = {word for word in words if reach(word[:_HEAD], 0) >= len(word)}
        for index, (_, _, folded) in enumerate(found):
            if folded in opening:
                last = self._longest(text, found, index)
                if last is not None:
                    yield last

    def _longest(self, text: str, read: Sequence[Piece], first: int) -> Found[V] | None:
        key = ""
        best: Found[V] | None = None
        for index in range(first, min(len(read), first + _MAX_PIECES)):
            piece = read[index]
            end = read[index - 1].end if index > first else piece.start
            if piece.start - end > _MAX_GAP or text.count("\n", end, piece.start) > 1:
                break
            key += piece.folded
            if key in self._values:
                best = Found(read[first].start, piece.end, self._values[key])
            if len(key) >= self._reach(key):
                break
        return best


def is_bounded(text: str, start: int, end: int) -> bool:
    """Tell whether a stretch neither begins nor ends inside a word or number."""
    left = start > 0 and text[start - 1].isalnum() and text[start].isalnum()
    right = end < len(text) and text[end].isalnum() and text[end - 1].isalnum()
    return not (left or right)


def word_before(text: str, start: int, words: tuple[str, ...]) -> bool:
    """Tell whether one of some words stands directly before a place."""
    left = text[max(0, start - 24) : start].lower().rstrip(' \u00a0\n:,(„"')
    word = next((w for w in words if left.endswith(w)), "")
    edge = len(left) - len(word) - 1
    return bool(word) and (edge < 0 or not left[edge].isalnum())


def preceding(text: str, start: int) -> str:
    """Return the word right before a place on its line, empty where none is.

    >>> preceding("w piekarni Złoty Kłos", 11)
    'piekarni'
    """
    match = _PRECEDING.search(text[max(0, start - _LOOK_BACK) : start])
    return match[1] if match else ""

"""What the network is told about a word: the run-time half of training's features.

Everything here depends on the word alone, so it is computed once per distinct word.  Rows of the
embedding table are found by hashing (CRC-32, the same on every machine); row 0 stands for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from allonym.languages.lexicon import Lexicon
from allonym.text.fold import with_commas

COLUMNS = (2, 3, 4, 1, 10)
"""Rows a word takes from each section: whole word, prefixes, suffixes, shape, letter groups."""

FLAG_COUNT = 44
"""32 bits of the word lists, 8 of the writing, then 4 of the dictionary of ordinary words."""

BEGINS_LINE, ENDS_LINE, ATTACHED = 1, 2, 4
"""Bits of a token's place: first or last of its line, no space before it."""

_DIGIT = re.compile(r"\d")
_MAX_LENGTH = 40
_WRITTEN = 8


@dataclass(frozen=True, slots=True)
class TableLayout:
    """How many rows each section of the embedding table has."""

    rows: tuple[int, ...] = (10000, 4000, 6000, 500, 5000)

    @property
    def offsets(self) -> tuple[int, ...]:
        """Return the first row of each section; row 0 is kept free."""
        return tuple(1 + sum(self.rows[:n]) for n in range(len(self.rows)))

    @property
    def size(self) -> int:
        """Return the number of rows in all."""
        return 1 + sum(self.rows)


@dataclass(frozen=True, slots=True, eq=False)
class WordFeatures:
    """Turns words into rows of the table and flags."""

    layout: TableLayout  # the sections of the table
    lexicon: Lexicon = field(repr=False)  # what the language's lists say of a word
    count: int = FLAG_COUNT  # how many of the flags the network was trained with

    def matrix(self, words: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Return the rows and the flags of many words, one line each.

        Rows stand section after section, each filled up with 0; flags are zeros and ones.
        """
        words = [word[:_MAX_LENGTH] for word in words]
        known = self.lexicon
        # word by word, since an analyser remembers the latest
        asked = [(known.reading(w), known.flags(w), known.ordinary(w)) for w in words]
        rows = self._rows([_keys(w, *read) for w, (read, _, _) in zip(words, asked, strict=True)])
        return rows, self._flags(words, [own for _, *own in asked])

    def _rows(self, keys: Sequence[Sequence[str]]) -> NDArray[np.int64]:
        every = "\n".join(chain.from_iterable(keys)).encode("utf-8", "surrogatepass")
        raw = every.split(b"\n")  # at once: there are very many, and no word has one
        hashes = np.fromiter(map(crc32, raw), np.int64, len(keys) * sum(COLUMNS))
        first, size = (np.repeat(x, COLUMNS) for x in (self.layout.offsets, self.layout.rows))
        rows: NDArray[np.int64] = first + hashes.reshape(len(keys), len(first)) % size
        groups = np.array([len(own[0]) - len("ab") for own in keys], dtype=np.int64)
        rows[:, -COLUMNS[-1] :][np.arange(COLUMNS[-1]) >= groups[:, None]] = 0
        return rows

    def _flags(self, words: Sequence[str], asked: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        listed, ordinary = np.array(asked, dtype=np.int64).reshape(-1, 2, 1).swapaxes(0, 1)
        writing = np.array(list(map(_writing, words))).reshape(len(words), _WRITTEN)
        parts = [listed >> np.arange(32) & 1, writing, ordinary >> np.arange(4) & 1]
        return np.concatenate(parts, axis=1)[:, : self.count].astype(np.float32)


def _keys(word: str, lemma: str, tag: str) -> list[str]:
    """Return the keys, section after section; a last group may be short, or empty.

    A lemma is a second whole word, a tag the shortest prefix.
    """
    lower = with_commas(word.lower())
    lower = lower if word.isalpha() else _DIGIT.sub("0", lower)
    keys = ["a" + lower, "b" + (lemma or lower), tag or lower[:2], lower[:3], lower[:4]]
    keys += [lower[-2:], lower[-3:], lower[-4:], lower[-5:], shape(word)]
    bounded = f"<{lower}>"
    return keys + [bounded[n : n + 4] for n in range(COLUMNS[-1])]


def shape(word: str) -> str:
    """Return the pattern of capitals, small letters, digits and marks, runs cut at three.

    >>> shape("McDonald"), shape("2026"), shape("d.o.o.")
    ('XxXxxx', '000', 'x.x.x.')
    """
    if word.isalpha() and word[1:].islower():  # as most are
        if word.islower():
            return "xxx"[: len(word)]
        if word[0].isupper():
            return "Xxxx"[: len(word)]
    out: list[str] = []
    for char in word:
        kind = "X" if char.isupper() else "x" if char.isalpha() else "0" if char.isdigit() else char
        if out[-3:] != [kind] * 3:
            out.append(kind)
    return "".join(out)


def _writing(word: str) -> list[int]:
    letters = word.isalpha()
    return [
        int(word[:1].isupper() and not word[1:].isupper()),
        int(len(word) > 1 and word.isupper()),
        int(word.islower()),
        int(len(word) == 1 and word.isupper()),
        int(not letters and any(map(str.isdigit, word))),
        int(letters),
        int(letters and not word.isascii()),
        int(not word[:1].isalnum()),
    ]


def place_bits(text: str, tokens: Sequence[tuple[int, int]]) -> list[int]:
    r"""Return for each token whether it begins or ends its line, or touches the one before it.

    >>> place_bits("Anna\nwas, ", [(0, 4), (5, 8), (8, 9)])
    [3, 1, 6]
    """
    bits: list[int] = []
    before = 0
    for number, (start, end) in enumerate(tokens):
        begins = number == 0 or "\n" in text[before:start]
        if begins and bits:
            bits[-1] |= ENDS_LINE
        bits.append((BEGINS_LINE if begins else 0) | (ATTACHED if bits and start == before else 0))
        before = end
    if bits:
        bits[-1] |= ENDS_LINE
    return bits

"""What the network is told about a word: the run-time half of training's features.

Everything here depends on the word alone, so it is computed once per distinct word.  Rows of the
embedding table are found by hashing (CRC-32, the same on every machine); row 0 stands for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol
from zlib import crc32

from allonym.languages.lexicon import with_commas

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

COLUMNS = (2, 3, 4, 1, 10)
"""Rows a word takes from each section: whole word, prefixes, suffixes, shape, letter groups."""

FLAG_COUNT = 44
"""32 bits of the word lists, 8 of the writing, then 4 of the dictionary of ordinary words."""

BEGINS_LINE, ENDS_LINE, ATTACHED = 1, 2, 4
"""Bits of a token's place: first or last of its line, no space before it."""

_DIGIT = re.compile(r"\d")
_MAX_LENGTH = 40


class WordSource(Protocol):
    """Whatever knows the 32 bits of the word lists, the dictionary and, if it can, lemmas."""

    def flags(self, word: str) -> int:
        """Return the bits of a word."""
        ...

    def ordinary(self, word: str) -> int:
        """Return the 4 bits of the dictionary of ordinary words."""
        ...

    def reading(self, word: str) -> tuple[str, str]:
        """Return lemma and tag, both empty where they are not known."""
        ...


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


class WordFeatures:
    """Turns words into rows of the table and flags."""

    def __init__(
        self, layout: TableLayout, lexicon: WordSource, flag_count: int = FLAG_COUNT
    ) -> None:
        """Make an extractor for one layout and one language's lists.

        Args:
            layout: The sections of the table.
            lexicon: What the language's lists say of a word.
            flag_count: How many of the flags the network was trained with.
        """
        self._count = flag_count
        self._sections = tuple(zip(layout.offsets, layout.rows, COLUMNS, strict=True))
        self._lexicon = lexicon

    def rows(self, word: str) -> list[int]:
        """Return the rows of a word, section after section, each filled up with 0."""
        found: list[int] = []
        word = word[:_MAX_LENGTH]
        keys_of = _keys(word, *self._lexicon.reading(word))
        for (offset, size, width), keys in zip(self._sections, keys_of, strict=True):
            hashed = [offset + crc32(k.encode("utf-8", "surrogatepass")) % size for k in keys]
            found += (hashed + [0] * width)[:width]
        return found

    def flags(self, word: str) -> list[int]:
        """Return the flags of a word as zeros and ones."""
        word = word[:_MAX_LENGTH]
        bits, ordinary = self._lexicon.flags(word), self._lexicon.ordinary(word)
        listed = [(bits >> n) & 1 for n in range(32)]
        return (listed + _writing(word) + [(ordinary >> n) & 1 for n in range(4)])[: self._count]

    def matrix(self, words: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Return the rows and the flags of many words, one line each."""
        import numpy as np

        both = [(self.rows(w), self.flags(w)) for w in words]
        rows = np.array([r for r, _ in both], dtype=np.int64)
        flags = np.array([f for _, f in both], dtype=np.float32)
        return rows.reshape(len(words), sum(COLUMNS)), flags.reshape(len(words), self._count)


def _keys(word: str, lemma: str, tag: str) -> tuple[Iterable[str], ...]:
    """Return each section's keys; a lemma is a second whole word, a tag the shortest prefix."""
    lower = _DIGIT.sub("0", with_commas(word.lower()))
    bounded = f"<{lower}>"
    return (
        ("a" + lower, "b" + (lemma or lower)),
        [tag or lower[:2], lower[:3], lower[:4]],
        [lower[-n:] for n in (2, 3, 4, 5)],
        (shape(word),),
        [bounded[n : n + 4] for n in range(len(bounded) - 3)][: COLUMNS[-1]],
    )


def shape(word: str) -> str:
    """Return the pattern of capitals, small letters, digits and marks, runs cut at three.

    >>> shape("McDonald"), shape("2026"), shape("d.o.o.")
    ('XxXxxx', '000', 'x.x.x.')
    """
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
        int(any(c.isdigit() for c in word)),
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

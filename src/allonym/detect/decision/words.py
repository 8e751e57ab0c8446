"""What is known of each word of a document: the network, its shape and place, lists, recurrence."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from operator import or_
from typing import Any

import numpy as np
from numpy.typing import NDArray

from allonym.languages.nobody import Term
from allonym.model.scored import WordScores
from allonym.model.span import Span

Floats = NDArray[np.float32]


LABELS = ("PER", "LOC", "ORG", "MISC", "ADDR", "CODE")
SHAPES = ("initial_capital", "all_capitals", "small", "one_letter", "digit", "letters")
_ENDS = frozenset(".!?:;…\"'„”“»«*•-–—|>)(\n")
TERMS = (
    "medicine", "medical", "eponym", "law", "feast", "brand", "label", "rank", "acronym", "event",
    "public", "figure",
)  # fmt: skip
_STEM = 4
_ENDING = 4
_OLD = range(1000, 1950)
"""Years of which texts about history speak, and papers of living people hardly."""
_NEW = range(1950, 2100)
"""Years of which papers of living people speak."""
_NEAR = 12
HERE = ("PER", "LOC", "ORG", "old_near", "figure")
"""What counts for a word wherever the document has it."""
ANYWHERE = ("given somewhere", "family somewhere", "place somewhere", "name in several")


@dataclass(frozen=True)
class Words:
    """The words of a document with what is known of each, one line a word."""

    offsets: Sequence[tuple[int, int]] = field(repr=False)  # half-open offsets
    columns: Mapping[str, Floats] = field(repr=False)  # named columns, each as long as `offsets`
    bits: Any = field(repr=False)  # what the word lists say
    ordinary: Any = field(repr=False)  # what the dictionary says of the word in small letters


def words_of(
    text: str,
    scores: WordScores,
    terms: Iterable[Term],
    flags: Callable[[str], int],
    ordinary: Callable[[str], int],
    foreign: Callable[[str], int],
) -> Words:
    """Return the words of a text with what is known of each.

    Args:
        text: Of the document.
        scores: What the network thinks of its words.
        terms: What the lists of names of nobody know.
        flags: The bits that the word lists give a word.
        ordinary: The bits of the dictionary.
        foreign: The bits of the names of all languages.
    """
    offsets = scores.offsets
    numbers: dict[str, int] = {}
    which = np.array([numbers.setdefault(text[a:b], len(numbers)) for a, b in offsets], np.int64)
    distinct = tuple(numbers)
    bits = np.array([flags(w) for w in distinct], dtype=np.uint32)[which]
    usual = np.array([ordinary(w) for w in distinct], dtype=np.uint8)[which]
    columns = _network(scores)
    columns |= _shapes(distinct, which)
    columns |= _places(text, offsets)
    columns |= _terms(offsets, terms)
    columns |= _history(text, offsets)
    columns |= _recurrence(distinct, which, columns)
    columns |= _anywhere(distinct, which, foreign)
    return Words(offsets, columns, bits, usual)


def _network(scores: WordScores) -> dict[str, Floats]:
    columns = {"O": scores.probabilities[:, 0], "B": scores.probabilities[:, -1]}
    for label in LABELS:
        known = label in scores.types
        at = scores.types.index(label) + 1 if known else 0
        columns[label] = scores.probabilities[:, at] * float(known)
    return columns


def _shapes(distinct: Sequence[str], which: Any) -> dict[str, Floats]:
    rows = [
        (
            w[:1].isupper() and not w[1:].isupper(),
            len(w) > 1 and w.isupper(),
            w.islower(),
            len(w) == 1 and w.isalpha(),
            not w.isalpha() and any(map(str.isdigit, w)),
            w.isalpha(),
        )
        for w in distinct
    ]
    matrix = np.array(rows, dtype=np.float32).reshape(len(rows), len(SHAPES))[which]
    return {name: matrix[:, n] for n, name in enumerate(SHAPES)}


def _places(text: str, offsets: Sequence[tuple[int, int]]) -> dict[str, Floats]:
    line, sentence = [], []
    before = 0
    for start, end in offsets:
        gap = text[before:start]
        first = before == 0 or "\n" in gap
        line.append(first)
        sentence.append(first or text[before - 1] in _ENDS)
        before = end
    return {
        "line_start": np.array(line, np.float32),
        "sentence_start": np.array(sentence, np.float32),
    }


def _history(text: str, offsets: Sequence[tuple[int, int]]) -> dict[str, Floats]:
    """Return which words are years, and how many years of old stand around each word."""
    words = [text[a:b] for a, b in offsets]
    years = [int(w) if len(w) == 4 and w.isascii() and w.isdigit() else 0 for w in words]
    old, new = [y in _OLD for y in years], [y in _NEW for y in years]
    total = np.concatenate(([0], np.cumsum(old)))
    at = np.arange(len(offsets))
    last = np.minimum(len(offsets), at + _NEAR + 1)
    near = total[last] - total[np.maximum(0, at - _NEAR)]
    named = {"old": np.array(old), "new": np.array(new), "old_near": near}
    return {name: column.astype(np.float32) for name, column in named.items()}


def _recurrence(
    distinct: Sequence[str], which: Any, network: Mapping[str, Floats]
) -> dict[str, Floats]:
    """Return how the document writes each word elsewhere, and what the network thinks of it."""
    numbers: dict[str, int] = {}
    known = [numbers.setdefault(stem, len(numbers)) for stem in map(stem_of, distinct)]
    stems = np.array(known, np.int64)[which]
    small = np.array([w[:1].islower() for w in distinct], bool)[which]
    columns: dict[str, Any] = {
        "small_here": np.bincount(stems[small], minlength=len(numbers)),
        "large_here": np.bincount(stems[~small], minlength=len(numbers)),
    }
    for label in HERE:
        best = np.zeros(len(numbers), np.float32)
        np.maximum.at(best, stems, network[label])
        columns[f"{label}_here"] = best
    return {name: values.astype(np.float32)[stems] for name, values in columns.items()}


def _anywhere(
    distinct: Sequence[str], which: Any, names: Callable[[str], int]
) -> dict[str, Floats]:
    """Return what a word is in any language: as it stands, and with an ending taken off."""
    known = [_named(word, names) if word.isalpha() else (0, 0) for word in distinct]
    bits = np.array(known, dtype=np.uint8).reshape(len(known), 2)[which]
    return {
        f"{name}{how}": (bits[:, at] >> bit & 1).astype(np.float32)
        for at, how in enumerate(("", " inflected"))
        for bit, name in enumerate(ANYWHERE)
    }


@lru_cache(maxsize=1 << 16)
def _named(word: str, names: Callable[[str], int]) -> tuple[int, int]:
    """Return what names a word is as it stands, and with an ending taken off."""
    cut = range(1, min(_ENDING, len(word) - _STEM) + 1)
    return names(word), reduce(or_, (names(word[:-length]) for length in cut), 0)


def stem_of(word: str) -> str:
    """Return what forms of a word have in common, roughly: it without its last two letters."""
    folded = word.casefold()
    return folded[: max(_STEM, len(folded) - 2)]


def _terms(offsets: Sequence[tuple[int, int]], terms: Iterable[Term]) -> dict[str, Floats]:
    """Return which words belong to a listed term of each kind, and which may name somebody too."""
    columns = {name: np.zeros(len(offsets), np.float32) for name in (*TERMS, "nobody", "also")}
    for term in terms:
        first, last = range_of(offsets, term.span)
        kind = term.kind.partition(".")[0]
        columns["public" if kind == "public" else "nobody"][first:last] = 1.0
        if kind in columns:
            columns[kind][first:last] = 1.0
        if term.also:
            columns["also"][first:last] = 1.0
    return columns


def range_of(offsets: Sequence[tuple[int, int]], span: Span) -> tuple[int, int]:
    """Return the words that a stretch touches, as a half-open range; at least one."""
    first = bisect_right(offsets, span.start, key=lambda o: o[1])
    last = bisect_left(offsets, span.end, key=lambda o: o[0])
    first = min(first, max(0, len(offsets) - 1))
    return first, max(first + 1, last)

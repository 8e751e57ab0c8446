"""Documents as arrays of word numbers, varied from epoch to epoch, cut into windows."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from allonym.engines.features import ATTACHED, BEGINS_LINE, ENDS_LINE, WordFeatures
from allonym.train.augment import Variation
from allonym.train.data import Document, Marks, Sentence, retokenize

Ints = NDArray[np.int64]

BLANK = -1
"""The number of a place between texts, where no word stands."""
_ENDS = frozenset(".!?…")
_ALONE = 0.7  # share of the sentences of excerpts behind which the excerpt ends


class Vocabulary:
    """Every distinct word of training with its features, numbered as they come."""

    def __init__(self, features: Mapping[str, WordFeatures]) -> None:
        self._features = features
        self._numbers: dict[str, dict[str, int]] = {language: {} for language in features}
        self._rows: list[Ints] = []
        self._flags: list[NDArray[np.float32]] = []
        self._packed: tuple[Ints, NDArray[np.uint8]] | None = None

    def number(self, word: str, language: str) -> int:
        """Return the number of a word of a language, giving it one if it is new."""
        numbers = self._numbers[language]
        found = numbers.get(word)
        if found is None:
            found = numbers[word] = len(self._rows)
            (rows,), (flags,) = self._features[language].matrix([word])
            self._rows.append(rows)
            self._flags.append(flags)
            self._packed = None
        return found

    def tables(self) -> tuple[Ints, NDArray[np.uint8]]:
        """Return the rows and the flags of all words so far."""
        if self._packed is None:
            rows = np.array(self._rows, dtype=np.int64)
            self._packed = rows, np.array(self._flags, dtype=np.uint8)
        return self._packed


@dataclass(frozen=True, slots=True)
class Variants:
    """One sentence as evaluation writes it, and as an ordinary text does."""

    spaced: Sentence = field(repr=False)
    tight: Sentence = field(repr=False)

    @classmethod
    def of(cls, sentence: Sentence) -> Variants:
        """Tokenize a sentence both ways."""
        return cls(retokenize(sentence, tight=False), retokenize(sentence, tight=True))


@dataclass(frozen=True, slots=True)
class Source:
    """A corpus made ready."""

    # its sentences, tokenized both ways, by document
    documents: Sequence[Sequence[Variants]] = field(repr=False)
    language: str  # whose features its words have
    variation: Variation = field(default_factory=Variation)  # how its sentences are varied
    style: int = 0  # number of its conventions; 0 for none in particular
    weight: float = 1.0  # how often each of its documents is seen per epoch
    marks: Marks = Marks.NAMES  # which kinds its annotation holds, and so what its O excludes
    as_written: bool = False  # whether its sentences are the lines of real documents, to be left so
    # share of its documents seen as excerpts: sentences with nothing around them
    excerpts: float = 0.0


def prepare(documents: Iterable[Document]) -> list[list[Variants]]:
    """Tokenize the sentences of documents both ways."""
    return [[Variants.of(sentence) for sentence in document] for document in documents]


@dataclass(frozen=True, slots=True)
class Stream:
    """The words of an epoch in a row: number, place bits, label, style, kinds that are marked."""

    words: Ints
    places: Ints
    labels: Ints
    styles: Ints
    marks: Ints

    def windows(self, length: int, rng: random.Random) -> list[Ints]:
        """Return the starts of windows of `length` words, shuffled, from a random offset on."""
        starts = list(range(rng.randrange(length), len(self.words) - length, length))
        rng.shuffle(starts)
        return [np.arange(s, s + length) for s in starts]


def epoch(
    sources: Sequence[Source], vocabulary: Vocabulary, rng: random.Random, gap: int = 0
) -> Stream:
    """Draw an epoch: each source's share of documents, shuffled, joined and varied.

    `gap` blank places keep texts apart that must not see each other.
    """
    chosen = [
        (source, document)
        for source in sources
        for document in source.documents
        for _ in range(int(source.weight + rng.random()))
    ]
    rng.shuffle(chosen)
    columns: tuple[list[int], ...] = ([], [], [], [], [])
    for source, document in chosen:
        before = len(columns[0])
        if gap and rng.random() < source.excerpts:
            for excerpt in _excerpts(document, rng):
                _lay_out(source, excerpt, vocabulary, rng, columns)
                _leave_out(gap, columns)
        else:
            _lay_out(source, document, vocabulary, rng, columns)
        length = len(columns[0]) - before
        columns[3].extend([source.style] * length)
        columns[4].extend([int(source.marks)] * length)
    return Stream(*(np.array(column, dtype=np.int64) for column in columns))


def _excerpts(document: Sequence[Variants], rng: random.Random) -> Iterator[list[Variants]]:
    """Yield a document in pieces of a sentence or a few."""
    piece: list[Variants] = []
    for variants in document:
        for sentence in _sentences(variants):
            piece.append(sentence)
            if rng.random() < _ALONE:
                yield piece
                piece = []
    if piece:
        yield piece


def _sentences(variants: Variants) -> Iterator[Variants]:
    """Yield the sentences of a line that is written one way; a line of two ways is one."""
    line = variants.tight
    if variants.spaced is not line:
        yield variants
        return
    start = 0
    for at, word in enumerate(line.words[:-1], 1):
        begins = line.labels[at] % 2 or not line.labels[at]  # no mention goes on here
        if word in _ENDS and begins and line.words[at][:1].isupper() and not line.attached[at]:
            yield _cut(line, start, at)
            start = at
    yield _cut(line, start, len(line.words))


def _cut(line: Sentence, start: int, end: int) -> Variants:
    piece = Sentence(line.words[start:end], line.labels[start:end], line.attached[start:end])
    return Variants(piece, piece)


def _leave_out(gap: int, columns: tuple[list[int], ...]) -> None:
    for column, value in zip(columns[:3], (BLANK, 0, 0), strict=True):
        column.extend([value] * gap)


def _lay_out(
    source: Source,
    document: Sequence[Variants],
    vocabulary: Vocabulary,
    rng: random.Random,
    columns: tuple[list[int], ...],
) -> None:
    """Append one document to the columns, its sentences joined by line ends or spaces."""
    words, places, labels = columns[:3]
    tight = rng.random() < 0.5
    newline_rate = 1.0 if source.as_written else rng.choice((1.0, 1.0, 0.5, 0.1))
    begins = True
    for variants in document:
        sentence = source.variation.apply(variants.tight if tight else variants.spaced, rng)
        first = len(places)
        words.extend([vocabulary.number(w, source.language) for w in sentence.words])
        labels.extend(sentence.labels)
        places.extend([ATTACHED if a else 0 for a in sentence.attached])
        if begins and len(places) > first:
            places[first] |= BEGINS_LINE
        begins = rng.random() < newline_rate
        if begins and len(places) > first:
            places[-1] |= ENDS_LINE
    if places:
        places[-1] |= ENDS_LINE

"""What the network of all languages reads, as arrays that are ready for a GPU.

Varying sentences takes a processor longer than a GPU needs to learn from them, so a few passes over
a language's data are varied beforehand and kept: `prepare`.  Kept are words, not their features;
`read` asks the packs' lists for these, so lists and network belong together.
"""

from __future__ import annotations

import lzma
import random
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tools.tuning_documents import STYLE, find_documents, labelled, size_of

from allonym.engines.features import (
    ATTACHED,
    BEGINS_LINE,
    ENDS_LINE,
    TableLayout,
    WordFeatures,
    place_bits,
)  # fmt: skip
from allonym.languages.lexicon import Lexicon
from allonym.languages.pack import ROOT
from allonym.text.tokenize import tokenize
from allonym.train.augment import Variation
from allonym.train.data import Marks, Sentence, find_corpora
from allonym.train.pack import name_swaps, style_of
from allonym.train.stream import BLANK, Ints, Source, Stream, Variants, Vocabulary, epoch, prepare

PASSES = 3
"""How often the corpora are varied; the documents, which are few, once more."""

CORPUS_WORDS = 170_000
"""Most words of a language's corpora in a pass, else the large ones would crowd out the small."""

HELPERS = {"sk": ("cs", 40_000)}
"""Whose corpora a language reads as if they were its own, where it has few: so many words."""

NOVEL_WORDS = 1_200_000
_CHUNK, _TOGETHER = 40, 20
"""Lines of a novel that are kept together, and sentences of a treebank."""

NOT_READ = ("bg_btb", "hu_szeged", "pl_pdb", "sv_lines", "pl_mpdt")
"""Treebanks left out: the first four may not be used commercially (or nobody says that they may),
the last is Polish of 1601 to 1772."""

_EXCERPTS, _DOCUMENT_EXCERPTS = 0.5, 0.35
_LONGEST = 40


@dataclass(frozen=True, slots=True)
class Prepared:
    """The data of one language.

    Attributes:
        language: ISO 639-1 code.
        words: The distinct words, by their numbers.
        corpora: Some passes over the corpora, documents kept apart by blanks.
        documents: Some passes over the marked documents.
        text: Running text; its labels mean nothing.
    """

    language: str
    words: tuple[str, ...]
    corpora: Stream
    documents: Stream
    text: Stream


_PARTS = ("corpora", "documents", "text")
_TYPES = (np.int32, np.uint8, np.uint8, np.uint8, np.uint8)


class _Numbers(Vocabulary):
    """Numbers the words of one language and asks for no features."""

    def __init__(self) -> None:
        super().__init__({})
        self.known: dict[str, int] = {}

    def number(self, word: str, language: str) -> int:  # noqa: ARG002
        return self.known.setdefault(word[:_LONGEST], len(self.known))


def prepare_language(
    language: str, data: Path, documents: Path, *, gap: int, passes: int = PASSES, seed: int = 7
) -> Prepared:
    """Read everything there is in a language.

    Args:
        language: ISO 639-1 code.
        data: The folder that holds ``ner``, ``text`` and ``ud``; the last two may lack.
        documents: The folder that holds ``<language>/train.txt``.
        gap: How many blank places keep texts apart that must not see each other.
        passes: How often the corpora are varied.
        seed: Decides everything random.
    """
    numbers, rng = _Numbers(), random.Random(seed)

    def passed(sources: Sequence[Source], times: int) -> Stream:
        drawn = [
            (source, document)
            for _ in range(times)
            for source in sources
            for document in source.documents
            for _ in range(int(source.weight + rng.random()))
        ]
        rng.shuffle(drawn)
        alone = (replace(source, documents=[document], weight=1.0) for source, document in drawn)
        return joined((epoch([source], numbers, rng, gap) for source in alone), gap)

    corpora = passed(_corpora(language, data), passes)
    marked = passed([_documents(language, documents)], passes + 1)
    texts = [*_running(language, data, rng), *(d.text for d in find_documents(documents, language))]
    running = [*(_text(text, numbers, language) for text in texts)]
    running += [_sentences(s, numbers, language) for s in _untagged(language, data)]
    text = joined(running, gap)
    return Prepared(language, tuple(numbers.known), corpora, marked, text)


def joined(streams: Iterable[Stream], gap: int) -> Stream:
    """Return streams one after the other, blanks between them."""
    blanks = Stream(*(np.full(gap, value, dtype=np.int64) for value in (BLANK, 0, 0, 0, 0)))
    parts = [part for stream in streams if len(stream.words) for part in (stream, blanks)]
    columns = zip(*(columns_of(part) for part in parts), strict=True)
    return Stream(*map(np.concatenate, columns)) if parts else blanks


def columns_of(stream: Stream) -> tuple[Ints, ...]:
    """Return words, places, labels, styles and marks of a stream."""
    return stream.words, stream.places, stream.labels, stream.styles, stream.marks


def _corpora(language: str, data: Path) -> list[Source]:
    """Return a language's corpora and those that it borrows, with the weights of a pass."""
    variation = Variation(names=name_swaps(ROOT / language / "lexicon"))
    made = []
    for code, most in ((language, CORPUS_WORDS), *filter(None, [HELPERS.get(language)])):
        sources = []
        for corpus in find_corpora(data, code):
            marks = Marks.NAMES if corpus.misc else Marks.FEW
            style = 0 if corpus.primary and code == language else style_of(corpus.name)
            read = prepare(corpus.documents())
            sources.append(
                Source(read, language, variation, style, corpus.weight, marks, excerpts=_EXCERPTS)
            )
        share = min(1.0, most / max(1.0, sum(s.weight * size_of(s.documents) for s in sources)))
        made += [replace(source, weight=source.weight * share) for source in sources]
    return made


def _documents(language: str, folder: Path) -> Source:
    """Return the marked documents of a language."""
    variation = Variation(
        upper=0.02, lower=0.04, plain=0.04, swap=0.35,
        names=name_swaps(ROOT / language / "lexicon"),
    )  # fmt: skip
    lines = [
        [Variants(line, line) for line in labelled(document)]
        for document in find_documents(folder, language)
    ]
    return Source(
        lines, language, variation, STYLE, 1.0, Marks.ALL,
        as_written=True, excerpts=_DOCUMENT_EXCERPTS,
    )  # fmt: skip


def _running(language: str, data: Path, rng: random.Random) -> Iterator[str]:
    """Yield stretches of novels and of treebanks."""
    novels = data / "text" / f"{language}.eltec.txt.xz"
    if novels.is_file():
        with lzma.open(novels, "rt", encoding="utf-8") as lines:
            written = [line.rstrip("\n") for line in lines if not line.startswith("# doc")]
        chunks = list(_batches([line for line in written if line], _CHUNK))
        rng.shuffle(chunks)
        left = NOVEL_WORDS
        while chunks and left > 0:
            yield (text := "\n".join(chunks.pop()))
            left -= len(text.split())
    for path in sorted((data / "ud").glob(f"{language}_*.conllu*.xz")):
        if not path.name.startswith(NOT_READ):
            with lzma.open(path, "rt", encoding="utf-8") as lines:
                told = [x.split("=", 1)[1].strip() for x in lines if x.startswith("# text = ")]
            yield from map("\n".join, _batches(told, _TOGETHER))


def _batches(items: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    return (items[first : first + size] for first in range(0, len(items), size))


def _untagged(language: str, data: Path) -> Iterator[list[Sentence]]:
    """Yield the documents of the language's corpora, written as in ordinary text."""
    for corpus in find_corpora(data, language):
        for document in corpus.documents():
            yield [Variants.of(sentence).tight for sentence in document]


def _text(text: str, numbers: _Numbers, language: str) -> Stream:
    tokens = tokenize(text)
    words = [numbers.number(text[start:end], language) for start, end in tokens]
    return _unlabelled(words, place_bits(text, tokens))


def _sentences(sentences: Sequence[Sentence], numbers: _Numbers, language: str) -> Stream:
    """Lay sentences out, a line each."""
    words: list[int] = []
    places: list[int] = []
    for sentence in filter(lambda s: s.words, sentences):
        words += [numbers.number(word, language) for word in sentence.words]
        line = [ATTACHED if touches else 0 for touches in sentence.attached]
        line[0] |= BEGINS_LINE
        line[-1] |= ENDS_LINE
        places += line
    return _unlabelled(words, places)


def _unlabelled(words: Sequence[int], places: Sequence[int]) -> Stream:
    none = np.zeros(len(words), dtype=np.int64)
    return Stream(np.array(words, np.int64), np.array(places, np.int64), none, none, none)


def write(prepared: Prepared, path: Path) -> None:
    """Write the data of a language, packed, in types that are just large enough."""
    parts = {
        f"{name}{n}": column.astype(_TYPES[n])
        for name in _PARTS
        for n, column in enumerate(columns_of(getattr(prepared, name)))
    }
    told = "\n".join(prepared.words).encode("utf-8", "surrogatepass")
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, words=np.frombuffer(told, np.uint8), **parts)


def read(path: Path) -> Prepared:
    """Read what `write` wrote."""
    with np.load(path) as arrays:
        told = arrays["words"].tobytes().decode("utf-8", "surrogatepass").split("\n")
        streams = [
            Stream(*(arrays[f"{name}{n}"].astype(np.int64) for n in range(len(_TYPES))))
            for name in _PARTS
        ]
    return Prepared(path.stem, tuple(told), *streams)


Features = tuple[NDArray[np.int32], NDArray[np.uint8]]


def features_of(several: Sequence[Prepared]) -> list[Features]:
    """Return rows and flags of the words of some languages, worked out side by side."""
    asked = {prepared.language: prepared.words for prepared in several}
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        return list(pool.map(_features, asked.keys(), asked.values()))


def _features(language: str, words: Sequence[str]) -> Features:
    features = WordFeatures(TableLayout(), Lexicon.load(ROOT / language / "lexicon"))
    made = [features.matrix(some) for some in _batches(words, 4096)]
    rows, flags = (np.concatenate(part) for part in zip(*made, strict=True))
    return rows.astype(np.int32), flags.astype(np.uint8)

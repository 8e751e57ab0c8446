"""Read the corpora, and lay them out as the stream of words that training cuts windows from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import groupby
from pathlib import Path
from typing import Any

from allonym.engines.features import place_bits
from allonym.errors import ConfigError
from allonym.text.columns import read_lines
from allonym.text.iob2 import read_iob2
from allonym.text.tables import table_of
from allonym.text.tokenize import tokenize

TYPES = ("PER", "LOC", "ORG", "MISC", "ADDR", "CODE")
LABELS = ("O", *(f"{edge}-{t}" for t in TYPES for edge in "BI"))
"""The classes of the network, in order: O, then B and I of each type."""

LABEL_ID = {label: number for number, label in enumerate(LABELS)}


class Marks(IntEnum):
    """Which kinds an annotation holds: what is not marked there may still be one of the others."""

    FEW = 0
    """People, places and organisations."""
    NAMES = 1
    """Names of other kinds too."""
    ALL = 2
    """Addresses and codes too, but no names of other kinds: our own documents."""


_NO_SPACE_BEFORE = frozenset(",.;:!?)]}»”%'…")
_NO_SPACE_AFTER = frozenset("([{«„“@#/")
_TIGHT = frozenset("-–/")


@dataclass(frozen=True, slots=True)
class Corpus:
    """One training corpus."""

    name: str  # ``<language>/<corpus>``
    path: Path  # the file of its training split
    weight: float = 1.0  # share of its documents seen per epoch
    misc: bool = True  # whether names of other kinds are marked
    primary: bool = False  # whether the exported network follows its conventions
    dev: str = ""  # whose development split calibrates the network; if empty, that of a primary one
    # documents whose names begin so are not trained on but calibrate the network, where the
    # development split is the only test
    held: str = ""

    def documents(self) -> Iterator[Document]:
        """Yield what may be trained on."""
        return read_documents(self.path, but=self.held)

    def development(self) -> Iterator[Document]:
        """Yield what may be tuned on."""
        if self.held:
            yield from read_documents(self.path, only=self.held)
            return
        stem = self.dev or self.path.name.split(".")[0]
        for path in sorted(self.path.parent.glob(f"{stem}.dev.iob2*")):
            yield from read_documents(path)


@dataclass(frozen=True, slots=True)
class Sentence:
    """Words with their classes, as read or as tokenized again."""

    words: tuple[str, ...] = field(repr=False)
    labels: tuple[int, ...] = field(repr=False)
    attached: tuple[bool, ...] = field(repr=False, default=())


Document = list[Sentence]


def known_corpora() -> dict[str, dict[str, Any]]:
    """Return what ``corpora.toml`` says about each corpus."""
    corpora: dict[str, dict[str, Any]] = table_of("allonym.train", "corpora.toml")["corpora"]
    return corpora


def find_corpora(data: Path, language: str) -> list[Corpus]:
    """Return the training corpora of a language, those of weight 0 left out.

    They lie in ``ner/<language>/<corpus>.train.iob2[.xz]``.

    Raises:
        ConfigError: If there is none.
    """
    known = known_corpora()
    found = []
    for path in sorted((data / "ner" / language).glob("*.train.iob2*")):
        name = f"{language}/{path.name.split('.')[0]}"
        corpus = Corpus(name, path, **known.get(name, {}))
        found += [corpus] if corpus.weight > 0 else []
    if not found:
        raise ConfigError(f"no training data in {data / 'ner' / language}: expected *.train.iob2")
    return found


def read_documents(path: Path, *, only: str = "", but: str = "") -> Iterator[Document]:
    """Yield the documents of an IOB2 file; where none are marked, each sentence is one.

    Names of documents wanted begin with `only`, of those not wanted with `but`.
    """
    for name, group in groupby(read_iob2(read_lines(path)), key=lambda s: s.document):
        if name.startswith(only) and not (but and name.startswith(but)):
            made = [Sentence(s.tokens, tuple(LABEL_ID.get(t, 0) for t in s.tags)) for s in group]
            yield from [made] if name else ([sentence] for sentence in made)


def retokenize(sentence: Sentence, *, tight: bool) -> Sentence:
    """Join the words as a text would and cut the text as the engine will.

    If `tight`, punctuation is written without space, as in ordinary text; otherwise every word
    stands apart, as evaluation joins them.
    """
    text, starts = _join(sentence.words, tight=tight)
    words, labels, attached = [], [], []
    tokens = tokenize(text)
    bits = place_bits(text, tokens)
    owner = 0
    for (start, end), bit in zip(tokens, bits, strict=True):
        while owner + 1 < len(starts) and starts[owner + 1] <= start:
            owner += 1
        words.append(text[start:end])
        label = sentence.labels[owner]  # inside, B- becomes I-
        labels.append(label + label % 2 if start > starts[owner] else label)
        attached.append(bool(bit & 4))
    return Sentence(tuple(words), tuple(labels), tuple(attached))


def _join(words: tuple[str, ...], *, tight: bool) -> tuple[str, list[int]]:
    parts: list[str] = []
    starts: list[int] = []
    length = 0
    previous = ""
    for word in words:
        apart = bool(parts) and not (tight and _tight(previous, word))
        parts += [" ", word] if apart else [word]
        length += 1 if apart else 0
        starts.append(length)
        length += len(word)
        previous = word
    return "".join(parts), starts


def _tight(left: str, right: str) -> bool:
    return (
        right[0] in _NO_SPACE_BEFORE
        or right in ("n't", "’s", "’")
        or left[-1] in _NO_SPACE_AFTER
        or right in _TIGHT
        or left in _TIGHT
    )

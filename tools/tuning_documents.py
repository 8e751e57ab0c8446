"""Marked documents as training material: lines as they stand, every kind of mention labelled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from zlib import crc32

from allonym.engines.features import ATTACHED, place_bits
from allonym.text.markup import MarkedDocument, MarkedMention, parse_marked
from allonym.text.tokenize import tokenize
from allonym.train.data import LABEL_ID, Document, Sentence
from allonym.train.stream import Variants

LABEL_OF = {
    "person": "PER", "place": "LOC", "org": "ORG", "address": "ADDR",
    "phone": "CODE", "iban": "CODE", "account": "CODE", "card": "CODE", "id": "CODE",
    "plate": "CODE", "property": "CODE", "case_number": "CODE", "username": "CODE",
}  # fmt: skip
"""The network's class of a mention's main type; what patterns never miss has none."""

FOLDS = 2

STYLE = 63
"""The number of the conventions that our documents follow."""


def fold_of(name: str, folds: int = FOLDS) -> int:
    """Return the fold that a document belongs to, by its id.

    Every score that something else learns from comes from a network that has not read the
    document: the one of the other folds.
    """
    return crc32(name.encode()) % folds


def find_documents(folder: Path, language: str) -> list[MarkedDocument]:
    """Return the documents of ``<folder>/<language>/train.txt``; none where there is no such file.

    Raises:
        CorruptDocument: If a mark is malformed.
    """
    path = folder / language / "train.txt"
    return list(parse_marked(path.read_text("utf-8"))) if path.is_file() else []


def labelled(document: MarkedDocument) -> Document:
    """Return the lines of a document with the classes of their words."""
    tokens = tokenize(document.text)
    labels = _labels(tokens, document.mentions)
    attached = [bool(bits & ATTACHED) for bits in place_bits(document.text, tokens)]
    cells = list(zip(tokens, labels, attached, strict=True))
    return [
        Sentence(
            tuple(document.text[start:end] for (start, end), _, _ in line),
            tuple(label for _, label, _ in line),
            tuple(touches for _, _, touches in line),
        )
        for line in _lines(document.text, cells)
    ]


def size_of(documents: Iterable[Sequence[Variants]]) -> int:
    """Return how many words documents have."""
    return sum(len(variants.tight.words) for document in documents for variants in document)


Cell = tuple[tuple[int, int], int, bool]


def _lines(text: str, cells: Sequence[Cell]) -> Iterator[list[Cell]]:
    line: list[Cell] = []
    end = 0
    for cell in cells:
        if line and "\n" in text[end : cell[0][0]]:
            yield line
            line = []
        line.append(cell)
        end = cell[0][1]
    if line:
        yield line


def _labels(tokens: Sequence[tuple[int, int]], mentions: Sequence[MarkedMention]) -> list[int]:
    labels = [0] * len(tokens)
    at = 0
    for mention in sorted(mentions, key=lambda m: m.span):
        name = LABEL_OF.get(mention.type.partition(".")[0])
        while at < len(tokens) and tokens[at][1] <= mention.span.start:
            at += 1
        first = at
        while name and at < len(tokens) and tokens[at][0] < mention.span.end:
            labels[at] = LABEL_ID[f"{'I' if at > first else 'B'}-{name}"]
            at += 1
    return labels

"""Reads treebanks: CoNLL-U and CoNLL-U Plus, packed or not.

Source of the format: https://universaldependencies.org/format.html.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from allonym.errors import CorruptDocument, DocumentError
from allonym.model.features import FeatureBundle, parse_features

_COLUMNS = 10


@dataclass(frozen=True, slots=True)
class Token:
    """One word of a treebank.

    Attributes:
        form: As written.
        lemma: Its citation form, in the capitals of the treebank.
        upos: UD part of speech.
        features: UD features.
        head: Number of the word it depends on; 0 for the root, -1 where the file has no trees.
        relation: UD relation to that word.
        spaced: Whether a space follows.
        entity: IOB2 tag from the column MISC; empty where there is none.
    """

    form: str = field(repr=False)
    lemma: str = field(repr=False)
    upos: str
    features: FeatureBundle
    head: int = -1
    relation: str = ""
    spaced: bool = True
    entity: str = ""


Sentence = tuple[Token, ...]


def read_conllu(path: Path) -> list[Sentence]:
    """Read every sentence of a treebank file (``.conllu``, ``.conllup``, either ``.xz``).

    Raises:
        DocumentError: If the file cannot be read.
        CorruptDocument: If a line has other than ten columns; file and line are named.
    """
    try:
        data = path.read_bytes()
        text = (lzma.decompress(data) if path.suffix == ".xz" else data).decode("utf-8")
    except OSError as error:
        raise DocumentError(f"{path.name}: cannot be read ({error.strerror})") from error
    except (lzma.LZMAError, EOFError, UnicodeDecodeError) as error:
        raise CorruptDocument(
            f"{path.name}: not a whole UTF-8 or xz file; fetch it again"
        ) from error
    lines = enumerate(text.split("\n"), 1)
    groups = groupby(lines, key=lambda numbered: bool(numbered[1].strip()))
    found = (tuple(_tokens(path, group)) for filled, group in groups if filled)
    return [sentence for sentence in found if sentence]


def _tokens(path: Path, lines: Iterator[tuple[int, str]]) -> Iterator[Token]:
    for number, line in lines:
        if line.startswith("#"):
            continue
        columns = line.split("\t")
        if len(columns) < _COLUMNS:
            raise CorruptDocument(f"{path.name}: line {number}: not ten columns; give CoNLL-U")
        # words inside a contraction are counted once, by the contraction's parts
        if columns[0].isdigit():
            yield _token(path, number, columns)


def _token(path: Path, number: int, columns: list[str]) -> Token:
    _, form, lemma, upos, _, features, head, relation, _, misc, *_ = columns
    notes = dict(part.partition("=")[::2] for part in misc.split("|"))
    try:
        bundle = parse_features(features)
    except ValueError as error:
        raise CorruptDocument(f"{path.name}: line {number}: {error}") from error
    place = int(head) if head.isdigit() else -1
    spaced = notes.get("SpaceAfter") != "No"
    return Token(form, lemma, upos, bundle, place, relation, spaced, notes.get("NER", ""))

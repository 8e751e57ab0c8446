"""CoNLL-U and CoNLL-U Plus as tables: columns, sentences, rows; what is wrong and what they say.

Sources: https://universaldependencies.org/format.html and
https://universaldependencies.org/ext-format.html.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from allonym.errors import CorruptDocument
from allonym.model.features import NO_FEATURES, FeatureBundle, parse_features
from allonym.model.view import TokenReading

STANDARD = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
"""The ten columns of CoNLL-U, in force where a file names no others."""

NAMED = re.compile(r"#\s*global\.columns\s*=\s*(.+)")
_ID = re.compile(r"([0-9]+)(?:(-|\.)([0-9]+))?")
_HEAD = 10_000
_FORMS = ("FORM", "TOKEN", "WORD")
_SAME = ("NORM", "NORMFORM", "NORMALIZED")
NOUNS = frozenset({"NOUN", "PROPN"})
_NOTHING = frozenset({"", "_"})
LEMPOS = re.compile(r"-[a-z]\Z")
"""What Sketch Engine hangs on a lemma to tell its part of speech."""

Kind = Literal["word", "range", "empty"]


@dataclass(frozen=True, slots=True)
class Columns:
    """Which column means what; an index of -1 stands for a column that is not there."""

    names: tuple[str, ...]  # in order, in capitals
    id: int  # number of the token
    form: int  # the word
    lemma: int  # its citation form
    upos: int  # its part of speech
    xpos: int  # tag of the corpus
    feats: int  # features
    misc: int  # pairs of key and value
    norms: tuple[int, ...]  # the word in another spelling
    entities: tuple[int, ...]  # named entities
    others: tuple[int, ...]  # columns of annotation that CoNLL-U does not know

    @classmethod
    def of(cls, names: Sequence[str]) -> Columns:
        """Read the names of columns.

        Raises:
            CorruptDocument: If none holds the words.
        """
        upper = [name.upper() for name in names]
        form = next((upper.index(name) for name in _FORMS if name in upper), -1)
        if form < 0:
            raise CorruptDocument("no column FORM among # global.columns; name it there")
        norms = tuple(i for i, name in enumerate(upper) if name in _SAME)
        entities = tuple(i for i, n in enumerate(upper) if n == "NE" or n.endswith((":NE", "_NE")))
        special = {form, *norms, *entities}
        others = tuple(
            i for i, name in enumerate(upper) if name not in STANDARD and i not in special
        )
        at = {name: index for index, name in enumerate(upper)}
        return cls(
            tuple(names), at.get("ID", -1), form, at.get("LEMMA", -1), at.get("UPOS", -1),
            at.get("XPOS", -1), at.get("FEATS", -1), at.get("MISC", -1),
            norms, entities, others,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a sentence: a word, a multiword token over several words, or an empty node."""

    line: int
    kind: Kind
    form: str = field(repr=False)
    first: int = 0
    last: int = 0


@dataclass(frozen=True, slots=True)
class Sentence:
    """The lines of one sentence; numbers of lines count from 0."""

    columns: Columns
    comments: tuple[int, ...]
    rows: tuple[Row, ...]


@dataclass(slots=True)
class _Draft:
    """A sentence while it is read."""

    comments: list[int] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    word: int = 0
    within: int = 0


def is_conll(text: str) -> bool:
    r"""Tell whether a text is a corpus in CoNLL-U or CoNLL-U Plus, by its first rows.

    >>> is_conll("# text = Ana.\n1\tAna" + "\t_" * 8), is_conll("# Ana\n1. Ana met Eva.")
    (True, False)
    """
    lines = text[:_HEAD].splitlines()
    named = next((m for line in lines if (m := NAMED.match(line))), None)
    width = len(named[1].split()) if named else len(STANDARD)
    rows = [line.split("\t") for line in lines if line.strip() and not line.startswith("#")]
    complete = rows[:-1] if len(rows) > 1 and len(text) > _HEAD else rows
    numbered = (len(row) == width and (named or _ID.fullmatch(row[0])) for row in complete)
    return bool(complete) and all(numbered)


def read_table(lines: Sequence[str]) -> Iterator[Sentence]:
    """Yield the sentences of a file; comments without a sentence make one without rows.

    Args:
        lines: Of the file, with or without their ends.

    Raises:
        CorruptDocument: If a row has too many or too few columns, no form, or a number out of
            order; the line is named.
    """
    columns, draft = Columns.of(STANDARD), _Draft()
    for number, raw in enumerate(lines):
        line = raw.rstrip("\r\n")
        if line.startswith("#") and (columns.id >= 0 or "\t" not in line):
            named = NAMED.match(line)
            columns = Columns.of(named[1].split()) if named else columns
            draft.comments.append(number)
        elif line.strip():
            draft.rows.append(_row(line, number, columns, draft))
        elif draft.rows or draft.comments:
            yield _closed(columns, draft, number)
            draft = _Draft()
    if draft.rows or draft.comments:
        yield _closed(columns, draft, len(lines))


def _closed(columns: Columns, draft: _Draft, number: int) -> Sentence:
    if draft.within > draft.word:
        raise CorruptDocument(
            f"line {number}: the sentence ends inside a multiword token; its words are missing"
        )
    return Sentence(columns, tuple(draft.comments), tuple(draft.rows))


def cells_of(line: str, columns: Columns) -> list[str]:
    """Return the cells of a row; an empty cell too many at its end is left out."""
    cells = line.rstrip("\r\n").split("\t")
    if len(cells) == len(columns.names) + 1 and not cells[-1]:
        cells.pop()
    return cells


def _row(line: str, number: int, columns: Columns, draft: _Draft) -> Row:
    cells = cells_of(line, columns)
    if len(cells) != len(columns.names):
        raise CorruptDocument(
            f"line {number + 1}: {len(columns.names)} columns are expected, not {len(cells)}; part "
            "them by tabs, or name them in a first line # global.columns = ID FORM ..."
        )
    form = cells[columns.form]
    if not form.strip():
        raise CorruptDocument(f"line {number + 1}: no word in column {columns.form + 1}")
    if columns.id < 0:
        return Row(number, "word", form)
    match = _ID.fullmatch(cells[columns.id])
    if not match:
        raise CorruptDocument(f"line {number + 1}: column {columns.id + 1} holds no token number")
    return _numbered(number, form, match, draft)


def _numbered(number: int, form: str, match: re.Match[str], draft: _Draft) -> Row:
    first, mark = int(match[1]), match[2]
    last = int(match[3] or first)
    if mark == ".":
        if first != draft.word:
            raise CorruptDocument(f"line {number + 1}: an empty node that follows no word")
        return Row(number, "empty", form, first, first)
    if not _in_order(first, draft, strict=mark == "-"):
        raise CorruptDocument(
            f"line {number + 1}: token number {first} where {draft.word + 1} is due"
        )
    if mark == "-":
        if last <= first:
            raise CorruptDocument(f"line {number + 1}: a multiword token over fewer than two words")
        draft.within = last
        return Row(number, "range", form, first, last)
    draft.word = first
    return Row(number, "word", form, first, first)


def _in_order(number: int, draft: _Draft, *, strict: bool) -> bool:
    """Tell whether a number may come next.

    Corpora skip and repeat numbers; only multiword tokens need every one.
    """
    if strict or (draft.within and draft.word <= draft.within):
        return number == draft.word + 1
    return number >= max(1, draft.word)


def readings_of(sentence: Sentence, lines: Sequence[str]) -> Mapping[int, TokenReading]:
    """Return for the line of each word what its row says, where it says anything."""
    columns = sentence.columns
    if max(columns.lemma, columns.upos, columns.xpos, columns.feats) < 0:
        return {}
    rows = (row for row in sentence.rows if row.kind == "word")
    made = {r.line: _reading(cells_of(lines[r.line], columns), columns) for r in rows}
    return {line: reading for line, reading in made.items() if reading != TokenReading()}


def _reading(cells: Sequence[str], columns: Columns) -> TokenReading:
    def cell(index: int) -> str:
        return "" if index < 0 or cells[index] in _NOTHING else cells[index]

    lemma, form = cell(columns.lemma), cells[columns.form]
    tail = LEMPOS.search(lemma, 1)
    if tail and not form.endswith(tail[0]):
        lemma = lemma[: tail.start()]
    noun = cell(columns.upos) in NOUNS
    return TokenReading(lemma, _features(cell(columns.feats)), cell(columns.xpos), noun)


def _features(text: str) -> FeatureBundle:
    """Return the features of a cell; a cell in another notation says nothing here."""
    try:
        return parse_features(text)
    except ValueError:
        return NO_FEATURES

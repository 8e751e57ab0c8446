"""Vertical text of the Corpus Workbench: one word a line, its structure in lines of tags.

Source: https://cwb.sourceforge.io/files/CWB_Encoding_Tutorial.pdf.  The first column is the word
unless columns are named; a column that mostly begins as the word does repeats it, as a lemma.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.sax.saxutils import escape

from allonym.errors import CorruptDocument
from allonym.formats.base import Format
from allonym.formats.conll.document import ConllDocument, lines_of
from allonym.formats.conll.table import Columns, Row, Sentence
from allonym.formats.conll.text import Laid, Unit, attributes_of
from allonym.formats.encoding import decode
from allonym.formats.references import unescape

_BLOCK = re.compile(r"\s*</?(?:s|p|text|doc|head|title|div|u|sp|l|li|item|turn)[\s/>]")
_TAG = re.compile(r"<[^<>]+>")
_GLUE = re.compile(r"\s*<g\s*/>")
_SAMPLE = 2000


class VrtFormat(Format):
    """A vertical text.

    Attributes:
        settings: ``columns`` names the columns in order: ``word``, ``lemma``, others at will.
    """

    def open(self, data: bytes) -> ConllDocument:
        """Read a vertical text.

        Raises:
            CorruptDocument: If a row has no word, or fewer columns than the first one.
        """
        source, encoding = decode(data)
        lines = lines_of(source)
        columns = self._columns(lines)
        sentences = tuple(_sentences(lines, columns))
        return ConllDocument.of(lines, sentences, encoding, _lay, attributes_of, escape)

    def _columns(self, lines: Sequence[str]) -> Columns:
        rows = [line.rstrip("\r\n").split("\t") for line in lines if _is_row(line)][:_SAMPLE]
        width = len(rows[0]) if rows else 1
        if self.settings.columns:
            return _named(self.settings.columns, width)
        repeats = tuple(n for n in range(1, width) if _repeats(rows, n))
        return _columns(width, 0, repeats[:1], repeats[1:])


def _named(names: Sequence[str], width: int) -> Columns:
    small = [name.casefold() for name in names[:width]]
    words = [n for n, name in enumerate(small) if name in ("word", "form", "token")]
    if not words:
        raise CorruptDocument("no column called word; name the columns of the file in their order")
    lemmas = tuple(n for n, name in enumerate(small) if name in ("lemma", "base", "lempos", "lc"))
    return _columns(width, words[0], lemmas[:1], lemmas[1:])


def _columns(width: int, word: int, lemmas: tuple[int, ...], norms: tuple[int, ...]) -> Columns:
    names = tuple(str(n + 1) for n in range(width))
    special = {word, *lemmas, *norms}
    others = tuple(n for n in range(width) if n not in special)
    return Columns(names, -1, word, lemmas[0] if lemmas else -1, -1, -1, -1, -1, norms, (), others)


def _repeats(rows: Sequence[Sequence[str]], column: int) -> bool:
    """Tell whether a column begins as the word does in half of the rows with a longer word."""
    words = [row for row in rows if len(row) > column and row[0][:3].isalpha() and len(row[0]) > 2]
    same = sum(row[column][:2].casefold() == row[0][:2].casefold() for row in words)
    return bool(words) and 2 * same >= len(words)


def _is_row(line: str) -> bool:
    """Tell whether a line is a word: neither empty nor one tag alone."""
    bare = line.strip()
    return bool(bare) and not (_TAG.fullmatch(bare) or bare.startswith("<!--"))


def _sentences(lines: Sequence[str], columns: Columns) -> list[Sentence]:
    made: list[Sentence] = []
    comments: list[int] = []
    rows: list[Row] = []
    for number, line in enumerate(lines):
        if _is_row(line):
            rows.append(_row(line, number, columns))
        elif line.strip():
            if rows and _BLOCK.match(line):
                made.append(Sentence(columns, tuple(comments), tuple(rows)))
                comments, rows = [], []
            comments.append(number)
    return [*made, Sentence(columns, tuple(comments), tuple(rows))]


def _row(line: str, number: int, columns: Columns) -> Row:
    cells = line.rstrip("\r\n").split("\t")
    if len(cells) != len(columns.names):
        raise CorruptDocument(
            f"line {number + 1}: {len(columns.names)} columns are expected, not {len(cells)}"
        )
    if not cells[columns.form].strip():
        raise CorruptDocument(f"line {number + 1}: no word in column {columns.form + 1}")
    return Row(number, "word", unescape(cells[columns.form]))


def _lay(sentence: Sentence, lines: Sequence[str]) -> Laid:
    """Return the words with a space between them, except where ``<g/>`` stands."""
    glues = {number for number in sentence.comments if _GLUE.match(lines[number])}
    units: list[Unit] = []
    last = -1
    for row in sentence.rows:
        glued = not units or any(n in glues for n in range(last + 1, row.line))
        units.append(Unit(row.form, row.line, "" if glued else " "))
        last = row.line
    return Laid(tuple(units))

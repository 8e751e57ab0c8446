"""Tables of text (CSV, RFC 4180, and TSV): cells are read, every character between them stays.

A cell without a replacement is written as it was, quotation marks included.  The first row names
the columns if the profile picks some of them by name; otherwise it is read like any other, since
a guess could turn out otherwise when the result is read again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from allonym.errors import CorruptDocument, UnrewritableContent
from allonym.formats.encoding import Encoding, decode
from allonym.formats.mapped import Part
from allonym.formats.markup.cells import Table
from allonym.model.mention import Evidence, Mention
from allonym.model.replacement import ReplacementPlan
from allonym.model.span import Span, spliced
from allonym.model.view import Segment, TextView
from allonym.ports import Residue
from allonym.profile import Documents

_CANDIDATES = ",;\t|"
_SAMPLE = 200
_END = re.compile(r"\r\n|\n|\r|\Z")


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell and where it stands in the source, quotation marks included."""

    start: int
    end: int
    row: int
    column: int
    text: str = field(repr=False)
    quoted: bool


@dataclass(frozen=True, slots=True)
class CsvFormat:
    """A table whose cells are parted by commas, semicolons, tabs or bars.

    Attributes:
        settings: ``columns`` says which are read, by name or number from 1.
    """

    settings: Documents = Documents()
    delimiters: str = _CANDIDATES

    def open(self, data: bytes) -> TableDocument:
        """Read a table.

        Raises:
            CorruptDocument: If a column that is asked for is not there.
        """
        source, encoding = decode(data)
        delimiter = _delimiter(source, self.delimiters)
        cells = tuple(scan(source, delimiter))
        head = _head(cells)
        columns = _chosen(self.settings.columns, head)
        header = any(not name.isdigit() for name in self.settings.columns)
        return TableDocument.of(source, cells, delimiter, encoding, columns, header)


@dataclass(frozen=True, slots=True)
class TsvFormat(CsvFormat):
    """A table whose cells are parted by tabs."""

    delimiters: str = "\t"


def scan(source: str, delimiter: str) -> Iterator[Cell]:
    """Yield the cells of a table in order.

    A cell is quoted if its quotation mark closes right before the next cell; any other mark is a
    character like others.
    """
    mark = re.escape(delimiter)
    cell = re.compile(rf'"((?:[^"]|"")*+)"(?={mark}|\r|\n|\Z)|([^{mark}\r\n]*)')
    position = row = column = 0
    while position < len(source):
        match = cell.match(source, position)
        if match is None:
            raise CorruptDocument(f"row {row + 1}: cannot be read as cells")
        quoted = match[1] is not None
        text = match[1].replace('""', '"') if quoted else match[2]
        yield Cell(match.start(), match.end(), row, column, text, quoted)
        position = match.end()
        if source.startswith(delimiter, position):
            position, column = position + 1, column + 1
            if position == len(source):
                yield Cell(position, position, row, column, "", quoted=False)
            continue
        end = _END.match(source, position)
        position, row, column = end.end() if end else len(source), row + 1, 0


def _delimiter(source: str, candidates: str) -> str:
    """Return what parts the cells: what does so into as many cells in most of the first rows.

    The standard library's sniffer guesses by characters and may guess otherwise after a
    replacement; counting cells does not, since whatever could part them is quoted then.
    """
    best, score = candidates[0], 0.0
    for delimiter in candidates if len(candidates) > 1 else ():
        counts = _row_lengths(source, delimiter)
        usual = max(set(counts), key=counts.count, default=1)
        own = (usual > 1) * counts.count(usual) / max(1, len(counts)) + min(usual, 50) / 1000
        if own > score:
            best, score = delimiter, own
    return best


def _row_lengths(source: str, delimiter: str) -> list[int]:
    lengths: list[int] = []
    for cell in scan(source, delimiter):
        if cell.row == len(lengths):
            if cell.row == _SAMPLE:
                break
            lengths.append(0)
        lengths[cell.row] += 1
    return lengths


def _head(cells: Sequence[Cell]) -> list[str]:
    names: list[str] = []
    for cell in cells:
        if cell.row:
            break
        names.append(cell.text.strip())
    return names


def _chosen(columns: Sequence[str], head: Sequence[str]) -> frozenset[int]:
    """Return which columns are read; empty for all.

    Raises:
        CorruptDocument: If the first row does not name one of them.
    """
    names = {name.casefold(): number for number, name in reversed(list(enumerate(head)))}
    found: set[int] = set()
    for name in columns:
        if name.casefold() in names:
            found.add(names[name.casefold()])
        elif name.isdigit() and 0 < int(name) <= max(1, len(head)):
            found.add(int(name) - 1)
        else:
            raise CorruptDocument(
                f"no column {name!r} in the first row; give a name from there, or a number from "
                f"1 to {max(1, len(head))}"
            )
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class TableDocument:
    """A table with the cells that are read, a block each.

    Attributes:
        source: The whole file as text.
        cells: All of them.
        delimiter: What parts them.
        encoding: Of the file.
        view: The cells that are read.
        unread: How many cells are not, in the header and in other columns.
    """

    source: str = field(repr=False)
    cells: tuple[Cell, ...] = field(repr=False)
    delimiter: str
    encoding: Encoding
    view: TextView
    unread: tuple[int, int] = (0, 0)

    @classmethod
    def of(
        cls,
        source: str,
        cells: tuple[Cell, ...],
        delimiter: str,
        encoding: Encoding,
        columns: frozenset[int],
        header: bool,
    ) -> TableDocument:
        """Lay the cells of some columns out as a view."""
        parts: list[str] = []
        segments: list[Segment] = []
        position = row = 0
        heads = others = 0
        for cell in cells:
            if (header and not cell.row) or (columns and cell.column not in columns):
                heads += header and not cell.row
                others += bool(cell.row or not header)
                continue
            gap = "" if not parts else "\n" if cell.row == row else "\n\n"
            parts.append(gap + cell.text)
            position, row = position + len(gap) + len(cell.text), cell.row
            if cell.text:
                segments.append(Segment(Span(position - len(cell.text), position), cell))
        blocks = tuple(segment.span for segment in segments)
        view = TextView("".join(parts), tuple(segments), blocks)
        return cls(source, cells, delimiter, encoding, view, (heads, others))

    @property
    def given(self) -> tuple[Mention, ...]:
        """What the headings of columns say of the cells below them."""
        table, found, at = Table(), [], {s.anchor: s.span for s in self.view.segments}
        for cell in self.cells:
            while table.row <= cell.row:
                table.begin_row()
            table.column = cell.column
            kind = table.read(cell.text)
            if kind and cell in at:
                span, text = at[cell], cell.text.strip()
                start = span.start + cell.text.index(text)
                evidence = (Evidence("given", "heading", 1.0),)
                found.append(Mention(Span(start, start + len(text)), kind, evidence))
        return tuple(found)

    @property
    def residue(self) -> tuple[Residue, ...]:
        """The header and the columns that are not read."""
        places = zip(("header row", "columns not read"), self.unread, strict=True)
        return tuple(Residue(place, count, "kept") for place, count in places if count)

    def rewrite(self, plan: ReplacementPlan) -> bytes:
        """Return the table with the plan carried out.

        Raises:
            UnrewritableContent: If a replacement lies between cells or in several.
        """
        edits: dict[Cell, list[Part]] = {}
        for replacement in plan:
            slices = self.view.locate(replacement.span)
            if len(slices) != 1 or not isinstance(slices[0].anchor, Cell):
                span = replacement.span
                raise UnrewritableContent(f"no single cell at {span.start}-{span.end} of the view")
            place = slices[0]
            edits.setdefault(slices[0].anchor, []).append(
                (place.start, place.end, replacement.text)
            )
        cells = ((c.start, c.end, self._cell(c, changes)) for c, changes in edits.items())
        return self.encoding.encode(spliced(self.source, cells))

    def _cell(self, cell: Cell, changes: Sequence[Part]) -> str:
        text = spliced(cell.text, changes)
        if cell.quoted or self._needs_quotes(cell.text, text):
            return '"' + text.replace('"', '""') + '"'
        return text

    def _needs_quotes(self, old: str, new: str) -> bool:
        """Tell whether a text without quotation marks would be read as something else.

        A sign that could part cells is quoted too where the old text had none, so that the table
        is not taken for one with other delimiters.
        """
        if new.startswith('"') or any(mark in new for mark in "\r\n" + self.delimiter):
            return True
        return any(new.count(mark) > old.count(mark) for mark in _CANDIDATES)

"""Tables of text (CSV, RFC 4180, and TSV): cells are read, every character between them stays.

A cell without a replacement is written as it was, quotation marks included.  The first row names
the columns if the profile picks some of them by name; otherwise it is read like any other, since
a guess could turn out otherwise when the result is read again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from itertools import chain, pairwise, takewhile

from allonym.errors import CorruptDocument
from allonym.formats.base import Format
from allonym.formats.boxes import Seen, together
from allonym.formats.encoding import decode
from allonym.formats.mapped import MappedDocument, Piece, Place, around
from allonym.formats.markup.addresses import FILE, cleaned_files, resolved
from allonym.formats.markup.blocks import Block, laid
from allonym.languages.columns import column_type, counts, fits, is_amount, is_total
from allonym.model.types import AMOUNT
from allonym.ports import Residue

_CANDIDATES = ",;\t|"
_SAMPLE = 200
_END = re.compile(r"\r\n|\n|\r|\Z")
_MARK = re.compile(rf'(?P<mark>"")|{FILE}')
# what is no text in a cell, and in one that is reckoned; doubled marks are one
_FORMULA = re.compile(rf"{_MARK.pattern}|[A-Z][\w.]*\(")
# what programs write behind a number that they take for an amount; it is not read
_AMOUNT = re.compile(r"(?<=\d{7})\.0+\Z")


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
class CsvFormat(Format):
    """A table whose cells are parted by commas, semicolons, tabs or bars.

    Attributes:
        settings: ``columns`` says which are read, by name or number from 1.
    """

    delimiters: str = _CANDIDATES

    def open(self, data: bytes) -> MappedDocument:
        """Read a table.

        Raises:
            CorruptDocument: If a column that is asked for is not there.
        """
        source, encoding = decode(data)
        delimiter = _delimiter(source, self.delimiters)
        cells = tuple(scan(source, delimiter))
        head = [cell.text.strip() for cell in takewhile(lambda cell: not cell.row, cells)]
        columns = _chosen(self.settings.columns, head)
        header = any(not name.isdigit() for name in self.settings.columns)
        table, blocks, row = Table(), list[Block](), 0
        heads = others = 0
        for cell in cells:
            while len(table.rows) <= cell.row:
                table.begin_row()
            table.column = cell.column
            is_left = (header and not cell.row) or bool(columns and cell.column not in columns)
            block = None if is_left else _block(source, cell, delimiter)
            table.read(_AMOUNT.sub("", cell.text), block)
            if block is None:
                heads += header and not cell.row
                others += bool(cell.row or not header)
                continue
            if blocks and cell.row > row:
                blocks[-1].tail = "\n\n"
            row = cell.row
            blocks.append(block)
        table.settle()
        if blocks:
            blocks[-1].tail = ""
        reading = laid(blocks, cleaned_files(source, 0, len(source)))
        document = reading.document(source, encoding)
        counts = (("header row", heads), ("columns not read", others))
        return replace(document, residue=tuple(Residue(p, n, "kept") for p, n in counts if n))


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
        cells = takewhile(lambda cell: cell.row < _SAMPLE, scan(source, delimiter))
        counts = [*Counter(cell.row for cell in cells).values()]
        usual = max(set(counts), key=counts.count, default=1)
        own = (usual > 1) * counts.count(usual) / max(1, len(counts)) + min(usual, 50) / 1000
        if own > score:
            best, score = delimiter, own
    return best


def _chosen(columns: Sequence[str], head: Sequence[str]) -> frozenset[int]:
    """Return which columns are read; empty for all."""
    names = {name.casefold(): number for number, name in reversed(list(enumerate(head)))}
    found: set[int] = set()
    for name in columns:
        if name.casefold() in names:
            found.add(names[name.casefold()])
        elif name.isdigit() and 0 < int(name) <= max(1, len(head)):
            found.add(int(name) - 1)
        else:
            numbers = f"from 1 to {len(head)}" if len(head) > 1 else "1, the only one"
            lacks = f"no column {name!r} in the first row"
            raise CorruptDocument(f"{lacks}; give a name from there, or the number {numbers}")
    return frozenset(found)


def _block(source: str, cell: Cell, delimiter: str) -> Block:
    """Return what is read of a cell; without quotation marks it is written as a whole."""
    start, end = cell.start + cell.quoted, cell.end - cell.quoted
    text = _AMOUNT.sub("", cell.text)
    end -= len(cell.text) - len(text)
    escape = _doubled if cell.quoted else partial(_parting_nothing, delimiter)
    signs = _FORMULA if cell.text.startswith("=") else _MARK
    found = (
        (sign, Piece('"', Place(*sign.span(), whole=True, escape=escape)) if sign["mark"] else None)
        for sign in signs.finditer(source, start, end)
        if cell.quoted or not sign["mark"]
    )
    pieces = list(resolved(around(source, start, end, found, escape)))
    if not cell.quoted and [piece.text for piece in pieces] == [text]:
        as_cell = partial(_as_cell, text, delimiter)
        pieces = [Piece(text, Place(start, end, whole=True, escape=as_cell))]
    block = Block(pieces)
    block.length = len(block.text())
    return block


def _doubled(text: str) -> str:
    return text.replace('"', '""')


def _parting_nothing(delimiter: str, text: str) -> str:
    """Return a text for a part of a cell that has no quotation marks and can't get any."""
    return re.sub(f'[{delimiter}"\\r\\n]', " ", text)


def _as_cell(old: str, delimiter: str, new: str) -> str:
    """Return a cell, in quotation marks where it would be read as something else without.

    A sign that could part cells is quoted too where the old text had none, so that the table
    is not taken for one with other delimiters.
    """
    if new.startswith('"') or any(mark in new for mark in "\r\n" + delimiter):
        return f'"{_doubled(new)}"'
    parts_more = any(new.count(mark) > old.count(mark) for mark in _CANDIDATES)
    return f'"{_doubled(new)}"' if parts_more else new


_LETTERS = re.compile(r"[A-Z]{1,3}")
_MOST_ROWS = 5  # headings stand in one of the first rows
_GROUPED = re.compile(r"(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))")
_MOST_MISSING = 20  # cells that are left out of a row and yet part what is read
_LONG = 6  # digits of the shortest numbers by which somebody is known
_SENSIBLE = 16  # digits that programs reckon with
_SURE = 2  # headings that a row has at least, if it is taken for one of them further below


@dataclass(slots=True)
class Table:
    """A table that is being read: what its headings announce is noted when all of it was."""

    before: str = ""  # what stands before it
    column: int = -1  # of the cell that is being read
    since: int | None = None  # how many blocks there were when it began; None while none is open
    rows: list[list[Seen]] = field(default_factory=list, repr=False)  # what was read in each

    def begin(self, kind: str, attributes: Mapping[str, str], blocks: int) -> int:
        """Go on with the next row or cell, as its element says it; `blocks` came before it.

        Returns:
            How many cells are left out before it.
        """
        if kind == "row":
            self.begin_row()
            return 0
        before = self.column
        repeated = attributes.get("number-columns-repeated", "1")
        number = int(repeated) if repeated.isdigit() and len(repeated) < 5 else 1
        letters = _LETTERS.match(attributes.get("r", ""))  # ``C7`` says which it is
        self.column = column_number(letters[0]) - 1 if letters else self.column + max(1, number)
        self.since = blocks
        return min(max(0, self.column - before - max(1, number)), _MOST_MISSING)

    def begin_row(self) -> None:
        """Go on with the next row."""
        self.rows.append([])
        self.column = -1

    def read(self, text: str, block: Block | None, also: tuple[Place, ...] | None = ()) -> None:
        """Note what the present cell holds, the block in which it is read, and where it is too."""
        if text.strip() and self.rows:
            self.rows[-1].append(Seen(self.column, text, block, column_type(text), also))

    def settle(self) -> None:
        """Mark each cell as what the heading of its column announces for it."""
        together(self.rows, self.before)
        kinds: dict[int, str] = {}
        found: list[tuple[Seen, str]] = []
        labels: dict[int, list[str]] = {}
        small = _small(self.rows)
        for number, row in enumerate(self.rows, 1):
            heads = {cell.column: cell.kind for cell in reversed(row) if cell.kind}
            if heads and not kinds:
                kinds = heads if number <= _MOST_ROWS else kinds
            elif _is_head(heads, kinds):
                for cell in row:
                    kinds.pop(cell.column, None)
                kinds.update(heads)
            else:
                for column, kind in heads.items():
                    labels.setdefault(column, []).append(kind)
                found += _told(row, kinds, small)
                if _told_by_names(heads) >= _SURE:
                    kinds.update(heads)
                elif number <= _MOST_ROWS:
                    kinds = {c: k for c, k in heads.items() if k != "person"} | kinds
        found += ((cell, AMOUNT) for cell in self._amounts())
        many = Counter(cell.column for row in self.rows for cell in row)
        forms = {c for c, said in labels.items() if _are_labels(said, many[c])}
        found += _beside_labels(self.rows, forms)
        for cell, kind in found:
            if cell.block and not cell.block.marks and cell.column not in forms:
                cell.block.marks.append((0, cell.block.length, kind))

    def _amounts(self) -> Iterator[Seen]:
        """Yield the numbers below headings of amounts, in rows of totals, and what is summed up."""
        below, kinds = set[int](), set[int]()
        above: dict[int, list[Seen]] = {}
        for number, row in enumerate(self.rows, 1):
            is_sum = bool(row) and is_total(row[0].text)
            heads = {cell.column for cell in row if counts(cell.text)}
            if not is_sum and len(heads) + sum(bool(c.kind) for c in row) >= _SURE:
                below = heads.union(below.difference(cell.column for cell in row))
            elif not is_sum and number <= _MOST_ROWS:
                below |= heads
            kinds = kinds.union(c.column for c in row if c.kind) - heads
            below -= kinds
            for cell in row:
                summed = above.setdefault(cell.column, [])
                if cell.column in kinds or (value := _whole(cell.text)) is None:
                    continue
                told = is_sum and len(summed) > 1 and (cell.column in below or _may_sum(summed))
                if told and value == sum(_whole(c.text) or 0 for c in summed):
                    yield from (*summed, cell)
                elif is_amount(cell.text) and (is_sum or cell.column in below):
                    yield cell
                summed.append(cell)
            if is_sum:
                above = {}


def _may_sum(cells: Sequence[Seen]) -> bool:
    """Tell whether numbers may be amounts; long ones of one length may be somebody's in a list."""
    lengths = {len(_GROUPED.sub("", cell.text.strip())) for cell in cells}
    one = len(lengths) == 1 and max(lengths) >= _LONG
    return not one and all(is_amount(cell.text) for cell in cells)


def _whole(text: str) -> int | None:
    bare = _GROUPED.sub("", text.strip())
    return int(bare) if bare.lstrip("-").isdecimal() and len(bare) < _SENSIBLE else None


def _beside_labels(rows: Sequence[Sequence[Seen]], forms: Set[int]) -> Iterator[tuple[Seen, str]]:
    """Yield what stands to the right of a form's labels, as each announces: *Priimek | Kovač*."""
    for label, cell in chain.from_iterable(map(pairwise, rows)):
        told = label.kind if label.column in forms and not cell.kind else ""
        if told and fits(cell.text, told):
            yield cell, told


def _told_by_names(heads: Mapping[int, str]) -> int:
    """Return how many headings are none of who somebody is: a witness may stand in any row."""
    return sum(kind != "person" for kind in heads.values())


def _is_head(heads: Mapping[int, str], kinds: Mapping[int, str]) -> bool:
    """Tell whether a row is one of headings again, as in tables below each other.

    One of its headings stands where nothing but what another announced should: no *Fox | Phone*.
    """
    below = any(kinds.get(c) and kind != "person" for c, kind in heads.items())
    return below and _told_by_names(heads) >= _SURE and not heads.items() <= kinds.items()


def _are_labels(said: Sequence[str], many: int) -> bool:
    """Tell whether a column is one of labels, as in a form: half of its cells are headings."""
    return len({kind for kind in said if kind != "person"}) >= _SURE and 2 * len(said) >= many - 1


def _small(rows: Sequence[Sequence[Seen]]) -> Set[int]:
    """Return the columns in which more words stand in small letters than not."""
    sides = Counter[int]()
    for cell in (c for row in rows for c in row if not c.kind and c.text.strip().isalpha()):
        sides[cell.column] += 1 if cell.text.islower() else -1
    return {column for column, side in sides.items() if side > 0}


def _told(row: Sequence[Seen], kinds: Mapping[int, str], small: Set[int]) -> list[tuple[Seen, str]]:
    """Return the cells of a row with what their columns hold, if they may be that.

    Given names and surnames may stand in small letters where others of their column do (`small`).
    What is called a total (*Razem*, *Summa*) is one where nothing else in its row is somebody's.
    """
    # below the headings another is who somebody is: Vastaaja, Todistaja
    told = [
        (c, kind) for c in row
        if (kind := kinds.get(c.column, "")) and not c.kind
        and fits(c.text.title() if c.column in small and "person." in kind else c.text, kind)
    ]  # fmt: skip
    return [] if len(told) == 1 and is_total(told[0][0].text) else told


def column_number(letters: str) -> int:
    """Return which column letters name, from 1."""
    return reduce(lambda number, letter: 26 * number + ord(letter) - 64, letters, 0)

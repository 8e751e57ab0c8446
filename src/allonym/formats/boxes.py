"""What cells of a row say together: a letter or a digit in each box of a form.

``Nazwisko | K | O | W | A | L | S | K | I`` names nobody, cell by cell.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise, takewhile

import regex as re

from allonym.formats.mapped import Piece, Place, slices
from allonym.formats.markup.blocks import Block
from allonym.languages.columns import column_type, fits
from allonym.languages.pack import available, load_pack
from allonym.text.fold import fold

_FEWEST, _FEWEST_LETTERS = {"phone": 6}, 2  # boxes that are a number, and a name
_WIDEST = 4  # columns that a box takes up at most
_LONGEST = 40  # rows below and boxes of them that are looked at
_BOX = re.compile(r"[\p{L}\p{N}./-]")
_NAME = re.compile(r"(?:\p{Lu}+|\p{Lu}\p{Ll}+)(?:[ -](?:\p{Lu}+|\p{Lu}\p{Ll}+))*")
# day, month and year of four letters or two, which may come first
_HINT = re.compile(r"(\pL)\1(\pL)\2(\pL)\3(?:\3\3)?|(\pL)\4{3}(\pL)\5(\pL)\6", re.I)
_AGAIN = re.compile(r"(.{1,2})\1+")
_PERSON, _IBAN, _OTHER = "person", "iban", "other"
_IN_WORDS = (_PERSON, "postcode")  # parted in a text as they are in boxes
# what letters stand for that are none of a name: marks, signs in a row
_ROWS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩ", "0123456789", "123456789"
_NUMBERS = ("phone", "id", _IBAN, "account", "postcode", "date")


@dataclass(frozen=True, slots=True)
class Seen:
    """A cell of a table as it was read."""

    column: int
    text: str = field(repr=False)
    block: Block | None = field(repr=False)
    kind: str  # what it announces as a heading
    also: tuple[Place, ...] | None = ()  # where it stands again; None if otherwise than here


def together(rows: list[list[Seen]], before: str = "") -> None:
    """Let cells that are one word or number be one cell, the first of them.

    Args:
        rows: Of a table.
        before: What stands right before it, which may be a label.
    """
    first = next((row[0].column for row in rows if row), 0)
    kind = column_type(before)
    # lists are headed *Student* too, and statistics *Phones*, with more rows of figures
    is_grid = len(rows) > 1 and all(row and _BOX.fullmatch(row[0].text) for row in rows[:2])
    is_label = not is_grid and (kind != _PERSON or " " in before)
    above: Sequence[Seen] = [Seen(first, before, None, kind)] if is_label else ()
    for number, row in enumerate(rows):
        below = rows[number + 1 : number + _LONGEST]
        hinted = _hinted(row, above) if below and not any(c.kind for c in below[0]) else []
        row[:] = _boxes(row, above, below)
        above = hinted or row


def _hinted(row: Sequence[Seen], above: Sequence[Seen]) -> list[Seen]:
    """Return what heads boxes below a row that says how to fill a day in (*DDMMYYYY*), if it is.

    That is what labels it, beside it or above.  Another label parts the boxes of two days.
    """
    before, found = above[0] if above else None, list[Seen]()
    for cells in _runs(row, ()):
        text = "".join(cell.text for cell in cells if cell.text.isalpha())
        if before and _HINT.fullmatch(text):
            kind = before.kind or _OTHER
            found.append(replace(before, column=cells[0].column, kind=kind))
        before = cells[-1]
    return found if any(head.kind.startswith("date") for head in found) else []


def _is_own(cell: Seen) -> bool:
    """Tell whether a cell may be a part of what several say."""
    block = cell.block
    return bool(
        block and cell.also is not None and not (block.marks or block.behind)
        and block.text().strip() == cell.text
    )  # fmt: skip


def _boxes(row: list[Seen], above: Sequence[Seen], below: Sequence[Sequence[Seen]]) -> list[Seen]:
    """Return a row in which signs in boxes behind or below a label are what it says."""
    made: list[Seen] = []
    heads = {cell.column for cell in above if cell.kind}
    for cells in _runs(row, heads):
        label = made[-1] if made and cells[0].column not in heads else _over(cells, above)
        kind = label.kind if label else ""
        words = _words(cells) if kind.startswith(_IN_WORDS) else [cells]
        text = " ".join("".join(cell.text for cell in word) for word in words)
        kind = _IBAN if kind == "account" and text[0].isalpha() else kind
        may_be = len(cells) >= _FEWEST_LETTERS and fits(text, kind) and not _is_row(text)
        if label and may_be and (_is_name(text, label, below) or _is_number(kind, cells)):
            made.append(_one(words, kind, cells[0]))
        else:
            made += cells
    return made


def _is_name(text: str, label: Seen, below: Sequence[Sequence[Seen]]) -> bool:
    """Tell whether letters in boxes are the name of somebody, not headings of columns.

    Where somebody stands below the label they are those of a grid: *Student | A | B | C*.
    """
    letters = text.replace(" ", "")
    if (
        not label.kind.startswith(_PERSON)
        or not _NAME.fullmatch(text)
        or len(letters) < _FEWEST_LETTERS
    ):
        return False
    if label.kind == _PERSON and _AGAIN.fullmatch(letters):
        return False
    rows = takewhile(lambda row: not _is_labelled(row, label), below)
    return not any(cell.column == label.column for row in rows for cell in row)


def _is_number(kind: str, cells: Sequence[Seen]) -> bool:
    """Tell whether signs in boxes are a number such as a label announces."""
    return kind.startswith(_NUMBERS) and len(cells) >= _FEWEST.get(kind, 4)


def _is_labelled(row: Sequence[Seen], label: Seen) -> bool:
    """Tell whether a row has another label of a form in the column of one."""
    return any(cell.kind for cell in row if cell.column == label.column)


def _is_row(text: str) -> bool:
    """Tell whether signs stand in an order that all know: of letters, figures, days, months."""
    bare = text.replace(" ", "")
    return len(bare) > _FEWEST_LETTERS and any(
        said in row for said in {bare.casefold(), fold(bare.casefold())} for row in _rows()
    )


@cache
def _rows() -> frozenset[str]:
    """Return the orders of signs, in small letters, those that begin again twice."""
    found = {row.casefold() for row in _ROWS}
    for code in available():
        dates = load_pack(code).toml("dates.toml")
        for words in (*dates["weekdays"].values(), *dates["months"].values()):
            found.add(2 * "".join(word[0] for word in words if word).casefold())
    return frozenset((*found, *map(fold, found)))


def _over(cells: Sequence[Seen], above: Sequence[Seen]) -> Seen | None:
    """Return the only cell above boxes, if there is no other."""
    heads = [c for c in above if cells[0].column <= c.column <= cells[-1].column]
    return heads[0] if len(heads) == 1 and heads[0].column == cells[0].column else None


def _runs(row: Sequence[Seen], heads: Container[int]) -> Iterator[list[Seen]]:
    """Yield the boxes in a row that follow each other below one label, and each other cell."""
    run: list[Seen] = []
    for cell in row:
        is_box = bool(_BOX.fullmatch(cell.text)) and _is_own(cell)
        goes_on = is_box and cell.column not in heads
        if run and not (goes_on and cell.column - run[-1].column <= _WIDEST):
            yield run
            run = []
        run.append(cell)
        if not is_box:
            yield run
            run = []
    if run:
        yield run


def _words(cells: Sequence[Seen]) -> list[list[Seen]]:
    """Part boxes where one at least is left empty; joined cells are not all as wide, if none is."""
    steps = [cell.column - before.column for before, cell in pairwise(cells)]
    found, least = [[cells[0]]], min(steps, default=1)
    for step, cell in zip(steps, cells[1:], strict=True):
        if step > least:
            found.append([])
        found[-1].append(cell)
    return found if all(len(word) > 1 for word in found) else [list(cells)]


def _one(words: Sequence[Sequence[Seen]], kind: str, at: Seen) -> Seen:
    """Lay cells one after another in the block of one of them, which is of a kind."""
    pieces: list[Piece] = []
    for cells in words:
        pieces += [Piece(" ")] if pieces else []
        for cell in cells:
            pieces += _said(cell)
    if at.block:
        at.block.pieces, text = pieces, "".join(piece.text for piece in pieces)
        at.block.length = len(text)
        at.block.marks.append((0, len(text), kind))
        at = replace(at, text=text, kind="")
    return at


def _said(cell: Seen) -> Iterator[Piece]:
    """Yield what a cell says, without the space around, and take it out of its block."""
    if (block := cell.block) is None:
        return
    text = block.text()
    start = len(text) - len(text.lstrip())
    for piece in next(slices(block.pieces, [(start, start + len(cell.text))])):
        place = replace(piece.place, also=cell.also or ()) if piece.place else None
        yield replace(piece, place=place)
    block.pieces, block.length = [], 0

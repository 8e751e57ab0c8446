"""What cells of a row say together: a letter in each box of a form, a day over three columns.

``K | O | W | A | L | S | K | I`` and ``7 | 3 | 1958`` name nobody, cell by cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import regex as re

from allonym.formats.mapped import Piece
from allonym.formats.markup.blocks import Block
from allonym.languages.columns import date_part, fits

_FEWEST = 4  # boxes that are a word
_BOX, _WORD = re.compile(r"[\p{L}\p{N}./-]"), re.compile(r"\p{Lu}(?:\p{Lu}+|\p{Ll}+)")
_NUMBERS = ("phone", "id", "iban", "account", "postcode", "date", "person")
_PARTS = ("year", "month", "day")
_VALUES = {
    "year": re.compile(r"(?:1[89]|20)\d\d"), "day": re.compile(r"0?[1-9]|[12]\d|3[01]"),
    "month": re.compile(r"0?[1-9]|1[012]"),
}  # fmt: skip
_MONTH = re.compile(r"\p{L}{3,}\.?")
BIRTH = "date.birth"


@dataclass(frozen=True, slots=True)
class Seen:
    """A cell of a table as it was read."""

    column: int
    text: str = field(repr=False)
    block: Block | None = field(repr=False)
    kind: str  # what it announces as a heading
    alone: bool = False  # whether it can't be a part of a word, since its number stands twice


def together(rows: list[list[Seen]], heads: int) -> None:
    """Let cells that are one word or one day be one cell, the first of them.

    Args:
        rows: Of a table.
        heads: How many of them may be headings.
    """
    days: dict[int, tuple[list[str], str]] = {}
    above: Sequence[Seen] = ()
    for number, row in enumerate(rows):
        found = _days(row, above) if number < heads else {}
        row[:] = row if found else _boxes(_with_days(row, days), above)
        days |= found
        above = row


def _days(row: Sequence[Seen], above: Sequence[Seen]) -> dict[int, tuple[list[str], str]]:
    """Return where days begin below headings, in which order and what they are of."""
    found = {}
    for at in range(len(row) - 2):
        heads = row[at : at + 3]
        parts = [date_part(cell.text) for cell in heads]
        if sorted(parts) == sorted(_PARTS) and _are_next(heads):
            over = (cell for cell in above if cell.column == heads[0].column)
            is_birth = any(cell.kind == BIRTH for cell in (*heads, *over))
            found[heads[0].column] = parts, BIRTH if is_birth else "date"
    return found


def _are_next(cells: Sequence[Seen]) -> bool:
    """Tell whether cells stand side by side, each with a text of its own."""
    first = cells[0].column
    return all(
        cell.block and cell.column == first + n and cell.block.length == len(cell.text)
        and not (cell.block.marks or cell.block.behind or cell.alone)
        for n, cell in enumerate(cells)
    )  # fmt: skip


def _with_days(row: list[Seen], days: dict[int, tuple[list[str], str]]) -> list[Seen]:
    """Return a row in which each day over three columns is one cell, as ISO 8601 writes it."""
    for at in range(len(row) - 2 if days else 0):
        cells = row[at : at + 3]
        if len(cells) < 3 or cells[0].column not in days or not _are_next(cells):
            continue
        order, kind = days[cells[0].column]
        by = dict(zip(order, cells, strict=True))
        if not all(_VALUES[part].fullmatch(by[part].text) for part in ("year", "day")):
            continue
        if _VALUES["month"].fullmatch(by["month"].text):
            row[at : at + 3] = [_one([by[part] for part in _PARTS], "-", kind, cells[0])]
        elif _MONTH.fullmatch(by["month"].text):
            row[at : at + 3] = [_one([by[part] for part in _PARTS[::-1]], " ", kind, cells[0])]
    return row


def _boxes(row: list[Seen], above: Sequence[Seen]) -> list[Seen]:
    """Return a row in which letters in boxes are a word, and signs behind a label what it says."""
    made: list[Seen] = []
    for cells in _runs(row):
        label = made[-1].kind if made else _over(cells, above)
        text = "".join(cell.text for cell in cells)
        is_told = label.partition(".")[0] in _NUMBERS and fits(text, label)
        if len(cells) >= _FEWEST and (is_told or _WORD.fullmatch(text)):
            made.append(_one(cells, "", label if is_told else "", cells[0]))
        else:
            made += cells
    return made


def _over(cells: Sequence[Seen], above: Sequence[Seen]) -> str:
    """Return what the only cell above boxes announces."""
    heads = [c for c in above if cells[0].column <= c.column <= cells[-1].column]
    return heads[0].kind if len(heads) == 1 and heads[0].column == cells[0].column else ""


def _runs(row: Sequence[Seen]) -> Iterator[list[Seen]]:
    """Yield the boxes side by side in a row, and each other cell by itself."""
    run: list[Seen] = []
    for cell in row:
        is_box = bool(_BOX.fullmatch(cell.text))
        if run and not (is_box and _are_next([*run[-1:], cell])):
            yield run
            run = []
        run.append(cell)
        if not is_box:
            yield run
            run = []
    if run:
        yield run


def _one(cells: Sequence[Seen], gap: str, kind: str, at: Seen) -> Seen:
    """Lay cells one after another in the block of one of them, which is of a kind, if of any."""
    pieces: list[Piece] = []
    for block in (cell.block for cell in cells if cell.block):
        pieces += [*([Piece(gap)] if pieces and gap else []), *block.pieces]
        block.pieces, block.length = [], 0
    if at.block:
        at.block.pieces, text = pieces, "".join(piece.text for piece in pieces)
        at.block.length = len(text)
        at.block.marks += [(0, len(text), kind)] if kind else []
        at = replace(at, text=text, kind="")
    return at

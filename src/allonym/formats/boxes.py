"""What cells of a row say together: a letter in each box of a form, a day over three columns.

``K | O | W | A | L | S | K | I`` and ``7 | 3 | 1958`` name nobody, cell by cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain, pairwise, takewhile

import regex as re

from allonym.formats.mapped import Piece, cut
from allonym.formats.markup.blocks import Block
from allonym.languages.columns import date_part, fits
from allonym.languages.pack import available, load_pack
from allonym.text.fold import fold

_FEWEST, _FEWEST_LETTERS = 4, 2  # boxes that are a number, and a name
_WIDEST = 4  # columns that a box takes up at most
_LONGEST = 40  # rows below and boxes of them that are looked at
_BOX = re.compile(r"[\p{L}\p{N}./-]")
_NAME = re.compile(r"(?:\p{Lu}+|\p{Lu}\p{Ll}+)(?:[ -](?:\p{Lu}+|\p{Lu}\p{Ll}+))*")
_CAPITAL, _SIGN = re.compile(r"\p{Lu}"), re.compile(r"[\p{Lu}\d]")  # in boxes of other rows
_AGAIN = re.compile(r"(.{1,2})\1+")
_PERSON = "person"
# what letters stand for that are none of a name: marks, signs in a row
_ROWS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩ", "0123456789", "123456789"
_NUMBERS = ("phone", "id", "iban", "account", "postcode", "date")
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
    times: int = 1  # columns in which it stands, up to its own


def together(rows: list[list[Seen]], heads: int) -> None:
    """Let cells that are one word or one day be one cell, the first of them.

    Args:
        rows: Of a table.
        heads: How many of them may be headings.
    """
    days: dict[int, tuple[list[str], str]] = {}
    above: Sequence[Seen] = ()
    # statistics have days too
    are_ones = any(c.kind.startswith((_PERSON, "date")) for c in chain(*rows[:heads]))
    for number, row in enumerate(rows):
        found = _days(row, above) if are_ones and number < heads else {}
        row[:] = (
            row
            if found
            else _boxes(_with_days(row, days), above, rows[number + 1 : number + _LONGEST])
        )
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
    return all(_is_own(cell) and cell.column == first + n for n, cell in enumerate(cells))


def _is_own(cell: Seen) -> bool:
    """Tell whether a cell may be a part of what several say."""
    block = cell.block
    return bool(
        block and not (block.marks or block.behind or cell.alone)
        and block.text().strip() == cell.text
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
            row[at : at + 3] = [_one([[by[part]] for part in _PARTS], "-", kind, cells[0])]
        elif _MONTH.fullmatch(by["month"].text):
            row[at : at + 3] = [_one([[by[part]] for part in _PARTS[::-1]], " ", kind, cells[0])]
    return row


def _boxes(row: list[Seen], above: Sequence[Seen], below: Sequence[Sequence[Seen]]) -> list[Seen]:
    """Return a row in which signs in boxes behind or below a label are what it says."""
    made: list[Seen] = []
    for cells in _runs(row):
        label = made[-1] if made else _over(cells, above)
        kind = label.kind if label else ""
        words = _words(cells) if kind.startswith(_PERSON) else [cells]
        text = " ".join("".join(cell.text for cell in word) for word in words)
        if not label or len(cells) < _FEWEST_LETTERS or not fits(text, kind) or _is_row(text):
            made += cells
        elif kind.startswith(_PERSON) and _is_name(
            text, label, cells, below, is_last=cells[-1] is row[-1]
        ):
            made.append(_one(words, " ", kind, cells[0]))
        elif _is_number(kind, cells):
            made.append(_one([cells], "", kind, cells[0]))
        else:
            made += cells
    return made


def _is_name(
    text: str,
    label: Seen,
    cells: Sequence[Seen],
    below: Sequence[Sequence[Seen]],
    *,
    is_last: bool,
) -> bool:
    """Tell whether letters in boxes are the name of somebody, not headings of columns.

    Cells below those of headings are filled as one likes, yet in the same columns; other boxes
    of a form hold capitals or digits, fewer or more of them.
    """
    letters = "".join(cell.text for cell in cells)
    is_vague = label.kind == _PERSON
    if not _NAME.fullmatch(text) or len(letters) < _FEWEST_LETTERS:
        return False
    if is_vague and _AGAIN.fullmatch(letters):
        return False
    columns = {cell.column for cell in cells}
    last = max(columns) + (_LONGEST if is_last else 0)
    rows = list(takewhile(lambda row: not _is_labelled(row, label), below))
    others = [
        _others(row, min(columns), last)
        for row in rows
        if any(c.column == label.column for c in row)
    ]
    signs = [c for row in others if {c.column for c in row} != {min(columns)} for c in row]
    if not signs:
        return len(letters) >= _FEWEST or len(rows) < len(below) or not others
    may_be = _CAPITAL if is_vague else _SIGN
    are_signs = len(letters) >= _FEWEST and all(may_be.fullmatch(c.text) for c in signs)
    return are_signs and {c.column for c in signs} != columns


def _is_labelled(row: Sequence[Seen], label: Seen) -> bool:
    """Tell whether a row has another label of a form in the column of one."""
    return any(cell.kind for cell in row if cell.column == label.column)


def _others(row: Sequence[Seen], first: int, last: int) -> list[Seen]:
    """Return the cells that stand in some columns of a row."""
    return [cell for cell in row if first <= cell.column <= last]


def _is_number(kind: str, cells: Sequence[Seen]) -> bool:
    """Tell whether signs in boxes are a number such as a label announces."""
    apart = len(_words(cells)) > 1
    root = kind.partition(".")[0]
    return root in _NUMBERS and len(cells) >= _FEWEST and not (apart and root == "date")


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


def _runs(row: Sequence[Seen]) -> Iterator[list[Seen]]:
    """Yield the boxes in a row that follow each other, and each other cell by itself."""
    run: list[Seen] = []
    for cell in row:
        is_box = bool(_BOX.fullmatch(cell.text)) and _is_own(cell)
        if run and not (is_box and _step(run[-1], cell) <= _WIDEST):
            yield run
            run = []
        run.append(cell)
        if not is_box:
            yield run
            run = []
    if run:
        yield run


def _step(before: Seen, cell: Seen) -> int:
    """Return how many columns a cell stands behind another."""
    return cell.column - cell.times + 1 - before.column


def _words(cells: Sequence[Seen]) -> list[list[Seen]]:
    """Part boxes where one at least is left empty; joined cells are not all as wide, if none is."""
    steps = [_step(*pair) for pair in pairwise(cells)]
    found, least = [[cells[0]]], min(steps, default=1)
    for step, cell in zip(steps, cells[1:], strict=True):
        if step > least:
            found.append([])
        found[-1].append(cell)
    return found if all(len(word) > 1 for word in found) else [list(cells)]


def _one(words: Sequence[Sequence[Seen]], gap: str, kind: str, at: Seen) -> Seen:
    """Lay cells one after another in the block of one of them, which is of a kind, if of any."""
    pieces: list[Piece] = []
    for cells in words:
        pieces += [Piece(gap)] if pieces and gap else []
        for cell in cells:
            pieces += _said(cell)
    if at.block:
        at.block.pieces, text = pieces, "".join(piece.text for piece in pieces)
        at.block.length = len(text)
        at.block.marks += [(0, len(text), kind)] if kind else []
        at = replace(at, text=text, kind="")
    return at


def _said(cell: Seen) -> Iterator[Piece]:
    """Yield what a cell says, without the space around, and take it out of its block."""
    if (block := cell.block) is None:
        return
    text = block.text()
    start = len(text) - len(text.lstrip())
    yield from [*cut(block.pieces, [(start, start + len(cell.text))])][:-1]
    block.pieces, block.length = [], 0
    if cell.times > 1:
        yield Piece((cell.times - 1) * cell.text)

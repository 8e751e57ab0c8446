"""Tables in the text of RTF: what cells between bars or tabs say together is read as such."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import regex as re

from allonym.formats.boxes import Seen, together
from allonym.formats.mapped import Piece, slices
from allonym.formats.markup.blocks import Block, Reading, laid
from allonym.languages.columns import column_type

_BOXES = re.compile(r"[|\t] *[\p{L}\p{N}./-] *[|\t] *[\p{L}\p{N}./-] *(?=[|\t\r\n]|\Z)")
_ROW = re.compile(r"[^|\t\n]*+[|\t].*")
_CELL = re.compile(r"[^|\t\r\n]+|[|\t\r\n]+")


def with_boxes(pieces: Iterable[Piece]) -> Reading:
    """Return what is read of a text, with its boxes of one sign each as what they say."""
    whole = list(pieces)
    text = "".join(piece.text for piece in whole)
    if not _BOXES.search(text):
        return Reading(tuple(whole), (), (), (), ())
    tables = list(_tables(text))
    spans = [span for rows in tables for row in rows for span in row]
    blocks = [
        Block(found, length=end - start, tail="")
        for found, (start, end) in zip(slices(whole, spans), spans, strict=True)
    ]
    ahead, said = iter(blocks), ""
    for rows in tables:
        seen: list[list[Seen]] = []
        before = said
        for row in rows:
            cells = [(text[slice(*span)], next(ahead)) for span in row]
            line = "".join(cell for cell, _ in cells).strip()
            said = line or said
            if len(row) > 1:
                seen.append(list(_seen(cells)))
        together(seen, before)
    return replace(laid(blocks, ()), blocks=())


def _seen(cells: Sequence[tuple[str, Block]]) -> Iterator[Seen]:
    """Yield the cells of a row that hold anything."""
    column = 0
    for text, block in cells:
        if text[0] in "|\t\r\n":
            column += len(text.rstrip("\r\n"))
        elif text.strip():
            yield Seen(column, text.strip(), block, column_type(text.strip()))


def _tables(text: str) -> Iterator[list[list[tuple[int, int]]]]:
    """Yield tables as rows of cells and what parts them, and lines between as rows of one."""
    rows: list[list[tuple[int, int]]] = []
    for line in re.finditer(r".*\n|.+\Z", text):
        is_row = bool(_ROW.match(text, *line.span()))
        if rows and is_row != (len(rows[-1]) > 1):
            yield rows
            rows = []
        cells = _CELL.finditer(text, *line.span()) if is_row else (line,)
        rows.append([cell.span() for cell in cells])
    yield rows

"""Tables in marked-up text: rows and cells as elements say them, and what headings announce."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from allonym.formats.mapped import Place
from allonym.formats.markup.blocks import Block
from allonym.formats.markup.escapes import escape_text
from allonym.formats.markup.events import Event
from allonym.formats.markup.vocabulary import Vocabulary
from allonym.formats.table import Table

_LONGEST_SPAN = 4
_LOOKED_BACK = 5  # blocks before a table, the last of which with a text may be its label
_VALUES = ("value", "date-value", "time-value", "string-value")
_VALUE = re.compile(r"-?\d+(?:[.:T-]\d+)*|PT?[\dHMS.,]+")


@dataclass(slots=True)
class Tables:
    """The tables that are open in a source, one in another."""

    source: str = field(repr=False)
    words: Vocabulary
    open: list[Table] = field(default_factory=list)
    # by where the value of a cell stands: the block that shows it, and what says its type
    shown: dict[int, Block] = field(default_factory=dict)
    types: dict[int, tuple[Place, ...]] = field(default_factory=dict)
    _value: Place | None = None  # where that of the present cell stands

    def begin(self, event: Event, kind: str, done: Sequence[Block]) -> None:
        """Begin a table, a row or a cell; `done` are the blocks before it."""
        if kind == "span":
            wide = event.values(self.source).get("val", "")
            if self.open and wide.isdecimal() and len(wide) < _LONGEST_SPAN:
                self.open[-1].column += int(wide) - 1
            return
        self.end("cell", done)
        if kind == "table":
            said = (block.text().strip() for block in done[: -_LOOKED_BACK - 1 : -1])
            self.open.append(Table(next(filter(None, said), "")))
        elif self.open:
            missing = self.open[-1].begin(kind, event.values(self.source), len(done))
            self._typed(event)
            if missing and done:  # the columns stay one below another
                done[-1].tail += missing * self.words.separators.get(event.name, "")

    def end(self, kind: str, done: Sequence[Block]) -> None:
        """End a table, or a cell: what its heading announces is noted of its only block."""
        if kind in ("", "span") or not self.open:
            return
        table = self.open[-1]
        since, table.since = table.since, None
        behind = done[since:] if since is not None else []
        blocks = [block for block in behind if block.length and block.text().strip()]
        if len(blocks) == 1:
            self._read(table, blocks[0], blocks[0].text().strip())
        if kind == "table":
            self.open.pop().settle()

    def close(self, done: Sequence[Block]) -> None:
        """End all tables."""
        while self.open:
            self.end("table", done)

    def _typed(self, event: Event) -> None:
        """Note where a cell says its value again, and that this is no text."""
        at = {a.name.rpartition(":")[2]: a for a in event.attributes}
        value = next((at[name] for name in _VALUES if name in at), None)
        is_text = value and value.name.endswith("string-value")
        escape = escape_text if is_text else _as_value
        self._value = Place(value.start, value.end, escape=escape) if value else None
        if value and not is_text:
            types = (a for a in event.attributes if a.name.endswith(":value-type"))
            self.types[value.start] = tuple(
                Place(a.start, a.end, escape=partial(_as_type, self.source[a.start : a.end]))
                for a in types
            )

    def _read(self, table: Table, block: Block, text: str) -> None:
        """Note the block of a cell; a number in another shape than the cell has is by itself."""
        also: tuple[Place, ...] | None = ()
        if (value := self._value) is not None:
            self.shown[value.start] = block
            is_same = self.source[value.start : value.end] == text
            also = (value, *self.types.get(value.start, ())) if is_same else None
        table.read(text, block, also)

    def told(self, start: int) -> str | None:
        """Return what a heading announces of the number of a cell, by where that stands.

        None where it follows what the cell says together with others.
        """
        if (block := self.shown.get(start)) is None:
            return ""
        if not block.pieces or any(piece.place and piece.place.also for piece in block.pieces):
            return None
        return next((kind for *span, kind in block.marks if span == [0, block.length]), "")


def _as_value(text: str) -> str:
    """Return what takes the place of a number where only a number may stand."""
    return text if _VALUE.fullmatch(text) else ""


def _as_type(kind: str, text: str) -> str:
    """Return the type of a cell that held a number or a day."""
    return kind if _VALUE.fullmatch(text) else "string"

"""Tables in marked-up text: rows and cells as elements say them, and what headings announce."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from allonym.formats.markup.blocks import Block
from allonym.formats.markup.events import Event
from allonym.formats.markup.vocabulary import Vocabulary
from allonym.formats.table import Table

_LONGEST_SPAN = 4


@dataclass(slots=True)
class Tables:
    """The tables that are open in a source, one in another."""

    source: str = field(repr=False)
    words: Vocabulary
    open: list[Table] = field(default_factory=list)
    # where the number stands that a cell holds, and the block that shows it
    shown: dict[int, Block] = field(default_factory=dict)
    _value: int = -1  # where that of the present cell stands

    def begin(self, event: Event, kind: str, done: Sequence[Block]) -> None:
        """Begin a table, a row or a cell; `done` are the blocks before it."""
        if kind == "span":
            wide = event.values(self.source).get("val", "")
            if self.open and wide.isdecimal() and len(wide) < _LONGEST_SPAN:
                self.open[-1].column += int(wide) - 1
            return
        self.end("cell", done)
        if kind == "table":
            self.open.append(Table())
        elif self.open:
            missing = self.open[-1].begin(kind, event.values(self.source), len(done))
            self._value = next((a.start for a in event.attributes if a.name.endswith(":value")), -1)
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
            table.read(blocks[0].text().strip(), blocks[0], alone=self._value >= 0)
            self.shown[self._value] = blocks[0]
        if kind == "table":
            self.open.pop().settle()

    def close(self, done: Sequence[Block]) -> None:
        """End all tables."""
        while self.open:
            self.end("table", done)

    def told(self, start: int) -> str:
        """Return what a heading announces of the number of a cell, by where that stands."""
        if (block := self.shown.get(start)) is None:
            return ""
        return next((kind for *span, kind in block.marks if span == [0, block.length]), "")

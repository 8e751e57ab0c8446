"""Tables while they are read: the heading of each column, and what stands below it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from allonym.languages.columns import column_type, fits

_LETTERS = re.compile(r"[A-Z]{1,3}")
_MOST_ROWS = 5  # headings stand in one of the first rows


@dataclass(slots=True)
class Table:
    """A table that is being read."""

    kinds: dict[int, str] = field(default_factory=dict)  # what the columns hold, by their number
    row: int = 0  # how many rows have begun
    column: int = -1  # of the cell that is being read
    since: int | None = None  # how many blocks there were when it began; None while none is open

    def begin(self, kind: str, attributes: Mapping[str, str], blocks: int) -> None:
        """Go on with the next row or cell, as its element says it; `blocks` came before it."""
        if kind == "row":
            self.begin_row()
            return
        repeated = attributes.get("number-columns-repeated", "1")
        number = int(repeated) if repeated.isdigit() and len(repeated) < 5 else 1
        self.begin_cell(attributes.get("r", ""), number)
        self.since = blocks

    def begin_row(self) -> None:
        """Go on with the next row."""
        self.row += 1
        self.column = -1

    def begin_cell(self, reference: str = "", repeated: int = 1) -> None:
        """Go on with the next cell; a reference such as ``C7`` says which it is."""
        letters = _LETTERS.match(reference)
        self.column = _number(letters[0]) if letters else self.column + max(1, repeated)

    def read(self, text: str) -> str:
        """Return the type that the heading of the present cell's column announces for it."""
        kind = column_type(text) if self.row <= _MOST_ROWS else ""
        if kind:
            self.kinds.setdefault(self.column, kind)
            return ""
        kind = self.kinds.get(self.column, "")
        return kind if kind and fits(text, kind) else ""


def _number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number

"""JSON Lines (https://jsonlines.org): the strings of each record are read, a block each.

Only the characters under a replacement change; escapes elsewhere in the same string stay as the
writer of the file chose them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial

from allonym.errors import CorruptDocument
from allonym.formats.base import Format
from allonym.formats.encoding import decode
from allonym.formats.json_file import Rules, lay
from allonym.formats.json_strings import JsonString, ends_as, escape_json, strings
from allonym.formats.mapped import MappedDocument
from allonym.formats.markup.blocks import laid

_LINE = re.compile(r"[^\r\n]+")


class JsonLinesFormat(Format):
    """One JSON object a line.

    Attributes:
        settings: Name the field that holds the text, at the top level of each record, and by
            ``paths`` which others are read; all unless given.
    """

    def open(self, data: bytes) -> MappedDocument:
        """Read all records as one view, a block for each string.

        Raises:
            CorruptDocument: If a line is no JSON object with the field; the line is named.
        """
        source, encoding = decode(data)
        escape = partial(escape_json, ascii_only=source.isascii())
        found = lay(source, self._strings(source), Rules(), escape)
        return laid(found.blocks, found.dropped).document(source, encoding, escape)

    def _strings(self, source: str) -> Iterator[JsonString]:
        """Yield the strings that are read."""
        wanted = self.settings.paths
        for number, line in enumerate(_LINE.finditer(source), start=1):
            if line.group().strip():
                self._check(line.group(), number)
                for literal in strings(source, *line.span()):
                    is_text = literal.path == (self.settings.text_field,)
                    if is_text or not wanted or any(ends_as(literal.path, p) for p in wanted):
                        yield literal

    def _check(self, line: str, number: int) -> None:
        """Refuse a line that is no object with a text."""
        field = self.settings.text_field
        try:
            record = json.loads(line, object_pairs_hook=_Pairs)
        except ValueError as error:
            raise CorruptDocument(
                f"line {number}: not JSON; each line must be one object"
            ) from error
        if isinstance(record, _Pairs) and record.count(field) > 1:
            raise CorruptDocument(f"line {number}: field {field!r} stands there twice")
        if not isinstance(record, _Pairs) or not isinstance(record.last(field), str):
            raise CorruptDocument(
                f"line {number}: no text field {field!r}; name another with --text-field"
            )


class _Pairs(tuple[tuple[str, object], ...]):
    """A JSON object as it is written, repeated keys included."""

    __slots__ = ()

    def __new__(cls, pairs: list[tuple[str, object]]) -> _Pairs:
        return super().__new__(cls, pairs)

    def count(self, key: object) -> int:
        return sum(name == key for name, _ in self)

    def last(self, key: str) -> object:
        return next((value for name, value in reversed(self) if name == key), None)

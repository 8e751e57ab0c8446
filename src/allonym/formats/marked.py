"""Marked text: the marks stay, the surfaces inside and the text around them are read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from allonym.formats.base import Format
from allonym.formats.encoding import decode
from allonym.formats.mapped import MappedDocument, Piece, Place
from allonym.text.markup import parse_marked

_SKIP = re.compile(
    r"^===[ \t]+\S.*\n?"  # the head of a document
    r"|\\\[\["  # literal brackets, escaped
    r"|\[\[[\w.*]+(?:#[^;|\]\s]+)?(?:;[^;|\]]+=[^;|\]]+)*\|"  # the opening of a mark
    r"|\]\]",
    re.MULTILINE,
)


class MarkedFormat(Format):
    """The notation of cases and gold data; result: the same marks around new surfaces."""

    def open(self, data: bytes) -> MappedDocument:
        """Read marked text.

        Raises:
            CorruptDocument: If a mark is malformed; line and document are named.
        """
        text, encoding = decode(data)
        for _ in parse_marked(text):
            pass
        return MappedDocument.of(text, _pieces(text), encoding)


def _pieces(text: str) -> Iterator[Piece]:
    cursor = depth = 0
    for match in _SKIP.finditer(text):
        mark = match.group()
        if mark == "]]" and not depth:
            continue
        depth = {"]]": 0}.get(mark, 1 if mark.startswith("[[") else depth)
        if match.start() > cursor:
            yield Piece(text[cursor : match.start()], Place(cursor, match.start()))
        if mark.startswith("==="):
            yield Piece("\n")
        cursor = match.end()
        if mark.startswith("\\"):
            cursor -= 1  # the second bracket begins the next piece
            yield Piece("[", Place(match.start(), cursor, whole=True))
    if cursor < len(text):
        yield Piece(text[cursor:], Place(cursor, len(text)))

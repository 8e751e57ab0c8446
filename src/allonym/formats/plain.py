"""Plain text: all of it is read, all of it can be rewritten."""

from __future__ import annotations

import re

from allonym.formats.base import Format
from allonym.formats.encoding import UTF_8, Encoding, decode
from allonym.formats.mapped import MappedDocument, Piece, Place
from allonym.model.span import Span


class PlainFormat(Format):
    """Text in any common encoding; byte order mark and line ends are kept."""

    def open(self, data: bytes) -> MappedDocument:
        """Read bytes as text; unreadable bytes stay where they are."""
        return read_text(*decode(data))


def read_text(text: str, encoding: Encoding = UTF_8, *, parting: str = "") -> MappedDocument:
    """Return a document all of which is read.

    Args:
        text: What it says.
        encoding: How it is written.
        parting: What parts it into blocks that are read apart; nothing where it is one.
    """
    found = re.finditer(f"[^{parting}]+", text) if parting else ()
    blocks = tuple(Span(*match.span()) for match in found)
    return MappedDocument.of(text, [Piece(text, Place(0, len(text)))], encoding, blocks=blocks)

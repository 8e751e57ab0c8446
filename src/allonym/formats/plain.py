"""Plain text: all of it is read, all of it can be rewritten."""

from __future__ import annotations

from dataclasses import dataclass

from allonym.formats.encoding import decode
from allonym.formats.mapped import MappedDocument, Piece, Place
from allonym.profile import Documents


@dataclass(frozen=True, slots=True)
class PlainFormat:
    """Text in any common encoding; byte order mark and line ends are kept."""

    settings: Documents = Documents()

    def open(self, data: bytes) -> MappedDocument:
        """Read bytes as text; unreadable bytes stay where they are."""
        text, encoding = decode(data)
        return MappedDocument.of(text, [Piece(text, Place(0, len(text)))], encoding)

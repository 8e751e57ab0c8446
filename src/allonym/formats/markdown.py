"""Markdown: plain text whose emphasis marks are not read, so that ``**Ann** Nowak`` is one name."""

from __future__ import annotations

import re
from dataclasses import dataclass

from allonym.formats.encoding import decode
from allonym.formats.mapped import MappedDocument, Place, around
from allonym.formats.markup.addresses import mended, resolved
from allonym.profile import Documents

_UNREAD = re.compile(
    r"[*_~`]{2,}|(?<!\w)[*_~`](?=\S)|(?<=\S)[*_~`](?!\w)"
    r"|(?P<file>data:\w+/[\w.+-]+(?:;[\w.+=-]+)*+,[^\s()<>\"']*+)"
)
"""Runs of marks, one alone only at the edge of a word, see
https://spec.commonmark.org/0.31.2/#emphasis; files in addresses."""


@dataclass(frozen=True, slots=True)
class MarkdownFormat:
    """Markdown of any flavour; everything but emphasis marks is read, code and links too; files in links are cleaned or gone."""

    settings: Documents = Documents()

    def open(self, data: bytes) -> MappedDocument:
        """Read a file; unreadable bytes stay where they are."""
        source, encoding = decode(data)
        unread = tuple(_UNREAD.finditer(source))
        pieces = resolved(around(source, 0, len(source), ((mark, None) for mark in unread)))
        files = ((Place(*mark.span()), mended(mark[0]) or "") for mark in unread if mark["file"])
        return MappedDocument.of(source, pieces, encoding, fixed=tuple(files))

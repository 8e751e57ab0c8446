"""Markdown: plain text whose emphasis marks are not read, so that ``**Ann** Nowak`` is one name."""

from __future__ import annotations

import re

from allonym.formats.base import Format
from allonym.formats.encoding import decode
from allonym.formats.mapped import MappedDocument, around
from allonym.formats.markup.addresses import FILE, cleaned_files, resolved

_UNREAD = re.compile(rf"{FILE}|[*_~`]{{2,}}|(?<!\w)[*_~`](?=\S)|(?<=\S)[*_~`](?!\w)")
"""Runs of marks, one alone only at the edge of a word, see
https://spec.commonmark.org/0.31.2/#emphasis; files in addresses."""


class MarkdownFormat(Format):
    """Markdown of any flavour; all is read but emphasis marks, and files in addresses."""

    def open(self, data: bytes) -> MappedDocument:
        """Read a file; unreadable bytes stay where they are."""
        source, encoding = decode(data)
        unread = ((mark, None) for mark in _UNREAD.finditer(source))
        pieces = resolved(around(source, 0, len(source), unread))
        files = tuple(cleaned_files(source, 0, len(source)))
        return MappedDocument.of(source, pieces, encoding, fixed=files)

"""HTML: what a reader sees and what attributes say, rewritten in the source as it stands."""

from __future__ import annotations

from allonym.formats.base import Format
from allonym.formats.encoding import UTF_8, Encoding
from allonym.formats.mapped import MappedDocument
from allonym.formats.markup.document import (
    count_residue,
    decode_markup,
    make_document,
)
from allonym.formats.markup.events import html_events
from allonym.formats.markup.reader import read
from allonym.formats.markup.vocabulary import load_vocabularies


class HtmlFormat(Format):
    """Web pages, whole or in part."""

    def open(self, data: bytes) -> MappedDocument:
        """Read a page; broken mark-up is read as browsers do."""
        return read_page(*decode_markup(data))


def read_page(source: str, encoding: Encoding = UTF_8) -> MappedDocument:
    """Return a page that is decoded already, whatever encoding it declares."""
    events = list(html_events(source))
    reading = read(source, events, load_vocabularies()["html"])
    return make_document(source, encoding, reading, count_residue(source, events))

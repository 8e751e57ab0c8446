"""A marked-up file: its source with what was read of it, and what it carries besides."""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence
from dataclasses import replace

from allonym.formats.encoding import UTF_8, Encoding, decode, decode_as
from allonym.formats.mapped import MappedDocument, Piece, for_looks
from allonym.formats.markup.blocks import Reading
from allonym.formats.markup.code import Code
from allonym.formats.markup.escapes import escape_text
from allonym.formats.markup.events import Event
from allonym.ports import Residue

_DECLARED = re.compile(rb"(?:encoding|charset)\s*=\s*[\"']?\s*([A-Za-z][A-Za-z0-9._-]*)", re.I)
_HEAD = 2048


def make_document(
    source: str, encoding: Encoding, reading: Reading, residue: Sequence[Residue]
) -> MappedDocument:
    """Put together what was read."""
    if reading.fixed:
        residue = [*residue, Residue("values that name makers", len(reading.fixed), "removed")]
    return replace(reading.document(source, encoding, escape_text), residue=tuple(residue))


def count_residue(source: str, events: Sequence[Event]) -> list[Residue]:
    """Return what of the source is not read: names in code, and instructions to programs."""
    raw = sum(event.kind == "raw" and event.end > event.start for event in events)
    instructions = source.count("<?") - source.startswith("<?xml ")
    found = (
        ("code of scripts and styles without its strings and comments", raw),
        ("processing instructions", instructions),
    )
    return [Residue("names of elements and schema", 1, "kept")] + [
        Residue(place, count, "kept") for place, count in found if count
    ]


def decode_markup(data: bytes) -> tuple[str, Encoding]:
    """Read bytes by byte order mark, declared encoding or likeness, in this order."""
    declared = _DECLARED.search(data[:_HEAD])
    if declared and not data.startswith(
        (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    ):
        name = declared[1].decode("ascii")
        try:
            if codecs.lookup(name).name != "utf-8":
                return decode_as(data, name), Encoding(name, errors="xmlcharrefreplace")
        except (LookupError, UnicodeError):
            pass
    text, encoding = decode(data)
    if encoding.errors == "strict":
        encoding = replace(encoding, errors="xmlcharrefreplace")
    return text, encoding


def read_style(source: str, encoding: Encoding = UTF_8) -> MappedDocument:
    """Return a style sheet of which the strings and comments are read."""
    code = Code.of(source, 0, len(source), "style")
    pieces = [p for text in code.texts for p in (*for_looks(text.pieces), Piece("\n"))]
    return MappedDocument.of(source, pieces, encoding, fixed=code.fixed, labels=code.labels)

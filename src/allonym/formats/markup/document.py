"""Marked-up files: HTML, and XML of any kind; rewritten in the source as it stands.

TEI, CDA, TMX and XLIFF are read by their own vocabularies, other XML by one for all.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from allonym.errors import CorruptDocument, UnsupportedFormat
from allonym.formats.base import Format
from allonym.formats.encoding import UTF_8, Encoding, decode, decode_as
from allonym.formats.mapped import MappedDocument, Piece, Place, for_looks
from allonym.formats.markup.blocks import Reading
from allonym.formats.markup.code import Code
from allonym.formats.markup.escapes import escape_text
from allonym.formats.markup.events import Event, html_events, xml_events
from allonym.formats.markup.reader import read
from allonym.formats.markup.vocabulary import load_vocabularies
from allonym.formats.standards import names_in
from allonym.formats.xml import parse_xml
from allonym.ports import Fate, Residue

_DECLARED = re.compile(rb"(?:encoding|charset)\s*=\s*[\"']?\s*([A-Za-z][A-Za-z0-9._-]*)", re.I)
_HEAD = 2048
# name of the outermost element to vocabulary
_KINDS = {
    "TEI": "tei", "teiCorpus": "tei", "TEI.2": "tei", "ClinicalDocument": "cda", "tmx": "tmx",
    "xliff": "xliff", "html": "html",
}  # fmt: skip
_DOCTYPE = re.compile(r"<!DOCTYPE(?:[^\[>\"']|\"[^\"]*\"|'[^']*')*+(?:\[.*?\]\s*>)?", re.DOTALL)
# of corpora whose every word is an element with lemma and tag, which text cannot be read from
_TOKENS = {"chunkList": "CCL", "cesAna": "XCES"}


class HtmlFormat(Format):
    """Web pages, whole or in part."""

    def open(self, data: bytes) -> MappedDocument:
        """Read a page; broken mark-up is read as browsers do."""
        return read_page(*decode_markup(data))


def read_page(source: str, encoding: Encoding = UTF_8) -> MappedDocument:
    """Return a page that is decoded already, whatever encoding it declares."""
    events = list(html_events(source))
    reading = read(source, events, load_vocabularies()["page"])
    return _put_together(source, encoding, reading, events)


class XmlFormat(Format):
    """XML files; ``settings.paths`` limits what is read to elements whose path ends so."""

    def open(self, data: bytes) -> MappedDocument:
        """Read an XML file.

        Raises:
            CorruptDocument: If it isn't well-formed or declares entities of its own.
            UnsupportedFormat: If it is a corpus of annotated words; its tags would be read as text.
        """
        parse_xml(data, "", doctype=True)
        source, encoding = decode_markup(data)
        if "<!ENTITY" in source:
            raise CorruptDocument("the file declares entities of its own; resolve them first")
        events = list(xml_events(source))
        root = next((event.name for event in events if event.kind == "open"), "")
        if root in _TOKENS and not self.settings.paths:
            raise UnsupportedFormat(
                f"{_TOKENS[root]} keeps words, lemmas and tags in elements, which are not read; "
                "convert the corpus to CoNLL-U and give that"
            )
        vocabulary = load_vocabularies()[_KINDS.get(root, "xml")]
        paths = self.settings.paths
        reading = read(source, events, vocabulary, wanted=_wanted(paths) if paths else None)
        kind = _DOCTYPE.search(source)
        written = [Place(e.start, e.end) for e in events if kind and e.end <= kind.end()]
        labels = names_in(source, *kind.span(), written) if kind else ()
        reading = replace(reading, labels=(*reading.labels, *labels))
        return _put_together(source, encoding, reading, events)


def _wanted(paths: Sequence[str]) -> Callable[[Sequence[str]], bool]:
    """Return a test of paths: one is wanted if it, or an element around, ends as one of `paths`."""
    endings = [tuple(path.strip("/").split("/")) for path in paths]

    def test(path: Sequence[str]) -> bool:
        return any(
            tuple(path[end - len(ending) : end]) == ending
            for ending in endings
            for end in range(len(ending), len(path) + 1)
            if end == len(path) or not path[-1].startswith("@")
        )

    return test


def _put_together(
    source: str, encoding: Encoding, reading: Reading, events: Sequence[Event]
) -> MappedDocument:
    """Return what was read, and say what was not: names in code, and instructions to programs."""
    counts: tuple[tuple[str, int, Fate], ...] = (
        ("code of scripts and styles without its strings and comments",
         sum(event.kind == "raw" and event.end > event.start for event in events), "kept"),
        ("processing instructions", source.count("<?") - source.startswith("<?xml "), "kept"),
        ("values that name makers", len(reading.fixed), "removed"),
    )  # fmt: skip
    residue = (
        Residue("names of elements and schema", 1, "kept"),
        *(Residue(place, count, done) for place, count, done in counts if count),
    )
    return replace(reading.document(source, encoding, escape_text), residue=residue)


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

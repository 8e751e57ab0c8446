"""XML of any kind: TEI, CDA, TMX, XLIFF by their own vocabularies, the rest by one for all."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from allonym.errors import CorruptDocument, UnsupportedFormat
from allonym.formats.base import Format
from allonym.formats.mapped import MappedDocument, Place
from allonym.formats.markup.document import (
    count_residue,
    decode_markup,
    make_document,
)
from allonym.formats.markup.events import Event, xml_events
from allonym.formats.markup.reader import read
from allonym.formats.markup.vocabulary import load_vocabularies
from allonym.formats.standards import names_in
from allonym.formats.xml import parse_xml

_KINDS = {
    "TEI": "tei", "teiCorpus": "tei", "TEI.2": "tei", "ClinicalDocument": "cda", "tmx": "tmx",
    "xliff": "xliff", "html": "html",
}  # fmt: skip
"""Name of the outermost element to vocabulary."""

_DOCTYPE = re.compile(r"<!DOCTYPE(?:[^\[>\"']|\"[^\"]*\"|'[^']*')*+(?:\[.*?\]\s*>)?", re.DOTALL)
_TOKENS = {"chunkList": "CCL", "cesAna": "XCES"}
"""Of corpora whose every word is an element with lemma and tag, which text cannot be read from."""


class XmlFormat(Format):
    """XML files; ``settings.paths`` limits what is read to elements whose path ends so."""

    def open(self, data: bytes) -> MappedDocument:
        """Read an XML file.

        Raises:
            CorruptDocument: If it isn't well-formed or declares entities of its own.
            UnsupportedFormat: If it is a corpus of annotated words; its tags would be read as text.
        """
        parse_xml(data, "the file", doctype=True)
        source, encoding = decode_markup(data)
        if "<!ENTITY" in source:
            raise CorruptDocument("the file declares entities of its own; resolve them first")
        events = list(xml_events(source))
        root = _root(events)
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
        return make_document(source, encoding, reading, count_residue(source, events))


def _root(events: Sequence[Event]) -> str:
    return next((event.name for event in events if event.kind == "open"), "")


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

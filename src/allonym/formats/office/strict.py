"""Parts as other programs write them, made such as all programs read.

The Strict variant of Office Open XML (ISO/IEC 29500-1) differs from the ordinary one (part 4) by
its namespaces; drawings of Excel 2007 (VML) may leave elements open, as pages of the web do; lists
of parts by OpenOffice.org 2 leave their namespace to a document type; what is pasted on a Mac may
have its letters apart from their marks.  A part may be in any encoding, and its texts in CDATA.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from unicodedata import normalize
from xml.sax.saxutils import escape

from lxml import etree

from allonym.formats.markup.document import decode_markup
from allonym.formats.package import Part

_STRICT = b"http://purl.oclc.org/ooxml/"
_ADDRESS = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)(/?)([\w/]*)")
_WORDS = {b"extendedProperties": b"extended-properties", b"customProperties": b"custom-properties"}
_EMPTY = re.compile(rb"<(br|hr|img)(\s[^<>]*)?(?<!/)>", re.I)
_MANIFEST = "META-INF/manifest.xml"
_MARKUP = (".xml", ".rels", ".xhtml", ".html", ".opf", ".ncx", ".smil")
_DOCTYPE = re.compile(rb"<!DOCTYPE[^>\[]*>")
_OPENED = re.compile(rb"<manifest:manifest(?![^>]*xmlns:manifest)")
_DECLARED = (
    rb'<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"'
)
# combining marks as UTF-8 writes them (U+0300 to U+036F)
_MARKS = re.compile(rb"\xcc[\x80-\xbf]|\xcd[\x80-\xaf]")
_ENCODED = re.compile(
    rb"(?:\xff\xfe|\xfe\xff|\s*<\?xml[^>]*\bencoding=[\"'](?!utf-8|us-ascii)[\w.-]+)", re.I
)
_ENCODING = re.compile(r"(<\?xml[^>]*\bencoding=[\"'])[\w.-]+")
# what begins a comment, or text whose signs are no markup
_HELD = re.compile(rb"<!(?:--|\[CDATA\[)")
_CONFORMANCE = re.compile(rb"""\s+(?:\w+:)?conformance=["']strict["']""")


def readable(part: Part) -> Part:
    """Return a part in the ordinary variant and well-formed, as far as that can be."""
    if part.name.endswith(_MARKUP) and _ENCODED.match(part.data):
        text = decode_markup(part.data)[0]
        part = replace(part, data=_ENCODING.sub(r"\1UTF-8", text, count=1).encode())
    if part.name.endswith((".xml", ".rels")) and b"<![CDATA[" in part.data:
        part = replace(part, data=b"".join(_without_cdata(part.data)))
    if _STRICT in part.data and part.name.endswith((".xml", ".rels", ".vml")):
        data = _ADDRESS.sub(_ordinary, part.data)
        part = replace(part, data=_CONFORMANCE.sub(b"", data, count=1))
    if part.name.endswith(_MARKUP) and _MARKS.search(part.data):
        part = replace(part, data=_composed(part.data))
    if part.name == _MANIFEST:
        return replace(part, data=_OPENED.sub(_DECLARED, _DOCTYPE.sub(b"", part.data, 1), 1))
    return replace(part, data=_closed(part.data)) if part.name.endswith(".vml") else part


def _without_cdata(data: bytes) -> Iterator[bytes]:
    """Yield a part with its CDATA sections as ordinary text; comments stay as they are."""
    at = 0
    while held := _HELD.search(data, at):
        comment = held[0] == b"<!--"
        end = data.find(b"-->" if comment else b"]]>", held.end())
        if end < 0:
            break  # not well-formed: the parser says so
        yield data[at : held.start()]
        text = escape(data[held.end() : end].decode("latin-1")).encode("latin-1")  # byte by byte
        yield data[held.start() : end + 3] if comment else text
        at = end + 3
    yield data[at:]


def _composed(data: bytes) -> bytes:
    """Return a part with letters and their marks as one character (Unicode, UAX 15)."""
    try:
        return normalize("NFC", data.decode("utf-8")).encode("utf-8")
    except UnicodeDecodeError:
        return data


def _ordinary(match: re.Match[bytes]) -> bytes:
    first, slash, rest = match[1], match[2], match[3]
    for strict, plain in _WORDS.items():
        rest = rest.replace(strict, plain)
    return b"http://schemas.openxmlformats.org/" + first + b"/2006" + slash + rest


def _closed(data: bytes) -> bytes:
    """Return a drawing with its elements closed; without harm to one that has them closed."""
    strict = etree.XMLParser(resolve_entities=False, no_network=True)
    try:
        etree.fromstring(data, strict)
    except (etree.XMLSyntaxError, ValueError):
        parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True)
        root = etree.fromstring(_EMPTY.sub(rb"<\1\2/>", data), parser)
        return data if root is None else bytes(etree.tostring(root, encoding="UTF-8"))
    return data

"""Parts as other programs write them, made such as all programs read.

The Strict variant of Office Open XML (ISO/IEC 29500-1) differs from the ordinary one (part 4) by
its namespaces; drawings of Excel 2007 (VML) may leave elements open, as pages of the web do; lists
of parts by OpenOffice.org 2 leave their namespace to a document type; what is pasted on a Mac may
have its letters apart from their marks.  A part may be in any encoding, and its texts in CDATA.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any
from unicodedata import normalize

from lxml import etree

from allonym.formats.markup.document import decode_markup
from allonym.formats.package import Part
from allonym.formats.xml import to_bytes

_STRICT = b"http://purl.oclc.org/ooxml/"
_ADDRESS = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)(/?)([\w/]*)")
_PROPERTIES = re.compile(rb"(?<=2006/)((?:relationships/)?(?:extended|custom))Properties")
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
_CONFORMANCE = re.compile(rb"""\s+(?:\w+:)?conformance=["']strict["']""")


def readable(part: Part) -> Part:
    """Return a part in the ordinary variant and well-formed, as far as that can be."""
    if part.name.endswith(_MARKUP) and _ENCODED.match(part.data):
        text = decode_markup(part.data)[0]
        part = replace(part, data=_ENCODING.sub(r"\1UTF-8", text, count=1).encode())
    if part.name.endswith((".xml", ".rels")) and b"<![CDATA[" in part.data:
        root = _parsed(part.data)
        part = part if root is None else replace(part, data=to_bytes(root.getroottree()))
    if _STRICT in part.data and part.name.endswith((".xml", ".rels", ".vml")):
        data = _ADDRESS.sub(rb"http://schemas.openxmlformats.org/\1/2006\2\3", part.data)
        data = _PROPERTIES.sub(rb"\1-properties", data)
        part = replace(part, data=_CONFORMANCE.sub(b"", data, count=1))
    if part.name.endswith(_MARKUP) and _MARKS.search(part.data):
        text = part.data.decode("utf-8", "surrogateescape")
        part = replace(part, data=normalize("NFC", text).encode("utf-8", "surrogateescape"))
    if part.name == _MANIFEST:
        return replace(part, data=_OPENED.sub(_DECLARED, _DOCTYPE.sub(b"", part.data, 1), 1))
    return replace(part, data=_closed(part.data)) if part.name.endswith(".vml") else part


def _closed(data: bytes) -> bytes:
    """Return a drawing with its elements closed; without harm to one that has them closed."""
    if _parsed(data) is not None:
        return data
    root = _parsed(_EMPTY.sub(rb"<\1\2/>", data), recover=True)
    return data if root is None else bytes(etree.tostring(root, encoding="UTF-8"))


def _parsed(data: bytes, *, recover: bool = False) -> Any:
    """Return the root of a part without CDATA sections, if it is well-formed."""
    try:
        parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=recover)
        return etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError):
        return None

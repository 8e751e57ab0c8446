"""XML read without trust: no entities, no network, no outside definitions."""

from __future__ import annotations

import re
from typing import Any

from lxml import etree

from allonym.errors import CorruptDocument
from allonym.formats.base import spoken

_UNSAFE = (b"<!DOCTYPE", b"<!ENTITY")
_HEAD = 4096
MOST_ATTRIBUTES = 1000
"""Of an element; no program writes more, and to find one among them takes long."""
_LONG_TAG = re.compile(rb"<[^<>]{4000}")


def parse_xml(data: bytes, place: str, *, doctype: bool = False) -> Any:
    """Return the ``lxml`` tree of an XML document; its root's ``text`` and ``tail`` are the file's.

    `place` is where it lies in its file, nothing if it is the file itself.  A document type
    declaration is tolerated only with `doctype`; office files have none.

    Raises:
        CorruptDocument: If it is not well-formed, nested too deeply, declares what it may not, or
            an element has more attributes than any program writes.
    """
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False,
        remove_blank_text=False, strip_cdata=False,
    )  # fmt: skip
    where = f" ({spoken(place)})" if place else ""
    declared = CorruptDocument(f"it has a document type, which may not be there{where}")
    if not doctype and _declares(data):
        raise declared
    try:
        tree = etree.ElementTree(etree.fromstring(data, parser))
    except (etree.XMLSyntaxError, ValueError) as error:
        if "depth" in str(error):
            raise CorruptDocument(f"nested far too deeply to be read{where}") from None
        if "amplification" in str(error) or "reference loop" in str(error):
            raise CorruptDocument(f"its entities unfold to far more than its size{where}") from None
        at = f" at line {line}" if (line := getattr(error, "lineno", None)) else ""
        raise CorruptDocument(f"not well-formed XML{at}{where}; save the file anew") from None
    if not doctype and tree.docinfo.internalDTD is not None:
        raise declared
    if _LONG_TAG.search(data) and any(len(n.attrib) > MOST_ATTRIBUTES for n in tree.iter("*")):
        raise CorruptDocument(f"an element has over {MOST_ATTRIBUTES} attributes{where}")
    return tree


def _declares(data: bytes) -> bool:
    plain = data[:_HEAD].replace(b"\0", b"").upper()
    return any(mark in plain for mark in _UNSAFE)


def to_bytes(tree: Any) -> bytes:
    """Return a tree, or one element, as UTF-8 with a declaration, as office programs write it."""
    return bytes(etree.tostring(tree, xml_declaration=True, encoding="UTF-8", standalone=True))


def remove(node: Any) -> None:
    """Take a node out of its parent; the text behind it stays."""
    parent = node.getparent()
    if parent is None:
        return
    if node.tail:
        before = node.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + node.tail
        else:
            parent.text = (parent.text or "") + node.tail
    parent.remove(node)


def unwrap(node: Any) -> None:
    """Put what a node holds in its place."""
    parent = node.getparent()
    if parent is None:
        return
    behind, node.tail = node.tail or "", node.text
    last = node[-1] if len(node) else node
    last.tail = (last.tail or "") + behind
    at = parent.index(node)
    parent[at + 1 : at + 1] = list(node)
    remove(node)

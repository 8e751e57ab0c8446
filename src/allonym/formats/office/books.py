"""Books (EPUB): what of their package is left out or called otherwise before they are read."""

from __future__ import annotations

import posixpath
from dataclasses import replace
from urllib.parse import unquote

from lxml import etree

from allonym.errors import CorruptDocument
from allonym.formats.office.book_sieve import Book
from allonym.formats.office.renamed import new_names
from allonym.formats.office.rules import rule_for
from allonym.formats.package import Part
from allonym.formats.xml import parse_xml, remove, to_bytes

_ENCRYPTION = "META-INF/encryption.xml"
_PAGES = (".xhtml", ".html", ".htm", ".opf", ".ncx")
_OF_PACKAGE = "META-INF/"


def prepare_book(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return the parts of a book with a list of contents that names only what is kept.

    Parts are called something that says nothing: programs name them by title and author; so are
    entries, identities and classes (`allonym.formats.office.book_sieve`).

    Raises:
        CorruptDocument: If pages of it are encrypted.
    """
    if any(p.name == _ENCRYPTION and _is_locked(p) for p in parts):
        raise CorruptDocument("the book is protected against copying; its pages cannot be read")
    kept = {part.name for part in parts if rule_for(part.name, "epub").do != "remove"}
    new = new_names(
        [p.name for p in parts if p.name in kept and not p.name.startswith(_OF_PACKAGE)], "folder{}"
    )
    mended = (_mended(p, kept) if p.name.endswith((".opf", ".ncx")) else p for p in parts)
    book = Book.of(parts, {name: new.get(name, name) for name in kept})
    return tuple(book.sifted(part) for part in mended)


def _is_locked(part: Part) -> bool:
    tree = parse_xml(part.data, part.name)
    targets = (node.get("URI", "") for node in tree.getroot().iter("{*}CipherReference"))
    return any(unquote(target).lower().endswith(_PAGES) for target in targets)


def _mended(part: Part, kept: set[str]) -> Part:
    """Take what is left out of the list of contents, and what only programs read or wrote."""
    tree = parse_xml(part.data, part.name, doctype=True)
    root = tree.getroot()
    folder = posixpath.dirname(part.name)
    gone: set[str] = set()
    for item in list(root.iter("{*}item")):
        target = item.get("href", "")
        path = posixpath.normpath(posixpath.join(folder, unquote(target)))
        if ":" not in target and path not in kept:
            gone.add(item.get("id", ""))
            remove(item)
    remarks = list(root.iter(etree.Comment, etree.ProcessingInstruction))
    settings = [node for node in root.iter("{*}meta") if ":" in node.get("name", "")]
    for node in (*remarks, *settings):
        remove(node)
    for reference in list(root.iter("{*}itemref")):
        if reference.get("idref") in gone:
            remove(reference)
    for node in root.iter("{*}item"):
        if node.get("fallback") in gone:
            del node.attrib["fallback"]
    return replace(part, data=to_bytes(tree))

"""Books (EPUB): what of their package is left out or called otherwise before they are read."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import replace
from html import unescape
from typing import Any
from urllib.parse import unquote

from lxml import etree

from allonym.errors import CorruptDocument
from allonym.formats.office.renamed import new_names
from allonym.formats.office.rules import rule_for
from allonym.formats.package import Part
from allonym.formats.xml import parse_xml, to_bytes

_ENCRYPTION = "META-INF/encryption.xml"
_PAGES = (".xhtml", ".html", ".htm", ".opf", ".ncx")
_OF_PACKAGE = "META-INF/"
_REFERENCES = ("idref", "fallback", "toc", "media-overlay", "unique-identifier", "refines")
_REFERRING = (*_PAGES, ".xml", ".smil", ".css")
_ADDRESS = re.compile(
    r"""=\s*"(?P<double>[^"<>]*)"|=\s*'(?P<single>[^'<>]*)'"""
    r"""|(?:url\(\s{0,9}|@import\s{1,9})(?:"(?P<quoted>[^"\n]{1,2000})"|'(?P<other>[^'\n]{1,2000})'"""
    r"""|(?P<bare>[^"'()\s]{1,2000}))"""
)
"""A value of an attribute, or an address in a style sheet."""


def prepare_book(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return the parts of a book with a list of contents that names only what is kept.

    Parts are called something that says nothing: programs name them by title and author.

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
    return tuple(replace(_referring(p, new), name=new.get(p.name, p.name)) for p in mended)


def _referring(part: Part, new: Mapping[str, str]) -> Part:
    """Return a part that calls the others by their new names."""
    if not part.name.lower().endswith(_REFERRING):
        return part
    # The addresses of the package's own parts are counted from its root.
    inside = not part.name.startswith(_OF_PACKAGE)
    base = posixpath.dirname(part.name) if inside else ""
    moved = posixpath.dirname(new.get(part.name, part.name)) if inside else ""

    def anew(match: re.Match[str]) -> str:
        group = match.lastgroup or ""
        path, mark, place = match[group].partition("#")
        target = posixpath.normpath(posixpath.join(base, unquote(unescape(path))))
        if not path or target not in new:
            return match[0]
        made = posixpath.relpath(new[target], moved or ".") + mark + place
        start = match.start(group) - match.start()
        return match[0][:start] + made + match[0][start + len(match[group]) :]

    text = part.data.decode("utf-8", "surrogateescape")
    return replace(part, data=_ADDRESS.sub(anew, text).encode("utf-8", "surrogateescape"))


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
            _remove(item)
    remarks = list(root.iter(etree.Comment, etree.ProcessingInstruction))
    settings = [node for node in root.iter("{*}meta") if ":" in node.get("name", "")]
    for node in (*remarks, *settings):
        if node.getparent() is not None:
            _remove(node)
    for reference in list(root.iter("{*}itemref")):
        if reference.get("idref") in gone:
            _remove(reference)
    for node in root.iter("{*}item"):
        if node.get("fallback") in gone:
            del node.attrib["fallback"]
    _number(root)
    return replace(part, data=to_bytes(tree))


def _number(root: Any) -> None:
    """Give entries numbers for names: programs make these of file names, title and author."""
    new: dict[str, str] = {}
    for node in root.iter(etree.Element):
        if own := node.get("id"):
            node.set("id", new.setdefault(own, f"i{len(new) + 1}"))
    for node in root.iter(etree.Element):
        cover = ("content",) if node.get("name") == "cover" else ()
        for attribute in (*_REFERENCES, *cover):
            value = node.get(attribute, "")
            bare = value.removeprefix("#")
            if bare in new:
                node.set(attribute, value.removesuffix(bare) + new[bare])


def _remove(node: Any) -> None:
    node.getparent().remove(node)

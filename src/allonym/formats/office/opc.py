"""Packages of parts and relationships, the frame of Office Open XML (ECMA-376 part 2)."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from lxml import etree

from allonym.errors import CorruptDocument
from allonym.formats.xml import parse_xml, to_bytes
from allonym.ports import Member

_TYPES = "[Content_Types].xml"
_TYPES_NS = "http://schemas.openxmlformats.org/package/2006/content-types"
_RELATIONS_TYPE = "application/vnd.openxmlformats-package.relationships+xml"
REFERENCE_NS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
BYTES = "application/octet-stream"
"""What a file is called of whose kind only its writer knows the name."""


@dataclass(frozen=True, slots=True)
class Relation:
    """A reference from one part to another, or to something outside the package.

    Attributes:
        kind: The last segment of its type: ``header``, ``image``, ``hyperlink``.
        target: Name of the part, or the address outside.
        external: Whether it points outside.
    """

    kind: str
    target: str = field(repr=False)
    external: bool = False


def content_types(stored: Mapping[str, bytes]) -> Callable[[str], str]:
    """Return what tells the content type of a part by its name in small letters.

    Args:
        stored: The parts of the package by their names in small letters.

    Raises:
        CorruptDocument: If they are listed nowhere.
    """
    if _TYPES.casefold() not in stored:
        raise CorruptDocument("the list of content types is missing; save the file anew")
    root = parse_xml(stored[_TYPES.casefold()], "the list of content types").getroot()
    exact: dict[str, str] = {}
    by_ending: dict[str, str] = {}
    for node in root.iterchildren("{*}Override", "{*}Default"):
        if node.get("PartName"):
            exact[node.get("PartName").lstrip("/").casefold()] = node.get("ContentType", "")
        else:
            by_ending[node.get("Extension", "").casefold()] = node.get("ContentType", "")
    return lambda name: exact.get(name, by_ending.get(posixpath.splitext(name)[1][1:], ""))


def relations_of(stored: Mapping[str, bytes], name: str) -> list[Relation]:
    """Return the relations of a part, in the order of its list.

    Args:
        stored: The parts of the package by their names in small letters.
        name: Of the part, in small letters; nothing for the package itself.
    """
    folder, _, base = name.rpartition("/")
    own = posixpath.join(folder, "_rels", f"{base}.rels")
    if own.casefold() not in stored:
        return []
    found: list[Relation] = []
    root = parse_xml(stored[own.casefold()], "a list of relationships").getroot()
    for node in root.iterchildren("{*}Relationship"):
        target, external = node.get("Target", ""), node.get("TargetMode") == "External"
        if not external:
            target = posixpath.normpath(posixpath.join("/", folder, unquote(target)))[1:]
        found.append(Relation(node.get("Type", "").rpartition("/")[2], target, external))
    return found


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


def of_their_kind(rewritten: Mapping[str, Member]) -> dict[str, bytes]:
    """Return embedded files that may stand where they stood: those of the kind they were of."""
    ending = posixpath.splitext
    return {
        name: made.data for name, made in rewritten.items()
        if ending(made.name)[1] == ending(name)[1]
    }  # fmt: skip


def types_xml(types: Mapping[str, str]) -> bytes:
    """Return the list of content types of parts, by their names."""
    space: Any = {None: _TYPES_NS}
    root = etree.Element(f"{{{_TYPES_NS}}}Types", nsmap=space)
    for ending, kind in (("rels", _RELATIONS_TYPE), ("xml", "application/xml")):
        etree.SubElement(root, f"{{{_TYPES_NS}}}Default", Extension=ending, ContentType=kind)
    for name, kind in types.items():
        etree.SubElement(root, f"{{{_TYPES_NS}}}Override", PartName=f"/{name}", ContentType=kind)
    return to_bytes(root)

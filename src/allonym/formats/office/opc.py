"""Packages of parts and relationships, the frame of Office Open XML (ECMA-376 part 2).

A package is read from its root along the relationships that a format knows; whatever they don't
reach is not carried over.  Names of parts and relationships are given anew, since either can hold
the name of a person or a case.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal
from urllib.parse import unquote

from lxml import etree

from allonym.errors import CorruptDocument
from allonym.formats.office.strict import readable
from allonym.formats.office.values import is_schema
from allonym.formats.package import Part, read_package
from allonym.formats.xml import parse_xml, to_bytes
from allonym.ports import Member

_OLE = b"\xd0\xcf\x11\xe0"
_TYPES = "[Content_Types].xml"
_TYPES_NS = "http://schemas.openxmlformats.org/package/2006/content-types"
_RELATIONS_NS = "http://schemas.openxmlformats.org/package/2006/relationships"
_RELATIONS_TYPE = "application/vnd.openxmlformats-package.relationships+xml"
REFERENCE_NS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPE = f"{REFERENCE_NS}/"
MAIN = "officeDocument"
EMBEDDED = "package"
"""Kind of a relation to an embedded document; they come last, so that one can be left out."""

BYTES = "application/octet-stream"
"""What a file is called of whose kind only its writer knows the name."""

Choice = Literal["part", "link", "drop"]


@dataclass(frozen=True, slots=True)
class Relation:
    """A reference from one part to another, or to something outside the package.

    Attributes:
        key: What the part calls it, such as ``rId3``.
        type: The full type; its last segment is `kind`.
        target: Name of the part, or the address outside.
        external: Whether it points outside.
    """

    key: str = field(repr=False)
    type: str
    target: str = field(repr=False)
    external: bool = False

    @property
    def kind(self) -> str:
        """The last segment of the type: ``header``, ``image``, ``hyperlink``."""
        return self.type.rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class OfficePart:
    """A part with its type and what it refers to; ``data`` is raw."""

    name: str
    type: str
    kind: str
    data: bytes = field(repr=False)
    relations: tuple[Relation, ...] = ()


@dataclass(frozen=True, slots=True)
class Gathered:
    """The parts that were reached from the root, main part first, and what was left behind.

    Attributes:
        parts: Under new names, with new keys of their relations.
        keys: For each part, old keys to new ones; a key that leads nowhere any more is missing.
        dropped: Kinds of what was left out, once each time; parts nothing leads to are ``part``.
    """

    parts: tuple[OfficePart, ...]
    keys: tuple[Mapping[str, str], ...] = field(repr=False)
    dropped: tuple[str, ...] = ()


def gather(data: bytes, choose: Callable[[Relation], Choice], folder: str) -> Gathered:
    """Read a package along the relationships that `choose` keeps.

    Args:
        data: The whole file.
        choose: Tells what becomes of a relation: its part is read, it is kept as a link to
            something outside, or it is dropped.
        folder: Where the parts are put, such as ``word``.

    Raises:
        CorruptDocument: If the file is damaged, has a password, or lacks its main part.
    """
    if data.startswith(_OLE):
        raise CorruptDocument(
            "the file has a password or is of the old binary kind; remove the password or save "
            "it in the present format"
        )
    stored = {part.name.casefold(): part.data for part in map(readable, read_package(data))}
    types = content_types(stored)
    return _Walk(stored, types, choose, folder).run()


@dataclass(slots=True)
class _Walk:
    """One traversal, breadth first, so that the same package always gives the same order."""

    stored: Mapping[str, bytes]
    types: Callable[[str], str]
    choose: Callable[[Relation], Choice]
    folder: str
    names: dict[str, str] = field(default_factory=dict)
    queue: list[tuple[str, str]] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    dropped: list[str] = field(default_factory=list)
    mentioned: set[str] = field(default_factory=set)

    def run(self) -> Gathered:
        root = relations_of(self.stored, "")
        main = next((r for r in root if r.kind == MAIN), None)
        if main is None or main.target.casefold() not in self.stored:
            raise CorruptDocument("the main part of the file is missing; save the file anew")
        self.dropped += [r.kind for r in root if r is not main]
        self.mentioned.update(r.target.casefold() for r in root)
        self._name(main)
        made, keys = [], []
        for name, kind in self.queue:  # grows while it is read
            relations, renamed = self._follow(name)
            raw = self.stored[name]
            type_name = self.types(name) if is_schema(self.types(name)) else BYTES
            made.append(OfficePart(self.names[name], type_name, kind, raw, relations))
            keys.append(renamed)
        return Gathered(tuple(made), tuple(keys), (*self.dropped, *self._orphans()))

    def _orphans(self) -> Iterable[str]:
        """Tell of parts that no relation leads to: no reader shows them, but they are there."""
        for name in self.stored:
            known = name in self.mentioned or name.endswith(".rels") or name == _TYPES.casefold()
            if not known:
                yield "part"

    def _follow(self, name: str) -> tuple[tuple[Relation, ...], dict[str, str]]:
        kept: list[Relation] = []
        renamed: dict[str, str] = {}
        relations = relations_of(self.stored, name)
        for relation in sorted(relations, key=lambda r: r.kind == EMBEDDED):
            choice = self.choose(relation)
            self.mentioned.add(relation.target.casefold())
            there = relation.external or relation.target.casefold() in self.stored
            if choice == "drop" or not there or (choice == "link") != relation.external:
                self.dropped.append(relation.kind)
                continue
            renamed[relation.key] = key = f"rId{len(kept) + 1}"
            target = relation.target if relation.external else self._name(relation)
            known = relation.type if is_schema(relation.type) else _TYPE + relation.kind
            kept.append(replace(relation, key=key, type=known, target=target))
        return tuple(kept), renamed

    def _name(self, relation: Relation) -> str:
        old = relation.target.casefold()
        if old not in self.names:
            kind = "document" if relation.kind == MAIN else relation.kind
            number = self.counts[kind] = self.counts.get(kind, 0) + 1
            ending = posixpath.splitext(old)[1] if kind in ("image", "package") else ".xml"
            ending = ending if ending[1:].isalnum() and len(ending) < 6 else ".bin"
            self.names[old] = (
                f"{self.folder}/{kind}{'' if relation.kind == MAIN else number}{ending}"
            )
            self.queue.append((old, relation.kind))
        return self.names[old]


def content_types(stored: Mapping[str, bytes]) -> Callable[[str], str]:
    """Return what tells the content type of a part by its name in small letters.

    Args:
        stored: The parts of the package by their names in small letters.

    Raises:
        CorruptDocument: If they are listed nowhere.
    """
    if _TYPES.casefold() not in stored:
        raise CorruptDocument("the list of content types is missing; save the file anew")
    root = read_xml(stored[_TYPES.casefold()], "the list of content types")
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
    root = read_xml(stored[own.casefold()], "a list of relationships")
    for node in root.iterchildren("{*}Relationship"):
        target, external = node.get("Target", ""), node.get("TargetMode") == "External"
        if not external:
            target = posixpath.normpath(posixpath.join("/", folder, unquote(target)))[1:]
        found.append(Relation(node.get("Id", ""), node.get("Type", ""), target, external))
    return found


def read_xml(data: bytes, place: str) -> Any:
    """Return the root of a part, without comments and instructions.

    Raises:
        CorruptDocument: If it is not well-formed or has a document type.
    """
    tree = parse_xml(data, place)
    if tree.docinfo.internalDTD is not None:
        raise CorruptDocument(f"{place}: has a document type declaration, which may not be there")
    root = tree.getroot()
    etree.strip_tags(root, etree.Comment)
    for node in list(root.iter(etree.PI, etree.Comment)):
        remove(node)
    return root


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


def relink(root: Any, keys: Mapping[str, str], lost: Callable[[Any, str], None]) -> None:
    """Give the relations of a part their new keys.

    Args:
        root: The part.
        keys: Old keys to new ones.
        lost: Called with each node and attribute whose relation is gone.
    """
    for value in root.xpath("//@r:*", namespaces={"r": REFERENCE_NS}):
        node, attribute = value.getparent(), value.attrname
        if str(value) in keys:
            node.set(attribute, keys[str(value)])
        elif str(value):
            lost(node, attribute)


def of_their_kind(rewritten: Mapping[str, Member]) -> dict[str, bytes]:
    """Return embedded files that may stand where they stood: those of the kind they were of."""
    ending = posixpath.splitext
    return {
        name: made.data for name, made in rewritten.items()
        if ending(made.name)[1] == ending(name)[1]
    }  # fmt: skip


def pack_parts(parts: Iterable[OfficePart]) -> tuple[Part, ...]:
    """Return the members of a package of `parts`, the first of which is its main part."""
    listed = tuple(parts)
    main = Relation("rId1", f"{_TYPE}{MAIN}", listed[0].name)
    types = types_xml({part.name: part.type for part in listed})
    members = [Part(_TYPES, types), Part("_rels/.rels", _relations_xml("", [main]))]
    for part in listed:
        members.append(Part(part.name, part.data))
        if part.relations:
            folder, _, base = part.name.rpartition("/")
            members.append(
                Part(f"{folder}/_rels/{base}.rels", _relations_xml(folder, part.relations))
            )
    return tuple(members)


def _default(namespace: str) -> Any:
    return {None: namespace}


def types_xml(types: Mapping[str, str]) -> bytes:
    """Return the list of content types of parts, by their names."""
    root = etree.Element(f"{{{_TYPES_NS}}}Types", nsmap=_default(_TYPES_NS))
    for ending, kind in (("rels", _RELATIONS_TYPE), ("xml", "application/xml")):
        etree.SubElement(root, f"{{{_TYPES_NS}}}Default", Extension=ending, ContentType=kind)
    for name, kind in types.items():
        etree.SubElement(root, f"{{{_TYPES_NS}}}Override", PartName=f"/{name}", ContentType=kind)
    return to_bytes(root)


def _relations_xml(folder: str, relations: Iterable[Relation]) -> bytes:
    root = etree.Element(f"{{{_RELATIONS_NS}}}Relationships", nsmap=_default(_RELATIONS_NS))
    for relation in relations:
        inside = relation.target if not folder else relation.target.removeprefix(f"{folder}/")
        node = etree.SubElement(
            root, f"{{{_RELATIONS_NS}}}Relationship",
            Id=relation.key, Type=relation.type,
            Target=relation.target if relation.external else inside,
        )  # fmt: skip
        if relation.external:
            node.set("TargetMode", "External")
    return to_bytes(root)

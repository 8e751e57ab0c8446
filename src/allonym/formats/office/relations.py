"""Links between the parts of a package, mended where a part was left out."""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from urllib.parse import unquote

from allonym.formats.markup.events import Attribute, Event
from allonym.formats.office.opc import BYTES, content_types, types_xml
from allonym.formats.office.values import is_schema
from allonym.formats.package import Part
from allonym.formats.xml import parse_xml, to_bytes


def owner_of(name: str) -> str:
    """Return the part whose links a part of relations holds; nothing for the whole package's.

    >>> owner_of("xl/worksheets/_rels/sheet1.xml.rels")
    'xl/worksheets/sheet1.xml'
    """
    path = PurePosixPath(name)
    own = path.parent.parent / path.name.removesuffix(".rels")
    return "" if name == "_rels/.rels" else str(own)


def is_orphan(name: str, kept: Collection[str]) -> bool:
    """Tell whether a part holds the links of one that is gone.

    >>> is_orphan("xl/a/_rels/b.xml.rels", ["xl/c.xml"]), is_orphan("_rels/.rels", [])
    (True, False)
    """
    owner = owner_of(name) if name.endswith(".rels") else ""
    return bool(owner) and owner not in kept


def lost_links(
    part: Part, kept: Collection[str], outside: Collection[str] | None = None
) -> frozenset[str]:
    """Return the identifiers of links that lead nowhere any more.

    Args:
        part: A part of relations.
        kept: Names of the parts that remain.
        outside: Kinds of links that may lead out of the package; all where it is None.
    """
    base = posixpath.dirname(owner_of(part.name))
    folded, gone = {name.casefold() for name in kept}, set[str]()
    for link in parse_xml(part.data, part.name).getroot().iterchildren("{*}Relationship"):
        if link.get("TargetMode") == "External":
            kind = link.get("Type", "").rpartition("/")[2]
            is_lost = outside is not None and kind not in outside
        else:
            path = posixpath.normpath(posixpath.join("/", base, unquote(link.get("Target", ""))))
            is_lost = path.lstrip("/").casefold() not in folded
        gone |= {link.get("Id", "")} if is_lost else set()
    return frozenset(gone)


def without_links(part: Part, gone: Collection[str]) -> Part:
    """Return a part of relations without some of its links."""
    root = parse_xml(part.data, part.name).getroot()
    for link in [node for node in root if node.get("Id", "") in gone]:
        root.remove(link)
    return replace(part, data=to_bytes(root)) if gone else part


def mend_types(
    data: bytes,
    kept: Collection[str],
    changed: Mapping[str, Sequence[str]],
    emptied: Collection[str] = (),
) -> bytes:
    """Take parts that are gone out of the list of content types; give main parts their plain type.

    Args:
        data: ``[Content_Types].xml``.
        kept: Names of the parts that remain.
        changed: Old content type to new, and the ending of files of that.
        emptied: Names of pictures that are a PNG now.
    """
    kinds = content_types({"[content_types].xml": data})
    types = {
        name: kinds(name.casefold()) for name in sorted(kept)
        if not name.endswith((".rels", "[Content_Types].xml"))
    }  # fmt: skip
    plain = {name: changed.get(kind, (kind,))[0] for name, kind in types.items()}
    plain |= dict.fromkeys(emptied, "image/png")
    return types_xml({n: kind if is_schema(kind) else BYTES for n, kind in plain.items()})


def mend_manifest(data: bytes, kept: Collection[str]) -> bytes:
    """Take parts that are gone out of the manifest of an OpenDocument package."""
    root = parse_xml(data, "META-INF/manifest.xml").getroot()
    for entry in list(root):
        path = next((v for k, v in entry.attrib.items() if k.endswith("}full-path")), "")
        inside = path + ("" if path.endswith("/") else "\0")
        if path != "/" and path not in kept and not any(n.startswith(inside) for n in kept):
            root.remove(entry)
            continue
        for name in list(entry.attrib):
            if name.rpartition("}")[2] not in ("full-path", "media-type", "version"):
                del entry.attrib[name]
        del entry[:]
        entry.text = entry.tail = None
        for name, value in entry.attrib.items():
            if name.endswith("}media-type") and value and not is_schema(value):
                entry.set(name, BYTES)
    root.text = None
    return to_bytes(root)


def uses(event: Event, source: str, identifiers: Collection[str]) -> list[Attribute]:
    """Return the attributes by which an element uses some of the links."""
    return [
        a for a in event.attributes
        if a.name.startswith(("r:", "relationships:")) and source[a.start : a.end] in identifiers
    ]  # fmt: skip


def is_external(event: Event, source: str) -> bool:
    """Tell whether an element links to something outside the package."""
    modes = (a for a in event.attributes if a.name == "TargetMode")
    return any(source[a.start : a.end] == "External" for a in modes)

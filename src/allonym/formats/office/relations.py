"""Links between the parts of a package, and the list of their types (ECMA-376 part 2).

Both are mended where a part was left out.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote

from lxml import etree

from allonym.errors import CorruptDocument
from allonym.formats.markup.events import Attribute, Event
from allonym.formats.office.values import is_schema
from allonym.formats.package import Part
from allonym.formats.xml import parse_xml, to_bytes

_TYPES = "[Content_Types].xml"
_TYPES_NS = "http://schemas.openxmlformats.org/package/2006/content-types"
_RELATIONS_TYPE = "application/vnd.openxmlformats-package.relationships+xml"
_MANIFEST_NS = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
_OBJECT = "content.xml"
_VERSION = re.compile(r"\d\.\d{1,2}")
# what a file is called of whose kind only its writer knows the name
_BYTES = "application/octet-stream"


@dataclass(frozen=True, slots=True)
class Relation:
    """A reference from one part to another, or to something outside the package."""

    identity: str  # by which the part refers to it
    kind: str  # the last segment of its type: ``header``, ``image``, ``hyperlink``
    target: str = field(repr=False)  # name of the part, or the address outside
    external: bool  # whether it points outside


def relations_of(stored: Mapping[str, bytes], name: str) -> list[Relation]:
    """Return the relations of a part, in the order of its list.

    Names are in small letters; that of the package itself is empty.
    """
    folder, _, base = name.rpartition("/")
    own = posixpath.join(folder, "_rels", f"{base}.rels")
    data = stored.get(own.casefold())
    return list(_links(data, folder, own)) if data else []


def _links(data: bytes, folder: str, place: str) -> Iterator[Relation]:
    """Yield what a list says; `folder` is that of the part whose it is."""
    for node in parse_xml(data, place).getroot().iterchildren("{*}Relationship"):
        target, external = node.get("Target", ""), node.get("TargetMode") == "External"
        if not external:
            target = posixpath.normpath(posixpath.join("/", folder, unquote(target))).lstrip("/")
        kind = node.get("Type", "").rpartition("/")[2]
        yield Relation(node.get("Id", ""), kind, target, external)


def content_types(stored: Mapping[str, bytes]) -> Callable[[str], str]:
    """Return what tells the content type of a part by its name, as all names here in small letters.

    Parameters of a type, which some programs write, are left out.

    Raises:
        CorruptDocument: If they are listed nowhere.
    """
    if _TYPES.casefold() not in stored:
        raise CorruptDocument(
            "the list of its parts is missing; save the file anew, or give it its own ending"
        )
    root = parse_xml(stored[_TYPES.casefold()], _TYPES).getroot()
    exact: dict[str, str] = {}
    by_ending: dict[str, str] = {}
    for node in root.iterchildren("{*}Override", "{*}Default"):
        kind = node.get("ContentType", "").partition(";")[0].strip()
        if node.get("PartName"):
            exact[node.get("PartName").lstrip("/").casefold()] = kind
        else:
            by_ending[node.get("Extension", "").casefold()] = kind
    return lambda name: exact.get(name, by_ending.get(posixpath.splitext(name)[1][1:], ""))


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

    `kept` are the names of the parts that stay, case-folded, and `outside` the kinds of links that
    may lead out of the package; all where it is None.
    """
    return frozenset(
        link.identity
        for link in _links(part.data, posixpath.dirname(owner_of(part.name)), part.name)
        if (link.external and outside is not None and link.kind not in outside)
        or (not link.external and link.target.casefold() not in kept)
    )


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

    `changed` tells of an old type the new one and the ending of its files; pictures that were
    `emptied` are a PNG now.
    """
    kinds = content_types({"[content_types].xml": data})
    types = {
        name: kinds(name.casefold()) for name in sorted(kept)
        if not name.endswith((".rels", "[Content_Types].xml"))
    }  # fmt: skip
    plain = {name: changed.get(kind, (kind,))[0] for name, kind in types.items()}
    plain |= dict.fromkeys(emptied, "image/png")
    space: Any = {None: _TYPES_NS}
    root = etree.Element(f"{{{_TYPES_NS}}}Types", nsmap=space)
    for ending, kind in (("rels", _RELATIONS_TYPE), ("xml", "application/xml")):
        etree.SubElement(root, f"{{{_TYPES_NS}}}Default", Extension=ending, ContentType=kind)
    for name, kind in plain.items():
        said = {"PartName": f"/{name}", "ContentType": kind if is_schema(kind) else _BYTES}
        etree.SubElement(root, f"{{{_TYPES_NS}}}Override", said)
    return to_bytes(root)


def mend_manifest(data: bytes, kept: Collection[str]) -> bytes:
    """Return the manifest of an OpenDocument package, written anew for the parts that are there."""
    old = parse_xml(data, "META-INF/manifest.xml").getroot()
    space = etree.QName(old).namespace or ""
    space = space if is_schema(space) else _MANIFEST_NS
    root = etree.Element(f"{{{space}}}manifest", nsmap={"manifest": space})
    # of folders only those of objects are listed: their kinds are known by nothing else
    named = {"/", *kept, *(n[: -len(_OBJECT)] for n in kept if n.endswith(f"/{_OBJECT}"))}
    for entry in (old, *old.iterchildren(etree.Element)):
        said = {name.rpartition("}")[2]: value for name, value in entry.attrib.items()}
        path, kind, version = (said.get(n, "") for n in ("full-path", "media-type", "version"))
        made = root
        if entry is not old:
            if path not in named:
                continue
            made = etree.SubElement(root, f"{{{space}}}file-entry")
            made.set(f"{{{space}}}full-path", path)
            made.set(f"{{{space}}}media-type", kind if not kind or is_schema(kind) else _BYTES)
        if _VERSION.fullmatch(version):
            made.set(f"{{{space}}}version", version)
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

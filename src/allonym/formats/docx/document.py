"""Word documents: opened, cleaned, read as text, and written back in place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from lxml import etree

from allonym.errors import CorruptDocument
from allonym.formats.base import Format
from allonym.formats.docx.scrub import Scrubber, lost_relation, part_words
from allonym.formats.docx.view import Reader, read_labels
from allonym.formats.office.opc import (
    Choice,
    Gathered,
    OfficePart,
    Relation,
    gather,
    of_their_kind,
    pack_parts,
    read_xml,
    relink,
)
from allonym.formats.office.pictures import EMPTY_PICTURE, clean_picture
from allonym.formats.office.sieve import with_prefixes
from allonym.formats.office.slots import Layout, address_slot
from allonym.formats.office.values import is_own
from allonym.formats.package import write_package
from allonym.formats.tables import load_table
from allonym.formats.xml import to_bytes
from allonym.model.mention import Mention
from allonym.model.replacement import ReplacementPlan
from allonym.model.view import TextView
from allonym.ports import Member, Residue, SourceDocument

_STORIES = ("document", "header", "footer", "footnotes", "endnotes", "comments", "glossaryDocument")
_OTHERS = (
    "chart", "diagramData", "diagramDrawing", "numbering", "settings", "styles", "fontTable",
    "theme", "chartStyle", "chartColorStyle", "diagramLayout", "diagramQuickStyle", "diagramColors",
)  # fmt: skip
_XML = frozenset((*_STORIES, *_OTHERS, "officeDocument"))
_READ_FIRST = ("officeDocument", "footnotes", "endnotes", "header", "footer", "comments")
_PATH = re.compile(r"file:|[a-z]:|\.{0,2}[\\/]", re.I)
"""A path on a machine or a share; it names users and cases, and leads nowhere elsewhere."""


class DocxFormat(Format):
    """Word documents and templates; macros are dropped."""

    def open(self, data: bytes) -> DocxDocument:
        """Read a document and clean it of what is not text.

        Raises:
            CorruptDocument: If it is damaged, has a password, lacks a part or is no Word file.
        """
        gathered = gather(data, self._choose, "word")
        main = gathered.parts[0]
        types = load_table("docx/rules.toml")["types"]
        if main.type not in types:
            raise CorruptDocument("the file is not a Word document; give it its own ending")
        main_type, suffix = types[main.type]
        parts = (replace(main, type=main_type), *gathered.parts[1:])
        scrubber = Scrubber(self.settings)
        roots = _cleaned(replace(gathered, parts=parts), scrubber)
        written = tuple(_written(p, r, scrubber.found) for p, r in zip(parts, roots, strict=True))
        for kind in gathered.dropped:
            scrubber.found[part_words(kind)] += 1
        layout = _laid_out(written, roots)[0]
        return DocxDocument(
            written, layout.view(), _residue(written, scrubber), suffix,
            given=tuple(sorted(layout.given, key=lambda m: m.span)),
        )  # fmt: skip

    def _choose(self, relation: Relation) -> Choice:
        if relation.kind == "hyperlink":
            return "drop" if _PATH.match(relation.target) else "link"
        if relation.kind == "comments" and self.settings.comments == "remove":
            return "drop"
        return "part" if relation.kind in (*_XML, "image", "package") else "drop"


@dataclass(frozen=True, slots=True)
class DocxDocument:
    """A Word document, cleaned.

    Attributes:
        parts: What it consists of; embedded documents as they were.
        view: What it reads as.
        residue: What it carried besides its text.
        suffix: Ending of the written file's name where it differs.
        ready: Embedded documents that have been rewritten; no other one is written.
        given: What headings of columns say of the cells below them.
    """

    parts: tuple[OfficePart, ...] = field(repr=False)
    view: TextView
    residue: tuple[Residue, ...]
    suffix: str
    ready: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    given: tuple[Mention, ...] = ()

    @property
    def members(self) -> tuple[Member, ...]:
        """The documents embedded in it, such as the workbooks of charts."""
        return tuple(Member(p.name, p.data) for p in self.parts if p.kind == "package")

    def with_members(self, rewritten: Mapping[str, Member]) -> SourceDocument:
        """Return the document with its embedded documents rewritten; others are left out."""
        return replace(self, ready=of_their_kind(rewritten))

    def is_own(self, line: str) -> bool:
        """Tell whether a whole value of the file is a word of the format, not of a writer."""
        return is_own(line)

    def rewrite(self, plan: ReplacementPlan) -> bytes:
        """Return the file with the plan carried out.

        Raises:
            UnrewritableContent: If a replacement lies outside every place of text.
        """
        roots = self._roots()
        layout, links = _laid_out(self.parts, roots)
        layout.carry_out(plan)
        made = tuple(
            self._part(part, root, links.get(number, {}))
            for number, (part, root) in enumerate(zip(self.parts, roots, strict=True))
            if part.kind != "package" or part.name in self.ready
        )
        return write_package(pack_parts(made))

    def trees(self) -> tuple[list[Any], Layout]:
        """Return the tree of each part, None for what is not XML, and the layout of their text."""
        roots = self._roots()
        return roots, _laid_out(self.parts, roots)[0]

    def _roots(self) -> list[Any]:
        return [read_xml(p.data, "a part") if p.kind in _XML else None for p in self.parts]

    def _part(self, part: OfficePart, root: Any, links: Mapping[str, Any]) -> OfficePart:
        if part.kind == "package":
            return replace(part, data=self.ready[part.name])
        if root is None:
            return part
        missing = {p.name for p in self.parts if p.kind == "package"} - self.ready.keys()
        relations = tuple(
            replace(r, target=links[r.key].get("Target")) if r.key in links else r
            for r in part.relations
            if r.target not in missing
        )
        if len(relations) < len(part.relations):
            relink(root, {r.key: r.key for r in relations}, lost_relation)
        return replace(part, data=to_bytes(root), relations=relations)


def _cleaned(gathered: Gathered, scrubber: Scrubber) -> list[Any]:
    """Return the tree of each part, cleaned; None for what is not XML."""
    roots = [
        with_prefixes(read_xml(part.data, f"part {number} ({part.kind})"))
        if part.kind in _XML
        else None
        for number, part in enumerate(gathered.parts, 1)
    ]
    for root, keys in zip(roots, gathered.keys, strict=True):
        if root is not None:
            relink(root, keys, lost_relation)
    _relink_diagrams(gathered, roots)
    scrubber.clean((p.kind, r) for p, r in zip(gathered.parts, roots, strict=True) if r is not None)
    return roots


def _relink_diagrams(gathered: Gathered, roots: Iterable[Any]) -> None:
    """A diagram names its picture by the key of a relation that the document has, not itself."""
    for part, root in zip(gathered.parts, roots, strict=True):
        if part.kind != "diagramData":
            continue
        for node in list(root.iter("{*}dataModelExt")):
            for owner, keys in zip(gathered.parts, gathered.keys, strict=True):
                if any(r.target == part.name for r in owner.relations):
                    node.set("relId", keys.get(node.get("relId", ""), ""))
                    break


def _written(part: OfficePart, root: Any, found: Counter[str]) -> OfficePart:
    if root is not None:
        return replace(part, data=to_bytes(root))
    if part.kind != "image":
        return part
    found["metadata of pictures"] += 1
    clean = clean_picture(part.data)
    if clean is None:
        found["pictures that cannot be cleaned"] += 1
        return replace(part, data=EMPTY_PICTURE, type="image/png")
    return replace(part, data=clean)


def _laid_out(
    parts: Iterable[OfficePart], roots: Iterable[Any]
) -> tuple[Layout, dict[int, dict[str, Any]]]:
    """Lay out the text of all parts; return it with the nodes that stand for links, by part."""
    layout = Layout()
    links: dict[int, dict[str, Any]] = {}
    listed = [(number, *pair) for number, pair in enumerate(zip(parts, roots, strict=True))]
    order = {kind: rank for rank, kind in enumerate(_READ_FIRST)}
    for number, part, root in sorted(listed, key=lambda i: order.get(i[1].kind, len(order))):
        if root is None:
            continue
        if part.kind in (*_STORIES, "officeDocument"):
            Reader(layout).story(root)
        read_labels(root, layout)
        for relation in part.relations:
            if relation.external:
                node = etree.Element("Relationship", Target=relation.target)
                links.setdefault(number, {})[relation.key] = node
                layout.add(address_slot(node, "Target"))
                layout.cut()
    return layout, links


def _residue(parts: Iterable[OfficePart], scrubber: Scrubber) -> tuple[Residue, ...]:
    found = sorted((place, count) for place, count in scrubber.found.items() if count)
    replaced = sorted((place, count) for place, count in scrubber.replaced.items() if count)
    pictures = sum(part.kind == "image" for part in parts)
    kept = (Residue("pictures: what they show", pictures, "kept"),) if pictures else ()
    return (
        Residue("times in the package", 1, "removed"),
        *(Residue(place, count, "removed") for place, count in found),
        *(Residue(place, count, "replaced") for place, count in replaced),
        *kept,
    )

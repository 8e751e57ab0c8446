"""A copy of a Word document to be looked at in a browser; it is never handed out.

`docx-preview`_ leaves out simple fields, smart tags, hyphens that don't break and drawings in the
new markup.  In the copy the first two are unwrapped, the hyphen is a character, of alternative
contents the one for older readers stands alone, text boxes are tables of one cell, and an empty
bookmark ``ps-<n>`` stands where block ``n`` of the document begins; it becomes an element with that
id.

.. _docx-preview: https://github.com/VolodymyrBaydalka/docxjs
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from lxml import etree

from allonym.formats.docx import names as n
from allonym.formats.docx.boxes import draw_boxes
from allonym.formats.docx.document import DocxDocument, DocxFormat
from allonym.formats.docx.names import VALUE, w
from allonym.formats.office.opc import OfficePart, pack_parts, unwrap
from allonym.formats.office.slots import Layout, Slot
from allonym.formats.package import write_package
from allonym.formats.xml import to_bytes
from allonym.model.replacement import ReplacementPlan
from allonym.profile import Documents

_UNWRAPPED = tuple(map(w, ("fldSimple", "smartTag", "customXml", "sdtContent", "sdt")))
_PROPERTIES = tuple(map(w, ("smartTagPr", "customXmlPr", "sdtPr", "sdtEndPr")))
_KINDS = {
    "header": "header", "footer": "footer", "footnotes": "note", "endnotes": "note",
    "comments": "comment", "chart": "other", "diagramData": "other", "diagramDrawing": "other",
}  # fmt: skip
_FIRST_ID = 1_000_000


def preview_copy(data: bytes, settings: Documents, plan: ReplacementPlan | None = None) -> bytes:
    """Return the preview copy of a Word file.

    Args:
        data: The file.
        settings: How it is read.
        plan: What is replaced; without it the original is shown.

    Raises:
        CorruptDocument: If it is no Word file.
    """
    document = DocxFormat(settings).open(data)
    roots, layout = document.trees()
    _mark(layout)
    if plan is not None:
        layout.carry_out(plan)
    for root in roots:
        if root is not None:
            _simplify(root)
    parts = (
        part if root is None else _with(part, root)
        for part, root in zip(document.parts, roots, strict=True)
        if part.kind != "package"
    )
    return write_package(pack_parts(tuple(parts)))


def block_kinds(document: DocxDocument) -> tuple[str, ...]:
    """Return what each block of a document is; see `allonym.review.preview.Block`."""
    roots, layout = document.trees()
    kinds = {root: part.kind for part, root in zip(document.parts, roots, strict=True)
             if root is not None}  # fmt: skip
    headings = set[str]()
    for part, root in zip(document.parts, roots, strict=True):
        if part.kind == "styles" and root is not None:
            headings |= set(_heading_styles(root))
    return tuple(_kind(slot, kinds, headings) for _, slot in _first_slots(layout))


def _with(part: OfficePart, root: Any) -> OfficePart:
    return replace(part, data=to_bytes(root))


def _first_slots(layout: Layout) -> Iterator[tuple[int, Slot]]:
    """Yield the number of each block with the first slot in it that has text."""
    for number, block in enumerate(layout.view().blocks):
        at = bisect_left(layout.starts, block.start)
        while at < len(layout.slots) - 1 and not layout.slots[at].text:
            at += 1
        yield number, layout.slots[at]


def _kind(slot: Slot, kinds: dict[Any, str], headings: set[str]) -> str:
    node = slot.node
    paragraph = next(node.iterancestors(n.PARAGRAPH), None)
    if paragraph is None or slot.kind in ("attribute", "address"):
        return "other"
    story = _KINDS.get(kinds.get(node.getroottree().getroot(), ""), "")
    if story:
        return story
    style = paragraph.find(f"{n.PARAGRAPH_PROPERTIES}/{w('pStyle')}")
    if style is not None and style.get(VALUE) in headings:
        return "heading"
    if next(paragraph.iterancestors(w("tc")), None) is not None:
        return "cell"
    return "paragraph"


def _heading_styles(root: Any) -> Iterator[str]:
    for style in root.iter(w("style")):
        name = style.find(w("name"))
        said = "" if name is None else name.get(VALUE, "").lower()
        if said.startswith("heading") or said in ("title", "subtitle"):
            yield style.get(w("styleId"), "")


# --- bookmarks -----------------------------------------------------------------------------------


def _mark(layout: Layout) -> None:
    """Put a bookmark before what begins each block, in what older readers see where both are."""
    marked: set[Any] = set()
    for number, slot in _first_slots(layout):
        node = slot.mirror if slot.mirror is not None else slot.node
        paragraph = next(node.iterancestors(n.PARAGRAPH), None)
        if paragraph is None or slot.kind in ("attribute", "address"):
            continue
        at = _after_properties(paragraph) if paragraph not in marked else _index(paragraph, node)
        marked.add(paragraph)
        key = str(_FIRST_ID + number)
        start = etree.Element(w("bookmarkStart"), {w("id"): key, w("name"): f"ps-{number}"})
        end = etree.Element(w("bookmarkEnd"), {w("id"): key})
        paragraph.insert(at, start)
        paragraph.insert(at + 1, end)


def _after_properties(paragraph: Any) -> int:
    return int(len(paragraph) > 0 and paragraph[0].tag == n.PARAGRAPH_PROPERTIES)


def _index(paragraph: Any, node: Any) -> int:
    """Return the place of the child of a paragraph that holds a node."""
    while node.getparent() is not paragraph:
        node = node.getparent()
    return int(paragraph.index(node))


# --- what docx-preview cannot show ---------------------------------------------------------------


def _simplify(root: Any) -> None:
    for node in list(root.iter(n.ALTERNATE)):
        _take_older(node)
    for node in list(root.iter(*_PROPERTIES)):
        node.getparent().remove(node)
    for node in list(root.iter(*_UNWRAPPED)):
        unwrap(node)
    draw_boxes(root)
    for node in list(root.iter(w("noBreakHyphen"))):
        node.tag = n.TEXT
        node.text = "\u2011"


def _take_older(node: Any) -> None:
    """Put what is for older readers in the place of alternatives; what there is if that is none."""
    parent = node.getparent()
    chosen = node.find(n.FALLBACK)
    if chosen is None or not len(chosen):
        chosen = node.find(n.CHOICE)
    at = parent.index(node)
    children = [] if chosen is None else list(chosen)
    tail = node.tail
    parent.remove(node)
    for offset, child in enumerate(children):
        parent.insert(at + offset, child)
    if tail and children:
        children[-1].tail = tail

"""A copy of a Word document to be looked at in a browser; it is never handed out.

`docx-preview`_ leaves out simple fields, smart tags, hyphens that don't break and drawings in the
new markup.  In the copy the first two are unwrapped, the hyphen is a character, of alternative
contents the one for older readers stands alone, and an empty bookmark ``ps-<n>`` stands where block
``n`` of the document begins; it becomes an element with that id.  Text boxes, which browsers get as
shapes over the text around, are framed tables of one cell before their paragraph: they float where
the box leaves room beside itself, and their text can be reached, marked and scrolled to.

.. _docx-preview: https://github.com/VolodymyrBaydalka/docxjs
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import Any

from lxml import etree

from allonym.formats.docx import names as n
from allonym.formats.docx.document import COMMENTS, DocxFormat
from allonym.formats.docx.names import VALUE, w
from allonym.formats.office.document import PackageDocument
from allonym.formats.package import write_package
from allonym.formats.xml import remove, to_bytes, unwrap
from allonym.model.replacement import ReplacementPlan
from allonym.profile import Documents

_MARK = f'<w:bookmarkStart xmlns:w="{n.MAIN_NS}" w:name="ps-{{}}"/>'
_NUMBER = re.compile(r"ps-(\d+)")
_UNWRAPPED = tuple(map(w, ("fldSimple", "smartTag", "customXml", "sdtContent", "sdt")))
_PROPERTIES = tuple(map(w, ("smartTagPr", "customXmlPr", "sdtPr", "sdtEndPr")))
_KINDS = {
    "word/header*": "header", "word/footer*": "footer", "word/footnotes*": "note",
    "word/endnotes*": "note", COMMENTS: "comment", "word/[cd]*/*": "other",
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
    parts = {part.name: part for part in document.parts}
    for name, root in _marked(document, plan or ReplacementPlan.of(())):
        _simplify(root)
        parts[name] = replace(parts[name], data=to_bytes(root))
    return write_package(parts.values())


def block_kinds(document: PackageDocument) -> tuple[str, ...]:
    """Return what each block of a document is; see `allonym.review.preview.Block`."""
    kinds = ["other"] * len(document.view.blocks)
    roots = dict(_marked(document, ReplacementPlan.of(())))
    headings = {s for name in roots if "styles" in name for s in _heading_styles(roots[name])}
    for name, root in roots.items():
        for mark in root.iter(w("bookmarkStart")):
            if number := _NUMBER.fullmatch(mark.get(w("name"), "")):
                kinds[int(number[1])] = _kind(mark, name, headings)
    return tuple(kinds)


def _marked(document: PackageDocument, plan: ReplacementPlan) -> Iterator[tuple[str, Any]]:
    """Yield the trees of the parts that are read, with a bookmark where each block begins."""
    for name, root in document.marked(plan, _MARK):
        for mark in list(root.iter(w("bookmarkStart"))):
            if found := _NUMBER.fullmatch(mark.get(w("name"), "")):
                _move(mark, int(found[1]))
        yield name, root


def _move(mark: Any, number: int) -> None:
    """Put a bookmark from inside a text before the run that this stands in, or drop it."""
    paragraph = next(mark.iterancestors(n.PARAGRAPH), None)
    node = mark.getparent()
    remove(mark)
    mark.tail = None
    if paragraph is None:
        return
    while node.getparent() is not paragraph:
        node = node.getparent()
    at = paragraph.index(node)
    if not any(other.tag == w("bookmarkStart") for other in paragraph[:at]):
        at = int(paragraph[0].tag == n.PARAGRAPH_PROPERTIES)
    mark.set(w("id"), str(_FIRST_ID + number))
    paragraph.insert(at, mark)
    paragraph.insert(at + 1, etree.Element(w("bookmarkEnd"), {w("id"): mark.get(w("id"))}))


def _kind(mark: Any, part: str, headings: set[str]) -> str:
    for pattern, kind in _KINDS.items():
        if fnmatchcase(part, pattern):
            return kind
    paragraph = mark.getparent()
    style = paragraph.find(f"{n.PARAGRAPH_PROPERTIES}/{w('pStyle')}")
    if style is not None and style.get(VALUE) in headings:
        return "heading"
    return "paragraph" if next(paragraph.iterancestors(n.CELL), None) is None else "cell"


def _heading_styles(root: Any) -> Iterator[str]:
    for style in root.iter(w("style")):
        name = style.find(w("name"))
        said = "" if name is None else name.get(VALUE, "").lower()
        if said.startswith("heading") or said in ("title", "subtitle"):
            yield style.get(w("styleId"), "")


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
    chosen = node.find(n.FALLBACK)
    if chosen is None or not len(chosen):
        chosen = node.find(n.CHOICE)
    for other in [child for child in node if child is not chosen]:
        remove(other)
    if chosen is not None:
        unwrap(chosen)
    unwrap(node)


_OBJECTS = frozenset((w("drawing"), w("pict"), w("object")))
_PICTURES = (f"{{{n.DRAWING_NS}}}blip", f"{{{n.VML_NS}}}imagedata")
_EXTENT = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}extent"
_EMU, _TWIPS = 635, {"pt": 20.0, "in": 1440.0, "cm": 567.0, "mm": 56.7, "px": 15.0}
_WIDTH = re.compile(r"(?:^|;)\s*width\s*:\s*([\d.]+)(pt|in|cm|mm|px)")
# widths in twips: of a box that gives none, and below which text stands beside a box
_USUAL, _FLOATING = 4500, 6500


def draw_boxes(root: Any) -> None:
    """Put a table in the place of each text box under `root`; a box in a box stays inside it."""
    emptied: list[Any] = []
    for content in list(root.iter(n.TEXT_BOX)):
        drawing = next((a for a in content.iterancestors() if a.tag in _OBJECTS), None)
        host = None if drawing is None else next(drawing.iterancestors(n.PARAGRAPH), None)
        if host is None:
            continue
        host.addprevious(_table(content, _width(content, drawing)))
        emptied.append(drawing)
    for drawing in emptied:
        parent = drawing.getparent()
        if parent is not None and next(drawing.iter(*_PICTURES), None) is None:
            parent.remove(drawing)


def _width(content: Any, drawing: Any) -> int:
    """Return the width of a box in twips."""
    for node in content.iterancestors():
        said = _WIDTH.search(node.get("style") or "")
        if said:
            return int(float(said[1]) * _TWIPS[said[2]])
        if node is drawing:
            break
    extent = drawing.find(f".//{_EXTENT}")
    cx = "" if extent is None else extent.get("cx", "")
    return int(cx) // _EMU if cx.isdigit() else _USUAL


def _table(content: Any, width: int) -> Any:
    table = etree.Element(n.TABLE)
    properties = etree.SubElement(table, w("tblPr"))
    if width < _FLOATING:
        etree.SubElement(
            properties, w("tblpPr"), {w("rightFromText"): "180", w("bottomFromText"): "120"}
        )
    etree.SubElement(properties, w("tblW"), {w("w"): str(width), w("type"): "dxa"})
    borders = etree.SubElement(properties, w("tblBorders"))
    for side in ("top", "left", "bottom", "right"):
        line = {VALUE: "single", w("sz"): "4", w("space"): "0", w("color"): "8C8C8C"}
        etree.SubElement(borders, w(side), line)
    grid = etree.SubElement(table, w("tblGrid"))
    etree.SubElement(grid, w("gridCol"), {w("w"): str(width)})
    cell = etree.SubElement(etree.SubElement(table, n.ROW), n.CELL)
    etree.SubElement(
        etree.SubElement(cell, w("tcPr")), w("tcW"), {w("w"): str(width), w("type"): "dxa"}
    )
    cell.extend(list(content))
    return table

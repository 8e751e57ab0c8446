"""Text boxes of a preview: each becomes a framed table of one cell before its paragraph.

Browsers get boxes as shapes with text inside, of which `docx-preview` draws few and those over the
text around.  A table is drawn by it as any other, floats where the box leaves room beside itself,
and its text can be reached, marked and scrolled to.
"""

from __future__ import annotations

import re
from typing import Any

from lxml import etree

from allonym.formats.docx import names as n
from allonym.formats.docx.names import VALUE, w

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

"""Names of the elements and attributes of WordprocessingML that are read or cleaned (ECMA-376)."""

from __future__ import annotations

MAIN_NS = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
DRAWING_NS = "http://schemas.openxmlformats.org/drawingml/2006/main"
MATH_NS = "http://schemas.openxmlformats.org/officeDocument/2006/math"
VML_NS = "urn:schemas-microsoft-com:vml"
COMPATIBILITY_NS = "http://schemas.openxmlformats.org/markup-compatibility/2006"


def w(name: str) -> str:
    """Return the full name of a WordprocessingML element or attribute.

    >>> w("p")
    '{http://schemas.openxmlformats.org/wordprocessingml/2006/main}p'
    """
    return f"{{{MAIN_NS}}}{name}"


PARAGRAPH, TEXT, VALUE = w("p"), w("t"), w("val")
RUN_PROPERTIES, PARAGRAPH_PROPERTIES, ROW_PROPERTIES = w("rPr"), w("pPr"), w("trPr")
DELETED_TEXT, DELETED_CODE, CODE = w("delText"), w("delInstrText"), w("instrText")
FIELD_MARK, FIELD_MARK_TYPE = w("fldChar"), w("fldCharType")
DELETED, MOVED_FROM, INSERTED, MOVED_TO = w("del"), w("moveFrom"), w("ins"), w("moveTo")
TEXT_BOX, HYPERLINK, TAB_STOPS = w("txbxContent"), w("hyperlink"), w("tabs")
ALTERNATE, CHOICE, FALLBACK = (
    f"{{{COMPATIBILITY_NS}}}{name}" for name in ("AlternateContent", "Choice", "Fallback")
)
TABLE, ROW, CELL = w("tbl"), w("tr"), w("tc")

CHARACTERS = tuple(map(w, ("tab", "ptab", "br", "cr", "noBreakHyphen", "sym")))
"""Elements of a run that stand for one character."""

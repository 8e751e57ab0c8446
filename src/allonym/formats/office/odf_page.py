"""An OpenDocument file as pages of HTML to be looked at in a browser; they are never handed out.

Its own paragraphs, headings, lists, tables, pictures, text boxes and notes, with their shapes and
in their order, but no colours; an empty element with the id ``ps-<n>`` stands where block ``n``
begins.  Styles stand in ``data-style``, for the policy of the review page refuses style attributes.
"""

from __future__ import annotations

import base64
import mimetypes
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

from allonym.formats.markup.anchored import span_anchor
from allonym.formats.office.document import PackageDocument
from allonym.model.replacement import ReplacementPlan

_OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
OFFICE, STYLE, TEXT, TABLE, DRAW = (
    f"{{{_OASIS}{name}:1.0}}" for name in ("office", "style", "text", "table", "drawing")
)
FO, SVG = (f"{{{_OASIS}{name}-compatible:1.0}}" for name in ("xsl-fo", "svg"))
# attributes of XSL-FO that are CSS
_COPIED = (
    "font-weight", "font-style", "font-size", "font-variant", "text-transform", "letter-spacing",
    "text-align", "text-indent", "line-height", "margin", "margin-top", "margin-bottom",
    "margin-left", "margin-right", "padding", "padding-top", "padding-bottom", "padding-left",
    "padding-right", "border", "border-top", "border-bottom", "border-left", "border-right",
)  # fmt: skip
_SIDES = {"start": "left", "end": "right"}
_FAMILIES = (("mono", "monospace"), ("courier", "monospace"), ("consol", "monospace"),
             ("sans", "sans-serif"), ("arial", "sans-serif"), ("helvet", "sans-serif"),
             ("calibri", "sans-serif"), ("verdana", "sans-serif"))  # fmt: skip
_USUAL_PAGE, _SLIDE = "width:21cm;padding:2cm", "width:25cm;padding:1.5cm"
# styles, which may name each other in a circle; columns that one empty cell may stand for
_MOST = 40


@dataclass(frozen=True, slots=True)
class Page:
    """The shape of a page, and what stands above and below its text."""

    css: str = _USUAL_PAGE
    header: Any = field(repr=False, default=None)
    footer: Any = field(repr=False, default=None)


class Styles:
    """The styles of a document by family and name.

    Args:
        roots: Of the parts that hold styles.
    """

    def __init__(self, *roots: Any) -> None:
        self._roots = roots
        self._named: dict[tuple[str, str], Any] = {}
        self._usual: dict[str, Any] = {}
        self._lists: dict[str, Any] = {}
        for root in roots:
            for node in root.iter(f"{STYLE}style"):
                self._named[node.get(f"{STYLE}family", ""), node.get(f"{STYLE}name", "")] = node
            for node in root.iter(f"{STYLE}default-style"):
                self._usual[node.get(f"{STYLE}family", "")] = node
            for node in root.iter(f"{TEXT}list-style"):
                self._lists[node.get(f"{STYLE}name", "")] = node

    def css(self, family: str, name: str | None) -> str:
        """Return what a style and those it builds on say."""
        found: dict[str, str] = {}
        for node in self._chain(family, name):
            found = {**dict(_declared(node)), **found}
        return ";".join(f"{key}:{value}" for key, value in found.items())

    def _chain(self, family: str, name: str | None) -> Iterator[Any]:
        for _ in range(_MOST):
            node = self._named.get((family, name or ""))
            if node is None:
                break
            yield node
            name = node.get(f"{STYLE}parent-style-name")
        if family == "paragraph" and family in self._usual:
            yield self._usual[family]

    def numbered(self, name: str | None, level: int) -> bool:
        """Tell whether a list counts at this level."""
        levels = self._lists.get(name or "")
        wanted = f"{TEXT}list-level-style-number"
        return levels is not None and any(
            node.tag == wanted and node.get(f"{TEXT}level") == str(level) for node in levels
        )

    def page(self, first: Any) -> Page:
        """Return the page that a document begins with; its first paragraph's style may name one."""
        masters = [m for root in self._roots for m in root.iter(f"{STYLE}master-page")]
        style = None if first is None else first.get(f"{TEXT}style-name")
        asked = [n.get(f"{STYLE}master-page-name") for n in self._chain("paragraph", style)]
        wanted = next((name for name in asked if name), "Standard")
        named = [m for m in masters if m.get(f"{STYLE}name") == wanted] or masters[:1]
        if not named:
            return Page()
        layout = named[0].get(f"{STYLE}page-layout-name")
        header, footer = (named[0].find(f"{STYLE}{part}") for part in ("header", "footer"))
        return Page(self.layout(layout), header, footer)

    def layout(self, name: str | None) -> str:
        """Return the size and margins of a page layout."""
        for root in self._roots:
            for node in root.iter(f"{STYLE}page-layout"):
                said = node.find(f"{STYLE}page-layout-properties")
                if node.get(f"{STYLE}name") == name and said is not None:
                    margins = {s: said.get(f"{FO}margin-{s}", said.get(f"{FO}margin", "2cm"))
                               for s in ("top", "right", "bottom", "left")}  # fmt: skip
                    width = said.get(f"{FO}page-width", "21cm")
                    return ";".join((f"width:{width}", *(f"padding-{s}:{v}" for s, v in
                                                         margins.items())))  # fmt: skip
        return _USUAL_PAGE


def _declared(style: Any) -> Iterator[tuple[str, str]]:
    for node in style:
        for name in _COPIED:
            value = node.get(f"{FO}{name}")
            if value is not None:
                yield name, _SIDES.get(value, value)
        font = (node.get(f"{STYLE}font-name") or node.get(f"{FO}font-family") or "").lower()
        if font:
            yield "font-family", next((kind for part, kind in _FAMILIES if part in font), "serif")
        for line in ("underline", "line-through"):
            if node.get(f"{STYLE}text-{line}-style", "none") != "none":
                yield "text-decoration", line
        raised = node.get(f"{STYLE}text-position", "").partition(" ")[0]
        if raised in ("super", "sub"):
            yield from (("vertical-align", raised), ("font-size", "70%"))
        for name, css in (("column-width", "width"), ("vertical-align", "vertical-align")):
            if node.get(f"{STYLE}{name}"):
                yield css, node.get(f"{STYLE}{name}")


_HREF = "{http://www.w3.org/1999/xlink}href"
_PARTS = ("content.xml", "styles.xml")
_MARK = (
    '<text:bookmark xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" text:name="ps-{}"/>'
)
_NUMBER = re.compile(r"ps-(\d+)\Z")
_SPACE = re.compile(r"\s+")
_SKIPPED = frozenset(
    (f"{TEXT}tracked-changes", f"{OFFICE}annotation", f"{OFFICE}forms", f"{SVG}title",
     f"{SVG}desc", f"{TABLE}covered-table-cell", f"{TABLE}table-column")
)  # fmt: skip
# ends of the names of elements that say how a program makes something
_DECLARING = ("-decls", "-source")
_PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp")
_LARGEST = 4_000_000  # bytes of a picture that is shown


def odf_page(document: PackageDocument, plan: ReplacementPlan | None = None) -> str:
    """Return the pages of a file, a plan carried out if given; nothing of another package."""
    if not document.has("content.xml"):
        return ""
    marked = document.marked(plan or ReplacementPlan.of(()), _MARK)
    roots = {name: root for name, root in marked if name in _PARTS}
    body = roots["content.xml"].find(f"{OFFICE}body")
    if body is None:
        return ""
    pictures = {part.name: part.data for part in document.parts}
    return _Writer(Styles(*roots.values()), pictures).document(body)


class _Writer:
    """Writes elements as HTML; boxes go before the paragraph they are in, notes to the end."""

    def __init__(self, styles: Styles, pictures: Mapping[str, bytes]) -> None:
        self._styles = styles
        self._pictures = pictures
        self._notes: list[str] = []
        self._boxes: list[str] = []
        self._level = 0
        self._list: str | None = None
        self._writers: dict[str, Callable[[Any], str]] = {
            f"{TEXT}p": self._paragraph, f"{TEXT}h": self._heading, f"{TEXT}span": self._span,
            f"{TEXT}list": self._items, f"{TEXT}list-item": self._item,
            f"{TEXT}list-header": self._item, f"{TEXT}bookmark": _anchor,
            f"{TEXT}s": lambda node: "\u00a0" * min(int(node.get(f"{TEXT}c", "1")), 200),
            f"{TEXT}tab": lambda _: "\t", f"{TEXT}line-break": lambda _: "<br>",
            f"{TEXT}note": self._note, f"{TABLE}table": self._table,
            f"{TABLE}table-row": self._row, f"{TABLE}table-cell": self._cell,
            f"{DRAW}frame": self._frame, f"{DRAW}image": self._image,
            f"{DRAW}page": lambda node: f"<section{_styled(_SLIDE)}>{self._inside(node)}</section>",
            f"{DRAW}custom-shape": self._frame, f"{DRAW}rect": self._frame,
        }  # fmt: skip

    def document(self, body: Any) -> str:
        """Return the whole: slides are pages themselves."""
        if next(body.iter(f"{DRAW}page"), None) is not None:
            return f'<article class="pages">{self._inside(body)}</article>'
        page = self._styles.page(next(body.iter(f"{TEXT}p", f"{TEXT}h"), None))
        above, below = (
            f"<div>{self._inside(part)}</div>" if part is not None else ""
            for part in (page.header, page.footer)
        )
        text = self._inside(body)
        notes = "".join(self._notes)
        section = f"<section{_styled(page.css)}>{above}{text}{notes}{below}</section>"
        return f'<article class="pages">{section}</article>'

    # -- text ----------------------------------------------------------------------------------

    def _inside(self, node: Any) -> str:
        out = [_plain(node.text)] if _holds_text(node) else []
        for child in node:
            if isinstance(child.tag, str) and not (
                child.tag in _SKIPPED or child.tag.endswith(_DECLARING)
            ):
                out.append(self._writers.get(child.tag, self._inside)(child))
            if _holds_text(node):
                out.append(_plain(child.tail))
        return "".join(out)

    def _paragraph(self, node: Any, tag: str = "p") -> str:
        outer, self._boxes = self._boxes, []
        style = self._styles.css("paragraph", node.get(f"{TEXT}style-name"))
        text = f"<{tag}{_styled(style)}>{self._inside(node)}</{tag}>"
        before, self._boxes = "".join(self._boxes), outer
        return before + text

    def _heading(self, node: Any) -> str:
        level = node.get(f"{TEXT}outline-level", "1")
        return self._paragraph(node, f"h{min(6, max(1, int(level) if level.isdigit() else 1))}")

    def _span(self, node: Any) -> str:
        style = self._styles.css("text", node.get(f"{TEXT}style-name"))
        return f"<span{_styled(style)}>{self._inside(node)}</span>"

    def _items(self, node: Any) -> str:
        outer = self._list
        self._list = node.get(f"{TEXT}style-name") or outer
        self._level += 1
        tag = "ol" if self._styles.numbered(self._list, self._level) else "ul"
        text = f"<{tag}>{self._inside(node)}</{tag}>"
        self._level -= 1
        self._list = outer
        return text

    def _item(self, node: Any) -> str:
        return f"<li>{self._inside(node)}</li>"

    def _note(self, node: Any) -> str:
        sign, body = node.find(f"{TEXT}note-citation"), node.find(f"{TEXT}note-body")
        number = f"<sup>{self._inside(sign)}</sup>" if sign is not None else ""
        if body is not None:
            self._notes.append(f"<div>{self._inside(body)}</div>")
        return number

    # -- tables --------------------------------------------------------------------------------

    def _table(self, node: Any) -> str:
        widths = [self._styles.css("table-column", c.get(f"{TABLE}style-name"))
                  for c in node.iter(f"{TABLE}table-column")]  # fmt: skip
        columns = "".join(f"<col{_styled(width)}>" for width in widths[:_MOST])
        return f"<table><colgroup>{columns}</colgroup>{self._inside(node)}</table>"

    def _row(self, node: Any) -> str:
        return f"<tr>{self._inside(node)}</tr>" if "".join(node.itertext()).strip() else ""

    def _cell(self, node: Any) -> str:
        spans = "".join(
            f' {html}="{int(value)}"'
            for name, html in (("columns", "colspan"), ("rows", "rowspan"))
            if (value := node.get(f"{TABLE}number-{name}-spanned", "1")).isdigit() and value != "1"
        )
        style = self._styles.css("table-cell", node.get(f"{TABLE}style-name"))
        repeated = node.get(f"{TABLE}number-columns-repeated", "1")
        again = int(repeated) if repeated.isdigit() and int(repeated) <= _MOST else 1
        return f"<td{spans}{_styled(style)}>{self._inside(node)}</td>" * again

    # -- boxes and pictures --------------------------------------------------------------------

    def _frame(self, node: Any) -> str:
        width = node.get(f"{SVG}width", "")
        inside = self._inside(node)
        if next(node.iter(f"{TEXT}p", f"{TEXT}h"), None) is None:
            return inside
        box = f'<div class="box"{_styled(f"width:{width}" if width else "")}>{inside}</div>'
        if next(node.iterancestors(f"{TEXT}p", f"{TEXT}h"), None) is None:
            return box
        self._boxes.append(box)
        return ""

    def _image(self, node: Any) -> str:
        name = node.get(_HREF, "").removeprefix("./")
        data, kind = self._pictures.get(name, b""), mimetypes.guess_type(name)[0]
        frame = node.getparent()
        width = frame.get(f"{SVG}width", "") if frame is not None else ""
        if kind not in _PICTURES or not 0 < len(data) <= _LARGEST:
            return ""
        packed = base64.b64encode(data).decode("ascii")
        style = _styled(f"width:{width}" if width else "")
        return f'<img alt=""{style} src="data:{kind};base64,{packed}">'


def _holds_text(node: Any) -> bool:
    """Tell whether the text of an element is text of the document and not of its source."""
    return str(node.tag).startswith(TEXT) or node.tag == f"{DRAW}a"


def _plain(text: str | None) -> str:
    return escape(_SPACE.sub(" ", text)) if text else ""


def _styled(css: str) -> str:
    return f' data-style="{escape(css)}"' if css else ""


def _anchor(node: Any) -> str:
    number = _NUMBER.match(node.get(f"{TEXT}name", ""))
    return span_anchor(int(number[1])) if number else ""

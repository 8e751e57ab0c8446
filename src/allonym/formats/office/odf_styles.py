"""Styles of OpenDocument files as CSS: what gives a page its shape, and no colours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

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
_USUAL_PAGE = "width:21cm;padding:2cm"
_MOST = 40  # styles may name each other in a circle


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

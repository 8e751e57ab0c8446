"""What a Word document reads as: its paragraphs as blocks, in one fixed order.

A paragraph is a block; what glues words together on paper but not in sense cuts it: the edges of
hidden and of deleted text.  Fields, links and words that meet are parted by a space.  A paragraph
in a text box, and what stands small above a word, come after the one that holds them.  After the
paragraphs of a part come its labels: alternative texts, tooltips, entries of lists, texts in charts
and diagrams.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from allonym.formats.docx import names as n
from allonym.formats.docx.names import VALUE, w
from allonym.formats.markup.cells import Table
from allonym.formats.office.figures import is_measured
from allonym.formats.office.slots import Layout, Slot
from allonym.formats.office.values import holds_number

_SKIPPED = frozenset(
    map(w, ("rPr", "pPr", "tblPr", "tblGrid", "trPr", "tcPr", "tblPrEx", "sectPr", "sdtPr",
            "sdtEndPr", "docPartPr", "customXmlPr", "smartTagPr"))
)  # fmt: skip
_OBJECTS = frozenset(map(w, ("drawing", "pict", "object")))
_FIELDS = (n.HYPERLINK, w("sdt"), n.SIMPLE_FIELD)
_EDGES = {"begin": "<", "end": ">"}
_OFF = frozenset(("0", "false", "off"))
_LABELS = {
    w("hyperlink"): (w("tooltip"),),
    w("tblCaption"): (VALUE,),
    w("tblDescription"): (VALUE,),
    w("listEntry"): (VALUE,),
}
_LABELS_ANYWHERE = {
    "docPr": ("descr", "title"),
    "cNvPr": ("descr", "title"),
    "hlinkClick": ("tooltip",),
    "hlinkHover": ("tooltip",),
}
_VML_LABELS = ("alt", "title", "string")


class Reader:
    """Walks stories and fills a layout."""

    def __init__(self, layout: Layout) -> None:
        """Read into `layout`."""
        self._layout = layout
        self._mirrors: dict[Any, Any] = {}
        self._boxes: list[Any] = []
        self._hidden = False
        self._deleted = False
        self._last: tuple[bool, bool] | None = None
        self._tables: list[Table] = []

    def story(self, root: Any) -> None:
        """Read a whole part: its paragraphs, and then any text that stands where none should."""
        before = len(self._layout.slots)
        self.blocks(root)
        own = self._layout.slots[before:]
        texts = list(root.iter(n.TEXT, n.DELETED_TEXT, n.MATH_TEXT))
        read = {slot.node for slot in own} | {slot.mirror for slot in own}
        for node in texts:
            if node not in read:
                _block(self._layout, Slot("text", node, node.text or ""))

    def blocks(self, node: Any) -> None:
        """Read every paragraph under `node`."""
        for child in node:
            tag = child.tag
            if tag in (n.PARAGRAPH, n.RUBY_TEXT):
                self._paragraph(child)
            elif tag == n.ALTERNATE:
                self.blocks(self._chosen(child))
            elif tag == n.CELL and self._tables:
                self._cell(child)
            elif tag not in _SKIPPED:
                self._begin(tag)
                self.blocks(child)
                if tag == n.TABLE:
                    self._tables.pop()

    def _begin(self, tag: Any) -> None:
        if tag == n.TABLE:
            self._tables.append(Table())
        elif tag == n.ROW and self._tables:
            self._tables[-1].begin_row()

    def _cell(self, node: Any) -> None:
        """Read a cell, and note what the heading of its column announces."""
        table, since = self._tables[-1], self._layout.count()
        spans = node.find(f"{w('tcPr')}/{w('gridSpan')}")
        width = "" if spans is None else spans.get(VALUE, "")
        table.begin_cell(repeated=int(width) if width.isdecimal() and len(width) < 4 else 1)
        self.blocks(node)
        self._layout.note(since, table.read)

    def _paragraph(self, node: Any) -> None:
        outer, self._boxes, self._last = self._boxes, [], None
        self._inline(node)
        if not _is_initial(node):
            self._layout.cut()
        boxes, self._boxes = self._boxes, outer
        for box in boxes:
            self.blocks(box)

    def _inline(self, node: Any) -> None:
        for child in node:
            tag = child.tag
            if tag == n.RUN:
                self._run(child)
            elif tag == n.MATH_TEXT:
                self._put(Slot("text", child, child.text or ""))
            elif tag in (n.PARAGRAPH, n.TEXT_BOX, n.RUBY_TEXT):
                self._boxes.append(node if tag == n.PARAGRAPH else (child,))
                if tag == n.PARAGRAPH:
                    return
            elif tag in (n.DELETED, n.MOVED_FROM):
                before, self._deleted = self._deleted, True
                self._inline(child)
                self._deleted = before
            elif tag == n.ALTERNATE:
                self._inline(self._chosen(child))
            elif tag not in _SKIPPED:
                self._inside(child)

    def _inside(self, node: Any) -> None:
        """Read what an element holds; what stands in brackets in a formula, by itself."""
        apart, is_field = node.tag in n.MATH_ARGUMENTS, node.tag in _FIELDS
        if is_field:
            self._layout.line.edge("<", str(node.items()) if node.tag == n.HYPERLINK else "")
        if apart:
            self._layout.cut(" ")
        self._inline(node)
        if is_field:
            self._layout.line.edge(">")
        if apart:
            self._layout.cut(" ")

    def _run(self, node: Any) -> None:
        before = self._hidden
        self._layout.line.edge()
        self._hidden = before or _is_hidden(node)
        self._content(node)
        self._hidden = before

    def _content(self, node: Any) -> None:
        plain = n.DELETED_TEXT if self._deleted else n.TEXT
        for child in node:
            tag = child.tag
            if tag in (n.TEXT, n.DELETED_TEXT):
                self._put(Slot("text", child, child.text or "", "", self._mirrors.get(child)))
            elif tag in n.CHARACTERS:
                mirror = self._mirrors.get(child)
                self._put(Slot("atom", child, n.CHARACTERS[tag], "", mirror, plain))
            elif tag == n.SOFT_HYPHEN:
                self._layout.add(Slot("nothing", child, "", "", self._mirrors.get(child)))
            elif tag == n.FIELD_MARK:
                self._layout.line.edge(_EDGES.get(child.get(n.FIELD_MARK_TYPE), "-"))
            elif tag in _OBJECTS:
                self._collect(child)
            elif tag == n.ALTERNATE:
                self._content(self._chosen(child))
            elif tag == w("ruby"):
                self._inline(child)

    def _put(self, slot: Slot) -> None:
        state = (self._hidden, self._deleted)
        if self._last is not None and self._last != state:
            self._layout.cut(" ")
        self._last = state
        self._layout.add(slot)

    def _collect(self, node: Any) -> None:
        """Note the text boxes of an object, for after the paragraph."""
        for child in node:
            if child.tag == n.TEXT_BOX:
                self._boxes.append(child)
            elif child.tag == n.ALTERNATE:
                self._collect(self._chosen(child))
            else:
                self._collect(child)

    def _chosen(self, node: Any) -> Any:
        """Return the branch that is read; the other says the same and is changed alike."""
        choice, fallback = node.find(n.CHOICE), node.find(n.FALLBACK)
        if choice is None:
            return fallback if fallback is not None else ()
        if fallback is not None:
            pairs = zip(n.characters(choice), n.characters(fallback), strict=False)
            self._mirrors.update(pairs)
        return choice


def _is_hidden(run: Any) -> bool:
    properties = run[0] if len(run) and run[0].tag == n.RUN_PROPERTIES else None
    if properties is None:
        return False
    vanish = properties.find(w("vanish"))
    return vanish is not None and vanish.get(VALUE, "1") not in _OFF


def _is_initial(paragraph: Any) -> bool:
    """Tell whether a paragraph is the large first letter of the next one."""
    frame = paragraph.find(f"{n.PARAGRAPH_PROPERTIES}/{w('framePr')}")
    return frame is not None and frame.get(w("dropCap"), "none") != "none"


def read_labels(root: Any, layout: Layout) -> None:
    """Add the texts of a part that stand outside its paragraphs, each as a block of its own."""
    for paragraph in root.iter(n.DRAWING_PARAGRAPH):
        for slot in _drawing_slots(paragraph):
            layout.line.edge()
            layout.add(slot)
        layout.cut()
    for value in root.iter(n.CHART_VALUE):
        if not is_measured(value.text or ""):
            _block(layout, Slot("text", value, value.text or ""))
    for node, attribute in _attributes(root):
        _block(layout, Slot("attribute", node, node.get(attribute), attribute))


def _block(layout: Layout, slot: Slot) -> None:
    layout.add(slot)
    layout.cut()


def _drawing_slots(paragraph: Any) -> Iterator[Slot]:
    for node in paragraph.iter(n.DRAWING_TEXT, n.DRAWING_BREAK):
        if node.tag == n.DRAWING_TEXT:
            yield Slot("text", node, node.text or "")
        else:
            yield Slot("atom", node, "\n")


def _attributes(root: Any) -> Iterable[tuple[Any, str]]:
    wanted = [*_LABELS, *(f"{{*}}{name}" for name in _LABELS_ANYWHERE), f"{{{n.VML_NS}}}*"]
    for node in root.iter(*wanted, w("lvl")):
        local = node.tag.rpartition("}")[2]
        if node.tag == w("lvl"):
            label = node.find(w("lvlText"))
            shown = "" if label is None else label.get(VALUE, "")
            is_word = len(shown) > 1 and any(sign.isalpha() for sign in shown)
            if is_word or holds_number(shown):
                yield label, VALUE
        else:
            known = _LABELS.get(node.tag) or _LABELS_ANYWHERE.get(local) or _VML_LABELS
            yield from ((node, name) for name in known if node.get(name) is not None)

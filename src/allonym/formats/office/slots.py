"""Slots: the places of XML trees that hold text, laid one after another as a view, and edited.

The same walk over the same trees gives the same slots, so a document keeps no trees: it is walked
once to be read and once more to be rewritten.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple
from urllib.parse import quote, unquote

from allonym.errors import UnrewritableContent
from allonym.formats.markup.addresses import WEB
from allonym.formats.office.opc import remove
from allonym.formats.words import Line
from allonym.model.mention import Evidence, Mention
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.span import Span, spliced
from allonym.model.view import Segment, TextView

Kind = Literal["text", "attribute", "address", "atom", "nothing"]
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ADDRESS = "/:?#@!$&'()*+,;=~"


class Slot(NamedTuple):
    """One place that holds text.

    Attributes:
        kind: Text of an element, an attribute, an address with its percent signs resolved, an
            element that stands for one character, or one that stands for none.
        node: The element.
        text: What is read.
        attribute: Its name where the text is in one.
        mirror: An element that says the same for older readers, changed alike.
        plain: Tag of the element that holds text where an atom makes way for it.
    """

    kind: Kind
    node: Any
    text: str
    attribute: str = ""
    mirror: Any = None
    plain: str = ""


def address_slot(node: Any, attribute: str) -> Slot:
    """Return the slot of an address; it reads without percent signs.

    Spaces in an address of the web stay as they are written, since a space would end it.

    >>> from lxml import etree
    >>> node = etree.Element("a", href="mailto:Ana%20Nov%C3%A1k", src="https://a.test/Nov%C3%A1k%20A")
    >>> address_slot(node, "href").text, address_slot(node, "src").text
    ('mailto:Ana Novák', 'https://a.test/Novák%20A')
    """
    text = unquote(node.get(attribute, ""))
    return Slot("address", node, text.replace(" ", "%20") if WEB.match(text) else text, attribute)


class Layout:
    """Slots in reading order, cut into blocks; what stands between blocks is virtual."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.slots: list[Slot] = []
        self.starts: list[int] = []
        self.given: list[Mention] = []
        self._texts: list[str] = []
        self._ended: list[str] = []
        self._blocks: list[Span] = []
        self._length = 0
        self._block = self._first = 0
        self.line = Line()

    def add(self, slot: Slot) -> None:
        """Put a slot at the end of the present block, behind a space where two words meet."""
        gap = self.line.gap(slot.text)
        self._texts.append(gap)
        self._length += len(gap)
        self.slots.append(slot)
        self.starts.append(self._length)
        self._texts.append(slot.text)
        self._length += len(slot.text)

    def cut(self, separator: str = "\n") -> None:
        """End the block; the separator follows it, virtual."""
        if self._length > self._block:
            self._blocks.append(Span(self._block, self._length))
            self._ended = self._texts[self._first :]
        self._texts.append(separator)
        self._length += len(separator)
        self._block, self._first = self._length, len(self._texts)
        self.line = Line()

    def count(self) -> int:
        """Return how many blocks have ended."""
        return len(self._blocks)

    def note(self, since: int, read: Callable[[str], str]) -> None:
        """Note what `read` says of the block that ended since; of several it is not asked."""
        if len(self._blocks) != since + 1:
            return
        start = self._blocks[since].start
        text = "".join(self._ended)
        words = text.strip()
        if words and (said := read(words)):
            start += text.index(words)
            evidence = (Evidence("given", "element", 1.0),)
            self.given.append(Mention(Span(start, start + len(words)), said, evidence))

    def view(self) -> TextView:
        """Return what the slots read as; the anchor of a segment is the number of its slot."""
        segments = tuple(
            Segment(Span(start, start + len(slot.text)), number)
            for number, (slot, start) in enumerate(zip(self.slots, self.starts, strict=True))
            if slot.text
        )
        return TextView("".join(self._texts), segments, tuple(self._blocks))

    def carry_out(self, plan: ReplacementPlan) -> None:
        """Change the trees as the plan says; the layout is of no use afterwards.

        The first slot that can hold text takes the replacement, so that its formatting wins; one
        that is a single letter, such as a large initial, takes the first letter and the next slot
        the rest.  What else a mention covers is taken away.

        Raises:
            UnrewritableContent: If a replacement covers no slot.
        """
        edits: dict[int, list[tuple[int, int, str]]] = defaultdict(list)
        gone: set[int] = set()
        for replacement in plan:
            self._note(replacement, edits, gone)
        for number, changes in edits.items():
            _change(self.slots[number], changes)
        for number in gone:
            slot = self.slots[number]
            for node in (slot.node, slot.mirror):
                if node is not None:
                    remove(node)

    def _note(
        self,
        replacement: Replacement,
        edits: dict[int, list[tuple[int, int, str]]],
        gone: set[int],
    ) -> None:
        covered = list(self._covered(replacement.span))
        if not covered:
            span = replacement.span
            raise UnrewritableContent(f"nothing to rewrite at {span.start}-{span.end} of the view")
        texts = [n for n, *_ in covered if self.slots[n].kind != "atom"] or [covered[0][0]]
        first = 1 if len(texts) > 1 and len(self.slots[texts[0]].text) == 1 else None
        shares = (replacement.text[:first], replacement.text[first:] if first else "")
        takers = dict(zip(texts, shares, strict=False))
        for number, start, end in covered:
            text = takers.get(number, "")
            if self.slots[number].kind == "atom" and number not in takers:
                gone.add(number)
            else:
                edits[number].append((start, end, text))
        inside = range(covered[0][0] + 1, covered[-1][0])
        gone.update(n for n in inside if self.slots[n].kind == "nothing")

    def _covered(self, span: Span) -> Iterable[tuple[int, int, int]]:
        """Yield number, start and end of each slot with text under `span`."""
        number = max(0, bisect_right(self.starts, span.start) - 1)
        while number > 0 and self.starts[number] == self.starts[number - 1]:
            number -= 1
        while number < len(self.slots) and self.starts[number] < span.end:
            base = self.starts[number]
            start = max(0, span.start - base)
            end = min(len(self.slots[number].text), span.end - base)
            if start < end:
                yield number, start, end
            number += 1


def _change(slot: Slot, changes: list[tuple[int, int, str]]) -> None:
    """Make all changes of one slot at once, so that a long text costs no more than a short one."""
    made = _ILLEGAL.sub("", spliced(slot.text, changes))
    if slot.kind == "attribute":
        slot.node.set(slot.attribute, made)
    elif slot.kind == "address":
        slot.node.set(slot.attribute, quote(made.replace("%20", " "), safe=_ADDRESS))
    else:
        for node in (slot.node, slot.mirror):
            if node is not None:
                _write(node, made, slot.plain)


def _write(node: Any, text: str, plain: str) -> None:
    """Set the text of an element; one that stood for a character becomes one that holds text."""
    if plain:
        node.tag = plain
        for name in list(node.attrib):
            del node.attrib[name]
    node.text = text or None
    if text != text.strip():
        node.set(_SPACE, "preserve")

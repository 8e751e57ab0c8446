"""Blocks of a marked-up text: stretches that are read by themselves, laid one after another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from allonym.formats.encoding import Encoding
from allonym.formats.mapped import MappedDocument, Piece, Place
from allonym.formats.markup.events import Event
from allonym.formats.markup.vocabulary import Vocabulary
from allonym.formats.words import Line
from allonym.languages.columns import numbers_in
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span

_EDGES = {"begin": "<", "end": ">"}
_OFF = ("0", "false", "off")


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of a source."""

    pieces: tuple[Piece, ...] = field(repr=False)  # in the order of the view
    blocks: tuple[Span, ...]  # paragraphs and attribute values
    given: tuple[Mention, ...]  # what elements say of their text
    # places that are written anew whatever they say, and with what
    fixed: tuple[tuple[Place, str], ...] = field(repr=False)
    # identities and classes that follow the names in the text
    labels: tuple[Place, ...] = field(repr=False)

    def document(
        self, source: str, encoding: Encoding, escape: Callable[[str], str] = str
    ) -> MappedDocument:
        """Return the source with what was read of it."""
        return MappedDocument.of(
            source, self.pieces, encoding, blocks=self.blocks, escape=escape, fixed=self.fixed,
            given=self.given, labels=self.labels,
        )  # fmt: skip


@dataclass(slots=True)
class Block:
    """A stretch of text that is read by itself, and what elements say of its parts."""

    pieces: list[Piece] = field(default_factory=list)  # what it consists of
    # what elements say of stretches of it
    marks: list[tuple[int, int, str]] = field(default_factory=list)
    length: int = 0  # of all pieces
    tail: str = "\n"  # what stands behind it
    line: Line = field(default_factory=Line)  # its words, as they meet
    apart: frozenset[str] = frozenset()  # what sets it apart from the text around
    # what was read before the box that stands in it, while that is read
    before: list[Block] = field(default_factory=list)
    behind: list[Block] = field(default_factory=list)  # what was read in boxes that stand in it

    def open(self, event: Event, source: str, words: Vocabulary) -> None:
        """Note where an element begins: a field, or the mark of one, or any other.

        What LibreOffice writes in front of the number of a page, in all languages, is nobody's.
        """
        if event.name == "page-number" and self.text().strip() == "Page":
            self.pieces, self.length = [], 0
        is_field = words.is_field(event.name)
        tag = source[event.start : event.end] if is_field and event.attributes else ""
        said = event.values(source) if event.name in words.edges else {}
        mark = _EDGES.get(said.get(words.edges.get(event.name, ""), ""), "-")
        self.line.edge("<" if is_field else mark, tag)

    def text(self) -> str:
        """Return what it reads as."""
        return "".join(piece.text for piece in self.pieces)

    def since(self, at: int) -> str:
        """Return what it reads as from the piece at a place on."""
        left, behind = self.length - at, list[str]()
        for piece in reversed(self.pieces):
            if left <= 0:
                break
            behind.append(piece.text)
            left -= len(piece.text)
        return "".join(reversed(behind))

    def add(self, piece: Piece) -> None:
        """Put a piece at its end, behind a space of no place where two words meet."""
        if gap := self.line.gap(piece.text):
            self.pieces.append(Piece(gap))
        self.pieces.append(piece)
        self.length += len(gap) + len(piece.text)


@dataclass(slots=True)
class Where:
    """What is so of all that is read at a place."""

    # elements that set it apart from the text around, and the depth of what they set so
    apart: dict[str, int] = field(default_factory=dict)
    joins: bool = False  # whether the next block goes on with this one

    def enter(self, event: Event, depth: int, words: Vocabulary, source: str) -> None:
        """Note what an element says of the place that it begins, or of one around it."""
        name = event.name
        if name in words.apart or name in words.joins:
            said = event.values(source)
            if name in words.apart and said.get("val") not in _OFF:
                self.apart[name] = depth - words.apart[name]
            self.joins = self.joins or said.get(words.joins.get(name, ""), "none") != "none"

    def leave(self, depth: int) -> None:
        """Note that an element has ended, and how many still are open."""
        if self.apart:
            self.apart = {name: begun for name, begun in self.apart.items() if begun <= depth}


# what programs write behind a day: a time, a zone (ISO 8601)
_TIME = re.compile(r"(?<=\d)(?:,?[T ]\d{1,2}:\d\d\S{0,30}(?: ?[AaPp][Mm])?|Z|[+-]\d\d:\d\d)\Z")


@dataclass(frozen=True, slots=True)
class Open:
    """An element that is open, and the block and place where it began."""

    name: str
    parts: bool
    block: Block
    at: int
    outer: Block | None = None


def laid(
    blocks: Iterable[Block], fixed: Iterable[tuple[Place, str]], labels: Iterable[Place] = ()
) -> Reading:
    """Lay blocks one after another, a line break that belongs to none behind each."""
    pieces: list[Piece] = []
    spans: list[Span] = []
    given: list[Mention] = []
    position = 0
    for block in blocks:
        pieces += [*block.pieces, Piece(block.tail)]
        if block.length:
            spans.append(Span(position, position + block.length))
        text = "".join(piece.text for piece in block.pieces) if block.marks else ""
        for start, end, kind in block.marks:
            words = text[start:end].strip()
            words = _TIME.sub("", words) if kind.startswith("date") else words
            at = position + text.index(words, start)
            for first, last in numbers_in(words, kind) if words else ():
                evidence = (Evidence("given", "element", 1.0),)
                given.append(Mention(Span(at + first, at + last), kind, evidence))
        position += block.length + len(block.tail)
    given.sort(key=lambda m: m.span)
    return Reading(tuple(pieces), tuple(spans), tuple(given), tuple(fixed), tuple(labels))

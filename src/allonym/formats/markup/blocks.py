"""Blocks of a marked-up text: stretches that are read by themselves, laid one after another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from allonym.formats.mapped import Piece, Place
from allonym.formats.words import Line
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of a source.

    Attributes:
        pieces: In the order of the view.
        blocks: Paragraphs and attribute values.
        given: What elements say of their text.
        fixed: Places that are written anew whatever they say, and with what.
        labels: Identities and classes that follow the names in the text.
    """

    pieces: tuple[Piece, ...] = field(repr=False)
    blocks: tuple[Span, ...]
    given: tuple[Mention, ...]
    fixed: tuple[tuple[Place, str], ...] = field(repr=False)
    labels: tuple[Place, ...] = field(repr=False)


@dataclass(slots=True)
class Block:
    """A stretch of text that is read by itself, and what elements say of its parts."""

    pieces: list[Piece] = field(default_factory=list)
    marks: list[tuple[int, int, str]] = field(default_factory=list)
    length: int = 0
    tail: str = "\n"
    line: Line = field(default_factory=Line)

    def text(self) -> str:
        """Return what it reads as."""
        return "".join(piece.text for piece in self.pieces)

    def add(self, piece: Piece) -> None:
        """Put a piece at its end, behind a space of no place where two words meet."""
        if gap := self.line.gap(piece.text):
            self.pieces.append(Piece(gap))
        self.pieces.append(piece)
        self.length += len(gap) + len(piece.text)


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
            if words:
                at = position + text.index(words, start)
                evidence = (Evidence("given", "element", 1.0),)
                given.append(Mention(Span(at, at + len(words)), kind, evidence))
        position += block.length + len(block.tail)
    given.sort(key=lambda m: m.span)
    return Reading(tuple(pieces), tuple(spans), tuple(given), tuple(fixed), tuple(labels))

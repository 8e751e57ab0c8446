"""Events to pieces: what of a marked-up source is read, and in which order."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape as escape_xml

from allonym.formats.mapped import Piece, Place, cut
from allonym.formats.markup.events import Attribute, Event
from allonym.formats.markup.vocabulary import Vocabulary
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span

REFERENCE = re.compile(r"&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);?")
_FLOW = str.maketrans("\t\n\r\f", "    ")
_WIDE = str.maketrans("[]", "\uff3b\uff3d")
_NARROW = str.maketrans("\uff3b\uff3d", "[]")
_COMMENT = "<!--"
_NUMBERED = re.compile(r"[^\W\d_]{2,}[ _]?\d{1,4}")
"""Names that programs give: Table1, Picture 2; they are not read."""

_QUOTES = {'"': "&quot;", "'": "&#39;"}


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of a source.

    Attributes:
        pieces: In the order of the view.
        blocks: Paragraphs and attribute values.
        given: What elements say of their text.
        fixed: Places that are written anew whatever they say, and with what.
    """

    pieces: tuple[Piece, ...] = field(repr=False)
    blocks: tuple[Span, ...]
    given: tuple[Mention, ...]
    fixed: tuple[tuple[Place, str], ...] = field(repr=False)


def escape_text(text: str) -> str:
    """Make a text fit to stand between tags or in an attribute of either quote."""
    return escape_xml(text, _QUOTES)


def escape_wide(text: str) -> str:
    """Make a text fit to stand where square brackets mean something, by writing them wide."""
    return escape_text(text.translate(_WIDE))


def escape_cdata(text: str) -> str:
    """Make a text fit to stand in a CDATA section."""
    return text.replace("]]>", "]]]]><![CDATA[>")


def escape_comment(text: str) -> str:
    """Make a text fit to stand in a comment."""
    return text.replace("--", "- -")


def read(
    source: str,
    events: Sequence[Event],
    vocabulary: Vocabulary,
    *,
    wanted: Callable[[Sequence[str]], bool] | None = None,
    removed: Callable[[Event], bool] | None = None,
    special: Mapping[int, Piece] | None = None,
) -> Reading:
    """Return what of a source is read.

    Where the vocabulary doesn't know all elements that are blocks, those with text beside them
    run together with it, and all others are blocks.
    Attributes and comments follow at the end, each by itself, so that they break no sentence.

    Args:
        source: The document.
        events: Its lexical parts.
        vocabulary: What they mean.
        wanted: Tells by the path of names whether an element's text is read; None for all.
        removed: Tells whether an element is taken out besides those that the vocabulary names.
        special: Pieces that stand for stretches of text, by where those begin.
    """
    reader = _Reader(source, vocabulary, wanted, removed, special or {})
    mixed = _mixed(source, events) if vocabulary.mixed else frozenset()
    for number, event in enumerate(events):
        reader.take(event, inline=not vocabulary.mixed or number in mixed)
    return _laid(reader.finish(), reader.fixed)


def _mixed(source: str, events: Iterable[Event]) -> frozenset[int]:
    """Return the numbers of opening tags inside mixed content, which part no words."""
    stack = [-1]
    with_text: set[int] = set()
    parents: dict[int, int] = {}
    for number, event in enumerate(events):
        if event.kind == "open":
            parents[number] = stack[-1]
            if not event.empty:
                stack.append(number)
        elif event.kind == "close" and len(stack) > 1:
            stack.pop()
        elif event.kind in ("text", "cdata") and not _blank(source, event):
            with_text.add(stack[-1])
    inline: set[int] = set()
    for number, parent in parents.items():
        if parent in with_text or parent in inline:
            inline.add(number)
    return frozenset(inline)


@dataclass(slots=True)
class _Block:
    """A stretch of text that is read by itself, and what elements say of its parts."""

    pieces: list[Piece] = field(default_factory=list)
    marks: list[tuple[int, int, str]] = field(default_factory=list)
    length: int = 0
    tail: str = "\n"

    def add(self, piece: Piece) -> None:
        self.pieces.append(piece)
        self.length += len(piece.text)


@dataclass(frozen=True, slots=True)
class _Open:
    """An element that is open, and the block and place where it began."""

    name: str
    parts: bool
    block: _Block
    at: int
    outer: _Block | None = None


def _laid(blocks: Iterable[_Block], fixed: Iterable[tuple[Place, str]]) -> Reading:
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
    return Reading(tuple(pieces), tuple(spans), tuple(given), tuple(fixed))


class _Reader:
    """Walks over the events once."""

    def __init__(
        self,
        source: str,
        vocabulary: Vocabulary,
        wanted: Callable[[Sequence[str]], bool] | None,
        removed: Callable[[Event], bool] | None,
        special: Mapping[int, Piece],
    ) -> None:
        self.fixed: list[tuple[Place, str]] = []
        self._source, self._words, self._wanted = source, vocabulary, wanted
        self._is_removed, self._special = removed or (lambda _: False), special
        self._path: list[str] = []
        self._opened: list[_Open] = []
        self._names: Counter[str] = Counter()
        self._done: list[_Block] = []
        self._block = _Block()
        self._later: list[tuple[int, int, str, str]] = []
        self._removing: tuple[int, int] | None = None

    def take(self, event: Event, *, inline: bool) -> None:
        """Read one part."""
        if self._removing:
            self._remove(event)
        elif event.kind == "open":
            self._open(event, inline=inline)
        elif event.kind == "close":
            self._close(event.name)
        elif event.kind == "comment":
            self._later.append((event.start, event.end, _COMMENT, ""))
        elif self._path and self._path[-1] in self._words.texts:
            self.fixed.append((Place(event.start, event.end), self._words.texts[self._path[-1]]))
        elif self._reads_here():
            self._text(event)

    def finish(self) -> list[_Block]:
        """Return all blocks: the text first, then attributes and comments."""
        self._end_block()
        for start, end, name, kind in sorted(self._later):
            if name == _COMMENT:
                self._add(_plain(self._source, start, end, escape_comment))
            else:
                self._add(self._parts(name, start, end, escape_text))
            if kind:
                self._block.marks.append((0, self._block.length, kind))
            self._end_block()
        return self._done

    # --- elements ---

    def _open(self, event: Event, *, inline: bool) -> None:
        words, name = self._words, event.name
        if name in words.remove or self._is_removed(event):
            self._removing = (event.start, 0)
            self._remove(event)
            return
        self._path.append(name)
        outer, parts = None, name in words.blocks or not inline
        if name in words.characters:
            self._character(event, words.characters[name])
        elif name in words.spaces:
            self._block.add(Piece(" "))
        elif name in words.detached:
            outer, self._block, parts = self._block, _Block(), True
        elif parts:
            self._end_block()
        for attribute in event.attributes:
            self._attribute(name, attribute)
        self._names[name] += 1
        self._opened.append(_Open(name, parts, self._block, self._block.length, outer))
        if event.empty:
            self._close(name)

    def _close(self, name: str) -> None:
        if not self._names[name]:
            return  # HTML: a closing tag of nothing
        while self._opened:
            opened = self._opened.pop()
            self._names[self._path.pop()] -= 1
            kind = self._words.entities.get(opened.name)
            if kind and opened.block is self._block and self._block.length > opened.at:
                self._block.marks.append((opened.at, self._block.length, kind))
            if opened.parts:
                self._end_block(self._words.separators.get(opened.name, ""))
            if opened.outer is not None:
                self._block = opened.outer
            if opened.name == name:
                return

    def _remove(self, event: Event) -> None:
        """Go on with an element that is removed until it ends."""
        start, depth = self._removing or (event.start, 0)
        if event.kind == "open" and not event.empty:
            depth += 1
        elif event.kind == "close":
            depth -= 1
        self._removing = (start, depth)
        if depth == 0 and event.kind in ("open", "close"):
            self.fixed.append((Place(start, event.end), ""))
            self._removing = None

    def _character(self, event: Event, character: str) -> None:
        place = Place(event.start, event.end, whole=True) if event.empty else None
        self._block.add(Piece(character, place))

    def _attribute(self, element: str, attribute: Attribute) -> None:
        value = self._words.value(element, attribute.name)
        if value is not None:
            self.fixed.append((Place(attribute.start, attribute.end), value))
        elif self._wanted is not None:
            if self._wanted([*self._path, f"@{attribute.name}"]):
                self._later.append((attribute.start, attribute.end, attribute.name, ""))
        elif self._words.reads(element, attribute.name) and not _NUMBERED.fullmatch(
            self._source, attribute.start, attribute.end
        ):
            kind = self._words.entities.get(element, "")
            self._later.append(
                (attribute.start, attribute.end, self._key(element, attribute), kind)
            )

    def _key(self, element: str, attribute: Attribute) -> str:
        """Return by which name an attribute is looked up: with its element if it is known so."""
        full = f"{element}@{attribute.name.rpartition(':')[2]}"
        return full if full in self._words.wide or full in self._words.parts else attribute.name

    def _reads_here(self) -> bool:
        here = self._path[-1] if self._path else ""
        if here in self._words.skip or (self._words.only and here not in self._words.only):
            return False
        return self._wanted is None or self._wanted(self._path)

    # --- text ---

    def _text(self, event: Event) -> None:
        if self._words.mixed and not self._block.length and _blank(self._source, event):
            return
        if event.start in self._special:
            self._block.add(self._special[event.start])
        elif event.kind == "cdata":
            self._add(_plain(self._source, event.start, event.end, escape_cdata))
        elif event.kind == "text":
            self._add(self._parts(self._path[-1] if self._path else "", event.start, event.end))

    def _parts(
        self, name: str, start: int, end: int, escape: Callable[[str], str] | None = None
    ) -> Iterable[Piece]:
        """Return a text in pieces; of formulas and codes only what is language."""
        pattern = self._words.parts.get(name)
        is_wide = name in self._words.wide
        pieces = _decoded(self._source, start, end, escape_wide if is_wide else escape)
        if is_wide:
            pieces = (Piece(p.text.translate(_NARROW), p.place) for p in pieces)
        if pattern is None:
            return pieces
        whole = list(pieces)
        text = "".join(piece.text for piece in whole)
        found = re.finditer(pattern, text)
        return cut(whole, [m.span(m.lastindex or 0) for m in found if m.group(m.lastindex or 0)])

    def _add(self, pieces: Iterable[Piece]) -> None:
        for piece in pieces:
            text = piece.text.translate(_FLOW) if self._words.flows else piece.text
            self._block.add(Piece(text, piece.place))

    def _end_block(self, tail: str = "") -> None:
        """End a block; one that held nothing parts nothing where tables keep their columns."""
        if not tail and self._words.separators and not self._block.pieces:
            return
        self._block.tail = tail or "\n"
        self._done.append(self._block)
        self._block = _Block()


def _blank(source: str, event: Event) -> bool:
    return source[event.start : event.end].isspace()


def _plain(source: str, start: int, end: int, escape: Callable[[str], str]) -> Iterator[Piece]:
    if start < end:
        yield Piece(source[start:end], Place(start, end, escape=escape))


def _decoded(
    source: str, start: int, end: int, escape: Callable[[str], str] | None = None
) -> Iterator[Piece]:
    """Yield text with its references decoded; each of them can only be replaced as a whole."""
    cursor = start
    for match in REFERENCE.finditer(source, start, end):
        decoded = html.unescape(match.group())
        if decoded == match.group():
            continue
        if match.start() > cursor:
            yield Piece(source[cursor : match.start()], Place(cursor, match.start(), escape=escape))
        yield Piece(decoded, Place(*match.span(), whole=True, escape=escape))
        cursor = match.end()
    if cursor < end:
        yield Piece(source[cursor:end], Place(cursor, end, escape=escape))

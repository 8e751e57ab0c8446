"""Events to pieces: what of a marked-up source is read, and in which order."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape as escape_xml

from allonym.formats.mapped import Piece, Place
from allonym.formats.markup.events import Attribute, Event
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span

REFERENCE = re.compile(r"&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);?")
_SCHEMA = ("xmlns", "xml:", "xsi:", "xlink:type", "type", "role", "version", "encoding", "lang")
_FLOW = str.maketrans("\t\n\r\f", "    ")
_QUOTES = {'"': "&quot;", "'": "&#39;"}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What elements and attributes mean; see ``vocabularies.toml``.

    ``flows`` tells that a line break in the source is a space to the reader, ``mixed`` that
    elements part words unless text stands beside them.
    """

    blocks: frozenset[str] = frozenset()
    breaks: frozenset[str] = frozenset()
    spaces: frozenset[str] = frozenset()
    skip: frozenset[str] = frozenset()
    attributes: frozenset[str] = frozenset()
    drop: frozenset[str] = frozenset()
    entities: Mapping[str, str] = field(default_factory=dict)
    flows: bool = False
    mixed: bool = False

    def reads(self, attribute: str) -> bool:
        """Tell whether an attribute's value is read."""
        if attribute in self.attributes:
            return True
        if attribute.startswith("data-") and "data-*" in self.attributes:
            return True
        return "*" in self.attributes and not attribute.startswith(_SCHEMA)


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of a source.

    Attributes:
        pieces: In the order of the view.
        blocks: Paragraphs and attribute values.
        given: What elements say of their text.
        dropped: Attribute values that name the makers of the file.
    """

    pieces: tuple[Piece, ...] = field(repr=False)
    blocks: tuple[Span, ...]
    given: tuple[Mention, ...]
    dropped: tuple[Attribute, ...]


def escape_text(text: str) -> str:
    """Make a text fit to stand between tags or in an attribute of either quote."""
    return escape_xml(text, _QUOTES)


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
    """
    reader = _Reader(source, vocabulary, wanted)
    mixed = _mixed(source, events) if vocabulary.mixed else frozenset()
    for number, event in enumerate(events):
        reader.take(event, inline=not vocabulary.mixed or number in mixed)
    reader.finish()
    return Reading(
        tuple(reader.pieces), tuple(reader.blocks), tuple(reader.given), tuple(reader.dropped)
    )


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


class _Reader:
    """Walks over the events once."""

    def __init__(
        self,
        source: str,
        vocabulary: Vocabulary,
        wanted: Callable[[Sequence[str]], bool] | None,
    ) -> None:
        self.pieces: list[Piece] = []
        self.blocks: list[Span] = []
        self.given: list[Mention] = []
        self.dropped: list[Attribute] = []
        self._source, self._words, self._wanted = source, vocabulary, wanted
        self._path: list[str] = []
        self._opened: list[tuple[str, bool, int]] = []
        self._position = self._block = 0
        self._later: list[tuple[int, int, str, Callable[[str], str]]] = []

    def take(self, event: Event, *, inline: bool) -> None:
        if event.kind == "open":
            self._open(event, inline=inline)
        elif event.kind == "close":
            self._close(event.name)
        elif event.kind == "comment":
            self._later.append((event.start, event.end, "", escape_comment))
        elif self._reads_here():
            self._text(event)

    def finish(self) -> None:
        self._end_block()
        for start, end, kind, escape in sorted(self._later):
            begin = self._position
            plain = escape is escape_comment
            self._add(_plain(self._source, start, end, escape) if plain else
                      _decoded(self._source, start, end))  # fmt: skip
            if kind and self._position > begin:
                self._mark(Span(begin, self._position), kind)
            self._end_block()
        self.given.sort(key=lambda m: m.span)

    # --- elements ---

    def _open(self, event: Event, *, inline: bool) -> None:
        words = self._words
        self._path.append(event.name)
        parts = event.name in words.blocks or not inline
        if event.name in words.breaks:
            self.pieces.append(Piece("\n", Place(event.start, event.end, whole=True)))
            self._position += 1
        elif event.name in words.spaces:
            self._virtual(" ")
        elif parts:
            self._end_block()
        for attribute in event.attributes:
            self._attribute(event.name, attribute)
        if event.empty:
            self._path.pop()
        else:
            self._opened.append((event.name, parts, self._position))

    def _close(self, name: str) -> None:
        if not any(opened == name for opened, _, _ in self._opened):
            return  # HTML: a closing tag of nothing
        while self._opened:
            opened, parts, start = self._opened.pop()
            self._path.pop()
            kind = self._words.entities.get(opened)
            if kind and self._position > start:
                self._mark(Span(start, self._position), kind)
            if parts:
                self._end_block()
            if opened == name:
                return

    def _attribute(self, element: str, attribute: Attribute) -> None:
        if attribute.name in self._words.drop:
            self.dropped.append(attribute)
        elif self._wanted is not None:
            if self._wanted([*self._path, f"@{attribute.name}"]):
                self._later.append((attribute.start, attribute.end, "", escape_text))
        elif self._words.reads(attribute.name):
            kind = self._words.entities.get(element, "")
            self._later.append((attribute.start, attribute.end, kind, escape_text))

    def _reads_here(self) -> bool:
        if self._path and self._path[-1] in self._words.skip:
            return False
        return self._wanted is None or self._wanted(self._path)

    # --- text ---

    def _text(self, event: Event) -> None:
        start, end = event.start, event.end
        if self._words.mixed and self._position == self._block and _blank(self._source, event):
            return
        if event.kind == "cdata":
            self._add(_plain(self._source, start, end, escape_cdata))
        elif event.kind == "text":
            self._add(_decoded(self._source, start, end))

    def _add(self, pieces: Iterable[Piece]) -> None:
        for piece in pieces:
            text = piece.text.translate(_FLOW) if self._words.flows else piece.text
            self.pieces.append(Piece(text, piece.place))
            self._position += len(text)

    def _virtual(self, text: str) -> None:
        self.pieces.append(Piece(text))
        self._position += len(text)

    def _end_block(self) -> None:
        if self._position > self._block:
            self.blocks.append(Span(self._block, self._position))
        self._virtual("\n")
        self._block = self._position

    def _mark(self, span: Span, kind: str) -> None:
        text = "".join(p.text for p in self._under(span))
        left, right = len(text) - len(text.lstrip()), len(text) - len(text.rstrip())
        if text.strip():
            trimmed = Span(span.start + left, span.end - right)
            self.given.append(Mention(trimmed, kind, (Evidence("given", "element", 1.0),)))

    def _under(self, span: Span) -> Iterator[Piece]:
        """Yield the pieces of the last stretch of the view."""
        found, position = [], self._position
        for piece in reversed(self.pieces):
            if position <= span.start:
                break
            found.append(piece)
            position -= len(piece.text)
        yield from reversed(found)


def _blank(source: str, event: Event) -> bool:
    return source[event.start : event.end].isspace()


def _plain(source: str, start: int, end: int, escape: Callable[[str], str]) -> Iterator[Piece]:
    if start < end:
        yield Piece(source[start:end], Place(start, end, escape=escape))


def _decoded(source: str, start: int, end: int) -> Iterator[Piece]:
    """Yield text with its references decoded; each of them can only be replaced as a whole."""
    cursor = start
    for match in REFERENCE.finditer(source, start, end):
        decoded = html.unescape(match.group())
        if decoded == match.group():
            continue
        if match.start() > cursor:
            yield Piece(source[cursor : match.start()], Place(cursor, match.start()))
        yield Piece(decoded, Place(*match.span(), whole=True))
        cursor = match.end()
    if cursor < end:
        yield Piece(source[cursor:end], Place(cursor, end))

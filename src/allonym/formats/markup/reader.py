"""Events to pieces: what of a marked-up source is read, and in which order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from allonym.errors import CorruptDocument
from allonym.formats.mapped import Piece, Place, for_looks
from allonym.formats.markup.addresses import (
    ADDRESSES,
    NOWHERE,
    as_read,
    is_packed,
    mended,
    without_fragment,
)
from allonym.formats.markup.blocks import Block, Open, Reading, Where, laid
from allonym.formats.markup.code import Code, is_code, language_of
from allonym.formats.markup.escapes import (
    decoded,
    escape_cdata,
    escape_comment,
    escape_held,
    escape_text,
    escape_wide,
    language_in,
    plain,
)
from allonym.formats.markup.events import Attribute, Event, is_blank, mixed_content
from allonym.formats.markup.tables import Tables
from allonym.formats.markup.vocabulary import Vocabulary
from allonym.formats.office.values import (
    is_part_name,
    is_program_name,
    is_schema,
    numbered_part,
    says_nothing,
)
from allonym.formats.references import unescape
from allonym.formats.standards import is_keyword, is_shared, is_standard, language_tag, names_in
from allonym.formats.xml import MOST_ATTRIBUTES

# what LibreOffice writes where nobody wrote anything, or a formula can't be reckoned
_OF_PROGRAMS = re.compile(
    r"\s*(?:Unknown (?:Author|Title)|Footer|&lt;(?:number|footer|header|date/time)&gt;"
    r"|Err:\d{3})\s*"
)
_FLOW = str.maketrans("\t\n\r\f", "    ")
_NARROW = str.maketrans("\uff3b\uff3d", "[]")

_CLOSING = re.compile(r"</[^\s/>]*")
# a text or an address in a formula, or a number of it that is not read
_NUMBER = re.compile(
    r"(?s)(\"|'|&quot;|&apos;|&#39;)(?!(?:[<>=]|&[gl]t;)*\d{5,8}\1).*?\1|\[[^\[\]]*\]"
    r"|(?<![\w.$#!])(?P<number>\d{5,8})(?![\w.(:!])"
)
_COMMENT, _CODE = "<!--", "<code>"


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

    Where the vocabulary doesn't know all elements that are blocks, those with text beside them run
    together with it, and all others are blocks. Attributes and comments follow at the end, each by
    itself, so that they break no sentence.  `wanted` tells by the path of names whether an
    element's text is read, `removed` whether an element is taken out besides those that the
    vocabulary names.  `special` pieces stand for stretches of text, by where those begin.

    Raises:
        CorruptDocument: If an element has more attributes than any program writes.
    """
    if any(len(event.attributes) > MOST_ATTRIBUTES for event in events):
        raise CorruptDocument(f"an element has over {MOST_ATTRIBUTES} attributes; save it as .txt")
    reader = _Reader(source, vocabulary, wanted, removed, special or {})
    mixed = mixed_content(source, events, vocabulary.tokens) if vocabulary.mixed else frozenset()
    for number, event in enumerate(events):
        reader.take(event, inline=not vocabulary.mixed or number in mixed)
    return laid(reader.finish(), reader.fixed, reader.labels)


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
        self.labels: list[Place] = []
        self._source, self._words, self._wanted = source, vocabulary, wanted
        self._is_removed, self._special = removed or (lambda _: False), special
        self._path: list[str] = []
        self._opened: list[Open] = []
        self._names: Counter[str] = Counter()
        self._done: list[Block] = []
        self._block = Block()
        self._later: list[tuple[int, int, str, str]] = []
        self._removing: tuple[int, int] | None = None
        self._language = ""
        self._tables = Tables(source, vocabulary)
        self._where = Where()

    def take(self, event: Event, *, inline: bool) -> None:
        """Read one part."""
        if self._removing:
            self._remove(event)
        elif event.kind == "open":
            self._open(event, inline=inline)
        elif event.kind == "close":
            since = len(self.fixed)
            self._bare(event)
            self._named(event, since)
            self._close(event.name)
        elif is_code(event, self._source, self._path, self._words.code):
            self._later.append((event.start, event.end, _CODE, self._language))
        elif event.kind == "public" or (
            self._words.tags and is_packed(self._source[event.start : event.end])
        ):
            self.fixed.append((Place(event.start, event.end), ""))
        elif event.kind == "comment":
            self._later.append((event.start, event.end, _COMMENT, ""))
        elif self._path and self._path[-1] in self._words.texts:
            self.fixed.append((Place(event.start, event.end), self._words.texts[self._path[-1]]))
        elif self._reads_here():
            self._text(event)

    def finish(self) -> list[Block]:
        """Return all blocks: the text first, then attributes and comments."""
        self._end_block()
        self._tables.close(self._done)
        for start, end, name, kind in sorted(self._later):
            if name == _CODE:
                self._code(start, end, kind)
                continue
            told = self._tables.told(start)
            if told is None:
                continue
            if name == _COMMENT:
                self._add(for_looks(decoded(self._source, start, end, escape_comment), name))
            else:
                also = self._tables.types.get(start, ())
                self._add(for_looks(self._parts(name, start, end, escape_text), also=also))
            if kind := kind or told:
                self._block.marks.append((0, self._block.length, kind))
            self._end_block()
        return self._done

    def _code(self, start: int, end: int, language: str) -> None:
        """Read the strings and comments of a script or a style sheet, each by itself."""
        code = Code.of(self._source, start, end, language)
        self.labels += code.labels
        self.fixed += code.fixed
        for text in code.texts:
            self._add(for_looks(text.pieces))
            self._block.marks += text.marks()
            self._end_block()

    # --- elements ---

    def _open(self, event: Event, *, inline: bool) -> None:
        words, name = self._words, event.name
        if name in words.remove or self._is_removed(event):
            self._removing = (event.start, 0)
            self._remove(event)
            return
        self._path.append(name)
        self._block.open(event, self._source, words)
        outer, parts = None, name in words.blocks or not inline
        if character := words.character(self._path):
            self._character(event, character)
        elif name in words.spaces:
            self._block.add(Piece(" "))
        elif name in words.detached:
            outer, self._block, parts = self._block, Block(), True
            outer.before, self._done = self._done, []
        elif parts and not self._where.joins:
            self._end_block()
        self._where.joins = self._where.joins and not parts
        self._where.enter(event, len(self._path), words, self._source)
        if name in words.code:
            self._language = language_of(event, self._source, words.code[name])
        since = len(self.fixed)
        for attribute in event.attributes:
            self._attribute(name, attribute)
        self._named(event, since)
        self._names[name] += 1
        self._opened.append(Open(name, parts, self._block, self._block.length, outer))
        if words.cells.get(name):
            self._tables.begin(event, words.cells[name], self._done)
        if event.empty:
            self._close(name)

    def _close(self, name: str) -> None:
        if not self._names[name]:
            return  # HTML: a closing tag of nothing
        while self._opened:
            opened = self._opened.pop()
            self._names[self._path.pop()] -= 1
            self._block.line.edge(">" if self._words.is_field(opened.name) else "-")
            if opened.block is self._block and self._block.length > opened.at:
                kind = self._words.entities.get(opened.name, "")
                if self._words.headed:
                    kind = kind or self._words.announced(opened.name, self._block.since(opened.at))
                self._block.marks += [(opened.at, self._block.length, kind)] if kind else []
            if opened.parts and not self._where.joins:
                self._end_block(self._words.separators.get(opened.name, ""))
            self._tables.end(self._words.cells.get(opened.name, ""), self._done)
            if opened.outer is not None:
                self._block = opened.outer
                self._block.behind += self._done
                self._done = self._block.before
            self._where.leave(len(self._path))
            if opened.name == name:
                return

    def _bare(self, event: Event) -> None:
        """Take out what stands in a closing tag behind its name; no reader sees it."""
        name = _CLOSING.match(self._source, event.start, event.end)
        if name and self._source[name.end() : event.end].strip(" \t\r\n>"):
            end = event.end - self._source.endswith(">", event.start, event.end)
            self.fixed.append((Place(name.end(), end), ""))

    def _named(self, event: Event, since: int) -> None:
        """Note the names in a tag that no standard gives: they follow the names in the text."""
        if self._words.tags:
            read = [*(Place(a.start, a.end) for a in event.attributes),
                    *(place for place, _ in self.fixed[since:])]  # fmt: skip
            self.labels += names_in(self._source, event.start, event.end, read)

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
        prefix, colon, _ = self._source[event.start + 1 : event.end].partition(f":{event.name}")
        made = partial(escape_held, f"{prefix}{colon and ':'}{self._words.holder}")
        escape = made if self._words.holder else None
        place = Place(event.start, event.end, whole=True, escape=escape) if event.empty else None
        self._put(Piece(character, place))

    def _put(self, piece: Piece) -> None:
        """Add a piece of text; in a block by itself where what is around is hidden, or it is."""
        apart = frozenset(self._where.apart)
        if self._block.pieces and self._block.apart != apart:
            self._end_block(" ")
        self._block.apart = apart
        self._block.add(piece)

    def _attribute(self, element: str, attribute: Attribute) -> None:
        if self._settled(element, attribute):
            return
        if f"@{attribute.name}" in self._words.code:
            language = self._words.code[f"@{attribute.name}"]
            self._later.append((attribute.start, attribute.end, _CODE, language))
        elif self._wanted is not None:
            if self._wanted([*self._path, f"@{attribute.name}"]):
                self._later.append((attribute.start, attribute.end, attribute.name, ""))
        elif self._reads(element, attribute):
            value = self._source[attribute.start : attribute.end]
            kind = "" if says_nothing(value) else self._words.entities.get(element, "")
            if self._words.headed:
                kind = kind or self._words.announced(attribute.name, value)
            start = attribute.start + numbered_part(value)
            end = self._unlabelled(attribute, start)
            self._later.append((start, end, self._key(element, attribute), kind))
        elif attribute.name in self._words.labels or (
            self._words.tags and not is_standard(self._source[attribute.start : attribute.end])
        ):
            self.labels.append(Place(attribute.start, attribute.end))

    def _unlabelled(self, attribute: Attribute, start: int) -> int:
        """Return where an address ends for reading: a fragment is a label of another page."""
        name, end, words = attribute.name, attribute.end, self._words
        at = start + without_fragment(self._source[start:end])
        if name not in words.labels or words.speaks(name, self._source[at:end]):
            return end
        self.labels += [Place(at, end)] if at < end else []
        return at

    def _settled(self, element: str, attribute: Attribute) -> bool:
        """Note what an attribute is written as whatever the plan says; tell whether it is."""
        if attribute.name in self._words.strip:
            self.fixed.append((attribute.whole(self._source), ""))
            return True
        value = self._words.value(element, attribute.name)
        if value is None and (local := attribute.name.rpartition(":")[2]) in ADDRESSES:
            address = unescape(self._source[attribute.start : attribute.end])
            if address == NOWHERE:
                return True
            is_outside = self._words.outside and re.match(self._words.outside, address)
            value = NOWHERE if is_outside else mended(address)
        if value is None and self._words.tags and local in ("lang", "hreflang", "srclang"):
            value = language_tag(self._source[attribute.start : attribute.end])
        if value is None and self._words.tags and attribute.name not in self._words.labels:
            value = "" if is_packed(self._source[attribute.start : attribute.end]) else None
        if value is not None:
            self.fixed.append((Place(attribute.start, attribute.end), value))
        return value is not None

    def _reads(self, element: str, attribute: Attribute) -> bool:
        value = self._source[attribute.start : attribute.end]
        leads_inside = attribute.name in self._words.labels and without_fragment(value) == 1
        if self._words.reads(element, attribute.name) and not leads_inside:
            known = is_program_name(value) or is_schema(value) or is_part_name(value)
            return not (known or is_shared(value))
        is_label = attribute.name in self._words.labels and all(map(is_keyword, value.split()))
        is_listed = self._words.tags and is_keyword(value)
        return self._words.speaks(attribute.name, value) and not (
            is_label or is_listed or says_nothing(value) or is_shared(value)
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
        if self._words.mixed and not self._block.length and is_blank(self._source, event):
            return
        if event.start in self._special:
            self._put(self._special[event.start])
        elif event.kind == "cdata":
            self._add(plain(self._source, event.start, event.end, escape_cdata))
        elif event.kind == "text":
            here, text = (self._path or [""])[-1], self._source[event.start : event.end]
            named = here == "title" and is_program_name(text.strip().replace("_", " "))
            if not named and not _OF_PROGRAMS.fullmatch(text):
                self._add(self._parts(here, event.start, event.end))

    def _parts(
        self, name: str, start: int, end: int, escape: Callable[[str], str] | None = None
    ) -> Iterable[Piece]:
        """Return a text in pieces; of formulas and codes only what is language."""
        pattern = self._words.parts.get(name)
        is_wide = name in self._words.wide
        pieces: Iterable[Piece] = decoded(
            self._source, start, end, escape_wide if is_wide else escape
        )
        pieces = as_read(name, pieces, code=bool(escape and self._words.code))
        if is_wide:
            pieces = (Piece(p.text.translate(_NARROW), p.place) for p in pieces)
        if pattern is None:
            return pieces
        if "?P<number>" in pattern:  # in formulas: they say again what cells hold
            found = _NUMBER.finditer(self._source, start, end)
            self.labels += [Place(*match.span("number")) for match in found if match["number"]]
        whole = list(pieces)
        text = "".join(piece.text for piece in whole)
        return language_in(whole, text, pattern)

    def _add(self, pieces: Iterable[Piece]) -> None:
        for piece in pieces:
            text = piece.text.translate(_FLOW) if self._words.flows else piece.text
            self._put(Piece(text, piece.place))

    def _end_block(self, tail: str = "") -> None:
        """End a block; one that held nothing parts nothing where tables keep their columns."""
        if not tail and self._words.separators and not self._block.pieces:
            return
        self._block.tail = tail or "\n"
        self._done += self._block, *self._block.behind
        self._block = Block()

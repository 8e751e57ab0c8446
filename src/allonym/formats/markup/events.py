"""The lexical parts of HTML and XML with their offsets in the source.

XML is scanned by its own grammar (https://www.w3.org/TR/xml/), which is regular once a document is
known to be well-formed; HTML by https://html.spec.whatwg.org/#tokenization, broken input included.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from typing import Literal

from allonym.formats.mapped import Place

Kind = Literal["open", "close", "text", "cdata", "comment", "raw", "public"]

_XML = re.compile(
    r"<!--(?P<comment>.*?)-->"
    r"|<!\[CDATA\[(?P<cdata>.*?)\]\]>"
    r"|<\?(?:xml\s.*?|(?P<instruction>.*?))\?>"
    r"|<!DOCTYPE(?P<type>(?:[^\[>\"']|\"[^\"]*\"|'[^']*')*+)(?:\[(?P<subset>.*?)\]\s*)?>"
    r"|</(?P<close>[^\s>]+)\s*>"
    r"|<(?P<open>[^\s/>!?]+)(?P<rest>(?:[^\"'>]|\"[^\"]*\"|'[^']*')*?)(?P<empty>/?)>"
    r"|(?P<text>[^<]+)",
    re.DOTALL,
)
# what a person may have written among declarations; their other words are keywords and names
_DECLARED = re.compile(
    r"<!--(?P<comment>.*?)-->|<\?(?P<instruction>.*?)\?>|\"(?P<double>[^\"]+)\"|'(?P<single>[^']+)'",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(
    r"(?P<name>[^\s=/>\"']+)(?:\s*=\s*(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'"
    r"|(?P<bare>[^\s>\"']+)))?"
)


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute: its name in small letters as written, and where its value stands."""

    name: str
    start: int
    end: int

    def whole(self, source: str) -> Place:
        """Return where it stands with its name and its marks."""
        behind = source.rfind("=", 0, self.start)
        while source[behind - 1].isspace():
            behind -= 1
        quoted = source[self.start - 1] in "\"'"
        return Place(behind - len(self.name), self.end + quoted)


@dataclass(frozen=True, slots=True)
class Event:
    """One lexical part."""

    # ``open`` and ``close`` of an element, or a stretch of text; ``raw`` text holds no escapes
    # (scripts); ``public`` is a name of a document type that no standard lists
    kind: Kind
    start: int  # where its content begins: the tag, or the text without its marks
    end: int  # behind its content
    name: str = ""  # local name of the element, without prefix
    attributes: tuple[Attribute, ...] = ()  # of an opening tag
    empty: bool = False  # whether the opening tag closes itself

    def values(self, source: str) -> dict[str, str]:
        """Return its attributes by local name."""
        return {_local(a.name): source[a.start : a.end] for a in self.attributes}


def xml_events(source: str) -> Iterator[Event]:
    """Yield the parts of well-formed XML in order."""
    for match in _XML.finditer(source):
        kind = match.lastgroup
        if kind == "empty":
            found = tuple(_attributes(source, *match.span("rest")))
            yield Event("open", *match.span(), _local(match["open"]), found, bool(match["empty"]))
        elif kind == "close":
            yield Event("close", *match.span(), _local(match["close"]))
        elif kind in ("text", "cdata"):
            if match[kind]:
                yield Event("text" if kind == "text" else "cdata", *match.span(kind))
        elif kind in ("comment", "instruction"):
            if match[kind]:
                yield Event("comment", *match.span(kind))
        elif kind:
            yield from _type(source, *match.span("type"))
            for inner in _DECLARED.finditer(source, *match.span("subset")):
                yield Event("comment", *inner.span(inner.lastgroup or 0))


def _attributes(source: str, start: int, end: int) -> Iterator[Attribute]:
    for match in _ATTRIBUTE.finditer(source, start, end):
        group = match.lastgroup or ""
        if group != "name" and match[group]:
            yield Attribute(match["name"], *match.span(group))


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def html_events(source: str) -> Iterator[Event]:
    """Yield the parts of HTML in order, however broken it is.

    What is opened and never closed reaches to the end, so each character is looked at once.  (The
    tokenizer of the standard library looks again and again, and takes quadratic time.)
    """
    cursor = 0
    while cursor < len(source):
        found = _MARK.search(source, cursor)
        start = found.start() if found else len(source)
        if start > cursor:
            yield Event("text", cursor, start)
        if not found:
            return
        cursor = start
        for event in _construct(source, start):
            yield event
            cursor = event.end
        if event.kind == "comment" or source.startswith("<!", start):
            cursor = _behind(source, cursor)


_MARK = re.compile(r"<(?=[A-Za-z/!?])")
_NAME = re.compile(r"[A-Za-z][^\s/>]*")
_CLOSED = re.compile(r"[A-Za-z][^\s/>@]*(?=[\s/>]|\Z)")
_SPACE = re.compile(r"[\s/]*")
_DOCTYPE = re.compile(
    r"<!doctype\s+html(?P<type>(?:\s+(?:public|system))?(?:\s*(?:\"[^\">]*\"|'[^'>]*'))*+)\s*>",
    re.I,
)
_OPENING = re.compile(r"<(?:!doctype\s|[!?/])?", re.I)
_LITERAL = re.compile(
    r"(?P<public>\bpublic\s*)?(?:\"(?P<double>[^\">]*)\"|'(?P<single>[^'>]*)')", re.I
)
# what a document type of the standards is called, and where it lies
_LISTED = re.compile(
    r"[-+]//(?:W3C|IETF|NISO|OASIS|ISBN|TEI|LISA|Apple)\b.*|https?://[\w.]*\b"
    r"(?:w3|daisy|idpf|oasis-open|openebook|apple)\.(?:org|com)/[\w./-]*|about:[\w-]+"
)


def _type(source: str, start: int, end: int) -> Iterator[Event]:
    """Yield what a document type is called, and where it lies, unless the standards list it.

    What it is called in public has letters of ASCII only, so no name can take another's place.
    """
    for match in _LITERAL.finditer(source, start, end):
        group = match.lastgroup or ""
        if not _LISTED.fullmatch(match[group]):
            yield Event("public" if match["public"] else "comment", *match.span(group))


_RAW = frozenset(("script", "style"))
_ESCAPABLE = frozenset(("title", "textarea"))
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param",
     "source", "track", "wbr")
)  # fmt: skip


def _construct(source: str, start: int) -> Iterator[Event]:
    """Yield what begins at `start`: a tag with the text that only its end may end, a comment."""
    if source.startswith("<!--", start):
        yield Event("comment", start + 4, _find(source, "-->", start + 4))
    elif (name := _NAME.match(source, start + 1)) and "@" not in name[0]:
        yield from _element(source, start, name)
    elif source.startswith("</", start) and (name := _CLOSED.match(source, start + 2)):
        yield Event(
            "close", start, min(len(source), _find(source, ">", start) + 1), name.group().lower()
        )
    elif known := _DOCTYPE.match(source, start):
        yield from _type(source, *known.span("type"))
        yield Event("raw", known.end() - 1, known.end() - 1)
    else:
        opening = _OPENING.match(source, start)
        yield Event("comment", opening.end() if opening else start, _find(source, ">", start + 2))


def _element(source: str, start: int, name: re.Match[str]) -> Iterator[Event]:
    tag = name.group().lower()
    attributes: list[Attribute] = []
    cursor = _skip(source, name.end())
    while cursor < len(source) and source[cursor] != ">":
        match = _HTML_ATTRIBUTE.match(source, cursor)
        if not match or (match["open"] is not None):
            cursor = len(source)
            break
        attributes += _valued(match)
        cursor = _skip(source, match.end())
    if cursor >= len(source):
        yield Event("text", start, len(source))
        return
    cursor += 1
    yield Event("open", start, cursor, tag, tuple(attributes), tag in _VOID)
    if tag in _RAW or tag in _ESCAPABLE:
        closing = re.compile(rf"</{tag}(?=[\s/>])", re.I).search(source, cursor)
        end = closing.start() if closing else len(source)
        yield Event("raw" if tag in _RAW else "text", cursor, end)


_HTML_ATTRIBUTE = re.compile(
    r"(?P<name>[^\s/>][^\s/>=]*)(?:\s*=\s*(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'"
    r"|(?P<open>[\"'])|(?P<bare>[^\s>\"'][^\s>]*)))?"
)


def _valued(match: re.Match[str]) -> Iterator[Attribute]:
    group = next((g for g in ("double", "single", "bare") if match[g]), "")
    if group:
        yield Attribute(match["name"].lower(), *match.span(group))


def _skip(source: str, start: int) -> int:
    found = _SPACE.match(source, start)
    return found.end() if found else start


def _find(source: str, mark: str, start: int) -> int:
    found = source.find(mark, start)
    return len(source) if found < 0 else found


def _behind(source: str, end: int) -> int:
    """Return where the next part begins: behind the mark that ended the last one."""
    for mark in ("-->", ">"):
        if source.startswith(mark, end):
            return end + len(mark)
    return end


def mixed_content(source: str, events: Iterable[Event], tokens: Set[str]) -> frozenset[int]:
    """Return the numbers of opening tags inside mixed content, which part no words."""
    stack = [-1]
    with_text: set[int] = set()
    parents: dict[int, int] = {}
    for number, event in enumerate(events):
        if event.kind == "open":
            parents[number] = stack[-1]
            with_text |= {stack[-1]} if event.name in tokens else set()
            stack += [] if event.empty else [number]
        elif event.kind == "close" and len(stack) > 1:
            stack.pop()
        elif event.kind in ("text", "cdata") and not is_blank(source, event):
            with_text.add(stack[-1])
    inline: set[int] = set()
    for number, parent in parents.items():
        inline |= {number} if parent in with_text or parent in inline else set()
    return frozenset(inline)


def is_blank(source: str, event: Event) -> bool:
    """Tell whether a text is nothing but space."""
    return source[event.start : event.end].isspace()

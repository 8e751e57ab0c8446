r"""Marked text: the notation of cases, documentation and gold data.

``=== id genre`` begins a document; ``[[type#entity;Key=Val|surface]]`` marks a mention; entity and
features are optional.  ``\[[`` stands for two literal brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from allonym.errors import CorruptDocument
from allonym.model.features import NO_FEATURES, FeatureBundle, format_features, parse_features
from allonym.model.span import Span

_HEAD = re.compile(r"^===[ \t]+(\S+)(?:[ \t]+(\S(?:[^\n]*\S)?))?[ \t\r]*\n?", re.MULTILINE)
_MARK = re.compile(
    r"\\\[\[|\[\[([\w.*]+)(?:#([^;|\]\s]+))?((?:;[^;|\]]+=[^;|\]]+)*)\|(.*?)\]\]", re.S
)


@dataclass(frozen=True, slots=True)
class MarkedMention:
    """A mention as the notation states it; ``span`` is in the text without marks."""

    span: Span
    type: str
    entity: str = ""
    features: FeatureBundle = field(default_factory=lambda: NO_FEATURES)


@dataclass(frozen=True, slots=True)
class MarkedDocument:
    """One document of a marked file; ``line`` is that of the file where its text begins."""

    id: str
    genre: str
    text: str = field(repr=False)
    mentions: tuple[MarkedMention, ...]
    line: int = 1


class _Malformed(CorruptDocument):
    """Says what is wrong at an offset."""

    def __init__(self, offset: int, reason: str) -> None:
        super().__init__(f"marked text, offset {offset}: {reason}")
        self.offset, self.reason = offset, reason


def parse_marks(marked: str) -> tuple[str, tuple[MarkedMention, ...]]:
    """Split marked text into the bare text and its mentions.

    Raises:
        CorruptDocument: If a mark has no surface or is not closed; the offset is named.

    >>> text, (mention,) = parse_marks("z [[person#1;Case=Ins|Janem Kowalskim]] dziś")
    >>> text, mention.span, mention.type, mention.entity, mention.features["Case"]
    ('z Janem Kowalskim dziś', Span(start=2, end=17), 'person', '1', 'Ins')
    """
    out: list[str] = []
    mentions: list[MarkedMention] = []
    cursor = length = 0
    for match in _MARK.finditer(marked):
        before = marked[cursor : match.start()]
        _refuse_stray(before, cursor)
        surface = match[4] if match[1] else "[["
        out += before, surface
        start = length + len(before)
        length = start + len(surface)
        cursor = match.end()
        if match[1]:
            if not surface:
                raise _Malformed(match.start(), "a mark without a surface; write [[type|surface]]")
            features = _features(match)
            mentions.append(MarkedMention(Span(start, length), match[1], match[2] or "", features))
    _refuse_stray(marked[cursor:], cursor)
    out.append(marked[cursor:])
    return "".join(out), tuple(mentions)


def _features(mark: re.Match[str]) -> FeatureBundle:
    try:
        return parse_features(mark[3].lstrip(";").replace(";", "|"))
    except ValueError as error:
        raise _Malformed(mark.start(), f"{error}; write ;Case=Ins;Number=Sing") from None


def _refuse_stray(between: str, offset: int) -> None:
    if "[[" in between:
        where = offset + between.index("[[")
        raise _Malformed(
            where,
            "'[[' opens no mark; write [[type|surface]], or \\[[ for the brackets themselves",
        )


def parse_marked(text: str) -> Iterator[MarkedDocument]:
    """Yield the documents of a marked file; a file without heads is one document, ``1``.

    Raises:
        CorruptDocument: If a mark is malformed; line and document are named.
    """
    heads = list(_HEAD.finditer(text))
    if not heads or text[: heads[0].start()].strip():
        yield _document("1", "", text[: heads[0].start()] if heads else text, 1)
    for number, head in enumerate(heads):
        end = heads[number + 1].start() if number + 1 < len(heads) else len(text)
        line = text.count("\n", 0, head.end()) + 1
        yield _document(head[1], head[2] or "", text[head.end() : end].rstrip("\n"), line)


def _document(name: str, genre: str, marked: str, line: int) -> MarkedDocument:
    try:
        return MarkedDocument(name, genre, *parse_marks(marked), line)
    except _Malformed as error:
        place = line + marked.count("\n", 0, error.offset)
        raise CorruptDocument(f"line {place}, document {name}: {error.reason}") from error


def render_marks(text: str, mentions: Iterable[MarkedMention]) -> str:
    """Write `text` with its mentions marked; the inverse of `parse_marks`.

    >>> render_marks("Ana je tu", [MarkedMention(Span(0, 3), "person")])
    '[[person|Ana]] je tu'
    """
    out: list[str] = []
    cursor = 0
    for mention in sorted(mentions, key=lambda m: m.span):
        out.append(_escape(text[cursor : mention.span.start]))
        out.append(f"[[{_label(mention)}|{text[mention.span.start : mention.span.end]}]]")
        cursor = mention.span.end
    return "".join(out) + _escape(text[cursor:])


def _label(mention: MarkedMention) -> str:
    entity = f"#{mention.entity}" if mention.entity else ""
    features = format_features(mention.features).replace("|", ";") if mention.features else ""
    return f"{mention.type}{entity}" + (f";{features}" if features else "")


def _escape(text: str) -> str:
    return text.replace("[[", r"\[[")

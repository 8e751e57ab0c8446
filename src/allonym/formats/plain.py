"""Texts that are files as they stand: plain ones, Markdown, and texts marked as cases are."""

from __future__ import annotations

import re
from collections.abc import Iterator

from allonym.formats.base import Format
from allonym.formats.encoding import UTF_8, Encoding, decode
from allonym.formats.mapped import MappedDocument, Piece, Place, around
from allonym.formats.markup.addresses import FILE, cleaned_files, resolved
from allonym.model.span import Span
from allonym.text.markup import parse_marked

# runs of marks, one alone only at the edge of a word, see
# https://spec.commonmark.org/0.31.2/#emphasis; files in addresses
_UNREAD = re.compile(rf"{FILE}|[*_~`]{{2,}}|(?<!\w)[*_~`](?=\S)|(?<=\S)[*_~`](?!\w)")
# what begins subtitles and what programs say there, times and settings of them, marks with what
# they say but who speaks; see https://www.w3.org/TR/webvtt1/#file-structure
_OF_CUES = re.compile(
    r"\A\ufeff?WEBVTT(?!\S)|(?P<head>^(?:Kind|Language|X-TIMESTAMP-MAP)[:=][^\n]*)"
    r"|^(?:\d+:)?\d\d:\d\d[.,]\d{3} -->[^\n]*"
    r"|(?P<speaks><v(?:\.[\w.-]{1,60})?[ \t])|(?P<parts></v>|</?lang(?:[ .][^<>\n]{0,60})?>)"
    r"|</?(?:[bcisuv]|font|ruby|rt)(?:\.[\w.-]{1,60})?(?:[ \t][^<>\n]{0,200})?>"
    r"|<[\d:.]{9,13}>|(?P<end>>)", re.M
)  # fmt: skip
# up to the first line with nothing in it
_HEAD = re.compile(r"\ufeff?WEBVTT[^\n]*\n(?:[^\r\n]+\r?\n)*")
_SKIP = re.compile(
    r"^===[ \t]+\S.*\n?"  # the head of a document
    r"|\\\[\["  # literal brackets, escaped
    r"|\[\[[\w.*]+(?:#[^;|\]\s]+)?(?:;[^;|\]]+=[^;|\]]+)*\|"  # the opening of a mark
    r"|\]\]",
    re.MULTILINE,
)


class PlainFormat(Format):
    """Text in any common encoding; byte order mark and line ends are kept."""

    def open(self, data: bytes) -> MappedDocument:
        """Read bytes as text; unreadable bytes stay where they are."""
        return read_text(*decode(data))


def read_text(text: str, encoding: Encoding = UTF_8, *, parting: str = "") -> MappedDocument:
    """Return a document all of which is read.

    `parting` is what parts it into blocks that are read apart; nothing where it is one.
    """
    found = re.finditer(f"[^{parting}]+", text) if parting else ()
    blocks = tuple(Span(*match.span()) for match in found)
    return MappedDocument.of(text, [Piece(text, Place(0, len(text)))], encoding, blocks=blocks)


class MarkdownFormat(Format):
    """Markdown of any flavour; all is read but files in addresses and emphasis marks.

    So ``**Ann** Nowak`` is one name.
    """

    def open(self, data: bytes) -> MappedDocument:
        """Read a file; unreadable bytes stay where they are."""
        source, encoding = decode(data)
        unread = ((mark, None) for mark in _UNREAD.finditer(source))
        pieces = resolved(around(source, 0, len(source), unread))
        files = tuple(cleaned_files(source, 0, len(source)))
        return MappedDocument.of(source, pieces, encoding, fixed=files)


class SubtitleFormat(Format):
    """Subtitles (SubRip, WebVTT); all is read but times and marks."""

    def open(self, data: bytes) -> MappedDocument:
        """Read a file; who speaks (``<v Ann>``) is read as who is named in front of a colon."""
        source, encoding = decode(data)
        unread = list(_marks_of_cues(source))
        pieces = around(source, 0, len(source), unread)
        labels = tuple(Place(*m.span()) for m, _ in unread if m[0][:1] == "<" and "." in m[0])
        return MappedDocument.of(source, pieces, encoding, labels=labels)


def _marks_of_cues(source: str) -> Iterator[tuple[re.Match[str], Piece | None]]:
    """Yield what is not read of subtitles, and what is read in its place, if anything."""
    speaks = False
    head = _HEAD.match(source)
    for match in _OF_CUES.finditer(source):
        if match["head"] and (not head or match.start() > head.end()):
            continue
        if match["end"]:
            if speaks:
                yield match, Piece(": ")
            speaks = False
        else:
            speaks = bool(match["speaks"])
            yield match, Piece(" ") if match["parts"] else None


class MarkedFormat(Format):
    """The notation of cases and gold data; result: the same marks around new surfaces."""

    def open(self, data: bytes) -> MappedDocument:
        """Read marked text.

        Raises:
            CorruptDocument: If a mark is malformed; line and document are named.
        """
        text, encoding = decode(data)
        for _ in parse_marked(text):
            pass
        return MappedDocument.of(text, _pieces(text), encoding)


def _pieces(text: str) -> Iterator[Piece]:
    cursor = depth = 0
    for match in _SKIP.finditer(text):
        mark = match.group()
        if mark == "]]" and not depth:
            continue
        depth = {"]]": 0}.get(mark, 1 if mark.startswith("[[") else depth)
        if match.start() > cursor:
            yield Piece(text[cursor : match.start()], Place(cursor, match.start()))
        if mark.startswith("==="):
            yield Piece("\n")
        cursor = match.end()
        if mark.startswith("\\"):
            cursor -= 1  # the second bracket begins the next piece
            yield Piece("[", Place(match.start(), cursor, whole=True))
    if cursor < len(text):
        yield Piece(text[cursor:], Place(cursor, len(text)))

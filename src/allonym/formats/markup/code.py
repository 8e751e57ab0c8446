"""Text inside code: strings and comments of scripts and style sheets, and JSON in pages.

A page may carry its data in a script (JSON-LD, https://www.w3.org/TR/json-ld11/#embedding), and a
style sheet may show words (``content: "…"``).  Strings, comments, and of style sheets
addresses, fonts, classes, what a writer named in capitals and what variables hold are read, and so
is all of a template; names of variables and the rest of the code stay.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial

from allonym.formats.base import load_table
from allonym.formats.json_strings import decoded, escape_json, strings
from allonym.formats.mapped import Piece, Place, around
from allonym.formats.markup.addresses import files_in, parted, unpercented, unspaced
from allonym.formats.markup.escapes import as_arguments, day_in
from allonym.formats.markup.events import Event, html_events
from allonym.formats.markup.script import QUOTES, STRING, Token, script_tokens
from allonym.formats.office.values import is_font, is_schema, numbered_part
from allonym.formats.standards import (
    is_called,
    is_given,
    is_joined,
    is_keyword,
    is_of_programs,
    is_shared,
    is_standard,
    names_in,
    says_kind,
)
from allonym.languages.columns import column_type, field_type
from allonym.model.cover import Cover
from allonym.model.span import Span
from allonym.model.types import PROGRAM

# words in a row or a long number: what a writer may have called after somebody
_JOINED = re.compile(r"[^\W\d_]{2}_[^\W\d_]{2}|\d{6}[-+A]?\d{3}")
_REFERENCE, _WORDS = re.compile(r"--[\w-]+|#[0-9a-f]{3,8}\b", re.I), re.compile(r"[^\W\d_]+")
_UNSPACED = re.compile(r"[\w@][\w@.-]*")
# two digits are a size, more may be somebody's number
_OF_WORDS = re.compile(r"@{0,2}[A-Za-z][A-Za-z_.-]{2,}\d{0,2}")
_LONG = re.compile(r"\d{6}|\d[-./ ]\d+[-./ ]\d")
_STYLE = re.compile(
    rf"/\*.*?(?:\*/|\Z)|{STRING}|(?:(?<=url\()|(?<=local\())[^\n\"'()]++"
    r"|(?:font-family|--[\w-]+)\s*:(?!\s*[\"'])[^;{}\"'\n]*"
    r"|(?P<named>--[\w-]+|[.#](?![0-9A-Fa-f]{3,8}\b)[^\W\d][\w-]*"
    r"|(?-i:\b[A-Z][^\W\d_]+(?:[-_][A-Z][^\W\d_]+)+))",
    re.DOTALL | re.I,
)
_ESCAPE = re.compile(
    r"\\(?:u\{(?P<long>[0-9a-fA-F]{1,6})\}|u(?P<four>[0-9a-fA-F]{4})|x(?P<two>[0-9a-fA-F]{2})"
    r"|(?P<css>[0-9a-fA-F]{2,6})[ ]?|(?P<sign>.))",
    re.DOTALL,
)
# what goes on with the number of a letter that stands in front of it in a style sheet
_HEXADECIMAL = frozenset("0123456789abcdefABCDEF ")
_SIGNS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": ""}
# types of code that programs run; what has another type is data, such as a template
_RUNS = re.compile(r"\A(?:module)?\Z|script|css")
# a string of a script by which a program calls something: no word of a language has such signs, and
# no sentence is without a space; mail addresses, numbers of people and addresses of pages are text
_CALLED = re.compile(
    r"(?!/[a-z]|.*(?:\d{6}|\d[-./]\d+[-./]\d|\w@\w|//|=[A-Z][a-z]|[a-z],[A-Z]))[\w$.:/#*|()\[\]\\^?+!&~;,=@%-]+",
    re.A,
)
_SIGN = re.compile(r"[\\%\s]")
_LIKE_A_NAME = re.compile(r"(?:[A-Z][a-z]+[-_.]?)+\Z")
_TWO = re.compile(r"[A-Z][a-z]+ [A-Z]|\d{5}|\d[-./ ]\d+[-./ ]\d|@")
# what in a pattern may be somebody's
_SAYS = re.compile(r"[^\W\d_]{2,} [^\W\d_]{2,}|\d{6}|\d[-. ]\d+[-. ]\d|\w@\w")
# the name of a field in front of its value, which data have in quotation marks
_FIELD = re.compile(r"(?P<quote>[\"']?)(?P<name>[A-Za-z_$][\w$-]*)(?P=quote)\s?[:=]\s?\Z")
_LONGEST_FIELD = 40
CALLED = "called"
"""What a program says: a word of the standards or of an English dictionary in it is nobody's."""
FONT = "font"
"""What names fonts that programs come with says nothing, and is not read."""


@dataclass(frozen=True, slots=True)
class CodeText:
    """A string or comment: its text in pieces, and what it is known to hold, `CALLED` or `FONT`."""

    pieces: tuple[Piece, ...] = field(repr=False)
    kind: str = ""

    def marks(self) -> list[tuple[int, int, str]]:
        """Return what is known of which stretches of its text."""
        text = "".join(piece.text for piece in self.pieces)
        if self.kind != CALLED:
            return [(0, len(text), self.kind)] if self.kind else []
        return [(*span, PROGRAM) for span in _words(text)]

    @property
    def place(self) -> Place:
        """From its first character in the source to its last."""
        places = [piece.place for piece in self.pieces if piece.place]
        return Place(places[0].start, places[-1].end)


@dataclass(frozen=True, slots=True)
class Code:
    """A stretch of code."""

    texts: tuple[CodeText, ...] = field(repr=False)  # what of it is read
    # files in it, which are cleaned or gone
    fixed: tuple[tuple[Place, str], ...] = field(repr=False)
    labels: tuple[Place, ...] = field(repr=False)  # names in it that follow those in the text

    @classmethod
    def of(cls, source: str, start: int, end: int, language: str) -> Code:
        """Read the code between two offsets of a source; see `code_texts`."""
        fixed = tuple(files_in(source, start, end))
        gone = Cover(Span(place.start, place.end) for place, _ in fixed)
        texts = tuple(
            text for text in code_texts(source, start, end, language)
            if not gone.touches(Span(text.place.start, text.place.end))
        )  # fmt: skip
        known = (*(text.place for text in texts), *(place for place, _ in fixed))
        labels = tuple(names_in(source, start, end, known, selectors=language == "style"))
        return cls(tuple(text for text in texts if text.kind != FONT), fixed, labels)


def language_of(event: Event, source: str, usual: str) -> str:
    """Return in which language the code is that an opening tag begins, by its type."""
    said = event.values(source)
    kind = (said.get("type") or said.get("language", "")).strip().lower()
    if "json" in kind or kind in ("importmap", "speculationrules"):
        return "json"
    return usual if _RUNS.search(kind) else "text"


def is_code(event: Event, source: str, path: Sequence[str], elements: Container[str]) -> bool:
    """Tell whether an event is code: in XML too, unless letters by reference are in it."""
    if event.kind == "raw" or not path or path[-1] not in elements:
        return event.kind == "raw"
    is_plain = event.kind == "text" and "&" not in source[event.start : event.end]
    return event.kind == "cdata" or is_plain


def code_texts(source: str, start: int, end: int, language: str) -> Iterator[CodeText]:
    """Yield the texts of a stretch of code in order.

    The language is ``script``, ``style``, ``json`` or ``text``; what is not JSON after all is a
    script, and texts are those of mark-up, as in templates.
    """
    if language == "text":
        yield from _template(source, start, end)
        return
    if language == "json" and _is_json(source[start:end]):
        yield from _json(source, start, end)
        return
    tokens = _style if language == "style" else script_tokens
    for token in tokens(source, start, end):
        if token.kind in QUOTES:
            is_data = source.startswith(("{", "["), token.start) and language == "script"
            if is_data and _is_json(source[token.start : token.end]):
                yield from _json(source, token.start, token.end)
                continue
            inside = _unescaped(source, token.start, token.end, token.kind)
            pieces = tuple(parted(unpercented(inside)))
            if language == "style" and pieces and is_font("".join(piece.text for piece in pieces)):
                yield CodeText(pieces, FONT)
                continue
        else:
            outside = _outside_strings(source, token)
            if outside is None or outside.kind:
                yield from filter(None, (outside,))
                continue
            pieces = outside.pieces
            if token.kind in ("number", "letters", "day"):
                pieces = (_counted(source, token, outside.place),)
        text = "".join(piece.text for piece in pieces)
        is_name = language == "script" and _is_called(source, token, text)
        is_name = is_name or (text.islower() and is_keyword(text))
        says_nothing = is_name or numbered_part(text) or is_shared(text) or is_schema(text)
        if any(map(str.isalnum, text)) and not says_nothing:
            is_called_so = language == "script" and token.kind != "comment"
            is_called_so = is_called_so and not _is_data(source, token)
            yield CodeText(pieces, CALLED if is_called_so else "")


def _style(source: str, start: int, end: int) -> Iterator[Token]:
    """Yield the strings, comments, values and names of a style sheet."""
    for match in _STYLE.finditer(source, start, end):
        mark = match[0][0]
        if mark in QUOTES:
            closed = len(match[0]) > 1 and match[0].endswith(mark)
            yield Token(mark, match.start() + 1, match.end() - closed)
        else:
            yield Token(match.lastgroup or mark, *match.span())


def _is_called(source: str, token: Token, text: str) -> bool:
    """Tell whether a string of a script is what a program calls something, and no data."""
    if token.kind == "pattern":
        return text.isascii() and not _SAYS.search(text)
    is_disguised = text != source[token.start : token.end] and not _SIGN.search(text)
    if is_disguised or token.kind == "comment":
        return False
    if _LIKE_A_NAME.match(text):
        return False
    if not _CALLED.fullmatch(text):
        return " " in text and text.isascii() and is_standard(text) and not _TWO.search(text)
    return not _is_data(source, token) or (text[:1].islower() and is_joined(text))


def _is_data(source: str, token: Token) -> bool:
    """Tell whether a string is in a field in quotation marks, as in JSON, or in one of somebody."""
    at = token.start - (token.kind in QUOTES)
    field = _FIELD.search(source, max(0, at - _LONGEST_FIELD), at)
    said = field and (field["quote"] or _type((field["name"],)) or column_type(field["name"]))
    return bool(said)


def _words(text: str) -> Iterator[tuple[int, int]]:
    """Yield where words of programs stand; in a row if the standards give them: *Array Iterator*.

    A capital behind another begins somebody's name (*Mr Walker*), and a given name does.
    """
    is_led, row = False, list[re.Match[str]]()
    for word in (*_UNSPACED.finditer(text), None):
        is_word = word is not None and bool(_OF_WORDS.fullmatch(word[0]))
        if word and is_word and is_standard(word[0]) and not is_given(word[0]):
            row.append(word)
        else:
            if len(row) > 1:
                yield row[0].start(), row[-1].end()
            row = []
        if word is not None:
            is_large = not word[0].islower()
            if is_word and not (is_large and is_led) and is_of_programs(word[0]):
                yield word.span()
            is_led = is_large


def _outside_strings(source: str, token: Token) -> CodeText | None:
    """Return what stands outside the strings of code; None for what names nobody."""
    place, text = Place(token.start, token.end, escape=_comment), source[token.start : token.end]
    resolved = unspaced if token.kind == "named" else unpercented
    name, colon, value = text.partition(":")
    whole = CodeText(tuple(resolved((Piece(text, place),))))
    if colon and token.kind in ("f", "F", "-") and is_font(value.strip()):
        return replace(whole, kind=FONT)
    if token.kind == "named" and (is_keyword(name.lstrip(".#-")) or not _names(name)):
        return None
    if not colon or token.kind != "-" or _names(name):
        return whole
    place = replace(place, start=token.end - len(value))
    return None if _says_nothing(value) else CodeText(tuple(resolved((Piece(value, place),))))


def _says_nothing(value: str) -> bool:
    """Tell whether a value is put together from colours, measures and other values."""
    words = _WORDS.findall(_REFERENCE.sub(" ", value))
    return all(map(is_standard, words)) and not _LONG.search(value)


def _names(token: str) -> bool:
    """Tell whether a class, an identity or a variable may be called after somebody."""
    return is_called(token.lstrip(".#-")) or bool(_JOINED.search(token))


def _number(text: str) -> str:
    """Make what takes the place of a number fit for code: a string if it is no number."""
    return text if text.isdecimal() else json.dumps(text).replace("</", "<\\/")


def _counted(source: str, token: Token, place: Place) -> Piece:
    """Return a number, letters by number or a day as what it says; it can only go as a whole."""
    text = source[token.start : token.end]
    if token.kind == "day":
        parting = ", " if " " in text else ","
        write = lambda new: as_arguments(new, parting, 0) or _number(new)  # noqa: E731
        return Piece(day_in(text, 0) or "", replace(place, whole=True, escape=write))
    if token.kind == "letters":
        said = _lettered([int(n, 16 if "x" in n.lower() else 10) for n in text.split(",")])
        return Piece(said, replace(place, whole=True, escape=_by_number))
    return Piece(text, replace(place, whole=True, escape=_number))


def _lettered(numbers: Sequence[int]) -> str:
    """Return what letters, or octets of UTF-8, say by their numbers; nothing of measures."""
    said = "".join(map(_character, numbers))
    with suppress(UnicodeError):
        said = said.encode("latin-1").decode()
    return said if said.isprintable() else ""


def _by_number(text: str) -> str:
    """Write letters as ``String.fromCharCode`` takes them (ECMAScript, 22.1.2.1)."""
    return ",".join(str(ord(letter)) for letter in text) or "32"


def _template(source: str, start: int, end: int) -> Iterator[CodeText]:
    """Yield what mark-up in a script shows, and what its attributes and comments say."""
    for event in html_events(source[start:end]):
        spans = [(a.start, a.end) for a in event.attributes]
        spans += [(event.start, event.end)] if event.kind in ("text", "raw", "comment") else []
        for first, last in spans:
            place = Place(start + first, start + last, escape=_comment)
            if any(map(str.isalnum, source[place.start : place.end])):
                yield CodeText((Piece(source[place.start : place.end], place),))


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _json(source: str, start: int, end: int) -> Iterator[CodeText]:
    quoted = source[start - 1 : start] == "'"
    escape = partial(_json_escape, ascii_only=source.isascii(), quoted=quoted)
    text = source[start:end]
    only_people = '"Person"' in text and '"Organization"' not in text
    for found in strings(source, start, end):
        pieces = tuple(
            Piece(p.text, replace(p.place, escape=p.place.escape or escape))
            for p in decoded(source, found.start, found.end)
            if p.place is not None
        )
        said = "".join(piece.text for piece in pieces)
        if pieces and not says_kind(found.path, said):
            named = only_people and found.path[-1:] == ("name",)
            kind = _type(found.path) or field_type(found.path, said)
            yield CodeText(pieces, "person" if named else kind)


def _type(path: tuple[str, ...]) -> str:
    types = load_table("markup/schema_org.toml")["types"]
    last = path[-1] if path else ""
    if last == "name" and types.get(path[-2] if len(path) > 1 else "") == "person":
        return "person"
    return str(types.get(last, ""))


def _json_escape(text: str, *, ascii_only: bool, quoted: bool) -> str:
    made = escape_json(text, ascii_only=ascii_only).replace("</", "<\\/")
    return made.replace("'", "\\u0027") if quoted else made


def _comment(text: str) -> str:
    return text.replace("*/", "* /").replace("</", "< /").replace("\n", " ")


def _unescaped(source: str, start: int, end: int, quote: str) -> Iterator[Piece]:
    """Yield a string with its escapes decoded; each of them can only be replaced as a whole."""

    def escape(text: str) -> str:
        made = text.replace("\\", "\\\\").replace(quote, "\\" + quote).replace("</", "<\\/")
        return made.replace("\n", "\\n")

    def behind_number(text: str) -> str:
        first = f"\\{ord(text[0]):06x} " if text[:1] in _HEXADECIMAL else escape(text[:1])
        return first + escape(text[1:])

    yield from around(source, start, end, (
        (match, Piece(_said(match), Place(*match.span(), whole=True,
                                          escape=behind_number if match["css"] else escape)))
        for match in _ESCAPE.finditer(source, start, end)
    ), escape)  # fmt: skip


def _said(match: re.Match[str]) -> str:
    number = match["long"] or match["four"] or match["two"] or match["css"]
    sign = match["sign"] or ""
    return _character(int(number, 16)) if number else _SIGNS.get(sign, sign)


def _character(number: int) -> str:
    return chr(number) if 0 < number < 0xD800 or 0xDFFF < number < 0x110000 else "\ufffd"

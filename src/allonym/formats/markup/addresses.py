"""Addresses in pages: percent signs resolved, files inside them cleaned, paths and code taken out.

A ``data:`` address (RFC 2397) is a file: a picture is kept without its metadata, all else goes.
"""

from __future__ import annotations

import base64
import binascii
import html
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from urllib.parse import quote, unquote, unquote_to_bytes

from allonym.formats.mapped import Piece, Place
from allonym.formats.markup.escapes import escape_text
from allonym.formats.office.pictures import clean_picture

ADDRESSES = frozenset(
    ("href", "src", "action", "formaction", "cite", "data", "poster", "longdesc", "background",
     "ping", "Target", "srcset", "imagesrcset", "manifest", "codebase", "icon")
)  # fmt: skip
# Base64 too short to be known by its length: it must end as none but that does
_PADDED = r"(?:[\w+/-]{4}){1,3}(?:[\w+/-]{2}==|[\w+/-]{3}=)"
_DATA = re.compile(r"data:([\w.+-]*/?[\w.+-]*)((?:;[\w.+=-]*)*),", re.I)
FILE = (
    r"(?P<file>\bdata:(?:,(?=[\s()<>\"'\\]|\Z)"
    r"|\w+\\?/[\w.+-]+(?:;[\w.+=-]+)*+,(?:[^\s()<>\"'\\]|\\/)*+))"
)
"""A file in an address that stands in a text; in JSON strokes may have one of the other kind."""

_FILE = re.compile(FILE)
_LISTED = re.compile(rf"[\s,]{_DATA.pattern}", re.I)
_PACKED = re.compile(rf"([\w+/-]{{16,}}={{0,2}}|{_PADDED})(\.[\w-]+\.[\w-]*)?", re.A)
_FOLD = re.compile(r"\s*\n\s*")
FILES = (b"%PDF", b"PK\x03\x04", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\xd0\xcf\x11\xe0",
         b"\x1f\x8b", b"RIFF", b"II*\x00", b"MM\x00*")  # fmt: skip
"""How files begin that may be packed in a text, or be called one: documents, pictures, archives."""
# a mail address by which pictures of people are asked for, or that a server hides from robots
_HASHED = r"(?:(?<=avatar/)|(?<=avatar\\/))[0-9a-f]{32,64}|(?<=email-protection#)[0-9a-f]{6,}"
_IN_CODE = re.compile(
    r"(?<=\")data:(?:[^\"\n\\]|\\(?!\"))*+|(?<=')data:(?:[^'\n\\]|\\(?!'))*+|(?<=\()data:[^)\n]*"
    r"|data:(?:[\w.+-]+/[\w.+-]+|(?=[;,]))[^)\"'`\s\\]*"
    rf"|(?<=[\"'`])(?:[\w+/-]{{16,}}={{0,2}}(?:\.[\w-]+\.[\w-]*)?|{_PADDED})(?=[\"'`])"
    rf"|(?<=atob\([\"'])[\w+/-]{{2,}}(?=[\"'])|{_HASHED}", re.I,
)  # fmt: skip
_CODE = re.compile(r"[\s\x00-\x1f]*(?:java|vb|live)script[\s\x00-\x1f]*:", re.I)
# a path on a machine or a share, or to a section as LibreOffice writes it, between two U+00FF: it
# names users and cases, and leads nowhere elsewhere
_PATH = re.compile(r"[\s\x00-\x1f]*(?:file:|[a-z]:[\\/]|\\\\|[^\s\xff]*\xff\xff)", re.I)
_REFRESH = re.compile(r"\A\s*\d+\s*[;,]\s*url\s*=\s*['\"]?", re.I)  # and when (HTML, 4.2.5.3)
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_NO_SPACE = re.compile(r"(?:%(?!20)[0-9A-Fa-f]{2})+")
_REFERENCE = re.compile(r"&(?:#\d{2,7}|#[xX][0-9A-Fa-f]{2,6}|[A-Za-z]{3,8});")
_BY_NUMBER = re.compile(r"(?:%u[0-9A-Fa-f]{4})+")
_JSON_LETTERS = re.compile(r"(?:\\u[0-9a-fA-F]{4})+")
_SPACE = re.compile(r"(?<=[^\s_])_20_(?=[^\s_])")
_BETWEEN = r"(?<=[a-zß-ÿ]|[\u0101-\u017f\u0430-\u045f])\{}(?=[^\W\d_])(?![a-zß-ÿ\u0430-\u045f])"
# what stands for a space between words with capitals in names of files and other places
_LOW, _PLUS = (re.compile(_BETWEEN.format(sign)) for sign in "_+")
WEB = re.compile(r"\s*(?:https?|ftp):", re.I)
_ABSOLUTE = re.compile(r"\s*(?:[a-z][a-z+.-]*:|//)", re.I)
_FRAGMENT = re.compile(r"(?<!&)#(?=(?:[\w.%-]|&#?\w+;)+\Z)")
_SLASH = "\\"
_EMPTY = "data:,"
NOWHERE = "#"
"""What leads nowhere."""


def mended(value: str) -> str | None:
    r"""Return what an address is written as if it holds a file, a path or code; None if it doesn't.

    >>> mended("data:text/plain,Ann%20Nowak"), mended("javascript:show()"), mended("a.html")
    ('data:,', '#', None)
    >>> mended("file:///home/ann/a.odt"), mended("C:\\Users\\ann")
    ('#', '#')
    """
    if _CODE.match(value) or _PATH.match(value):
        return NOWHERE
    if is_packed(value):
        return ""
    if hashed := re.search(_HASHED, value):
        return value[: hashed.start()] + "0" * len(hashed[0])
    if _DATA.match(value.lstrip()):
        return _file(value)
    return "" if _LISTED.search(value) else None


def without_fragment(address: str) -> int:
    """Return how long an address is without the name that it leads to in another page.

    Whole where it leads elsewhere: what programs keep behind the sign may be a path or a mail.

    >>> [without_fragment(a) for a in ("b.html#nowak", "b.html#now&#97;k", "#nowak")]
    [7, 7, 1]
    >>> [without_fragment(a) for a in ("https://a.example/#nowak", "a/#/x@b.example", "b.html")]
    [24, 15, 6]
    """
    found = _FRAGMENT.search(address)
    return found.end() if found and not _ABSOLUTE.match(address) else len(address)


def files_in(source: str, start: int, end: int) -> Iterator[tuple[Place, str]]:
    """Yield ``data:`` addresses and packed texts in code or lists of sources, with a new text."""
    for match in _IN_CODE.finditer(source, start, end):
        if _DATA.match(match[0]):
            yield Place(*match.span()), _file(match[0])
        elif re.fullmatch("[0-9a-f]+", match[0]) and source[match.start() - 1] not in "\"'`":
            yield Place(*match.span()), "0" * len(match[0])
        elif is_packed(match[0]) or source.endswith("atob(", 0, match.start() - 1):
            yield Place(*match.span()), ""


def cleaned_files(source: str, start: int, end: int) -> Iterator[tuple[Place, str]]:
    """Yield the files in addresses that stand in a text, with a new address."""
    for match in _FILE.finditer(source, start, end):
        yield Place(*match.span()), mended(match[0].replace("\\/", "/")) or ""


_LAYOUT = dict.fromkeys(map(ord, "\t\r\n"), " ")  # what texts hold besides what is printed


def is_packed(value: str) -> bool:
    """Tell whether a value is a text or a file in Base64 (RFC 4648), or a token (RFC 7519).

    >>> is_packed("QW5uIE5vd2FrLCBMZWVkcw=="), is_packed("ThisIsOneLongIdentifier")
    (True, False)
    """
    match = _PACKED.fullmatch(_FOLD.sub("", value.strip()))
    if not match:
        return False
    body = match[1].rstrip("=").replace("-", "+").replace("_", "/")
    try:
        data = base64.b64decode(body + "=" * (-len(body) % 4), validate=True)
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return data.startswith(FILES)
    except (binascii.Error, ValueError):
        return False
    return text.translate(_LAYOUT).isprintable() and any(map(str.isalpha, text))


def _file(value: str) -> str:
    match = _DATA.match(value.lstrip())
    if match is None or not match[1].lower().startswith("image/"):
        return _EMPTY
    body = value.lstrip()[match.end() :]
    try:
        raw = unquote_to_bytes(body)
        data = base64.b64decode(raw, validate=False) if "base64" in match[2].lower() else raw
    except (binascii.Error, ValueError):
        return _EMPTY
    clean = clean_picture(data)
    if clean is None:
        return _EMPTY
    return f"data:{match[1]};base64,{base64.b64encode(clean).decode('ascii')}"


def unpercented(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield the pieces of an address with its percent signs resolved; each can only go whole.

    Spaces in an address of the web stay as they are written, since a space would end it.
    """
    listed = list(pieces)
    percent = _NO_SPACE if _is_web(listed) else _PERCENT
    made = _resolved(listed, percent, unquote, quote)
    return _resolved(made, _BY_NUMBER, _json_letters, lambda text: _as_json(text, "%"))


def resolved(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield pieces with letters by reference, by percent signs or as JSON does as they read."""
    made = _resolved(pieces, _REFERENCE, html.unescape, None)
    return unpercented(_resolved(made, _JSON_LETTERS, _json_letters, _as_json))


def as_read(name: str, pieces: Iterable[Piece], *, code: bool) -> Iterable[Piece]:
    r"""Return an attribute as programs read it: addresses without percent signs.

    Where `code` may stand, percent signs and letters that JSON writes as ``\u0141`` are resolved
    everywhere, and in classes the spaces that LibreOffice writes by number.
    """
    if code and name == "class":
        return unspaced(pieces)
    if name.rpartition(":")[2] in ADDRESSES:
        return parted(unpercented(pieces))
    if not code:
        return pieces
    return parted(unpercented(_resolved(pieces, _JSON_LETTERS, _json_letters, _as_json)))


def unspaced(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield the pieces of a class with its spaces as such (OpenDocument 1.3, 19.502)."""
    made = _resolved(pieces, _SPACE, lambda _: " ", lambda text: text.replace(" ", "_20_"))
    return _resolved(made, _LOW, lambda _: " ", lambda text: text.replace(" ", "_"))


def _is_web(pieces: Sequence[Piece]) -> bool:
    """Tell whether an address on the web stands in pieces, which a space would end."""
    return bool(pieces) and bool(WEB.match(_REFRESH.sub("", pieces[0].text)))


def parted(pieces: Iterable[Piece]) -> Iterable[Piece]:
    """Yield the pieces of an address in words, unless a space would end it."""
    listed = list(pieces)
    if _is_web(listed):
        return listed
    made = _resolved(listed, _LOW, lambda _: " ", lambda text: text.replace(" ", "_"))
    return _resolved(made, _PLUS, lambda _: " ", lambda text: text.replace(" ", "+"))


def _json_letters(escapes: str) -> str:
    return str(json.loads(f'"{escapes.replace("%", _SLASH)}"'))


def _as_json(text: str, sign: str = _SLASH) -> str:
    """Write letters outside ASCII by number as JSON does, or ``escape()`` (ECMAScript, B.2.1)."""
    return escape_text(json.dumps(text)[1:-1]).replace(_SLASH, sign)


def _resolved(
    pieces: Iterable[Piece],
    pattern: re.Pattern[str],
    decode: Callable[[str], str],
    encode: Callable[[str], str] | None,
) -> Iterator[Piece]:
    for piece in pieces:
        place = piece.place
        if place is None or place.whole:
            yield piece
            continue
        cursor = 0
        for match in pattern.finditer(piece.text):
            text = decode(match[0])
            if "\ufffd" in text or not text.isprintable() or text == match[0]:
                continue
            if match.start() > cursor:
                yield _part(piece, place, cursor, match.start())
            at = Place(
                place.start + match.start(), place.start + match.end(), True, encode or place.escape
            )
            yield Piece(text, at)
            cursor = match.end()
        if cursor < len(piece.text):
            yield _part(piece, place, cursor, len(piece.text))


def _part(piece: Piece, place: Place, start: int, end: int) -> Piece:
    return Piece(piece.text[start:end], Place(place.start + start, place.start + end,
                                              escape=place.escape))  # fmt: skip

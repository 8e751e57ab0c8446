"""Every text in a file, read without knowing its format: what the last search looks through.

This reader shares nothing with the formats that write: what they overlook, it sees.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from typing import Any

from lxml import etree

from allonym.errors import CorruptDocument
from allonym.formats.conll.table import NAMED, STANDARD
from allonym.formats.office.pictures import clean_picture
from allonym.formats.package import read_package
from allonym.formats.references import unescape
from allonym.formats.standards import without_standard
from allonym.formats.words import is_seam
from allonym.formats.xml import parse_xml
from allonym.text.fold import fold

_OOXML, _ODF = "http://schemas.openxmlformats.org/", "urn:oasis:names:tc:opendocument:xmlns:"
_PARAGRAPHS = frozenset(
    (f"{{{_OOXML}wordprocessingml/2006/main}}p", f"{{{_OOXML}drawingml/2006/main}}p",
     f"{{{_ODF}text:1.0}}p", f"{{{_ODF}text:1.0}}h")
)  # fmt: skip
# elements that hold a part of a paragraph's line: a word may go on from one into the next
_RUNS = frozenset(
    ("r", "t", "ins", "del", "delText", "hyperlink", "smartTag", "sdt", "sdtContent", "fldSimple",
     "fld", "span", "a", "moveFrom", "moveTo", "customXml")
)  # fmt: skip
_BREAKS = frozenset(("tab", "br", "cr", "s", "line-break", "ptab"))
_CODES = ("instrText", "delInstrText")  # they stand in a line, and no reader sees them
_DEEPEST = 5
_LETTERS = "0-9A-Za-z\u00c0-\u024f\u0400-\u04ff"
_PRINTABLE = re.compile(rf"[{_LETTERS}][{_LETTERS}_ .,@:/\\'’&+-]{{4,}}")
_HEAD = 4096
_MAIL, _CODE = "MIME-Version:", (".css", ".js")
_CARDS, _FOLD = "BEGIN:V", re.compile(r"\r?\n[ \t]")
# what mails are framed by, whoever is called so: names of headers, kinds of parts (RFC 2045)
_FRAME = re.compile(
    r"^(?:From|Sender|Reply-To|To|Cc|Bcc|Subject|Date|Comments|Keywords|Organization|MIME-Version"
    r"|Content-(?:Transfer-Encoding|Language|ID|Disposition):(?: (?:attachment|inline))?"
    r"|Content-Type: (?:message/rfc822|(?:text|multipart)/[a-z]+|application/(?:json|pdf)))[:;]?",
    re.M | re.I,
)
_BASE64 = re.compile(
    r"(?<=base64)((?:\r?\n[^\r\n]+){0,20}\r?\n\r?\n)([A-Za-z0-9+/]+={0,2}(?:\r?\n[A-Za-z0-9+/]+={0,2})*)"
)
_SOFT = re.compile(r"=\r?\n")
_QUOTED = re.compile(r"(?:=(?:3D|20|09|[C-F][0-9A-F]|[89AB][0-9A-F]))+")
_ENCODED = re.compile(r"=\?[\w-]+\?[bq]\?[^?\s]*\?=", re.I)
_PACKED = re.compile(
    r"(?:[A-Za-z0-9+/]{60,}+\s{1,2})++[A-Za-z0-9+/]*+={0,2}|[A-Za-z0-9+/]{100,}+={0,2}"
)
_PNG, _JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"
# text in two-byte units may begin at an odd byte
_READINGS = (
    ("utf-8", 0), ("utf-16-le", 0), ("utf-16-le", 1), ("utf-16-be", 0), ("utf-16-be", 1),
)  # fmt: skip


def texts_of(data: bytes, place: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    """Yield every readable text of a file with its place.

    Packages are unpacked and their members' names read too; of XML the text is read joined as a
    reader sees it, and once more with what stands by itself on a line; attributes, comments, codes
    of fields and instructions one a line; of a CoNLL file each column by itself; all else is read
    as UTF-8 and as UTF-16.  Names of members are joined to `place` by ``!``; `depth` is how many
    packages the file lies in.
    """
    if data.startswith(b"PK\x03\x04") and depth < _DEEPEST:
        try:
            parts = read_package(data)
        except CorruptDocument:
            yield from _raw(data, place)
            return
        yield f"{place}!names".lstrip("!"), "\n".join(part.name for part in parts)
        for part in parts:
            yield from texts_of(part.data, f"{place}!{part.name}".lstrip("!"), depth + 1)
    elif _starts_with_tag(data) and is_vertical(data[:_HEAD].decode("utf-8", "replace")):
        yield from vertical_texts(data.decode("utf-8", "replace"), place)
    elif _starts_with_tag(data):
        yield from _xml(data, place)
    else:
        yield from _raw(data, place)


def _starts_with_tag(data: bytes) -> bool:
    return data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")


def _xml(data: bytes, place: str) -> Iterator[tuple[str, str]]:
    try:
        tree = parse_xml(data, place, doctype=True)
    except CorruptDocument:
        yield from _raw(data, place)
        return
    joined: list[str] = []
    apart: list[str] = []
    others: list[str] = []
    line: Any = None
    for event, node in etree.iterwalk(tree, ("start", "end", "comment", "pi")):
        if event == "start" and not isinstance(node.tag, str):
            others.append(node.text or "")  # an entity that nothing resolves; its tail comes later
            continue
        if event == "start":
            others += [str(value) for value in node.attrib.values()]
            line = None if etree.QName(node).localname in _BREAKS else line
        elif event != "end":
            others.append(node.text or "")
        starts = event == "start"
        text = (node.text if starts else node.tail) or ""
        if starts and etree.QName(node).localname in _CODES:
            others.append(text)
            continue
        joined.append(text)
        own = _paragraph(node if starts else node.getparent()) if text else None
        if text.strip() or own is not None:
            is_next = own is not None and own is line
            met = " " if is_next and is_seam(apart[-1], text) else ""
            apart += [met, text] if is_next else ["\n", text]
            line = own
    is_page = etree.QName(tree.getroot()).localname == "html"
    for at, said in ((place, "".join(joined)), (place, "".join(apart))):
        yield at, _without_names(said, code=is_page)
    yield f"{place} (attributes)", _without_names("\n".join(others), code=is_page)


def _without_names(text: str, *, code: bool) -> str:
    """Return a text without files in Base64; where code may stand, without what standards name."""
    text = _PACKED.sub(_unless_bytes, text)
    return without_standard(text) if code else text


def _paragraph(node: Any) -> Any:
    """Return the paragraph in which an office file holds the text of an element, if in any."""
    while node is not None and etree.QName(node).localname in _RUNS:
        node = node.getparent()
    return node if node is not None and node.tag in _PARAGRAPHS else None


def _raw(data: bytes, place: str) -> Iterator[tuple[str, str]]:
    """Yield what of raw bytes can be read; of binary data only runs of printable characters."""
    if b"\0" not in data[:_HEAD] and (text := _utf8(data)) is not None:
        if is_corpus(text):
            yield from corpus_texts(text, place)
        else:
            is_mail = _MAIL in text
            is_marked = "</" in text or is_mail or place.endswith(_CODE)
            text = _FOLD.sub("", text) if text.lstrip("\ufeff").startswith(_CARDS) else text
            text = _as_shown(text) if is_mail else text
            yield place, _without_names(text, code=is_marked)
        return
    if clean_picture(data) == data:
        return  # nothing beside its pixels
    data = b"".join(_beside_pixels(data))
    for encoding, offset in _READINGS:
        found = _PRINTABLE.findall(data[offset:].decode(encoding, "ignore"))
        if found:
            yield f"{place} ({encoding})", "\n".join(found)


def _as_shown(mail: str) -> str:
    """Return a mail with its letters as a reader sees them (RFC 2045, 6.7; RFC 2047)."""
    text = _ENCODED.sub(_unencoded, _BASE64.sub(_unless_bytes, mail))
    return _QUOTED.sub(_unquoted, _SOFT.sub("", _FRAME.sub("", text)))


def _unencoded(word: re.Match[str]) -> str:
    try:
        return str(make_header(decode_header(word[0])))
    except (HeaderParseError, LookupError, UnicodeError):
        return word[0]


def _unquoted(match: re.Match[str]) -> str:
    said = _utf8(bytes.fromhex(match[0].replace("=", "")))
    return match[0] if said is None else said


def _beside_pixels(data: bytes) -> Iterator[bytes]:
    """Yield of a picture what is no pixel: packed ones look like any short name somewhere."""
    if data.startswith(_JPEG):
        yield data[: data.find(b"\xff\xda") + 1 or None]
        yield data[data.rfind(b"\xff\xd9") :]
        return
    at = len(_PNG) if data.startswith(_PNG) else len(data)
    yield data[:at]
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "big") + 12
        if data[at + 4 : at + 8] != b"IDAT":
            yield data[at : at + size]
        at += size


def _unless_bytes(match: re.Match[str]) -> str:
    """Return what Base64 says; nothing of a picture or an archive: any short name is in it."""
    try:
        head, packed = match.groups() or ("", match[0])
        return head + (_utf8(base64.b64decode("".join(packed.split()), validate=True)) or "")
    except (binascii.Error, ValueError):
        return match[0]


def _utf8(data: bytes) -> str | None:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


_FIRST_ROW = re.compile(r"(?:#[^\n]*\n|[ \t]*\r?\n)*[0-9]+(?:[-.][0-9]+)?\t[^\t\n]+\t")
_CLOSED = frozenset({"ID", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS"})
_CLOSED_KEYS = re.compile(
    r"(?:Spaces?(?:After|Before)|CorrectSpaceAfter|NER?|Cxn|CxnElt|Case|Lang|OrigLang|SRL|srl_head"
    r"|Promoted|CopyOf|FlatType|orig_deprel|(?:Gender|Number)(?:\[psor\])?)=",
    re.IGNORECASE,
)
_GAP = "\n\n"  # parts two cells so that no phrase is found across them
_SAME_START = 2
_REPEATS = ("LEMMA", "NORM")
_FEW = 200
# runs too short to be a name: keys such as ``a3adc191c`` are full of them
_SHORT = re.compile(r"(?<![^\W\d_])[^\W\d_]{1,2}(?![^\W\d_])")
_TAG = re.compile(r"\s*<[^<>]+>\s*")
_ROW = re.compile(r"\S[^\t]*\t")
_VALUE = re.compile(r"=\s*(\"[^\"]*\"|'[^']*')")


def is_corpus(text: str) -> bool:
    """Tell whether a text is a CoNLL file: its first row is numbered and has columns."""
    return _FIRST_ROW.match(text) is not None or NAMED.match(text) is not None


def is_vertical(text: str) -> bool:
    """Tell whether a text is a vertical one: tags a line each, and words with columns."""
    head = [line for line in text[:20_000].split("\n")[:-1] if line.strip()]
    rows = [line for line in head if not _TAG.fullmatch(line)]
    return bool(rows) and len(rows) < len(head) and all(map(_ROW.match, rows))


def vertical_texts(text: str, place: str) -> Iterator[tuple[str, str]]:
    """Yield the tags of a vertical text and each of its columns but those of few values."""
    tags: list[str] = []
    columns: dict[int, dict[str, None]] = {}
    rows = 0
    for line in text.split("\n"):
        if _TAG.fullmatch(line):
            tags += [line] if "<!" in line else _VALUE.findall(line)
            continue
        rows += 1
        cells = line.rstrip("\r").split("\t")
        for index, cell in enumerate(cells):
            if not index or fold(cell[:_SAME_START]) != fold(cells[0][:_SAME_START]):
                columns.setdefault(index, {})[unescape(cell)] = None
    prefix = f"{place}: " if place else ""
    yield f"{prefix}attributes", _GAP.join(map(unescape, tags))
    for index, values in sorted(columns.items()):
        if not index or rows < _FEW or len(values) * 5 > rows:
            yield f"{prefix}column {index + 1}", _GAP.join(values)


def corpus_texts(text: str, place: str) -> Iterator[tuple[str, str]]:
    """Yield each column of a CoNLL file, and its comments, with their places.

    A lemma or normal form that begins as its word does says no more than the word, and is left
    out.
    """
    columns: dict[str, dict[str, None]] = {}
    comments: list[str] = []
    names: tuple[str, ...] = STANDARD
    for line in text.split("\n"):
        if line.startswith("#"):
            named = NAMED.match(line)
            names = tuple(named[1].upper().split()) if named else names
            comments.append(line if " " in line.partition("=")[2].strip() else _SHORT.sub("", line))
        elif line.strip():
            for name, cell in _cells(line.rstrip("\r").split("\t"), names):
                columns.setdefault(name, {})[cell] = None
    prefix = f"{place}: " if place else ""
    yield f"{prefix}comments", _GAP.join(comments)
    for name, cells in columns.items():
        yield f"{prefix}column {name}", _GAP.join(cells)


def _cells(cells: list[str], names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    form = next((c for n, c in zip(names, cells, strict=False) if n in ("FORM", "TOKEN")), "")
    for index, cell in enumerate(cells):
        name = names[index] if index < len(names) else str(index + 1)
        if cell in ("", "_") or name in _CLOSED or name.endswith(":NE"):
            continue
        if name in _REPEATS and fold(cell[:_SAME_START]) == fold(form[:_SAME_START]):
            continue
        if name == "MISC":
            cell = _GAP.join(p for p in cell.split("|") if not _CLOSED_KEYS.match(p))  # noqa: PLW2901
        yield name, cell

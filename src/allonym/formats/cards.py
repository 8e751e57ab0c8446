"""Business cards and calendars (vCard, RFC 6350; iCalendar, RFC 5545): properties, one a line.

Their writers fold long lines; they are read unfolded, and folded again where they are as long.  Old
phones write letters by number (vCard 2.1, quoted-printable).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache, partial
from hashlib import sha256
from uuid import UUID

from allonym.errors import CorruptDocument
from allonym.formats.base import Format, load_table
from allonym.formats.encoding import Encoding, decode, decode_as
from allonym.formats.mapped import MappedDocument, Piece, Place, around, for_looks
from allonym.formats.markup.addresses import is_packed, resolved
from allonym.formats.markup.blocks import Block, laid
from allonym.formats.markup.inside import text_pieces
from allonym.formats.standards import names_in
from allonym.languages.columns import fits
from allonym.text.capitals import CAPITAL, SMALL

_ROW = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+\Z")
_LINE = re.compile(r"[^\r\n]+")
_CODED = re.compile(r"[^:]{1,200};[^:]{0,200}?quoted-printable", re.I)
_UNIT = re.compile(r"=[0-9A-Fa-f]{2}|.", re.S)
_PROPERTY = re.compile(
    r"(?<![^\r\n])(?:[\w-]+\.)?(?P<name>[\w-]++)(?P<head>(?:;(?:[^\":;\r\n]|\"[^\"\r\n]*+\")*+)*+)"
    r":(?P<value>[^\r\n]*+)[\r\n]*"
)
_PARAMETER = re.compile(r";(?:(?P<name>[\w-]++)=)?(?P<value>(?:\"[^\"]*+\"|[^;\"])++)")
_VALUE = re.compile(r"(?:(?!(?<=\"),\").)++", re.S)
_MAIL = "mailto:"  # how an address begins; it stays, whatever name its mailbox is taken for
_PLAIN = re.compile(r"[\w-]+")
_COMPONENT, _ALL = re.compile(r"(?:[^;\\]|\\.?)++|(?<![^;:])(?=;)"), re.compile(r".+", re.S)
_ESCAPE = re.compile(r"\\[\\;,:nN]")
_BY_NUMBER = re.compile(r"(?:=[0-9A-Fa-f]{2})+")
_BINARY = re.compile(r";(?:ENCODING=)?(?:B|BASE64)(?=;|\Z)", re.I)
_CHARSET = re.compile(r";CHARSET=\"?([\w-]+)", re.I)
_DAY = re.compile(r"(?<!\d)(?:--[01]\d-?|[12]\d{3}(-?)[01]\d\1)[0-3]\d(?!\d)(?:T[\d:]+)?Z?")
_TIME = re.compile(r"T[\d:]+Z?\Z")
# a day of each year; Apple writes one of 1604
_NO_YEAR = re.compile(r"(?P<year>--|1604-?)(?P<month>\d\d)(?P<dash>-?)(?P<day>\d\d)")
_STAMP = re.compile(r"[\dA-Z:,/.+-]+|[A-Z]+=[\dA-Z=;:,/.+-]+")
_SPAN = re.compile(r"[+-]?P[\dTWDHMS]+|.*=|0")
_SCHEME = re.compile(r"(?:[A-Za-z][\w.+-]*:)*")
# what programs tell each other: no word with a capital, or a zone of time (IANA, Windows)
_TOLD = re.compile(
    rf"(?!.*{CAPITAL}{SMALL}).*|[A-Z][a-z]+/[A-Z][\w/+-]+|.+ (?:Standard|Daylight) Time"
    r"|\((?:UTC|GMT).*|\w+://(?:www\.)?tzurl\.org/[\w/-]+", re.S
)  # fmt: skip
_UUID = re.compile(r"(?:urn:uuid:)?[\dA-Fa-f]{8}(?:-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}")
_SHORTEST = 75  # octets to which lines are folded at least (RFC 5545, 3.1)


class CardFormat(Format):
    """Cards or calendars, one or many in a file."""

    def open(self, data: bytes) -> MappedDocument:
        """Read a file.

        Raises:
            CorruptDocument: If there is neither a card nor a calendar in it.
        """
        text, encoding = decode(data)
        if not re.search(r"(?<![^\r\n])BEGIN:V", text, re.I):
            raise CorruptDocument(
                "neither a business card nor a calendar: no line BEGIN:V…; save it anew, or as .txt"
            )
        longest = max(len(row.encode("utf-8", "replace")) for row in text.splitlines())
        source = "".join(_unfolded(text))
        reader, at = _Reader(source), 0
        for found in _PROPERTY.finditer(source):
            reader.rest(at, found.start())
            reader.take(found)
            at = found.end()
        reader.rest(at, len(source))
        known = (*reader.read, *(place for place, _ in reader.fixed))
        reading = laid(reader.blocks, reader.fixed, names_in(source, 0, len(source), known))
        folding = _Folding(**asdict(encoding), longest=max(_SHORTEST, longest))
        return reading.document(source, folding)


def _unfolded(text: str) -> Iterator[str]:
    """Yield the lines of a text as they were before they were folded."""
    line: list[str] = []
    for row in _ROW.findall(text):
        is_soft = bool(line) and line[-1].rstrip("\r\n")[-1:] == "=" and _CODED.match(line[0])
        if line and (is_soft or row[0] in " \t"):
            line[-1] = line[-1].rstrip("\r\n").removesuffix("=" if is_soft else "")
            line.append(row if is_soft else row[1:])
            continue
        yield "".join(line)
        line = [row]
    yield "".join(line)


@dataclass(frozen=True, slots=True)
class _Folding(Encoding):
    """Folds lines that are longer than the longest of the source."""

    longest: int = _SHORTEST

    def encode(self, text: str) -> bytes:
        end = next((end for end in ("\r\n", "\n") if end in text), "\r")
        return Encoding.encode(self, "".join(self._fold(row, end) for row in _ROW.findall(text)))

    def _fold(self, row: str, end: str) -> str:
        bare = row.rstrip("\r\n")
        if len(bare.encode("utf-8", "replace")) <= self.longest:
            return row
        coded = bool(_CODED.match(bare))
        rows, size = [""], 0
        for unit in _UNIT.findall(bare):
            width = len(unit.encode("utf-8", "replace"))
            if size + width > self.longest - coded:
                rows.append("")
                size = not coded
            rows[-1] += unit
            size += width
        return (f"={end}" if coded else f"{end} ").join(rows) + row[len(bare) :]


@dataclass(slots=True)
class _Reader:
    """Goes through the properties once."""

    source: str = field(repr=False)
    blocks: list[Block] = field(default_factory=list)
    read: list[Place] = field(default_factory=list)
    fixed: list[tuple[Place, str]] = field(default_factory=list)
    numbers: dict[str, str] = field(default_factory=dict)
    in_zone: bool = False

    def take(self, found: re.Match[str]) -> None:
        """Read one property."""
        name, head, value = found["name"].lower(), found["head"], found["value"]
        if name in ("begin", "end"):
            begun, part = name == "begin", value.strip().lower()
            inside = self.in_zone and part in ("standard", "daylight")
            self.in_zone = inside or (begun and part == "vtimezone")
        zone = _known("zone") if self.in_zone else {}
        fate = zone.get(name) or _known("fates").get(name, "read")
        fate = "kept" if fate == "numbered" and _UUID.fullmatch(value) else fate
        fate = "read" if fate == "kept" and not _TOLD.fullmatch(value) else fate
        is_file = bool(_BINARY.search(head)) or value.startswith("data:") or is_packed(value)
        if fate == "removed" or (is_file and fate != "kept"):
            self.fixed.append((Place(*found.span()), ""))
        else:
            self._parameters(found)
        if fate == "numbered":
            # an identity that looks like any other and says nothing (RFC 9562, 4)
            made = UUID(bytes=sha256(str(len(self.numbers)).encode()).digest()[:16], version=4)
            new = self.numbers.setdefault(value, f"urn:uuid:{made}")
            self.fixed.append((Place(*found.span("value")), new))
        elif fate == "read" and not is_file:
            self._values(found, _known("types").get(name, "").split())

    def rest(self, start: int, end: int) -> None:
        """Read lines that are no properties, as text."""
        for line in _LINE.finditer(self.source, start, end):
            if is_packed(line[0]):
                self.fixed.append((Place(*line.span()), ""))
            else:
                self._block(list(self._pieces(*line.span(), "")), "")

    def _parameters(self, found: re.Match[str]) -> None:
        for match in _PARAMETER.finditer(self.source, *found.span("head")):
            usual = "" if match["name"] or not _PLAIN.fullmatch(match["value"]) else "kept"
            kind = _known("parameters").get((match["name"] or "").lower(), usual)
            for part in _VALUE.finditer(self.source, *match.span("value")):
                bare = part[0].removeprefix(",")
                if kind == "kept" and _TOLD.fullmatch(bare.strip('"')):
                    continue
                place = Place(part.end() - len(bare), part.end(), whole=True, escape=_quoted)
                read = Piece(bare.strip('"').replace('"', "'"), place)
                self._block([read], "" if kind == "kept" else kind)

    def _values(self, found: re.Match[str], kinds: Sequence[str]) -> None:
        start, end = found.span("value")
        start += len(_MAIL) if found["value"].lower().startswith(_MAIL) else 0
        days = any(kind.startswith("date") for kind in kinds)
        pattern = _ALL if len(kinds) < 2 or days else _COMPONENT
        spans = [part.span() for part in pattern.finditer(self.source, start, end)]
        if days and _STAMP.fullmatch(found["value"]):
            whole = () if _SPAN.match(found["value"]) else spans
            spans = [day.span() for day in _DAY.finditer(self.source, start, end)] or [*whole]
        for number, (first, last) in enumerate(spans):
            pieces = list(self._pieces(first, last, found["head"]))
            if days and (day := _NO_YEAR.fullmatch(self.source, first, last)):
                place = Place(first, last, whole=True, escape=partial(_yearly, day))
                pieces = [Piece(f"{day['day']}.{day['month']}.", place)]
            elif days and (time := _TIME.search(self.source, first, last)):
                place = Place(first, last, whole=True, escape=partial(_timed, time[0]))
                pieces = [Piece(self.source[first : time.start()], place)]
            if "text/html" in found["head"].lower():
                pieces = list(text_pieces(pieces, _escaped))
            self._block(pieces, kinds[0] if days else "".join(kinds[number : number + 1]))

    def _pieces(self, start: int, end: int, head: str) -> Iterator[Piece]:
        """Yield a value as programs read it; signs and letters by number can go only whole."""
        charset = (_CHARSET.search(head) or ["", "utf-8"])[1]
        is_coded = bool(_CODED.match(f"x{head}"))
        escape = partial(_by_number, charset) if is_coded else _escaped
        said = (
            (e, Piece(_said(e[0], charset), Place(*e.span(), True, escape)))
            for e in (_BY_NUMBER if is_coded else _ESCAPE).finditer(self.source, start, end)
        )  # fmt: skip
        pieces = around(self.source, start, end, said, escape)
        return iter(pieces) if is_coded else resolved(pieces)

    def _block(self, pieces: Sequence[Piece], kind: str) -> None:
        block = Block(list(pieces if kind else for_looks(pieces)))
        text = block.text()
        block.length, block.marks = len(text), list(_marks(text, kind))
        self.blocks.append(block)
        self.read += [piece.place for piece in pieces if piece.place]


def _marks(text: str, kind: str) -> Iterator[tuple[int, int, str]]:
    """Yield what is known of a text, if it looks so; a scheme in front is no part of it."""
    at = _SCHEME.match(text).end()  # type: ignore[union-attr]
    fitting = [one for one in kind.split("|") if one.strip("-") and fits(text[at:], one)]
    yield from ((at, len(text), one) for one in fitting[:1])


@cache
def _known(key: str) -> Mapping[str, str]:
    """Return a part of ``cards.toml`` with each of several names in one key by itself."""
    table = load_table("cards.toml")[key]
    return {name: said for names, said in table.items() for name in names.split()}


def _said(escape: str, charset: str) -> str:
    """Return what is written by a sign behind a stroke, or by the numbers of its octets."""
    if escape[0] != "=":
        return "\n" if escape[1] in "nN" else escape[1]
    raw = bytes.fromhex(escape.replace("=", ""))
    try:
        return decode_as(raw, charset)
    except (LookupError, UnicodeError):
        return decode(raw)[0]


def _escaped(text: str) -> str:
    return re.sub(r"([\\;,])", r"\\\1", text).replace("\n", "\\n")


def _yearly(old: re.Match[str], text: str) -> str:
    """Return a day without its year, as that was which it takes the place of."""
    new = re.fullmatch(r"([0-3]\d)\.([01]\d)\.", text)
    return f"{old['year']}{new[2]}{old['dash']}{new[1]}" if new else _escaped(text)


def _timed(time: str, text: str) -> str:
    """Return a day with the time that was told with the one it takes the place of."""
    return text + time if _DAY.fullmatch(text) else _escaped(text)


def _by_number(charset: str, text: str) -> str:
    try:
        raw = text.encode(charset)
    except (LookupError, UnicodeError):
        raw = text.encode("utf-8", "replace")
    return "".join(chr(n) if 32 <= n < 127 and n not in b"=;" else f"={n:02X}" for n in raw)


def _quoted(text: str) -> str:
    """Return the value of a parameter, in quotation marks where it needs them."""
    bare = " ".join(text.replace('"', "'").split())
    return f'"{bare}"' if re.search("[;:,]", bare) else bare

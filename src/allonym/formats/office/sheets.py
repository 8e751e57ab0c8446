"""Excel cells: shared strings are put where they are shown, dates are read as dates.

A workbook keeps its strings apart from the cells, each once (ECMA-376 part 1, 18.4).  Read so, a
name would lose its row and the heading of its column; and two cells that share a string could not
become different.  So each string is written into its cells, as 18.3.1.53 (``is``) allows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from itertools import pairwise
from typing import Any

from allonym.formats.mapped import Piece, Place
from allonym.formats.markup.escapes import escape_text
from allonym.formats.markup.events import Event, xml_events
from allonym.formats.package import Part
from allonym.formats.references import unescape
from allonym.formats.xml import parse_xml
from allonym.languages.columns import column_type

_STRING = re.compile(r"<(?:\w+:)?si(?:\s[^>]*)?(?:/>|>(.*?)</(?:\w+:)?si>)", re.DOTALL)
_NAME = re.compile(r"[^\s/>]+")
# day 0 of the 1900 system, its wrong leap day taken into account, and of the 1904 system
# (18.17.4.1)
ZERO, _ZERO_1904 = date(1899, 12, 30), date(1904, 1, 1)
# formats of 18.8.30 that show a date, East Asian ones included
_BUILTIN_DATES = frozenset(map(str, (*range(14, 18), 22, *range(27, 37), *range(50, 59))))
# those that show a time or a percentage
_BUILTIN_SHARES = frozenset(map(str, (9, 10, *range(18, 22), *range(45, 48))))
# of a day between 1927 and 2173; other numbers below a heading of births are years or ages
DIGITS = 5
# truth values and errors (18.18.11); whatever else a cell of their kind holds is read
_SETTLED = re.compile(
    r"[01]|true|false|#(?:NULL!|DIV/0!|VALUE!|REF!|NAME\?|NUM!|N/A|GETTING_DATA|SPILL!|CALC!|FIELD!"
    r"|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|PYTHON!|EXTERNAL!)"
)
_DAYS = (1, 73_050)  # from 1900 to 2099


@dataclass(frozen=True, slots=True)
class Days:
    """How a workbook writes days."""

    styles: frozenset[str] = frozenset()  # the cell styles that show one
    zero: date = ZERO  # the day whose number is 0
    shares: frozenset[str] = frozenset()  # the cell styles that show a time or a percentage

    @classmethod
    def of(cls, parts: Mapping[str, Part]) -> Days:
        """Return how the workbook of these parts writes them."""
        book, styles = parts.get("xl/workbook.xml"), parts.get("xl/styles.xml")
        root = parse_xml(book.data, book.name).getroot() if book else ()
        is_1904 = any(
            node.get("date1904") in ("1", "true")
            for node in root
            if str(node.tag).endswith("workbookPr")
        )
        shown, shares = frozenset[str](), frozenset[str]()
        if styles:
            shown = styles_that(_shows_date, _BUILTIN_DATES, styles.data)
            shares = styles_that(_shows_share, _BUILTIN_SHARES, styles.data)
        return cls(shown, _ZERO_1904 if is_1904 else ZERO, shares)


def shared_strings(data: bytes) -> tuple[str, ...]:
    """Return the inner XML of each shared string, in order."""
    parse_xml(data, "xl/sharedStrings.xml")
    source = data.decode("utf-8-sig")
    return tuple(match[1] or "" for match in _STRING.finditer(source))


def inline_strings(part: Part, strings: Sequence[str], days: Days) -> Part:
    """Return a sheet whose cells hold their strings themselves, and numbers say no type.

    What a formula came to is left out where it may be somebody's number or day; programs reckon it
    anew.

    Args:
        part: The sheet.
        strings: The inner XML of the strings that cells share.
        days: How the workbook writes days.
    """
    parse_xml(part.data, part.name)
    source = part.data.decode("utf-8-sig")
    out: list[str] = []
    cursor = 0
    cell = _Cell()
    for event in xml_events(source):
        if event.kind == "open" and event.name == "c":
            cell = _Cell.of(event, source, days.styles)
            if cell.plain:
                out.append(source[cursor : cell.plain[0] - len(' t="')])
                cursor = cell.plain[1] + 1
        elif event.kind == "open" and event.name == "f":
            cell.formula = True
        elif event.kind == "open" and event.name == "v":
            cell.value = event
        elif event.kind == "close" and event.name == "v" and cell.value:
            text, value, cell.value = source[cell.value.end : event.start], cell.value, None
            if cell.formula and (cell.day or _is_long(text)):
                out.append(source[cursor : value.start])
                cursor = event.end
            elif cell.shared:
                number = text.strip()
                is_short = number.isdecimal() and len(number) < DIGITS * 2
                string = "".join(strings[int(number) : int(number) + 1]) if is_short else ""
                out += source[cursor : cell.shared[0]], "inlineStr"
                out.append(source[cell.shared[1] : value.start])
                out.append(f"<{cell.prefix}is>{string}</{cell.prefix}is>")
                cursor = event.end
    out.append(source[cursor:])
    return Part(part.name, "".join(out).encode("utf-8"), part.stored)


def _is_long(text: str) -> bool:
    """Tell whether a number may be a day or somebody's: whole, and of as many digits."""
    number = to_shown(text.strip()).lstrip("-")
    return number.isdecimal() and len(number) >= DIGITS


@dataclass(slots=True)
class _Cell:
    """What is known of a cell while it is read."""

    prefix: str = ""
    shared: tuple[int, int] | None = None
    plain: tuple[int, int] | None = None
    day: bool = False
    formula: bool = False
    value: Event | None = None

    @classmethod
    def of(cls, event: Event, source: str, dates: Collection[str]) -> _Cell:
        styles = (source[a.start : a.end] for a in event.attributes if a.name == "s")
        shared, plain = _type(event, source, "s"), _type(event, source, "n")
        return cls(_prefix(event, source), shared, plain, next(styles, "0") in dates)


def _type(event: Event, source: str, value: str) -> tuple[int, int] | None:
    """Return where the type of a cell stands if it is `value`."""
    for attribute in event.attributes:
        if attribute.name == "t" and source[attribute.start : attribute.end] == value:
            return attribute.start, attribute.end
    return None


def _prefix(event: Event, source: str) -> str:
    name = _NAME.match(source, event.start + 1)
    return name.group()[: -len(event.name)] if name else ""


def styles_that(
    show: Callable[[str], bool], builtin: Collection[str], styles: bytes
) -> frozenset[str]:
    """Return the numbers of the cell styles whose format shows something, built-in ones too."""
    root = parse_xml(styles, "xl/styles.xml").getroot()
    own = {
        node.get("numFmtId"): show(node.get("formatCode", "")) for node in root.iter("{*}numFmt")
    }
    cells = root.find("{*}cellXfs")
    formats: list[Any] = list(cells) if cells is not None else []
    return frozenset(
        str(number)
        for number, node in enumerate(formats)
        if own.get(node.get("numFmtId"), node.get("numFmtId") in builtin)
    )


def _shows_date(code: str) -> bool:
    bare = re.sub(r'"[^"]*"|\[[^\]]*\]|\\.', "", code).lower()
    return "d" in bare or "y" in bare


def _shows_share(code: str) -> bool:
    bare = re.sub(r'"[^"]*"|\\.|\[(?![hms]+\])[^\]]*\]|general', "", code.lower())
    return "%" in bare or (("h" in bare or "s" in bare) and not _shows_date(code))


def to_date(value: str, zero: date = ZERO) -> str | None:
    """Return the date of a serial number as ISO 8601, if it is one.

    >>> to_date("30805")
    '1984-05-03'
    """
    whole = value.partition(".")[0]
    if not whole.isdecimal() or len(whole) > DIGITS or not _DAYS[0] <= int(whole) <= _DAYS[1]:
        return None
    return (zero + timedelta(days=int(whole))).isoformat()


def to_serial(text: str, zero: date = ZERO) -> str | None:
    """Return the serial number of an ISO date, if it is one that Excel counts.

    >>> to_serial("1984-05-03"), to_serial("1898-12-31")
    ('30805', None)
    """
    try:
        serial = (date.fromisoformat(text.strip()) - zero).days
    except ValueError:
        return None
    return str(serial) if _DAYS[0] <= serial <= _DAYS[1] else None


def numbers(events: Sequence[Event], source: str, days: Days) -> Mapping[int, Piece]:
    """Return what stands for the values of cells that are no text.

    A number stays one, and a date is read as one and written as its number again; a replacement
    that is neither makes the cell one of text.  Truth values, errors and what formulas came to are
    not read.

    Args:
        events: The lexical parts of a sheet.
        source: The sheet.
        days: How the workbook writes days.
    """
    found: dict[int, Piece] = {}
    cell, kind, style, column = Event("open", 0, 0), "", "0", ""
    born: set[str] = set()
    for before, event, after in zip(events, events[1:], events[2:], strict=False):
        if event.kind == "open" and event.name == "c":
            values = {a.name: source[a.start : a.end] for a in event.attributes}
            cell, kind, style = event, values.get("t", ""), values.get("s", "0")
            column = values.get("r", "").rstrip("0123456789")
        elif event.kind == "text" and before.name == "t" and column:
            if column_type(source[event.start : event.end]) == "date.birth":
                born.add(column)
        elif event.kind == "text" and before.name == "v" and cell.end and kind in ("", "b", "e"):
            text = source[event.start : event.end]
            if kind or source[cell.end : before.start].strip():
                if _SETTLED.fullmatch(text.strip()) if kind else is_measured(text):
                    found[event.start] = Piece("")
                continue
            is_day = style in days.styles or (
                column in born and len(text.partition(".")[0]) == DIGITS
            )
            day = to_date(text, days.zero) if is_day else None
            shown = to_shown(text)
            if style in days.shares and "." in shown:
                shown = ""  # of a day or a whole: no place on a map
            zero = days.zero if day else None
            escape = partial(_as_value, prefix=_prefix(cell, source), zero=zero)
            place = Place(cell.end - 1, after.end, whole=True, escape=escape)
            found[event.start] = Piece(day or shown, place)
    return found


def _as_value(text: str, *, prefix: str, zero: date | None) -> str:
    """Return the end of a cell's opening tag and its value, a day counted from `zero`."""
    value = to_serial(text, zero) if zero else text if text.isdecimal() else None
    if value is None:
        return f' t="inlineStr"><{prefix}is><{prefix}t>{escape_text(text)}</{prefix}t></{prefix}is>'
    return f"><{prefix}v>{value}</{prefix}v>"


_REAL = re.compile(r"[-+]?\d*\.?\d+(?:[eE][-+]?\d{1,3})?")
_PLACES = 6
_DEGREES, _PLACED = 180, 4  # largest place on a map, and digits behind its point at least
_LARGEST = 1e15
_LONG = 7  # digits of a telephone number at least


def to_shown(value: str) -> str:
    """Return a number as it is read: a whole one as cells show it, a place on a map, else nothing.

    Measures and amounts are nobody's; taken for text, they look like the numbers of accounts.

    >>> to_shown("6.01234567E8"), to_shown("0601234567"), to_shown("52.229676")
    ('601234567', '0601234567', '52.229676')
    >>> to_shown("5.0999999999999996"), to_shown("1.2E-16")
    ('', '')
    """
    if not _REAL.fullmatch(value) or value.isdecimal():
        return value
    number = float(value)
    if number.is_integer() and abs(number) < _LARGEST:
        return str(int(number))
    shown = f"{number:.{_PLACES}f}".rstrip("0")
    is_placed = abs(number) <= _DEGREES and len(shown.partition(".")[2]) >= _PLACED
    return shown if is_placed else ""


def chart_numbers(events: Sequence[Event], source: str) -> Mapping[int, Piece]:
    """Return what stands for the numbers that a chart remembers: nothing, but for long whole ones.

    A chart is drawn from them, so they stay numbers; only a long one can be somebody's, and one
    that is shown as a day.
    """
    found: dict[int, Piece] = {}
    zero, is_day = ZERO, False
    for before, event in pairwise(events):
        text = source[event.start : event.end].strip()
        if event.kind == "open" and event.name in ("numCache", "numLit"):
            is_day = False
        elif event.kind == "open" and event.name == "date1904":
            zero = ZERO if event.values(source).get("val") in ("0", "false") else _ZERO_1904
        elif event.kind != "text" or before.kind != "open":
            continue
        elif before.name == "formatCode":
            is_day = _shows_date(unescape(text))
        elif before.name == "v" and _REAL.fullmatch(text):
            day = to_date(text, zero) if is_day else None
            shown = "" if is_measured(text) else to_shown(text)
            escape = partial(_as_day, zero) if day else None
            place = Place(event.start, event.end, whole=True, escape=escape)
            found[event.start] = Piece(day or shown, place)
    return found


def _as_day(zero: date, text: str) -> str:
    return to_serial(text, zero) or escape_text(text)


def is_measured(text: str) -> bool:
    """Tell whether a text is a number that can be nobody's.

    >>> is_measured("5.0999999999999996"), is_measured("2019"), is_measured("6.01234567E8")
    (True, True, False)
    """
    number = to_shown(text.strip())
    is_long = number.isdecimal() and len(number) >= _LONG
    return bool(_REAL.fullmatch(text.strip())) and not is_long

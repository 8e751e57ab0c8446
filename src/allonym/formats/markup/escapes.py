"""Text in mark-up: references decoded, and replacements made fit for where they stand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import partial

from allonym.formats.mapped import Piece, Place, around, cut
from allonym.formats.office.values import is_program_name
from allonym.formats.references import unescape

REFERENCE = re.compile(
    r"&(?:amp;(?=#|[A-Za-z]{2,8};))?(?:#[0-9]+|#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);?"
)
"""A character, once more by number or name where a program took the sign of one for text."""

WIDE = str.maketrans("[]", "\uff3b\uff3d")
"""What takes the place of brackets where they mean something."""

_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MARKS = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def escape_text(text: str) -> str:
    """Make a text fit to stand between tags or in an attribute of either quote."""
    return _ILLEGAL.sub("", text).translate(_MARKS)


def escape_held(element: str, text: str) -> str:
    """Make a text fit to stand where an element stood for a character: in one that holds text."""
    if not text:
        return ""
    return f'<{element} xml:space="preserve">{escape_text(text)}</{element}>'


def escape_wide(text: str) -> str:
    """Make a text fit to stand where square brackets mean something, by writing them wide."""
    return escape_text(text.translate(WIDE))


def escape_cdata(text: str) -> str:
    """Make a text fit to stand in a CDATA section."""
    return text.replace("]]>", "]]]]><![CDATA[>")


def escape_comment(text: str) -> str:
    """Make a text fit to stand in a comment."""
    return text.replace("--", "- -").replace("?>", "? >").replace("]>", "] >")


def language_in(whole: Sequence[Piece], text: str, pattern: str) -> Iterator[Piece]:
    """Yield what a pattern finds of a formula; the name of a sheet that needs them gets marks.

    Inside such marks an apostrophe is written twice (ISO/IEC 29500-1, 18.17.2).  A number is what
    the group of that name matches, and goes on being one where it can; a bare name has no marks.
    A day that a function writes out is read as one.

    A name that a program gave by counting is none that a writer gave.  What the formula does not
    join, nor only the looks of a header part, stands on a line of its own.
    """
    last = 0
    for match in re.finditer(pattern, text):
        number = match.lastindex or 0
        day = day_in(match[number]) if match.lastgroup == "date" else ""
        if not match[number] or day is None or _is_known(match[number].strip()):
            continue
        if last and not _JOINED.fullmatch(text, last, match.start(number)):
            yield Piece("\n")
        last = match.end(number)
        if text[match.start(number) - 1 : match.start(number)] == "'":
            yield from _unquoted(whole, match, number)
            continue
        for piece in cut(whole, [match.span(number)]):
            escape = _ESCAPES.get(match.lastgroup or "")
            if day:
                escape = partial(_as_function, ";" if ";" in match[number] else ",")
            if escape and piece.place is not None:
                place = replace(piece.place, whole=True, escape=escape)
                piece = Piece(day or piece.text, place)  # noqa: PLW2901
            yield piece


# how days and times are to be shown, in any language: one letter for each digit at most
_SHOWN = re.compile(
    r"(?=.*([^\W\d_])\1)(?:\[\$[^\[\]]*\])?(?:([^\W\d_])\2{0,3}\W{1,3})+([^\W\d_])\3{0,3}\.?"
    r"(?: AM/PM|\.0+)?"
)


# what cells are compared with: no phone, and by itself nobody's
_LIMIT = re.compile(r"[<>=]*\d{1,8}(?:[.,]\d{1,8})?")


def _is_known(text: str) -> bool:
    """Tell whether a text in a formula is a program's: a name by counting, a limit, a format."""
    return is_program_name(text) or bool(_LIMIT.fullmatch(text) or _SHOWN.fullmatch(text))


# between texts that a formula puts together, or codes of a header for more than its sections
_JOINED = re.compile(r'"\s*&\s*"|(?!&[LCR])&(?:(?!&[LCR])[^\n])*')


def _reckoned(number: str) -> str:
    """Make what takes the place of a number fit for a formula: a text if it is no number."""
    return number if number.isdecimal() else escape_wide(f'"{number}"')


def _quoted(name: str) -> str:
    return escape_wide(name) if name.isalnum() else f"&#39;{_doubled(name)}&#39;"


_COUNTED_FROM = frozenset({"1899-12-30", "1899-12-31", "1900-01-01", "1904-01-01", "1970-01-01"})
"""Days from which programs count others."""


def day_in(arguments: str, first_month: int = 1) -> str | None:
    """Return the day that stands as arguments as ISO 8601, if it is one and not counted from.

    >>> day_in("DATE(1958,3,7)"), day_in("DATE(1958;13;7)"), day_in("DATE(1970,1,1)")
    ('1958-03-07', None, None)
    """
    try:
        year, month, day = map(int, re.findall(r"\d+", arguments))
        found = date(year, month + 1 - first_month, day).isoformat()
    except ValueError:
        return None
    return None if found in _COUNTED_FROM else found


def as_arguments(text: str, parting: str, first_month: int = 1) -> str | None:
    """Return a day as such arguments, if it is one."""
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        return None
    return parting.join(map(str, (day.year, day.month - 1 + first_month, day.day)))


def _as_function(parting: str, text: str) -> str:
    """Make what takes the place of a day fit for a formula: a text if it is no day."""
    made = as_arguments(text, parting)
    return f"DATE({made})" if made else _reckoned(text)


def _doubled(name: str) -> str:
    return escape_wide(name.replace("'", "''"))


def _unquoted(whole: Sequence[Piece], match: re.Match[str], number: int) -> Iterator[Piece]:
    """Yield the name of a sheet between its marks, each apostrophe in it once."""
    start = match.start(number)
    for found in re.finditer("''|[^']+|'", match[number]):
        pieces = cut(whole, [(start + found.start(), start + found.end())])
        places = [(piece, piece.place) for piece in pieces if piece.place is not None]
        if found[0] == "''" and places:
            yield Piece("'", Place(places[0][1].start, places[-1][1].end, True, _doubled))
            continue
        for piece, place in places:
            yield replace(piece, place=replace(place, escape=_doubled))


_ESCAPES: dict[str, Callable[[str], str]] = {"number": _reckoned, "bare": _quoted}


def plain(source: str, start: int, end: int, escape: Callable[[str], str]) -> Iterator[Piece]:
    """Yield a stretch of the source as it stands."""
    if start < end:
        yield Piece(source[start:end], Place(start, end, escape=escape))


def decoded(
    source: str, start: int, end: int, escape: Callable[[str], str] | None = None
) -> Iterator[Piece]:
    """Yield text with its references decoded; each of them can only be replaced as a whole."""
    yield from around(source, start, end, (
        (match, Piece(said, Place(*match.span(), whole=True, escape=escape)))
        for match in REFERENCE.finditer(source, start, end)
        if (said := unescape(unescape(match.group()))) != match.group()
    ), escape)  # fmt: skip

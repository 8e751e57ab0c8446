"""Tables and forms in plain text: what heads a column or labels a field announces its values.

A table is two or more lines with the same separator: tabs, bars (Markdown too), semicolons, commas
without a space, or spaces that set columns apart.  Its first line heads the columns where no cell
of it holds a digit.  Each cell is read behind its head, ``Phone: 447911123456``, by the finders
that know words and values; of names the heads alone tell.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, groupby, islice, takewhile

from allonym.languages.columns import column_type, fits, is_measured, is_total, is_usual

_SEPARATORS = ("\t", "|", ";")
_SPACES = "  "
"""The separator of columns that are set apart by two spaces or more."""
_SET_APART = re.compile(r"[^\s]+(?: [^\s]+)*")
_FEWEST = 3
"""Columns that spaces set apart, at least: two are a form, or a gap in a line."""
_HEAD, _CELL = 40, 200
_WORD = re.compile(r"[^\W\d_]|[№#]")
_NO_HEAD = re.compile(r"[0-9]|(?:[!?:]|[^\W\d_]{5}\.)\s+\S")
"""What no head has; a full stop behind a short word shortens it, *Zap. št.*"""
_RULE = re.compile(r"[\s|:=+-]*")
_DIGIT = re.compile(r"[0-9]")
_RANGE = re.compile(r"([0-9]{1,3})(?:[.,][0-9]+)?[ ]?[-–][ ]?([0-9]{1,3})(?:[.,][0-9]+)?")
_FIELD = re.compile(
    r"(?:^|(?<=  )(?! )|(?<=[\t|,;]))[ *]{0,8}(?P<label>[^\W\d_][^\d:|\t\n]{1,38}?)[ *]{0,8}"
    r"(?::\**+[ \t]*+|\t++|[ ]{0,8}\|[ ]*+|[ ]{2,}+)(?P<value>[^\s:|,;]++(?:[ ][^\s:|,;]++){0,5}+)"
    r"(?=[ ]*+(?:$|[\r\t|,;])|[ ]{2})"
)
_KEYED = re.compile(
    r"(?P<label>[^\W\d_][\w ]{3,23})[\"']?[ ]?[:=][ ]?[\"'](?P<value>[^\W\d_][^\"'\n]{0,39})[\"']"
)
"""A field as programs write it: ``"first_name": "Hope"``."""
_ARGUMENT = re.compile(r"[?&](?P<label>[a-z][\w-]{2,23})=(?P<value>[^\W\d_][^\s&\"'=+%]{1,39})")
"""An argument in an address of the web: ``?surname=Hope&page=2``."""
_ASKED = re.compile(r".*\b(?:SET|WHERE|AND|OR)[ ]", re.IGNORECASE)
"""What stands before the column in a statement of SQL: ``UPDATE staff SET surname = 'Hope'``."""
_ASSIGNED, _BEFORE_SIGN, _BEHIND_SIGN = re.compile("[:=][ ]?[\"']"), 26, 44
"""What stands in any of them, and how far one reaches to either side at most."""
_INSERT = re.compile(
    r"\bINSERT[ ]+INTO[ ]+[^\s(]{1,80}\s*\((?P<heads>[^()]{2,1000})\)\s*VALUES", re.IGNORECASE
)
_TUPLE = re.compile(r"[\s,]*+\((?P<values>(?:'(?:[^'\n]|'')*+'|[^()'\n])++)\)")
_VALUE = re.compile(r"(?P<marked>[A-Za-z])?'(?P<text>(?:[^'\n]|'')*+)'|[^\s,'][^,'\n]*+")
"""Rows of a database as programs write them out (ISO/IEC 9075-2, insert statement)."""
_FORM = 2
"""Columns of a form: labels and values."""
_SIGNS = ("phone", "id", "email", "iban", "postcode", "date", "plate")

_PARTS, _NAMES = ("person.given", "person.family"), ("person", "place", "username")
"""Types that no finder tells by a form."""
_KNOWN = 2
"""Labels of a table or a form that must say what they hold, before their names are believed."""
_ROWS, _REACH = 20, 4000
"""How far a column is looked at for what it holds: rows, and letters."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell below a head."""

    head: str = field(repr=False)  # what stands on top of the column
    start: int  # where the cell's text begins
    end: int  # where it ends
    # what stands on top of all columns of the table
    heads: tuple[str, ...] = field(repr=False, default=())
    line: int = 0  # where the line begins that it is in


@dataclass(frozen=True, slots=True)
class Said:
    """A cell read as ``head: value``."""

    head: str = field(repr=False)  # what stands on top of the column
    text: str = field(repr=False)  # the head, a colon, the cell
    shift: int  # what to add to a place in `text` to get the place in the document
    first: int  # where the cell begins in `text`


def said(text: str, known: Callable[[str], bool]) -> Iterator[Said]:
    """Yield the cells of all columns whose head is known: of tables first, then of statements.

    Args:
        text: The document.
        known: Tells of a head whether it announces anything.
    """
    answers: dict[str, bool] = {}
    heads: tuple[str, ...] = ()  # those of the table at hand
    measured = False
    for cell in chain(cells(text), inserted(text)):
        head = cell.head
        if head not in answers:
            answers[head] = known(head)
        if answers[head] and _rises(text, cell) and is_usual(head):
            if cell.heads is not heads:
                heads, measured = cell.heads, is_measured(cell.heads)
            if measured:  # what is usual: 4.0–11.0
                continue
        if answers[head]:
            first = len(head) + 2
            value = text[cell.start : cell.end]
            yield Said(head, f"{head}: {value}", cell.start - first, first)


def _rises(text: str, cell: Cell) -> bool:
    """Tell whether a cell is a range of short numbers: ``13-150``, not ``24-1182``."""
    ends = _RANGE.fullmatch(text, cell.start, cell.end)
    return ends is not None and int(ends[1]) <= int(ends[2])


def cells(text: str) -> Iterator[Cell]:
    r"""Yield the cells that stand below heads, in text order; time is linear.

    >>> table = "Name\tPhone\nAnn\t447911123456\n"
    >>> [(c.head, table[c.start : c.end]) for c in cells(table)]
    [('Name', 'Ann'), ('Phone', '447911123456')]
    """
    top: list[_Part] = []
    heads: tuple[str, ...] = ()
    separator = ""
    for start, line in _lines(text):
        sign = separator if separator and separator in line else _sign(line)
        parts = _parts(line, sign)
        loose = sign in ("\t", _SPACES)
        if not sign or sign != separator or (len(parts) != len(top) and not loose):
            top = _heads(line, sign) if sign else []
            heads = tuple(part.text for part in top)
            separator = sign if top else ""
        elif not _RULE.fullmatch(line):
            yield from _below(top, heads, parts, start, sign)


def fields(text: str) -> Iterator[Cell]:
    r"""Yield the values of forms, lines of ``label: value`` that follow each other, as cells.

    A colon, a tab, a bar or two spaces part the label from its value; a line may hold several.

    >>> form = "Name: Ann    Town: Ely\nPhone   123\n"
    >>> [(c.head, form[c.start : c.end]) for c in fields(form)]
    [('Name', 'Ann'), ('Town', 'Ely'), ('Phone', '123')]
    """
    form: list[Cell] = []
    for start, line in _lines(text):
        found = [Cell(m["label"], *m.span("value")) for m in _FIELD.finditer(line)]
        if line.strip() and not found:
            yield from _of_one(form)
            form = []
        form += [
            replace(cell, start=start + cell.start, end=start + cell.end, line=start)
            for cell in found
        ]
    yield from _of_one(form)


def inserted(text: str) -> Iterator[Cell]:
    """Yield the values that statements of SQL insert, as cells below the names of their columns.

    >>> sql = "INSERT INTO staff (id, surname) VALUES (7, 'Field'), (8, 'Hope');"
    >>> [(c.head, sql[c.start : c.end]) for c in inserted(sql)]
    [('id', '7'), ('surname', 'Field'), ('id', '8'), ('surname', 'Hope')]
    """
    for statement in _INSERT.finditer(text):
        heads = tuple(head.strip(' \n\t`"[]') for head in statement["heads"].split(","))
        row = _TUPLE.match(text, statement.end())
        while row:
            values = _VALUE.finditer(text, *row.span("values"))
            for head, value in zip(heads, values, strict=False):
                start, end = value.span("text") if value["text"] else value.span()
                if not value["marked"]:  # N'Hope'
                    yield Cell(head.replace("_", " "), start, end, heads, row.start())
            row = _TUPLE.match(text, row.end())


def _of_one(form: list[Cell]) -> Iterator[Cell]:
    heads = tuple(cell.head for cell in form)
    return (replace(cell, heads=heads) for cell in form)


def told(text: str) -> Iterator[tuple[int, int, str]]:
    r"""Yield names that labels of a table or a form tell, where at least two labels are known.

    A whole name may have a title before it; who that is, others find.  One label is enough where
    the value is quoted.

    Yields:
        Start, end and entity type.

    >>> list(told("Surname: Field\nTown: Hope\n"))
    [(9, 14, 'person.family'), (21, 25, 'place.settlement')]
    """
    heads: tuple[str, ...] = ()
    known = False
    for _, row in groupby(
        chain(cells(text), fields(text), inserted(text)), key=lambda cell: cell.line
    ):
        found: list[tuple[Cell, str]] = []
        for cell in row:
            if cell.heads is not heads:  # once for all cells of a table
                heads = cell.heads
                known = sum(map(bool, map(column_type, heads))) >= _KNOWN
            kind, value = known and column_type(cell.head), text[cell.start : cell.end]
            if kind and len(value) > 1 and not column_type(value) and fits(value, kind):
                found.append((cell, kind))
        if len(found) == 1 and is_total(text[found[0][0].start : found[0][0].end]):
            continue
        for cell, kind in found:
            is_name = kind.partition(".")[0] in _NAMES and text[cell.start : cell.end].isalpha()
            if kind in _PARTS or is_name:
                yield cell.start, cell.end, kind
    for keyed in chain(_keyed(text), _ARGUMENT.finditer(text)):
        label = keyed["label"].strip()
        kind = column_type(label) or column_type(_ASKED.sub("", label))
        if kind in _PARTS and fits(keyed["value"], kind):
            yield *keyed.span("value"), kind


def _keyed(text: str) -> Iterator[re.Match[str]]:
    """Yield the fields as programs write them, each sought from the sign before its value."""
    end = 0
    for sign in _ASSIGNED.finditer(text):
        at = sign.start()
        if found := _KEYED.search(text, max(end, at - _BEFORE_SIGN), at + _BEHIND_SIGN):
            yield found
            end = found.end()


def is_heading(text: str, at: int, known: Callable[[str], bool]) -> bool:
    r"""Tell whether a place is in a row of headings, whose neighbours are no labels and values.

    So it is where no cell of the row holds a digit and below the one to the left stands no other
    label, as one does in a form.  Of two columns the second must hold numbers, too, or be called as
    columns are.  What announces numbers and the like is a heading anyway.

    Args:
        text: The document.
        at: The place.
        known: Tells of a cell whether it announces anything.

    >>> table = "Name\tOffice\tPay\nAnn\tLeeds\t70\n"
    >>> is_heading(table, 5, {"Name", "Phone"}.__contains__)
    True
    >>> form = "Name\tAnn\tHer own\nPhone\t0123\tHers\n"
    >>> is_heading(form, 5, {"Name", "Phone"}.__contains__)
    False
    """
    text, at = text[max(0, at - _REACH) : at + _REACH], min(at, _REACH)
    start = text.rfind("\n", 0, at) + 1
    lines = (line for _, line in islice(_lines(text, start), _ROWS))
    row = next(lines, "")
    sign = _sign(row)
    heads = [head.text for head in _heads(row, sign)] if sign else []
    place = sum(part.end < at - start for part in _parts(row, sign)) if heads else 0
    said = column_type(heads[min(place, len(heads) - 1)]) if heads else ""
    if said.partition(".")[0] in _SIGNS:
        return True
    below = [
        [_bare(part) for part in _parts(line, sign)]
        for line in takewhile(lambda line: heads and sign in line, lines)
        if not _RULE.fullmatch(line)
    ]
    labels = [row[place - 1] for row in below if len(row) >= place > 0]
    labels = [label for label in labels if not is_total(label)]
    is_table = bool(any(labels)) and not any(map(known, filter(None, labels)))
    if not is_table or said or sum(map(bool, heads)) > _FORM:
        return is_table
    values = [cells[place] for cells in below if len(cells) > place]
    return len(values) > 1 and all(_DIGIT.search(value) for value in values)


def _lines(text: str, start: int = 0) -> Iterator[tuple[int, str]]:
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield start, text[start:end]
        start = end + 1


def _sign(line: str) -> str:
    sign = next((sign for sign in _SEPARATORS if sign in line), "")
    if not sign and _SPACES in line and len(_SET_APART.findall(line)) >= _FEWEST:
        return _SPACES
    return sign or ("," if "," in line and ", " not in line else "")


@dataclass(frozen=True, slots=True)
class _Part:
    """What stands between two separators of a line, and where in the line."""

    start: int
    end: int
    text: str = field(repr=False)


def _parts(line: str, sign: str) -> list[_Part]:
    if sign == _SPACES:
        return [_Part(*found.span(), found[0]) for found in _SET_APART.finditer(line)]
    parts, start = [], 0
    for text in line.split(sign) if sign else ():
        parts.append(_Part(start, start + len(text), text))
        start += len(text) + 1
    return parts


def _bare(part: _Part) -> str:
    return part.text.strip(' *_"\r')


def _heads(line: str, sign: str) -> list[_Part]:
    """Return the heads of a line, or nothing where it heads no columns."""
    found = [replace(part, text=_bare(part)) for part in _parts(line, sign)]
    named = [part.text for part in found if part.text]
    if not named or any(len(c) > _HEAD or _NO_HEAD.search(c) for c in named):
        return []
    return found if all(_WORD.search(c) for c in named) else []


def _below(
    top: list[_Part], heads: tuple[str, ...], parts: list[_Part], start: int, sign: str
) -> Iterator[Cell]:
    starts = [head.start for head in top]
    for number, part in enumerate(parts):
        head = heads[number] if number < len(heads) else ""
        if sign == _SPACES:  # the one head that it overlaps
            last = bisect_left(starts, part.end)
            above = [h.text for h in top[max(0, last - 2) : last] if part.start < h.end]
            head = above[0] if len(above) == 1 else ""
        text = part.text.strip(' \t"\r')
        if head and text and len(text) <= _CELL:
            first = start + part.start + part.text.index(text)
            yield Cell(head, first, first + len(text), heads, start)

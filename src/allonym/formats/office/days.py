"""Days that conditions of sheets keep as numbers: written so that they are read as days.

Excel and LibreOffice turn a day that somebody types into a condition into its number.  Which
numbers are days the cells say that they are compared with: a column whose numbers all are dates.
"""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from itertools import islice
from typing import Any

from lxml import etree

from allonym.formats.office.sheets import DIGITS, Days, to_date
from allonym.formats.table import column_number
from allonym.formats.xml import remove
from allonym.languages.columns import column_type, counts

_CELL, _SIGN = r"((?:\[\.)?\$?[A-Z]{1,3}\$?\d{1,7}\]?|TODAY\(\))", " *(?:[<>]=?|<>|=) *"
# a number by itself, or what is compared with a cell or the present day
_NUMBER = re.compile(
    rf"\"[^\"]*\"|(?<![\w.$*/^+!'-])(?:{_CELL}{_SIGN})?(\d{{5}})(?:{_SIGN}{_CELL})?(?![\w*/^+!.(-])"
)
_LIMIT = re.compile(r"\"([<>=]*)(\d{5})\"")
_PLACE = re.compile(r"\[?(?:\$?('(?:[^']|'')*'|[^\s.']*)\.)?\$?([A-Z]{1,3})\$?\d")
_MORE = 10_000_000  # cells than a column has


@dataclass(slots=True)
class _Sheet:
    """A sheet: which of its columns hold days, and how it counts and writes them."""

    zero: date
    sign: str  # between the arguments of a function
    days: Counter[int] = field(default_factory=Counter)  # what speaks for days in each column
    known: set[str] = field(default_factory=set)  # the days of its cells, as numbers

    def take(self, column: int, node: Any, kind: str) -> None:
        """Note a cell of a day, of another number, or of a text, which may be a heading."""
        text = "".join(node.itertext()).strip()
        if kind == "date":
            self.days[column] += bool(text)
            self.known.add(text)
        elif kind == "float" and text:
            self.days[column] -= _MORE
        elif kind == "string" and (counts(text) or column_type(text) == "date.birth"):
            self.days[column] += -_MORE if counts(text) else 1

    def holds(self, place: str, further: str = "0") -> bool:
        """Tell whether a range begins in a column of days, or so many columns before one."""
        column = _column(place)
        return bool(column) and self.days[column + _count(further)] > 0

    def written(self, formula: str, *, alone: bool = False) -> str:
        """Return a formula with its days as functions; numbers may be some that stand `alone`."""

        def shown(match: re.Match[str]) -> str:
            cell, number = match[1] or match[3] or "", match[2] or ""
            is_day = "(" in cell or self.holds(cell) if cell else alone
            if limit := _LIMIT.fullmatch(match[0]):  # COUNTIF(B1:B9,"<21251")
                number, is_day = limit[2], limit[2] in self.known
            if not is_day or not (day := to_date(number, self.zero)):
                return match[0]
            made = f"DATE({self.sign.join(str(int(part)) for part in day.split('-'))})"
            return f'"{limit[1]}"&{made}' if limit else match[0].replace(number, made)

        return _NUMBER.sub(shown, formula)


def show_days(root: Any, days: Days) -> None:
    """Write the days of a sheet of Excel as such; take out filters and scales by days."""
    sheet = _Sheet(days.zero, ",")
    for node in root.iterfind("{*}sheetData/{*}row/{*}c"):
        style = node.get("s", "0")
        kind = "date" if style in days.styles else "float"
        is_number = node.get("t", "n") == "n"
        sheet.take(_column(node.get("r", "")), node, kind if is_number else "string")
    for node in root.iter("{*}f", "{*}formula", "{*}formula1", "{*}formula2"):
        around, text = _around(node), node.text or ""
        of_days = around.get("type") == "date" or sheet.holds(around.get("sqref", ""))
        node.text = sheet.written(text, alone=of_days and text.isdecimal())
    for node in list(root.iter("{*}cfvo", "{*}customFilter", "{*}top10")):
        around, chosen = _around(node), node.get("filterVal", node.get("val", ""))
        place = around.get("sqref", around.get("ref", ""))
        if sheet.holds(place, around.get("colId", "0")) and to_date(chosen, days.zero):
            for outer in islice(node.iterancestors("{*}filterColumn", "{*}cfRule"), 1):
                whole = outer.getparent()
                lone = len(whole) == 1 and whole.tag.endswith("}conditionalFormatting")
                remove(whole if lone else outer)


def show_days_odf(root: Any) -> None:
    """Write the days of the sheets of OpenDocument as such."""
    zero = Days().zero
    for node in root.iter("{*}null-date"):
        with suppress(ValueError):
            zero = date.fromisoformat(_around(node).get("date-value", "")[:10])
    sheets: dict[str, _Sheet] = {}
    for table in root.iter("{*}table"):
        sheet = sheets[_around(table).get("name", "")] = _Sheet(zero, ";")
        for row in table.iter("{*}table-row"):
            column = 1
            for node in row.iterchildren(etree.Element):
                said = _around(node, 0)
                sheet.take(column, node, "" if "formula" in said else said.get("value-type", ""))
                column += _count(said.get("number-columns-repeated", "1"))
        for node in table.iter("{*}condition"):
            _write_out(node, sheet)
    for node in root.iter("{*}content-validation", "{*}map"):
        name = _PLACE.match(_around(node).get("base-cell-address", ""))
        named = (name[1] or "").strip("'").replace("''", "'") if name else ""
        _write_out(node, sheets.get(named, _Sheet(zero, ";")))


def _write_out(node: Any, sheet: _Sheet) -> None:
    """Write the days in a condition of OpenDocument."""
    of_days = sheet.holds(_around(node).get("base-cell-address", ""))
    for name, value in node.attrib.items():
        if etree.QName(name).localname in ("condition", "value"):
            alone = (of_days or "is-date" in value) and "formula" not in value
            node.set(name, sheet.written(value, alone=alone))


def _column(place: str) -> int:
    found = _PLACE.match(place)
    return column_number(found[2]) if found else 0


def _count(number: str) -> int:
    return int(number) if number.isdecimal() and len(number) < DIGITS else 0


def _around(node: Any, outer: int = 3) -> dict[str, str]:
    """Return what a node and those around it say, the inner ones before the outer ones."""
    return {
        etree.QName(name).localname: value
        for around in reversed([node, *islice(node.iterancestors(), outer)])
        for name, value in around.attrib.items()
    }

"""Read the list of people known beforehand: CSV or JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Literal

from allonym.errors import ConfigError
from allonym.model.known import KnownPerson

_FIELDS: Mapping[str, tuple[str, ...]] = {
    "name": ("name", "fullname"),
    "alias": ("alias", "aliases", "nickname", "nicknames"),
    "id": ("id", "ids", "identifier", "identifiers"),
    "birth": ("birth", "birthdate", "dateofbirth", "dob", "born"),
    "role": ("role", "roles"),
    "action": ("action", "treatment"),
}
_BY_HEADER = {header: name for name, headers in _FIELDS.items() for header in headers}
_Row = Mapping[str, object]


def load_known(path: Path) -> tuple[KnownPerson, ...]:
    """Read known persons from a CSV or JSON file.

    The columns are name, alias (several by ``;``), id (likewise), birth date (ISO 8601), role, and
    action (hide or keep); capitals, spaces and underlines in headers do not matter.  JSON is a list
    of objects with the same names, where alias and id may be lists.

    Raises:
        ConfigError: If the file cannot be read; file, row, column and remedy are named, never what
            the cell holds.
    """
    text = _read(path)
    rows = _json_rows(path, text) if path.suffix.lower() == ".json" else _csv_rows(path, text)
    return tuple(_person(f"{path.name}, {where}", row) for where, row in rows)


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except OSError as error:
        raise ConfigError(f"{path.name}: cannot be read; check the path and its rights") from error
    except UnicodeDecodeError:
        raise ConfigError(f"{path.name}: not UTF-8; save the list as UTF-8") from None


def _csv_rows(path: Path, text: str) -> Iterator[tuple[str, _Row]]:
    lines = text.splitlines()
    header = next((line for line in lines if line.strip()), "")
    if not header:
        raise ConfigError(f"{path.name}: empty; the first row must name the columns")
    delimiter = max(",;\t", key=header.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    names: Sequence[str] = ()
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if not names:
                names = _header(f"{path.name}, row {reader.line_num}", cells)
                continue
            where = f"row {reader.line_num}"
            if len(cells) > len(names):
                raise ConfigError(
                    f"{path.name}, {where}: {len(cells)} cells for {len(names)} columns; "
                    'put cells that hold the separator in "quotes"'
                )
            yield where, dict(zip(names, cells, strict=False))
    except csv.Error as error:
        raise ConfigError(f"{path.name}, row {reader.line_num}: not CSV: {error}") from None


def _json_rows(path: Path, text: str) -> Iterator[tuple[str, _Row]]:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise ConfigError(f"{path.name}, {place}: not JSON: {error.msg}") from None
    if not isinstance(data, list):
        raise ConfigError(f"{path.name}: must be a list of objects, one a person")
    for number, item in enumerate(data, start=1):
        where = f"item {number}"
        if not isinstance(item, dict):
            raise ConfigError(f"{path.name}, {where}: must be an object with a name")
        names = _header(f"{path.name}, {where}", list(item))
        yield where, dict(zip(names, item.values(), strict=True))


def _header(where: str, cells: Sequence[str]) -> list[str]:
    names = [_BY_HEADER.get("".join(filter(str.isalnum, cell.casefold())), "") for cell in cells]
    for number, name in enumerate(names, start=1):
        if not name:
            raise ConfigError(
                f"{where}, column {number}: unknown column name; known are name, alias, id, "
                "birth date, role, action"
            )
        if name in names[: number - 1]:
            raise ConfigError(f"{where}, column {number}: a second {name!r}; keep one")
    if "name" not in names:
        raise ConfigError(f"{where}: no column 'name'; add one that holds full names")
    return names


def _person(where: str, row: _Row) -> KnownPerson:
    name = _text(where, row, "name")
    if not any(c.isalpha() for c in name):
        raise ConfigError(f"{where}, column 'name': no letters; write the full name")
    aliases, ids = _several(where, row, "alias"), _several(where, row, "id")
    birth, action = _birth(where, row), _action(where, row)
    return KnownPerson(name, aliases, ids, birth, _text(where, row, "role"), action)


def _text(where: str, row: _Row, name: str) -> str:
    value = row.get(name)
    if isinstance(value, bool) or not isinstance(value, str | int | None):
        raise ConfigError(f"{where}, column {name!r}: must be text")
    return "" if value is None else str(value).strip()


def _several(where: str, row: _Row, name: str) -> tuple[str, ...]:
    value = row.get(name)
    if isinstance(value, list):
        texts: Iterable[str] = [_text(where, {name: item}, name) for item in value]
    else:
        texts = _text(where, row, name).split(";")
    return tuple(stripped for text in texts if (stripped := text.strip()))


def _birth(where: str, row: _Row) -> date | None:
    text = _text(where, row, "birth")
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise ConfigError(
            f"{where}, column 'birth date': not a date; write it as 1984-05-03"
        ) from None


def _action(where: str, row: _Row) -> Literal["hide", "keep"]:
    text = _text(where, row, "action").casefold()
    if text == "keep":
        return "keep"
    if text in ("", "hide"):
        return "hide"
    raise ConfigError(f"{where}, column 'action': must be hide or keep")

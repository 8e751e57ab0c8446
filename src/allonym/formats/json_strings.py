"""JSON strings in a source: where each stands, on which path, and its characters one by one.

Numbers count among them where their field says that they are somebody's, and those of eleven
digits: others are times and sizes as a rule.  A program that takes one for an amount writes ``.0``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from allonym.formats.mapped import Piece, Place, around
from allonym.formats.markup.addresses import FILE
from allonym.languages.columns import column_type, own_name
from allonym.text.capitals import CAPITAL

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|(?<![\w.+-])-?\d+(?:\.\d+)?(?![\w.])')
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?")
_ESCAPE = re.compile(
    rf"{FILE}|"
    r"(?P<slashes>(?<!\\)(?:\\\\)++)(?:u(?P<letter>[dD][89abAB][0-9a-fA-F]{2}"
    r"(?P=slashes)u[dD][c-fC-F][0-9a-fA-F]{2}|[0-9a-fA-F]{4})|(?P<sign>[nrt])(?![a-z]))"
    r"|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\."
)
_SHORTEST, _LONGEST = 7, 28
_SERIAL = 5  # digits of a day that a sheet counts
_PLACED, _POSTCODE = 3, 4  # digits of a place on a map behind the point, of a postcode
# digits of numbers of people in several countries, and of no time counted from 1970
_OF_SOMEBODY = 11
# by what a table of people may call its fields: capitalised words in a row, mail addresses, long
# numbers, and what took their place
_NAMED = re.compile(
    rf"\b(?={CAPITAL})[^\W\d_]+[ _-](?={CAPITAL})[^\W\d_]{{2}}|\w@\w|\d(?:[ ./-]?\d){{8}}|^[^\w@$]"
)


@dataclass(frozen=True, slots=True)
class JsonString:
    """A string or a long number that is a value, or the name of a field that is read."""

    path: tuple[str, ...]  # names of the fields around it, the outermost first; lists add nothing
    start: int  # behind its opening quote, if it has one
    end: int  # at its closing quote


def strings(source: str, start: int = 0, end: int | None = None) -> Iterator[JsonString]:
    """Yield every string that is a value, or a name of a field as people are called.

    `source` is known to be valid JSON.
    """
    stack: list[str] = []
    keys: list[str | None] = []
    expects_key = False
    for token in _TOKEN.finditer(source, start, len(source) if end is None else end):
        mark = token.group()
        if mark in "{[":
            stack.append(mark)
            keys.append(None)
            expects_key = mark == "{"
        elif mark in "}]":
            stack.pop()
            keys.pop()
            expects_key = False
        elif mark == ",":
            expects_key = bool(stack) and stack[-1] == "{"
        elif mark == ":":
            expects_key = False
        elif expects_key:
            keys[-1] = key = json.loads(mark)
            if _NAMED.search(key):
                path = tuple(outer for outer in keys[:-1] if outer is not None)
                yield JsonString(path, token.start() + 1, token.end() - 1)
        else:
            path = tuple(key for key in keys if key is not None)
            quote = mark[0] == '"'
            if not quote and not is_somebodys(mark, path):
                continue
            yield JsonString(path, token.start() + quote, token.end() - quote)


def is_somebodys(number: str, path: Sequence[str]) -> bool:
    """Tell whether a number may be a person's: it is as long, or its field says so.

    >>> is_somebodys("50.06143", ["lat"]), is_somebodys("30001", ["zip"])
    (True, True)
    >>> is_somebodys("1709800000", ["created"]), is_somebodys("12", ["phone"])
    (False, False)
    """
    kind = column_type(own_name(path))
    whole, _, rest = number.lstrip("-").partition(".")
    if kind == "gps":
        return len(rest) >= _PLACED
    shortest = _SERIAL if kind == "date.birth" else _SHORTEST
    long = shortest <= len(whole) <= _LONGEST and not rest.strip("0")
    return (long and (len(whole) == _OF_SOMEBODY or bool(kind))) or (
        kind == "postcode" and number.isdecimal() and len(number) >= _POSTCODE
    )


def ends_as(path: Sequence[str], wanted: str) -> bool:
    """Tell whether a path ends as `wanted` says; ``*`` stands for any one field."""
    names = wanted.replace("[]", "").strip(".").split(".")
    tail = path[len(path) - len(names) :] if len(names) <= len(path) else ()
    return bool(tail) and all(n in ("*", t) for n, t in zip(names, tail, strict=True))


def decoded(source: str, start: int, end: int) -> Iterator[Piece]:
    """Yield the text of a string; each escape is a piece that can only be replaced as a whole."""
    number = source[start:end]
    if source[start - 1 : start] != '"' and _NUMBER.fullmatch(number):
        number = number if number.rpartition(".")[2].strip("0") else number.partition(".")[0]
        yield Piece(number, Place(start, end, whole=True, escape=_number))
        return
    found = ((escape, _escaped(escape)) for escape in _ESCAPE.finditer(source, start, end))
    yield from around(source, start, end, found)


def _escaped(escape: re.Match[str]) -> Piece | None:
    """Return what an escape says, also in JSON that stands in the string itself; no file."""
    if escape["file"]:
        return None
    if not escape["slashes"]:
        return Piece(json.loads(f'"{escape[0]}"'), Place(*escape.span(), whole=True))
    letter = (escape["letter"] or "").replace(escape["slashes"], "\\")
    said = json.loads(f'"\\{escape["sign"] or "u" + letter}"')

    def escaped(text: str) -> str:
        return json.dumps(text.replace('"', "'"))[1:-1].replace("\\", escape["slashes"])

    return Piece(said, Place(*escape.span(), whole=True, escape=escaped))


def _number(text: str) -> str:
    """Make what takes the place of a number fit: a string if it is none that JSON knows."""
    return text if _NUMBER.fullmatch(text) else json.dumps(text)


def escape_json(text: str, *, ascii_only: bool) -> str:
    """Make a text fit to stand in a string."""
    return json.dumps(text, ensure_ascii=ascii_only)[1:-1]

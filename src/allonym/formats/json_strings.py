"""JSON strings in a source: where each stands, on which path, and its characters one by one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from allonym.formats.mapped import Piece, Place

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]')
_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\."
)


_NAMED = re.compile(r"\b(?=[^\W\d_a-z])[^\W\d_]+[ _-](?=[^\W\d_a-z])[^\W\d_]{2}|^[^\w@$]")
"""Capitalised words in a row, by which a table of people may call its fields, and what took their
place."""


@dataclass(frozen=True, slots=True)
class JsonString:
    """A string that is a value, or the name of a field that is read.

    Attributes:
        path: Names of the fields around it, the outermost first; lists add nothing.
        start: Behind its opening quote.
        end: At its closing quote.
    """

    path: tuple[str, ...]
    start: int
    end: int


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
            yield JsonString(path, token.start() + 1, token.end() - 1)


def ends_as(path: Sequence[str], wanted: str) -> bool:
    """Tell whether a path ends as `wanted` says; ``*`` stands for any one field."""
    names = wanted.replace("[]", "").strip(".").split(".")
    tail = path[len(path) - len(names) :] if len(names) <= len(path) else ()
    return bool(tail) and all(n in ("*", t) for n, t in zip(names, tail, strict=True))


def decoded(source: str, start: int, end: int) -> Iterator[Piece]:
    """Yield the text of a string; each escape is a piece that can only be replaced as a whole."""
    cursor = start
    for escape in _ESCAPE.finditer(source, start, end):
        if escape.start() > cursor:
            yield Piece(source[cursor : escape.start()], Place(cursor, escape.start()))
        yield Piece(json.loads(f'"{escape.group()}"'), Place(*escape.span(), whole=True))
        cursor = escape.end()
    if cursor < end:
        yield Piece(source[cursor:end], Place(cursor, end))


def escape_json(text: str, *, ascii_only: bool) -> str:
    """Make a text fit to stand in a string."""
    return json.dumps(text, ensure_ascii=ascii_only)[1:-1]

"""The lexical parts of a script in which text can stand (ECMAScript 2025, 12).

A stroke begins a pattern, in which quotation marks mean nothing, or divides; which of both, only
what stands before it tells.  A template holds values, in which others may stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

# what is never closed reaches to the end of its line, so that each character is read once
STRING = r"\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.)*+'?"
"""A string in quotation marks, as a pattern."""
QUOTES = "\"'`"
"""What strings and templates stand between."""

_NUMBER = r"(?:0[xX][0-9a-fA-F]{2,5}|\d{2,6})"
_NEXT = re.compile(
    rf"(?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z)|<!--[^\n]*)|(?P<string>{STRING})|(?P<mark>[`{{}}/])"
    r"|(?:(?<=CharCode\()|(?<=CodePoint\()|(?<=\[)(?=(?:[^,\]]{2,8},){4}))"
    rf"(?P<letters>\s*{_NUMBER}(?:\s*,\s*{_NUMBER})++)(?=\s*[)\]])"
    r"|(?<![\w.$])(?P<number>\d{9}|\d{11})(?![\w.])"
    r"|(?:new\s++Date|Date\.UTC)\s*+\(\s*+(?P<day>\d{4}\s*,\s*\d\d?\s*,\s*\d\d?)(?=\s*[,)])",
    re.DOTALL,
)
_PATTERN = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*+\])++/[a-z]*")
_PART = re.compile(r"[^|()^$]+")
_CHUNK = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*+", re.DOTALL)
_WORD = re.compile(r"[\w$]+\Z")
# words behind which a value begins
_LEADING = frozenset(
    ("await", "case", "delete", "do", "else", "in", "instanceof", "new", "of", "return", "throw",
     "typeof", "void", "yield")
)  # fmt: skip
_ASKED = re.compile(r"\.(?:test|exec|source)\b")
_NEAR = 24
# strokes that begin no pattern though they look so, each read to the end of its line
_MOST_FAILED = 100


class Token(NamedTuple):
    """A part of code; a named tuple, since there are many."""

    kind: str  # the mark that a string stands between, or what else it is
    start: int  # of a string or a part of a template without its marks
    end: int


def script_tokens(source: str, start: int, end: int) -> Iterator[Token]:
    """Yield the comments, strings, parts of templates, patterns and numbers of a script."""
    values: list[int] = []  # how many braces are open in each value of a template around
    at, failed = start, 0
    while found := _NEXT.search(source, at, end):
        at, mark, kind = found.end(), found[0], found.lastgroup or ""
        if kind == "string":
            yield Token(mark[0], found.start() + 1, at - (len(mark) > 1 and mark[-1] == mark[0]))
        elif kind != "mark":
            yield Token(kind, *found.span(kind))
        elif mark == "/":
            pattern = failed < _MOST_FAILED and _PATTERN.match(source, found.start(), end)
            failed += pattern is None
            if pattern and _begins(source, start, pattern):
                at = pattern.end()
                for part in _PART.finditer(source, *pattern.span()):
                    yield Token("pattern", *part.span())
        elif mark == "`" or (mark == "}" and values and not values[-1]):
            del values[len(values) - (mark == "}") :]
            yield (chunk := _chunk(source, at, end))
            at = min(end, chunk.end + 1)
            if source.startswith("${", chunk.end, end):
                values.append(0)
                at += 1
        elif values:
            values[-1] += 1 if mark == "{" else -1


def _chunk(source: str, start: int, end: int) -> Token:
    """Return a part of a template, up to its end or the next value in it."""
    found = _CHUNK.match(source, start, end)
    return Token("`", start, found.end() if found else start)


def _begins(source: str, start: int, pattern: re.Match[str]) -> bool:
    """Tell whether a stroke begins a pattern: behind a value it divides."""
    before = source[max(start, pattern.start() - _NEAR) : pattern.start()].rstrip()
    if word := _WORD.search(before):
        return word[0] in _LEADING
    if before.endswith((")", "]", "++", "--", *QUOTES)):
        return before.endswith(")") and bool(_ASKED.match(source, pattern.end()))
    return True

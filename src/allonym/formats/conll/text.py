"""The text of a CoNLL sentence: its words, and what stands between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from allonym.formats.conll.table import Row, Sentence, cells_of

_SPACES = re.compile(r"\s*")
_TEXT = re.compile(r"#\s*text\s*=[^\S\r\n]?(.*)")


@dataclass(frozen=True, slots=True)
class Unit:
    """The smallest stretch of a sentence's text that a row or several stand for."""

    surface: str = field(repr=False)  # as it is read in the text
    line: int  # of the row that owns it: a word, or a multiword token whose words differ from it
    gap: str = ""  # what stands before it in the text


@dataclass(frozen=True, slots=True)
class Laid:
    """A sentence as a text."""

    units: tuple[Unit, ...]  # in order
    text_line: int = -1  # the comment that repeats the text, if one does; else -1
    tail: str = ""  # what that comment has after the last unit


def lay_out(sentence: Sentence, lines: Sequence[str]) -> Laid:
    """Return the text of a sentence.

    Its spaces are those of the comment ``# text`` where that holds the words and nothing else; of
    ``SpaceAfter=No`` otherwise.
    """
    bare = list(_units(sentence.rows))
    for number in sentence.comments:
        match = _TEXT.match(lines[number].rstrip("\r\n"))
        found = _aligned(bare, match[1]) if match else None
        if found is not None:
            units, tail = found
            return Laid(tuple(units), number, tail)
    return Laid(tuple(_spaced(sentence, bare, lines)))


def _units(rows: Sequence[Row]) -> Iterator[Unit]:
    """Yield the units without their gaps; words that spell out a multiword token are its units."""
    inside = 0
    words = {row.first: row for row in rows if row.kind == "word"}
    for row in rows:
        if row.kind == "range":
            inside = row.last
            parts = [words[n] for n in range(row.first, row.last + 1)]
            yield from _range_units(row, parts)
        elif row.kind == "word" and not (row.first and row.first <= inside):
            yield Unit(row.form, row.line)


def _range_units(row: Row, words: Sequence[Row]) -> Iterator[Unit]:
    if "".join(w.form for w in words).casefold() != row.form.casefold() or sum(
        len(w.form) for w in words
    ) != len(row.form):
        yield Unit(row.form, row.line)
        return
    start = 0
    for word in words:
        yield Unit(row.form[start : start + len(word.form)], word.line)
        start += len(word.form)


def _aligned(units: Sequence[Unit], text: str) -> tuple[list[Unit], str] | None:
    """Return the units with the gaps of `text`, and its tail; None where it says other things."""
    placed: list[Unit] = []
    position = 0
    for unit in units:
        start = position
        if (spaces := _SPACES.match(text, position)) is not None:
            start = spaces.end()
        if not text.startswith(unit.surface, start):
            return None
        placed.append(Unit(unit.surface, unit.line, text[position:start]))
        position = start + len(unit.surface)
    tail = text[position:]
    return None if tail.strip() or not placed else (placed, tail)


def _spaced(sentence: Sentence, units: Sequence[Unit], lines: Sequence[str]) -> Iterator[Unit]:
    glued = False
    ends = {row.last: row.line for row in sentence.rows if row.kind == "range"}
    inside = {n: r for r in sentence.rows if r.kind == "range" for n in range(r.first, r.last + 1)}
    numbers = {row.line: row for row in sentence.rows}
    for unit in units:
        yield Unit(unit.surface, unit.line, "" if glued or unit is units[0] else " ")
        row = numbers[unit.line]
        if row.kind == "word" and row.first in inside:
            owner = ends.get(row.first)
            glued = owner is None or _no_space(sentence, lines[owner])
        else:
            glued = _no_space(sentence, lines[unit.line])


def _no_space(sentence: Sentence, line: str) -> bool:
    at = sentence.columns.misc
    return at >= 0 and "SpaceAfter=No" in cells_of(line, sentence.columns)[at].split("|")

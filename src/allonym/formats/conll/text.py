"""What of a CoNLL file is text: its words, what stands between them, and some of its comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from allonym.formats.conll.table import Row, Sentence, cells_of
from allonym.formats.references import unescape

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


_COMMENT = re.compile(r"#\s*(?:([^=\r\n]*?)\s*=\s*)?([^\r\n]*)")
_NOTE = re.compile(r"\s*<!--\s*(.*?)\s*-->")
_ELEMENT = re.compile(r"\s*<[/?!]?[^\s>/]*")
_ATTRIBUTE = re.compile(r"([^\s=\"'<>/]+)\s*=\s*([\"'])(.*?)\2")
_IDENTIFIES = re.compile(r"(?:^|[_\W])(?:id|ids|file|sentence|version|encoding)(?:$|[_\W])")
_MARKS = ("newpar", "newdoc")
_STRUCTURE = ("text", "global.columns")
_NAMES = (
    "sent_id", "newdoc", "newpar", "newdoc id", "newpar id", "parallel_id", "orig_id", "id",
    "xml:id",
)  # fmt: skip
_PEOPLE = frozenset({"speaker", "author", "translator", "annotator", "addressee", "interviewer"})
_PERSON = re.compile(r"[^\W\d_]{2,}(?:[ .'’-]+[^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Remark:
    """The value of a comment."""

    line: int  # where it stands
    key: str  # what it is a value of; empty for a comment without one
    start: int  # where the value begins in the line
    value: str = field(repr=False)  # the value as it is read
    end: int = 0  # where the value ends in the line
    # whether it is an attribute of a tag, without which the line would not hold
    attribute: bool = False

    @property
    def is_read(self) -> bool:
        """Whether the value is text, in which names are looked for as in any other.

        The key alone decides, so that a comment is read again after it was rewritten.
        """
        key = self.key.casefold()
        if not key:
            first = self.value.split(maxsplit=1)[:1]
            return not any("_" in word or word in _MARKS for word in first)
        return not (
            self.is_structure or self.is_name or self.is_translation or _IDENTIFIES.search(key)
        )

    @property
    def is_translation(self) -> bool:
        """Whether the value repeats the sentence in another language or script (``text_en``)."""
        return not self.attribute and self.key.casefold().startswith("text_")

    @property
    def is_structure(self) -> bool:
        """Whether the value says how the file is made, or is the text of the sentence."""
        return self.key.casefold() in _STRUCTURE

    @property
    def is_person(self) -> bool:
        """Whether the whole value names somebody."""
        return self.key.casefold() in _PEOPLE and bool(_PERSON.fullmatch(self.value.strip()))

    @property
    def is_name(self) -> bool:
        """Whether the value must be unique, as that of ``sent_id``."""
        return self.key.casefold() in _NAMES


def remarks_of(line: str, number: int) -> tuple[Remark, ...]:
    """Read a comment of CoNLL-U."""
    match = _COMMENT.match(line)
    if match is None:
        return ()
    value = match[2].rstrip()
    start = match.start(2)
    return (Remark(number, match[1] or "", start, value, start + len(value)),)


def attributes_of(line: str, number: int) -> tuple[Remark, ...]:
    """Read the attributes of a line of structure in a vertical text."""
    note = _NOTE.match(line)
    if note is not None:
        return (
            Remark(number, "note", note.start(1), unescape(note[1]), note.end(1), attribute=True),
        )
    name = _ELEMENT.match(line)
    if name is None or name[0].lstrip().startswith("<?"):
        return ()
    return tuple(
        Remark(number, match[1], match.start(3), unescape(match[3]), match.end(3), attribute=True)
        for match in _ATTRIBUTE.finditer(line, name.end())
    )

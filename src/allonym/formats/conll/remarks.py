"""Comments of a CoNLL file: which are read as text, and which are names of things."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape

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

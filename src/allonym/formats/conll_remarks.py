"""Comments of a CoNLL file: which are read as text, and which are names of things."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape

_COMMENT = re.compile(r"#\s*(?:([^=\r\n]*?)\s*=\s*)?([^\r\n]*)")
_ELEMENT = re.compile(r"\s*<[/?!]?[^\s>/]*")
_ATTRIBUTE = re.compile(r"([^\s=\"'<>/]+)\s*=\s*([\"'])(.*?)\2")
_DATE = re.compile(r"[0-9]{1,4}[-./][0-9]{1,2}[-./][0-9]{1,4}\.?")
_STRUCTURE = ("text", "global.columns")
_NAMES = (
    "sent_id", "newdoc", "newpar", "newdoc id", "newpar id", "parallel_id", "orig_id", "id",
    "xml:id",
)  # fmt: skip
_PEOPLE = frozenset({"speaker", "author", "translator", "annotator", "addressee", "interviewer"})
_PERSON = re.compile(r"[^\W\d_]{2,}(?:[ .'’-]+[^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Remark:
    """The value of a comment.

    Attributes:
        line: Where it stands.
        key: What it is a value of; empty for a comment without one.
        start: Where the value begins in the line.
        value: The value as it is read.
        end: Where the value ends in the line.
        attribute: Whether it is an attribute of a tag, without which the line would not hold.
    """

    line: int
    key: str
    start: int
    value: str = field(repr=False)
    end: int = 0
    attribute: bool = False

    @property
    def is_read(self) -> bool:
        """Whether the value is text, in which names are looked for as in any other."""
        key = self.key.casefold()
        if not self.value.strip() or key in _STRUCTURE or key in _NAMES or self.is_translation:
            return False
        said = self.value.strip()
        spaced = any(map(str.isspace, said))
        return (
            key in _PEOPLE
            or (spaced and bool(self.key))
            or said.isalpha()
            or "@" in said
            or "://" in said
            or bool(_DATE.fullmatch(said))
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
    name = _ELEMENT.match(line)
    if name is None or name[0].lstrip().startswith("<?"):
        return ()
    return tuple(
        Remark(number, match[1], match.start(3), unescape(match[3]), match.end(3), attribute=True)
        for match in _ATTRIBUTE.finditer(line, name.end())
    )

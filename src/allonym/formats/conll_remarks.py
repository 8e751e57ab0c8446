"""Comments of a CoNLL file: which are read as text, and which are names of things."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_COMMENT = re.compile(r"#\s*(?:([^=\r\n]*?)\s*=\s*)?([^\r\n]*)")
_DATE = re.compile(r"[0-9]{1,4}[-./][0-9]{1,2}[-./][0-9]{1,4}\.?")
_STRUCTURE = ("text", "global.columns")
_NAMES = ("sent_id", "newdoc", "newpar", "newdoc id", "newpar id", "parallel_id", "orig_id")
_PEOPLE = frozenset({"speaker", "author", "translator", "annotator", "addressee", "interviewer"})
_PERSON = re.compile(r"[^\W\d_]{2,}(?:[ .'’-]+[^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Remark:
    """The value of a comment.

    Attributes:
        line: Where it stands.
        key: What it is a value of; empty for a comment without one.
        start: Where the value begins in the line.
        value: The value.
    """

    line: int
    key: str
    start: int
    value: str = field(repr=False)

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
        return self.key.casefold().startswith("text_")

    @property
    def is_person(self) -> bool:
        """Whether the whole value names somebody."""
        return self.key.casefold() in _PEOPLE and bool(_PERSON.fullmatch(self.value.strip()))

    @property
    def is_name(self) -> bool:
        """Whether the value must be unique, as that of ``sent_id``."""
        return self.key.casefold() in _NAMES


def remark_of(line: str, number: int) -> Remark:
    """Read a comment."""
    match = _COMMENT.match(line)
    if match is None:
        return Remark(number, "", 0, "")
    value = match[2].rstrip()
    return Remark(number, match[1] or "", match.start(2), value)

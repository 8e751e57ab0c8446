"""Words of marked-up text: each keeps its place and its look; where two meet they are parted."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from allonym.model.span import Span

_WORD = re.compile(r"\S+")
_LOOKED_AT, _PART = 80, 3
_ADDRESS = frozenset("@/\\")


class Line:
    """A line as it is read: its end, and which edges of elements came since."""

    __slots__ = ("_edges", "_end")

    def __init__(self) -> None:
        """Begin with nothing."""
        self._end = self._edges = ""

    def edge(self, mark: str = "-") -> None:
        """Note where an element begins or ends: ``<`` and ``>`` for fields and links."""
        self._edges += mark

    def gap(self, text: str) -> str:
        """Read a text; return what parts it from what stands before it: nothing, a space, a tab."""
        if not text:
            return ""
        fields = "<" in self._edges.partition(">")[2]
        is_met = bool(self._edges) and is_seam(self._end, text, fields=fields)
        self._end = f"{self._end}{text}"[-_LOOKED_AT:] if len(text) < _LOOKED_AT else text
        self._edges = ""
        return ("\t" if fields else " ") if is_met else ""


def is_seam(before: str, after: str, *, fields: bool) -> bool:
    """Tell whether one word ends and another begins where two elements meet without a space.

    Programs cut words anywhere, but what goes on with a word is small, and a number is no part of
    one.  Two fields or links are two texts whatever they hold.

    >>> is_seam("Mr Delvalle", "Gary", fields=False), is_seam("Kowal", "ski", fields=False)
    (True, False)
    >>> is_seam("anna", "nowak", fields=True), is_seam("gary", "88@corp.test", fields=False)
    (True, False)
    """
    if not (before[-1:].isalnum() and after[:1].isalnum()):
        return False
    word, number = before[-_PART:], after[:_PART]
    if fields or len(word) < _PART:
        return fields
    begins = word.isdecimal() or (word.isalpha() and word[-1].islower())
    is_changed = (begins and after[0].isupper()) or (
        word.isalpha() and number.isdecimal() and len(number) == _PART
    )
    token = before.rsplit(maxsplit=1)[-1] + after[:_LOOKED_AT].split(maxsplit=1)[0]
    return is_changed and _ADDRESS.isdisjoint(token)


@dataclass(frozen=True, slots=True)
class WordEdit:
    """A part of a replacement: what stands at `span` of the surface becomes `text`."""

    span: Span
    text: str = field(repr=False)


def word_by_word(surface: str, text: str) -> tuple[WordEdit, ...]:
    """Cut a replacement into its words where the surface has as many, parted in the same way.

    In ``<b>Ann</b> Nowak`` the new given name is then bold and the new surname is not.

    Args:
        surface: What stands there.
        text: What is to stand there.

    Returns:
        Edits in order; together they turn `surface` into `text`.

    >>> [edit.text for edit in word_by_word("Ann Nowak", "Eve Smith")]
    ['Eve', 'Smith']
    >>> [edit.text for edit in word_by_word("Ann Nowak", "[PERSON]")]
    ['[PERSON]']
    """
    whole = (WordEdit(Span(0, len(surface)), text),)
    old, new = list(_WORD.finditer(surface)), _WORD.findall(text)
    if len(old) < 2 or len(old) != len(new) or _WORD.split(surface) != _WORD.split(text):
        return whole
    return tuple(WordEdit(Span(*match.span()), word) for match, word in zip(old, new, strict=True))

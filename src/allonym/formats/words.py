"""Replacements word by word, so that each word of a name keeps its own place and its own look."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from allonym.model.span import Span

_WORD = re.compile(r"\S+")


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

"""Words of marked-up text: each keeps its place and its look; where two meet they are parted."""

from __future__ import annotations

import regex as re

from allonym.model.span import Span

_WORD = re.compile(r"\S+")
_LOOKED_AT, _PART = 80, 3
_ADDRESS, _FIELD = frozenset("@/\\"), frozenset("<>")


class Line:
    """A line as it is read: its end, and which edges of elements came since."""

    __slots__ = ("_edges", "_end", "_tag")

    def __init__(self) -> None:
        self._end = self._edges = self._tag = ""

    def edge(self, mark: str = "-", tag: str = "") -> None:
        """Note where an element begins or ends: ``<`` and ``>`` for fields and links.

        A link with the tag of the last one goes on with it.
        """
        self._edges += "-" if tag and tag == self._tag else mark
        self._tag = tag or self._tag

    def gap(self, text: str) -> str:
        """Read a text; return what parts it from what stands before it: nothing, a space, a tab."""
        if not text:
            return ""
        both = "<" in self._edges.partition(">")[2]
        one = not _FIELD.isdisjoint(self._edges)
        is_met = bool(self._edges) and is_seam(self._end, text, fields=both + one)
        self._end, self._edges = (self._end + text)[-_LOOKED_AT:], ""
        return ("\t" if both else " ") if is_met else ""


def is_seam(before: str, after: str, *, fields: int = 0) -> bool:
    """Tell whether one word ends and another begins where two elements meet without a space.

    Programs cut words anywhere, but what goes on with a word is small, and a number is no part of
    one.  Two fields or links are two texts whatever they hold; one may show a number.

    >>> is_seam("Mr Delvalle", "Gary"), is_seam("Kowal", "ski"), is_seam("gary", "88@corp.test")
    (True, False, False)
    >>> is_seam("anna", "nowak", fields=2), is_seam("page", "7", fields=1)
    (True, True)
    """
    if not (before[-1:].isalnum() and after[:1].isalnum()):
        return False
    word, number = before[-_PART:], after[:_PART]
    if fields > 1 or (fields and (word[-1].isdecimal() or number[0].isdecimal())):
        return True
    if len(word) < _PART:
        return False
    begins = word.isdecimal() or (word.isalpha() and word[-1].islower())
    is_changed = (begins and after[0].isupper()) or (
        word.isalpha() and number.isdecimal() and len(number) == _PART
    )
    token = before.rsplit(maxsplit=1)[-1] + after[:_LOOKED_AT].split(maxsplit=1)[0]
    return is_changed and _ADDRESS.isdisjoint(token)


_GLUED = re.compile(r"(?!Mac)(?:(?<!\p{Ll})\p{L}|\p{Lu})\p{Ll}{2,}+\p{Lu}\p{Ll}{2}")
"""A word of three letters, a capital and two more: *NowakLeeds*, no *McDonald*."""


def is_glued(text: str) -> bool:
    """Tell whether a word begins in another behind a first one: no reader sees where a name ends.

    >>> [is_glued(text) for text in ("Ann NowakLeeds", "Ann McDonald", "iPhone 12", "Mădălina P")]
    [True, False, False, False]
    """
    return " " in text.strip() and bool(_GLUED.search(text))


def word_by_word(surface: str, text: str) -> list[tuple[Span, str]]:
    """Cut a replacement into its words where the surface has as many, parted in the same way.

    In ``<b>Ann</b> Nowak`` the new given name is then bold and the new surname is not.

    Args:
        surface: What stands there.
        text: What is to stand there.

    Returns:
        What stands where in `surface` becomes what, in order.

    >>> [made for _, made in word_by_word("Ann Nowak", "Eve Smith")]
    ['Eve', 'Smith']
    >>> [made for _, made in word_by_word("Ann Nowak", "[PERSON]")]
    ['[PERSON]']
    """
    old, new = list(_WORD.finditer(surface)), _WORD.findall(text)
    if len(old) < 2 or len(old) != len(new) or _WORD.split(surface) != _WORD.split(text):
        return [(Span(0, len(surface)), text)]
    return [(Span(*match.span()), word) for match, word in zip(old, new, strict=True)]

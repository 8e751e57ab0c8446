"""Words, numbers and marks, as offsets: one regular expression, linear time, any Unicode.

A token never holds white space.  Words are cut at hyphens (``Kowalska-Nowak`` is three tokens, so
that either half can be looked up and a mention may end before ``-based``), never inside
``O'Brien`` or ``d.o.o.``; an English ``'s`` stands alone.  A full stop is a token of its own unless
it belongs to letters with dots between them: whether it ends a sentence is left to those who know.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.text.capitals import CAPITAL

_LETTER = r"[^\W\d_]"
_MARKS = "\u0300-\u036f\u200c\u200d\u00ad"
_WORD = rf"[\w{_MARKS}]+(?:['’](?![sS](?!\w))[\w{_MARKS}]+)*"
_COMMON = (
    r"(?i:https?://|www\.)[^\s<>\"]{0,2000}[^\s<>\".,;:!?)\]'’»”]",
    r"\d+(?:[.,]\d+)*(?!\w)",
    rf"(?:{_LETTER}\.){{2,9}}(?!\w)",
    _WORD,
    r"['’][sS](?!\w)",
    r"\.{2,}|-{2,}|[!?]{2,}",
    r"\S",
)
_EMAIL = r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}"
_PLAIN = re.compile("|".join(_COMMON))
_WITH_EMAIL = re.compile("|".join((_EMAIL, *_COMMON)))
_SENTENCE_END = re.compile(rf"(?<![.!?…])[.!?…]++[\"'”»)\]]*+\s+(?={CAPITAL}|[\"'„“«(\[])")
"""Looked for where a run of marks begins and nowhere inside it, so that each is read once."""


def tokenize(text: str) -> list[tuple[int, int]]:
    """Return the half-open offsets of the tokens, in order.

    >>> text = "Sp. z o.o., Rose's coat, ula.k@ex.pl"
    >>> [text[start:end] for start, end in tokenize(text)]
    ['Sp', '.', 'z', 'o.o.', ',', 'Rose', "'s", 'coat', ',', 'ula.k@ex.pl']
    """
    pattern = _WITH_EMAIL if "@" in text else _PLAIN
    return [match.span() for match in pattern.finditer(text)]


def windows(text: str, within: Span, size: int = 2000) -> Iterator[Span]:
    """Cut `within` into stretches of at most `size` characters.

    A cut is made at the last line end before the limit, else at a sentence's end, else at white
    space, else where the limit is; together the windows cover all of `within`.

    Args:
        text: The whole text.
        within: The part to cut, such as a block of the view.
        size: Most characters a window may hold.
    """
    start = within.start
    while within.end - start > size:
        end = _cut(text, start, start + size)
        yield Span(start, end)
        start = end
    yield Span(start, within.end)


def view_windows(view: TextView, size: int) -> Iterator[Span]:
    """Yield the windows of every block of a view, of all of its text where it has no blocks."""
    whole = (Span(0, len(view.text)),) if view.text else ()
    for block in view.blocks or whole:
        yield from windows(view.text, block, size)


def _cut(text: str, start: int, limit: int) -> int:
    newline = text.rfind("\n", start + 1, limit)
    if newline > start:
        return newline + 1
    ends = [match.end() for match in _SENTENCE_END.finditer(text, start, limit)]
    if ends:
        return ends[-1]
    space = max(text.rfind(" ", start + 1, limit), text.rfind("\t", start + 1, limit))
    return space + 1 if space > start else limit


def snap(span: Span, tokens: Sequence[Span]) -> Span:
    """Widen a span to the edges of the tokens it touches; unchanged where it touches none.

    >>> snap(Span(4, 6), [Span(0, 3), Span(4, 9)])
    Span(start=4, end=9)
    """
    first = bisect_right(tokens, span.start, key=lambda t: t.end)
    last = bisect_left(tokens, span.end, key=lambda t: t.start)
    if first >= last:
        return span
    return Span(min(span.start, tokens[first].start), max(span.end, tokens[last - 1].end))

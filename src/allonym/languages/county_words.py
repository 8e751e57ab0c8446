"""Words that say of names that they are counties: *jud. Arad*, *Tolna és Baranya megye*."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from allonym.model.span import Span
from allonym.text.capitals import CAPITAL

_REACH, _ROW = 16, 90
"""Signs before a name in which its word stands, and of a row of counties."""
_NAME = rf"{CAPITAL}[\w-]+(?: {CAPITAL}[\w-]+)?"
_JOINT = r"(?:,[ \u00a0]|[ \u00a0][^\W\d_]{1,3}[ \u00a0])"
_LAST = re.compile(rf"(?<!\w)({_NAME}){_JOINT}\Z")
_NEXT = re.compile(rf"{_JOINT}({_NAME})")


@dataclass(frozen=True)
class CountyWords:
    """Tells whether a name is a county's by the word before or behind it."""

    before: Sequence[str]  # words that one follows: *jud.*, *обл.*
    behind: Sequence[str]  # beginnings of words that follow one: *megy*

    def tell(self, text: str, span: Span, known: Callable[[str], object]) -> bool:
        """Tell whether a name stands behind ``jud.`` or before ``megye``, alone or in a row.

        Args:
            text: The document.
            span: Of the name.
            known: Returns something for the name of a county, of which alone a row is.
        """
        if self._led(text[max(0, span.start - _REACH) : span.start]):
            return True
        if self._followed(text, span.end):
            return True
        if not known(text[slice(*span)]):
            return False
        led = any(map(self._led, self._heads(text[max(0, span.start - _ROW) : span.start], known)))
        return led or any(self._followed(text, at) for at in self._ends(text, span.end, known))

    @staticmethod
    def _heads(head: str, known: Callable[[str], object]) -> Iterator[str]:
        """Yield what stands before each county of the row that ends here."""
        while (last := _LAST.search(head)) and known(last[1]):
            head = head[: last.start()]
            yield head

    @staticmethod
    def _ends(text: str, at: int, known: Callable[[str], object]) -> Iterator[int]:
        """Yield where each county of the row that begins here ends."""
        limit = at + _ROW
        while (more := _NEXT.match(text, at, limit)) and known(more[1]):
            at = more.end()
            yield at

    def _led(self, head: str) -> bool:
        return self._patterns[0].search(head) is not None

    def _followed(self, text: str, at: int) -> bool:
        return self._patterns[1].match(text, at) is not None

    @cached_property
    def _patterns(self) -> tuple[re.Pattern[str], re.Pattern[str]]:
        led, after = ("|".join(map(re.escape, own)) or "(?!)" for own in (self.before, self.behind))
        head = re.compile(rf"(?<!\w)(?i:{led})\.?[ \u00a0]?\Z")
        return head, re.compile(rf"[ \u00a0](?i:{after})")

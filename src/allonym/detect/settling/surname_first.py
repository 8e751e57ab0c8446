"""Where the surname stands first, one that was left out in front of a given name.

A model may end a name too early or begin it too late: *Bíró | Fanni*, where *bíró* (judge) is a
title as well, *Orosz | Szabina Kitti*.  A listed surname in its citation form right before a name
that begins with a given name is the head of it, also where a sentence begins: titles stand behind.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from allonym.detect.settling.apart import Has, is_guessed
from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView

_BEFORE = re.compile(r"(?<![\w.'’-])([^\W\d_]+(?:-[^\W\d_]+)?) \Z")
_REACH = 40
_GIVEN = ("given", "given_rare", "given_ending")
_FAMILY = ("family", "family_rare")


@dataclass(frozen=True, slots=True)
class SurnameFirst:
    """Gives names the surname in front of them.

    Attributes:
        has: What the word lists say of a word.
        leads: Words in small letters that stand before a name and are no part of it.
    """

    has: Has
    leads: frozenset[str]

    def settle(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, people with the surname that stands before them."""
        made: list[Mention] = []
        for mention in mentions:
            start = self._start(view, mention)
            apart = not made or made[-1].span.end <= start
            made.append(replace(mention, span=Span(start, mention.span.end)) if apart else mention)
        return made

    def _start(self, view: TextView, mention: Mention) -> int:
        """Return where the name begins with its surname; its own start if none stands there."""
        start = mention.span.start
        if not is_a(mention.type, "person") or not is_guessed(mention):
            return start
        words = view.surface(mention.span).split()
        if not all(word[:1].isupper() and self.has(word, *_GIVEN) for word in words):
            return start
        before = self._before(view.text, start)
        return before.start(1) if before and self.has(before[1], *_FAMILY) else start

    def _before(self, text: str, start: int) -> re.Match[str] | None:
        """Return the capitalised word before a name, if one stands there."""
        before = _BEFORE.search(text, max(0, start - _REACH), start)
        if not before or not before[1][:1].isupper() or before[1].isupper():
            return None
        return None if before[1].casefold() in self.leads else before

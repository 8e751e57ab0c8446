"""Where the surname stands first, one that was left out in front of a given name.

A model may end a name too early or begin it too late: *Bíró | Fanni*, where *bíró* (judge) is a
title as well, *Orosz | Szabina Kitti*.  A listed surname in its citation form right before a name
that begins with a given name is the head of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from allonym.detect.apart import Has, is_guessed
from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView

_BEFORE = re.compile(r"(?<![\w.'’-])([^\W\d_]+(?:-[^\W\d_]+)?) \Z")
_HEAD = re.compile(r"(?:\A|[.!?…\n]|[\"'„“”»«])\s*\Z")
_REACH = 40
_GUESSED = ("place", "org", "other")
_GIVEN = ("given", "given_rare", "given_ending")
_FAMILY = ("family", "family_rare")


@dataclass(frozen=True, slots=True)
class SurnameFirst:
    """Gives names the surname in front of them.

    Attributes:
        has: What the word lists say of a word.
        leads: Words in small letters that stand before a name and are no part of it.
        is_common: Tells whether a word in small letters is a common word: no surname at the head
            of a sentence.
        wife: What a married woman's name ends in (*Oroszné Lengyel Imola*).
    """

    has: Has
    leads: frozenset[str]
    is_common: Callable[[str], bool]
    wife: str = "né"

    def settle(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, people with the surname that stands before them."""
        made: list[Mention] = []
        for mention in mentions:
            start = self._start(view, mention, made[-1] if made else None)
            if start == mention.span.start:
                made.append(mention)
                continue
            before = made[-1] if made and made[-1].span.end > start else None
            if before is None:
                made.append(replace(mention, span=Span(start, mention.span.end)))
            elif self._gives_way(view, before, start):
                joined = Span(before.span.start, mention.span.end)
                made[-1] = replace(mention, span=joined)
            else:
                made.append(mention)
        return made

    def _start(self, view: TextView, mention: Mention, last: Mention | None) -> int:
        """Return where the name begins with its surname; its own start if none stands there."""
        start = mention.span.start
        if not is_a(mention.type, "person") or not is_guessed(mention):
            return start
        before = _BEFORE.search(view.text, max(0, start - _REACH), start)
        if not before or not self._is_surname(before[1]):
            return start
        words = view.surface(mention.span).split()
        given = all(word[:1].isupper() and self.has(word, *_GIVEN) for word in words)
        guessed = last is not None and last.span.end == before.end(1)
        wanting = given and (guessed or self._stands_out(view.text, before))
        return before.start(1) if wanting or before[1].endswith(self.wife) else start

    def _is_surname(self, word: str) -> bool:
        if not word[:1].isupper() or word.isupper() or word.casefold() in self.leads:
            return False
        return self.has(word.removesuffix(self.wife), *_FAMILY)

    def _stands_out(self, text: str, before: re.Match[str]) -> bool:
        """Tell whether a capital means something: no common word at the head of a sentence."""
        at_head = _HEAD.search(text, max(0, before.start() - 4), before.start()) is not None
        return not (at_head and self.is_common(before[1].lower()))

    def _gives_way(self, view: TextView, before: Mention, start: int) -> bool:
        """Tell whether what ends in the surname is nothing but it, or a wife's double name."""
        if not is_guessed(before):
            return False
        head = view.text[before.span.start : start].split()
        alone = not head and (is_a(before.type, "person") or before.type in _GUESSED)
        return alone or (len(head) == 1 and head[0].endswith(self.wife))

"""What a pattern or a network took for part of an address: a word before it, an ending behind it.

*Kokous Mannerheimintie 5:ssä* is a meeting, not a street of two words.  ``address.toml`` says which
words may stand before a street's word (``before``; none is asked where the list is missing), and
what hangs on a number as it is spoken (``endings``): *Mannerheimintie 5:ssä*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from allonym.languages.spoken import NumberEndings
from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView

_FIRST = re.compile(r"([^\W\d_]+)[ \u00a0]+(?=[^\W\d_])")
_NEAR = 8
_ENDS = frozenset(".!?…:;\n\"'„“”»«")


@dataclass(frozen=True, slots=True)
class StreetHeads:
    """Cuts such words off.

    Attributes:
        before: Words in small letters that may stand before a street's word.
        is_plain: Tells whether a word in small letters is in the dictionary and no name.
        endings: What hangs on numbers.
    """

    before: frozenset[str] = frozenset()
    is_plain: Callable[[str], bool] = field(default=lambda _: False, repr=False)
    endings: NumberEndings = field(default_factory=lambda: NumberEndings({}))

    @classmethod
    def of(cls, table: Mapping[str, Any], is_plain: Callable[[str], bool]) -> StreetHeads:
        """Read the words of ``address.toml``."""
        endings = NumberEndings.of(table.get("endings", {}))
        return cls(frozenset(table.get("before", ())), is_plain, endings)

    def cut(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, addresses without what is no part of them."""
        if not (self.before or self.endings.digits):
            return list(mentions)
        return [self._bare(view, m) if is_a(m.type, "address") else m for m in mentions]

    def _bare(self, view: TextView, mention: Mention) -> Mention:
        start = mention.span.start
        end = start + self.endings.bare_end(view.surface(mention.span))
        mention = replace(mention, span=Span(start, end))
        first = _FIRST.match(view.text, start, end)
        if not first or not self._leads(
            first[1].casefold(), view.text[max(0, start - _NEAR) : start]
        ):
            return mention
        return replace(mention, span=Span(first.end(), end))

    def _leads(self, word: str, before: str) -> bool:
        head = before.rstrip(" \t\u00a0")
        opens = not head or head[-1] in _ENDS
        return bool(self.before) and opens and word not in self.before and self.is_plain(word)

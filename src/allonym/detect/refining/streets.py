"""Streets of addresses: their edges, and where they are named again.

*Kokous Mannerheimintie 5:ssä* is a meeting, not a street of two words.  ``address.toml`` says which
words may stand before a street's word (``before``; none is asked where the list is missing), and
what hangs on a number as it is spoken (``endings``): *Mannerheimintie 5:ssä*.
A street of an address is that street wherever it is named again: *Elm Road Surgery*.
Who is called after a street tells where that is; what becomes of one becomes of the other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from allonym.languages.spoken import NumberEndings
from allonym.model.cover import Cover
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView

_EVIDENCE = Evidence("patterns", "street", 0.9)
_NUMBER = re.compile(r"\A\d[\w/-]*,?[ \u00a0]+|,?[ \u00a0]+\d.*\Z", re.DOTALL)
_SMALL = re.compile(r"\A(?:[a-zà-žа-я]+\.?[ \u00a0]+)+")
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


@dataclass(frozen=True, slots=True)
class NamedStreets:
    """Finds them.

    Attributes:
        ends: What the name of a street ends in that says so alone, in small letters.
    """

    ends: tuple[str, ...] = ()

    def find(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, and what names the street of one where none of them is."""
        addresses = (view.surface(m.span) for m in mentions if is_a(m.type, "address"))
        names = {name for address in addresses for name in self._names(address)}
        if not names:
            return list(mentions)
        taken = Cover(m.span for m in mentions)
        longest = sorted(map(re.escape, names), key=len, reverse=True)
        again = re.finditer(rf"(?<![\w-])(?:{'|'.join(longest)})(?![\w-])", view.text)
        spans = (Span(*match.span()) for match in again)
        found = [Mention(s, "address", (_EVIDENCE,)) for s in spans if not taken.touches(s)]
        return sorted([*mentions, *found], key=lambda m: m.span) if found else list(mentions)

    def _names(self, address: str) -> Iterator[str]:
        """Yield a street with its number and no word for it, and alone where its name tells."""
        street = _NUMBER.sub("", address)
        if street.casefold().endswith(self.ends) and street[:1].isupper():
            yield street
        bare = _SMALL.sub("", address)
        if bare[:1].isupper() and bare[-1].isdigit():
            yield bare

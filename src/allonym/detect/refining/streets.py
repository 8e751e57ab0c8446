"""Streets of addresses: their edges, and where they are named again.

``address.toml`` says what hangs on a number as it is spoken (``endings``): *Mannerheimintie 5:ssä*.
A street of an address is that street wherever it is named again: *Elm Road Surgery*.
Who is called after a street tells where that is; what becomes of one becomes of the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from allonym.languages.spoken import NumberEndings
from allonym.model.cover import Cover
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView

_EVIDENCE = Evidence("patterns", "street", 0.9)
_NUMBER = re.compile(r"\A\d[\w/-]*,?[ \u00a0]+|,?[ \u00a0]+\d.*\Z", re.DOTALL)
_SMALL = re.compile(r"\A(?:[a-zà-žа-я]+\.?[ \u00a0]+)+")


def without_endings(
    view: TextView, mentions: Sequence[Mention], endings: NumberEndings
) -> list[Mention]:
    """Return the mentions, addresses without what hangs on the number as it is spoken.

    Args:
        view: The document.
        mentions: Disjoint, in text order.
        endings: Those of the language.
    """

    def bare(mention: Mention) -> Mention:
        end = mention.span.start + endings.bare_end(view.surface(mention.span))
        return replace(mention, span=Span(mention.span.start, end))

    if not endings.digits:
        return list(mentions)
    return [bare(m) if is_a(m.type, "address") else m for m in mentions]


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

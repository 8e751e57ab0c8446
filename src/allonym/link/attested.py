"""Words no list knows, read as forms of names that stand elsewhere in the document.

``Slančevim`` alone may be anything; where ``Stanko Slanc`` stands too, it speaks of his family.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from allonym.link.words import NameWords
from allonym.model.mention import Mention, NamePart
from allonym.model.view import TextView

_LEAST = 3
_NAMES = ("given", "family")


def settled(view: TextView, mentions: Iterable[Mention], words: NameWords) -> list[Mention]:
    """Return the mentions of people, their unknown words as forms of the names of the document.

    Args:
        view: The document.
        mentions: With their parts.
        words: What the lists know.
    """
    read = list(mentions)
    parts = (p for m in read for p in m.parts if p.role in _NAMES)
    seen = {view.surface(p.span).casefold() for p in parts if len(p.span) >= _LEAST}

    def settle(part: NamePart) -> NamePart:
        surface = view.surface(part.span)
        known = words.given_weight if part.role == "given" else words.family_weight
        if part.role not in _NAMES or known(surface):
            return part
        others = seen - {surface.casefold()}
        forms = tuple(a for a in part.analyses if a.lemma.casefold() in others)
        return replace(part, analyses=forms) if forms else part

    return [replace(m, parts=tuple(map(settle, m.parts))) if m.parts else m for m in read]

"""Courts and authorities that are named after a place: they move with it, the others stay."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from allonym.languages.geography import Geography
from allonym.model.mention import Mention
from allonym.model.view import TextView
from allonym.ports import Morphology
from allonym.text.capitals import like_title

_KINDS = ("org.court", "org.authority")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*(?: (?:[^\W\d_]{1,4} )?[^\W\d_]+)?")
_FIRST = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_SHORT = 3


@dataclass(frozen=True)
class LocalNames:
    """Tells which courts and authorities are named after a settlement.

    Attributes:
        geography: Of the language.
        morphology: Of the language.
    """

    geography: Geography = field(repr=False)
    morphology: Morphology = field(repr=False)

    def mark(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, such courts and authorities with the type ``….local``."""
        return [
            replace(m, type=f"{m.type}.local")
            if m.type in _KINDS and self.is_local(view.surface(m.span))
            else m
            for m in mentions
        ]

    def is_local(self, name: str) -> bool:
        """Tell whether a name holds that of a town, in whatever case, or an adjective of one."""
        starts = [found.start() for found in _FIRST.finditer(name)]
        texts = {found[0] for at in starts for p in (_WORD, _FIRST) if (found := p.match(name, at))}
        return any(map(self._is_town, sorted(texts)))

    def _is_town(self, text: str) -> bool:
        if not text[0].isupper() or len(text) <= _SHORT:
            return False
        readings = self.morphology.analyse(like_title(text), "place")[:3]
        towns = (self.geography.named(r.lemma) for r in readings)
        return any(t and t.size < self.geography.smallest[t.country] for t in towns)

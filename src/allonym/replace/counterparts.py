"""Counties and cities abroad: a county stands for a county, a city in Italy for one in Italy.

*jud. Dej* is no county, and who went to Germany and lives in Ruse has come home again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from allonym.model.draw import Draw
from allonym.model.mention import Mention
from allonym.model.view import TextView
from allonym.ports import Choice
from allonym.replace.rules import NameRules
from allonym.replace.surrogates import Chooser
from allonym.text.capitals import like

_REACH = 16
_NO_WORD = re.compile("(?!)")
_VOWELS = "aeiouyăаеиоуя"


@dataclass(frozen=True)
class Counterparts:
    """Draws counties and cities abroad for one document.

    Attributes:
        view: The document.
        chooser: Of the document; its ledger, if any, remembers the draws.
        rules: What the language says about names; without lists nothing is drawn.
        draw: Draws from the lists.
    """

    view: TextView
    chooser: Chooser
    rules: NameRules
    draw: Draw

    def county(self, mention: Mention) -> str | None:
        """Return another county for a name behind ``jud.``, None for whatever else."""
        start = mention.span.start
        before = self.view.text[max(0, start - _REACH) : start]
        if not self.rules.counties or not self._announced.search(before):
            return None
        surface = self.view.surface(mention.span)
        found = self._drawn("county", surface, self.rules.counties)
        return like(surface, found) if found else None

    def city(self, lemma: str) -> str | None:
        """Return another city of the same country, None where the lists don't have this one."""
        own = lemma.casefold()
        peers = next((c for c in self.rules.abroad if own in map(str.casefold, c)), ())
        alike = [c for c in peers if _ending(c) == _ending(own) and c.casefold() != own]
        return self._drawn("abroad", own, alike or peers) if peers else None

    def _drawn(self, kind: str, key: str, names: Sequence[str]) -> str | None:
        found = self.chooser.settle(kind, key.casefold(), self._choices(kind, key, names))
        return found.surrogate if found else None

    def _choices(self, kind: str, key: str, names: Sequence[str]) -> Iterator[Choice]:
        start = self.draw.number(len(names), "place", kind, key.casefold())
        text = self.view.text.casefold()
        for name in (*names[start:], *names[:start]):
            if name.casefold() not in text:
                yield Choice(name)

    @property
    def _announced(self) -> re.Pattern[str]:
        words = "|".join(map(re.escape, self.rules.county_words))
        return re.compile(rf"(?<!\w)(?:{words})\.?[ \u00a0]?\Z", re.I) if words else _NO_WORD


def _ending(name: str) -> str:
    """Return what the gender of a city hangs on: its last vowel, or that there is none."""
    last = name[-1:].lower()
    return last if last in _VOWELS else ""

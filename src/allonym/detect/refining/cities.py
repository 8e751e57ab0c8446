"""Cities in tables of results: *Celje - Koper 3:1* are two, and *Koper 45* is no address.

A village's houses have numbers alone; a city has streets, so that what stands behind its name is a
sum, a score or an amount.  Two names with a dash between are one place only if a table has them so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from allonym.languages.abroad import Abroad, country_of
from allonym.languages.geography import Geography
from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView

_DASH = re.compile(r"[ \u00a0][-–—](?:[ \u00a0]|\Z)")
_HOUSE = re.compile(r"([^\d,]+)[ \u00a0]\d+")
_DECIDED, _VILLAGE = "decision", "village"


@dataclass(frozen=True, slots=True)
class Cities:
    """Parts what the decision took for one name."""

    geography: Geography = field(repr=False)  # of the language
    abroad: Abroad = field(repr=False)

    def find(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, each city as a place of its own.

        Args:
            view: The document.
            mentions: Disjoint, in text order.
        """
        return [part for m in mentions for part in self._parts(view, m)]

    def _parts(self, view: TextView, mention: Mention) -> Iterator[Mention]:
        guessed = any(e.detector == _DECIDED for e in mention.evidence)
        surface, start = view.surface(mention.span), mention.span.start
        house = _HOUSE.fullmatch(surface) if guessed and mention.type == "address" else None
        if house and self._is_city(house[1]):
            yield replace(mention, type="place", span=Span(start, start + house.end(1)))
        elif guessed and _DASH.search(surface) and self._are_apart(surface, mention.type):
            gaps = [m.span() for m in _DASH.finditer(surface)]
            for gap, following in (*gaps, (len(surface), 0)):
                if start < mention.span.start + gap:
                    yield replace(mention, type="place", span=Span(start, mention.span.start + gap))
                start = mention.span.start + following
        else:
            yield mention

    def _are_apart(self, surface: str, kind: str) -> bool:
        """Tell whether names with a dash between are cities, or places of which no table knows."""
        one = self.geography.named(_DASH.sub("-", surface))
        cities = all(map(self._is_city, filter(None, _DASH.split(surface))))
        return not one and (is_a(kind, "place") or (is_a(kind, "person") and cities))

    def _is_city(self, name: str) -> bool:
        town, feature = self.geography.named(name), self.abroad.named(name)
        if town and town.kind != _VILLAGE and self.geography.is_large(name):
            return True
        known = (feature and feature.main == "city") or country_of(name, listed=town is not None)
        return bool(known)

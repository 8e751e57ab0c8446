"""Postcodes beside towns and addresses: ``5300 Габрово``, ``str. Lungă nr. 40, 547530``.

A number of four or five digits says nothing by itself, so patterns want a label or a line of its
own.  Where the table of settlements has the number, and what stands beside it is a town of that
part of the country or an address, it is a postcode.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from allonym.languages.geography import Geography, Town
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import Morphology

SCORE = 0.8
_NUMBER = re.compile(
    r"(?<![\w.,/:+-])[0-9](?:[0-9]{3,5}|[0-9]{2}[ \u00a0][0-9]{2})(?![\w/:-]|[.,][0-9])"
)
_BEFORE = re.compile(r",?[ \u00a0]")
_BEHIND = re.compile(r",?[ \u00a0]\(?")
_SURE = 5
"""Digits from which a number of the table behind an address needs no town."""


@dataclass(frozen=True)
class Postcodes:
    """Finds postcodes by the table of settlements.

    Attributes:
        geography: Of the language.
        morphology: Reads the names of towns.
    """

    geography: Geography = field(repr=False)
    morphology: Morphology = field(repr=False)

    def find(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, and the postcodes beside them.

        Args:
            view: The text.
            mentions: Disjoint, in text order.
        """
        starts = [m.span.start for m in mentions]
        found = []
        for number in _NUMBER.finditer(view.text):
            span, at = Span(*number.span()), bisect_left(starts, number.end())
            behind = mentions[at] if at < len(mentions) else None
            before = mentions[at - 1] if at else None
            if before and before.span.end > span.start:
                continue
            town = self.geography.of_postcode(number[0])
            if town and self._is_beside(view, span, town, before, behind):
                found.append(
                    Mention(span, "postcode", (Evidence("patterns", "settlement", SCORE),))
                )
        return sorted([*mentions, *found], key=lambda m: m.span) if found else [*mentions]

    def _is_beside(
        self, view: TextView, span: Span, town: Town, before: Mention | None, behind: Mention | None
    ) -> bool:
        text = view.text
        if before and view.blocks and not view.block_at(before.span.start).contains(span):
            before = None
        led = before and _BEHIND.fullmatch(text, before.span.end, span.start)
        if before and led and is_a(before.type, "address") and len(span) >= _SURE:
            return True
        follows = behind and _BEFORE.fullmatch(text, span.end, behind.span.start)
        if behind and follows and is_a(behind.type, "place"):
            return self._is_there(view.surface(behind.span), town)
        return bool(
            before and led and is_a(before.type, "place") and len(span) >= _SURE
            and self._is_there(view.surface(before.span), town)
        )  # fmt: skip

    def _is_there(self, surface: str, town: Town) -> bool:
        """Tell whether a place is that town or lies in its area."""
        named = {surface, *(r.lemma for r in self.morphology.analyse(surface, "place")[:3])}
        towns = [t for name in sorted(named) if (t := self.geography.named(name))]
        return any(t.name == town.name or (t.area and t.area == town.area) for t in towns)

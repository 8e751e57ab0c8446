"""In what case a name stands that no table knows: *As Oy Pitkänrinteessä*, *u Liburniji*.

Read as it stands it may be a citation form; what it ends in says that it hardly is one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from allonym.languages.pool import PoolEntry
from allonym.replace.inflect import Joint

_TAILS = 3, 2
_ENOUGH, _LED = 8, 3
_SELDOM = 0.02


@dataclass(frozen=True)
class CaseEndings:
    """What forms of names end in, by case.

    Attributes:
        seen: How often each case ends so.
    """

    seen: dict[str, Counter[str]] = field(repr=False)

    @classmethod
    def of(cls, entries: Iterable[PoolEntry]) -> CaseEndings:
        """Count the singular forms of names."""
        seen: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for entry in entries:
            for bundle, form in entry.forms():
                if "Derivation" not in bundle and bundle.get("Number", "Sing") == "Sing":
                    for size in _TAILS:
                        seen[form[-size:].casefold()][bundle.get("Case", "")] += 1
        return cls(dict(seen))

    def cases(self, word: str, readings: Joint) -> Joint:
        """Return the cases of a word that no table knows, as it is read, if it may end so.

        Args:
            word: As it stands.
            readings: The cases that it is read in.
        """
        tails = (self._seen(word[-size:].casefold()) for size in _TAILS)
        own = next((found for found in tails if found.total() >= _ENOUGH), Counter[str]())
        total = own.total()
        if not total or own[""] or own["Nom"] > _SELDOM * total:
            return readings
        ends: Joint = {(case, "Sing", "", ""): count / total for case, count in own.items()}
        both = {key: ends[key] * readings[key] for key in ends.keys() & readings.keys()}
        return {k: w for k, w in both.items() if k[0] != "Nom"} or ends

    def _seen(self, tail: str) -> Counter[str]:
        """Return the cases of a tail; a short one tells if several letters stand before it."""
        told = len(tail) == max(_TAILS) or self._ends[tail] > _LED
        return self.seen.get(tail, Counter()) if told else Counter()

    @cached_property
    def _ends(self) -> Counter[str]:
        """How many tails end so."""
        return Counter(own[n:] for own in self.seen for n in range(len(own)))

"""Adjectives made from places that no table has, as those of the table are: *Bojnice*, *bojnický*.

What a town's name ends in tells how its adjective ends, if several towns of the table agree.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile
from operator import eq

from allonym.languages.geography import load_geography
from allonym.languages.pack import LanguagePack
from allonym.languages.pool import load_pool

_LONGEST, _SHORTEST = 6, 1
"""Letters at the end of a name that are compared."""
_TWICE, _MOST = 2, 0.75
"""How many towns of the table have to agree, and what share of those that end so."""
_STEM = 3
"""Letters that a name and its adjective share at least."""

Change = tuple[int, str]
"""How many letters go at the end, and what comes instead."""


@dataclass(frozen=True)
class Analogy:
    """Makes adjectives as those that it has learnt from are made."""

    # what becomes of the end of a name, by its last letters
    changes: Mapping[str, Change] = field(repr=False, default_factory=dict)

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, str]]) -> Analogy:
        """Return what towns and their adjectives teach; names of several words do not."""
        votes: dict[str, Counter[Change]] = defaultdict(Counter)
        for town, adjective in pairs:
            low = town.casefold()
            shared = sum(takewhile(bool, map(eq, low, adjective)))
            if not low.isalpha() or shared < _STEM:
                continue
            change = len(low) - shared, adjective[shared:]
            for size in range(max(_SHORTEST, change[0]), _LONGEST + 1):
                votes[low[-size:]][change] += 1
        best = {end: counted.most_common(1)[0] for end, counted in votes.items()}
        return cls(
            {
                end: change
                for end, (change, count) in best.items()
                if count >= _TWICE and count >= _MOST * votes[end].total()
            }
        )

    def adjective(self, town: str) -> str:
        """Return the adjective of a town; empty where the table has too few like it."""
        low = town.casefold()
        ends = (low[-size:] for size in range(_LONGEST, _SHORTEST - 1, -1) if size < len(low))
        change = next((self.changes[end] for end in ends if end in self.changes), None)
        if change is None or not low.isalpha() or len(low) - change[0] < _STEM:
            return ""
        return low[: len(low) - change[0]] + change[1]


@cache
def load_analogy(pack: LanguagePack) -> Analogy:
    """Return what the places of a pack's pool teach, and those told by hand."""
    entries = load_pool(pack, "place").entries
    return Analogy.of([*((e.lemma, e.derived) for e in entries if e.derived), *_told(pack)])


def _told(pack: LanguagePack) -> Sequence[tuple[str, str]]:
    """Return towns with their adjectives that are told by hand, those that are only read last."""
    table: Mapping[str, str] = pack.toml("address.toml").get("adjectives", {})
    every = ((town, *pair) for town, own in table.items() for pair in enumerate(own.split()))
    return [(town, own) for town, _, own in sorted(every, key=lambda row: row[1])]


@cache
def town_adjectives(pack: LanguagePack) -> Mapping[str, str]:
    """Return the towns of a pack by their adjectives: the pool's, what it teaches, by hand."""
    analogy, towns = load_analogy(pack), load_geography(pack).towns
    made = {analogy.adjective(town.name): town.name for town in reversed(towns)}
    regions = {town.region[:-1] for town in towns if town.region.islower()}  # pomorskie
    made = {adjective: town for adjective, town in made.items() if adjective not in regions}
    entries = load_pool(pack, "place").entries
    known = {e.derived.casefold(): e.lemma for e in entries if e.derived}
    told = {adj: town for town, adj in reversed(_told(pack))}
    return {adjective: town for adjective, town in (made | known | told).items() if adjective}

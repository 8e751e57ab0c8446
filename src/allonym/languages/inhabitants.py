"""What those are called who are from a town: *nyköpingsbor*, *iisalmelaiset*, *Celjani*."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from allonym.languages.analogy import town_adjectives
from allonym.languages.geography import load_geography
from allonym.languages.pack import LanguagePack
from allonym.languages.pool import load_pool

_Stems = Sequence[tuple[re.Pattern[str], str]]


@dataclass(frozen=True, slots=True)
class Inhabitants:
    """Makes such words as ``inhabitants`` of a pack's ``address.toml`` says."""

    # how such words are made, the usual way first: what a town's adjective (or its name, where it
    # has none) ends in and what comes instead, and the endings of all forms, in one order for all
    # ways, with the ways to write each. In reading all that fits is tried; what comes first is
    # written
    ways: Sequence[tuple[_Stems, Sequence[Sequence[str]]]]
    cited: Mapping[str, str]  # the words that no way tells, in their first form, by the adjective
    made: re.Pattern[str]  # fits the towns of which such a word is written
    local: Sequence[str]  # what people are called in the other towns, one for each form
    # a capital vowel of an ending is the first of `harmony` behind a stem that fits this
    back: re.Pattern[str]
    harmony: Sequence[str]  # the vowels behind such stems, and behind others
    # what the adjectives of lands end in, where the morphology reads none
    adjectives: Sequence[str] = ()

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> Inhabitants:
        """Return what a table says; without ways where there is none.

        >>> way = {"stems": [["(?<=a)", ""], ["", "s"]], "endings": "bo bor|are"}
        >>> words = Inhabitants.of({"ways": [way], "local": ["ortsbo", "ortsbor"]})
        >>> list(words.read("köping")), list(words.written("kumla"))
        ([(0, 'köpingsbo'), (1, 'köpingsbor'), (1, 'köpingsare')], ['kumlabo', 'kumlabor'])
        """
        ways = [
            (
                [(re.compile(rf"(?:{end})\Z"), new) for end, new in way["stems"]],
                [ending.split("|") for ending in way["endings"].split()],
            )
            for way in table.get("ways", ())
        ]
        return cls(
            ways, table.get("of", {}), re.compile(table.get("made", "")), table.get("local", ()),
            re.compile(table.get("back", "")), table.get("harmony", ()),
            table.get("adjectives", ()),
        )  # fmt: skip

    def read(self, town: str) -> Iterator[tuple[int, str]]:
        """Yield the words that may say who is from a town, each with the number of its form."""
        for stem, endings in self._stems(town):
            for number, ways in enumerate(endings):
                yield from ((number, self._whole(stem, way)) for way in ways)

    def written(self, town: str) -> Sequence[str]:
        """Return what those are called who are from a town, all forms; empty for want of a way."""
        if town not in self.cited and not (self.made.search(town) and town.isalpha()):
            return self.local
        stem, endings = next(self._stems(town), ("", ()))
        return [self._whole(stem, ways[0]) for ways in endings] or self.local

    def homes(self, towns: Mapping[str, str]) -> Mapping[str, str]:
        """Return the towns by the words for who is from there, towns being given by adjective.

        >>> way = {"stems": [["", "s"]], "endings": "bo bor"}
        >>> Inhabitants.of({"ways": [way], "made": "köping"}).homes({"köping": "K", "sala": "S"})
        {'köpingsbo': 'K', 'köpingsbor': 'K'}
        """
        made = ((self.written(adjective), town) for adjective, town in towns.items())
        return {word: town for words, town in made if words is not self.local for word in words}

    @property
    def ends(self) -> tuple[str, ...]:
        """What such words end in."""
        found = (way for _, endings in self.ways for ways in endings for way in ways)
        return tuple(sorted({end.replace("A", v) for end in found for v in self.harmony or "a"}))

    def _stems(self, town: str) -> Iterator[tuple[str, Sequence[Sequence[str]]]]:
        if word := self.cited.get(town):
            firsts = ((endings[0][0], endings) for _, endings in self.ways)
            fits = ((word.removesuffix(e), endings) for e, endings in firsts if word.endswith(e))
            yield from list(fits)[:1]
        for stems, endings in self.ways:
            for end, new in stems:
                if end.search(town):
                    yield end.sub(new, town, count=1), endings

    def _whole(self, stem: str, ending: str) -> str:
        low = self.harmony[0 if self.back.search(stem) else 1] if self.harmony else "a"
        return stem + ending.replace("A", low)


@cache
def load_inhabitants(pack: LanguagePack) -> Inhabitants:
    """Return what a language calls those who are from a town."""
    return Inhabitants.of(pack.toml("address.toml").get("inhabitants", {}))


@cache
def load_homes(pack: LanguagePack) -> Mapping[str, str]:
    """Return the towns of a language by the words for who is from there, but for villages.

    Where towns have no adjectives the words are made from their names, short ones too: *hudikbo*.
    """
    words = load_inhabitants(pack)
    if not words.ways:
        return {}
    known = load_pool(pack, "place").by_lemma
    if adjectives := town_adjectives(pack):
        towns = adjectives.items()
        return words.homes({adj: t for adj, t in towns if t in known or adj in words.cited})
    geography = load_geography(pack)
    large = (t.name for t in geography.towns if t.size < geography.smallest[t.country])
    names = {name: name for name in (*large, *known)} | dict(geography.short)
    return words.homes({name.casefold(): town for name, town in names.items()})

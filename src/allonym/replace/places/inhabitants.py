"""What those are called who live in a town: *nyköpingsbor*, *iisalmelaiset*, *bistrițeni*."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Inhabitants:
    """Makes such words as ``inhabitants`` of a pack's ``address.toml`` says.

    Attributes:
        stems: What a town's name (or its adjective) ends in, and what comes instead; those that fit
            are tried in reading, the first is written.
        forms: Endings, the ways to write each; the first is written.  A capital vowel is the first
            of `harmony` behind a stem that fits `back`, else the second.
        made: Fits the towns of which such a word is written.
        local: What people are called in the other towns, one for each ending.
        back: See `forms`.
        harmony: See `forms`.
    """

    stems: Sequence[tuple[re.Pattern[str], str]]
    forms: Sequence[Sequence[str]]
    made: re.Pattern[str]
    local: Sequence[str]
    back: re.Pattern[str]
    harmony: Sequence[str]

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> Inhabitants:
        """Return what a table says; without forms where there is none.

        >>> table = {"forms": ["bo", "bor are"], "local": ["ortsbo", "ortsbor"]}
        >>> words = Inhabitants.of({**table, "stems": [["(?<=a)$", ""], ["$", "s"]]})
        >>> [list(ways) for ways in words.read("köping")], list(words.written("kumla"))
        ([['köpingsbo'], ['köpingsbor', 'köpingsare']], ['kumlabo', 'kumlabor'])
        """
        return cls(
            [(re.compile(end), new) for end, new in table.get("stems", ())],
            [ways.split() for ways in table.get("forms", ())],
            re.compile(table.get("made", "")),
            table.get("local", ()),
            re.compile(table.get("back", "")),
            table.get("harmony", ()),
        )

    def read(self, town: str) -> Iterator[list[str]]:
        """Yield, for each ending, the words that may say who lives there."""
        stems = [end.sub(new, town, count=1) for end, new in self.stems if end.search(town)]
        for ways in self.forms:
            yield [stem + self._harmonic(way, stem) for stem in stems for way in ways]

    def written(self, town: str) -> Iterator[str]:
        """Yield, for each ending, what those are called who live there."""
        words = (words[0] for words in self.read(town) if words)
        yield from words if self.made.search(town) and town.isalpha() else self.local

    def _harmonic(self, ending: str, stem: str) -> str:
        low = self.harmony[0 if self.back.search(stem) else 1] if self.harmony else "a"
        return ending.replace("A", low)

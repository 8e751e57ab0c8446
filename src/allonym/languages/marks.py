"""The letters with diacritics of a language, and words typed without them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, combinations

from allonym.languages.dictionary import MET

_SELDOM = 0.01
"""Up to which share of letters with diacritics one is foreign."""
_FAR = 40
"""Letters of a word that may lack them."""


@dataclass(frozen=True)
class Marks:
    """Spells ordinary words."""

    plain: Mapping[str, str] = field(repr=False)  # listed words by how they are typed without
    known: Callable[[str], int] = field(repr=False)  # what a dictionary says of a word

    def words(self, folded: str) -> Iterator[str]:
        """Return what is a usual word with diacritics on one letter or two, then what is one.

        Of more there would be so many that one is taken for a word by chance.
        """
        places = [(n, mark) for n, c in enumerate(folded[:_FAR]) for mark in self._own.get(c, ())]
        marked = map(dict, chain(combinations(places, 1), combinations(places, 2)))
        spelt = ["".join(own.get(n, c) for n, c in enumerate(folded)) for own in marked]
        return (word for met in MET for word in spelt if self.known(word) & met == met)

    @cached_property
    def _own(self) -> Mapping[str, Sequence[str]]:
        """The letters with diacritics that words have instead of each letter without."""
        pairs = (
            pair for plain, word in self.plain.items() for pair in zip(plain, word, strict=False)
        )
        seen = Counter((c, mark) for c, mark in pairs if c != mark)
        found: dict[str, list[str]] = {}
        for (c, mark), count in seen.items():
            if count > _SELDOM * seen.total():
                found.setdefault(c, []).append(mark)
        return found

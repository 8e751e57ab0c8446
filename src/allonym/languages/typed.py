"""A text in Latin letters, read in the Cyrillic ones that its language is written in.

Chats write *chu li za Stanimir* or *4u li za Stanimir*, each letter in one of several ways.  Which
is meant, the dictionary and the lists of names tell word by word.  ``[typed]`` of a lexicon's
``settings.toml`` has the ways; a text of which few words become words is read as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter

from allonym.languages.dictionary import COMMON, KNOWN
from allonym.languages.lexicon import BIT, NAMES, Lexicon
from allonym.text.fold import Spelling, as_typed

_WORD = re.compile(r"(?<![\w@./-])(?!\w*\d\d|\d\b)[A-Za-z\d]+(?![\w@]|[./-]\w)")
"""No part of an address of the net; with digits that stand for letters: *4asa*, *ka6ta*."""
_LEAST, _MOST, _SHARE = 8, 200, 0.75
"""How many longer words are asked, and what share of those that are no names the dictionary has: of
a text in another language less than half (Croatian has most), of one typed so nearly all."""
_SHORT, _LONG, _TURNS = 3, 24, 3
"""Letters of a word that tells and of one that is spelt; how many ways of spelling are tried."""
_USUAL = BIT["given"] | BIT["family"] | BIT["place"]
_NAMED = NAMES | BIT["place"] | BIT["given_ending"] | BIT["family_ending"]


class Typed:
    """Reads Latin letters as the letters of a language.

    >>> reader = Typed({"ch": ["ч"], "u": ["у", "ъ"], "h": ["х"]}, Lexicon({}))
    >>> [spelt for turns in (0, 1) for spelt, places in reader.spellings("chu", turns)]
    ['чу', 'чъ']
    """

    def __init__(self, ways: Mapping[str, Sequence[str]], lexicon: Lexicon) -> None:
        """Make it of what letters may stand for, the likeliest first, and the words there are."""
        self._ways, self._lexicon = ways, lexicon
        self._longest = max(map(len, ways), default=0)
        self.spelling = lru_cache(1 << 14)(self._spelling)

    def spelt(self, text: str) -> Spelling:
        """Return a text in the letters of the language, where it is typed in Latin ones."""
        words = list(_WORD.finditer(text))
        told = [w[0].lower() for w in words if _SHORT <= len(w[0]) <= _LONG][:_MOST]
        ranks = [self._rank(self.spelling(word)[0]) for word in told]
        ranks = [rank for rank in ranks if rank != 2]  # of people and places any text may tell
        if len(ranks) < _LEAST or ranks.count(3) < _SHARE * len(ranks):
            return as_typed(text)
        spelt: list[str] = []
        places: list[int] = []
        end = 0
        for word in words:
            letters, at = self.spelling(word[0].lower())
            start, typed = word.start(), word[0]
            spelt += text[end:start]
            spelt += (
                c.upper() if typed[n].isupper() else c for c, n in zip(letters, at, strict=True)
            )
            places += (*range(end, start), *(start + n for n in at))
            end = word.end()
        return "".join((*spelt, text[end:])), (*places, *range(end, len(text)))

    def _spelling(self, word: str) -> Spelling:
        """Return the likeliest way to spell a word that is a name or one of the dictionary.

        A form of a name, or a rare one, has to be a turn likelier; what is neither is spelt in the
        likeliest way.
        """
        turns = range(_TURNS if len(word) <= _LONG else 0)
        ways = [(n, way) for n in turns for way in self.spellings(word, n)]
        ranks = ((n, way, self._rank(way[0])) for n, way in ways)
        known = ((n - 1.5 * (rank > 1), way) for n, way, rank in ranks if rank)
        first = [(0, ways[0][1])] if ways and word.isalpha() else [(0, as_typed(word))]
        return min(known, key=itemgetter(0), default=first[0])[1]

    def spellings(self, word: str, turns: int = 0, at: int = 0) -> Iterator[Spelling]:
        """Yield the ways to spell what a word is from a place on, so many of them not the first."""
        if at == len(word):
            yield from [("", ())] * (not turns)
        sizes = range(min(self._longest, len(word) - at), 0, -1)
        keys = [key for size in sizes if (key := word[at : at + size]) in self._ways]
        first = [(key, letters) for key in keys for letters in self._ways[key]]
        for taken, (key, letters) in enumerate(first):
            if (taken > 0) <= turns:
                for rest, places in self.spellings(word, turns - (taken > 0), at + len(key)):
                    yield letters + rest, (*[at] * len(letters), *places)

    def _rank(self, word: str) -> int:
        """Return three for a word of the dictionary, two for a usual name, one for another."""
        if self._lexicon.ordinary(word) & (COMMON | KNOWN):
            return 3
        flags = self._lexicon.flags(word)
        return 2 if flags & _USUAL else int(bool(flags & _NAMED))

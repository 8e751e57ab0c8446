"""A text in Latin letters, read in the Cyrillic ones that its language is written in.

Chats write *chu li za Stanimir* or *4u li za Stanimir*, each letter in one of several ways.  Which
is meant, the dictionary and the lists of names tell word by word.  ``[typed]`` of a lexicon's
``settings.toml`` has the ways; a text of which few words become words is read as it stands.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter

from allonym.languages.dictionary import COMMON, KNOWN
from allonym.languages.lexicon import BIT, NAMES, Lexicon
from allonym.model.span import Span
from allonym.text.fold import Spelling, as_typed

_WORD = re.compile(r"(?<![\w@./-])(?!\w*\d\d|\d\b)[A-Za-z\d]+(?![\w@]|[./-]\w)")
"""No part of an address of the net; with digits that stand for letters: *4asa*, *ka6ta*."""
_LEAST, _MOST, _SHARE = 8, 200, 0.75
"""How many longer words are asked, and what share of those that are no names the dictionary has: of
a text in another language less than half (Croatian has most), of one typed so nearly all."""
_SHORT, _LONG, _TURNS = 3, 24, 3
"""Letters of a word that tells and of one that is spelt; how many ways of spelling are tried."""
_USUAL = BIT["given"] | BIT["family"] | BIT["place"]
_KEYS = re.compile(r"[ \t]{0,2}[:=/]")
"""What stands behind a key that is no word of the language: *password:*, *user=*."""
_JOINS = re.compile(r"[ \t.,:=#№(\"'-]{1,3}")
_CALLS = 2
"""How many words before a value may say what it is: *Passport No P1234*."""
_NAMED = NAMES | BIT["place"] | BIT["given_ending"] | BIT["family_ending"]


class Typed:
    """Reads Latin letters as the letters of a language.

    >>> reader = Typed({"ch": ["ч"], "u": ["у", "ъ"], "h": ["х"]}, Lexicon({}))
    >>> [spelt for turns in (0, 1) for spelt, places in reader.spellings("chu", turns)]
    ['чу', 'чъ']
    """

    def __init__(
        self,
        ways: Mapping[str, Sequence[str]],
        lexicon: Lexicon,
        values: Callable[[str], Iterable[tuple[Span, bool]]] = lambda _: (),
        terms: Callable[[str], Iterable[Span]] = lambda _: (),
    ) -> None:
        """Make it of what letters may stand for, the likeliest first, and the words there are.

        Args:
            ways: What letters may stand for.
            lexicon: Of the language.
            values: Finds what is no text of the language: addresses of the net, codes, dates; and
                tells whether words before each say what it is.
            terms: Finds what is called so in Latin letters, makes and headers of mail.
        """
        self._ways, self._lexicon = ways, lexicon
        self._values, self._terms = values, terms
        self._longest = max(map(len, ways), default=0)
        self.spelling = lru_cache(1 << 14)(self._spelling)

    def spelt(self, text: str) -> Spelling:
        """Return a text in the letters of the language, where it is typed in Latin ones.

        What a value or a term has a part in stays as it is.
        """
        words = list(_WORD.finditer(text))
        told = [w[0].lower() for w in words if _SHORT <= len(w[0]) <= _LONG][:_MOST]
        ranks = [self._rank(self.spelling(word)[0]) for word in told]
        ranks = [rank for rank in ranks if rank != 2]  # of people and places any text may tell
        if len(ranks) < _LEAST or ranks.count(3) < _SHARE * len(ranks):
            return as_typed(text)
        kept = self._kept(text, words)
        return self._letters(text, [word for n, word in enumerate(words) if n not in kept])

    def named(self, name: str) -> Spelling:
        """Return somebody's name in the letters of the language."""
        return self._letters(name, list(_WORD.finditer(name)))

    def _letters(self, text: str, words: Iterable[re.Match[str]]) -> Spelling:
        spelt: list[str] = []
        places: list[int] = []
        end = 0
        for word in words:
            letters, at = self.spelling(word[0].lower())
            start, typed = word.start(), word[0]
            spelt += text[end:start]
            large = [typed[n].isupper() for n in at]
            if typed[0].isdigit() and letters[:1].isalpha():  # 4avdar Kolev
                named = text[word.end() : word.end() + 2].strip(" ")[:1].isupper()
                large[0] = typed[1:].isupper() or (named and self._rank(letters) != 3)
            spelt += (c.upper() if up else c for c, up in zip(letters, large, strict=True))
            places += (*range(end, start), *(start + n for n in at))
            end = word.end()
        return "".join((*spelt, text[end:])), (*places, *range(end, len(text)))

    def _kept(self, text: str, words: Sequence[re.Match[str]]) -> set[int]:
        """Return which words stay as typed."""
        starts, ends = [w.start() for w in words], [w.end() for w in words]
        rank = {word: self._rank(self.spelling(word)[0]) for word in {w[0].lower() for w in words}}
        ranks = [rank[w[0].lower()] for w in words]
        kept = {n for n, w in enumerate(words) if not ranks[n] and _is_key(text, w)}
        names = {w[0].lower() for n, w in zip(ranks, words, strict=True) if n in (1, 2)}
        kept.update(n for n, w in enumerate(words) if ranks[n] < 2 and _is_user(w[0], names))
        called: set[int] = set()
        for span in self._terms(text):
            own = range(bisect_left(ends, span.start + 1), bisect_left(starts, span.end))
            called.update(own)
            if len(own) > 1 or any(ranks[n] < 3 or _KEYS.match(text, ends[n]) for n in own):
                kept.update(own)
        for span, is_called in self._values(text):
            first, last = bisect_left(ends, span.start + 1), bisect_left(starts, span.end)
            kept.update(range(first, last))
            at = span.start
            for n in range(first - 1, max(first - 1 - _CALLS * is_called, -1), -1):
                says = not ranks[n] or n in called or ends[n] - starts[n] < _SHORT
                if not says or not _JOINS.fullmatch(text, ends[n], at):
                    break
                kept.add(n)
                at = starts[n]
        return kept

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


def _is_key(text: str, word: re.Match[str]) -> bool:
    """Tell whether what is no word of the language is a key, a code or a unit."""
    if word[0].islower() and _KEYS.match(text, word.end()):
        return True  # one with a capital may say who speaks
    if word[0].isupper() and len(word[0]) > 1:
        return True
    start, end = word.span()
    beside = text[max(0, start - 2) : start].rstrip(" ")[-1:], text[end : end + 2].strip(" ")[:1]
    return len(word[0]) == 1 and any(map(str.isdigit, beside))


def _is_user(word: str, names: Collection[str]) -> bool:
    """Tell whether a word is the name of a user, who is called so too: *gkolev*."""
    return word.islower() and any(word[n:] in names for n in range(1, len(word) - _SHORT))

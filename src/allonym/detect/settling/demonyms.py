"""Adjectives made from places, written small: *a pásztói lakás*, *muhoslainen naapuri*.

A model learnt from news knows *budapesti*, hardly the adjective of a village.  The lists know the
village, and the language how its adjective ends (``morphology.relational``).  What is a word of
the dictionary as well is left to the model.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from allonym.detect.settling.apart import Has
from allonym.model.cover import Cover
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.ports import Morphology

_WORD = re.compile(r"(?<![\w.@/-])[^\W\d_]{5,40}(?![\w@-])")
_SCORE = 0.6
_HEAD, _LONG = 2, 6
"""Letters that an adjective begins with as its place does, be it one of so many letters; that of a
longer one has one more in common with it."""

_LETTERS = 3
"""Of the ending that any form of such an adjective has: Finnish ``-lai`` of ``-laisten``."""


@dataclass(frozen=True)
class Demonyms:
    """Finds such adjectives.

    Attributes:
        morphology: Reads common words.
        has: What the word lists say of a word.
        endings: Which such adjectives have.
        places: Gives the listed places.
        derive: Gives the adjectives of a place.
        is_town: Tells whether a place is so large that dictionaries have its adjective too.
        is_word: Tells whether a word in small letters is in the dictionary.
    """

    morphology: Morphology
    has: Has
    endings: tuple[str, ...]
    places: Callable[[], Sequence[str]]
    derive: Callable[[str], Sequence[str]]
    is_town: Callable[[str], bool] = lambda _: False
    is_word: Callable[[str], bool] = lambda _: False

    def find(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, and such adjectives where none of them is."""
        taken = Cover(m.span for m in mentions)
        found = [
            Mention(Span(*word.span()), "place", (Evidence("gazetteer", "adjective", _SCORE),))
            for word in _WORD.finditer(view.text)
            if self._is_demonym(word[0]) and not taken.touches(Span(word.start(), word.start() + 1))
        ]
        return sorted([*mentions, *found], key=lambda m: m.span) if found else list(mentions)

    def _is_demonym(self, word: str) -> bool:
        if not word.islower() or not any(part in word for part in self._marks):
            return False
        if word.endswith(self.endings):
            return self._is_known(word)
        lemmas = {reading.lemma for reading in self.morphology.analyse(word, "common")}
        return any(lemma.endswith(self.endings) and self._is_known(lemma) for lemma in lemmas)

    @cached_property
    def _marks(self) -> tuple[str, ...]:
        sizes = (max(1, min(_LETTERS, len(ending) - 1)) for ending in self.endings)
        return tuple({end[:size] for end, size in zip(self.endings, sizes, strict=True)})

    def _is_known(self, adjective: str) -> bool:
        """Tell whether a listed place makes it, and neither of them is a word besides."""
        usual = self.has(adjective, "common")  # of whatever place: none need be asked for theirs
        return not usual and adjective in self._made(adjective[: _HEAD + 1])

    @cached_property
    def _made(self) -> Callable[[str], frozenset[str]]:
        """Return what gives the adjectives that begin with these letters, each asked for once."""
        by_head: dict[str, list[str]] = defaultdict(list)
        for place in self.places():
            by_head[place[:_HEAD].lower()].append(place)

        def made(head: str) -> frozenset[str]:
            places = by_head.get(head[:_HEAD], ())
            alike = (p for p in places if len(p) <= _LONG or p.lower().startswith(head))
            found = {a: place for place in alike for a in self.derive(place)}
            return frozenset(a for a, place in found.items() if self._is_plain(a, place))

        return cache(made)

    def _is_plain(self, adjective: str, place: str) -> bool:
        """Tell whether neither the adjective nor its place is a word of the dictionary.

        A small one has the adjectives of towns too; those in everyday use are left to the model.
        """
        town = self.is_town(place)
        usual = self.has(adjective, "common") if town else self.is_word(adjective)
        return not (usual or self.has(place.lower(), "common", "common_rare"))

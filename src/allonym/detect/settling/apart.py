"""Names that stand side by side: where one ends and the next one, or a place, begins.

Two surnames in different cases are two people: *Kováčová | Novákovi vrátila knihu*.  Where only the
last word of a name is inflected, a word inside with a case of its own ends a name:
*Gergőt | Mónika nővér hívta fel*.  A place in one of the cases that say where is no part of the
name before it: *Kollár Zsuzsa | Nyíregyházáról*, *Liisa | Saksassa*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import Morphology

WHERE = frozenset({"Ine", "Ela", "Ill", "Sup", "Sub", "Del", "Ade", "Abl", "All"})
"""UD cases of place."""

_AT, _INTO = frozenset({"Ine", "Sup"}), frozenset({"Ine", "Ela", "Ill", "Sup"})
"""Those that say where somebody is, which he is in no surname, and those that lead there and away.
"""

_GUESSERS = ("model", "gazetteer")
_WORD = re.compile(r"\S+")
_INSIDE = ("", "Nom", "Gen")
_TWO = 2
_LIKELY = 0.05

Has = Callable[..., bool]
"""Tells whether the word lists say any of some flags of a word: ``has("Anna", "given")``."""


@dataclass(frozen=True, slots=True)
class Parter:
    """Parts guessed names of people.

    Attributes:
        morphology: Reads single words.
        has: What the word lists say of a word.
        last_word: Whether the language has many cases and inflects the last word of a name alone.
        surname_first: Whether surnames stand before given names.
        countries: In all their cases, in small letters.
    """

    morphology: Morphology
    has: Has
    last_word: bool
    surname_first: bool = False
    countries: Collection[str] = ()

    def part(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, guessed people in as many as they are, a place after one as such."""
        pieces = self._pieces if self.last_word else self._two_families
        return [piece for mention in mentions for piece in pieces(view, mention)]

    def _two_families(self, view: TextView, mention: Mention) -> Iterator[Mention]:
        """Part two surnames that never agree in case: *Kováčová | Novákovi vrátila knihu*."""
        surface = view.surface(mention.span)
        words = surface.split(" ")
        apart = len(words) == _TWO and is_guessed(mention) and is_a(mention.type, "person")
        if not apart or not all(map(self._is_surname, words)) or self._agree(*words):
            yield mention
            return
        end = mention.span.start + len(words[0])
        yield replace(mention, span=Span(mention.span.start, end))
        yield replace(mention, span=Span(end + 1, mention.span.end))

    def _is_surname(self, word: str) -> bool:
        return (
            word.isalpha()
            and not self.has(word, "given", "given_rare", "given_ending", "an_given")
            and self.has(word, "family", "family_rare", "family_ending", "an_family")
        )

    def _agree(self, one: str, two: str) -> bool:
        cases = [
            {r.features.get("Case", "") for r in self.morphology.analyse(word, "family")
             if r.weight >= _LIKELY} for word in (one, two)
        ]  # fmt: skip
        return not all(cases) or "" in cases[0] | cases[1] or not cases[0].isdisjoint(cases[1])

    def _pieces(self, view: TextView, mention: Mention) -> Iterator[Mention]:
        words = list(_WORD.finditer(view.text, mention.span.start, mention.span.end))
        if len(words) < _TWO or not is_guessed(mention) or not is_a(mention.type, "person"):
            yield mention
            return
        place = self.ends_in_place(view.surface(mention.span))
        names = words[:-1] if place else words
        first = names[0].start()
        for word, following in pairwise(names):
            if not self._ends_name(word[0].title() if names[0][0].islower() else word[0]):
                continue
            if following[0][:1].isupper():
                yield replace(mention, span=Span(first, word.end()))
                first = following.start()
            elif not self._is_name(following[0].title()):  # petinek | csörögj
                names = names[: names.index(word) + 1]
                break
        yield replace(mention, span=Span(first, names[-1].end()))
        if place:
            yield replace(mention, span=Span(*words[-1].span()), type="place")

    def _ends_name(self, word: str) -> bool:
        """Tell whether a word is a well-known name in a case, and no name as it stands."""
        if not word.isalpha() or self._is_name(word):
            return False
        best = (self.morphology.analyse(word, kind)[0] for kind in ("given", "family"))
        return any(
            a.features.get("Case", "") not in _INSIDE and self.has(a.lemma, "given", "family")
            for a in best
        )

    def ends_in_place(self, name: str) -> bool:
        """Tell whether the last word of a name is a place in a case that says where.

        That is a listed one that is no name, or a country; behind a given name alone one in which
        nobody is by a surname, and in any such case where a surname would stand first:
        *Vera | Egerből jött*, *Anna | Grazban él*.

        Args:
            name: Of several words.
        """
        *before, word = name.split()
        if not (self.last_word and before and word.isalpha() and word.istitle()):
            return False
        best = self.morphology.analyse(word, "place")[0]
        case, lemma = best.features.get("Case"), best.lemma
        if case not in WHERE or self._is_name(word):
            return False
        if self.has(lemma, "given"):
            return False
        listed = self.has(lemma, "place")
        alone = len(before) == 1 and self.has(lemma, "family")
        if word.lower() in self.countries or (listed and not alone):
            return True
        called = self.has(before[0], "given") and not self.has(lemma, "given_rare")
        if not self.surname_first:
            return called and listed and case in _AT
        return called and (listed or (case in _INTO and not self.has(lemma, "family")))

    def _is_name(self, word: str) -> bool:
        return self.has(word, "given", "given_rare", "family", "family_rare")


def is_guessed(mention: Mention) -> bool:
    """Tell whether only a model or the word lists found a mention."""
    return all(e.detector.partition(".")[0] in _GUESSERS for e in mention.evidence)

"""Inflect and read unknown names by analogy with known ones that end alike.

For each name of a pool the edits from its citation form to every other form are counted under each
ending of up to `LONGEST` letters; an unknown name goes by the vote of the longest ending known.
Works for languages that inflect at the end of the word; nothing in it knows which language it is.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

from allonym.languages.pool import PoolEntry
from allonym.model.features import FeatureBundle
from allonym.text.fold import in_common

LONGEST = 6
_ENOUGH = 3
_KEPT = 12
_TELLING = 20
_CACHED = 1 << 14
_BEYOND = "\U0010ffff"
"""Sorts behind every letter."""

Script = tuple[str, str]
"""What to cut from the end, and what to put there."""

Pairs = tuple[tuple[str, str], ...]
"""A feature bundle that can be counted."""


def script(source: str, target: str) -> Script:
    """Return the edit at the end that turns one word into the other.

    >>> script("Marzec", "Marca")
    ('zec', 'ca')
    """
    if target.startswith(source):  # as most forms of agglutinating languages do
        return "", target[len(source) :]
    same = in_common(source, target)
    return source[same:], target[same:]


def apply(edit: Script, word: str) -> str | None:
    """Return the edited word, or None when it does not end in what is to be cut."""
    cut, add = edit
    return word[: len(word) - len(cut)] + add if word.endswith(cut) else None


class Guess(NamedTuple):
    """A lemma, a bundle and a form that belong together, and the share of votes for it."""

    lemma: str
    features: FeatureBundle
    form: str
    share: float

    def __repr__(self) -> str:
        return f"Guess(features={self.features!r}, share={self.share})"  # no form: it is a name


_Usual = tuple[str, float]
"""A paradigm, and its share of the names that end so."""

_NONE: _Usual = ("", 0.0)


class _Votes(NamedTuple):
    """How often forms with an ending are singular and of these the base; what they mostly are."""

    all: int
    singular: int
    base: int
    most: list[tuple[int, int]]


_T = TypeVar("_T")


class _ByEnding(Generic[_T]):
    """Words, each with what it is, to be found by how they end: sorted from their last letter."""

    def __init__(self, words: Sequence[str], what: Sequence[_T]) -> None:
        back = [word[::-1] for word in words]
        self._order = sorted(range(len(back)), key=back.__getitem__)
        self._words = [back[n] for n in self._order]
        self._what = what

    def longest(self, word: str) -> str:
        """Return the longest end of a word, as far as ends tell, that some of the words have."""
        back = word[: -LONGEST - 1 : -1]
        at = bisect_left(self._words, back)
        beside = self._words[max(0, at - 1) : at + 1]
        size = max([in_common(back, other) for other in beside], default=0)
        return back[:size][::-1]

    def counted(self, ending: str) -> Counter[_T]:
        """Return how many words with an ending are what; in the order of the words."""
        back = ending[::-1]
        first, last = (bisect_left(self._words, end) for end in (back, back + _BEYOND))
        return Counter(map(self._what.__getitem__, sorted(self._order[first:last])))


class EndingModel:
    """Votes by ending, counted over the names it is given once somebody asks for an ending.

    What a form may be is counted by its number in a list, which is hashed faster than what it is.
    """

    def __init__(self, entries: Iterable[PoolEntry]) -> None:
        self._paradigms: dict[str, list[int]] = {"": []}
        known: dict[tuple[Script, Pairs], int] = {}
        lemmas: dict[str, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
        forms: tuple[list[str], list[int]] = ([], [])
        for entry in entries:
            if entry.tokens == 1:
                key = f"{entry.gender} {entry.paradigm}"
                if key not in self._paradigms:
                    self._paradigms[key] = _learn(entry, known)
                words, keys = lemmas[entry.gender]
                words.append(entry.lemma)
                keys.append(key)
                for n, form in zip(self._paradigms[key], filter(None, entry.row), strict=False):
                    forms[0].append(form)
                    forms[1].append(n)
        self._by_lemma = {gender: _ByEnding(*own) for gender, own in lemmas.items()}
        self._by_form = _ByEnding(*forms)
        self._readings = [(edit, _bundle(pairs)) for edit, pairs in known]
        self._paradigm = lru_cache(_CACHED)(self._find_paradigm)
        self._usual = lru_cache(_CACHED)(self._find_usual)
        self._told = lru_cache(_CACHED)(self._count_votes)

    def decline(self, lemma: str, gender: str) -> list[Guess]:
        """Return every form of an unknown name of one gender; empty when nothing ends like it."""
        key, share = self._paradigm(lemma, gender)
        cells = map(self._readings.__getitem__, self._paradigms[key])
        made = ((features, apply(edit, lemma)) for edit, features in cells)
        return [Guess(lemma, features, form, share) for features, form in made if form]

    def _find_paradigm(self, lemma: str, gender: str) -> _Usual:
        """Return the paradigm of most names that end like one, and its share of them."""
        own = self._by_lemma.get(gender)
        ending = own.longest(lemma) if own else ""
        return self._usual(gender, ending) if ending else _NONE

    def _find_usual(self, gender: str, ending: str) -> _Usual:
        votes = self._by_lemma[gender].counted(ending)
        best = min(votes, key=lambda key: (-votes[key], key))
        return best, votes[best] / (votes.total() + 1) * min(1.0, (len(ending) + 2) / 5)

    def read(self, form: str) -> list[Guess]:
        """Return what an unknown form may be a form of, most votes first."""
        for ending in _endings(form):
            votes = self._told(ending)
            if votes.all >= _ENOUGH:
                return self._guesses(form, votes.most)
        return []

    def base_share(self, form: str) -> float | None:
        """Return how many singular forms that end like this one are citation forms.

        None when too few names end so to tell.
        """
        for ending in _endings(form):
            votes = self._told(ending)
            if votes.singular >= _TELLING:
                return votes.base / votes.singular
        return None

    def _count_votes(self, ending: str) -> _Votes:
        votes = self._by_form.counted(ending)
        told = [(self._readings[number][1], count) for number, count in votes.items()]
        singular = [(features, n) for features, n in told if features.get("Number") == "Sing"]
        base = sum(n for features, n in singular if features.get("Case") == "Nom")
        most = votes.most_common(2 * _KEPT)
        return _Votes(votes.total(), sum(n for _, n in singular), base, most)

    def _guesses(self, form: str, votes: Iterable[tuple[int, int]]) -> list[Guess]:
        guesses: list[Guess] = []
        for number, count in votes:
            (cut, add), features = self._readings[number]
            lemma = apply((add, cut), form)
            if lemma and len(lemma) > 1:
                paradigm, _ = self._paradigm(lemma, features.get("Gender", ""))
                bonus = 3 if number in self._paradigms[paradigm] else 1  # it comes back as the form
                guesses.append(Guess(lemma, features, form, bonus * count))
        total = sum(guess.share for guess in guesses) or 1.0
        shares = [Guess(g.lemma, g.features, form, g.share / total) for g in guesses]
        return sorted(shares, key=lambda g: (-g.share, g.lemma))[:_KEPT]


def _learn(entry: PoolEntry, known: dict[tuple[Script, Pairs], int]) -> list[int]:
    """Return the numbers of the edits that make the forms of a name, new ones noted."""
    cells = ((tuple(sorted({**b, "Gender": entry.gender}.items())), f) for b, f in entry.forms())
    return [known.setdefault((script(entry.lemma, f), b), len(known)) for b, f in cells]


def _endings(word: str) -> list[str]:
    return [word[-n:] for n in range(min(LONGEST, len(word)), 0, -1)]


@cache
def _bundle(pairs: tuple[tuple[str, str], ...]) -> FeatureBundle:
    return MappingProxyType(dict(pairs))

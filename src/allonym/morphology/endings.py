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

Reading = tuple[Script, Pairs]
"""The edit back to the citation form, and what the form is."""


def script(source: str, target: str) -> Script:
    """Return the edit at the end that turns one word into the other.

    >>> script("Marzec", "Marca")
    ('zec', 'ca')
    """
    pairs = zip(source, target, strict=False)
    same = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(source), len(target)))
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


_Usual = tuple[list[tuple[Pairs, Script]], float]
"""A paradigm, and its share of the names that end so."""

_NONE: _Usual = ([], 0.0)


class _Votes(NamedTuple):
    """How often forms with an ending are singular and of these the base; what they mostly are."""

    all: int
    singular: int
    base: int
    most: list[tuple[Reading, int]]


_T = TypeVar("_T")


class _ByEnding(Generic[_T]):
    """Words, each with what it is, to be found by how they end: sorted from their last letter."""

    def __init__(self, words: Sequence[str], what: Sequence[_T]) -> None:
        back = [word[::-1] for word in words]
        self._order = sorted(range(len(back)), key=back.__getitem__)
        self._words = [back[n] for n in self._order]
        self._what = what

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
        self._paradigms: dict[str, list[tuple[Pairs, Script]]] = {}
        self._numbers: dict[Reading, int] = {}
        readings: dict[str, list[int]] = {}
        lemmas: dict[str, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
        forms: tuple[list[str], list[int]] = ([], [])
        for entry in entries:
            if entry.tokens == 1:
                key = f"{entry.gender} {entry.paradigm}"
                if key not in readings:
                    readings[key] = self._learn(key, entry)
                words, keys = lemmas[entry.gender]
                words.append(entry.lemma)
                keys.append(key)
                for number, form in zip(readings[key], filter(None, entry.row), strict=False):
                    forms[0].append(form)
                    forms[1].append(number)
        self._by_lemma = {gender: _ByEnding(*own) for gender, own in lemmas.items()}
        self._by_form = _ByEnding(*forms)
        self._readings = tuple(self._numbers)
        self._usual = lru_cache(_CACHED)(self._find_usual)
        self._told = lru_cache(_CACHED)(self._count_votes)

    def _learn(self, key: str, entry: PoolEntry) -> list[int]:
        """Note the edits of a paradigm, and return the numbers of what its forms may be."""
        self._paradigms[key] = [
            (tuple(sorted({**bundle, "Gender": entry.gender}.items())), script(entry.lemma, form))
            for bundle, form in entry.forms()
        ]
        return [
            self._numbers.setdefault(((add, cut), bundle), len(self._numbers))
            for bundle, (cut, add) in self._paradigms[key]
        ]

    def decline(self, lemma: str, gender: str) -> list[Guess]:
        """Return every form of an unknown name of one gender; empty when nothing ends like it."""
        paradigm, share = self._paradigm(lemma, gender)
        edits = ((b, apply(edit, lemma)) for b, edit in paradigm)
        return [Guess(lemma, _bundle(b), form, share) for b, form in edits if form]

    def _paradigm(self, lemma: str, gender: str) -> _Usual:
        """Return the paradigm of most names that end like one, and its share of them."""
        found = (self._usual(gender, ending) for ending in _endings(lemma))
        return next((usual for usual in found if usual is not _NONE), _NONE)

    def _find_usual(self, gender: str, ending: str) -> _Usual:
        own = self._by_lemma.get(gender)
        votes = own.counted(ending) if own else None
        if not votes:
            return _NONE
        best = min(votes, key=lambda key: (-votes[key], key))
        share = votes[best] / (votes.total() + 1) * min(1.0, (len(ending) + 2) / 5)
        return self._paradigms[best], share

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
        found = self._by_form.counted(ending)
        votes = Counter({self._readings[number]: count for number, count in found.items()})
        singular = {v: n for v, n in votes.items() if ("Number", "Sing") in v[1]}
        base = sum(n for v, n in singular.items() if ("Case", "Nom") in v[1])
        most = votes.most_common(2 * _KEPT)
        return _Votes(votes.total(), sum(singular.values()), base, most)

    def _guesses(self, form: str, votes: Iterable[tuple[Reading, int]]) -> list[Guess]:
        guesses: list[Guess] = []
        for (edit, pairs), count in votes:
            lemma = apply(edit, form)
            if lemma and len(lemma) > 1:
                bonus = 3 if self._comes_back(lemma, pairs, form) else 1
                guesses.append(Guess(lemma, _bundle(pairs), form, bonus * count))
        total = sum(guess.share for guess in guesses) or 1.0
        shares = [Guess(g.lemma, g.features, form, g.share / total) for g in guesses]
        return sorted(shares, key=lambda g: (-g.share, g.lemma))[:_KEPT]

    def _comes_back(self, lemma: str, pairs: Pairs, form: str) -> bool:
        paradigm, _ = self._paradigm(lemma, _bundle(pairs).get("Gender", ""))
        return any(own == pairs and apply(edit, lemma) == form for own, edit in paradigm)


def _endings(word: str) -> list[str]:
    return [word[-n:] for n in range(min(LONGEST, len(word)), 0, -1)]


@cache
def _bundle(pairs: tuple[tuple[str, str], ...]) -> FeatureBundle:
    return MappingProxyType(dict(pairs))

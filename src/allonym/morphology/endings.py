"""Inflect and read unknown names by analogy with known ones that end alike.

For each name of a pool the edits from its citation form to every other form are counted under each
ending of up to `LONGEST` letters; an unknown name goes by the vote of the longest ending known.
Works for languages that inflect at the end of the word; nothing in it knows which language it is.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType

from allonym.languages.pool import PoolEntry
from allonym.model.features import FeatureBundle

LONGEST = 6
_ENOUGH = 3
_KEPT = 12
_TELLING = 20

Script = tuple[str, str]
"""What to cut from the end, and what to put there."""

Pairs = tuple[tuple[str, str], ...]
"""A feature bundle that can be counted."""


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


@dataclass(frozen=True, slots=True)
class Guess:
    """A lemma, a bundle and a form that belong together, and the share of votes for it."""

    lemma: str = field(repr=False)
    features: FeatureBundle
    form: str = field(repr=False)
    share: float


class EndingModel:
    """Votes by ending, counted over the names it is given."""

    def __init__(self, entries: Iterable[PoolEntry]) -> None:
        self._paradigms: dict[str, list[tuple[Pairs, Script]]] = {}
        self._by_lemma: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self._by_form: dict[str, Counter[tuple[Script, Pairs]]] = defaultdict(Counter)
        for entry in entries:
            if entry.tokens == 1:
                self._count(entry)

    def _count(self, entry: PoolEntry) -> None:
        key = f"{entry.gender} {entry.paradigm}"
        if key not in self._paradigms:
            self._paradigms[key] = [
                (_pairs(bundle, entry.gender), script(entry.lemma, form))
                for bundle, form in entry.forms()
            ]
        for ending in _endings(entry.lemma):
            self._by_lemma[entry.gender, ending][key] += 1
        forms = entry.forms()
        for (bundle, (cut, add)), (_, form) in zip(self._paradigms[key], forms, strict=False):
            reading = ((add, cut), bundle)
            for ending in _endings(form):
                self._by_form[ending][reading] += 1

    def decline(self, lemma: str, gender: str) -> list[Guess]:
        """Return every form of an unknown name of one gender; empty when nothing ends like it."""
        for ending in _endings(lemma):
            if votes := self._by_lemma.get((gender, ending)):
                best = min(votes, key=lambda key: (-votes[key], key))
                share = votes[best] / (votes.total() + 1) * min(1.0, (len(ending) + 2) / 5)
                edits = ((b, apply(edit, lemma)) for b, edit in self._paradigms[best])
                return [Guess(lemma, _bundle(b), form, share) for b, form in edits if form]
        return []

    def read(self, form: str) -> list[Guess]:
        """Return what an unknown form may be a form of, most votes first."""
        for ending in _endings(form):
            votes = self._by_form.get(ending)
            if votes and votes.total() >= _ENOUGH:
                return self._guesses(form, votes)
        return []

    def base_share(self, form: str) -> float | None:
        """Return how many singular forms that end like this one are citation forms.

        None when too few names end so to tell.
        """
        for ending in _endings(form):
            votes = self._by_form.get(ending, Counter())
            singular = {v: n for v, n in votes.items() if ("Number", "Sing") in v[1]}
            total = sum(singular.values())
            if total >= _TELLING:
                return sum(n for v, n in singular.items() if ("Case", "Nom") in v[1]) / total
        return None

    def _guesses(self, form: str, votes: Counter[tuple[Script, Pairs]]) -> list[Guess]:
        guesses: list[Guess] = []
        for (edit, pairs), count in votes.most_common(2 * _KEPT):
            lemma, bundle = apply(edit, form), _bundle(pairs)
            if lemma and len(lemma) > 1:
                bonus = 3 if self._comes_back(lemma, bundle, form) else 1
                guesses.append(Guess(lemma, bundle, form, bonus * count))
        total = sum(guess.share for guess in guesses) or 1.0
        shares = [Guess(g.lemma, g.features, form, g.share / total) for g in guesses]
        return sorted(shares, key=lambda g: (-g.share, g.lemma))[:_KEPT]

    def _comes_back(self, lemma: str, bundle: FeatureBundle, form: str) -> bool:
        return any(
            guess.form == form and guess.features == bundle
            for guess in self.decline(lemma, bundle.get("Gender", ""))
        )


def _endings(word: str) -> Iterable[str]:
    return (word[-n:] for n in range(min(LONGEST, len(word)), 0, -1))


def _pairs(bundle: FeatureBundle, gender: str) -> Pairs:
    return tuple(sorted({**bundle, "Gender": gender}.items()))


@cache
def _bundle(pairs: tuple[tuple[str, str], ...]) -> FeatureBundle:
    return MappingProxyType(dict(pairs))

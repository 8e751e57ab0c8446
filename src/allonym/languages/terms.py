"""Lists of occupations and diseases, found in all their forms.

``terms.toml`` of a pack lists citation forms by group: ISCO-08 codes for occupations, chapters of
ICD-10 for diseases.  What is listed after ``|`` in a term does not change; ``*`` marks a rare
occupation; ``a/b`` gives the masculine and the feminine.  What is ``vague`` names no disease but
with a name: *Kabuki-oireyhtymä*.  Forms come from ``nouns.toml``.

Sources of the groups: ILO, ISCO-08; WHO, ICD-10 (both facts; the lists are own work).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, NamedTuple

from allonym.languages.nouns import Nouns
from allonym.languages.pack import LanguagePack, load_pack
from allonym.model.features import FeatureBundle
from allonym.model.span import Span
from allonym.text.tokenize import tokenize

Kind = Literal["occupation", "health"]
Rank = Literal["rare", "plain", "mild", "role", "vague"]

_RANKS: Mapping[str, tuple[Kind, Rank]] = {
    "occupation": ("occupation", "plain"),
    "role": ("occupation", "role"),
    "rare": ("health", "rare"),
    "plain": ("health", "plain"),
    "mild": ("health", "mild"),
    "vague": ("health", "vague"),
}
_FIXED = "|"
_LONGEST_ACRONYM = 5
_LEAST_TAIL, _LEAST_HEAD = 5, 2


class Term(NamedTuple):
    """One entry: its kind, its group, how rare it is, its gender and its words as listed."""

    kind: Kind
    code: str
    rank: Rank
    gender: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A term in a text and what its form may stand for; no reading where it never changes."""

    span: Span
    term: Term
    readings: tuple[FeatureBundle, ...] = ()


@dataclass(slots=True)
class _Node:
    """Where a walk over the words of a phrase has come to."""

    next: dict[str, _Node] = field(default_factory=dict)
    term: Term | None = None


class Terms:
    """The terms of a language, ready to be looked for; the cost of a search is linear.

    Args:
        data: ``terms.toml``.
        nouns: How the words change.
    """

    def __init__(self, data: Mapping[str, Any], nouns: Nouns) -> None:
        self._nouns = nouns
        self._compounds = bool(data.get("compounds", False))
        self._forms: dict[str, set[str]] = {}
        self._root = _Node()
        for term in _listed(data, nouns):
            self._add(term)

    def __bool__(self) -> bool:
        return bool(self._root.next)

    def _add(self, term: Term) -> None:
        node = self._root
        for word in term.words:
            if word not in node.next:
                node.next[word] = _Node()
                for form in self._all_forms(word):
                    self._forms.setdefault(form, set()).add(word)
            node = node.next[word]
        node.term = node.term or term

    def _all_forms(self, word: str) -> Iterable[str]:
        if word.startswith(_FIXED):
            return (_key(word[1:]),)
        return {_key(form) for form, _ in self._nouns.forms(word)}

    def find(self, text: str, start: int = 0) -> Iterator[Found]:
        """Yield the longest term at each word, left to right, without overlaps.

        Args:
            text: Where to look.
            start: What is added to the offsets.
        """
        tokens = tokenize(text)
        number = 0
        while number < len(tokens):
            found = self._at(text, tokens, number)
            if found is None:
                number += 1
                continue
            last, term, heads = found
            span = Span(start + tokens[number][0], start + tokens[last][1])
            yield Found(span, term, self._readings(heads))
            number = last + 1

    def _at(
        self, text: str, tokens: Sequence[tuple[int, int]], first: int
    ) -> tuple[int, Term, list[tuple[str, str]]] | None:
        best = None
        states: list[tuple[_Node, list[tuple[str, str]]]] = [(self._root, [])]
        for number in range(first, len(tokens)):
            token = text[slice(*tokens[number])]
            words = self._words(token, opens=number == first)
            states = [
                (node.next[word], [*path, (word, token)])
                for node, path in states
                for word in words
                if word in node.next
            ]
            for node, path in states:
                if node.term:
                    best = number, node.term, path
            if not any(node.next for node, _ in states):
                break
        return best

    def _words(self, token: str, *, opens: bool) -> Iterable[str]:
        found = self._forms.get(token) if token.isupper() else None
        found = found or self._forms.get(_key(token))
        if found or not (opens and self._compounds):
            return found or ()
        return self._tail(_key(token))

    def _tail(self, token: str) -> Iterable[str]:
        """Return the word that a compound ends with: ``överläkare`` for ``barnöverläkare``."""
        for cut in range(_LEAST_HEAD, len(token) - _LEAST_TAIL + 1):
            for word in self._forms.get(token[cut:], ()):
                node = self._root.next.get(word)
                if node and node.term and len(word) >= _LEAST_TAIL:
                    return (word,)
        return ()

    def _readings(self, heads: Sequence[tuple[str, str]]) -> tuple[FeatureBundle, ...]:
        """Return what the form may be: what all words that change agree in."""
        shared: list[FeatureBundle] | None = None
        for word, token in heads:
            if word.startswith(_FIXED):
                continue
            own = [
                f for form, f in self._nouns.forms(word) if f and _key(token).endswith(_key(form))
            ]
            if own:
                keys = {_case(f) for f in shared} if shared is not None else set()
                agreed = [f for f in own if not keys or _case(f) in keys]
                shared = agreed or own
        return tuple(shared or ())

    def read(self, surface: str) -> Found | None:
        """Return the term a mention is about: the one it begins with, else the last in it."""
        found = list(self.find(surface))
        if not found:
            return None
        return found[0] if found[0].span.start == 0 else found[-1]


def _case(features: FeatureBundle) -> tuple[str, str]:
    return features.get("Case", ""), features.get("Number", "")


def _key(word: str) -> str:
    acronym = word.isupper() and 1 < len(word) <= _LONGEST_ACRONYM
    return (word if acronym else word.casefold()).replace("’", "'")


def _listed(data: Mapping[str, Any], nouns: Nouns) -> Iterator[Term]:
    feminine = [pair.split() for pair in data.get("feminine", ())]
    pairs = sorted(((a, b) for a, b in feminine), key=lambda pair: -len(pair[0]))
    for table, (kind, rank) in _RANKS.items():
        for code, entries in data.get(table, {}).items():
            for entry in filter(None, map(str.strip, entries.replace("\n", " ").split(","))):
                own: Rank = "rare" if "*" in entry else rank
                yield from _genders(kind, code, own, entry.replace("*", ""), pairs, nouns)


def _genders(
    kind: Kind, code: str, rank: Rank, entry: str, pairs: Sequence[tuple[str, str]], nouns: Nouns
) -> Iterator[Term]:
    masculine, _, feminine = (part.strip() for part in entry.partition("/"))
    if kind == "occupation" and not feminine:
        feminine = _feminine(masculine, pairs)
    gender = "Masc" if feminine else _gender(masculine, nouns)
    yield Term(kind, code, rank, gender, _words(masculine))
    if feminine and feminine != masculine:
        yield Term(kind, code, rank, "Fem", _words(feminine))


def _gender(entry: str, nouns: Nouns) -> str:
    changing = [word for word in _words(entry) if not word.startswith(_FIXED)]
    return nouns.gender(changing[-1]) if changing else ""


def _feminine(masculine: str, pairs: Sequence[tuple[str, str]]) -> str:
    head, bar, rest = masculine.partition(_FIXED)
    head = head.rstrip()
    if " " in head:
        return ""
    for old, new in pairs:
        if head.endswith(old):
            made = head[: len(head) - len(old)] + new
            return f"{made} {bar}{rest}" if bar else made
    return ""


def _words(entry: str) -> tuple[str, ...]:
    head, _, rest = entry.partition(_FIXED)
    changing = [head[a:b] for a, b in tokenize(head)]
    fixed = [_FIXED + rest[a:b] for a, b in tokenize(rest)]
    return (*changing, *fixed)


@cache
def load_terms(code: str) -> Terms:
    """Return the terms of an installed pack, read once; none where it has no ``terms.toml``."""
    return read_terms(load_pack(code))


def read_terms(pack: LanguagePack) -> Terms:
    """Read the terms of a pack."""
    return Terms(pack.toml("terms.toml"), Nouns.read(pack.toml("nouns.toml")))

"""How names are spelt in addresses, user names and codes, and what stands for them there."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, combinations, groupby, permutations, product

from allonym.languages.eras import span_of
from allonym.languages.town import Town
from allonym.model.entity import Entity, EntityId, LemmaPart
from allonym.model.surrogate import Surrogate
from allonym.model.types import is_a
from allonym.ports import Morphology
from allonym.replace.candidates import words_of
from allonym.replace.rules import NameRules
from allonym.text.fold import fold, is_cyrillic
from allonym.text.usernames import shortened, spellings, spelt_alike

_WORD = re.compile(r"[^\W\d_]+")
_VOWEL = re.compile("[aeiouy]+")
_SHORT, _ENDING = 3, 3
"""Letters of a word of an organisation that an address hardly is about, or of a code."""
_ONLINE, _USUAL = span_of(1960), 300
"""When those were born who have user names, and how often a name that they have was given."""


@dataclass(frozen=True)
class Spelt:
    """How names are spelt in addresses and codes, each with what stands for it."""

    # old and new; of a name that is there more than once the first counts. Gone through once, when
    # first asked
    pairs: Iterable[tuple[str, str]] = field(repr=False, default=())

    @cached_property
    def new(self) -> Mapping[str, str]:
        """What stands for each name."""
        new: dict[str, str] = {}
        for old, other in self.pairs:
            if old and other:
                new.setdefault(old, other)
        return new

    @cached_property
    def begun(self) -> Mapping[str, tuple[str, str]]:
        """A name and its new one by its beginning, from two letters on.

        >>> Spelt([("lis", "kos")]).begun
        {'li': ('lis', 'kos'), 'lis': ('lis', 'kos')}
        """
        begun: dict[str, tuple[str, str]] = {}
        for old, new in self.new.items():
            for size in range(2, len(old) + 1):
                begun.setdefault(old[:size], (old, new))
        return begun

    @cached_property
    def led(self) -> Sequence[str]:
        """The names with a hyphen: *al-hassan*."""
        return [old for old in self.new if "-" in old]


@dataclass(frozen=True)
class UserNames:
    """Tells what user names of a language may be made of."""

    rules: NameRules = field(repr=False)  # what the pack says about names

    def free(self, entities: Sequence[Entity]) -> Callable[[str], Mapping[int, tuple[str, ...]]]:
        """Return what gives names that nobody in a document has: given ones for given ones.

        They are of the same sex, which the text may speak of.
        """
        taken = {s for e in entities for w in words_of(e.canonical) for s in spellings(w)}
        left: dict[int, Mapping[int, tuple[str, ...]]] = {}

        def free(token: str) -> Mapping[int, tuple[str, ...]]:
            latin = spellings(token)[0]
            names = self._spelt_given.get(self._sexes.get(latin, ""))
            sex = self._bearers.get(latin) or self._bearers.get(latin[-_ENDING:], "")
            family = is_cyrillic(token) and self._spelt_family[True][sex]
            names = family or names or self._spelt_family[False][sex]
            if id(names) not in left:
                rows = names.items()
                left[id(names)] = {n: tuple(x for x in own if x not in taken) for n, own in rows}
            return left[id(names)]

        return free

    def halves(self, word: str) -> tuple[str, str]:
        """Return a given name and what is behind it, *MiroKos*, *mirokos*; else just two halves."""
        ends = range(len(word) - _SHORT, _SHORT - 1, -1)
        large = (n for n in ends if word[n].isupper() and word[n - 1 : n + 2 : 2].islower())
        given = (n for n in ends if self._sexes.keys() & spellings(word[:n])[:1])
        at = next(chain(large, given), len(word) // 2)
        return word[:at], word[at:]

    @cached_property
    def _sexes(self) -> Mapping[str, str]:
        """Given names and pet names as user names spell them, with the one sex that has each."""
        own, pets = self.rules.pools["given"].by_lemma, self.rules.pet_names
        told = {name: {pets.sex(name)} for name in pets.all}
        told |= {name: {e.gender for e in entries} for name, entries in own.items()}
        sexes = defaultdict[str, set[str]](set)
        for name in told:
            for spelt in spellings(name):
                sexes[spelt] |= told[name]
        return {spelt: found.pop() for spelt, found in sexes.items() if len(found) == 1}

    @cached_property
    def _spelt_given(self) -> Mapping[str, Mapping[int, tuple[str, ...]]]:
        """The given names that are usual among those who have user names, by sex and length."""
        curves = self.rules.eras.curves
        usual = [key for key, curve in curves.items() if max(curve[_ONLINE:]) >= _USUAL]
        spelt = [(sex, spellings(name)[0]) for sex, name in usual]
        return {sex: _spelt(name for own, name in spelt if own == sex) for sex in ("Masc", "Fem")}

    @cached_property
    def _bearers(self) -> Mapping[str, str]:
        """Surnames as user names spell them and their ends, with the sex that bears each."""
        own = self.rules.pools["family"].by_lemma.items()
        told = ((spellings(name), {e.gender for e in entries}) for name, entries in own)
        sexes = {spelt[0]: "".join(sex) for spelt, sex in told if spelt and len(sex) == 1}
        ends = defaultdict[str, set[str]](set)
        for name, sex in sexes.items():
            ends[name[-_ENDING:]].add(sex)
        return sexes | {end: own.pop() for end, own in ends.items() if len(own) == 1}

    @cached_property
    def _spelt_family(self) -> Sequence[Mapping[str, Mapping[int, tuple[str, ...]]]]:
        """The surnames by who bears them, all without a sex, and by length: Latin, Cyrillic."""
        own = self.rules.pools["family"].entries
        of = {sex: [e.lemma for e in own if sex in ("", e.gender)] for sex in ("", "Masc", "Fem")}
        small = {sex: filter(is_cyrillic, map(str.lower, names)) for sex, names in of.items()}
        return [
            {sex: _spelt(spellings(name)[0] for name in names) for sex, names in of.items()},
            {sex: _spelt(names) for sex, names in small.items()},
        ]


def new_names(
    owner: Entity, surrogate: Surrogate, alike: Callable[[str], Iterable[str]]
) -> Iterator[tuple[str, str]]:
    """Yield each spelling of somebody's names in an address with that of the surrogate.

    Args:
        owner: Whose address it is.
        surrogate: What they are called instead.
        alike: Gives what else somebody of a given name is called.
    """
    spelt = [
        {
            **{spellings(pet)[0]: spellings(theirs.lemma)[0] for pet in alike(mine.lemma)},
            **spelt_alike(mine.lemma, theirs.lemma),
        }.items()
        for mine, theirs in surrogate.beside(owner)
    ]
    yield from chain.from_iterable(spelt)
    both = (product(x, y) for x, y in permutations(spelt, 2))
    for (a, new_a), (b, new_b) in chain.from_iterable(both):
        ways = ((x + y, x[:1] + y, x + y[:1], x[:1] + y[:1]) for x, y in ((a, b), (new_a, new_b)))
        yield from zip(*ways, strict=True)
        yield from zip(shortened(a, b), shortened(new_a, new_b), strict=False)
    yield from ((a[:1], new_a[:1]) for a, new_a in chain.from_iterable(spelt))


def _spelt(names: Iterable[str]) -> Mapping[int, tuple[str, ...]]:
    """Return what user names may be made of, by length."""
    plain = sorted({n for n in names if n.isalpha() and (n.isascii() or is_cyrillic(n))})
    return {n: tuple(own) for n, own in groupby(sorted(plain, key=len), len)}


def spelt_in(
    entities: Iterable[Entity],
    surrogates: Mapping[EntityId, Surrogate],
    moved: Sequence[tuple[Town, Town]],
    initials: Callable[[str, str], Mapping[str, str]],
    *,
    stays: bool,
) -> Iterator[tuple[str, str]]:
    """Yield how the names of a document are spelt in addresses and codes, old and new.

    Of an organisation the words of its name that became others, and its initials:
    *rod.relaks@…*, *HT-2026/044*; of a town its first consonants too: *OBN-* for Oban.
    """
    for entity in entities:
        if is_a(entity.type, "person") and entity.id in surrogates:
            parts = surrogates[entity.id].beside(entity)
            yield from _led(entity.parts, dict(parts), stays=stays)
            for mine, theirs in parts:
                pairs = (
                    {mine.lemma.lower(): theirs.lemma.lower()} if is_cyrillic(mine.lemma) else {}
                )
                pairs |= spelt_alike(mine.lemma, theirs.lemma)
                yield from (pair for pair in pairs.items() if len(pair[0]) > 2)
                doubles = ([name.split("-") for name in pair] for pair in pairs.items())
                begun = (["-".join(w[:1] for w in half) for half in two] for two in doubles)
                yield from ((old, new) for old, new in begun if "-" in old)  # p-o.fransson@
            yield from _initials(parts)
        elif is_a(entity.type, "org") and entity.id in surrogates:
            old, new = _WORD.findall(entity.canonical), _WORD.findall(surrogates[entity.id].text)
            for mine, theirs in zip(old, new, strict=False) if len(old) == len(new) else ():
                if mine != theirs and len(mine) > _SHORT:
                    yield from spelt_alike(mine, theirs).items()
            if len(old) == len(new) > 1:
                yield fold("".join(old[:2])), fold("".join(new[:2]))  # @ollilanleipa
            made = initials(entity.canonical, surrogates[entity.id].text)
            yield from ((fold(a), fold(b)) for a, b in made.items())
    for town, other in moved:
        yield from spelt_alike(town.name, other.name).items()
        heads = [fold(place.name) for place in (town, other)]
        left, right = (head[:1] + _VOWEL.sub("", head[1:]) for head in heads)
        if len(right) >= _SHORT:  # SJK, SNK and SNJ are Seinäjoki
            ways = dict.fromkeys(combinations(left[1:], _SHORT - 1))
            yield from ((left[0] + "".join(way), right[:_SHORT]) for way in ways)


def families_in(
    entities: Iterable[Entity],
    surrogates: Mapping[EntityId, Surrogate],
    rules: NameRules,
    morphology: Morphology,
) -> Iterator[tuple[str, str]]:
    """Yield how whole families are spelt in addresses, old and new: *kowalscy@*, *dom.lisow@*."""
    people = (e for e in entities if is_a(e.type, "person") and e.id in surrogates)
    for pair in chain.from_iterable(surrogates[e.id].beside(e) for e in people):
        heads = [rules.masculine(part.lemma) for part in pair if part.role == "family"]
        for case in ("Nom", "Gen") if len(heads) == len(pair) else ():
            several = {"Case": case, "Number": "Plur", "Gender": "Masc"}
            old, new = (morphology.inflect(head, "family", several).form for head in heads)
            yield from spelt_alike(old, new).items()


def _led(
    parts: Sequence[LemmaPart], made: Mapping[LemmaPart, LemmaPart], *, stays: bool
) -> Iterator[tuple[str, str]]:
    """Yield names with what leads them in, apart and joined: *de-la-cruz*, *delacruz*.

    It stays, if it is apart, where it does in the names of fixed tokens.
    """
    before: list[str] = []
    for part in parts:
        words = [*before, *(fold(word) for word in re.split("[-\u2010\u2011]", part.lemma))]
        before = words if part.role == "other" else []
        if part in made and len(words) > 1:
            new = fold(made[part].lemma)
            yield "-".join(words), "-".join([*words[:-1], new]) if stays else new
            yield "".join(words), new


def _initials(parts: Sequence[tuple[LemmaPart, LemmaPart]]) -> Iterator[tuple[str, str]]:
    """Yield the initials of somebody, of two names in either order, old and new: *mk*, *km*."""
    orders = {2: (parts, parts[::-1]), 3: (parts,)}
    for ordered in orders.get(len(parts), ()):
        sides = zip(*ordered, strict=True)
        old, new = (fold("".join(part.lemma[:1] for part in side)) for side in sides)
        yield old, new

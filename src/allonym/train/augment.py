"""Variations of the training sentences: other names, other capitals, no diacritics, form lines."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from allonym.text.fold import strip_marks
from allonym.train.data import LABEL_ID, Document, Sentence

Pool = Mapping[str, Sequence[str]]
"""Names that may stand for one another, by the key of :class:`NameSwap`."""

_PER = (LABEL_ID["B-PER"], LABEL_ID["I-PER"])


@dataclass(frozen=True, slots=True)
class NameSwap:
    """Puts other names in the place of names, in the same form."""

    # which pool a name belongs to (list, gender, case ending ...); empty: leave it
    key: Callable[[str], str] = field(repr=False)
    pool: Pool = field(repr=False)  # the names of each key
    type: str = "PER"  # whose words are exchanged, ``PER`` or ``LOC``

    def apply(self, sentence: Sentence, rng: random.Random) -> Sentence:
        """Return the sentence with its names exchanged, the same name the same way.

        Of places only those of one word are: the parts of ``New York`` are no places.
        """
        chosen: dict[str, str] = {}
        words = list(sentence.words)
        for at in self._exchangeable(sentence.labels):
            word = words[at]
            if word not in chosen and word[:1].isupper():
                names = self.pool.get(self.key(word), ())
                chosen[word] = rng.choice(names) if len(names) > 3 else word
            words[at] = chosen.get(word, word)
        return Sentence(tuple(words), sentence.labels, sentence.attached)

    def _exchangeable(self, labels: Sequence[int]) -> list[int]:
        begin, inside = LABEL_ID[f"B-{self.type}"], LABEL_ID[f"I-{self.type}"]
        if self.type == "PER":
            return [n for n, label in enumerate(labels) if label in (begin, inside)]
        following = (*labels[1:], 0)
        pairs = enumerate(zip(labels, following, strict=True))
        return [n for n, (label, after) in pairs if label == begin and after != inside]


@dataclass(frozen=True, slots=True)
class Variation:
    """How often a sentence is varied, and how."""

    upper: float = 0.03  # rate of sentences all in capitals
    lower: float = 0.03  # rate of sentences all in small letters
    plain: float = 0.03  # rate of sentences without diacritics
    swap: float = 0.2  # rate of sentences whose names are exchanged
    names: tuple[NameSwap, ...] = ()  # the exchanges; none where the language has no lists

    def apply(self, sentence: Sentence, rng: random.Random) -> Sentence:
        """Return the sentence, varied or as it is."""
        for names in self.names:
            if rng.random() < self.swap:
                sentence = names.apply(sentence, rng)
        chance = rng.random()
        change: Callable[[str], str]
        if chance < self.upper:
            change = str.upper
        elif chance < self.upper + self.lower:
            change = str.lower
        elif chance < self.upper + self.lower + self.plain:
            change = strip_marks
        else:
            return sentence
        return Sentence(tuple(map(change, sentence.words)), sentence.labels, sentence.attached)


def swap_from_lists(
    lists: Mapping[str, Iterable[str]],
    endings: Sequence[tuple[str, str, str]],
    type: str = "PER",  # noqa: A002
) -> NameSwap:
    """Make an exchange from word lists and a table of case endings, for any language.

    A name belongs with those of its list that end in the same letter; an inflected one is undone by
    the table first, and the same ending is put on the other name.  Kinds are ``given``, ``family``
    and ``place``; endings are kind, ending, and what it replaces, as in ``endings.tsv``.
    """
    kinds: dict[str, list[str]] = {}
    pool: dict[str, list[str]] = {}
    for kind, names in lists.items():
        for name in names:
            kinds.setdefault(name, []).append(kind)
            pool.setdefault(f"{kind}|{name[-1]}||", []).append(name)
            for of, ending, replaced in endings:
                if of == kind and replaced and name.endswith(replaced):
                    form = name[: len(name) - len(replaced)] + ending
                    pool.setdefault(f"{kind}|{replaced}|{ending}|", []).append(form)

    def key(word: str) -> str:
        if word in kinds:
            return f"{kinds[word][0]}|{word[-1]}||"
        for of, ending, replaced in endings:
            if replaced and word.endswith(ending):
                base = word[: len(word) - len(ending)] + replaced
                if of in kinds.get(base, ()):
                    return f"{of}|{replaced}|{ending}|"
        return ""

    return NameSwap(key, pool, type)


@dataclass(frozen=True, slots=True)
class FormLines:
    """Makes lines as forms, lists, letter heads and signatures have them."""

    given: Sequence[str] = field(repr=False)  # given names
    family: Sequence[str] = field(repr=False)  # surnames
    places: Sequence[str] = field(repr=False)  # settlements
    titles: Sequence[str] = field(repr=False)  # words that go before a name
    labels: Sequence[str] = field(repr=False)  # words that announce a name, before a colon
    words: Sequence[str] = field(repr=False)  # ordinary words, for lines without a name

    def documents(self, count: int, rng: random.Random) -> list[Document]:
        """Return `count` short documents of three to eight lines."""
        return [[self._line(rng) for _ in range(rng.randint(3, 8))] for _ in range(count)]

    def _line(self, rng: random.Random) -> Sentence:
        cells: list[tuple[str, int]] = []
        roll = rng.random()
        if roll < 0.25:
            cells += self._plain(rng)
        elif roll < 0.4:
            cells += [(str(rng.randint(1, 99)), 0), (rng.choice((".", ")")), 0), *self._name(rng)]
        elif roll < 0.65:
            label = rng.choice(self.labels) if self.labels else "-"
            cells += [(w, 0) for w in label.split()] + [(":", 0), *self._name(rng)]
        elif roll < 0.8:
            cells += [(w, 0) for w in rng.choice(self.titles).split()] if self.titles else []
            cells += self._name(rng)
        elif roll < 0.9:
            cells += self._name(rng)
        else:
            cells += [*self._name(rng), (",", 0), *self._place(rng)]
        return Sentence(tuple(w for w, _ in cells), tuple(n for _, n in cells))

    def _name(self, rng: random.Random) -> list[tuple[str, int]]:
        given, family = rng.choice(self.given), rng.choice(self.family)
        if rng.random() < 0.15:
            given, family = given.upper(), family.upper()
        roll = rng.random()
        if roll < 0.5:
            words = [given, family]
        elif roll < 0.65:
            words = [family, given]
        elif roll < 0.75:
            words = [given[0], ".", family]
        elif roll < 0.85:
            words = [family]
        elif roll < 0.93:
            words = [given]
        else:
            words = [given, family, "-", rng.choice(self.family)]
        return [(w, _PER[1] if n else _PER[0]) for n, w in enumerate(words)]

    def _place(self, rng: random.Random) -> list[tuple[str, int]]:
        begin, inside = LABEL_ID["B-LOC"], LABEL_ID["I-LOC"]
        words = rng.choice(self.places).replace("-", " - ").split() if self.places else []
        return [(w, inside if n else begin) for n, w in enumerate(words)]

    def _plain(self, rng: random.Random) -> list[tuple[str, int]]:
        words = [rng.choice(self.words) for _ in range(rng.randint(1, 4))]
        roll = rng.random()
        if roll < 0.6:
            words[0] = words[0].capitalize()
        elif roll < 0.8:
            words = [w.capitalize() for w in words]
        elif roll < 0.9:
            words = [w.upper() for w in words]
        tail = [":", str(rng.randint(1, 10**9))] if rng.random() < 0.5 else []
        return [(w, 0) for w in [*words, *tail]]

"""Tables of paradigms: which ending a name takes in each case, written down as data.

``paradigms.toml`` of a pack holds ``classes``, sets of endings, and ``rules``, which say by a
regular expression which class a name belongs to and what its stem is.  The first rule that fits
counts.  Nothing here knows which language it is.

A reading of an adjective made from somebody's name (``Novakova hiša``, ``Anin brat``) has the name
as its lemma and ``Derivation=Poss``; its case and number are the adjective's.  ``Gender`` stays
that of the person; that of what is possessed, with which the adjective agrees, stands under `NOUN`.
The same words name whole families (``pri Novakovih``) and, in Slovenian, women (``Zupančičeva``).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from allonym.errors import PackError
from allonym.model.features import FeatureBundle
from allonym.morphology.endings import apply
from allonym.morphology.tables import Key
from allonym.ports import POSSESSIVE

_UNSURE = 0.6
_BY_RULE = 0.9
_LATEST = 1 << 12
_NUMBERS = ("Sing", "Plur")
NOUN = "Gender[noun]"

Cell = tuple[str, str]
"""What to cut from a stem, and what to add."""


@dataclass(frozen=True, slots=True)
class Class:
    """The endings of one paradigm."""

    # for each case and number the endings, the usual one first; None is the lemma itself
    cells: Mapping[tuple[str, str], tuple[Cell | None, ...]]
    # endings of the adjective made from a person's name, the usual one first
    possessive: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """Which names belong to a class."""

    kinds: frozenset[str]  # of names it speaks of
    gender: str  # UD ``Gender``
    pattern: re.Pattern[str] = field(repr=False)  # found in the citation form
    cut: str  # what the citation form ends in, and the stem does not
    put: str  # what the stem ends in instead
    paradigm: Class = field(repr=False)  # the class
    certainty: float = _BY_RULE  # below 0.9 where usage varies

    def fits(self, word: str) -> bool:
        """Tell whether a citation form is of this kind."""
        return word.endswith(self.cut) and bool(self.pattern.search(word))

    def stem(self, word: str) -> str:
        """Return the stem of a citation form that fits."""
        return word[: len(word) - len(self.cut)] + self.put

    def forms(self, word: str) -> Iterator[tuple[Key, str]]:
        """Yield every form of a citation form with its case, number and gender."""
        stem = self.stem(word)
        for (case, number), cells in self.paradigm.cells.items():
            for cell in cells:
                form = word if cell is None else apply(cell, stem)
                if form is not None:
                    yield (case, number, self.gender), form


class Paradigms:
    """The rules of one language, in both directions."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        cases = tuple(table.get("cases", ()))
        self.fixed = frozenset(table.get("fixed", ()))
        try:
            classes = {name: _class(cases, rows) for name, rows in table.get("classes", {}).items()}
            self._rules = tuple(_rule(row, classes) for row in table.get("rules", ()))
        except (KeyError, ValueError, re.error) as error:
            raise PackError(f"paradigms.toml: {error}") from error
        self._ending = lru_cache(_LATEST)(self._of_ending)
        self.find = lru_cache(_LATEST)(self._find)
        self.genders = lru_cache(_LATEST)(self._genders)
        self.possessive = lru_cache(_LATEST)(self._possessive)
        # known forms, listed names and rules ask one after another
        self.restore = lru_cache(_LATEST)(lambda form, kind: tuple(self._restore(form, kind)))

    def _find(self, word: str, kind: str, gender: str) -> Rule | None:
        """Return the first rule for a citation form; without a gender, of any."""
        return next((r for r in self._ending(kind, gender, word[-1:]) if r.fits(word)), None)

    def _genders(self, word: str, kind: str) -> tuple[str, ...]:
        """Return the genders a word of this kind can have, the likeliest first."""
        found = (r.gender for r in self._ending(kind, "", word[-1:]) if r.fits(word))
        return tuple(dict.fromkeys(found))

    def _possessive(self, word: str, kind: str, gender: str) -> str | None:
        """Return the masculine of the adjective made from a person's name, or None."""
        rule = self.find(word, kind, gender)
        endings = rule.paradigm.possessive if rule else ()
        return apply(endings[0], rule.stem(word)) if rule and endings else None

    def owners(self, adjective: str, kind: str) -> Iterator[tuple[str, str]]:
        """Yield each name that this is the possessive adjective of, with its gender."""
        for ending, way, rule in self._possessives.get(kind, ()):
            name = _undone(way, ending, adjective) if adjective.endswith(ending) else ""
            if name and self.find(name, kind, rule.gender) is rule:
                yield name, rule.gender

    def may_own(self, word: str) -> bool:
        """Tell whether a word may be the possessive of a given name, in any form."""
        return any(self.possessed(word, "given"))

    def possessed(self, word: str, kind: str) -> Iterator[tuple[str, FeatureBundle]]:
        """Yield every name of a kind that a word can be a possessive of, with its features.

        Of living things the accusative has the form of the genitive, and is read as that.
        """
        owners: dict[str, list[tuple[str, str]]] = {}
        restored = self.restore(word, "common")
        for adjective, (case, number, noun) in restored:
            if case == "Acc" and (adjective, ("Gen", number, noun)) in restored:
                continue
            if adjective not in owners:
                owners[adjective] = list(self.owners(adjective, kind))
            for name, gender in owners[adjective]:
                features = {"Derivation": POSSESSIVE, "Case": case, "Number": number, NOUN: noun}
                yield name, {**features, "Gender": gender} if kind == "given" else features

    def _restore(self, form: str, kind: str) -> Iterator[tuple[str, Key]]:
        """Yield every citation form that has `form` among its own, with what `form` is of it."""
        index = self._index.get(kind, {})
        for length in range(len(form)):
            ending = form[len(form) - length :] if length else ""
            for way, genders in index.get(ending, {}).items():
                if word := _undone(way, ending, form):
                    for gender, cells in genders.items():
                        may = any(rule.fits(word) for rule in cells)
                        rule = self.find(word, kind, gender) if may else None
                        for case, number in cells.get(rule, ()) if rule else ():
                            yield word, (case, number, gender)

    def _of_ending(self, kind: str, gender: str, last: str) -> tuple[Rule, ...]:
        """Return the rules of a kind and gender for words with a last letter."""
        return tuple(r for r in self._of.get((kind, gender), ()) if r.cut[-1:] in ("", last))

    @cached_property
    def _of(self) -> dict[tuple[str, str], tuple[Rule, ...]]:
        """The rules of each kind and gender, and of each kind under no gender, in their order."""
        found: dict[tuple[str, str], list[Rule]] = defaultdict(list)
        for rule in self._rules:
            for kind in rule.kinds:
                found[kind, rule.gender].append(rule)
                found[kind, ""].append(rule)
        return {key: tuple(rules) for key, rules in found.items()}

    @cached_property
    def _index(self) -> _Index:
        """What a form can be: by kind, ending, way back, gender and rule, the cases and numbers."""
        index: _Index = {}
        for rule in self._rules:
            for place, cells in rule.paradigm.cells.items():
                for cell in cells:
                    ending = rule.cut if cell is None else cell[1]
                    way = _way_back(rule, cell)
                    if way is None:
                        continue
                    for kind in rule.kinds:
                        ways = index.setdefault(kind, {}).setdefault(ending, {})
                        rules = ways.setdefault(way, {}).setdefault(rule.gender, {})
                        rules.setdefault(rule, []).append(place)
        return index

    @cached_property
    def _possessives(self) -> dict[str, list[tuple[str, _Way, Rule]]]:
        """Endings of adjectives made from names of each kind, and the ways back to the names."""
        found: dict[str, list[tuple[str, _Way, Rule]]] = defaultdict(list)
        for rule in self._rules:
            for cell in rule.paradigm.possessive:
                if way := _way_back(rule, cell):
                    for kind in rule.kinds:
                        found[kind].append((cell[1], way, rule))
        return found


_Way = tuple[str, str]
"""What stands before an ending and goes too, and what comes instead: back to the citation form."""

_Index = dict[str, dict[str, dict[_Way, dict[str, dict[Rule, list[tuple[str, str]]]]]]]


def _way_back(rule: Rule, cell: Cell | None) -> _Way | None:
    """Return how a form of a cell becomes its citation form again; None where it never can."""
    if cell is None:
        return "", rule.cut
    old, put = cell[0], rule.put
    if old.endswith(put):
        return "", old[: len(old) - len(put)] + rule.cut
    return (put[: len(put) - len(old)], rule.cut) if put.endswith(old) else None


def _undone(way: _Way, ending: str, form: str) -> str:
    """Return the citation form of a form that ends so; nothing where it is none."""
    before, add = way
    if before and not form.endswith(before + ending):
        return ""
    word = form[: len(form) - len(before) - len(ending)] + add
    return word if len(word) > 1 else ""


def _class(cases: tuple[str, ...], rows: Iterable[str]) -> Class:
    """Read the endings of the singular, the plural and the possessive.

    Endings stand in the order of the cases: ``a`` is added to the stem, ``k>ci`` replaces, ``-``
    adds nothing, ``=`` is the citation form, ``/`` is missing; a comma parts the usual from others.
    """
    singular, plural, possessive, *_ = (*rows, "", "", "")
    cells: dict[tuple[str, str], tuple[Cell | None, ...]] = {}
    for number, row in zip(_NUMBERS, (singular, plural), strict=True):
        words = row.split()
        if words and len(words) != len(cases):
            raise ValueError(f"{len(words)} endings for {len(cases)} cases: {row!r}")
        for case, word in zip(cases, words, strict=False):
            if word != "/":
                cells[case, number] = tuple(_cell(w) for w in word.split(","))
    made = (_cell(word) for word in possessive.split(",") if word)
    return Class(cells, tuple(filter(None, made)))


def _cell(text: str) -> Cell | None:
    if text == "=":
        return None
    old, mark, new = text.rpartition(">")
    return (old, new) if mark else ("", new if new != "-" else "")


def _rule(row: Iterable[str], classes: Mapping[str, Class]) -> Rule:
    kinds, gender, pattern, cut, put, name, *rest = row
    certainty = _UNSURE if "unsure" in rest else _BY_RULE
    return Rule(
        frozenset(kinds.split()),
        gender,
        re.compile(pattern, re.I),
        cut,
        put,
        classes[name],
        certainty,
    )

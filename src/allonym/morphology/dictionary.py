"""Morfeusz 2 (with the SGJP dictionary) as a look-up of word forms, in both directions.

Its tags (http://nkjp.pl/poliqarp/help/ense2.html) are read as Universal Dependencies features.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import product
from types import MappingProxyType
from typing import Any, NamedTuple

from allonym.model.features import FeatureBundle

_CACHED = 1 << 12
CASES = {
    "nom": "Nom", "gen": "Gen", "dat": "Dat", "acc": "Acc",
    "inst": "Ins", "loc": "Loc", "voc": "Voc",
}  # fmt: skip
NUMBERS = {"sg": "Sing", "pl": "Plur"}
GENDERS = {"m1": "Masc", "m2": "Masc", "m3": "Masc", "f": "Fem", "n": "Neut"}
DECLINED = frozenset({"subst", "adj", "depr"})


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag, its alternatives multiplied out."""

    pos: str  # ``subst``, ``adj`` ...; the first field
    # each combination of case, number and gender; empty for other parts of speech
    bundles: tuple[FeatureBundle, ...] = ()
    plural_only: bool = False  # true for names without a singular
    undeclined: bool = False  # true when one form stands for every case
    cells: tuple[tuple[str, str, str], ...] = ()  # the bundles by case, number and gender


@cache
def parse_tag(tag: str) -> Tag:
    """Read one tag of Morfeusz.

    >>> [dict(b) for b in parse_tag("subst:sg:dat.loc:f").bundles]  # doctest: +ELLIPSIS
    [{'Case': 'Dat', 'Number': 'Sing', 'Gender': 'Fem'}, {'Case': 'Loc', ...}]
    """
    pos, *fields = tag.split(":")
    if pos not in DECLINED or len(fields) < 3 or (pos == "adj" and fields[3:] != ["pos"]):
        return Tag(pos)
    numbers, cases, genders = (field.split(".") for field in fields[:3])
    found = dict.fromkeys(
        (CASES[c], NUMBERS[n], GENDERS[g])
        for n, c, g in product(numbers, cases, genders)
        if g in GENDERS and c in CASES and n in NUMBERS
    )
    bundles = tuple(_bundle(*cell) for cell in found)
    return Tag(pos, bundles, "pt" in fields[3:], len(cases) == 7, tuple(found))


@cache
def _bundle(case: str, number: str, gender: str) -> FeatureBundle:
    return MappingProxyType({"Case": case, "Number": number, "Gender": gender})


class Entry(NamedTuple):
    """One form of one lemma; a named tuple, since there are many."""

    form: str  # as the dictionary writes it
    lemma: str  # without the dictionary's marks of homonyms
    key: str  # with them, as generating wants it
    tag: Tag  # what the form is
    labels: frozenset[str]  # what the lemma names: ``imię``, ``nazwisko`` ...
    marked: bool = False  # true when the dictionary calls it rare, dated or colloquial

    def __repr__(self) -> str:
        return f"Entry({self.tag.pos})"  # no form: it is a name


class Dictionary:
    """Looks forms up in Morfeusz, loaded at the first question.

    The latest answers are kept: a word is looked up for each kind of name, as noun and adjective.
    """

    def __init__(self) -> None:
        self.read = lru_cache(_CACHED)(self._read)
        self.inflect = lru_cache(_CACHED)(self._inflect)
        self._kinds: dict[tuple[int, int, int], tuple[Tag, frozenset[str], bool]] = {}

    @cached_property
    def _engine(self) -> Any:
        from morfeusz2 import Morfeusz

        return Morfeusz(generate=True)._morfeusz_obj  # its wrapper makes texts of every number

    def _read(self, word: str) -> tuple[Entry, ...]:
        """Return what one word can be; nothing when it is unknown or more than one word."""
        if not word.isprintable():
            return ()
        found = list(self._engine.analyse(word))  # each look at one of them costs
        if any(item.startNode != 0 or item.endNode != 1 for item in found):
            return ()
        return tuple(self._entries(found))

    def _inflect(self, key: str) -> tuple[Entry, ...]:
        """Return every form of a lemma, homonyms together unless `key` is marked as one."""
        if not key or not key.isprintable() or any(c.isspace() for c in key):
            return ()
        return tuple(self._entries(self._engine.generate(key)))

    def _entries(self, found: Iterable[Any]) -> Iterator[Entry]:
        """Yield what can be declined; what a form is stands in numbers, and few are all there."""
        for item in found:
            numbers = item.tagId, item.nameId, item.labelsId
            if numbers not in self._kinds:
                tag, engine = parse_tag(item.getTag(self._engine)), self._engine
                marked = bool(item.getLabels(engine)) or tag.pos == "depr"
                self._kinds[numbers] = tag, frozenset(item.getName(engine)), marked
            tag, labels, marked = self._kinds[numbers]
            if tag.bundles:
                key = item.lemma
                lemma = key.partition(":")[0].partition("~")[0]
                yield Entry(item.orth, lemma, key, tag, labels, marked)

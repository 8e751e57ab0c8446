"""Where names of people are at home: *Selçuk* in Turkish, *Étienne* in French.

``common/origins.tsv`` holds given names and surnames by origin; it is made by
``tools/build_origins.py``.  Languages write foreign names in their own letters only where these are
Latin, so that the table serves those.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from allonym.languages.pack import common_path
from allonym.text.fold import fold

GENDERS = {"m": "Masc", "f": "Fem", "s": ""}
_LEAST = 0.5
_SHARED = 0.5


@dataclass(frozen=True, slots=True)
class Origins:
    """Tells and gives names by origin.

    Attributes:
        known: The origins of a name, by ``given`` or ``family`` and the name without diacritics.
        drawn: The names to draw from, by origin, kind and UD ``Gender``.
        genders: The UD ``Gender`` of a given name without diacritics, where it has but one.
        usual: The names to draw from, by origin, kind and the name without diacritics.
    """

    known: Mapping[tuple[str, str], frozenset[str]] = field(repr=False)
    drawn: Mapping[tuple[str, str, str], tuple[str, ...]] = field(repr=False)
    genders: Mapping[str, str] = field(repr=False)
    usual: frozenset[tuple[str, str, str]] = field(repr=False)

    def of(self, names: Iterable[tuple[str, str, bool]], near: Iterable[str] = ()) -> str:
        """Return the origin of a person, or nothing where it may be the language's own.

        A name of several origins says little of each, and one that the language has itself speaks
        against all others.  Of two that are as likely the one is meant where such names are usual:
        *Giovanni Rossi* is on the long list of English names too.

        Args:
            names: Kind (``given`` or ``family``), citation form, and whether the language has it.
            near: Origins whose names are those of the language, or nearly.
        """
        weights: dict[str, float] = defaultdict(float)
        usual: Counter[str] = Counter()
        home = 0.0
        for kind, name, own in names:
            found = self.known.get((kind, fold(name)), frozenset())
            if own or not found.isdisjoint(near):
                home += _SHARED if found.difference(near) else 1.0
            for origin in found.difference(near):
                weights[origin] += 1 / len(found)
                usual[origin] += (origin, kind, fold(name)) in self.usual
        best = max(sorted(weights), key=lambda o: (weights[o], usual[o]), default="")
        return best if best and weights[best] >= _LEAST and weights[best] > home else ""

    def names(self, origin: str, kind: str, gender: str) -> tuple[str, ...]:
        """Return the names of an origin to draw from: a man's where the gender is unknown."""
        return self.drawn.get((origin, kind, (gender or "Masc") if kind == "given" else ""), ())

    def has(self, origin: str, kind: str, name: str) -> bool:
        """Tell whether a name is known in an origin."""
        return origin in self.known.get((kind, fold(name)), ())

    def gender(self, name: str) -> str:
        """Return the UD ``Gender`` of a given name; nothing where it is unknown or has two."""
        return self.genders.get(fold(name), "")


@cache
def load_origins() -> Origins:
    """Read the table."""
    known: dict[tuple[str, str], set[str]] = defaultdict(set)
    drawn: dict[tuple[str, str, str], tuple[str, ...]] = {}
    genders: dict[str, str] = {}
    for line in common_path("origins.tsv").read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        origin, kind, names = line.split("\t")
        own, _, others = names.partition("|")
        part = "family" if kind == "s" else "given"
        drawn[origin, part, GENDERS[kind]] = tuple(own.split())
        for name in (*own.split(), *others.split()):
            known[part, fold(name)].add(origin)
            if part == "given":
                gender = genders.setdefault(fold(name), GENDERS[kind])
                genders[fold(name)] = gender if gender == GENDERS[kind] else ""
    found = {key: frozenset(origins) for key, origins in known.items()}
    usual = ((o, kind, fold(name)) for (o, kind, _), own in drawn.items() for name in own)
    return Origins(found, drawn, genders, frozenset(usual))

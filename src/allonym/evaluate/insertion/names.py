"""Names to insert: common, rare, foreign, of two parts, meaning something else."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from allonym.errors import ConfigError
from allonym.evaluate.gold_names import Kinds
from allonym.languages.pack import LanguagePack, available, load_pack
from allonym.languages.pool import PoolEntry, load_pool
from allonym.model.features import FeatureBundle
from allonym.morphology.load import load_morphology
from allonym.ports import Morphology

CLASSES = ("common", "rare", "foreign", "two-part", "meaning")
"""``meaning``: the name is also a word of the language."""

_KINDS = ("given", "family", "place")
_FAMILY_FIRST = frozenset({"hu"})
_ONE_FORM = frozenset({"en", "fi", "hu", "sv"})
"""Languages where of a full name only the last word takes a case."""

Names = Mapping[str, Sequence[PoolEntry]]


@dataclass(frozen=True, slots=True)
class NameMaker:
    """Makes names of each class, in the form that is asked for.

    Attributes:
        language: ISO 639-1 code.
        morphology: What inflects names that no pool spells out.
        by_class: Class and kind to the names there are.
        own: Names whose forms the language's pools spell out.
    """

    language: str
    morphology: Morphology
    by_class: Mapping[str, Names]
    own: frozenset[PoolEntry]

    @classmethod
    def load(cls, pack: LanguagePack, kinds: Kinds) -> NameMaker:
        """Load the pools of a language and of all others.

        Args:
            pack: The language.
            kinds: Tells whether a citation form is also a word of the language.
        """
        # a Bulgarian name would stand in Cyrillic in a Latin text
        others = [load_pack(code) for code in available() if code not in (pack.code, "bg")]
        by_class: dict[str, dict[str, Sequence[PoolEntry]]] = {name: {} for name in CLASSES}
        every: set[PoolEntry] = set()
        for kind in _KINDS:
            own = load_pool(pack, kind).entries
            ranked = sorted(own, key=lambda entry: -entry.frequency)
            quarter = max(1, len(ranked) // 4)
            lemmas = {entry.lemma for entry in own}
            every.update(own)
            by_class["common"][kind] = ranked[:quarter]
            by_class["rare"][kind] = ranked[-quarter:]
            by_class["foreign"][kind] = [
                e for o in others for e in load_pool(o, kind).entries if e.lemma not in lemmas
            ]
            by_class["two-part"][kind] = [e for e in own if e.tokens > 1] or ranked[:quarter]
            by_class["meaning"][kind] = [e for e in own if "common" in kinds(e.lemma)]
        return cls(pack.code, load_morphology(pack), by_class, frozenset(every))

    def person(self, name_class: str, features: FeatureBundle, rng: random.Random) -> str:
        """Return a given name and a surname, of two parts if so asked, in the form asked for.

        Raises:
            ConfigError: If the language has no name of the class.
        """
        gender = rng.choice(self._genders(name_class, features))
        bundle = {"Number": "Sing", **features, "Gender": gender}
        bare = {"Number": "Sing", "Case": "Nom", "Gender": gender}
        source = "foreign" if name_class == "foreign" else "common"
        given = self._choose("given", source, gender, rng)
        families = [self._choose("family", _family_class(name_class), gender, rng)]
        if name_class == "two-part":
            families.append(self._choose("family", "common", gender, rng))
        first_bundle = bare if self.language in _ONE_FORM else bundle
        if self.language in _FAMILY_FIRST:
            family = "-".join(entry.lemma for entry in families)
            return f"{family} {self._form(given, bundle)}"
        *inner, last = families
        words = [self._form(entry, first_bundle) for entry in inner] + [self._form(last, bundle)]
        return f"{self._form(given, first_bundle)} {'-'.join(words)}"

    def place(self, name_class: str, features: FeatureBundle, rng: random.Random) -> str:
        """Return a place in the form asked for; raises as `person` does."""
        return self._form(self._choose("place", name_class, "", rng), features)

    def has(self, kind: str, name_class: str, features: FeatureBundle) -> bool:
        """Tell whether the language has names of a class that fit into a slot."""
        if kind == "person":
            return bool(self._genders(name_class, features))
        return bool(self.by_class[name_class]["place"])

    def _genders(self, name_class: str, features: FeatureBundle) -> list[str]:
        wanted = features.get("Gender", "")
        families = self.by_class[_family_class(name_class)]["family"]
        there = {entry.gender for entry in families}
        both = ["Fem", "Masc"] if there & {"", "Com"} else sorted(there & {"Fem", "Masc"})
        return [gender for gender in both if gender == (wanted or gender)]

    def _choose(self, kind: str, name_class: str, gender: str, rng: random.Random) -> PoolEntry:
        fitting = [
            entry
            for entry in self.by_class[name_class][kind]
            if not gender or entry.gender in ("", "Com", gender)
        ]
        if not fitting:
            raise ConfigError(
                f"{self.language}: no {kind} name of class {name_class!r} in the pool"
            )
        return rng.choice(fitting)

    def _form(self, entry: PoolEntry, features: FeatureBundle) -> str:
        form = entry.form(features) if entry in self.own else None
        return form or self.morphology.inflect(entry.lemma, entry.kind, features).form


def _family_class(name_class: str) -> str:
    return "common" if name_class == "two-part" else name_class

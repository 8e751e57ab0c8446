"""What is made from names and is no form of them: ``Георгиевият``, ``Adzin``, ``Annám``.

A layer over any engine, all of it data.  Each ``derived`` of ``morphology.toml`` says

- ``kinds`` and ``gender`` of the names it is made from, and by ``match`` which of them,
- ``stems``: how the name ends and what the stem of the word made from it ends in, first match,
- ``forms``: each bundle with the ending that the stem takes,
- ``features``: what every form has besides, such as ``Derivation=Poss``; what has no ``Derivation``
  is read but never made (*Głąbowa* is Mrs Głąb), and what has ``Style=Coll`` is made of what is
  read so alone: *Mihatov* beside *Mihov*, *Medićkin* beside *Medićev*,
- ``sure``: whether names hardly end so, and one no list has may be read, too; a number is the
  weight of such a reading.

Readings, forms for the leak check and the surrogate's form all come from here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from allonym.languages.pack import rows
from allonym.model.features import FeatureBundle, parse_features
from allonym.model.mention import Analysis
from allonym.morphology.words import PERSON, Settings, in_order
from allonym.ports import MINE, POSSESSIVE, Inflected, Morphology
from allonym.text.capitals import dictionary_case

_LEAST_NAME = 3
_KNOWN, _UNKNOWN, _RIVALLED = 4.0, 0.5, 0.2
_BY_RULE = 0.9
_CITED = {"Case": "Nom", "Number": "Sing"}


@dataclass(frozen=True, slots=True)
class Derivation:
    """One way to make words from names."""

    kinds: frozenset[str]  # of the names: ``given``, ``family``
    gender: str  # of the names; empty for any
    match: re.Pattern[str] = field(repr=False)  # found in the names
    # ends of names with ends of stems, the first that fits counts
    stems: tuple[tuple[str, str], ...] = field(repr=False)
    forms: tuple[tuple[FeatureBundle, str], ...] = field(repr=False)  # bundles with endings
    # the weight of a word that ends so as made from a name no list has; 0 if it is none
    sure: float = 0.0
    _ends: tuple[str, ...] = field(init=False, repr=False, compare=False, default=())

    def __post_init__(self) -> None:
        object.__setattr__(self, "_ends", tuple(ending for _, ending in self.forms))

    def stem(self, name: str) -> str:
        """Return the stem of what is made from a name; nothing where nothing is."""
        if not self.match.search(name.lower()):
            return ""
        pairs = ((old, new) for old, new in self.stems if name.endswith(old))
        return next((name[: len(name) - len(old)] + new for old, new in pairs), "")

    def names(self, word: str) -> Iterator[tuple[str, FeatureBundle]]:
        """Yield each name that a word may be made from, with the features of the word."""
        for bundle, ending in self.forms if word.endswith(self._ends) else ():
            if not word.endswith(ending):
                continue
            stem = word[: len(word) - len(ending)]
            for old, new in self.stems:
                name = stem[: len(stem) - len(new)] + old if stem.endswith(new) else ""
                if len(name) >= _LEAST_NAME and self.stem(name) == stem:
                    yield name, bundle


def read_derivation(entry: Mapping[str, Any]) -> Derivation:
    """Return a derivation as ``morphology.toml`` writes it.

    >>> made = read_derivation(
    ...     {"kinds": ["given"], "stems": [["a", "in"]], "forms": {"Number=Sing": "ą"}}
    ... )
    >>> made.stem("Ewa"), [name for name, _ in made.names("Ewiną")]
    ('Ewin', ['Ewa'])
    """
    shared = parse_features(str(entry.get("features", "")))
    forms = ((parse_features(name), str(new)) for name, new in entry["forms"].items())
    return Derivation(
        frozenset(entry["kinds"]),
        str(entry.get("gender", "")),
        re.compile(str(entry.get("match", ""))),
        tuple((str(old), str(new)) for old, new in entry["stems"]),
        tuple(({**bundle, **shared}, ending) for bundle, ending in forms),
        _UNKNOWN if (sure := entry.get("sure", 0.0)) is True else float(sure),
    )


class DerivedMorphology:
    """An engine that knows derivations besides (the protocol ``Morphology``).

    Args:
        engine: What reads and makes all other forms.
        derivations: Of the language.
        known: Tells whether a list has a name of this kind.
    """

    def __init__(
        self,
        engine: Morphology,
        derivations: Sequence[Derivation],
        known: Callable[[str, str], bool],
    ) -> None:
        self._engine = engine
        self.derivations = engine.derivations
        self.may_derive = getattr(engine, "may_derive", None)
        self._derivations = tuple(derivations)
        self._agreeing = [d for d in derivations if any("Gender[noun]" in b for b, _ in d.forms)]
        self._may_own = getattr(engine, "may_own", lambda _word: False)
        self._known = known

    @classmethod
    def over(cls, engine: Morphology, settings: Settings) -> Morphology:
        """Return the engine with the derivations of its pack, or itself where there are none."""
        table = settings.table.get("derived", ())
        paths = map(settings.pack.path, ("nicknames.tsv", "genders.tsv"))
        more = frozenset(row[0] for path in paths if path for row in rows(path))

        def known(name: str, kind: str) -> bool:
            listed = name in settings.pool(kind) or name in settings.listed(kind)
            return listed or (kind == "given" and name in more)

        return cls(engine, [read_derivation(row) for row in table], known) if table else engine

    def analyse(self, surface: str, kind: str) -> Sequence[Analysis]:
        """Return every reading of one word, best first; at least one (the word as its lemma)."""
        read = self._engine.analyse(surface, kind)
        made = list(self._made(surface, kind, read))
        return in_order([*read, *made]) if made else read

    def may_own(self, word: str) -> bool:
        """Tell whether a word ends as what agrees with the noun that somebody owns."""
        return any(any(d.names(word)) for d in self._agreeing) or self._may_own(word)

    def inflect(self, lemma: str, kind: str, features: FeatureBundle) -> Inflected:
        """Return the form of `lemma` that `features` ask for; his family is nothing he has."""
        if features.get("Derivation") not in (POSSESSIVE, MINE):
            return self._engine.inflect(lemma, kind, features)
        wanted = {**_CITED, **features}  # a table of the dual alone has no word to cite
        for derivation in self._fitting(lemma, kind, features.get("Gender", "")):
            stem = derivation.stem(lemma)
            for bundle, ending in derivation.forms if stem else ():
                asked = ({*bundle, "Derivation"} - {"Gender"}).intersection({*wanted, "Style"})
                if all(bundle.get(name) == wanted.get(name) for name in asked):
                    return Inflected(stem + ending, _BY_RULE)
        return self._engine.inflect(lemma, kind, features)

    def forms(self, lemma: str, kind: str) -> frozenset[str]:
        """Return every form of `lemma`, derivations included; the lemma is always among them."""
        made = (
            stem + ending
            for derivation in self._fitting(lemma, kind)
            if (stem := derivation.stem(lemma))
            for _, ending in derivation.forms
        )
        return self._engine.forms(lemma, kind).union(made)

    def _fitting(self, lemma: str, kind: str, sex: str = "") -> Iterator[Derivation]:
        """Yield what may be made from a name; the sex says whose it is where both may have it."""
        if len(lemma) < _LEAST_NAME:
            return
        gender = sex or self._engine.analyse(lemma, kind)[0].features.get("Gender", "")
        for derivation in self._derivations:
            own = derivation.gender
            if kind in derivation.kinds and (not own or not gender or own == gender):
                yield derivation

    def _made(self, surface: str, kind: str, read: Sequence[Analysis]) -> Iterator[Analysis]:
        word = dictionary_case(surface)
        for derivation in self._derivations:
            found = list(derivation.names(word)) if kind in derivation.kinds else []
            if not found:
                continue
            listed = {n for n, _ in found if self._known(n.rpartition("-")[2], kind)}
            guess = min((name for name, _ in found), key=len)
            likely = listed or ({guess} if derivation.sure else set())
            # *Adamowi* is Adam's dative, hardly what several things of his are; *Nils* is no Nil's
            rivals = {(a.lemma, kind) for a in read}.union((surface, own) for own in PERSON)
            rivalled = bool(likely) and any(self._known(*rival) for rival in rivals)
            for name, bundle in found:
                known = name in listed
                if name not in likely:
                    continue
                if rivalled or not self._is_of(name, kind, derivation.gender):
                    weight = _RIVALLED
                else:
                    weight = max(_KNOWN, 2 * derivation.sure) if known else derivation.sure
                own = {"Gender": derivation.gender} if kind == "given" and derivation.gender else {}
                yield Analysis(name, {**own, **bundle}, weight)

    def _is_of(self, name: str, kind: str, gender: str) -> bool:
        own = self._engine.analyse(name, kind)[0].features.get("Gender", gender)
        return not gender or own == gender

"""Pseudonyms that a person chose: declined as the pool's names are, whether in the pool or not."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from allonym.languages.pool import Pool, PoolEntry
from allonym.model.features import FeatureBundle, merge
from allonym.ports import Morphology
from allonym.replace.candidates import Candidate, sample_of
from allonym.replace.rules import NameRules

_JOINTS = re.compile(r"([\s\u00a0]+|[-\u2010\u2011])")
_KEPT = 1 << 12
_GENITIVE: FeatureBundle = {"Case": "Gen", "Number": "Sing"}


@dataclass(frozen=True, slots=True)
class Declined:
    """A chosen name in all its forms, and how certain they are."""

    candidate: Candidate = field(repr=False)
    certainty: float = 1.0


def declined(
    text: str,
    kind: str,
    gender: str,
    pools: Mapping[str, Pool],
    morphology: Morphology,
    *,
    whole: bool = False,
) -> Declined:
    """Return a typed name with its forms: the pool's, else those that the morphology makes.

    Words joined by spaces or hyphens are declined each for itself.

    Args:
        text: The citation form.
        kind: ``given``, ``family``, ``place`` or ``org``.
        gender: UD ``Gender``, if known.
        pools: Of the language.
        morphology: Of the language.
        whole: The words are declined as one: *Keski-Suomessa*.
    """
    pool = pools[kind]
    known = [e for e in pool.by_lemma.get(text, ()) if e.gender in ("", gender) or not gender]
    if known:
        group = known[0].group
        entries = tuple(e for e in pool.entries if e.group == group)
        return Declined(Candidate(group, entries))
    bundles = pool.entries[0].bundles if pool.entries else ()
    number = _number(text, kind, morphology) if kind == "place" else ""
    rows = [
        _row(piece, "common" if piece.islower() else kind, gender, number, bundles, morphology)
        if not _JOINTS.fullmatch(piece)
        else piece
        for piece in ([text] if whole else _JOINTS.split(text))
        if piece
    ]
    row = tuple(
        "".join(part if isinstance(part, str) else part[number] for part in rows)
        for number in range(len(bundles))
    )
    words = [piece for piece in _JOINTS.split(text) if piece and not _JOINTS.fullmatch(piece)]
    sure = [morphology.inflect(w, kind, _with(_GENITIVE, gender)).certainty for w in words]
    entry = PoolEntry(
        text, kind, gender, number or "Sing", "", 1, text, "", len(words), row, bundles
    )  # fmt: skip
    return Declined(Candidate(text, (entry,)), min(sure, default=1.0))


class Outside:
    """Declines names that no pool has, each name once; the latest are kept for other documents.

    Args:
        rules: What the pack says about names.
        morphology: Of the language.
    """

    def __init__(self, rules: NameRules, morphology: Morphology) -> None:
        self._rules, self._morphology = rules, morphology
        self.candidate = lru_cache(_KEPT)(self._candidate)
        self.gender = lru_cache(_KEPT)(self._gender)

    def _candidate(self, kind: str, name: str) -> Candidate:
        """Return a name that no pool has."""
        pools, morphology = self._rules.pools, self._morphology
        if kind == "family":
            return _surname(name, pools, morphology)
        return declined(name, kind, self.gender(kind, name), pools, morphology).candidate

    def _gender(self, kind: str, name: str) -> str:
        """Return the gender of a name that is no surname; nothing where none is known."""
        rules = self._rules
        if kind == "given" and (g := rules.pet_names.sex(name) or rules.origins.gender(name)):
            return g
        readings = (r for r in self._morphology.analyse(name, kind) if r.lemma == name)
        return next((g for r in readings if (g := r.features.get("Gender", ""))), "")


def _surname(name: str, pools: Mapping[str, Pool], morphology: Morphology) -> Candidate:
    """Return a surname for men and for women, in the genders that the pool's surnames have."""
    genders = [e.gender for e in sample_of(pools["family"], "")] or [""]
    made = [declined(name, "family", g, pools, morphology).candidate for g in genders]
    return Candidate(made[0].group, tuple(c.entry(g) for c, g in zip(made, genders, strict=True)))


def _number(text: str, kind: str, morphology: Morphology) -> str:
    """Return the number of a citation form as it is likeliest read, if it is read: *Párovce*."""
    own = (r for r in morphology.analyse(text, kind) if r.lemma == text)
    base = [r for r in own if r.features.get("Case") == "Nom"]
    best = max(base, key=lambda reading: reading.weight, default=None)
    return best.features.get("Number", "") if best else ""


def _row(
    word: str,
    kind: str,
    gender: str,
    number: str,
    bundles: Sequence[FeatureBundle],
    morphology: Morphology,
) -> tuple[str, ...]:
    """Return the form of a word for each bundle, of what is derived from it too: *Sanyié*."""
    return tuple(
        ""
        if number not in ("", b.get("Number", number))
        else morphology.inflect(word, kind, _with(b, gender)).form
        for b in bundles
    )


def _with(bundle: FeatureBundle, gender: str) -> FeatureBundle:
    return merge(bundle, {"Gender": gender} if gender else {})

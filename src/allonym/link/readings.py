"""What one mention of a person says: names, initials, gender, role."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from allonym.link.parts import PartReader
from allonym.link.words import NameWords
from allonym.model.mention import Analysis, Mention, NamePart, PartRole
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import POSSESSIVE
from allonym.text.fold import fold, plain

MOST = 3
"""How many citation forms of an ambiguous word are looked up."""

STEM = 5
TURN: dict[PartRole, PartRole] = {"given": "family", "family": "given"}

_RARE = 0.08
_OWNED = "Owned"
"""What is somebody's (*Ilonáé*): it names nobody else."""
_SHAPES = ("person.given", "person.family", "person.initials")
_GENDERS = frozenset({"Masc", "Fem"})


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What one mention says about the person.

    Attributes:
        mention: With its parts.
        given: For each given name the names it may be, likeliest first, pet names resolved.
        family: For each surname its keys; equal for man and wife.
        lead: Initials before the surname, in small letters.
        tail: The initial of the surname, where it is abbreviated.
        letter: A lone initial, of either name.
        genders: What the person can be; empty when nothing is known.
        role: The finer type (``judge``), and whether a list asked to keep or hide.
        stance: ``keep``, ``hide`` or nothing.
        stem: The beginning of a surname no list knows; nothing where words are not inflected.
    """

    mention: Mention
    given: tuple[tuple[str, ...], ...] = ()
    family: tuple[tuple[str, ...], ...] = ()
    lead: str = ""
    tail: str = ""
    letter: str = ""
    genders: frozenset[str] = frozenset()
    role: str = ""
    stance: str = ""
    stem: str = ""

    @property
    def full(self) -> bool:
        """Whether it has a given name and a surname."""
        return bool(self.given and self.family)


class PersonReader:
    """Turns mentions with parts into readings."""

    def __init__(self, words: NameWords, parts: PartReader) -> None:
        self._words = words
        self._parts = parts

    def read(self, mention: Mention, view: TextView) -> Reading:
        """Return what a mention says about the person."""
        reading = self._initials(self._names(mention), view)
        named = [p for p in self._without_particle(mention.parts) if p.role in TURN]
        if len(named) != 1 or reading.lead or reading.tail:
            return reading
        return replace(reading, stem=self._stem(named[0], view.surface(named[0].span)))

    def turn(self, reading: Reading, view: TextView) -> Reading | None:
        """Read a lone word as the other kind of name; None where there are more words."""
        mention = reading.mention
        named = [p for p in self._without_particle(mention.parts) if p.role in TURN]
        if len(named) != 1 or reading.lead or reading.tail:
            return None
        part = named[0]
        turned = self._parts.reread(part, view.surface(part.span), TURN[part.role])
        parts = tuple(turned if p is part else p for p in mention.parts)
        other = self._names(replace(mention, parts=parts))
        return replace(other, genders=reading.genders & other.genders or other.genders)

    def _stem(self, part: NamePart, surface: str) -> str:
        inflected = any("Case" in a.features for a in part.analyses)
        unknown = inflected and not self._words.family_weight(surface)
        return plain(surface) if unknown and len(surface) > STEM else ""

    def _names(self, mention: Mention) -> Reading:
        by_role: dict[str, list[NamePart]] = {"given": [], "family": [], "initial": [], "other": []}
        for part in self._without_particle(mention.parts):
            by_role[part.role].append(part)
        return Reading(
            mention,
            tuple(self._given(part) for part in by_role["given"]),
            tuple(self._family(part) for part in by_role["family"]),
            genders=self._genders(by_role["given"] + by_role["family"]),
            role=_finer(mention.type),
            stance=_stance(mention),
        )

    def _initials(self, reading: Reading, view: TextView) -> Reading:
        """Add the initials: of given names before a surname, else the last of the surname."""
        letters = "".join(
            fold(view.surface(p.span)) for p in reading.mention.parts if p.role == "initial"
        )
        if not letters:
            return reading
        if reading.family:
            lead, tail = letters, ""
        elif reading.given or len(letters) > 1:
            lead, tail = letters[:-1], letters[-1]
        else:
            return replace(reading, letter=letters)
        return replace(reading, lead=lead, tail=tail)

    def _without_particle(self, parts: Sequence[NamePart]) -> Sequence[NamePart]:
        """Leave out a particle at the head that was taken for a name (``Van Dalen``)."""
        lead = parts[0].analyses if len(parts) > 1 else ()
        return parts[1:] if lead and plain(lead[0].lemma) in self._words.particles else parts

    def _given(self, part: NamePart) -> tuple[str, ...]:
        lemmas = _lemmas(part.analyses)
        full = (name for lemma in lemmas for name in self._words.nicknames.get(lemma, ()))
        names = dict.fromkeys((*lemmas, *full))
        derived = part.analyses[0].features.get("Derivation") if part.analyses else None
        if derived in (None, POSSESSIVE, _OWNED):
            return tuple(names)
        return tuple(f"{name} {derived}" for name in names)

    def _family(self, part: NamePart) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._words.family_key(x) for x in _lemmas(part.analyses)))

    def _genders(self, parts: Sequence[NamePart]) -> frozenset[str]:
        genders = _GENDERS
        for part in parts:
            own = self._part_genders(part)
            genders = genders & own or genders if own else genders
        return genders if genders != _GENDERS else frozenset()

    def _part_genders(self, part: NamePart) -> frozenset[str]:
        weights = dict.fromkeys(("Masc", "Fem"), 0.0)
        for analysis in part.analyses:
            gender = analysis.features.get("Gender", "") or self._nickname_gender(analysis, part)
            if not gender:
                return _GENDERS
            weights[gender] = weights.get(gender, 0.0) + analysis.weight
        total = sum(weights.values()) or 1.0
        return frozenset(g for g in _GENDERS if weights[g] / total >= _RARE)

    def _nickname_gender(self, analysis: Analysis, part: NamePart) -> str:
        if part.role != "given":
            return ""
        names = self._words.nicknames.get(plain(analysis.lemma), ())
        genders = {self._words.genders.get(name, "") for name in names}
        return genders.pop() if len(genders) == 1 else ""


def _lemmas(analyses: Sequence[Analysis]) -> list[str]:
    best = max((a.weight for a in analyses), default=0.0)
    lemmas = dict.fromkeys(plain(a.lemma) for a in analyses if a.weight >= _RARE * best)
    return list(lemmas)[:MOST]


def _finer(kind: str) -> str:
    shape = any(is_a(kind, known) for known in _SHAPES)
    return "" if shape or kind == "person" else kind.partition(".")[2]


def _stance(mention: Mention) -> str:
    known = (e for e in mention.evidence if e.detector.partition(".")[0] == "known")
    rules = {e.rule.partition(":")[0] for e in known}
    return next((rule for rule in ("keep", "hide") if rule in rules), "")

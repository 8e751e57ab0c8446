"""Write the citation form of a person: each word once, in the nominative."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from allonym.link.groups import Group
from allonym.link.readings import Reading
from allonym.link.words import NameWords
from allonym.model.entity import LemmaPart
from allonym.model.mention import Analysis, NamePart, PartRole
from allonym.model.view import TextView
from allonym.text.bookings import BOOKED
from allonym.text.fold import plain
from allonym.text.marks import HYPHENS

_ORDER: dict[PartRole, int] = {"given": 0, "initial": 0, "other": 1, "family": 1}
_PLAUSIBLE, _SURE = 0.15, 0.9


class Citation:
    """Names groups of mentions."""

    def __init__(self, words: NameWords) -> None:
        self._words = words

    def name(self, group: Group, view: TextView) -> tuple[str, tuple[LemmaPart, ...]]:
        """Return the canonical name and its parts, given names first."""
        full = partial(_fullness, words=self._words)
        ranked = sorted(group.members, key=lambda r: (full(r), -r.mention.span.start), reverse=True)
        fullest = ranked[0]
        said = fullest.mention.parts
        parts = [p for p in said if p.role != "other" or _in_name(p, fullest, view)]
        parts += _lacking(parts, ranked[1:])
        parts.sort(key=lambda p: _ORDER[p.role])
        gender = next(iter(group.genders)) if len(group.genders) == 1 else ""
        lemmas = [self._lemma(p, group, gender, view) for p in parts]
        lemmas = [
            self._formal(x, group, lemmas) if p.role == "given" else x
            for p, x in zip(parts, lemmas, strict=True)
        ]
        text = ""
        for number, (part, lemma) in enumerate(zip(parts, lemmas, strict=True)):
            text += _gap(parts[number - 1], part, view) + lemma if number else lemma
        if not parts:
            return view.surface(fullest.mention.span), ()
        return text, tuple(LemmaPart(p.role, x) for p, x in zip(parts, lemmas, strict=True))

    def _lemma(self, part: NamePart, group: Group, gender: str, view: TextView) -> str:
        surface = view.surface(part.span)
        if part.role == "initial":
            return f"{surface}."
        if not part.analyses:
            return surface
        votes = self._votes(part, group, gender)
        for word in votes:
            known = self._words.is_listed(word, part.role)
            votes[word] += known or (
                not group.household and self._stays(word, surface, votes[word])
            )
        lemma = max(votes, key=lambda word: (votes[word], word))
        own = any(a.lemma == lemma and a.features.get("Gender") == gender for a in part.analyses)
        lemma = _capitals(lemma, surface)
        turned = part.role == "family" and not own  # Hruška is a man's already, and not Hrušky's
        return self._words.family_form(lemma, gender) if turned else lemma

    def _formal(self, lemma: str, group: Group, own: Iterable[str]) -> str:
        """Return the name a pet name is short for, if some mention says it: *Zenek*, *Zenon*."""
        full = group.literal.intersection(self._words.nicknames.get(plain(lemma), ()))
        full = full.difference(map(plain, own))
        parts = (p for r in group.members if full for p in r.mention.parts if p.role == "given")
        said = (p.analyses[0].lemma for p in parts if p.analyses)
        return next((word for word in said if plain(word) in full), lemma)

    def _votes(self, part: NamePart, group: Group, gender: str) -> dict[str, float]:
        """Weigh the lemmas of a word by all mentions that have one of them."""
        votes = _shares(part.analyses, gender)
        keys = {self._key(word, part.role): word for word in votes}
        for reading in group.members:
            for other in reading.mention.parts:
                if other is not part and other.role == part.role:
                    for lemma, share in _shares(other.analyses, gender).items():
                        own = keys.get(self._key(lemma, part.role))
                        if own is not None:
                            votes[own] += share
        return votes

    def _stays(self, lemma: str, surface: str, share: float) -> bool:
        """Tell whether an unknown word rather stands as it is than in a form of a guessed name."""
        base = plain(lemma) == plain(surface) and share >= _PLAUSIBLE
        return base and not (share < _SURE and self._words.family_weight(surface))

    def _key(self, lemma: str, role: PartRole) -> str:
        return self._words.family_key(lemma) if role == "family" else plain(lemma)


def _fullness(reading: Reading, words: NameWords) -> tuple[int, int, bool, bool]:
    nominative = all(
        any(a.features.get("Case", "Nom") == "Nom" for a in part.analyses[:2])
        for part in reading.mention.parts
        if part.analyses
    )
    given, family = bool(reading.given), bool(reading.family)
    initials = bool(reading.lead or reading.tail) and not (given and family)
    shape = 2 * given + 2 * family + initials
    formal = not any(name in words.nicknames for names in reading.given for name in names[:1])
    return shape, len(reading.given) + len(reading.family), formal, nominative


def _lacking(parts: Sequence[NamePart], others: Iterable[Reading]) -> list[NamePart]:
    """Return the given name or surname that has a mention of its own, as in a form."""
    roles = {part.role for part in parts}
    missing: dict[PartRole, PartRole] = {"given": "family", "family": "given"}
    role = missing.get(next(iter(roles))) if len(roles) == 1 else None
    found = ([p for p in other.mention.parts if p.role == role] for other in others)
    return next(filter(None, found), [])


def _in_name(part: NamePart, reading: Reading, view: TextView) -> bool:
    """Tell a particle or generation from a title that slipped into the mention."""
    first = next((p.span.start for p in reading.mention.parts if p.role != "other"), 0)
    return part.span.start > first and view.surface(part.span).lower() not in BOOKED


def _shares(analyses: Iterable[Analysis], gender: str) -> dict[str, float]:
    shares: dict[str, float] = {}
    for analysis in analyses:
        agrees = not gender or analysis.features.get("Gender", gender) == gender
        weight = analysis.weight * (1.0 if agrees else 0.1)
        shares[analysis.lemma] = shares.get(analysis.lemma, 0.0) + weight
    total = sum(shares.values()) or 1.0
    return {lemma: weight / total for lemma, weight in shares.items()}


def _capitals(lemma: str, surface: str) -> str:
    if lemma.islower() or (lemma.isupper() and len(lemma) > 1 and not surface.isupper()):
        return lemma[:1].upper() + lemma[1:].lower()
    return lemma


def _gap(left: NamePart, right: NamePart, view: TextView) -> str:
    between = view.text[left.span.end : right.span.start] if left.span < right.span else ""
    return "-" if between in HYPHENS else " "


def common_type(types: Sequence[str]) -> str:
    """Return the finest type the mentions agree on.

    >>> common_type(["place", "place.settlement"]), common_type(["org.court", "org.school"])
    ('place.settlement', 'org')
    """
    shared = types[0]
    for other in types[1:]:
        if other.startswith(shared + ".") or shared.startswith(other + "."):
            shared = max(shared, other, key=len)
        elif other != shared:
            pairs = zip(shared.split("."), other.split("."), strict=False)
            same = [a for a, b in pairs if a == b]
            shared = ".".join(same) or shared
    return shared

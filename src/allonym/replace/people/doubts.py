"""What the forms of a name leave open: ``Mihaela`` is a woman or, hardly, of a man."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from allonym.model.entity import Entity
from allonym.model.mention import Analysis

if TYPE_CHECKING:
    from allonym.replace.rules import NameRules

_CLEAR = 0.6
_LONGEST, _MANY, _MOST = 4, 6, 0.85


def by_gender(readings: Iterable[Iterable[Analysis]]) -> Mapping[str, float]:
    """Return what the readings of all mentions weigh, by the UD ``Gender`` they have."""
    weights: dict[str, float] = defaultdict(float)
    for reading in (r for own in readings for r in own):
        if gender := reading.features.get("Gender", ""):
            weights[gender] += reading.weight
    return weights


def likeliest(weights: Mapping[str, float], least: float = 0.0) -> str:
    """Return the gender that weighs most; empty where its share is below `least`.

    >>> likeliest({"Fem": 0.8, "Masc": 0.2}, 0.6), likeliest({"Fem": 0.5, "Masc": 0.5}, 0.6)
    ('Fem', '')
    """
    gender, most = max(weights.items(), key=lambda pair: (pair[1], pair[0]), default=("", 0.0))
    return gender if most >= least * sum(weights.values()) else ""


class Endings:
    """Tells the sex of a given name that no list has by how those on the lists end.

    >>> Endings([(f"{c}ina", "Fem") for c in "ABCDEFGH"]).gender("Olina")
    'Fem'
    """

    def __init__(self, names: Iterable[tuple[str, str]]) -> None:
        """Count the ends of names, each given with its UD ``Gender``."""
        small = ((name.casefold(), gender) for name, gender in names)
        self._counts = Counter(
            (low[-n:], g) for low, g in small for n in range(1, min(_LONGEST, len(low)) + 1)
        )

    def gender(self, name: str) -> str:
        """Return the UD ``Gender`` that nearly all names of the longest known end have."""
        low = name.casefold()
        for size in range(min(_LONGEST, len(low) - 1), 0, -1):
            masc, fem = (self._counts[low[-size:], gender] for gender in ("Masc", "Fem"))
            if masc + fem >= _MANY:
                likely = max(masc, fem) >= _MOST * (masc + fem)
                return ("Masc" if masc > fem else "Fem") if likely else ""
        return ""


def doubtful(readings: Iterable[Iterable[Analysis]]) -> str:
    """Return the likelier gender where readings are of two: ``Mihaelu`` is his and hers."""
    weights = by_gender(readings)
    return likeliest(weights) if len(weights) > 1 else ""


def gender_of_name(entity: Entity) -> str:
    """Return the gender that most readings of a person's given names have, if clearly most.

    ``Mihaela`` is hardly ever the genitive of ``Mihael``.
    """
    parts = (p for m in entity.mentions for p in m.parts if p.role == "given")
    return likeliest(by_gender(part.analyses for part in parts), _CLEAR)


def gender_of(entity: Entity, rules: NameRules) -> str:
    """Return the gender of a person: as the linker says, else as the names do; empty if unknown."""
    known = entity.features.get("Gender")
    if known:
        return known
    for role in ("given", "family"):
        for part in (p for m in entity.mentions for p in m.parts if p.role == role):
            genders = {r.features.get("Gender", "") for r in part.analyses}
            # a given name of one gender keeps it, though it may also be read as a form of none
            genders -= {""} if role == "given" and len(genders) > 1 else set()
            if len(genders) == 1 and genders != {""}:
                return genders.pop()
    tellers = (rules.eras.gender, rules.origins.gender, rules.given_ends.gender)
    told = (tell(p.lemma) for tell in tellers for p in entity.parts if p.role == "given")
    return gender_of_name(entity) or next(filter(None, told), "")


def in_plural(readings: Iterable[Iterable[Analysis]], number: str) -> bool:
    """Tell whether some mention is of a whole family: not every surname has a plural."""
    return any(
        all(f.get("Number", number) != number and "Derivation" not in f for f in own)
        for own in ([r.features for r in mention] for mention in readings)
        if own
    )


def is_family_s(readings: Sequence[Analysis]) -> bool:
    """Tell whether most readings are a plural: *Lahtien* is hardly ever a name of its own."""
    plural = sum(r.weight for r in readings if is_plural(r))
    return bool(readings) and 2 * plural > sum(r.weight for r in readings)


def is_plural(reading: Analysis) -> bool:
    """Tell whether a reading is the plural of a name, and of nothing made from it."""
    return reading.features.get("Number") == "Plur" and "Derivation" not in reading.features

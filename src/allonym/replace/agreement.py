"""Whether the forms of a name agree with all that the mentions of an original may be read as."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache

from allonym.languages.pool import Pool
from allonym.model.features import FeatureBundle
from allonym.replace.candidates import (
    KEPT,
    Candidate,
    Names,
    Readings,
    Wanted,
    form_for,
    groups_of,
)

Said = frozenset[tuple[tuple[str, str], ...]]
"""Features that a form hangs on, of each reading of a mention."""

_TOLD = ("Gender", "Number", "Case", "Definite", "Derivation")
_Shape = tuple[int, tuple[int, ...], tuple[tuple[str, str], ...]]


def said_by(readings: Readings) -> Said:
    """Return what readings say of a form; many names have the same to agree with."""
    said = (r.features for r in readings)
    return frozenset(tuple((n, own[n]) for n in _TOLD if n in own) for own in said)


def _has_one_form(mentions: frozenset[Said], gender: str, candidate: Candidate) -> bool:
    """Tell whether a candidate has one form for all that the readings of each mention say."""
    forms = ({form_for(candidate, own, gender) for own in _asked(said)} for said in mentions)
    return all(len(own - {None, ""}) == 1 for own in forms)


@lru_cache(maxsize=1 << 14)
def _shape(candidate: Candidate) -> _Shape:
    """Return which forms of a name are the same, and of what it is: whether it agrees hangs on it.

    Very many names share one.
    """
    seen: dict[str, int] = {"": -1}
    row = (form for entry in candidate.entries for form in entry.row)
    same = tuple(seen.setdefault(form, number) for number, form in enumerate(row))
    kinds = tuple((entry.gender, entry.number) for entry in candidate.entries)
    return id(candidate.entries[0].bundles), same, kinds  # those of a pool, which stays


@lru_cache(maxsize=KEPT)
def of_each_shape(candidates: Names) -> Sequence[tuple[Candidate, int]]:
    """Return one name of each shape, with how many names are of it."""
    counted = Counter(map(_shape, candidates))
    return [(c, counted[shape]) for shape, c in {_shape(c): c for c in candidates}.items()]


@lru_cache(maxsize=1 << 12)
def _agreeing(mentions: frozenset[Said], gender: str) -> Callable[[Candidate], bool]:
    known: dict[_Shape, bool] = {}

    def agrees(candidate: Candidate) -> bool:
        shape = _shape(candidate)
        if shape not in known:
            known[shape] = _has_one_form(mentions, gender, candidate)
        return known[shape]

    return agrees


@lru_cache(maxsize=1 << 12)
def _asked(said: Said) -> tuple[FeatureBundle, ...]:
    return tuple(map(dict, said))


def agreeing(wanted: Wanted) -> Callable[[Candidate], bool]:
    """Return what tells whether a candidate has one form for all the readings of each mention."""
    return _agreeing(frozenset(map(said_by, wanted.readings)), wanted.gender)


def often_agree(pool: Pool, wanted: Wanted, one_in: int) -> bool:
    """Tell whether one name in so many agrees, as far as those of the pool tell.

    Where a mention may be in either of two cases, only the odd name that is never declined does.
    """
    shapes, agrees = of_each_shape(groups_of(pool)), agreeing(wanted)
    return one_in * sum(n for c, n in shapes if agrees(c)) >= sum(n for _, n in shapes)

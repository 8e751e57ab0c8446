"""When given names were given, and how often: *Winifred* before the war, *Kaylee* since 1990.

``eras.tsv`` of a pack holds the usual names by sex, years of birth and how often they were given;
under a country instead of years stand names that are hardly borne in the others of the language.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from math import isqrt
from pathlib import Path

from allonym.languages.pack import rows

FIRST, STEP, SPANS = 1930, 5, 19
"""The year the first span begins, years in a span, and how many there are."""
LEAST, _TIMES = 100, 3
"""How often the rarest listed names were given; by what a class is more frequent than the next."""
_FULL, _QUARTER = 8, 6
"""Years inside its own after which a name is as frequent as it was; those outside in which it falls
to a quarter."""
_GONE = 15
Curve = tuple[int, ...]
NEVER: Curve = (0,) * SPANS


@dataclass(frozen=True, eq=False)
class Eras:
    """How often names were given, by spans of years of birth."""

    # by UD ``Gender`` and name, a number for each span; usual names only
    curves: Mapping[tuple[str, str], Curve] = field(repr=False)
    # the countries to which a name of several belongs, ISO 3166, by the same
    countries: Mapping[tuple[str, str], frozenset[str]] = field(repr=False)

    def of(self, gender: str, names: Iterable[str]) -> Curve:
        """Return how often any of these names was given; without gender, to either sex."""
        sexes = (gender,) if gender else ("Masc", "Fem")
        found = [self.curves.get((sex, name)) for name in names for sex in sexes]
        known = [curve for curve in found if curve]
        if len(known) < 2:
            return known[0] if known else NEVER
        return tuple(map(sum, zip(*known, strict=True)))

    def gender(self, name: str) -> str:
        """Return the UD ``Gender`` of a name that one sex alone was given; else nothing."""
        sexes = [sex for sex in ("Masc", "Fem") if (sex, name) in self.curves]
        return sexes[0] if len(sexes) == 1 else ""

    def at_home(self, gender: str, name: str, home: str = "") -> Curve:
        """Return how often a name was given; never, where it is of other countries alone."""
        abroad = self.countries.get((gender, name)) if home else None
        return NEVER if abroad and home not in abroad else self.of(gender, (name,))


@lru_cache(maxsize=1 << 12)
def weight(often: int, own: int) -> int:
    """Return how readily a name given so often stands for one that was given `own` times.

    As often as it is borne, and the less the more its frequency differs from the other's.
    """
    alike = isqrt(10_000 * min(often, own) // max(often, own)) if often else 0
    return max(1, often * alike // 100) if often else 0


def class_of(often: int) -> int:
    """Return how often names of the class are given that a name of this frequency is in."""
    found = LEAST
    while found * _TIMES <= often * 2:
        found *= _TIMES
    return found


def span_of(year: int) -> int:
    """Return the span of a year of birth, or the nearest."""
    return min(max((year - FIRST) // STEP, 0), SPANS - 1)


@cache
def load_eras(path: Path | None) -> Eras:
    """Read the table of a pack; without one no name has a time."""
    curves: dict[tuple[str, str], Curve] = {}
    countries: dict[tuple[str, str], set[str]] = defaultdict(set)
    for gender, years, often, names in rows(path):
        if years.isalpha():
            for name in names.split():
                countries[gender, name].add(years)
            continue
        first, last = map(int, years.split("-"))
        curve = _curve(first, last, LEAST * _TIMES ** (int(often) - 1))
        for name in names.split():
            known = curves.get((gender, name))
            curves[gender, name] = tuple(map(max, known, curve)) if known else curve
    return Eras(curves, {key: frozenset(found) for key, found in countries.items()})


def _curve(first: int, last: int, often: int) -> Curve:
    """Return how often a name was given, half as often where its years begin and end."""
    middles = (FIRST + STEP * span + STEP // 2 for span in range(SPANS))
    depths = [min(year - first, last - year) for year in middles]
    return tuple(
        round(often * (1 + min(depth, _FULL) / _FULL) / 2)
        if depth >= 0
        else round(often / 2 / 4 ** (-depth / _QUARTER) * (depth >= -_GONE))
        for depth in depths
    )

"""What settlements are and what municipality they are of, for tools/build_geography.py.

``tools/kinds.tsv`` lists the towns of countries, and the villages that give a municipality its
name; ``tools/communes_RO.tsv`` the towns and communes of Romania with their postcodes.
"""

from __future__ import annotations

import csv
import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from build_geography import Place

HERE = Path(__file__).parent
RUN = "–"
EACH = 1
"""Villages of a municipality and gender that can be drawn."""
_NAME = re.compile(r"[^\W\d_]{4,}(?:[ -][^\W\d_]+){0,2}")
REACH, LONG, ENOUGH, SHARE = 15.0, 4, 2, 0.1
"""Kilometres of neighbours; signs of a postcode that theirs share; how many of them, at least."""
_START = 2
"""First digits that postcodes of one part of a country share."""


def _rows(name: str) -> Iterator[dict[str, str]]:
    lines = (HERE / name).read_text("utf-8").splitlines()
    yield from csv.DictReader((line for line in lines if line[:1] != "#"), delimiter="\t")


@cache
def _listed(country: str) -> Mapping[str, Sequence[tuple[str, str]]]:
    """Return region and names of each kind of a country."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for row in _rows("kinds.tsv"):
        if row["country"] == country:
            found[row["kind"]] += [(row["region"], name) for name in row["names"].split(",")]
    return found


@cache
def _communes() -> Mapping[str, tuple[str, str]]:
    """Return kind and name of the unit that each Romanian postcode is of."""
    found = {}
    for row in _rows("communes_RO.tsv"):
        for run in filter(None, row["postcodes"].split(",")):
            first, _, last = run.partition(RUN)
            for code in range(int(first), int(last or first) + 1):
                found[f"{code:06}"] = row["kind"], row["name"]
    return found


def classify(country: str, places: Sequence[Place], municipality: Mapping[int, str]) -> None:
    """Say of each settlement what it is, of what municipality, and whether that has its name.

    Args:
        country: Of all of them.
        places: The settlements; those whose population is known have it.
        municipality: What the postal file says, by the identity of a settlement.
    """
    listed = _listed(country)
    for place in places:
        said = municipality.get(id(place), "")
        unit = next((u for c in sorted(place.codes) if (u := _communes().get(c))), ("", ""))
        kind, said = unit if country == "RO" and unit[1] else ("", said)
        place.own = bool(said) and said == place.name
        place.part = "" if place.own else said
        place.kind = kind if place.own and kind in ("city", "town") else ""
        if not place.kind and (listed or country == "RO"):
            place.kind = "village"
    by_name: dict[str, list[Place]] = defaultdict(list)
    for place in places:
        by_name[place.name].append(place)
    for kind, names in listed.items():
        for region, name in names:
            here = [p for p in by_name[name] if region in ("", p.region)]
            if not here:
                continue
            largest = max(here, key=lambda p: p.people)
            largest.kind = largest.kind if kind == "seat" else kind
            largest.own = largest.own or kind == "seat" or country == "HR"


def with_villages(
    towns: Sequence[Place],
    known: Sequence[Place],
    names: set[str],
    abroad: frozenset[str],
    folded: Callable[[str], str],
    gender: Callable[[str], str | None],
) -> list[Place]:
    """Return villages besides: some of each municipality, and the namesakes of cities abroad.

    Args:
        towns: Those with people.
        known: All of the postal file.
        names: What can be drawn; the villages of municipalities are added.
        abroad: The names of cities abroad, folded.
        folded: Returns a name without marks.
        gender: Returns the gender of a name that has sure forms, None for others.
    """
    have = Counter((t.region, t.part, gender(t.name)) for t in towns if t.part and t.name in names)
    taken = {t.name.casefold() for t in towns}
    named = Counter(p.name for p in known)
    rest = [p for p in known if not p.people and p.name.casefold() not in taken]
    rest.sort(key=lambda p: hashlib.sha256(p.name.encode()).digest())
    found = [p for p in rest if folded(p.name) in abroad]
    for place in rest:
        if not place.part or named[place.name] > 1 or folded(place.name) in abroad:
            continue
        sex = gender(place.name) if _NAME.fullmatch(place.name) else None
        key = place.region, place.part, sex
        if sex is not None and have[key] < EACH:
            have[key] += 1
            names.add(place.name)
            found.append(place)
    return found


def around(
    towns: Sequence[Place], known: Iterable[Place], far: Callable[[Place, Place], float]
) -> None:
    """Give each town the postcodes of what is around it and in no row of the table."""
    own = {code for town in towns for code in town.codes}
    near: dict[tuple[str, str], list[Place]] = defaultdict(list)
    for town in towns:
        for start in {code[:_START] for code in town.codes}:
            near[town.region, start].append(town)
            near["", start].append(town)
    for place in known:
        for code in place.codes - own:
            start = code[:_START]
            beside = near.get((place.region, start)) or near.get(("", start)) or ()
            if beside:
                min(beside, key=lambda town: far(town, place)).around.add(code)


def at_home(
    towns: Sequence[Place], known: Sequence[Place], far: Callable[[Place, Place], float]
) -> None:
    """Leave out postcodes of another part of the country: slips of the postal file.

    A postcode stays if most of the town's begin as it does, or some of a neighbour's.
    """
    cells: dict[tuple[int, int], list[Place]] = defaultdict(list)
    for place in known:
        cells[int(place.lat * 5), int(place.lon * 5)].append(place)
    for town in towns:
        starts = Counter(code[:_START] for code in town.codes)
        if len(starts) < 2:
            continue
        at = int(town.lat * 5), int(town.lon * 5)
        cell = [(at[0] + x, at[1] + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
        beside = [p for c in cell for p in cells[c] if p.name != town.name and far(p, town) < REACH]
        near = Counter(s for p in beside for s in {code[:LONG] for code in p.codes})
        wide = Counter(s for p in beside for s in {code[:_START] for code in p.codes})
        best = max(starts, key=lambda s: (wide[s] * starts[s], starts[s]))
        least = max(ENOUGH, SHARE * len(beside))
        town.codes = {c for c in town.codes if c[:_START] == best or near[c[:LONG]] >= least}

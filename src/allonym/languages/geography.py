"""The settlements of a language's country or countries: size, region, postcodes, codes.

``geography.tsv`` of a pack has one settlement a row, the largest first; it is made by
``tools/build_geography.py``.  Where two share a name, the larger is meant.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from math import cos, hypot, inf, radians
from pathlib import Path

from allonym.errors import PackError
from allonym.languages.pack import LanguagePack, common_toml
from allonym.languages.postcode_runs import RUN, digits_of, length, nth_code
from allonym.text.fold import fold, is_cyrillic, to_latin

HEAD = ("name", "country", "size", "region", "dial", "plate", "drawn", "own", "at", "postcodes")
_ENOUGH, _WIDEST, _WELL = 6, 4, 10
_DEGREE = 111.2
"""Kilometres of a degree."""
_AREA = 2
"""Digits of a postcode that say what part of the country it is of."""
_OUTWARD = re.compile(
    r"(?:([A-Z]{1,2}[0-9][0-9A-Z]?)\s?[0-9][A-Z]{2}|([A-Z][0-9][0-9W])\s?[0-9A-Z]{4})$"
)
"""A British postcode, or an Irish one."""
_CEDILLA = str.maketrans("ŞşŢţ", "ȘșȚț")


@dataclass(frozen=True, slots=True)
class Town:
    """A settlement.

    Attributes:
        name: Its citation form.
        country: ISO 3166 code.
        size: Class of size; 0 is the largest, the last one holds the villages.
        region: County, voivodeship, state; empty where the table has none.
        dial: Dialling code without the trunk prefix.
        plate: Registration code of its vehicles, or empty.
        drawn: Whether it may stand for another.
        own: Whether a municipality has its name, where the table tells.
        at: Its latitude and longitude; nothing where the table has none.
        runs: Its postcodes, each a code or the first and last of a run.
    """

    name: str = field(repr=False)
    country: str = field(repr=False)
    size: int
    region: str = field(repr=False, default="")
    dial: str = field(repr=False, default="")
    plate: str = field(repr=False, default="")
    drawn: bool = False
    own: bool = False
    at: tuple[float, ...] = field(repr=False, default=())
    runs: tuple[str, ...] = field(repr=False, default=())

    @property
    def area(self) -> str:
        """What its neighbours share: the region, or the dialling code where the table has none."""
        return self.region or self.dial

    def far(self, other: Town) -> float:
        """Return the kilometres to another town, near enough; infinity where one is unknown."""
        if not (self.at and other.at):
            return inf
        mean = radians((self.at[0] + other.at[0]) / 2)
        return _DEGREE * hypot(self.at[0] - other.at[0], (self.at[1] - other.at[1]) * cos(mean))

    def postcode(self, number: int) -> str:
        """Return one of its postcodes; `number` is any, counted round; empty where it has none."""
        sizes = [length(run) for run in self.runs]
        left = number % sum(sizes) if sizes else 0
        for run, size in zip(self.runs, sizes, strict=True):
            if left < size:
                return nth_code(run, left)
            left -= size
        return ""


@dataclass(frozen=True)
class Geography:
    """All the settlements that a pack knows, the largest first.

    Attributes:
        towns: The rows of the table.
        short: What towns are called for short, and their names: *Bp.*, *Hull*.
        full: What regions are called in full, by the code that the table has: *AL*, *Alabama*.
        brief: What else is short for a region: *Mont*, *MT*.
        courts: The towns with a court of first instance, of countries that they are known of.
    """

    towns: tuple[Town, ...] = field(repr=False, default=())
    short: Mapping[str, str] = field(repr=False, default_factory=dict)
    full: Mapping[str, str] = field(repr=False, default_factory=dict)
    brief: Mapping[str, str] = field(repr=False, default_factory=dict)
    courts: Mapping[str, Sequence[str]] = field(repr=False, default_factory=dict)

    @cached_property
    def by_name(self) -> Mapping[str, Town]:
        """The largest settlement of each name, case-folded."""
        by_size = sorted(self.towns, key=lambda town: town.size)  # of two countries
        return {town.name.casefold(): town for town in reversed(by_size)}

    @cached_property
    def by_dial(self) -> Mapping[tuple[str, str], Town]:
        """The largest settlement of each country and dialling code."""
        return {(town.country, town.dial): town for town in reversed(self.towns) if town.dial}

    @cached_property
    def by_plate(self) -> Mapping[str, Town]:
        """The largest settlement of each registration code."""
        return {town.plate: town for town in reversed(self.towns) if town.plate}

    @cached_property
    def by_region(self) -> Mapping[str, Town]:
        """The largest settlement of each region, case-folded."""
        return {town.region.casefold(): town for town in reversed(self.towns) if town.region}

    @cached_property
    def with_municipalities(self) -> frozenset[str]:
        """The countries of which the table tells what gives a municipality its name."""
        return frozenset(town.country for town in self.towns if town.own)

    @cached_property
    def smallest(self) -> Mapping[str, int]:
        """The class of villages of each country."""
        return {town.country: town.size for town in sorted(self.towns, key=lambda t: t.size)}

    @cached_property
    def peers(self) -> Mapping[tuple[str, int], tuple[str, ...]]:
        """The names that may stand for another, by country and class."""
        found: dict[tuple[str, int], list[str]] = defaultdict(list)
        for town in self.towns:
            if town.drawn and self.by_name[town.name.casefold()] is town:
                found[town.country, town.size].append(town.name)
        return {key: tuple(names) for key, names in found.items()}

    def named(self, name: str, country: str = "") -> Town | None:
        """Return the settlement of a name, also where only its beginning is said: *Cluj*.

        Args:
            name: The citation form; marks may be missing from its letters.
            country: Where it is looked for first, where several countries have the name.
        """
        key = name.translate(_CEDILLA).casefold()
        key = self._called.get(key, key)
        own = self._at_home.get((country, key)) if country else None
        found = own or self.by_name.get(key) or self._short.get(key) or self._folded.get(key)
        return found or (self.named(key.replace("-", " "), country) if "-" in key else None)

    @cached_property
    def _called(self) -> Mapping[str, str]:
        return {short.casefold(): name.casefold() for short, name in self.short.items()}

    @cached_property
    def _at_home(self) -> Mapping[tuple[str, str], Town]:
        return {(town.country, town.name.casefold()): town for town in reversed(self.towns)}

    @cached_property
    def _folded(self) -> Mapping[str, Town]:
        plain = {fold(name): town for name, town in self.by_name.items() if fold(name) != name}
        latin = ((to_latin(name), t) for name, t in self.by_name.items() if is_cyrillic(name))
        return {**dict(latin), **plain}

    def is_region(self, name: str) -> bool:
        """Tell whether a name is a region's; a state's goes before small towns of its name."""
        key = name.casefold()
        town = self.named(name)
        return key in self._states or (town is None and key in self.by_region)

    @cached_property
    def _states(self) -> frozenset[str]:
        names = (full.casefold() for full in self.full.values())
        return frozenset(n for n in names if n not in self.by_name or self.by_name[n].size > 0)

    def in_region(self, name: str) -> Town | None:
        """Return the largest town of a region, by its name or its code; None for other names."""
        key = name.casefold().rstrip(".")
        return self.by_region.get(self._codes.get(key, key))

    @cached_property
    def _codes(self) -> Mapping[str, str]:
        codes = {full.casefold(): code.casefold() for code, full in self.full.items()}
        return codes | {brief.casefold(): code.casefold() for brief, code in self.brief.items()}

    def has_state(self, name: str, code: str) -> bool:
        """Tell whether a code is that of a region of a country that has a settlement so named."""
        region = self.in_region(code) if code in self.full else None
        return region is not None and region.country in self.countries(name)

    def countries(self, name: str) -> frozenset[str]:
        """Return the countries that have a settlement of this name."""
        key = name.translate(_CEDILLA).casefold()
        called = self._called.get(key, key)
        return frozenset(c for c in self.smallest if (c, called) in self._at_home)

    @cached_property
    def _short(self) -> Mapping[str, Town]:
        names = ((t.name.partition("-"), t) for t in reversed(self.towns) if t.size == 0)
        return {first.casefold(): town for (first, mark, _), town in names if mark}

    @cached_property
    def before_preposition(self) -> Mapping[str, Town]:
        """The towns that are called by their first word for short: *Biograd* na Moru."""
        found: dict[str, list[Town]] = defaultdict(list)
        for town in self.towns:
            first, *rest = town.name.split()
            if rest and rest[0].islower() and first.casefold() not in self.by_name:
                found[first.casefold()].append(town)
        return {first: towns[0] for first, towns in found.items() if len(towns) == 1}

    @cached_property
    def areas(self) -> Mapping[str, Mapping[str, tuple[Town, ...]]]:
        """The areas of each country in which many towns can be drawn, with those towns."""
        found: dict[str, dict[str, list[Town]]] = defaultdict(lambda: defaultdict(list))
        for (country, _), names in self.peers.items():
            for town in (self.by_name[name.casefold()] for name in names):
                found[country][town.area].append(town)
        return {
            country: {a: tuple(towns) for a, towns in own.items() if a and len(towns) >= _WELL}
            for country, own in found.items()
        }

    @cached_property
    def largest(self) -> Mapping[tuple[str, str], int]:
        """The class of the largest town of each country and area, be it never drawn."""
        found: dict[tuple[str, str], int] = {}
        for town in self.towns:
            key = town.country, town.area
            found[key] = min(town.size, found.get(key, town.size))
        return found

    @cached_property
    def seats(self) -> frozenset[str]:
        """Names of the towns that serve a district: where courts are, else the first of each."""
        first = {(t.country, t.plate or t.region): t for t in reversed(self.towns)}
        large = (town for town in self.towns if not town.size)
        found = {t.name for t in (*first.values(), *large) if t.country not in self.courts}
        return frozenset(found.union(*self.courts.values()))

    @cached_property
    def capitals(self) -> frozenset[str]:
        """Names of the largest town of each region, which serves all of it."""
        return frozenset(town.name for town in self.by_region.values())

    @cached_property
    def homonyms(self) -> Mapping[tuple[str, str], tuple[Town, ...]]:
        """All settlements of a name that several have, by country and case-folded name."""
        found: dict[tuple[str, str], list[Town]] = defaultdict(list)
        for town in self.towns:
            found[town.country, town.name.casefold()].append(town)
        return {key: tuple(towns) for key, towns in found.items() if len(towns) > 1}

    @cached_property
    def _rings(self) -> dict[tuple[str, int, int, str, str], tuple[tuple[str, ...], ...]]:
        return {}

    def like(
        self, country: str, size: int, words: int, area: str = "", left: str = ""
    ) -> tuple[tuple[str, ...], ...]:
        """Return the names that may stand for a town, those most like it first.

        A class holds at least ten towns; the first ring that is not of one area has no fewer than
        six.

        Args:
            country: Of the town.
            size: Its class; neighbours of the area may be of the next one.
            words: How many words the names have; any number where it is zero.
            area: Where they are to lie, if anywhere.
            left: The area where none of them may lie, for it is the original's.
        """
        key = country, size, words, area, left
        if key not in self._rings:
            sizes = {s for c, s in self.peers if c == country}
            near = sorted(sizes, key=lambda s: (abs(s - size), -s))
            names = [
                (abs(own - size), name)
                for own in near
                for name in self.peers[country, own]
                if words in (0, len(name.split())) and not (left and self._lies(name, left))
            ]
            wider = [[n for far, n in names if far <= width] for width in range(_WIDEST)]
            large = [ring for ring in wider if len(ring) >= _ENOUGH] or wider[-1:]
            local = [
                [n for far, n in names if far == width and self._lies(n, area)]
                for width in ((0, 1) if area else ())
            ]
            if not size:  # a city becomes a city, be it elsewhere
                cities = self.cities(country, [n for far, n in names if not far])
                local = [[n for n in cities if self._lies(n, area)], cities, *local[:1]]
            self._rings[key] = tuple(tuple(ring) for ring in (*local, *large) if ring)
        return self._rings[key]

    def with_cities(self, country: str) -> frozenset[str]:
        """Return the areas of a country that cities may be drawn from."""
        large = self.cities(country, self.peers.get((country, 0), ()))
        return frozenset(self.by_name[name.casefold()].area for name in large)

    def cities(self, country: str, names: Sequence[str]) -> list[str]:
        """Return those of a country's largest towns that are larger than the other half."""
        whole = self.peers.get((country, 0), ())
        large = frozenset(whole[: max(2 * _ENOUGH - 2, len(whole) // 2)])
        return [name for name in names if name in large]

    def _lies(self, name: str, area: str) -> bool:
        return self.by_name[name.casefold()].area == area

    def near_postcode(self, code: str) -> Town | None:
        """Return the settlement of the last postcode before one that begins as it does."""
        digits = "".join(filter(str.isdigit, code))
        if len(digits) != self._digits:
            return None
        starts, found = self._runs
        at = bisect_right(starts, int(digits)) - 1
        last = f"{starts[at]:0{self._digits}}" if at >= 0 else ""
        return found[at][1] if last[:_AREA] == digits[:_AREA] else None

    def of_postcode(self, code: str) -> Town | None:
        """Return the largest settlement with a postcode, however it is written."""
        outward = _OUTWARD.match(code.upper())
        if outward:
            return self._outward.get(outward[1] or outward[2])
        digits = "".join(filter(str.isdigit, code.partition("-")[0])) or ""
        if len(digits) != self._digits:
            digits = "".join(filter(str.isdigit, code))
        if len(digits) != self._digits:
            return None
        starts, found = self._runs
        at = bisect_right(starts, int(digits)) - 1
        return found[at][1] if at >= 0 and int(digits) <= found[at][0] else None

    def writes(self, code: str) -> str:
        """Return the country whose postcodes are written so, whether the table has it or not."""
        if outward := _OUTWARD.match(code.upper()):
            return "GB" if outward[1] else "IE"
        own = (t.country for t in self.towns if t.runs and t.runs[0][0].isdigit())
        return next(own, "") if sum(map(str.isdigit, code)) == self._digits else ""

    @cached_property
    def _digits(self) -> int:
        codes = (run for town in self.towns for run in town.runs if run[0].isdigit())
        return sum(map(str.isdigit, next(codes, "").partition(RUN)[0]))

    @cached_property
    def _outward(self) -> Mapping[str, Town]:
        rows = ((run, t) for t in reversed(self.towns) for run in t.runs if run[0].isalpha())
        return dict(rows)

    @cached_property
    def _runs(self) -> tuple[list[int], list[tuple[int, Town]]]:
        """Return where runs of postcodes begin, and where each ends and whose it is."""
        rows: dict[int, tuple[int, Town]] = {}
        for town in reversed(self.towns):
            for run in town.runs:
                if run[0].isdigit():
                    first, _, last = run.partition(RUN)
                    rows[digits_of(first)] = digits_of(last or first), town
        starts = sorted(rows)
        return starts, [rows[start] for start in starts]


@cache
def load_geography(pack: LanguagePack) -> Geography:
    """Read the table of a pack; an empty one when the pack has none.

    Raises:
        PackError: If the file's columns are not those of the table.
    """
    towns = _read(pack.path("geography.tsv"))
    words = pack.toml("address.toml")
    short, full, brief = (words.get(key, {}) for key in ("short", "regions", "regions_short"))
    return Geography(towns, short, full, brief, common_toml("seats.toml")["courts"])


@cache
def _read(path: Path | None) -> tuple[Town, ...]:
    if path is None:
        return ()
    lines = (line for line in path.read_text("utf-8").splitlines() if line[:1] != "#")
    if tuple(next(lines, "").split("\t")) != HEAD:
        raise PackError(f"{path.name}: not a table of settlements; expected columns {HEAD}")
    return tuple(_town(line.split("\t")) for line in lines)


def _town(row: list[str]) -> Town:
    name, country, size, region, dial, plate, drawn, own, at, codes = row
    runs = tuple(codes.split(",")) if codes else ()
    spot = tuple(map(float, at.split(","))) if at else ()
    marks = bool(drawn), bool(own)
    return Town(name, country, int(size), region, dial, plate, *marks, spot, runs)

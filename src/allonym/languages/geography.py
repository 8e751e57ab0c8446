"""The settlements of a language's country or countries: size, region, postcodes, codes.

``geography.tsv`` of a pack has one settlement a row, the largest first; it is made by
``tools/build_geography.py``.  Where two share a name, the larger is meant.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

from allonym.errors import PackError
from allonym.languages.pack import LanguagePack

HEAD = ("name", "country", "size", "region", "dial", "plate", "drawn", "postcodes")
_RUN = "–"
_ENOUGH, _WIDEST = 6, 4
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
        runs: Its postcodes, each a code or the first and last of a run.
    """

    name: str = field(repr=False)
    country: str = field(repr=False)
    size: int
    region: str = field(repr=False, default="")
    dial: str = field(repr=False, default="")
    plate: str = field(repr=False, default="")
    drawn: bool = False
    runs: tuple[str, ...] = field(repr=False, default=())

    def postcode(self, number: int) -> str:
        """Return one of its postcodes; `number` is any, counted round; empty where it has none."""
        sizes = [_size(run) for run in self.runs]
        left = number % sum(sizes) if sizes else 0
        for run, size in zip(self.runs, sizes, strict=True):
            if left < size:
                return _nth(run, left)
            left -= size
        return ""


@dataclass(frozen=True)
class Geography:
    """All the settlements that a pack knows, the largest first."""

    towns: tuple[Town, ...] = field(repr=False, default=())

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

    def named(self, name: str) -> Town | None:
        """Return the settlement of a name, also where only its beginning is said: *Cluj*."""
        key = name.translate(_CEDILLA).casefold()
        return self.by_name.get(key) or self._short.get(key)

    @cached_property
    def _short(self) -> Mapping[str, Town]:
        names = ((t.name.partition("-"), t) for t in reversed(self.towns) if t.size == 0)
        return {first.casefold(): town for (first, mark, _), town in names if mark}

    @cached_property
    def _rings(self) -> dict[tuple[str, int, int], tuple[tuple[str, ...], ...]]:
        return {}

    def like(self, country: str, size: int, words: int) -> tuple[tuple[str, ...], ...]:
        """Return the names of so many words: of a class of size, with the next ones, and so on.

        A class holds at least ten towns; the first ring has no fewer than six of so many words.
        """
        key = country, size, words
        if key not in self._rings:
            sizes = {s for c, s in self.peers if c == country}
            rings = [
                tuple(
                    name
                    for own in sorted(sizes, key=lambda s: (abs(s - size), -s))
                    if abs(own - size) <= width
                    for name in self.peers[country, own]
                    if len(name.split()) == words
                )
                for width in range(_WIDEST)
            ]
            self._rings[key] = tuple(ring for ring in rings if len(ring) >= _ENOUGH) or (rings[-1],)
        return self._rings[key]

    def of_postcode(self, code: str) -> Town | None:
        """Return the largest settlement with a postcode, however it is written."""
        outward = re.match(r"([A-Z]{1,2}[0-9][0-9A-Z]?)\s?[0-9][A-Z]{2}$", code)
        if outward:
            return self._outward.get(outward[1])
        digits = "".join(filter(str.isdigit, code.partition("-")[0])) or ""
        if len(digits) != self._digits:
            digits = "".join(filter(str.isdigit, code))
        if len(digits) != self._digits:
            return None
        starts, found = self._runs
        at = bisect_right(starts, int(digits)) - 1
        return found[at][1] if at >= 0 and int(digits) <= found[at][0] else None

    @cached_property
    def _digits(self) -> int:
        codes = (run for town in self.towns for run in town.runs if run[0].isdigit())
        return sum(map(str.isdigit, next(codes, "").partition(_RUN)[0]))

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
                    first, _, last = run.partition(_RUN)
                    rows[_number(first)] = _number(last or first), town
        starts = sorted(rows)
        return starts, [rows[start] for start in starts]


@cache
def load_geography(pack: LanguagePack) -> Geography:
    """Read the table of a pack; an empty one when the pack has none.

    Raises:
        PackError: If the file's columns are not those of the table.
    """
    return _read(pack.path("geography.tsv"))


@cache
def _read(path: Path | None) -> Geography:
    if path is None:
        return Geography()
    lines = (line for line in path.read_text("utf-8").splitlines() if line[:1] != "#")
    if tuple(next(lines, "").split("\t")) != HEAD:
        raise PackError(f"{path.name}: not a table of settlements; expected columns {HEAD}")
    return Geography(tuple(_town(line.split("\t")) for line in lines))


def _town(row: list[str]) -> Town:
    name, country, size, region, dial, plate, drawn, codes = row
    runs = tuple(codes.split(",")) if codes else ()
    return Town(name, country, int(size), region, dial, plate, bool(drawn), runs)


def _number(code: str) -> int:
    return int("".join(filter(str.isdigit, code)))


def _size(run: str) -> int:
    first, _, last = run.partition(_RUN)
    return _number(last) - _number(first) + 1 if last else 1


def _nth(run: str, index: int) -> str:
    """Return a code of a run, written as its first is."""
    first = run.partition(_RUN)[0]
    if not index:
        return first
    width = sum(map(str.isdigit, first))
    digits = iter(f"{_number(first) + index:0{width}}")
    return "".join(next(digits) if c.isdigit() else c for c in first)

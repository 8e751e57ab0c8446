"""A settlement of a table: what it is called, how large it is, where it lies, its numbers.

Postcodes stand in runs, ``1000–1010``, or as single codes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from math import cos, hypot, inf, radians
from pathlib import Path

from allonym.errors import PackError
from allonym.languages.pack import rows

HEAD = (
    "name", "country", "size", "region", "dial", "plate", "drawn", "own", "at", "postcodes",
    "kind", "part", "around", "lies",
)  # fmt: skip
_NOWHERE: frozenset[str] = frozenset()
SEA = frozenset({"coast", "island"})
"""How towns lie that never become others: where the sea is is known of every one."""
DEGREE = 111.2
"""Kilometres of a degree."""


@dataclass(frozen=True, slots=True)
class Town:
    """A settlement."""

    name: str = field(repr=False)  # its citation form
    # ISO 3166 code, of a part of a country where what stands for it lies there too (``GB-SCT``)
    country: str = field(repr=False)
    size: int  # class of size; 0 is the largest, the last one holds the villages
    # county, voivodeship, state; empty where the table has none
    region: str = field(repr=False, default="")
    dial: str = field(repr=False, default="")  # dialling code without the trunk prefix
    plate: str = field(repr=False, default="")  # registration code of its vehicles, or empty
    drawn: bool = False  # whether it may stand for another
    own: bool = False  # whether a municipality has its name, where the table tells
    # its latitude and longitude; nothing where the table has none
    at: tuple[float, ...] = field(repr=False, default=())
    # its postcodes, each a code or the first and last of a run
    runs: tuple[str, ...] = field(repr=False, default=())
    # ``city`` (a municipality of Romania), ``town`` or ``village``; empty where the table does not
    # tell
    kind: str = ""
    # the municipality that it is of where that is called otherwise, and the table tells
    part: str = field(repr=False, default="")
    # the postcodes of what is around it and in no row of the table
    around: tuple[str, ...] = field(repr=False, default=())
    # how it lies: ``coast``, ``island`` and ``island:Brač``, ``lake``, ``mountain``, ``spa``,
    # ``danube``, ``border:IT``
    lies: frozenset[str] = field(repr=False, default=frozenset())

    @property
    def state(self) -> str:
        """The country that says how its numbers are written."""
        return self.country[:2]

    @property
    def area(self) -> str:
        """What its neighbours share: the region, or the dialling code where the table has none."""
        return self.region or self.dial

    def far(self, other: Town) -> float:
        """Return the kilometres to another town, near enough; infinity where one is unknown."""
        if not (self.at and other.at):
            return inf
        mean = radians((self.at[0] + other.at[0]) / 2)
        return DEGREE * hypot(self.at[0] - other.at[0], (self.at[1] - other.at[1]) * cos(mean))

    def off(self, other: Town) -> int:
        """Return by how much another town lies otherwise, as far as the sea goes."""
        return len((self.lies ^ other.lies) & SEA) if self.lies or other.lies else 0

    def has(self, code: str) -> bool:
        """Tell whether a postcode is its own, not that of something around it."""
        return any(holds(run, code) for run in self.runs)

    def postcode(self, number: int) -> str:
        """Return one of its postcodes; `number` is any, counted round; empty where it has none."""
        sizes = [length(run) for run in self.runs]
        left = number % sum(sizes) if sizes else 0
        for run, size in zip(self.runs, sizes, strict=True):
            if left < size:
                return nth_code(run, left)
            left -= size
        return ""


@cache
def read_towns(path: Path | None) -> tuple[Town, ...]:
    """Return the settlements of a table, read once; none without one.

    Raises:
        PackError: If its columns are not `HEAD`.
    """
    if path is None:
        return ()
    table = rows(path)
    if tuple(next(table, ())) != HEAD:
        raise PackError(f"{path.name}: not a table of settlements; expected columns {HEAD}")
    return tuple(map(_town, table))


def _town(row: list[str]) -> Town:
    name, country, size, region, dial, plate, drawn, own, at, codes, kind, part, around, lies = row
    runs, beside = (tuple(c.split(",")) if c else () for c in (codes, around))
    spot = tuple(map(float, at.split(","))) if at else ()
    sized = name, country, int(size), region, dial, plate, bool(drawn), bool(own)
    lie = frozenset(lies.split(",")) if lies else _NOWHERE
    return Town(*sized, spot, runs, kind, part, beside, lie)


RUN = "–"


def digits_of(code: str) -> int:
    """Return the digits of a code as a number."""
    return int("".join(filter(str.isdigit, code)))


def length(run: str) -> int:
    """Return how many codes a run has."""
    first, _, last = run.partition(RUN)
    return digits_of(last) - digits_of(first) + 1 if last else 1


def nth_code(run: str, index: int) -> str:
    """Return a code of a run, written as its first is."""
    first = run.partition(RUN)[0]
    if not index:
        return first
    width = sum(map(str.isdigit, first))
    digits = iter(f"{digits_of(first) + index:0{width}}")
    return "".join(next(digits) if c.isdigit() else c for c in first)


def holds(run: str, code: str) -> bool:
    """Tell whether a postcode of digits, however written, is of a run."""
    digits = "".join(filter(str.isdigit, code))
    first = run.partition(RUN)[0]
    return bool(digits) and run[0].isdigit() and 0 <= int(digits) - digits_of(first) < length(run)

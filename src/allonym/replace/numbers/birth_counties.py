"""Counties of birth inside identity numbers: they go with the towns of the document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from allonym.languages.pack import common_toml


@dataclass(frozen=True, slots=True)
class Coded:
    """Where the numbers of a country hold a county.

    Attributes:
        length: Digits of such a number.
        at: Where the code begins.
        codes: The codes by the letters on the plates of vehicles.
    """

    length: int
    at: int
    codes: Mapping[str, str] = field(repr=False)

    def read(self, value: str) -> str:
        """Return the letters of the county in a compact number; nothing where it has none."""
        if len(value) != self.length or not value.isdigit():
            return ""
        size = len(next(iter(self.codes.values())))
        code = value[self.at : self.at + size]
        return next((letters for letters, own in self.codes.items() if own == code), "")

    def write(self, value: str, plate: str) -> str:
        """Return a number with another county, its check digit not yet right."""
        code = self.codes.get(plate, "")
        fits = code and self.read(value)
        return value[: self.at] + code + value[self.at + len(code) :] if fits else value


def county_of(value: str, country: str) -> str:
    """Return the letters of the county in a number of a country; nothing where it has none."""
    return next((coded.read(value) for coded in _of(country)), "")


def with_county(value: str, country: str, plate: str) -> str:
    """Return a number with the county of these plates, where it holds one."""
    return next((coded.write(value, plate) for coded in _of(country)), value)


def _of(country: str) -> Iterator[Coded]:
    found = _load().get(country)
    yield from [found] if found else []


@cache
def _load() -> Mapping[str, Coded]:
    table = common_toml("surrogates.toml")["counties"]
    return {
        country: Coded(row["length"], row["at"], row["codes"]) for country, row in table.items()
    }

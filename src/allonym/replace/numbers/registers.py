"""Numbers of registers that begin with a court or a county: it goes with the towns of the text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from allonym.languages.geography import Geography, Town
from allonym.languages.pack import common_toml


@dataclass(frozen=True, slots=True)
class Register:
    """A register whose numbers hold a code.

    Attributes:
        country: Whose register it is.
        form: Of its numbers; the group is the code, ``{codes}`` in the table any of its codes.
        by: What the codes stand for: a ``region``, the letters on ``plates``, or the ``seat`` of a
            court, whose code all towns near it have.
        codes: The codes by what they stand for.
    """

    country: str
    form: re.Pattern[str] = field(repr=False)
    by: str
    codes: Mapping[str, str] = field(repr=False)

    def town(self, number: str, geography: Geography) -> Town | None:
        """Return the largest town that a number names by its code."""
        found = self.form.match(number)
        keys = (key for key, code in self.codes.items() if found and _same(code, found[1]))
        towns = (self._of(key, geography) for key in keys)
        return next((town for town in towns if town), None)

    def _of(self, key: str, geography: Geography) -> Town | None:
        if self.by == "seat":
            return geography.named(key, self.country)
        known = geography.by_region if self.by == "region" else geography.by_plate
        return known.get(key.casefold() if self.by == "region" else key)

    def code(self, town: Town, geography: Geography) -> str:
        """Return the code of a town; nothing where the table has none."""
        if self.by != "seat":
            return self.codes.get(town.region if self.by == "region" else town.plate, "")
        seats = [
            (seat, code) for key, code in self.codes.items() if (seat := self._of(key, geography))
        ]
        return min(seats, key=lambda row: row[0].far(town), default=(town, ""))[1]


def original(number: str, country: str, geography: Geography) -> Town | None:
    """Return the town of a number of some register of a country; None for any other number."""
    found = (register.town(number, geography) for register in _of(country))
    return next((town for town in found if town), None)


def code_of(number: str, town: Town, geography: Geography) -> str:
    """Return the code that a number of a register has where it goes with another town."""
    own = (r for r in _of(town.state) if r.town(number, geography))
    return next((register.code(town, geography) for register in own), "")


def with_code(number: str, country: str, code: str) -> str:
    """Return a number with another code."""
    forms = (match for r in _of(country) if (match := r.form.match(number)))
    found = next(forms, None)
    return number[: found.start(1)] + code + number[found.end(1) :] if found and code else number


def _same(code: str, other: str) -> bool:
    """Tell whether a court has both codes: a city has several (*WA1M*, *WA4M*); 091 is 91."""
    return code.lstrip("0") == other.lstrip("0") or (
        code[:2].isalpha() and len(code) > 2 and code[:2] == other[:2]
    )


def _of(country: str) -> Iterator[Register]:
    return (register for register in _load() if register.country == country)


@cache
def _load() -> tuple[Register, ...]:
    table = common_toml("surrogates.toml")
    plates = {country: {code: code for code in own} for country, own in table["plates"].items()}
    lettered = plates | {country: row["codes"] for country, row in table["counties"].items()}

    def register(row: Mapping[str, Any]) -> Register:
        codes = row.get("codes") or (plates if row.get("plates") else lettered)[row["country"]]
        form = row["form"].replace("{codes}", "|".join(sorted(codes, key=len, reverse=True)))
        return Register(row["country"], re.compile(form), row["by"], codes)

    return tuple(map(register, table["registers"]))

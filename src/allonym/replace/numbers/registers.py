"""Numbers that begin with a court, a county or a country, which go with the towns of the text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from allonym.languages.geography import Geography, Town
from allonym.languages.pack import common_toml


@dataclass(frozen=True, slots=True, eq=False)
class Register:
    """A register whose numbers hold a code."""

    country: str  # whose register it is
    # of its numbers; the group is the code, ``{codes}`` in the table any of its codes
    form: re.Pattern[str] = field(repr=False)
    # what the codes stand for: a ``region``, the letters on ``plates``, or the ``seat`` of a court,
    # whose code all towns near it have
    by: str
    # the codes by what they stand for, the one that new numbers have first
    codes: Mapping[str, Sequence[str]] = field(repr=False)

    def town(self, number: str, geography: Geography) -> Town | None:
        """Return the largest town that a number names by its code."""
        if not (found := self.form.match(number)):
            return None
        each = ((key, code) for key, own in self.codes.items() for code in own)
        rows = [row for row in each if _same(row[1], found[1])]
        rows.sort(key=lambda row: row[1] != found[1])  # SW1K is no SW1S
        towns = (self.of(key, geography) for key, _ in rows)
        return next((town for town in towns if town), None)

    def of(self, key: str, geography: Geography) -> Town | None:
        """Return the town that a row of the table stands for."""
        if self.by == "seat":
            return geography.named(key, self.country)
        known = geography.by_region if self.by == "region" else geography.by_plate
        return known.get(key.casefold() if self.by == "region" else key)

    def code(self, town: Town, geography: Geography) -> str:
        """Return the code of a town; nothing where the table has none."""
        if self.by != "seat":
            return self.codes.get(town.region if self.by == "region" else town.plate, ("",))[0]
        seats = _seats(self, geography)
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


@cache
def _seats(register: Register, geography: Geography) -> Sequence[tuple[Town, str]]:
    known = ((register.of(key, geography), own[0]) for key, own in register.codes.items())
    return [(seat, code) for seat, code in known if seat]


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
        own = {key: (said,) if isinstance(said, str) else said for key, said in codes.items()}
        return Register(row["country"], re.compile(form), row["by"], own)

    return tuple(map(register, table["registers"]))


def written_in(surface: str, forms: Mapping[str, str], home: str) -> str:
    """Return the country that alone writes telephones so: *050 317 4286*; empty for others.

    Six digits behind a dialling code of the home country are one of its own: *049 383 100*.
    """
    found = next((c for c, form in forms.items() if re.fullmatch(form, surface)), "")
    code = fixed_code(surface, home) if found and found != home else ""
    return "" if code and re.fullmatch(rf"0{code}[ -][0-9]{{3}}[ -]?[0-9]{{3}}", surface) else found


def fixed_code(surface: str, home: str) -> str:
    """Return the dialling code of a telephone that is on land, as the plan has it; else nothing."""
    import phonenumbers  # large tables, needed only where phones stand

    try:
        number = phonenumbers.parse(surface, home or None)
    except phonenumbers.NumberParseException:
        return ""
    return str(number.national_number)[: phonenumbers.length_of_geographical_area_code(number)]


def national(surface: str, home: str) -> tuple[str, str, bool]:
    """Return the country and the national digits of a telephone, and whether it may be fixed."""
    import phonenumbers  # large tables, needed only where phones stand

    try:
        number = phonenumbers.parse(surface, home or None)
    except phonenumbers.NumberParseException:
        return "", "", False
    kind, types = phonenumbers.number_type(number), phonenumbers.PhoneNumberType
    mobile = (types.MOBILE, types.TOLL_FREE, types.SHARED_COST, types.PREMIUM_RATE, types.VOIP)
    country = phonenumbers.region_code_for_country_code(number.country_code or 0)
    return country, str(number.national_number), kind not in (*mobile, types.UAN, types.PAGER)


def planned(surface: str, homes: Iterable[str]) -> str:
    """Return the country of a telephone: as it says, or the one whose plan alone takes it."""
    import phonenumbers  # large tables, needed only where phones stand

    if surface.startswith("+"):
        return national(surface, "")[0]
    found = []
    for home in homes:
        with suppress(phonenumbers.NumberParseException):
            if phonenumbers.is_valid_number(phonenumbers.parse(surface, home)):
                found.append(home)
    return found[0] if len(found) == 1 else ""


def takes_alike(old: str, new: str, country: str) -> bool:
    """Tell whether a country's numbering plan takes a new number as it took the old one.

    Without a country there is no plan; numbers reserved for fiction stand in none: those are right.
    """
    import phonenumbers  # large tables, needed only where phones stand

    if not country:
        return True
    try:
        before, after = phonenumbers.parse(old, country), phonenumbers.parse(new, country)
    except phonenumbers.NumberParseException:
        return True
    if not phonenumbers.is_valid_number(before):
        return True
    return bool(
        phonenumbers.is_valid_number(after)
        and phonenumbers.number_type(before) == phonenumbers.number_type(after)
    )

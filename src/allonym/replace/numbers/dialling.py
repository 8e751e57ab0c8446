"""Telephone numbers as their country has them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress


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

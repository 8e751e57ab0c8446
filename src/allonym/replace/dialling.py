"""Telephone numbers as their country has them."""

from __future__ import annotations


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

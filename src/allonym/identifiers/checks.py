"""The arithmetic of check digits, each kind once, and national rules in terms of it.

Every function takes a compact string (no separators, upper case) and says something about it.
Sources of the rules are named in the table of ``schemes``; where python-stdnum has the scheme, the
tests compare with it.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

MOD31 = "0123456789ABCDEFHJKLMNPRSTUVWXY"
"""Check characters of Finnish identifiers, by remainder modulo 31."""

_KW_LETTERS = "0123456789XABCDEFGHIJKLMNOPRSTUWYZ"
_VIN_VALUES = dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ", "12345678123457923456789", strict=True))
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


def weighted(text: str, weights: Sequence[int]) -> int:
    """Return the sum of digits times weights; letters count A=10 … Z=35 (ISO 7064, ICAO 9303).

    >>> weighted("123", (3, 2, 1))
    10
    """
    return sum(value(c) * w for c, w in zip(text, weights, strict=False))


def divides(text: str, weights: Sequence[int], modulo: int) -> bool:
    """Tell whether the weighted sum of all characters, the check character too, has no rest.

    >>> divides("84071512341", (1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1), 10)
    True
    """
    return weighted(text, weights) % modulo == 0


def rest_is(text: str, weights: Sequence[int], rests: str, at: int) -> bool:
    """Tell whether the character at a place is that of the others' weighted sum.

    `rests` has the character for each remainder, ``-`` where no value has it.

    >>> rest_is("5425740", (1, 2, 3, 4, 5, 6), "-123456789-", 0)
    True
    """
    others = text[:at] + text[at:][1:]
    return rests[weighted(others, weights) % len(rests)] == text[at]


def value(character: str) -> int:
    """Return what a character counts: digits themselves, A=10 … Z=35, anything else 0."""
    if "0" <= character <= "9":
        return ord(character) - 48
    return ord(character) - 55 if "A" <= character <= "Z" else 0


def luhn(digits: str) -> bool:
    """Tell whether the Luhn check holds (ISO/IEC 7812-1, annex B).

    >>> luhn("4111111111111111"), luhn("4111111111111112")
    (True, False)
    """
    doubled = (sum(divmod(2 * int(d), 10)) for d in digits[-2::-2])
    return (sum(map(int, digits[-1::-2])) + sum(doubled)) % 10 == 0


def mod97(text: str) -> bool:
    """Tell whether the text, letters as 10 … 35, leaves 1 modulo 97 (ISO 7064 MOD 97-10).

    >>> mod97("RF18539007547034"[4:] + "RF18")
    True
    """
    return int("".join(str(value(c)) for c in text)) % 97 == 1


def mod11_10(digits: str) -> bool:
    """Tell whether the hybrid check ISO 7064 MOD 11,10 holds.

    >>> mod11_10("48216903578")
    True
    """
    state = 10
    for digit in digits[:-1]:
        state = (state + int(digit)) % 10 or 10
        state = state * 2 % 11
    return (state + int(digits[-1])) % 10 == 1


def mod31(digits: str, check: str) -> bool:
    """Tell whether `check` is the character of the number's remainder modulo 31.

    >>> mod31("150784321", "B")
    True
    """
    return MOD31[int(digits) % 31] == check


def seven_three_one(text: str) -> int:
    """Return the check digit of a machine-readable field (ICAO 9303-3, 4.9), weights 7 3 1.

    >>> seven_three_one("520727")
    3
    """
    return weighted(text, [(7, 3, 1)[n % 3] for n in range(len(text))]) % 10


def reference(digits: str) -> bool:
    """Tell whether the 7-3-1 check from the right holds (Finnish reference numbers).

    >>> reference("12345672")
    True
    """
    body = digits[-2::-1]
    return (
        weighted(body, [(7, 3, 1)[n % 3] for n in range(len(body))]) + int(digits[-1])
    ) % 10 == 0


def kw(text: str) -> bool:
    """Tell whether the check digit of a Polish land register number is right (13 characters).

    Own letter table, weights 1 3 7; regulation on land registers (Dz.U. 2016 poz. 312).
    """
    values = [_KW_LETTERS.find(c) for c in text]
    return (
        min(values) >= 0
        and sum(v * (1, 3, 7)[n % 3] for n, v in enumerate(values[:12])) % 10 == values[12]
    )


def vin(text: str) -> bool:
    """Tell whether the ninth character of a VIN is its check (49 CFR 565.15).

    >>> vin("1M8GDM9AXKP042788")
    True
    """
    total = sum(int(_VIN_VALUES.get(c, c)) * w for c, w in zip(text, _VIN_WEIGHTS, strict=True))
    return "0123456789X"[total % 11] == text[8]


def digit_sums(digits: str, weights: Sequence[int]) -> int:
    """Return the sum of the digit sums of digits times weights."""
    return sum(sum(divmod(int(d) * w, 10)) for d, w in zip(digits, weights, strict=True))


Field = tuple[tuple[slice, ...], int]

# which parts each check digit covers, by the length of the whole zone
_FIELDS: dict[int, tuple[Field, ...]] = {
    88: (
        ((slice(44, 53),), 53),
        ((slice(57, 63),), 63),
        ((slice(65, 71),), 71),
        ((slice(72, 86),), 86),
        ((slice(44, 54), slice(57, 64), slice(65, 87)), 87),
    ),
    72: (
        ((slice(36, 45),), 45),
        ((slice(49, 55),), 55),
        ((slice(57, 63),), 63),
        ((slice(36, 46), slice(49, 56), slice(57, 71)), 71),
    ),
    90: (
        ((slice(5, 14),), 14),
        ((slice(30, 36),), 36),
        ((slice(38, 44),), 44),
        ((slice(5, 30), slice(30, 37), slice(38, 45), slice(48, 59)), 59),
    ),
}  # fmt: skip


def mrz(text: str) -> bool:
    """Tell whether the check digits of a machine-readable zone are right (ICAO 9303 parts 4 to 6).

    Those of each field and of the whole; an empty optional field may leave its own out.

    >>> name = "P<UTOERIKSSON<<ANNA<MARIA".ljust(44, "<")
    >>> mrz(name + "L898902C36UTO7408122F1204159ZE184226B<<<<<10")
    True
    """
    return all(
        _digit(text, parts) == text[at] or _unused(text, parts, at)
        for parts, at in _FIELDS[len(text)]
    )


def mrz_repaired(text: str) -> str:
    """Return the zone with all its check digits right."""
    for parts, at in _FIELDS[len(text)]:
        if not _unused(text, parts, at):
            text = text[:at] + _digit(text, parts) + text[at + 1 :]
    return text


def _digit(text: str, parts: tuple[slice, ...]) -> str:
    return str(seven_three_one("".join(text[part] for part in parts)))


def _unused(text: str, parts: tuple[slice, ...], at: int) -> bool:
    return text[at] == "<" and set("".join(text[part] for part in parts)) == {"<"}


IBAN_LENGTHS = {
    "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22,
    "BR": 29, "BY": 28, "CH": 21, "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "DO": 28,
    "EE": 20, "EG": 29, "ES": 24, "FI": 18, "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23,
    "GL": 18, "GR": 27, "GT": 28, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IS": 26, "IT": 27,
    "JO": 30, "KW": 30, "KZ": 20, "LB": 28, "LC": 32, "LI": 21, "LT": 20, "LU": 20, "LV": 21,
    "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MR": 27, "MT": 31, "MU": 30, "NL": 18, "NO": 15,
    "PK": 24, "PL": 28, "PS": 29, "PT": 25, "QA": 29, "RO": 24, "RS": 22, "SA": 24, "SC": 31,
    "SE": 24, "SI": 19, "SK": 24, "SM": 27, "ST": 25, "SV": 28, "TL": 23, "TN": 24, "TR": 26,
    "UA": 29, "VA": 22, "VG": 24, "XK": 20,
}  # fmt: skip
"""Length by country, SWIFT IBAN registry."""


def iban(text: str) -> bool:
    """Check an IBAN: length by country, check digits 02 to 98, modulo 97 (ISO 13616)."""
    known = IBAN_LENGTHS.get(text[:2]) == len(text)
    return known and 2 <= int(text[2:4]) <= 98 and mod97(text[4:] + text[:4])


def tail97(text: str) -> bool:
    """Check a creditor reference or LEI-like text whose head moves to its end."""
    return 2 <= int(text[2:4]) <= 98 and mod97(text[4:] + text[:4])


def lei(text: str) -> bool:
    """Check a legal entity identifier (ISO 17442)."""
    return 2 <= int(text[18:]) <= 98 and mod97(text)


def bg_egn(d: str) -> bool:
    """Check ЕГН."""
    return weighted(d[:9], (2, 4, 8, 5, 10, 9, 7, 3, 6)) % 11 % 10 == int(d[9])


def bg_pnf(d: str) -> bool:
    """Check ЛНЧ."""
    return weighted(d[:9], (21, 19, 17, 13, 11, 9, 7, 3, 1)) % 10 == int(d[9])


def bg_other(d: str) -> bool:
    """Check the Bulgarian tax number of others than persons and registered firms."""
    return (11 - weighted(d[:9], (4, 3, 2, 7, 6, 5, 4, 3, 2)) % 11) % 11 == int(d[9])


def _bg_twice(d: str, first: tuple[int, ...], second: tuple[int, ...]) -> int:
    rest = weighted(d, first) % 11
    return rest if rest < 10 else weighted(d, second) % 11 % 10


def bg_eik(d: str) -> bool:
    """Check ЕИК/БУЛСТАТ of 9 or 13 digits; the longer one carries both checks."""
    head = _bg_twice(d[:8], tuple(range(1, 9)), tuple(range(3, 11))) == int(d[8])
    if len(d) == 9 or not head:
        return head
    return _bg_twice(d[8:12], (2, 7, 3, 5), (4, 9, 5, 7)) == int(d[12])


def bg_vat(d: str) -> bool:
    """Check ДДС №: nine digits as ЕИК, ten as a person's number or another's."""
    return bg_eik(d) if len(d) == 9 else bg_egn(d) or bg_pnf(d) or bg_other(d)


def ro_cui(d: str) -> bool:
    """Check CUI/CIF: weights 753217532 on nine padded digits, times 10, modulo 11 modulo 10."""
    return 10 * weighted(d[:-1].zfill(9), (7, 5, 3, 2, 1, 7, 5, 3, 2)) % 11 % 10 == int(d[-1])


def ro_onrc(text: str) -> bool:
    """Check the trade register number since 2024: digit sum, the letter by its code modulo 10."""
    return (ord(text[0]) % 10 + sum(map(int, text[1:-1]))) % 10 == int(text[-1])


def sk_rc(d: str) -> bool:
    """Check rodné číslo: ten digits divisible by 11, or the rest 10 written 0 (before 1986)."""
    if len(d) == 9:
        return True
    return int(d) % 11 == 0 or (int(d[:9]) % 11 == 10 and d[9] == "0" and int(d[:2]) < 86)


def pl_regon(d: str) -> bool:
    """Check REGON of 9 or 14 digits; the longer one carries both checks."""
    head = weighted(d[:8], (8, 9, 2, 3, 4, 5, 6, 7)) % 11 % 10 == int(d[8])
    if len(d) == 9 or not head:
        return head
    return weighted(d[:13], (2, 4, 8, 5, 0, 9, 7, 3, 6, 1, 2, 4, 8)) % 11 % 10 == int(d[13])


def pl_nrb(d: str) -> bool:
    """Check a domestic account: modulo 97 as an IBAN with PL in front."""
    return mod97(d[2:] + "PL" + d[:2])


def hu_personal(d: str) -> bool:
    """Check személyi azonosító: weights 1…10, or 10…1 for those born after 1996, modulo 11."""
    late = d[0] in "34" or int(d[1:3]) >= 97
    weights = range(10, 0, -1) if late else range(1, 11)
    return weighted(d[:10], weights) % 11 == int(d[10])


def hu_account(d: str) -> bool:
    """Check a domestic account: bank part and account part, weights 9 7 3 1, modulo 10."""
    weights = (9, 7, 3, 1) * 4
    return weighted(d[:8], weights) % 10 == 0 and weighted(d[8:], weights) % 10 == 0


def fi_hetu(text: str) -> bool:
    """Check HETU: date and number modulo 31."""
    return mod31(text[:6] + text[7:10], text[10])


def fi_building(text: str) -> bool:
    """Check VTJ-PRT, the permanent building code: modulo 31."""
    return mod31(text[:9], text[9])


def se_person(d: str) -> bool:
    """Check personnummer and samordningsnummer: Luhn over the last ten digits."""
    return luhn(d.replace("+", "").replace("-", "")[-10:])


def se_vat(d: str) -> bool:
    """Check momsregistreringsnummer: the organisation's number, then 01."""
    return luhn(d[:10])


def ie_pps(text: str) -> bool:
    """Check a PPS number: weights 8…2, nine times the second letter, modulo 23; nought is W."""
    second = "WABCDEFGHI".find(text[8:]) if text[8:] else 0
    rest = (weighted(text[:7], range(8, 1, -1)) + 9 * second) % 23
    return text[7] == "WABCDEFGHIJKLMNOPQRSTUV"[rest]


def gb_vat(d: str) -> bool:
    """Check a VAT number: modulo 97, the newer series shifted by 55."""
    rest = weighted(d[:9], (8, 7, 6, 5, 4, 3, 2, 10, 1)) % 97
    return rest == 0 or (rest in (42, 55) and int(d[:3]) >= 100)


def de_idnr(d: str) -> bool:
    """Check Steuer-IdNr: MOD 11,10, and just one digit of the first ten repeated."""
    counts = sorted(d[:10].count(c) for c in set(d[:10]))
    return counts[-1] in (2, 3) and counts[-2] == 1 and mod11_10(d)


def de_id_card(text: str) -> bool:
    """Check a serial number with its check digit, weights 7 3 1."""
    return seven_three_one(text[:9]) == int(text[9])


def de_pension(text: str) -> bool:
    """Check Rentenversicherungsnummer: digit sums, weights 2 1 2 5 7 1 2 1 2 1 2 1."""
    digits = text[:8] + f"{value(text[8]) - 9:02d}" + text[9:11]
    return digit_sums(digits, (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1)) % 10 == int(text[11])


def de_health(text: str) -> bool:
    """Check Krankenversichertennummer: digit sums, weights 1 2 in turn."""
    digits = f"{value(text[0]) - 9:02d}" + text[1:9]
    return digit_sums(digits, (1, 2) * 5) % 10 == int(text[9])


def ip(text: str) -> bool:
    """Tell whether the text is an IPv4 or IPv6 address or network."""
    try:
        ipaddress.ip_interface(text)
    except ValueError:
        return False
    return True

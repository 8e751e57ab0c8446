"""National check rules in terms of the shared arithmetic; compact strings in, true or false out.

Sources are named in the table of ``schemes``; where python-stdnum has the scheme, the tests
compare with it.
"""

from __future__ import annotations

import ipaddress

from allonym.identifiers import checks
from allonym.identifiers.checks import weighted

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
    return known and 2 <= int(text[2:4]) <= 98 and checks.mod97(text[4:] + text[:4])


def tail97(text: str) -> bool:
    """Check a creditor reference or LEI-like text whose head moves to its end."""
    return 2 <= int(text[2:4]) <= 98 and checks.mod97(text[4:] + text[:4])


def lei(text: str) -> bool:
    """Check a legal entity identifier (ISO 17442)."""
    return 2 <= int(text[18:]) <= 98 and checks.mod97(text)


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
    return checks.mod97(d[2:] + "PL" + d[:2])


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
    return checks.mod31(text[:6] + text[7:10], text[10])


def fi_building(text: str) -> bool:
    """Check VTJ-PRT, the permanent building code: modulo 31."""
    return checks.mod31(text[:9], text[9])


def se_person(d: str) -> bool:
    """Check personnummer and samordningsnummer: Luhn over the last ten digits."""
    return checks.luhn(d.replace("+", "").replace("-", "")[-10:])


def se_vat(d: str) -> bool:
    """Check momsregistreringsnummer: the organisation's number, then 01."""
    return checks.luhn(d[:10])


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
    return counts[-1] in (2, 3) and counts[-2] == 1 and checks.mod11_10(d)


def de_id_card(text: str) -> bool:
    """Check a serial number with its check digit, weights 7 3 1."""
    return checks.seven_three_one(text[:9]) == int(text[9])


def de_pension(text: str) -> bool:
    """Check Rentenversicherungsnummer: digit sums, weights 2 1 2 5 7 1 2 1 2 1 2 1."""
    digits = text[:8] + f"{checks.value(text[8]) - 9:02d}" + text[9:11]
    return checks.digit_sums(digits, (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1)) % 10 == int(text[11])


def de_health(text: str) -> bool:
    """Check Krankenversichertennummer: digit sums, weights 1 2 in turn."""
    digits = f"{checks.value(text[0]) - 9:02d}" + text[1:9]
    return checks.digit_sums(digits, (1, 2) * 5) % 10 == int(text[9])


def ip(text: str) -> bool:
    """Tell whether the text is an IPv4 or IPv6 address or network."""
    try:
        ipaddress.ip_interface(text)
    except ValueError:
        return False
    return True

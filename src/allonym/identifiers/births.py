"""What a number says besides its check: the day of birth inside, and impossible series."""

from __future__ import annotations

from allonym.identifiers.checks import days_since_1867, is_date, is_short_date

RO_COUNTIES = frozenset(f"{n:02d}" for n in (*range(1, 53), 70, *range(80, 84)))


def day_month_three(d: str) -> bool:
    """EMŠO and JMBG: ddmmyyy, the year's first digit left out."""
    return is_date((1000 if d[4] in "89" else 2000) + int(d[4:7]), int(d[2:4]), int(d[:2]))


def egn(d: str) -> bool:
    """ЕГН: month plus 20 before 1900, plus 40 since 2000."""
    month = int(d[2:4])
    century = {0: 1900, 1: 1800, 2: 2000}.get((month - 1) // 20 if month else 9)
    return century is not None and is_date(century + int(d[:2]), (month - 1) % 20 + 1, int(d[4:6]))


def cnp(d: str) -> bool:
    """CNP: the first digit gives the century, the county is one of Romania's."""
    if d[7:9] not in RO_COUNTIES:
        return False
    century = {"1": 1900, "2": 1900, "3": 1800, "4": 1800, "5": 2000, "6": 2000}.get(d[0])
    month, day = int(d[3:5]), int(d[5:7])
    if century is None:
        return is_short_date(d[1:3], month, day)
    return is_date(century + int(d[1:3]), month, day)


def rodne_cislo(d: str) -> bool:
    """Rodné číslo: month plus 50 for women, plus 20 in crowded years; nine digits before 1954."""
    month = int(d[2:4])
    month = month - 50 if month > 50 else month
    if len(d) == 9:
        century = 1900 if d[:2] < "54" else 1800
        return is_date(century + int(d[:2]), month, int(d[4:6])) and d[6:] != "000"
    month = month - 20 if month > 20 else month
    return is_short_date(d[:2], month, int(d[4:6]))


def pesel(d: str) -> bool:
    """PESEL: month plus 80, 0, 20, 40, 60 for the centuries from 1800."""
    month = int(d[2:4])
    century = {0: 1900, 1: 2000, 2: 2100, 3: 2200, 4: 1800}[month // 20]
    return is_date(century + int(d[:2]), month % 20, int(d[4:6]))


def personal_hu(d: str) -> bool:
    """Személyi azonosító: yymmdd after the digit of sex and century."""
    return is_short_date(d[1:3], int(d[3:5]), int(d[5:7]))


def tax_hu(d: str) -> bool:
    """Adóazonosító jel: days since 1867, a birth between 1890 and 2040."""
    return 1890 <= days_since_1867(int(d[1:6])).year <= 2040


def hetu(text: str) -> bool:
    """HETU: ddmmyy and the sign of the century; 000 and 001 are not issued."""
    century = {"+": 1800, "-": 1900}.get(text[6], 1900 if text[6] in "UVWXY" else 2000)
    known = is_date(century + int(text[4:6]), int(text[2:4]), int(text[:2]))
    return known and text[7:10] not in ("000", "001")


def person_se(d: str) -> bool:
    """Personnummer: (yy)yymmdd; coordination numbers add 60 to the day."""
    digits = d.replace("+", "").replace("-", "")
    day = int(digits[-6:-4])
    day = day - 60 if day > 60 else day
    month = int(digits[-8:-6])
    if len(digits) == 12:
        return is_date(int(digits[:4]), month, day)
    return is_short_date(digits[:2], month, day)


def pension_de(text: str) -> bool:
    """Rentenversicherungsnummer: ddmmyy after the area."""
    day = int(text[2:4])
    return 1 <= int(text[4:6]) <= 12 and 1 <= day <= 81


def ssn(d: str) -> bool:
    """SSN: no 000, 666 or 9xx area, no zero group; 987-65-432x is kept for advertising."""
    issued = d[:3] not in ("000", "666") and d[0] != "9" and d[3:5] != "00" and d[5:] != "0000"
    return issued or d.startswith("98765432") or d[:3] in ("000", "666")


def itin(d: str) -> bool:
    """ITIN: 9xx and a group of 50–65, 70–88, 90–92 or 94–99."""
    group = int(d[3:5])
    return 50 <= group <= 65 or 70 <= group <= 88 or 90 <= group <= 92 or 94 <= group <= 99


def nino(text: str) -> bool:
    """NINO: prefixes never issued are refused, but QQ, the prefix of examples."""
    first = text[0] not in "DFIQUV" and text[1] not in "DFIQUVO"
    return text[:2] == "QQ" or (
        first and text[:2] not in ("BG", "GB", "KN", "NK", "NT", "TN", "ZZ")
    )


def card(d: str) -> bool:
    """Payment card: a network's prefix and a length it uses (ISO/IEC 7812, public IIN ranges)."""
    two, four, size = int(d[:2]), int(d[:4]), len(d)
    if d[0] == "4":
        return size in (13, 16, 19)
    if two in (34, 37):
        return size == 15
    if 51 <= two <= 55 or 2221 <= four <= 2720:
        return size == 16
    if two in (36, 38, 39, 30):
        return size in (14, 16)
    return ((3528 <= four <= 3589 or two in (60, 62, 64, 65)) and 16 <= size <= 19) or (
        two in (50, 56, 57, 58, 63, 67, 68, 69) and 12 <= size <= 19
    )

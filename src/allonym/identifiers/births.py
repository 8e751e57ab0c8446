"""What a number says besides its check: the day of birth inside, and impossible series.

Readers of births take a compact value and raise ``ValueError``, ``IndexError`` or ``KeyError``
where no day is in it that can be.
"""

from __future__ import annotations

from datetime import date, timedelta

EPOCH_HU = date(1867, 1, 1)
"""Hungarian tax numbers count the days from here."""
PIVOT = 30
"""Two-digit years up to this one are of this century."""
_RO_COUNTIES = frozenset(f"{n:02d}" for n in (*range(1, 53), 70, *range(80, 84)))


def _ymd(value: str, start: int, century: int, month: int) -> date:
    return date(century + int(value[start : start + 2]), month, int(value[start + 4 : start + 6]))


def pesel(value: str) -> date:
    """PESEL: month plus 80, 0, 20, 40, 60 for the centuries from 1800."""
    century = {0: 1900, 1: 2000, 2: 2100, 3: 2200, 4: 1800}[int(value[2:4]) // 20]
    return _ymd(value, 0, century, int(value[2:4]) % 20)


def egn(value: str) -> date:
    """ЕГН: month plus 20 before 1900, plus 40 since 2000."""
    century = {0: 1900, 1: 1800, 2: 2000}[(int(value[2:4]) - 1) // 20]
    return _ymd(value, 0, century, (int(value[2:4]) - 1) % 20 + 1)


def cnp(value: str) -> date:
    """CNP: the first digit gives the century."""
    centuries = {"1": 1900, "2": 1900, "3": 1800, "4": 1800, "5": 2000, "6": 2000}
    return _ymd(value, 1, centuries.get(value[0]) or _century(value[1:3]), int(value[3:5]))


def of_county(value: str) -> bool:
    """Tell whether the county of a CNP is one of Romania's."""
    return value[7:9] in _RO_COUNTIES


def emso(value: str) -> date:
    """EMŠO and JMBG: ddmmyyy, the year's first digit left out."""
    year = (1000 if value[4] in "89" else 2000) + int(value[4:7])
    return date(year, int(value[2:4]), int(value[:2]))


def rc_plus(value: str) -> int:
    """Return what the month of a rodné číslo has more: 50 for women, 20 in crowded years."""
    month = int(value[2:4])
    plus = 50 if month > 50 else 0
    return plus + (20 if month - plus > 20 else 0)


def rodne_cislo(value: str) -> date:
    """Rodné číslo: nine digits before 1954; who writes ten of then means no day to come."""
    century = 1900 if len(value) == 9 or int(value[:2]) > PIVOT else 2000
    return _ymd(value, 0, century, int(value[2:4]) - rc_plus(value))


def is_issued(value: str) -> bool:
    """Tell whether the serial of a rodné číslo of nine digits is one: *000* is none."""
    return len(value) > 9 or value[6:] != "000"


def personal_hu(value: str) -> date:
    """Személyi azonosító: yymmdd after the digit of sex and century."""
    centuries = {"1": 1900, "2": 1900, "3": 2000, "4": 2000}
    return _ymd(value, 1, centuries.get(value[0]) or _century(value[1:3]), int(value[3:5]))


def tax_hu(value: str) -> date:
    """Adóazonosító jel: days since 1867."""
    return EPOCH_HU + timedelta(days=int(value[1:6]))


def of_this_age(value: str) -> bool:
    """Tell whether an adóazonosító jel is of somebody born between 1890 and 2040."""
    return 1890 <= tax_hu(value).year <= 2040


def hetu(value: str) -> date:
    """HETU: ddmmyy and the sign of the century."""
    century = {"+": 1800, "-": 1900}.get(value[6], 1900 if value[6] in "UVWXY" else 2000)
    return date(century + int(value[4:6]), int(value[2:4]), int(value[:2]))


def is_issued_fi(value: str) -> bool:
    """Tell whether the serial of a HETU is one: *000* and *001* are none."""
    return value[7:10] not in ("000", "001")


def person_head(value: str) -> str:
    """Return the digits of the day in a personnummer: (yy)yymmdd."""
    return value[:-5] if value[-5] in "+-" else value[:-4]


def person_se(value: str) -> date:
    """Personnummer: (yy)yymmdd; coordination numbers add 60 to the day."""
    head = person_head(value)
    day, month, year = int(head[-2:]), int(head[-4:-2]), int(head[:-4])
    if len(head) == 6:
        year += 1900 if value[-5] == "+" else _century(head[:2])
    return date(year, month, day - 60 if day > 60 else day)


def chi(value: str) -> date:
    """CHI number: ddmmyy."""
    return date(_century(value[4:6]) + int(value[4:6]), int(value[2:4]), int(value[:2]))


def _century(year: str) -> int:
    return 2000 if int(year) <= PIVOT else 1900


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

"""Numbers with a day of birth and a sex inside: the day moves with the document, the sex stays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from types import MappingProxyType

from allonym.dates.reading import PIVOT
from allonym.replace.numbers.shape import DIGITS, Keyed

EPOCH_HU = date(1867, 1, 1)


@dataclass(frozen=True, slots=True)
class Coded:
    """How a scheme writes a birth.

    Attributes:
        read: Takes the day out of a compact value; may raise ``ValueError``.
        write: Puts another day in.
        serial: Places drawn anew.
        sex: Place whose parity tells the sex, or None.
        halves: The sex is the half of ten that the digit at `sex` is in, not its parity.
        fixed: Characters of a series that is never issued, put at the beginning of `serial`.
    """

    read: Callable[[str], date]
    write: Callable[[str, date], str]
    serial: range
    sex: int | None = None
    halves: bool = False
    fixed: str = ""


def read_birth(value: str, scheme: str) -> date | None:
    """Return the day of birth inside a compact number; None where there is none that can be."""
    coded = CODED.get(scheme)
    try:
        return coded.read(value) if coded else None
    except (ValueError, IndexError, KeyError):
        return None  # mistyped: a letter or a digit too few


def can_be_written(value: str, scheme: str) -> Callable[[date], bool]:
    """Return what tells whether a number of this form can be that of somebody born on a day."""

    def fits(day: date) -> bool:
        try:
            return bool(CODED[scheme].write(value, day))
        except (ValueError, IndexError, KeyError):
            return False

    return fits


def move_birth(value: str, scheme: str, move: Callable[[date], date], chance: Keyed) -> str | None:
    """Return the number of somebody born on another day, check character not yet right.

    Args:
        value: Compact.
        scheme: What writes births into it.
        move: Gives the other day.
        chance: What the serial number is drawn by.

    Returns:
        None where the scheme holds no birth, or the value none that can be.
    """
    day = read_birth(value, scheme)
    if day is None:
        return None
    try:
        return _serial(CODED[scheme].write(value, move(day)), CODED[scheme], chance)
    except (ValueError, IndexError, KeyError):
        return None


def _serial(value: str, coded: Coded, chance: Keyed) -> str:
    out = list(value)
    places = [place % len(value) for place in coded.serial]
    for label, place in zip(coded.serial, places, strict=True):
        out[place] = chance.among(DIGITS, "serial", str(label))  # alike with and without century
    out[places[0] : places[0] + len(coded.fixed)] = coded.fixed
    if coded.sex is not None:
        out[coded.sex] = _same_sex(value[coded.sex], coded, chance)
    return "".join(out)


def _same_sex(old: str, coded: Coded, chance: Keyed) -> str:
    if coded.halves:
        choices = "01234" if old < "5" else "56789"
    else:
        choices = "13579" if int(old) % 2 else "02468"
    return chance.among(choices, "sex")


def _ymd(value: str, start: int, century: int, month: int) -> date:
    return date(century + int(value[start : start + 2]), month, int(value[start + 4 : start + 6]))


def _pesel_read(value: str) -> date:
    century = {0: 1900, 1: 2000, 2: 2100, 3: 2200, 4: 1800}[int(value[2:4]) // 20]
    return _ymd(value, 0, century, int(value[2:4]) % 20)


def _pesel_write(value: str, day: date) -> str:
    plus = {18: 80, 19: 0, 20: 20, 21: 40, 22: 60}[day.year // 100]
    return f"{day.year % 100:02}{day.month + plus:02}{day.day:02}{value[6:]}"


def _egn_read(value: str) -> date:
    century = {0: 1900, 1: 1800, 2: 2000}[(int(value[2:4]) - 1) // 20]
    return _ymd(value, 0, century, (int(value[2:4]) - 1) % 20 + 1)


def _egn_write(value: str, day: date) -> str:
    plus = {18: 20, 19: 0, 20: 40}[day.year // 100]
    return f"{day.year % 100:02}{day.month + plus:02}{day.day:02}{value[6:]}"


def _cnp_read(value: str) -> date:
    century = {"1": 1900, "2": 1900, "3": 1800, "4": 1800, "5": 2000, "6": 2000}.get(value[0])
    if century is None:
        century = 2000 if int(value[1:3]) <= PIVOT else 1900
    return _ymd(value, 1, century, int(value[3:5]))


def _cnp_write(value: str, day: date) -> str:
    first = value[0]
    if first in "123456":
        odd = int(first) % 2
        first = str({19: 1, 18: 3, 20: 5}[day.year // 100] + (0 if odd else 1))
    return f"{first}{day:%y%m%d}{value[7:]}"


def _emso_read(value: str) -> date:
    year = (1000 if value[4] in "89" else 2000) + int(value[4:7])
    return date(year, int(value[2:4]), int(value[:2]))


def _emso_write(value: str, day: date) -> str:
    return f"{day.day:02}{day.month:02}{day.year % 1000:03}{value[7:]}"


def _rc_plus(value: str) -> int:
    month = int(value[2:4])
    plus = 50 if month > 50 else 0
    return plus + (20 if month - plus > 20 else 0)


def _rc_read(value: str) -> date:
    year = int(value[:2])
    century = 1900 if len(value) == 9 or year >= 54 else 2000
    return _ymd(value, 0, century, int(value[2:4]) - _rc_plus(value))


def _rc_write(value: str, day: date) -> str:
    if (day.year < 1954) != (len(value) == 9):
        raise ValueError("the length tells the years before 1954")
    return f"{day.year % 100:02}{day.month + _rc_plus(value):02}{day.day:02}{value[6:]}"


def _personal_read(value: str) -> date:
    century = {"1": 1900, "2": 1900, "3": 2000, "4": 2000}.get(value[0])
    if century is None:
        century = 2000 if int(value[1:3]) <= PIVOT else 1900
    return _ymd(value, 1, century, int(value[3:5]))


def _personal_write(value: str, day: date) -> str:
    first = value[0]
    if first in "1234":
        first = str((1 if int(first) % 2 else 2) + (2 if day.year >= 2000 else 0))
    return f"{first}{day:%y%m%d}{value[7:]}"


def _tax_read(value: str) -> date:
    return EPOCH_HU + timedelta(days=int(value[1:6]))


def _tax_write(value: str, day: date) -> str:
    return f"{value[0]}{(day - EPOCH_HU).days:05}{value[6:]}"


def _hetu_read(value: str) -> date:
    century = 1800 if value[6] == "+" else 1900 if value[6] in "-UVWXY" else 2000
    return date(century + int(value[4:6]), int(value[2:4]), int(value[:2]))


def _hetu_write(value: str, day: date) -> str:
    old = 1800 if value[6] == "+" else 1900 if value[6] in "-UVWXY" else 2000
    century = day.year // 100 * 100
    sign = value[6] if century == old else {1800: "+", 1900: "-", 2000: "A"}[century]
    return f"{day:%d%m%y}{sign}{value[7:]}"


def _person_head(value: str) -> str:
    """The digits of the day: (yy)yymmdd."""
    return value[:-5] if value[-5] in "+-" else value[:-4]


def _person_read(value: str) -> date:
    head = _person_head(value)
    day, month, year = int(head[-2:]), int(head[-4:-2]), int(head[:-4])
    if len(head) == 6:
        year += 2000 if year <= PIVOT and value[-5] != "+" else 1900
    return date(year, month, day - 60 if day > 60 else day)


def _person_write(value: str, day: date) -> str:
    head = _person_head(value)
    plus = 60 if int(head[-2:]) > 60 else 0
    year = f"{day.year:04}" if len(head) == 8 else f"{day.year % 100:02}"
    return f"{year}{day.month:02}{day.day + plus:02}{value[len(head) :]}"


CODED: Mapping[str, Coded] = MappingProxyType(
    {
        "pl.pesel": Coded(_pesel_read, _pesel_write, range(6, 9), 9),
        "bg.egn": Coded(_egn_read, _egn_write, range(6, 8), 8),
        "ro.cnp": Coded(_cnp_read, _cnp_write, range(9, 12)),
        "si.emso": Coded(_emso_read, _emso_write, range(10, 12), 9, halves=True),
        "sk.rc": Coded(_rc_read, _rc_write, range(6, 9)),
        "hu.personal": Coded(_personal_read, _personal_write, range(7, 10)),
        "hu.tax_person": Coded(_tax_read, _tax_write, range(6, 9)),
        "fi.hetu": Coded(_hetu_read, _hetu_write, range(7, 9), 9, fixed="9"),
        "se.person": Coded(_person_read, _person_write, range(-4, -2), -2),
    }
)
"""Schemes that hold a birth; the rules are those of `allonym.identifiers.births`."""

"""Numbers with a day of birth and a sex inside: the day moves with the document, the sex stays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

from allonym.identifiers import births
from allonym.identifiers.schemes import SCHEMES
from allonym.replace.numbers.shape import DIGITS, Keyed


@dataclass(frozen=True, slots=True)
class Coded:
    """How a scheme writes a birth."""

    write: Callable[[str, date], str]  # puts another day in
    serial: range  # places drawn anew
    sex: int | None = None  # place whose parity tells the sex, or None
    halves: bool = False  # the sex is the half of ten that the digit at `sex` is in, not its parity
    fixed: str = ""  # characters of a series that is never issued, put at the beginning of `serial`


def read_birth(value: str, scheme: str) -> date | None:
    """Return the day of birth inside a compact number; None where there is none that can be."""
    return SCHEMES[scheme].born(value) if scheme in CODED else None


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


def _pesel_write(value: str, day: date) -> str:
    plus = {18: 80, 19: 0, 20: 20, 21: 40, 22: 60}[day.year // 100]
    return f"{day.year % 100:02}{day.month + plus:02}{day.day:02}{value[6:]}"


def _egn_write(value: str, day: date) -> str:
    plus = {18: 20, 19: 0, 20: 40}[day.year // 100]
    return f"{day.year % 100:02}{day.month + plus:02}{day.day:02}{value[6:]}"


def _cnp_write(value: str, day: date) -> str:
    first = value[0]
    if first in "123456":
        odd = int(first) % 2
        first = str({19: 1, 18: 3, 20: 5}[day.year // 100] + (0 if odd else 1))
    return f"{first}{day:%y%m%d}{value[7:]}"


def _emso_write(value: str, day: date) -> str:
    return f"{day.day:02}{day.month:02}{day.year % 1000:03}{value[7:]}"


def _rc_write(value: str, day: date) -> str:
    short, layman = len(value) == 9, births.PIVOT < int(value[:2]) < 54
    if (day.year < 1954) != short and (short or not layman or day.year <= 1900 + births.PIVOT):
        raise ValueError("the length tells the years before 1954")
    return f"{day.year % 100:02}{day.month + births.rc_plus(value):02}{day.day:02}{value[6:]}"


def _personal_write(value: str, day: date) -> str:
    first = value[0]
    if first in "1234":
        first = str((1 if int(first) % 2 else 2) + (2 if day.year >= 2000 else 0))
    return f"{first}{day:%y%m%d}{value[7:]}"


def _tax_write(value: str, day: date) -> str:
    return f"{value[0]}{(day - births.EPOCH_HU).days:05}{value[6:]}"


def _chi_write(value: str, day: date) -> str:
    return f"{day:%d%m%y}{value[6:]}"


def _hetu_write(value: str, day: date) -> str:
    old = 1800 if value[6] == "+" else 1900 if value[6] in "-UVWXY" else 2000
    century = day.year // 100 * 100
    sign = value[6] if century == old else {1800: "+", 1900: "-", 2000: "A"}[century]
    return f"{day:%d%m%y}{sign}{value[7:]}"


def _person_write(value: str, day: date) -> str:
    head = births.person_head(value)
    plus = 60 if int(head[-2:]) > 60 else 0
    year = f"{day.year:04}" if len(head) == 8 else f"{day.year % 100:02}"
    return f"{year}{day.month:02}{day.day + plus:02}{value[len(head) :]}"


CODED: Mapping[str, Coded] = MappingProxyType(
    {
        "pl.pesel": Coded(_pesel_write, range(6, 9), 9),
        "bg.egn": Coded(_egn_write, range(6, 8), 8),
        "ro.cnp": Coded(_cnp_write, range(9, 12)),
        "si.emso": Coded(_emso_write, range(10, 12), 9, halves=True),
        "sk.rc": Coded(_rc_write, range(6, 9)),
        "hu.personal": Coded(_personal_write, range(7, 10)),
        "hu.tax_person": Coded(_tax_write, range(6, 9)),
        "fi.hetu": Coded(_hetu_write, range(7, 9), 9, fixed="9"),
        "se.person": Coded(_person_write, range(-4, -2), -2),
        "gb.chi": Coded(_chi_write, range(6, 8), 8),
    }
)
"""Schemes that hold a birth; the rules are those of `allonym.identifiers.births`."""

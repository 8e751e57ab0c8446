"""Numbers of things and files: plates, postcodes, parcels, cases."""

from __future__ import annotations

import re
from dataclasses import replace

from allonym.dates.reading import full_year
from allonym.replace.numbers.item import Item
from allonym.replace.numbers.registers import with_code
from allonym.replace.numbers.shape import (
    DIGITS,
    Keyed,
    compact,
    number_like,
    scramble,
    shifted,
    word_like,
)
from allonym.replace.places.world import Move
from allonym.replace.time.facts import day_in_number, with_day
from allonym.replace.time.timeline import Timeline
from allonym.replace.time.years import SCHOOL_YEAR, is_school_year
from allonym.text.capitals import SMALL, like

_DIGITS, _ONE = re.compile("[0-9]+"), re.compile("[0-9]")
_WORD = re.compile(rf"[^\W\d_][^\W\d_]*{SMALL}[^\W\d_]{{2,}}")
_YEAR = re.compile("(?:19|20)[0-9]{2}")
_IRISH = re.compile("([0-9]{2})([12]?-)(?=[A-Z]{1,2}-[0-9])")
"""The year, and since 2013 its half, before the county of an Irish plate."""
_SERIAL = re.compile("((?:19|20)[0-9]{2})([0-9]{2,6})")
_UNIFIED = re.compile("((?:19|20)[0-9]{2})([0-9]{3})([0-9]{2})([0-9]{5})(?![0-9])")
"""Year, court or bailiff, kind and number of a Bulgarian case."""
_NUMERAL = re.compile("[IVXLC]+/(?=[0-9]{4}$)")
"""A number in Roman figures before its year: *LXI/2024*."""
_CUSTOMS = re.compile("[0-9]{2}(?=[A-Z]{2}[A-Z0-9]{14,16}$)")
"""The year that a customs declaration's number begins with."""
_CLASSED = re.compile(r"-\d\d/(\d\d)-\d\d/\d+\Z")
"""The year inside the class of a Croatian file: *551-06/25-02/118*."""
_INWARD = "ABDEFGHJLNPQRSTUWXYZ"
_INWARD_CODE = re.compile(r"\s?[0-9][A-Za-z]{2}\Z|(?<=\A[A-Za-z][0-9][0-9Ww])\s?[0-9A-Za-z]{4}\Z")
"""What stands behind the district in a British postcode, behind the routing key in an Irish one."""
FOLLOWING = 40
"""Tries after which a number that others have need not go with its town."""


def plate(item: Item) -> str:
    """Return a plate of the same form, with a registration code of the same country."""
    if item.value.islower():
        return plate(replace(item, value=item.value.upper())).lower()
    if dated := _IRISH.match(item.value):  # *191-G-4521*: first half of 2019, Galway
        year = _moved_year(dated[1], item.times) + dated[2]
        return year + plate(replace(item, value=item.value[dated.end() :]))
    letters = re.match(r"[^\W\d_]+", item.value)
    head = letters[0] if letters else ""
    codes = item.tables.plates.get(item.country, ())
    others = item.tables.plates.items() if codes and head not in codes else ()
    abroad = next((country for country, own in others if head in own), "")
    if abroad:  # *ZG 4471-KM* in Slovenia
        return plate(replace(item, move=None, country=abroad))
    own = next((head[:n] for n in (3, 2, 1) if head[:n].upper() in codes), "")
    apart = item.value[len(head) :][:1] in " -" and any(len(c) == len(head) for c in codes)
    own = own or (head if apart else "") or item.value[: item.tables.keep.get(item.rule, 0)]
    if item.move and head and item.tries < FOLLOWING:
        old, new = item.move.old.plate if item.move.old else "", item.move.new.plate
        old = own if not (old and head.upper().startswith(old)) else old
        if new and old:
            code = new
            return code + scramble(_rest(item, code, item.value[len(old) :]), item.chance)
    same = [c for c in codes if len(c) == len(own) and c != own.upper()]
    code = same[item.chance.below(len(same), "code")] if own and same else own
    rest = scramble(item.value[len(own) :], item.chance)
    return code + rest


def _rest(item: Item, code: str, rest: str) -> str:
    """Return what stands behind the letters, with a digit more or less where others want it.

    *NMR 4C81* and *WL 44C81*, *B 123 ABC* and *CJ 12 ABC* are as their country has them.
    """
    ways = (rest, *(_ONE.sub(how, rest, count=1) for how in (r"\g<0>\g<0>", "")))
    return next((way for way in ways if item.takes(code + way)), rest)


def postcode(item: Item) -> str:
    """Return a code of the town that it goes with; without one, or abroad, its first signs stay."""
    own = item.move if item.rule not in item.tables.keep else None
    code = _code_of(item, own) if own else ""
    made = _like_code(item.value, code, item.chance) if code and item.tries < FOLLOWING else None
    return made or _near_code(item)


def _code_of(item: Item, move: Move) -> str:
    """Return a postcode of the town drawn: its first one for the first one of the original."""
    usual = move.old.postcode(0) if move.old else ""
    first = not item.tries and compact(item.value).endswith(compact(usual))
    return move.new.postcode(0 if first else item.chance.below(1 << 32, "code"))


def _like_code(value: str, code: str, chance: Keyed) -> str | None:
    """Return a postcode written as another is: ``SI-3000``, ``97401``; None where it cannot be."""
    inward = _INWARD_CODE.search(value)
    if code[0].isalpha() and inward:
        outward = code.lower() if value.islower() else code
        return outward + scramble(inward[0], chance, alphabet=_INWARD)
    digits = "".join(filter(str.isdigit, code))
    places = [i for i, sign in enumerate(value) if sign.isdigit()]
    if code[0].isalpha() or len(places) < len(digits):
        return None
    out = list(value)
    extra = (chance.among(DIGITS, str(i)) for i in range(len(places) - len(digits)))
    for place, digit in zip(places, (*digits, *extra), strict=True):
        out[place] = digit
    return "".join(out)


def _near_code(item: Item) -> str:
    """Return a code of the same form in the same part of the country: its first signs stay."""
    country = re.match(r"[A-Z]{1,2}(?=-)", item.value)
    area = re.match("[A-Z]{1,2}", item.value)
    usual = item.tables.keep.get(item.rule, 1)
    keep = len(country[0]) + 2 if country else len(area[0]) if area else usual
    return scramble(item.value, item.chance, keep=min(keep, len(item.value) - 1), alphabet=_INWARD)


def case_number(item: Item) -> str:
    """Return another number in the same register: years and days in it as the timeline has them.

    Letters of an office that is a county's are those of the county that it goes to.
    """
    kept = item.tables.keep.get(item.rule, 0)
    drawn = _counted(replace(item, value=item.value[kept:]))
    return with_code(item.value[:kept] + drawn, item.country, item.code)


def _counted(item: Item) -> str:
    """Return a number with its years and days moved, its other digits drawn."""
    dated = _with_date(item) or _led_by_year(item)
    if dated is not None:
        return dated
    runs = [*_DIGITS.finditer(item.value)]
    if not runs:
        return scramble(item.value, item.chance)
    if (school := SCHOOL_YEAR.fullmatch(item.value)) and is_school_year(school):
        return _DIGITS.sub(lambda year: _moved_year(year[0], item.times), item.value)
    years = {m.start() for m in runs if _YEAR.fullmatch(m[0]) or _short_year(m, runs)}
    told = {m.start() for m in runs if _year_of_document(item, m)}
    years |= {0} if _CUSTOMS.match(item.value) else set()
    years = told if len(years | told) == len(runs) > len(told) > 0 else years | told
    if len(years) == len(runs):
        years = {m.start() for m in runs if _YEAR.fullmatch(m[0])}
        ruled = _NUMERAL.match(item.value) and _moved_year(runs[-1][0], item.times) != runs[-1][0]
        years = years if ruled or len(years) < len(runs) else set()

    def other(match: re.Match[str]) -> str:
        if match.start() in years:
            return _moved_year(match[0], item.times)
        order = sum(run.start() < match.start() for run in runs)
        return number_like(match[0], item.chance.of(str(order)))

    return _DIGITS.sub(other, item.value)


def is_dated(item: Item) -> bool:
    """Tell whether a number that no scheme reads holds a day, or a year beside another number."""
    runs = [*_DIGITS.finditer(item.value)]
    if item.scheme or item.times is None or not runs:
        return False
    if len(runs) < 2:
        return _led_by_year(item) is not None
    ends = runs[:: len(runs) - 1]  # 2025/11873, 2025-1147
    return (
        _CUSTOMS.match(item.value) is not None
        or day_in_number(item.value) is not None
        or any(_year_of_document(item, run) for run in runs)
        or any(_YEAR.fullmatch(run[0]) and "".join(_beside(run)) in ("/", "-") for run in ends)
    )


def _beside(run: re.Match[str]) -> tuple[str, str]:
    """Return the signs before and behind digits, blanks passed over: *4216 / 307 / 2025*."""
    before, behind = run.string[: run.start()].rstrip(), run.string[run.end() :].lstrip()
    return before[-1:], behind[:1]


def _with_date(item: Item) -> str | None:
    """Return a number that holds a whole date, such as ``46/03.10.2022``; None for any other."""
    if item.times is None:
        return None
    found = day_in_number(item.value)
    if found is None:
        return None
    match, day = found
    made = with_day(match, item.times.event(day))
    head, tail = item.value[: match.start()], item.value[match.end() :]
    return _undated(item, head) + made + _undated(item, tail)


def _led_by_year(item: Item) -> str | None:
    """Return a number of digits alone that begins with a year of the document: *20260117*."""
    if one := _UNIFIED.match(item.value):
        court, serial = (number_like(one[n], item.chance.of(str(n))) for n in (2, 4))
        tail = _YEAR.sub(lambda y: _moved_year(y[0], item.times), item.value[one.end() :])
        return _moved_year(one[1], item.times) + court + one[3] + serial + tail
    found = _SERIAL.fullmatch(item.value)
    if found is None or not item.times or int(found[1]) not in item.times.told.dated:
        return None
    return _moved_year(found[1], item.times) + number_like(found[2], item.chance.of("serial"))


def _undated(item: Item, value: str) -> str:
    """Return a part of a number without dates drawn anew; letters stay."""
    return case_number(replace(item, value=value, times=None)) if _DIGITS.search(value) else value


def _moved_year(digits: str, times: Timeline | None) -> str:
    if times is None:
        return digits
    moved = times.year(full_year(digits))
    return str(moved) if len(digits) > 2 else f"{moved % 100:02}"


def _year_of_document(item: Item, match: re.Match[str]) -> bool:
    """Tell whether two digits beside a slash or leading are a year that the document speaks of.

    Leading: *26-0013377*, *BR-26-0781*; or before the last number between hyphens.
    """
    beside = _beside(match)
    last = beside == ("-", "-") and item.value[match.end() + 1 :].isdigit()  # 2170-56-01-26-1
    leads = not re.search("[0-9]", item.value[: match.start()]) and beside[1] == "-"
    if item.times is None or len(match[0]) != 2 or not ("/" in beside or leads or last):
        return False
    year = full_year(match[0])
    return not item.times.told.dated.isdisjoint((year, year + 1))


def _short_year(match: re.Match[str], runs: list[re.Match[str]]) -> bool:
    if inside := _CLASSED.search(match.string):
        return match.start() == inside.start(1)
    return len(match[0]) == 2 and match.end() == runs[-1].end() and _beside(match)[0] in ("/", "-")


def property_number(item: Item) -> str:
    """Return another entry or parcel: numbers drawn anew, codes kept, names made up.

    The code of a municipality is that of the one that it goes to.
    """
    runs = [*_DIGITS.finditer(item.value)]

    def number(match: re.Match[str]) -> str:
        """Parcels next to each other stay so, and what they share is shared: 1234/5, 1234/6."""
        before = "/".join(run[0] for run in runs if run.start() < match.start())
        chance = Keyed(item.chance.draw, ("parcel", before, str(item.tries)))
        last = match.start() == runs[-1].start()
        return shifted(match[0], chance) if last else number_like(match[0], chance.of(match[0]))

    def word(match: re.Match[str]) -> str:
        if match[0].islower() or match[0] in item.tables.labels:
            return match[0]
        if place := item.world.words.get(match[0]):
            return like(match[0], place)
        return word_like(match[0], item.chance.of(match[0].lower()))

    drawn = _DIGITS.sub(number, _WORD.sub(word, item.value))
    return with_code(drawn, item.country, item.code)


def series(template: str, value: str, chance: Keyed) -> str:
    """Fill a template of a series never issued: x a digit, y one but nought, ? the original's."""
    return "".join(
        chance.among(DIGITS[c == "y" :], str(i)) if c in "xy" else value[i] if c == "?" else c
        for i, c in enumerate(template)
    )

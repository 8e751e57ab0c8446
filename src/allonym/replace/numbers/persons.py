"""Numbers made of people: *KOWA-1978* goes with the name and the birth of whom it speaks of."""

from __future__ import annotations

import re
from collections.abc import Iterable

from allonym.dates.reading import full_year
from allonym.model.types import is_a
from allonym.replace.numbers.item import Item
from allonym.replace.time.timeline import Timeline
from allonym.text.fold import fold

_RUN = re.compile(r"[0-9]+|[^\W\d_]+")
_HOME = re.compile(r"(?!en\.)[a-z]{2}\.")
"""How patterns of a country's own numbers are called: letters in them name no person."""
_INITIALS, _TELLING, _MOST = 2, 3, 12
"""Letters of initials; of a name cut short, at least and at most."""


def of_people(item: Item, made: str) -> str:
    """Return a made-up number that says of the surrogates what the old one says of people.

    Args:
        item: The old number, with all names of the document and its timeline.
        made: As long, letters and digits drawn by chance.
    """
    if len(made) != len(item.value) or item.scheme or not (item.world.people.new or item.times):
        return made
    runs = [*_RUN.finditer(item.value)]
    named = {m.start(): new for m in runs if (new := _renamed(m[0], item))}
    out = made
    for run in reversed(runs):  # a name may be longer than the other
        new = named.get(run.start()) or birth_year(run[0], item, named=bool(named))
        out = out[: run.start()] + new + out[run.end() :] if new else out
    return out


def birth_year(digits: str, item: Item, *, named: bool) -> str:
    """Return the year of a birth as it is now; nothing for digits that are none.

    Args:
        digits: Of a part of a number or a user name.
        item: Which of them.
        named: Whether somebody's name stands beside, so that two digits are enough.
    """
    told = item.times.told if item.times else None
    if item.times is None or told is None or not digits.isdigit():
        return ""
    if len(digits) not in ((2, 4) if named else (4,)):
        return ""
    year = full_year(digits)
    if year not in told.born or (not named and year in {day.year for day in told.days}):
        return ""
    return str(item.times.birth_year(year))[-len(digits) :]


def year_like(digits: str, times: Timeline | None) -> str:
    """Return what a year of the document becomes; nothing for other digits."""
    if (
        times is None
        or len(digits) != 4
        or not digits.isdigit()
        or int(digits) not in {d.year for d in times.told.days}
    ):
        return ""
    return str(times.year(int(digits)))


def _renamed(letters: str, item: Item) -> str:
    """Return what initials or the beginning of a name become, cased alike; nothing for others."""
    size = len(letters)
    if letters.istitle() and size >= _TELLING:  # OcÚ Iža/112/2025
        return item.world.people.new.get(fold(letters), "").title()
    least = _TELLING if _HOME.match(item.rule) else _INITIALS
    if letters.isdigit() or not (letters.isupper() and least <= size <= _MOST):
        return ""
    plain = fold(letters)
    old, new = plain, item.world.people.new.get(plain, "")
    if size >= _TELLING:
        old, new = item.world.people.begun.get(plain, ("", ""))
    whole = old == plain and is_a(item.type, "case_number")
    return (new if whole else _padded(new, size, item.world.people.new.values())).upper()


def _padded(name: str, size: int, names: Iterable[str]) -> str:
    """Return the beginning of a name; a shorter one goes on with another that follows it."""
    other = next((new for new in names if name and new != name), "")
    return (name + other * size)[:size]

"""Numbers tied to others of the document, the same, a part of one, or next to one, or to people.

*KOWA-1978* goes with the name and the birth of whom it speaks of.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from allonym.dates.reading import full_year
from allonym.model.types import is_a
from allonym.replace.numbers.item import Item
from allonym.replace.numbers.shape import compact
from allonym.replace.time.timeline import Timeline
from allonym.text.fold import fold

_RUN = re.compile(r"[0-9]+|[^\W\d_]+")
_HOME = re.compile(r"(?!en\.)[a-z]{2}\.")
"""How patterns of a country's own numbers are called: letters in them name no person."""
_INITIALS, _TOLD, _MOST = 2, 3, 12
"""Letters of initials; of a name cut short, at least and at most."""
_NESTED, _TELLING, _PERSONAL = ("id.tax", "id.company", "iban", "account"), 7, 10
"""Types of which one number may hold another, how many digits tell that it does, and how many a
person's number has that a VAT number begins with."""
_LEAST = 5
"""Digits of a number that is the same in two notations: *P-26/007*, *SI00 26007*."""

_ENDS = ("card.masked", "card.ending")
"""Patterns of what is but the end of a number that may stand elsewhere."""

_PART = re.compile("([0-9]{4,})(-[A-Z][0-9]{1,2})")
"""A building on a parcel: *27416-C1*."""
_KINDRED = frozenset({"id", "account", "case_number", "property"})
"""Types that a guess takes for one another."""
_GROUP, _NEIGHBOURS = re.compile("[0-9]+"), 9
"""Runs of digits, and by how much the numbers of neighbours differ in one of them."""
_TELL = (9, 7, 5, 4)
"""How many digits tell that one number holds another, by the groups that they stand in."""
_MOST = 8
"""Groups of digits of a number that holds another, at most."""


@dataclass(slots=True)
class Made:
    """What was made of the numbers of one document."""

    # digits of the new numbers by those of the old ones
    numbers: dict[str, str] = field(default_factory=dict, repr=False)
    # an old number's digits and the new one's, by the old ones without noughts in front
    bare: dict[str, tuple[str, str]] = field(default_factory=dict, repr=False)
    # an old number and its new one, by the kind and by the number with a run left out
    near: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict, repr=False)
    # groups of digits that tell a number, and those of its new one: of all of it, of each stretch
    whole: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict, repr=False)
    parts: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict, repr=False)

    def add(self, item: Item, new: str) -> None:
        """Remember what a number became."""
        if pair := _groups(item, new):
            old, own = pair
            self.whole.setdefault(old, own)
            for a, b in _stretches(old):
                self.parts.setdefault(old[a:b], own[a:b])
        digits = digits_of(item.value)
        self.numbers[digits] = digits_of(new)
        self.bare.setdefault(digits.lstrip("0"), (digits, digits_of(new)))
        self.near |= dict.fromkeys(_keys(item), (item.value, new))

    def nested(self, item: Item) -> str | None:
        """Return a number as another has it: a firm's in its VAT number, an invoice's when paid."""
        own = digits_of(item.value)
        if item.rule in _ENDS:
            whole = next((new for old, new in self.numbers.items() if old.endswith(own)), "")
            return with_digits(item.value, whole[-len(own) :]) if whole else None
        part = _PART.fullmatch(item.value)
        whole = self.numbers.get(part[1], "") if part else ""
        if again := self._again(own, item) or (whole and part and whole + digits_of(part[2])):
            return with_digits(item.value, again)
        if len(own) < _TELLING or is_a(item.type, "phone"):
            return None
        nested = any(is_a(item.type, kind) for kind in _NESTED)
        for old, new in self.numbers.items() if nested else ():
            if len(old) == len(new) == _PERSONAL and own.startswith(old):
                return with_digits(item.value, new + own[len(old) :])
            at = 0 if old.startswith(own) else len(old) - len(own) if old.endswith(own) else -1
            if at >= 0 and len(old) == len(new):
                return with_digits(item.value, new[at : at + len(own)])
        return None

    def holding(self, item: Item, new: str) -> str:
        """Return a number with the groups of another as that has them: *HR00 48-1-1-2024*, 48/1/1.

        Nothing changes in one that a scheme checks.
        """
        pair = None if item.scheme else _groups(item, new)
        if pair is None:
            return new
        old, own = pair
        if old in self.parts:  # it stands in another
            own = self.parts[old]
        else:
            for a, b in _stretches(old):
                own = (*own[:a], *self.whole.get(old[a:b], own[a:b]), *own[b:])
        fresh = iter(own)
        return _GROUP.sub(lambda _: next(fresh), new)

    def _again(self, own: str, item: Item) -> str:
        """Return the digits that another has who was the same, but for noughts in front."""
        bare = own.lstrip("0")
        old, new = self.bare.get(bare, ("", ""))
        least = _LEAST if item.type in _KINDRED else _TELLING
        told = new and len(bare) >= least and len(new) == len(old) and not is_a(item.type, "phone")
        if not told:
            return ""
        return new if len(new) == len(own) else own[: -len(bare)] + new[-len(bare) :]

    def next_to(self, item: Item, taken: Collection[str]) -> str | None:
        """Return the number as far from another's new one as the two were: *parcels 114 and 115*.

        None where no other of the kind differs in nothing but a few at the end.
        """
        for old, new in filter(None, map(self.near.get, _keys(item))):
            away = apart(old, item.value)
            beside = moved_by(new, *away) if away else None
            if beside and compact(beside) not in taken:
                return beside
        return None


def _keys(item: Item) -> list[tuple[str, str]]:
    """Return by what a neighbour is looked up; nothing for a number that a scheme checks."""
    kind = "number" if item.type in _KINDRED else item.type
    alike = not item.scheme and kind in ("number", "phone")
    return [(kind, text) for text in left_out(item.value)] if alike else []


def digits_of(text: str) -> str:
    """Return the digits of a text."""
    return "".join(filter(str.isdigit, text))


def with_digits(surface: str, digits: str) -> str:
    """Return a text with other digits."""
    fresh = iter(digits)
    return "".join(next(fresh) if c.isdigit() else c for c in surface)


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
    if letters.istitle() and size >= _TOLD:  # OcÚ Iža/112/2025
        return item.world.people.new.get(fold(letters), "").title()
    least = _TOLD if _HOME.match(item.rule) else _INITIALS
    if letters.isdigit() or not (letters.isupper() and least <= size <= _MOST):
        return ""
    plain = fold(letters)
    old, new = plain, item.world.people.new.get(plain, "")
    if size >= _TOLD:
        old, new = item.world.people.begun.get(plain, ("", ""))
    whole = old == plain and is_a(item.type, "case_number")
    return (new if whole else _padded(new, size, item.world.people.new.values())).upper()


def _padded(name: str, size: int, names: Iterable[str]) -> str:
    """Return the beginning of a name; a shorter one goes on with another that follows it."""
    other = next((new for new in names if name and new != name), "")
    return (name + other * size)[:size]


def _groups(item: Item, new: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Return the groups of digits of a number and of its new one, where one may hold another."""
    old, own = (tuple(_GROUP.findall(text)) for text in (item.value, new))
    alike = item.type in _KINDRED and len(old) == len(own) <= _MOST
    return (old, own) if alike else None


def _stretches(groups: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield from where to where groups stand that tell a number, the longest first."""
    for size in range(len(groups), 0, -1):
        for start in range(len(groups) - size + 1):
            if sum(map(len, groups[start : start + size])) >= _TELL[min(size, len(_TELL) - 1)]:
                yield start, start + size


def left_out(number: str) -> list[str]:
    """Return a number as often as it has runs of digits, one of them blank each time.

    >>> left_out("114/2")
    ['###/2', '114/#']
    """
    runs = _GROUP.finditer(number)
    return [number[: r.start()] + "#" * len(r[0]) + number[r.end() :] for r in runs]


def apart(one: str, other: str) -> tuple[int, int] | None:
    """Return in which run of digits two numbers written alike differ by little, and how much.

    >>> apart("114/2", "114/5"), apart("0887 654 321", "0887 654 322"), apart("114", "238")
    ((1, 3), (2, 1), None)
    """
    if _GROUP.sub("0", one) != _GROUP.sub("0", other):
        return None
    pairs = enumerate(zip(_GROUP.findall(one), _GROUP.findall(other), strict=True))
    found = [(n, int(b) - int(a)) for n, (a, b) in pairs if a != b]
    return found[0] if len(found) == 1 and 0 < abs(found[0][1]) <= _NEIGHBOURS else None


def moved_by(number: str, run: int, units: int) -> str | None:
    """Return a number of which one run of digits is so many units away, the same way if it can be.

    >>> moved_by("387/5", 1, 3), moved_by("387/8", 1, 3), moved_by("12", 3, 1)
    ('387/8', '387/5', None)
    """
    runs = [*_GROUP.finditer(number)]
    found = runs[run] if run < len(runs) else None
    for moved in (int(found[0]) + units, int(found[0]) - units) if found else ():
        written = str(moved).zfill(len(found[0])) if found else ""
        if found and moved > 0 and len(written) == len(found[0]):
            return number[: found.start()] + written + number[found.end() :]
    return None

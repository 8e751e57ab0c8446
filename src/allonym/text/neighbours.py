"""Numbers next to each other: parcels 114 and 115, two lines of one telephone."""

from __future__ import annotations

import re

_DIGITS, _NEIGHBOURS = re.compile("[0-9]+"), 9
"""Runs of digits, and by how much the numbers of neighbours differ in one of them."""


def left_out(number: str) -> list[str]:
    """Return a number as often as it has runs of digits, one of them blank each time.

    >>> left_out("114/2")
    ['###/2', '114/#']
    """
    runs = _DIGITS.finditer(number)
    return [number[: r.start()] + "#" * len(r[0]) + number[r.end() :] for r in runs]


def apart(one: str, other: str) -> tuple[int, int] | None:
    """Return in which run of digits two numbers written alike differ by little, and how much.

    >>> apart("114/2", "114/5"), apart("0887 654 321", "0887 654 322"), apart("114", "238")
    ((1, 3), (2, 1), None)
    """
    if _DIGITS.sub("0", one) != _DIGITS.sub("0", other):
        return None
    pairs = enumerate(zip(_DIGITS.findall(one), _DIGITS.findall(other), strict=True))
    found = [(n, int(b) - int(a)) for n, (a, b) in pairs if a != b]
    return found[0] if len(found) == 1 and 0 < abs(found[0][1]) <= _NEIGHBOURS else None


def moved_by(number: str, run: int, units: int) -> str | None:
    """Return a number of which one run of digits is so many units away, the same way if it can be.

    >>> moved_by("387/5", 1, 3), moved_by("387/8", 1, 3), moved_by("12", 3, 1)
    ('387/8', '387/5', None)
    """
    runs = [*_DIGITS.finditer(number)]
    found = runs[run] if run < len(runs) else None
    for moved in (int(found[0]) + units, int(found[0]) - units) if found else ():
        written = str(moved).zfill(len(found[0])) if found else ""
        if found and moved > 0 and len(written) == len(found[0]):
            return number[: found.start()] + written + number[found.end() :]
    return None

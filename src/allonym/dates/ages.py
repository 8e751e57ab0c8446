"""The number in an age, and the unit that agrees with it."""

from __future__ import annotations

import re

from allonym.dates.words import AgeWords

_NUMBER = re.compile("[0-9]{1,3}")


def read_age(surface: str) -> int | None:
    """Return the number of years an age tells, or None when it is not in digits.

    >>> read_age("34-letni"), read_age("lat 5"), read_age("trzydzieści")
    (34, 5, None)
    """
    match = _NUMBER.search(surface)
    return int(match[0]) if match else None


def write_age(surface: str, new: int, words: AgeWords) -> str:
    """Return `surface` with another number; a unit that counts takes the form it asks for."""
    match = _NUMBER.search(surface)
    if match is None:
        return surface
    old, tail = match[0], surface[match.end() :]
    return surface[: match.start()] + str(new) + _agree(tail, int(old), new, words)


def _agree(tail: str, old: int, new: int, words: AgeWords) -> str:
    unit = tail.strip(" \u00a0")
    gap = tail[: len(tail) - len(tail.lstrip(" \u00a0"))]
    was, now = _form(old, words), _form(new, words)
    for forms in words.unit_forms:
        if unit == forms[was] or unit.startswith(forms[was] + " "):
            return gap + forms[now] + unit[len(forms[was]) :]
    return tail


def _form(number: int, words: AgeWords) -> int:
    tests = (i for i, pattern in enumerate(words.plural) if re.search(pattern, str(number)))
    return next(tests, len(words.plural) - 1)

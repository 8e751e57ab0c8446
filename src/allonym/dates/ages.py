"""The number in an age, and the unit that agrees with it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from allonym.dates.words import AgeWords, DateWords, Styled
from allonym.text.phrases import occurrences

_NUMBER = re.compile("[0-9]{1,3}")
_WORD = re.compile(r"[^\W\d_]+")
_LONGEST = 3  # words in a number below a hundred


def years_between(birth: date, day: date) -> int:
    """Return how old somebody is on a day.

    >>> years_between(date(1950, 5, 12), date(2024, 3, 4))
    73
    """
    return day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))


def read_age(surface: str, words: DateWords | None = None) -> int | None:
    """Return the number of years an age tells, or None when it cannot be read.

    Args:
        surface: The age.
        words: Of the language, for numbers in words.

    >>> read_age("34-letni"), read_age("lat 5"), read_age("trzydzieści")
    (34, 5, None)
    >>> read_age("trzydzieści lat", DateWords.load("pl"))
    30
    """
    match = _NUMBER.search(surface)
    if match:
        return int(match[0])
    said = _said(surface, words) if words else None
    return said[2].number if said else None


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


def spoken_number(text: str, words: DateWords) -> tuple[int, Styled] | None:
    """Return where the longest number in words that ends `text` begins, and what it is.

    >>> found = spoken_number("aged forty-two", DateWords.load("en"))
    >>> found[0], found[1].number
    (5, 42)
    """
    for match in [*_WORD.finditer(text)][-_LONGEST:]:
        styled = words.spoken.numbers.read(text[match.start() :])
        if styled:
            return match.start(), styled
    return None


def move_spoken(surface: str, move: Callable[[int], int], words: DateWords) -> str | None:
    """Return an age in words with another number, or None where there is no word for it.

    >>> move_spoken("forty-two years old", lambda age: age + 3, DateWords.load("en"))
    'forty-five years old'
    """
    said = _said(surface, words)
    new = move(said[2].number) if said else 0
    if not said or not 1 <= new <= len(words.spoken.numbers.styles[0]):
        return None
    start, end, styled = said
    text = words.spoken.numbers.write(new, styled, surface[start:end])
    return surface[:start] + text + _agree(surface[end:], styled.number, new, words.age)


def _said(surface: str, words: DateWords) -> tuple[int, int, Styled] | None:
    """Return where a number in words begins and ends, and what it is."""
    ends = [m.end() for m in re.finditer(r"[^\W\d_](?![^\W\d_])", surface)]
    stems = [m for stem in words.spoken.stems for m in occurrences(surface.lower(), stem)]
    for end in sorted({*ends, *stems}, reverse=True):
        head = surface[:end].rstrip(" \u00a0-")
        found = spoken_number(head, words)
        if found:
            return found[0], len(head), found[1]
    return None

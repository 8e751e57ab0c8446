"""Keyed characters in the shape of others: digits for digits, letters for letters, signs kept."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from allonym.model.draw import Draw
from allonym.text.capitals import SMALL

DIGITS, UPPER, HEX = "0123456789", "ABCDEFGHJKLMNPRSTUVWXYZ", "0123456789abcdef"
_DASHES = "‐‑‒–—−"
_CYRILLIC = "АВЕКМНОРСТУХ"
_CONSONANTS, _VOWELS = "bdfgklmnprstvz", "aeiou"
_LABEL = re.compile(rf"(?<![^\W_])(?:{SMALL}{{2,}}|[IVX]{{2,4}})(?![^\W_])")
_RUN = re.compile(r"[0-9]+|[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Keyed:
    """Chance for one identifier: every choice hangs on the secret, the identifier and a label."""

    draw: Draw
    labels: tuple[str, ...] = field(repr=False, default=())

    def below(self, limit: int, *labels: str) -> int:
        """Return a number in ``range(limit)``."""
        return self.draw.number(limit, "identifier", *self.labels, *labels)

    def among(self, choices: str, *labels: str) -> str:
        """Return one character of `choices`."""
        return choices[self.below(len(choices), *labels)]

    def of(self, *labels: str) -> Keyed:
        """Return the chance of a part or of a further attempt."""
        return Keyed(self.draw, (*self.labels, *labels))


def compact(surface: str, keep: str = "") -> str:
    """Return the letters and digits of `surface` in capitals, and what `keep` says.

    Where a hyphen is kept, any dash is one.

    >>> compact("840715-12 34b"), compact("010190-123A", "-")
    ('8407151234B', '010190-123A')
    """
    return "".join(
        "-" if c in _DASHES else c.upper() for c in surface if c.isalnum() or _is_kept(c, keep)
    )


def lay(surface: str, characters: str, keep: str = "") -> str | None:
    """Return `surface` with its letters and digits replaced in order, its capitals kept.

    >>> lay("pl 84-07", "FI1234")
    'fi 12-34'
    """
    places = [i for i, c in enumerate(surface) if c.isalnum() or _is_kept(c, keep)]
    if len(places) != len(characters):
        return None
    out = list(surface)
    for place, new in zip(places, characters, strict=True):
        if out[place] in _DASHES and new == "-":
            continue
        out[place] = new.lower() if out[place].islower() else new
    return "".join(out)


def _is_kept(character: str, keep: str) -> bool:
    return character in keep or (character in _DASHES and "-" in keep)


def shifted(digits: str, chance: Keyed, step: int = 1) -> str:
    """Return a number of as many digits, as far from another's as the two are from each other.

    Args:
        digits: The number; one that a nought leads stays led by it.
        chance: What all numbers share that are to stay neighbours.
        step: What the distance is a multiple of: of two, and odd numbers stay odd.
    """
    bare = digits.lstrip("0") or "0"
    low = 10 ** (len(bare) - 1)
    size = 9 * low
    far = step * (1 + chance.below(max(1, size // step - 1), "shift", str(size)))
    return "0" * (len(digits) - len(bare)) + str(low + (int(bare) - low + far) % size)


def scramble(value: str, chance: Keyed, *, keep: int = 0, alphabet: str = UPPER) -> str:
    """Return as many other characters, class by class; the first `keep` stay.

    A leading digit that is not nought stays so, a leading nought stays a nought.
    """
    return value[:keep] + "".join(
        _other(c, chance.of(str(i)), alphabet, first=i == keep == 0)
        for i, c in enumerate(value[keep:], start=keep)
    )


def exchanged(number: str, chance: Keyed) -> str:
    """Return a number whose digits are others, each for all of its like: repeats stay so."""
    free = sorted(DIGITS, key=lambda digit: chance.below(2**64, digit))
    if free[int(number[0])] == "0":
        other = next(d for d in range(10) if str(d) != number[0])
        free[int(number[0])], free[other] = free[other], "0"
    return "".join(free[int(digit)] for digit in number)


def keep_labels(old: str, new: str) -> str:
    """Put back the lower-case words of a value that has capitals, and Roman numerals.

    >>> keep_labels("RK nr. 123456", "VC gw. 830187")
    'VC nr. 830187'
    """
    if len(old) != len(new) or old == old.lower():
        return new
    out = list(new)
    for match in _LABEL.finditer(old):
        out[match.start() : match.end()] = match[0]
    return "".join(out)


def _other(character: str, chance: Keyed, alphabet: str, *, first: bool) -> str:
    if character.isdigit():
        if first:
            return "0" if character == "0" else chance.among(DIGITS[1:])
        return chance.among(DIGITS)
    if not character.isalpha():
        return character
    pool = _CYRILLIC if "\u0400" <= character <= "\u04ff" else alphabet
    return chance.among(pool) if character.isupper() else chance.among(pool).lower()


def number_like(digits: str, chance: Keyed) -> str:
    """Return another number of as many digits; noughts in front stay.

    >>> from allonym.model.draw import Draw
    >>> len(number_like("0012", Keyed(Draw(b"0" * 16))))
    4
    """
    body = digits.lstrip("0") or digits
    noughts = digits[: len(digits) - len(body)]
    for attempt in range(20):
        new = scramble(body, chance.of(str(attempt)))
        if new != body:
            return noughts + new
    return noughts + str((int(body[0]) + 1) % 10) + body[1:]


def word_like(word: str, chance: Keyed) -> str:
    """Return a made-up word that can be pronounced, as long as `word`, in its capitals."""
    start = chance.below(2, "start")
    letters = [
        chance.among(_CONSONANTS if (i + start) % 2 else _VOWELS, str(i)) for i in range(len(word))
    ]
    cased = [n.upper() if o.isupper() else n for n, o in zip(letters, word, strict=True)]
    return "".join(cased)


def text_like(text: str, chance: Keyed) -> str:
    """Return `text` with every word and number replaced, each the same way wherever it stands."""

    def other(match: re.Match[str]) -> str:
        part = chance.of(match[0].lower())
        return number_like(match[0], part) if match[0].isdigit() else word_like(match[0], part)

    return _RUN.sub(other, text)

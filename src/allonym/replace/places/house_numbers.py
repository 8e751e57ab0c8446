"""Numbers of houses, doors and floors: others of the same shape, next-door ones next-door."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from allonym.languages.spoken import NumberEndings
from allonym.model.draw import Draw
from allonym.replace.numbers.shape import Keyed, shifted
from allonym.text.fold import is_cyrillic

WIDER = "\twider "
"""In the key of an address whose like has no number of this size left: it gets a longer one."""

_ENDING = re.compile(r"(?<=\d)[^\W\d_]{2,4}$")
_HOUSE = re.compile(r"(?<!\d)[1-9]\d?(?!\d)")
_LETTERS, _USUAL = ("ABCDEFGHKLMNPRSTWZ", "АБВГДЕЖЗ"), 4
_LONG = 3


@dataclass(frozen=True, slots=True)
class HouseNumbers:
    """Draws the numbers of the addresses of one document.

    Attributes:
        draw: Of the document.
        endings: What hangs on numbers in this language.
    """

    draw: Draw = field(repr=False)
    endings: NumberEndings

    def other(self, original: str, key: str, place: int, hanging: Collection[str] = ()) -> str:
        """Return a number of the same shape: digits for digits, letters for letters.

        A leading zero stays one, and none is made; an ending (``7bis``) stays, that of an ordinal
        follows (``2nd``), and what hangs on the number (``7:ään``) fits the new one.  Numbers 14
        and 16 of a street are as far from each other after as before.

        Args:
            original: The number.
            key: The address in small letters, and what tells tries apart behind a tab.
            place: Where in the address.
            hanging: The endings that it stands with anywhere.
        """
        ending = _ENDING.search(original)
        body = original[: ending.start()] if ending else original
        body += "0" * (WIDER in key)
        name, mark, tried = key.partition("\t")
        part = next(filter(_HOUSE.search, name.split(",")), name)
        street = _HOUSE.sub("", part).strip() + mark + tried
        step = 1 if hanging else 2  # odd stays odd, unless an ending leaves no such number

        def make(shape: str, attempt: int) -> str:
            labels = key, str(place), str(attempt)
            signs = (self._sign(c, n, labels) for n, c in enumerate(shape))
            floor = ending is not None and len(shape) == 1  # 2nd, not 32nd
            if house := None if floor else _HOUSE.match(shape):
                chance = Keyed(self.draw, ("house", street, str(place), str(attempt)))
                return shifted(house[0], chance, step=step) + "".join(signs)[house.end() :]
            return "".join(signs) if len(shape) < _LONG else self._first(shape, labels, signs)

        made = self.endings.draw(body, hanging, make)
        return made + self.endings.of_number(made, ending[0] if ending else "")

    def _first(self, shape: str, labels: tuple[str, ...], signs: Iterator[str]) -> str:
        """Return a long number that begins no higher: few streets have a house 743."""
        first, rest = next(signs), "".join(signs)
        if shape[0] in "123456789":
            first = str(1 + self.draw.number(int(shape[0]), "address", *labels, "first"))
        return first + rest

    def _sign(self, sign: str, index: int, labels: tuple[str, ...]) -> str:
        if sign == "0" and index == 0:
            return sign
        if sign.isdigit():
            low = 1 if index == 0 else 0
            return str(low + self.draw.number(10 - low, "address", *labels, str(index)))
        known = _LETTERS[is_cyrillic(sign)]  # few houses have an e, unless the original does
        letters = known[: max(_USUAL, known.find(sign.upper()) + 1)]
        letter = letters[self.draw.number(len(letters), "address", *labels, str(index))]
        return letter if sign.isupper() else letter.lower()

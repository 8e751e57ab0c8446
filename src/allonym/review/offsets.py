"""Code points to UTF-16 units and back, for many offsets of one text."""

from __future__ import annotations

import re
from bisect import bisect_left

from allonym.errors import OffsetError

_WIDE = re.compile("[\U00010000-\U0010ffff]")


class Utf16:
    """Converts offsets of one text; most texts have no character that takes two units.

    >>> units = Utf16("a𝒜b")
    >>> units.of(2), units.point(3)
    (3, 2)
    """

    def __init__(self, text: str) -> None:
        """Note where the characters of two units stand."""
        self._length = len(text)
        self._wide = [] if text.isascii() else [m.start() for m in _WIDE.finditer(text)]
        self._units = [place + number for number, place in enumerate(self._wide)]

    def of(self, point: int) -> int:
        """Return an offset in code points as one in UTF-16 units."""
        return point + bisect_left(self._wide, point)

    def point(self, unit: int) -> int:
        """Return an offset in UTF-16 units as one in code points.

        Raises:
            OffsetError: If it lies outside the text or inside a character.
        """
        before = bisect_left(self._units, unit)
        if before and self._units[before - 1] == unit - 1:
            raise OffsetError(f"offset {unit} lies inside a character")
        point = unit - before
        if not 0 <= point <= self._length:
            raise OffsetError(f"offset {unit} is outside the text")
        return point

"""The settlements of a country that may stand for another, a column for all that is asked of them.

A question is asked of all rows at once; towns come out in the order of the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from allonym.languages.town import DEGREE, Town

_NOWHERE = (1e3, 1e3)
"""What stands for where a town lies if the table does not say."""
_NONE = -1
"""The number of what no town has."""


class TownColumns:
    """Some settlements by columns.

    Args:
        towns: Those settlements.
    """

    def __init__(self, towns: Sequence[Town]) -> None:
        self._towns = towns
        self._size = np.array([town.size for town in towns])
        self._words = np.array([len(town.name.split()) for town in towns])
        self._own = np.array([town.own for town in towns])
        self._areas, self._area = _numbered([town.area for town in towns])
        self._kinds, self._kind = _numbered([town.kind for town in towns])
        self._at = np.array([town.at or _NOWHERE for town in towns]).T

    def near(self, town: Town, reach: float, like: Town, width: int, left: str) -> Iterator[Town]:
        """Yield what is within reach of a town and like another.

        Args:
            town: That town; nothing is near one of which the table does not say where it lies.
            reach: Kilometres.
            like: Gives a municipality its name if they do.
            width: By how many classes of size they may differ from it.
            left: The area where none of them may lie.
        """
        if town.at:
            fit = (abs(self._size - like.size) <= width) & (self._own == like.own)
            rows = (fit & (self._area != self._areas.get(left, _NONE))).nonzero()[0]
            north, east = self._at[0][rows] - town.at[0], self._at[1][rows] - town.at[1]
            mean = np.radians(self._at[0][rows] - north / 2)
            within = DEGREE * np.hypot(north, east * np.cos(mean)) <= reach
            yield from (self._towns[n] for n in rows[within].tolist())

    def names(
        self, size: int, *, words: int = 0, kind: str = "", area: str = "", but: str = ""
    ) -> list[str]:
        """Return the names of a class.

        Args:
            size: The class.
            words: How many words they have; any number where it is zero.
            kind: City, town or village; any where it is empty.
            area: Where they lie; anywhere if it is empty.
            but: The area where none of them lies.
        """
        fit = self._size == size
        where, what = self._areas.get(area, _NONE), self._kinds.get(kind, _NONE)
        asked = (self._words, words, words), (self._kind, kind, what), (self._area, area, where)
        for column, value, number in asked:
            fit = fit & (column == number) if value else fit
        fit = fit & (self._area != self._areas.get(but, _NONE)) if but else fit
        return [self._towns[n].name for n in fit.nonzero()[0].tolist()]


def _numbered(words: Sequence[str]) -> tuple[Mapping[str, int], NDArray[np.int64]]:
    """Return the number of each word, and a column of them: numbers are compared far faster."""
    numbers = {word: n for n, word in enumerate(dict.fromkeys(words))}
    return numbers, np.array([numbers[word] for word in words], dtype=np.int64)

"""A date taken apart without loss: what each stretch of it says, and what lies between."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Literal

from allonym.identifiers.births import PIVOT

PieceKind = Literal[
    "text", "day", "suffix", "day_word", "month", "roman", "month_word", "year", "year_suffix",
    "year_word",
]  # fmt: skip
MONTHS = ("month", "roman", "month_word")
FIRST_YEAR, LAST_YEAR = 1500, 2100


@dataclass(frozen=True, slots=True)
class Partial:
    """A date of which parts may be missing."""

    year: int | None = field(default=None, repr=False)
    month: int | None = field(default=None, repr=False)
    day: int | None = field(default=None, repr=False)

    def plausible(self) -> bool:
        """Tell whether such a day can exist, in a year that parish registers go back to."""
        if self.year is not None and not FIRST_YEAR <= self.year <= LAST_YEAR:
            return False
        try:
            self.on()
        except ValueError:
            return False
        return True

    def on(self, year: int = 2000) -> date:
        """Return a day inside: the middle where day or month is missing, `year` where the year is.

        Raises:
            ValueError: If there is no such day.
        """
        month = self.month if self.month is not None else 7
        day = self.day if self.day is not None else (15 if self.month is not None else 1)
        return date(self.year if self.year is not None else year, month, day)

    def like(self, day: date) -> Partial:
        """Return `day` with the same parts missing."""
        return Partial(
            day.year if self.year is not None else None,
            day.month if self.month is not None else None,
            day.day if self.day is not None else None,
        )


@dataclass(frozen=True, slots=True)
class Piece:
    """One stretch of a written date."""

    kind: PieceKind  # what it says; ``text`` is everything that says nothing about the date
    text: str = field(repr=False)  # as written
    second: bool = False  # true when it belongs to the second day of a range
    after: int = 0  # days behind the first, for one between the two


@dataclass(frozen=True, slots=True)
class Reading:
    """A written date or a range of days: its pieces in order, and what they mean."""

    pieces: tuple[Piece, ...] = field(repr=False)  # joined, they are the original
    first: Partial  # the date, or the first day of a range
    last: Partial | None = None  # the last day of a range
    begins: date | None = field(default=None, repr=False)  # the first day, in a year of its own

    @property
    def end(self) -> Partial:
        """The last day of a range, else the date itself."""
        return self.last or self.first

    def plausible(self) -> bool:
        """Tell whether both ends can exist and stand in order."""
        if not (self.first.plausible() and self.end.plausible()):
            return False
        return self.last is None or self.first.on() < self.last.on()

    def between(self, piece: Piece) -> Partial:
        """Return the day that a piece says: the first, or one between the two."""
        return self.first.like((self.begins or self.first.on()) + timedelta(days=piece.after))

    def moved(self, first: date, last: date) -> Reading:
        """Return the reading with other days; the pieces still show the old ones."""
        then = self.last.like(last) if self.last else None
        return replace(self, first=self.first.like(first), last=then, begins=first)


ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")


def full_year(digits: str) -> int:
    """Return the year that two or four digits mean.

    >>> full_year("84"), full_year("12"), full_year("1912")
    (1984, 2012, 1912)
    """
    number = int(digits)
    if len(digits) > 2:
        return number
    return number + (2000 if number <= PIVOT else 1900)

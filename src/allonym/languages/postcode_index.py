"""Whose a postcode is: an index over the postcodes of a table of settlements."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from allonym.languages.town import RUN, Town, digits_of

_AREA = 2
"""Digits of a postcode that say what part of the country it is of."""
_OUTWARD = re.compile(
    r"(?:([A-Z]{1,2}[0-9][0-9A-Z]?)\s?[0-9][A-Z]{2}|([A-Z][0-9][0-9W])\s?[0-9A-Z]{4})$"
)
"""A British postcode, or an Irish one."""


@dataclass(frozen=True)
class PostcodeIndex:
    """Looks up the settlements of one country whose postcodes are digits, or of outward codes."""

    towns: Sequence[Town] = field(repr=False, default=())  # the settlements, the largest first

    def of(self, code: str) -> Town | None:
        """Return the largest settlement with a postcode; else the one that it is around."""
        if outward := _OUTWARD.match(code.upper()):
            return self._outward.get(outward[1] or outward[2])
        digits = "".join(filter(str.isdigit, code.partition("-")[0])) or ""
        if len(digits) != self._digits:
            digits = "".join(filter(str.isdigit, code))
        if not digits or len(digits) != self._digits:  # a table of outward codes has none
            return None
        starts, found = self._runs
        at = bisect_right(starts, int(digits)) - 1
        return found[at][1] if at >= 0 and int(digits) <= found[at][0] else None

    def near(self, code: str) -> Town | None:
        """Return the settlement of the last postcode before one that begins as it does."""
        digits = "".join(filter(str.isdigit, code))
        if not digits or len(digits) != self._digits:
            return None
        starts, found = self._runs
        at = bisect_right(starts, int(digits)) - 1
        last = f"{starts[at]:0{self._digits}}" if at >= 0 else ""
        return found[at][1] if last[:_AREA] == digits[:_AREA] else None

    def writes(self, code: str) -> str:
        """Return the country whose postcodes are written so, whether the table has it or not."""
        if outward := _OUTWARD.match(code.upper()):
            return "GB" if outward[1] else "IE"
        own = (t.state for t in self.towns if t.runs and t.runs[0][0].isdigit())
        return next(own, "") if sum(map(str.isdigit, code)) == self._digits else ""

    @cached_property
    def _digits(self) -> int:
        codes = (run for town in self.towns for run in town.runs if run[0].isdigit())
        return sum(map(str.isdigit, next(codes, "").partition(RUN)[0]))

    @cached_property
    def _outward(self) -> Mapping[str, Town]:
        rows = ((run, t) for t in reversed(self.towns) for run in t.runs if run[0].isalpha())
        return dict(rows)

    @cached_property
    def _runs(self) -> tuple[list[int], list[tuple[int, Town]]]:
        """Return where runs of postcodes begin, and where each ends and whose it is."""
        rows: dict[int, tuple[int, Town]] = {}
        around = [(run, town) for town in reversed(self.towns) for run in town.around]
        for run, town in (*around, *((r, t) for t in reversed(self.towns) for r in t.runs)):
            if run[0].isdigit():
                first, _, last = run.partition(RUN)
                rows[digits_of(first)] = digits_of(last or first), town
        starts = sorted(rows)
        return starts, [rows[start] for start in starts]


def indexes_of(towns: Sequence[Town], states: Iterable[str]) -> Mapping[str, PostcodeIndex]:
    """Return an index of the settlements of each country, and under no name one of all."""
    own = {state: tuple(town for town in towns if town.state == state) for state in states}
    every = tuple(town for some in own.values() for town in some)
    return {state: PostcodeIndex(some) for state, some in {"": every, **own}.items()}

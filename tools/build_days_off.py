"""Write languages/common/days_off.tsv: public holidays of the packs' countries, as rules.

    python tools/build_days_off.py

The days are those of the library `holidays` (MIT), which takes a tenth of a second to be imported:
for each day the rule that also gives the most others, with the years in which all of them are.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import chain
from pathlib import Path

import holidays
from dateutil.easter import EASTER_ORTHODOX, EASTER_WESTERN, easter

from allonym.dates.feasts import Feast
from allonym.languages.pack import available, load_pack

OUT = Path(__file__).parents[1] / "src" / "allonym" / "languages" / "common" / "days_off.tsv"
HEAD = """\
# Public holidays: country, rule (as in feasts.tsv), first and last year; tools/build_days_off.py.
# Days: the library holidays, github.com/vacanza/holidays (MIT).
"""
YEARS = range(1700, 2101)
EASTERS = {"easter": EASTER_WESTERN, "oeaster": EASTER_ORTHODOX}
AROUND = range(-60, 71)
Run = tuple[str, int, int, frozenset[date]]
"""A rule, the years in which its day is a holiday, and these days."""


def rules_for(day: date) -> Iterator[str]:
    """Yield the rules that a day may go by, the plainest first."""
    yield f"{day:%m-%d}"
    for name, kind in EASTERS.items():
        if (days := (day - easter(day.year, kind)).days) in AROUND:
            yield f"{name}{days:+d}"
    weekday = f"{day:%A}".lower()
    yield f"{(day.day - 1) // 7 + 1} {weekday} of {day:%m}"
    if (day + timedelta(7)).month != day.month:
        yield f"last {weekday} of {day:%m}"
    for back in range(7):
        first = day - timedelta(back)
        yield f"{weekday} between {first:%m-%d}..{first + timedelta(6):%m-%d}"


def runs(rule: str, off: frozenset[date]) -> Iterator[Run]:
    """Yield the stretches of years in which the day of a rule is a holiday."""
    days: list[date] = []
    for year in YEARS:
        try:
            day = Feast(rule, ()).day(year)
        except ValueError:  # no such day in this year
            continue
        if day in off and day.year == year:
            days.append(day)
        elif days:
            yield rule, days[0].year, days[-1].year, frozenset(days)
            days = []
    if days:
        yield rule, days[0].year, days[-1].year, frozenset(days)


def rows(country: str) -> Iterator[str]:
    """Yield the rows of a country, those that give most days first."""
    every_year = (holidays.country_holidays(country, years=year) for year in YEARS)
    off = frozenset(chain(*every_year))  # a day in lieu may hang on what is known of other years
    every = [run for rule in {r for d in off for r in rules_for(d)} for run in runs(rule, off)]
    left = {*off}
    while left:
        best = max(every, key=lambda run: (len(run[3] & left), -len(run[0]), run[0]))
        left -= best[3]
        yield "\t".join(map(str, (country, *best[:3])))


def main() -> None:
    """Write the table."""
    countries = (load_pack(code).settings["countries"][0] for code in available())
    table = [row for country in sorted({*countries}) for row in rows(country)]
    OUT.write_text(HEAD + "\n".join(table) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

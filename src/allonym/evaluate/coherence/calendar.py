"""Time in a result: ages, births and events, days of the week, feasts, years of files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from itertools import pairwise, product

from allonym.dates.ages import years_between
from allonym.dates.reader import DateReader
from allonym.evaluate.coherence.pairs import Judged, Pair

Verdict = tuple[str, bool]
COUNTRIES = {
    "sl": "SI", "hr": "HR", "bg": "BG", "ro": "RO", "sk": "SK", "pl": "PL", "hu": "HU", "fi": "FI",
    "sv": "SE", "en": "GB",
}  # fmt: skip
_LOCAL = {"en": "en_GB"}
_NUMBER = re.compile("[0-9]{1,3}")
_TAIL = re.compile(r"\s(?:r\.?|roku|г\.?|година|godine|leta)$")
_DATE = re.compile(r"(?<![0-9])[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{4}(?![0-9])")
_HEAD = re.compile(r"^[^\W\d_]+\.?,?\s+(?=[0-9])")
_SLASHED = re.compile("(1[3-9]|2[0-9]|3[01])/[0-9]{1,2}/[0-9]{2,4}")
_BEFORE = re.compile(r"([^\W\d_]+)[.,]{0,2}[\s(]{1,3}\Z")
_AFTER = re.compile(r"[\s,(–-]{1,3}([^\W\d_]+)")
_REACH, _STEM, _LONG = 24, 5, 4


def read_day(text: str, judged: Judged) -> date | None:
    """Return the day that a whole date says, with its year; None for any other text."""
    reader, english = DateReader.load(judged.language), DateReader.load("en")
    both = f"{judged.text} {judged.result}"
    slash = "dmy" if _SLASHED.search(both) or "£" in both else ""
    inside = _DATE.search(text)
    bodies = (text, _TAIL.sub("", text), _HEAD.sub("", text), inside[0] if inside else text)
    for body in dict.fromkeys(bodies):
        for reading in (reader.read(body, slash=slash), english.read(body, slash=slash)):
            part = reading.first if reading else None
            if part and part.year and part.month and part.day:
                return date(part.year, part.month, part.day)
    return None


def dated(judged: Judged, kind: str) -> list[tuple[Pair, date]]:
    """Return the marks of a type that are whole dates in the original, with their days."""
    return [(p, day) for p in judged.of(kind) if (day := read_day(p.old, judged))]


def ages(judged: Judged) -> Iterator[Verdict]:
    """Judge every birth, event and age that agree in the original."""
    births = dated(judged, "date.birth")
    events = [(p, d) for p, d in dated(judged, "date") if not p.type.startswith("date.birth")]
    for told in judged.of("age"):
        number, now = _NUMBER.search(told.old), _NUMBER.search(told.new)
        if number is None:
            continue
        years, both = int(number[0]), product(births, events)
        if found := [(b, e) for (b, bd), (e, ed) in both if years_between(bd, ed) == years]:
            yield "age of birth and event", any(_is_aged(judged, b, e, now) for b, e in found)


def _is_aged(judged: Judged, birth: Pair, event: Pair, told: re.Match[str] | None) -> bool:
    born, then = read_day(birth.new, judged), read_day(event.new, judged)
    return bool(born and then and told and years_between(born, then) == int(told[0]))


def orders(judged: Judged) -> Iterator[Verdict]:
    """Judge whether what came first still does: neighbouring dates, births, ages."""
    for kind in ("date", "date.birth"):
        known = sorted(dated(judged, kind), key=lambda found: (found[1], found[0].start))
        for (left, first), (right, second) in pairwise(known):
            if first < second and left.type == right.type:
                before, after = read_day(left.new, judged), read_day(right.new, judged)
                yield "order of dates", bool(before and after and before <= after)


def weekdays(judged: Judged) -> Iterator[Verdict]:
    """Judge the days of the week that stand beside a date and are right in the original."""
    for pair, day in dated(judged, "date"):
        if day.weekday() in _named(judged, judged.text, pair.start, pair.end):
            new = read_day(pair.new, judged)
            end = pair.at + len(pair.new)
            right = new and new.weekday() in _named(judged, judged.result, pair.at, end)
            yield "weekday beside a date", bool(right)


def _named(judged: Judged, text: str, start: int, end: int) -> list[int]:
    words = DateReader.load(judged.language).words.weekdays
    before, after = _BEFORE.search(text[max(0, start - _REACH) : start]), _AFTER.match(text, end)
    inside = re.match(r"[^\W\d_]+", text[start:end])
    found = [m[1] for m in (before, after) if m] + ([inside[0]] if inside else [])
    return [w.number - 1 for w in map(words.read, found) if w]


def feasts(judged: Judged) -> Iterator[Verdict]:
    """Judge dates of public holidays that the text calls by their name."""
    low = judged.text.lower()
    for pair, day in dated(judged, "date"):
        name = _holidays(judged.language, day.year).get(day)
        if name and all(stem in low for stem in _stems(name)):
            new = read_day(pair.new, judged)
            then = _holidays(judged.language, new.year).get(new, "") if new else ""
            yield "feast beside a date", bool(set(_stems(name)) & set(_stems(then)))


def _stems(name: str) -> list[str]:
    words = re.findall(r"[^\W\d_]+", name.lower().partition("(")[0])
    return [word[:_STEM] for word in words if len(word) >= _LONG]


@lru_cache(maxsize=512)
def _holidays(language: str, year: int) -> dict[date, str]:
    import holidays

    own = _LOCAL.get(language, language)
    return dict(holidays.country_holidays(COUNTRIES[language], years=year, language=own))


def days_off(judged: Judged) -> Iterator[Verdict]:
    """Judge whether what happened on a working day still does."""
    for pair, day in dated(judged, "date"):
        new = read_day(pair.new, judged)
        if pair.type.startswith("date.birth") or new is None:
            continue
        if day.weekday() < 5 and day not in _holidays(judged.language, day.year):
            free = new.weekday() > 4 or new in _holidays(judged.language, new.year)
            yield "working day", not free

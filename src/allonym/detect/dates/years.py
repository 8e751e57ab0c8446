"""Years by themselves: which of them date somebody's life.

As with ages, what is seen around a year was learned from marked documents
(`tools/fit_weights.py`), the words for births and other events of a life among it.  The weights
are a table that people can read, ``languages/common/years.tsv``: one column for whether the year is
of a life, one for whether it is then of a birth.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import takewhile
from typing import NamedTuple

from allonym.dates.reader import DateReader
from allonym.detect.dates.context import Announced, Contexts
from allonym.detect.neighbour_features import TOKEN, cased_shape, nearest
from allonym.languages.pack import common_path, rows
from allonym.model.cover import Cover
from allonym.model.span import Span

THRESHOLD = 0.1
"""From which sum of weights on a year is one of a life."""
_NUMBER = re.compile(r"[0-9](?<![^\W_][0-9])(?<!\d[.,/:][0-9])[0-9]{3}(?![0-9])")
"""No letter and no digit with a sign stands directly before it."""
_LEFT, _RIGHT, _CLOSE, _FEW = 90, 80, 3, 5
"""The letters that are looked at on either side, the words nearest, and few words."""
_SINCE = re.compile(r"(?<![0-9])((?:1[89]|20)[0-9]{2})\.?\s?[–—/-]\s?[†+]?\s?\Z")
_UNTIL = re.compile(r"\.?\s?[–—/-]\s?[†+]?\s?((?:1[89]|20)[0-9]{2})(?![0-9])")
_RANGE = 12
_ENDS = frozenset(".¶;!?")


class Weights(NamedTuple):
    """What a feature is worth."""

    life: float  # for a year to be of a life at all
    birth: float  # for one of a life to be that of a birth


class Year(NamedTuple):
    """A year by itself."""

    start: int  # where it begins
    end: int  # where what the language joins to it ends
    rule: str  # the language and the form
    context: Contexts  # the words of the language
    event: Announced  # what the words around it announce, or around the range that it ends
    since: int  # the year that begins the range that it ends; 0 if it ends none
    # whether something is announced for the years before it and behind it in the text
    beside: tuple[bool, bool] = (False, False)
    born: Collection[int] = ()  # the years of births that the document dates


class YearFinder:
    """Finds the years that date a life, in one language or several."""

    def __init__(self, readers: Sequence[DateReader], contexts: Sequence[Contexts]) -> None:
        self._readers, self._contexts = readers, contexts

    def find(
        self, text: str, low: str, taken: Cover, born: Collection[int]
    ) -> Iterator[tuple[Year, str]]:
        """Yield years of lives, each with its type: ``date`` or ``date.birth``.

        What the lists of the language announce is one, and what is the other year of a range
        with one; of others the weights decide.

        Args:
            text: The document.
            low: The same in lower case, letter by letter.
            taken: Where dates stand.
            born: The years of births among these.
        """
        weights = load_weights()
        began, earlier = 0, None
        for year in self.years(text, taken, born):
            known = [weights[name] for name in features(text, low, year) if name in weights]
            ends = year.since and year.since == began
            value, began = int(text[year.start : year.start + 4]), 0
            if year.event or ends or sum(weight.life for weight in known) > THRESHOLD:
                if earlier and year.since == int(text[earlier.start : earlier.start + 4]):
                    yield earlier, "date"
                birth = sum(weight.birth for weight in known) > 0 or _is_said(text, year)
                began, earlier = value, None
                yield year, "date.birth" if birth else "date"
            else:
                earlier = year if _UNTIL.match(text, year.start + 4) else None

    def years(self, text: str, taken: Cover, born: Collection[int]) -> Iterator[Year]:
        """Yield the years outside dates."""
        starts = (number.start() for number in _NUMBER.finditer(text))
        every = [year for start in starts for year in self._read(text, start, taken)]
        told = [False, *(bool(year.event) for year in every), False]
        for year, before, behind in zip(every, told, told[2:], strict=False):
            yield year._replace(beside=(before, behind), born=born)

    def _read(self, text: str, start: int, taken: Cover) -> Iterator[Year]:
        for reader, context in zip(self._readers, self._contexts, strict=True):
            if found := reader.match((reader.year,), text, start):
                form, end = found
                if not taken.touches(Span(start, end)):
                    since = _SINCE.search(text, max(0, start - _RANGE), start)
                    event = context.event(text, since.start() if since else start, end)
                    first = int(since[1]) if since else 0
                    yield Year(start, end, f"{reader.words.code}.{form}", context, event, first)
                return


def _is_said(text: str, year: Year) -> bool:
    """Tell whether a word for a birth is in the same few words: *роден в Мъглиж през 1949*."""
    words = text[max(0, year.start - _LEFT) : year.start].rpartition(",")[2].split()[-_FEW:]
    own = f"{' '.join(words)} "
    return not year.since and year.context.birth(own, len(own), len(own))


def features(text: str, low: str, year: Year) -> Iterator[str]:
    """Yield what is seen around a year, as names of weights."""
    start, last, code = year.start, year.start + 4, year.context.words.code
    pad = ["¶"] * _CLOSE
    left = [*map(_plain, TOKEN.findall(low, max(0, start - _LEFT), start)[::-1][:12]), *pad]
    right = [*map(_plain, TOKEN.findall(low, last, last + _RIGHT)[:10]), *pad]
    for side, beside in (("L", left), ("R", right)):
        yield from _lexical(f"{code} {side}", beside)
    yield from _shaped(text, start, last)
    yield from _dated(text, year)
    people = year.context.people
    for at, word in enumerate(left[:8]):
        if word.startswith(people):
            yield from ("people", f"people {min(at, 3)}")
            break
    if any(word.startswith(people) for word in right[:6]):
        yield "people behind"
    yield "always"


def _dated(text: str, year: Year) -> Iterator[str]:
    """Yield what is announced here and beside, how long ago it was, and what range it is of."""
    value, last = int(text[year.start : year.start + 4]), year.start + 4
    yield f"event {year.event.name}"
    yield f"year {1800 if value < 1850 else 1850 if value < 1900 else value // 20 * 20}"
    until = _UNTIL.match(text, last)
    if other := int(until[1]) if until else year.since:
        which = "first" if until else "second"
        yield from (f"range {which}", f"range {which} {min(5, abs(other - value) // 15)}")
    if value in year.born:
        yield "born"
    for side, told in zip(("before", "behind"), year.beside, strict=True):
        if told:
            yield from ("beside", f"beside {side}")


@cache
def load_weights() -> Mapping[str, Weights]:
    """Return what each feature is worth."""
    table = rows(common_path("years.tsv"))
    return {name: Weights(float(life), float(birth)) for name, life, birth in table}


def _lexical(side: str, words: Sequence[str]) -> Iterator[str]:
    """Yield the words nearest, and the beginnings of those of the clause."""
    yield from nearest(side, words[:_CLOSE])
    clause = takewhile(
        lambda row: (row[0] < 3 and row[1] == ".") or row[1] not in _ENDS, enumerate(words)
    )
    yield from {f"{side} {word[:5]}" for _, word in clause if word.isalpha() and len(word) > 2}


def _shaped(text: str, start: int, end: int) -> Iterator[str]:
    """Yield signs and capitals around a year."""
    before = TOKEN.findall(text, max(0, start - 60), start)[::-1][:3]
    left = [*map(cased_shape, before), "¶", "¶", "¶"]
    right = [*map(cased_shape, TOKEN.findall(text, end, end + 60)[:2]), "¶", "¶"]
    yield from (
        f"shape {left[0]}{right[0]}",
        f"shape {left[1]}{left[0]}{right[0]}",
        f"shape {left[2]}{left[1]}{left[0]}{right[0]}",
        f"shape left {left[1]}{left[0]}",
        f"shape right {right[0]}{right[1]}",
    )


def _plain(word: str) -> str:
    return "¶" if word == "\n" else "0" if word.isdigit() else word

"""People in a row, by surname alone: *Present: Frost, Plumb*, *Sikora – Dąb, Wilk (70. Nowicki)*.

Surnames that are words too no list and no network take for somebody where no sentence is.  Who
stands beside them tells: most of a row are surnames, and some are nothing else; behind the label of
those present (``present_before`` of ``names`` in ``words.toml``) half of them are enough.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from allonym.detect.names.announced import either
from allonym.model.span import Span
from allonym.text.capitals import CAPITAL, SMALL

_WORD = r"[^\W\d_]{2,}+(?:-[^\W\d_]{2,}+)?"
_BRACKETS = r"(?: ?\([^()\n]{1,24}\))?"
"""What may stand behind one of a row: *(70. Nowicki)*."""
_LEAST, _CERTAIN, _BORNE = 5, 3, 2
"""Items of a row without a label, how many are surely surnames, and what somebody counts."""
_SHORTEST = 3
"""Items of a row of names alone, of which one is somebody's: *Sini, Kukka ja Voitto*."""
_PLACES = 2
"""How many of them are listed places where all are rather branches or sites."""
_TEAM, _LINES = 8, 2
"""Items of a line-up, and what parts its lines: no poets, though some are called so."""
_LINE = re.compile(" [-–—] |; ")
_FEW = 3
"""Items behind a label of whom none is surely somebody: *Absent: Ankle, Knee* are nobody."""
_MOST, _HALF = 0.75, 0.5
"""Which share of a row is called so, and of one behind a label."""
_NAMES = re.compile(rf"(?<![\w.-]){_WORD}(?![\w-])")
_ONWARD = re.compile(rf"[ \u00a0](?:-|{SMALL})")
"""Behind a row that something is said of: *Those present Young and Old agreed*."""


class Called(IntEnum):
    """What lists know of a word that may be a surname."""

    NOBODY = 0  # it is a word, or what nobody is called
    UNKNOWN = 1
    MAYBE = 2  # a given name or a surname, whatever else it is
    SURELY = 3  # a surname, and to nobody a word, a place, a given name


class Row(NamedTuple):
    """What stands side by side."""

    items: Mapping[Span, Called]  # with what lists know of each
    is_labelled: bool  # whether it stands behind the label of those present
    is_marked: bool  # whether a colon stands before it
    is_lined: bool  # whether it is a line-up
    is_short: bool  # whether it is a few names that are no places


@dataclass(frozen=True, slots=True)
class Rows:
    """Finds people in rows."""

    row: re.Pattern[str] = field(repr=False)  # items with what stands between them
    between: re.Pattern[str] = field(repr=False)  # what stands between two of them
    present: re.Pattern[str] = field(repr=False)  # a label and the row behind
    called: Callable[[str], Called] = field(repr=False)  # tells what lists know of a word
    # tells whether a word is a listed place: a few side by side are branches, no people
    placed: Callable[[str], bool] = field(repr=False, default=lambda _: False)

    @classmethod
    def of(
        cls,
        joins: Iterable[str],
        labels: Iterable[str],
        bare: Iterable[str],
        called: Callable[[str], Called],
        placed: Callable[[str], bool] = lambda _: False,
    ) -> Rows:
        """Compile what separates and announces rows.

        Args:
            joins: Conjunctions.
            labels: What stands before those present, with few words behind: *prisotni na seji*.
            bare: The same with none behind: no *present address*.
            called: Tells what lists know of a word.
            placed: Tells whether a word is a listed place.
        """
        joined = either(joins)
        gap = rf"{_BRACKETS}(?: ?[,;]| [-–—]| (?:{joined}))[ \u00a0]"
        item = rf"(?:[^\W\d_]+\.?[ \u00a0])?(?!(?:{joined})[ \u00a0]){_WORD}(?![\w:])"
        led = rf"(?:{either(labels)})(?: [^\W\d_]+){{0,3}}"
        begun = rf"(?:{either(labels)})(?-i:(?= {CAPITAL}))"  # and no colon: *Paikalla Kivi, Mäki*
        label = r"(?:^|[.;][ \u00a0])[ \t•*–-]*"
        label += rf"(?:(?:{led}|{either(bare)})(?: ?\(\d{{1,3}}\))?:|{begun})"
        return cls(
            re.compile(
                rf"(?<![\w-]){_WORD}(?:{gap}{_WORD}(?![\w-])){{{_SHORTEST - 1},}}{_BRACKETS}"
            ),
            re.compile(gap),
            re.compile(
                rf"{label} ?(?P<row>{item}(?:{gap}{item})+{_BRACKETS})",
                re.IGNORECASE | re.MULTILINE,
            ),
            called,
            placed,
        )

    def told(self, text: str) -> list[Row]:
        """Return the rows of a text, those behind labels first."""
        labelled = {Span(*m.span("row")) for m in self.present.finditer(text)}
        spans = (*sorted(labelled), *(Span(*m.span()) for m in self.row.finditer(text)))
        return [self._read(text, span, is_labelled=span in labelled) for span in spans]

    def _read(self, text: str, span: Span, *, is_labelled: bool) -> Row:
        items = {s: self.called(text[s.start : s.end]) for s in self._items(text, span)}
        places = sum(self.placed(text[s.start : s.end]) for s in items)
        few = _SHORTEST <= len(items) < _LEAST and "(" not in text[span.start : span.end]
        lines = len(_LINE.findall(text, *span))  # a line-up has commas too
        lined = len(items) >= _TEAM and _LINES <= lines <= (len(items) - 1) * _HALF
        marked = ":" in text[max(0, span.start - 2) : span.start]
        onward = _ONWARD.match(text, max((s.end for s in items), default=span.end))
        is_labelled &= marked or (places < len(items) and not onward)
        return Row(items, is_labelled, marked, lined, few and places < _PLACES)

    def find(
        self,
        text: str,
        rows: Iterable[Row],
        people: AbstractSet[Span],
        likely: AbstractSet[Span],
        nobody: Callable[[Span], bool],
        known: Callable[[Span], bool],
    ) -> Iterator[Span]:
        """Yield the words that name somebody in a row.

        Args:
            text: Of a document.
            rows: What `told` returns of it.
            people: Who is named in it.
            likely: Who may be, whom a row of names alone tells.
            nobody: Tells whether a stretch is what nobody is called: a firm, a feast.
            known: Tells whether more than people are called so, or somebody famous: poets in a row.
        """
        for row in rows:
            called = {s: own for s, own in row.items.items() if not nobody(s)}
            theirs = {s for s in called if s in people or called[s] >= Called.MAYBE}
            size = len(row.items)
            told = sum(s in theirs or called.get(s) != Called.UNKNOWN for s in row.items)
            whose = theirs if row.is_lined else [s for s in theirs if not known(s)]
            sure = sum(_BORNE if s in people else called[s] == Called.SURELY for s in whose)
            least, enough = (1, _HALF * told) if row.is_lined else (_CERTAIN, _HALF * size)
            present = row.is_labelled and len(theirs) >= _HALF * told
            present &= row.is_marked or (len(theirs) == size and not all(map(known, theirs)))
            present &= sure > 0 or size >= _FEW or len(theirs) == size
            most = len(theirs) >= _MOST * told and len(whose) >= enough
            most &= sure >= least and size >= _LEAST
            short = row.is_short and len(theirs) == size and not likely.isdisjoint(theirs)
            if present or most or short:
                yield from (s for s in called if " " not in text[s.start : s.end])

    def _items(self, text: str, row: Span) -> Iterator[Span]:
        """Yield what stands in a row, and the names in the brackets behind."""
        start = row.start
        for gap in self.between.finditer(text, *row):
            yield from _large(text, start, gap.start())
            yield from _bracketed(text, *gap.span())
            start = gap.end()
        opened = text.find("(", start, row.end)
        last = _large(text, start, opened if opened >= 0 else row.end)
        yield from (self._ended(text, item) for item in last)
        yield from _bracketed(text, start, row.end)

    def _ended(self, text: str, item: Span) -> Span:
        """Return the last of a row without the sentence behind it: *Maj i Kos | . Zebranie*."""
        stop = text.find(". ", *item)
        named = stop >= 0 and self.called(text[item.start : stop]) >= Called.MAYBE
        return Span(item.start, stop) if named else item


def _large(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield an item without words in small letters before and behind: *p. | Kos*."""
    words = (Span(*m.span()) for m in _NAMES.finditer(text, start, end))
    if large := [w for w in words if _is_name(text[w.start : w.end])]:
        yield Span(large[0].start, large[-1].end)


def _bracketed(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the names in brackets: *(70. Nowicki)*."""
    opened = text.find("(", start, end)
    names = _NAMES.finditer(text, opened, end) if opened >= 0 else ()
    yield from (Span(*m.span()) for m in names if _is_name(m[0]))


def _is_name(word: str) -> bool:
    """Tell whether a word is written as a name is: *Kos*, *McQuillan*."""
    return word[0].isupper() and not word.isupper()

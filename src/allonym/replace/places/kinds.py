"""What settlements are said to be: *гр.* becomes one of the towns, *comuna* one of the communes.

And a village becomes one of the municipality that stands for its own, where the text names that.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from allonym.languages.geography import Town
from allonym.replace.places.settlements import Gathered, Named

_ENDING, _SHORTEST, _GAP, _FEW = 2, 3, 14, 2
"""Letters that forms of a name differ in, and those it keeps; signs between a village and its
municipality; how many of a kind are enough to go before others of their ring."""
_MUNICIPAL = ("municipality", "commune")
_BEFORE = re.compile(r"(?<!\w)([^\W\d_]+)\.?[ \u00a0]\Z")
_BEHIND = re.compile(r"[^\W\d_]*(?:[ \u00a0]([^\W\d_]+))?(?!\w)")
_WORD, _NAME = 40, 80
"""Signs of the longest word before a name, and of the longest name."""

Rings = Iterable[tuple[str, ...]]


@dataclass(frozen=True)
class Kinds:
    """Says what may stand for a settlement by what it is.

    Attributes:
        gathered: The towns of the document.
    """

    gathered: Gathered
    _said: dict[str, str] = field(repr=False, default_factory=dict)
    _seated: dict[str, str] = field(repr=False, default_factory=dict)

    def said(self, name: str) -> str:
        """Return what the text says that a settlement is; empty where it says nothing.

        That is ``city``, ``town``, ``village``, ``municipality``, or ``commune``: a municipality
        whose seat is a village.
        """
        if name not in self._said:
            self._said[name] = next(self._words(name), "")
        return self._said[name]

    def _words(self, name: str) -> Iterator[str]:
        """Yield what the words right before and behind a name in the text say."""
        known, text, small = self.gathered.geography, self.gathered.view.text, self._small
        stem = name[: max(_SHORTEST, len(name) - _ENDING)].lower()
        at = small.find(stem) if known.kinds or known.kinds_behind else -1
        while at >= 0:
            behind = None if text[at - 1 : at].isalnum() else _BEHIND.match(text, at + len(stem))
            before = _BEFORE.search(text, max(0, at - _WORD), at) if behind else None
            for words, found in ((known.kinds, before), (known.kinds_behind, behind)):
                word = (found[1] if found else None) or ""
                yield from filter(None, [words.get(word.casefold())])
            at = small.find(stem, at + 1)

    @cached_property
    def _small(self) -> str:
        """The text in small letters, unless their number is another then: of *İ* they are two."""
        text = self.gathered.view.text
        return small if len(small := text.lower()) == len(text) else text

    def told(self, name: str) -> str:
        """Return whether a settlement is a city, town or village by the text; empty if unsaid."""
        return self._kind(name) if self.said(name) else ""

    def municipal(self, name: str) -> bool:
        """Tell whether the text says that a name is a municipality's."""
        return self.said(name) in _MUNICIPAL

    def seat(self, name: str) -> str:
        """Return the municipality that a village is of, if the text names that; else nothing."""
        if name not in self._seated:
            self._seated[name] = ""  # while it is sought: what leads back to itself has none
            found = at = self._seat(name)
            while at and at.casefold() != name.casefold():
                at = self.seat(at)
            self._seated[name] = "" if at else found
        return self._seated[name]

    def _seat(self, name: str) -> str:
        town = self.gathered.named(name)
        part = town.part if town else ""
        if part and part in self._named:
            return part
        if self.municipal(name) or not (town is None or town.kind == "village"):
            return ""
        own = [n for n in self.gathered.towns if n.name == name]
        return next((other.name for n in own for other in self._beside(n)), "")

    @cached_property
    def _named(self) -> frozenset[str]:
        return frozenset(n.name for n in (*self.gathered.towns, *self.gathered.held))

    def _beside(self, village: Named) -> Iterator[Named]:
        """Yield the municipalities named right before or behind a village."""
        towns, floor = self.gathered.towns, village.span.start - _GAP - _NAME
        for at in range(bisect_left(towns, floor, key=lambda n: n.span.start), len(towns)):
            other = towns[at]
            if other.span.start > village.span.end + _GAP:
                break
            first, last = sorted((other, village), key=lambda n: n.span.start)
            near = other is not village and 0 <= last.span.start - first.span.end <= _GAP
            if near and other.name != village.name and self.municipal(other.name):
                yield other

    @cached_property
    def _seats(self) -> frozenset[tuple[str, str]]:
        """The municipalities of which the text names settlements, and what those are."""
        names = dict.fromkeys(n.name for n in self.gathered.towns)
        return frozenset((seat, self._kind(name)) for name in names if (seat := self.seat(name)))

    def inside(self, name: str, seat: Town) -> tuple[str, ...]:
        """Return what may stand for a settlement in the municipality that stands for its own."""
        own = self.gathered.geography.of_municipality.get((seat.country, seat.name), ())
        return tuple(t.name for t in own if t.kind == self._kind(name))

    def fitting(self, name: str, rings: Rings) -> Rings:
        """Return the rings of what may stand for a settlement, what is of its kind first.

        Args:
            name: Of the settlement.
            rings: What may stand for it, the likest first.
        """
        known, town = self.gathered.geography, self.gathered.named(name)
        country = town.country if town else self.gathered.home
        kind, municipal = self._kind(name), self.municipal(name)
        fit = known.of_kind(kind, municipal=municipal)
        tests: list[Callable[[str], bool]] = [fit.__contains__]
        if held := {kind for own, kind in self._seats if own == name}:
            tests.insert(0, lambda n: n in fit and held <= self._held(fit[n]))
        if len(tests) == 1 and not self.said(name):
            return self._rather(fit, rings)
        rings, every = tuple(rings), known.of_kind(kind, municipal=municipal, country=country)
        made = (tuple(filter(test, ring)) for test in tests for ring in (*rings, every))
        return (*filter(None, made), *rings)

    @staticmethod
    def _rather(fit: Container[str], rings: Rings) -> Iterator[tuple[str, ...]]:
        """Yield the rings, before each what of it fits, if that is some and not all."""
        for ring in filter(None, rings):
            own = tuple(filter(fit.__contains__, ring))
            yield from (own, ring) if _FEW <= len(own) < len(ring) else (ring,)

    def _held(self, town: Town) -> frozenset[str]:
        """Return what the settlements of a municipality are that can be drawn."""
        own = self.gathered.geography.of_municipality.get((town.country, town.name), ())
        return frozenset(t.kind for t in own)

    def _kind(self, name: str) -> str:
        """Return what a settlement is by the text, else by the table; a village if by neither."""
        word, town = self.said(name), self.gathered.named(name)
        kind = town.kind if town else "village"
        if word == "commune" or (word == "town" and kind == "city"):  # orașul Cluj-Napoca
            return "village" if word == "commune" else "city"
        return kind if word in ("", "municipality") else word

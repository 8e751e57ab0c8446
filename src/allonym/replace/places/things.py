"""What the text names of what its towns have: clubs, papers, hospitals, rivers, lands."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, repeat

from allonym.languages.local import LAND, QUARTER, Local, Thing, load_local
from allonym.languages.town import Town
from allonym.model.cover import Cover
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.replace.places.adjectives import homes
from allonym.replace.places.called import Called, Key
from allonym.replace.places.governed import governed
from allonym.replace.places.settlements import Gathered
from allonym.text.phrases import preceding

NATURE = ("river", "lake", "hill", "mountain", "island", LAND)
_FIRMS = ("employer", "club", "hotel", "paper", "radio", *NATURE)
"""What a firm with its legal form may be called after, or be."""
_COURTS = ("court", "prosecution")
_STEM, _ENDING, _LONGEST = 4, 3, 5
"""Letters that all forms of a word begin with, if it is longer, that may be its ending, and are."""
WORD = re.compile(r"(?<![\w-])\w[\w-]*")
_QUOTES = ("„", "“", '"', "«", "”")


@dataclass(frozen=True, slots=True)
class Found:
    """A thing in the text: where, which, of which town, by which of its names, in what form."""

    span: Span
    thing: Thing
    town: Town
    name: int
    key: Key


@dataclass(frozen=True)
class Things:
    """Finds what the towns of one document have."""

    gathered: Gathered = field(repr=False)  # the towns of the document
    called: Called = field(repr=False)  # declines names

    @cached_property
    def table(self) -> Local:
        """What towns have, of the language."""
        return load_local(self.called.rules.pack)

    @property
    def view(self) -> TextView:
        """The document."""
        return self.gathered.view

    @cached_property
    def found(self) -> Mapping[Span, Found]:
        """What the text names of what its towns have, longer names first."""
        found: dict[Span, list[Found]] = defaultdict(list)
        towns = (*self.gathered.towns, *self.gathered.held)
        longer = Cover(n.span for n in towns if n.town and " " in n.town.name)
        for thing in self.had:
            for number, name in enumerate(written(thing)):
                if not self._is_region(thing, name):
                    for one in self._named(thing, number, name):
                        # nothing in what a town is called: Ravne na Koroškem, Žiar nad Hronom
                        quarter = thing.main != QUARTER or self._is_quarter(one.span)
                        county = self._is_county(one.span)
                        if quarter and not county and not longer.holds(one.span):
                            found[one.span].append(one)
        longest = sorted(found, key=lambda span: span.start - span.end)
        return {span: min(found[span], key=self._is_odd) for span in longest}

    def _is_region(self, thing: Thing, name: str) -> bool:
        """Tell whether a name is a region's of the table; a land may be called as its town."""
        known = self.gathered.geography
        return bool(known.in_region(name)) if thing.kind == LAND else known.is_region(name)

    def _is_county(self, span: Span) -> bool:
        """Tell whether a word says that it is a county or municipality, no spa or river."""
        known, name = self.gathered.geography, self.view.surface(span)
        if known.is_announced(self.view.text, span) and known.in_region(name):
            return True
        return self.gathered.municipality(name) is not None

    def _is_odd(self, found: Found) -> bool:
        """Tell whether a river is in quotation marks or behind a kind, what is none in neither."""
        house = self._is_quoted(found.span) or self._is_house(found.span)
        return house == (found.thing.main in NATURE)

    def _is_quarter(self, span: Span) -> bool:
        """Tell whether a quarter is in quotation marks, else it is a place: no hut's name."""
        return self._is_quoted(span) and not self._is_house(span)

    def _is_house(self, span: Span) -> bool:
        """Tell whether what a body is stands in front, in whatever case: *v Hotelu | Paka*."""
        return self.called.is_kind(preceding(self.view.text, span.start - self._is_quoted(span)))

    def _is_quoted(self, span: Span) -> bool:
        return self.view.text[max(0, span.start - 1) : span.start] in _QUOTES

    @cached_property
    def homes(self) -> Sequence[str]:
        """The towns that the text tells only by who is from there."""
        return homes(self.view.text, self.called.rules.pack)

    @property
    def seats(self) -> Sequence[str]:
        """The towns of courts and prosecutors that are called after parts of them."""
        return [f.town.name for f in self.found.values() if f.thing.main in _COURTS]

    @cached_property
    def had(self) -> Mapping[Thing, Sequence[tuple[Town, Span]]]:
        """What the towns of the document have, each with all such towns and where they are."""
        end = Span(len(self.view.text), len(self.view.text) + 1)
        told = map(self.gathered.named, self.homes)
        named = ((n.town, n.span) for n in (*self.gathered.towns, *self.gathered.held))
        said: dict[Town, list[tuple[Town, Span]]] = defaultdict(list)
        for town, span in chain(named, zip(told, repeat(end))):
            if town:
                said[town].append((town, span))
        had: dict[Thing, list[tuple[Town, Span]]] = {}
        for level in (0, 1):  # a county may be called as its town
            found: dict[Thing, list[tuple[Town, Span]]] = defaultdict(list)
            for town, own in said.items():
                for thing in self.table.of(town)[level]:
                    found[thing] += own
            had = found | had
        ordered = {t: sorted(own, key=lambda one: one[1]) for t, own in had.items()}
        return dict(reversed(ordered.items()))

    def _home(self, thing: Thing, span: Span) -> Town:
        """Return the town that a thing is of: of several that have such the nearest in the text.

        A town in the name of the thing itself comes last: *Lapin ammattikorkeakoulu*.
        """
        own = self.had[thing]
        at = bisect_left(own, span, key=lambda one: one[1])

        def away(one: tuple[Town, Span]) -> tuple[bool, int]:
            gap = max(one[1].start - span.end, span.start - one[1].end, 0)
            return span.overlaps(one[1]), gap

        return min(own[max(0, at - 2) : at + 2], key=away)[0]

    def having(self) -> Iterator[tuple[str, frozenset[str]]]:
        """Yield the towns of whose things or quarters the text speaks, each with all with such."""
        for name in sorted(self.gathered.divided):
            yield name, self.called.rules.abroad.divided
        for thing, town in {(f.thing, f.town): 0 for f in self.found.values()}:
            if thing.kind != LAND:
                yield town.name, self.table.having(thing)

    def inside(self, span: Span) -> Sequence[Found]:
        """Return the things that a longer name holds, the longest first."""
        held = sorted(within(self._spans, span), key=lambda one: one.start - one.end)
        firm = self.called.rules.orgs.legal_forms.parted(self.view.surface(span))[1]  # Zarja d.o.o.
        return [f for f in map(self.found.__getitem__, held) if not firm or f.thing.main in _FIRMS]

    def _named(self, thing: Thing, number: int, name: str) -> Iterator[Found]:
        for span in self.called.at(name, self.view.text, self._begun(name)):
            key = self.key(name, span, is_place=thing.main in (*NATURE, QUARTER))
            yield Found(span, thing, self._home(thing, span), number, key)

    def _begun(self, name: str) -> Iterator[int]:
        """Yield where words begin that may be those of a name, in whatever form."""
        first, *others = WORD.findall(name.casefold())
        stems = [first[: max(2, min(_STEM, len(first) - 2), len(first) - _LONGEST)]]
        starts, begin = self._heads
        if not (likely := begin.get(stems[0][:_STEM])):
            return
        stems += [word[: max(1, min(_STEM, len(word) - _ENDING))] for word in others]
        least = [len(word) - _ENDING for word in (first, *others)]
        large = not others and name[0].isupper()  # what is several words may be written small
        for n in likely:
            there = starts[n : n + len(stems)]
            words = zip(stems, least, (word for _, word in there), strict=False)
            begun = (w.startswith(stem) and len(w) >= size for stem, size, w in words)
            if len(there) == len(stems) and all(begun):
                at = there[0][0]
                if not large or self.view.text[at].isupper():
                    yield at

    @cached_property
    def _heads(self) -> tuple[Sequence[tuple[int, str]], Mapping[str, Sequence[int]]]:
        """Where words begin, and which of them begin so, by two letters and more."""
        starts = [(m.start(), m[0].casefold()) for m in WORD.finditer(self.view.text)]
        begin: dict[str, list[int]] = defaultdict(list)
        for n, (_, word) in enumerate(starts):
            for size in range(min(2, len(word)), min(_STEM, len(word)) + 1):
                begin[word[:size]].append(n)
        return starts, begin

    def key(self, name: str, span: Span, *, is_place: bool = True) -> Key:
        """Return what a form of a name is, by the word before it if it may be several."""
        keys = self.called.read(name, self.view.surface(span))
        keys = sorted(keys, key=lambda key: key[0] == "org") if is_place else keys
        told = governed(self.called.rules.pack, self.view.text, span.start)
        return next((k for k in keys if k[1] in told), keys[0])

    @cached_property
    def _spans(self) -> Sequence[Span]:
        return sorted(self.found)

    @cached_property
    def small(self) -> str:
        """The text in small letters."""
        return self.view.text.casefold()


def written(thing: Thing) -> Sequence[str]:
    """Return the names of a thing, of a land without its adjective."""
    return thing.names[:1] if thing.kind == LAND else thing.names


def within(spans: Sequence[Span], whole: Span) -> Iterator[Span]:
    """Yield those of ordered spans that lie in another."""
    for at in range(bisect_left(spans, whole.start, key=lambda span: span.start), len(spans)):
        if spans[at].start >= whole.end:
            return
        if whole.contains(spans[at]):
            yield spans[at]

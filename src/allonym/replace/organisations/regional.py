"""Regional bodies: where the document's towns go, another body of the kind serves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from allonym.languages.bodies import Bodies, Body
from allonym.languages.geography import Town
from allonym.languages.local import ANYWHERE
from allonym.model.draw import Draw
from allonym.replace.places.naming import Places
from allonym.replace.places.settlements import Gathered, Named

_WORD = re.compile(r"[^\W\d_]{3,}(?:-[^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Regional:
    """Chooses the regional bodies of one document."""

    bodies: Bodies = field(repr=False)  # of the language
    gathered: Gathered = field(repr=False)  # the towns of the document
    places: Places = field(repr=False)  # names what stands for them
    draw: Draw = field(repr=False)  # draws where no table tells
    # what stands for a body already, and for which
    taken: dict[Body, Body] = field(repr=False, default_factory=dict)

    def instead(self, name: str) -> str:
        """Return what stands for the part of a name that tells a body from its like."""
        found = self.bodies.find(name)
        if found is None:
            return name
        text = name[found.start : found.end]
        own = found.body.short  # letters and a name go together: ВТУ „Св. св. Кирил и Методий“
        marked = name[: found.start].endswith(("„", "“", '"', "«"))  # no „de Vest”
        like = [b for b in self.bodies.like(found.body.kind) if b.short or not own]
        like = [b for b in like if not (marked and b.part[0].islower())]
        moved = (*self._own(name[: found.start]), *self._own(name[found.end :]))
        told = chain(moved, self._moved_text(found.body))
        serving = (body for town in told for body in self._serving(town, like))
        chosen = next(serving, None) or self._elsewhere(found.body, like)
        self.taken.setdefault(chosen, found.body)
        return self.bodies.written(found, chosen, text)

    def _elsewhere(self, body: Body, like: Sequence[Body]) -> Body:
        """Return another body where no town of the text tells which; none stands for two."""
        here = self._country(body)
        others = [b for b in like if b != body]
        others = [b for b in others if self._country(b) == here] or others
        free = [b for b in others if self.taken.get(b, body) == body] or others or [body]
        free = [b for b in free if ANYWHERE in b.served] or free
        towns = (self.places.town(town.name) for town in self._seats(body))
        serving = (b for town in filter(None, towns) for b in self._serving(town, free))
        drawn = free[self.draw.number(len(free), "body", body.kind, body.part)]
        return next(serving, drawn)

    def beside(self, region: str) -> Named | None:
        """Return the largest town of the text that lies in a region; None if none does."""
        old = self.places.regions.named(region)
        towns = [n for n in self.gathered.towns if n.town and old and n.town.area == old.area]
        return min(towns, key=lambda n: n.town.size if n.town else 0, default=None)

    def _own(self, text: str) -> Iterator[Town]:
        """Yield the towns that stand for those in the rest of a name: its seat, its unit."""
        for word in _WORD.findall(text):
            if word[0].isupper() and self.places.known(word) and self.places.sizeable(word):
                lemma = self.places.settlement(word).lemma
                yield from filter(None, [self.gathered.geography.named(lemma)])

    def _moved_text(self, body: Body) -> Iterator[Town]:
        """Yield the towns that stand for those of the text that a body serves."""
        for named in (*self.gathered.towns, *self.gathered.held):
            if named.town and {named.town.name, named.town.region} & {*body.served}:
                yield from filter(None, [self.places.town(named.name)])

    def _country(self, body: Body) -> str:
        """Return where a body serves."""
        return next((town.country for town in self._seats(body)), "")

    def _seats(self, body: Body) -> Iterator[Town]:
        """Yield the towns that a body serves, of regions the largest."""
        known = self.gathered.geography
        yield from filter(None, (known.in_region(n) or known.named(n) for n in body.served))

    def _serving(self, town: Town, like: list[Body]) -> Iterator[Body]:
        """Yield the bodies that serve a town: by its name, its region, what is near it."""
        yield from (b for b in like if town.name in b.served)
        yield from (b for b in like if town.region and town.region in b.served)
        named = self.gathered.geography.named
        for body in like:
            towns = filter(None, map(named, body.served))
            if any(t.area == town.area for t in towns):
                yield body

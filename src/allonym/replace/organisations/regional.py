"""Regional bodies: where the document's towns go, another body of the kind serves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from allonym.languages.bodies import Bodies, Body
from allonym.languages.geography import Town
from allonym.languages.local import ANYWHERE
from allonym.model.draw import Draw
from allonym.replace.places.naming import Places
from allonym.replace.places.settlements import Gathered, Named

_SOME = 3
"""How many bodies one is drawn from."""
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
        # letters and a name go together: ВТУ „Св. св. Кирил и Методий“
        own = any(short in self.gathered.view.text for short in found.body.short)
        marked = name[: found.start].endswith(("„", "“", '"', "«"))  # no „de Vest”
        like = [b for b in self.bodies.like(found.body.kind) if b.short or not own]
        like = [b for b in like if not (marked and b.part[0].islower())]
        moved = (*self._own(name[: found.start]), *self._own(name[found.end :]))
        serving = (body for town in moved for body in self._serving(town, like))
        chosen = next(serving, None) or self._voted(found.body, like)
        chosen = chosen or self._elsewhere(found.body, like)
        self.taken.setdefault(chosen, found.body)
        return self.bodies.written(found, chosen, text)

    def tie_seats(self, names: Iterable[str]) -> None:
        """Tie the towns where bodies sit, and those they serve: *Jönköping*, *Kalmar* of *Göta*.

        Another body is drawn for one whose seat the text names beside other towns that it serves,
        and all of them go where that one sits and serves.

        Args:
            names: Of all organisations, in text order.
        """
        here = {named.town for named in (*self.gathered.towns, *self.gathered.held)}
        for found in filter(None, map(self.bodies.find, dict.fromkeys(names))):
            seat = next(self._seats(found.body), None)
            areas = {n.town.area: n.town for n in self._served(found.body) if n.town}
            if seat is None or seat not in here or not areas.keys() - {seat.area}:
                continue
            beside = [areas[name] for name in sorted(areas.keys() - {seat.area})]
            others = [b for b in self.bodies.like(found.body.kind) if b != found.body]
            wide = [b for b in others if len(self._areas(b)) > len(beside)]
            lacks = [self._lacks(body, seat, beside) for body in wide]
            fit = [b for b, n in zip(wide, lacks, strict=True) if n <= sorted(lacks)[:_SOME][-1]]
            if fit:
                new, *left = self._areas(fit[self.draw.number(len(fit), "seat", seat.name)]).items()
                self.places.areas.seats.setdefault(seat.name, (new[1],))
                self.places.areas.tie(seat, new[:1])
                free = {area for area, _ in left}
                for town in beside:
                    free -= {self.places.areas.tie(town, sorted(free))}

    def _areas(self, body: Body) -> dict[str, str]:
        """Return the areas that a body serves, that where it sits first, each with a town."""
        found: dict[str, str] = {}
        for town in self._seats(body):
            found.setdefault(town.area, town.name)
        return found

    def _lacks(self, body: Body, seat: Town, beside: Sequence[Town]) -> int:
        """Return how far where a body sits and serves is from having what another one's has."""
        lacking = self.places.areas.lacking
        new, *left = self._areas(body)
        return lacking(seat, new) + sum(min(lacking(t, a) for a in left) for t in beside)

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

    def _served(self, body: Body) -> Sequence[Named]:
        """Return the towns of the text that a body serves.

        Of one that serves a single area its seat speaks, if the text names it; of another one the
        towns that are no seat, if there are some.
        """
        every = (*self.gathered.towns, *self.gathered.held)
        own = [n for n in every if n.town and {n.town.name, n.town.region} & {*body.served}]
        seat, single = next(self._seats(body), None), len(self._areas(body)) == 1
        return [n for n in own if (n.town == seat) == single] or own

    def _voted(self, body: Body, like: Sequence[Body]) -> Body | None:
        """Return the body that serves most of what stands for the towns that one serves."""
        served = sorted(self._served(body), key=lambda n: n.town.size if n.town else 0)
        towns = (self.places.town(named.name) for named in served)  # villages lie near cities
        serving = (self._serving(town, like) for town in towns if town)
        votes = Counter(first for own in serving if (first := next(own, None)))
        return next((found for found, _ in votes.most_common(1)), None)

    def _country(self, body: Body) -> str:
        """Return where a body serves."""
        return next((town.country for town in self._seats(body)), "")

    def _seats(self, body: Body) -> Iterator[Town]:
        """Yield the towns that a body serves, of regions the largest."""
        known = self.gathered.geography
        yield from filter(None, (known.in_region(n) or known.named(n) for n in body.served))

    def _serving(self, town: Town, like: Sequence[Body]) -> Iterator[Body]:
        """Yield the bodies that serve a town: by its name, its region, what is near it."""
        yield from (b for b in like if town.name in b.served)
        yield from (b for b in like if town.region and town.region in b.served)
        named = self.gathered.geography.named
        for body in like:
            towns = filter(None, map(named, body.served))
            if any(t.area == town.area for t in towns):
                yield body

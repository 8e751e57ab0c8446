"""Decide which mentions of people speak of the same person.

Full names are grouped first.  Then the text is read from its beginning: a name that says less (a
given name, initials) goes to the person last spoken of whom it fits, else to the first who comes
later, else to someone new.  A surname alone goes to the first spoken of: a text is about one of a
family, and calls the others, who come in later, by their given names.  Each look-up goes by a key
of an index, so the time grows with the number of mentions and not with its square.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice, product

from allonym.link.groups import Group, Key, agree
from allonym.link.name_order import turned
from allonym.link.readings import SHORT, Reading
from allonym.link.words import NICKNAME
from allonym.model.mention import FORMER
from allonym.model.span import Span

_SURNAME = "f"
"""The kind of key that a bare surname is looked up by."""
_REACH = 16
_SAID = 3
_NEAR = 120


def as_former(reading: Reading) -> Reading:
    """Return a mention whose names are others of the person: a maiden name."""
    parts = tuple(replace(p, derived=FORMER) for p in reading.mention.parts)
    return replace(reading, mention=replace(reading.mention, parts=parts))


def _letters(span: Span, count: int) -> list[Span]:
    """Return the places of the letters of a word that is so many initials."""
    starts = [span.start + n for n in range(min(count, len(span)))]
    return list(map(Span, starts, [*starts[1:], span.end]))


def _as_initials(reading: Reading) -> Reading:
    parts = tuple(
        replace(p, span=span, role="initial", analyses=())
        for p in reading.mention.parts
        for span in _letters(p.span, len(reading.capitals) - len(reading.mention.parts) + 1)
    )
    bare = replace(reading, given=(), family=(), lead="", tail="", genders=frozenset(), called=())
    return replace(bare, mention=replace(reading.mention, parts=parts))


@dataclass(slots=True, eq=False, repr=False)
class PersonLinker:
    """Groups the readings of one document."""

    # reads a lone word as the other kind of name, if it can be one
    turn: Callable[[Reading], Reading | None] = lambda _: None
    # the mentions that name the person of the mention before, as a form says
    continued: Collection[Span] = ()
    _groups: list[Group] = field(default_factory=list)
    _full: dict[Key, list[Group]] = field(default_factory=dict)
    _more: dict[Key, list[Group]] = field(default_factory=dict)
    _recent: dict[Key, dict[int, Group]] = field(default_factory=dict)
    _coming: dict[Key, list[Group]] = field(default_factory=dict)
    _of: dict[int, Group] = field(default_factory=dict)
    _said: deque[tuple[int, Group]] = field(default_factory=partial(deque, maxlen=_SAID))

    def link(self, readings: Sequence[Reading]) -> list[Group]:
        """Return the groups, in no particular order; every reading is in exactly one."""
        for number, reading in enumerate(readings):
            if reading.full and not reading.former:
                self._place_full(reading)
            else:
                self._place_fields(reading, readings[number + 1 : number + 2])
        for group in self._groups:
            for key in group.find_by:
                self._coming.setdefault(key, []).append(group)
        for reading in readings:
            known = self._of.get(id(reading)) or self._of_former(reading) or self._beside(reading)
            group = known or self._spelt(reading) or self._place_short(reading)
            self._said.append((reading.mention.span.end, group))
            for key in group.find_by:
                recent = self._recent.setdefault(key, {})
                if key[0] != _SURNAME:
                    recent.pop(id(group), None)
                recent[id(group)] = group
        return self._groups

    def _place_full(self, reading: Reading) -> None:
        family = [f for names in reading.family for f in names]
        keys: list[Key] = list(product(family, reading.given[0]))
        added = reading
        group = self._known_as(reading, keys)
        if group is None:
            back = turned(reading)
            group = self._known_as(back, [(given, f) for f, given in keys])
            added = back if group else reading
        group = group or self._new()
        group.add(added)
        self._of[id(reading)] = group
        others = [g for names in added.given[1 : added.more + 1] for g in names]
        for table, names in ((self._full, keys), (self._more, list(product(family, others)))):
            for key in names:
                bucket = table.setdefault(key, [])
                if group not in bucket:
                    bucket.append(group)

    def _place_fields(self, reading: Reading, following: Sequence[Reading]) -> None:
        """Place a name whose surname and given name stand in fields of their own."""
        for other in following:
            given, family = reading.given or other.given, reading.family or other.family
            spans = [r.mention.span in self.continued for r in (reading, other)]
            if spans == [False, True] and given and family:
                called = reading.called if reading.given else other.called
                whole = replace(reading, given=given, family=family, called=called)
                self._place_full(whole)
                self._of[id(reading)] = self._of.pop(id(whole))

    def _beside(self, reading: Reading) -> Group | None:
        """Give a surname right behind a given name, and the next field, to the same person."""
        if self._said and reading.mention.span in self.continued:
            self._said[-1][1].add(reading)
            return self._said[-1][1]
        if not self._said or not reading.family or reading.given or reading.lead:
            return None
        end, group = self._said[-1]
        last = group.members[-1]
        together = reading.mention.span.start == end + 1 and last.mention.span.end == end
        if not together or last.family or not last.given or not group.fits(reading):
            return None
        group.add(reading)
        return group

    def _known_as(self, reading: Reading, keys: Iterable[Key]) -> Group | None:
        """Return the group of someone named in full, by these keys."""
        for table in (self._full, self._more):
            found = (g for key in keys for g in table.get(key, ()) if g.may_be(reading))
            if group := next(found, None):
                return group
        return None

    def _of_former(self, reading: Reading) -> Group | None:
        """Give another name of the person just named to that person; rather to no man."""
        if not reading.former:
            return None
        start = reading.mention.span.start
        names = {f for own in reading.family for f in own}
        called = {g for own in reading.given for g in own}
        near = [g for end, g in reversed(self._said) if start - end <= _NEAR]
        if names and called:  # Dagny Ollila … föddes som Dagny Rönnbäck, or the other way round
            keys = [("g", name) for name in sorted(called)]
            near += [g for table in (self._latest, self._next) for key in keys for g in table(key)]
        maiden = bool(reading.family) and reading.former == FORMER
        # a woman's maiden name is her father's, as he bears it
        sex = reading.genders if not maiden or called else reading.genders - {"Masc"}
        pet = reading.former == NICKNAME  # Mary Cole ("Pip"), whoever else is called so
        near = [g for g in near if not g.household and (pet or agree(g.genders, sex))]
        if maiden:
            near.sort(key=lambda g: (names.isdisjoint(g.family), g.genders == {"Masc"}))
        else:
            near.sort(key=lambda g: called.isdisjoint(g.given))
        if not near or (pet and not (names | called).isdisjoint(near[0].family | near[0].given)):
            return None
        reading = replace(reading, genders=near[0].genders if pet else sex)
        near[0].add(as_former(replace(reading, given=()) if near[0].given else reading))
        near[0].learn_name(called)
        return near[0]

    def _spelt(self, reading: Reading) -> Group | None:
        """Give the initials of all names to the person who has them: *BSK*."""
        key = ("m", reading.capitals)
        known = (*self._latest(key), *self._next(key)) if reading.capitals else ()
        group = next((g for g in known if g.is_spelt(reading)), None)
        if group is not None:
            group.add(_as_initials(reading))
        return group

    def _place_short(self, reading: Reading) -> Group:
        other: Reading | None = None
        for table in (self._latest, self._next):
            if group := self._find(reading, table):
                break
            other = other or self.turn(reading)
            if other and (group := self._find(other, table)):
                reading = other
                break
        if group and reading.given and not (reading.family or group.is_called(reading)):
            called = (g for g in (self._find(reading, self._next),) if g and g.is_called(reading))
            group = next(called, group)  # *Zosia* is rather Zosia Rak than Zofia Duda
        if group is None and (group := self._by_short(reading)) and reading.family:
            reading = turned(reading)
        group = group or self._new()
        group.add(reading)
        return group

    def _find(self, reading: Reading, table: Callable[[Key], Iterator[Group]]) -> Group | None:
        first: Group | None = None
        for group in (g for key in _look_ups(reading) for g in table(key)):
            if group.fits(reading):
                if group.is_called(reading) and agree(group.genders, reading.likely):
                    return group
                first = first or group
        return first

    def _by_short(self, reading: Reading) -> Group | None:
        """Find the one person whose given name a word that is no name may be short for."""
        if len(reading.short) < SHORT or reading.household:
            return None
        key = ("p", reading.short[:SHORT])
        bare = replace(reading, family=(), given=())
        groups = {id(g): g for table in (self._latest, self._next) for g in table(key)}
        found = [g for g in groups.values() if g.is_short(reading.short) and g.fits(bare)]
        return found[0] if len(found) == 1 else None

    def _latest(self, key: Key) -> Iterator[Group]:
        """Yield who was spoken of, the last first; of those of one surname the first first."""
        spoken = self._recent.get(key, {}).values()
        return islice(spoken if key[0] == _SURNAME else reversed(spoken), _REACH)

    def _next(self, key: Key) -> Iterator[Group]:
        return islice(iter(self._coming.get(key, ())), _REACH)

    def _new(self) -> Group:
        group = Group()
        self._groups.append(group)
        return group


def _look_ups(reading: Reading) -> Iterator[Key]:
    """Yield the keys a short name is looked up by, the most telling first."""
    family = [f for names in reading.family for f in names]
    given = list(reading.given[0]) if reading.given else []
    lead, tail = reading.lead[:1], reading.tail
    if lead and family:
        yield from (("fi", f, lead) for f in family)
    if given and tail:
        yield from (("gi", g, tail) for g in given)
    yield from (("f", f) for f in family)
    if not family:
        pet = len(given) > 1  # a full name is nobody whose common name may be short for it
        yield from (("g" if pet else "c", g) for g in given)
        yield from ((key, g) for key in "hd" for g in given)
    if not family and not given and lead and tail:
        yield ("ii", lead, tail)
    if reading.letter:
        yield ("s", reading.letter)  # rather a given name's: *Love, A.*
        yield ("i", reading.letter)

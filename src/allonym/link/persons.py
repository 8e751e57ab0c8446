"""Decide which mentions of people speak of the same person.

Full names are grouped first.  Then the text is read from its beginning: a name that says less (a
surname, a given name, initials) goes to the person last spoken of whom it fits, else to the first
who comes later, else to someone new.  Each look-up goes by a key of an index, so the time grows
with the number of mentions and not with its square.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, product

from allonym.link.orders import turned
from allonym.link.readings import SHORT, STEM, Reading
from allonym.model.mention import FORMER
from allonym.text.fold import fold

Key = tuple[str, ...]

_REACH = 16
_SAID = 3
_NEAR = 120
_TAIL = 2


@dataclass(slots=True, eq=False)
class Group:
    """Mentions taken for one person."""

    members: list[Reading] = field(default_factory=list)
    given: set[str] = field(default_factory=set)
    surnames: list[set[str]] = field(default_factory=list)
    lead: str = ""
    tail: str = ""
    letter: str = ""
    genders: frozenset[str] = frozenset()
    roles: set[str] = field(default_factory=set)
    stances: set[str] = field(default_factory=set)
    household: bool = False
    marks: set[str] = field(default_factory=set)
    called: set[str] = field(default_factory=set)
    monograms: set[str] = field(default_factory=set)
    last: set[str] = field(default_factory=set)
    more: set[str] = field(default_factory=set)
    _keys: tuple[Key, ...] = ()

    def add(self, reading: Reading) -> None:
        """Take a mention in; what it knows narrows what the group can be."""
        self.members.append(reading)
        before = self._known()
        self._learn(reading)
        if self._known() != before:
            self._keys = ()

    def _known(self) -> tuple[object, ...]:
        named = frozenset(self.given), len(self.more), len(self.family), len(self.monograms)
        return (*named, self.lead, self.tail, self.letter)

    def _learn(self, reading: Reading) -> None:
        first = {g for names in reading.given[:1] for g in names}
        self.given = (self.given & first or self.given) if self.given else first
        literal = set(reading.called)
        self.called = (self.called & literal or self.called) if self.called else literal
        self.more |= {g for names in reading.given[1 : reading.more + 1] for g in names}
        for names in reading.family:
            self._add_surname(set(names))
        self.lead = self.lead or reading.lead
        self.tail = self.tail or reading.tail
        self.letter = self.letter or reading.letter
        if reading.full and not reading.former:
            self.last |= set(reading.family[-1])
            said = [names[0] for names in (*reading.given, *reading.family)]
            self.monograms |= {"".join(fold(name)[:1] for name in said)} if said[2:] else set()
        self.household = self.household or reading.household
        if reading.genders:
            self.genders = self.genders & reading.genders or reading.genders
        self.marks |= {reading.mark} - {""}
        self.roles |= {reading.role} - {""}
        self.stances |= {reading.stance} - {""}

    def _add_surname(self, names: set[str]) -> None:
        for number, known in enumerate(self.surnames):
            if known & names:
                self.surnames[number] = known & names
                return
        self.surnames.append(names)

    @property
    def family(self) -> set[str]:
        """Every key of every surname."""
        return set[str]().union(*self.surnames)

    def fits(self, reading: Reading) -> bool:
        """Tell whether nothing the mention says contradicts the group."""
        return (
            self.household == reading.household
            and not (reading.mark and self.marks and reading.mark not in self.marks)
            and (_agree(self.genders, reading.genders) or self._is_named(reading))
            and not (reading.role and self.roles and reading.role not in self.roles)
            and not (reading.stance and self.stances and reading.stance not in self.stances)
            and self._fits_given(reading)
            and self._fits_family(reading)
            and (not reading.letter or reading.letter in self._initials())
        )

    def _is_named(self, reading: Reading) -> bool:
        """Tell whether it says but a name that the person is called by beside a first one.

        A pet name in quotes may be a man's elsewhere: *Lenora "Lenny" Yarrow*.
        """
        return len(reading.given) == 1 and not reading.family and reading.given[0][0] in self.more

    def may_be(self, reading: Reading) -> bool:
        """Tell whether a full name fits; a patronymic in common is not enough."""
        theirs = {f for names in reading.family for f in names}
        last = not theirs.isdisjoint(self.last) or not self.family.isdisjoint(reading.family[-1])
        return last and self.fits(reading)

    def is_called(self, reading: Reading) -> bool:
        """Tell whether a lone surname is what the person goes by, not a part of a double one."""
        if len(reading.family) != 1 or reading.given or not self.last:
            return True
        return not self.last.isdisjoint(reading.family[0])

    def _initials(self) -> set[str]:
        return _letters((*self.given, *self.family, self.lead, self.tail, self.letter))

    def _fits_given(self, reading: Reading) -> bool:
        first = {g for names in reading.given[:1] for g in names}
        if first and self.given:
            shared = not first.isdisjoint(self.given) and not self._is_other_pet(reading, first)
            return shared or reading.given[0][0] in self.more
        mine = _letters(self.given) | set(self.lead[:1])
        theirs = _letters(first) | set(reading.lead[:1])
        return not mine or not theirs or bool(mine & theirs)

    def _is_other_pet(self, reading: Reading, first: set[str]) -> bool:
        """Tell whether only a name that nobody has said is common to two: *Anna* and *Mari*."""
        literal = set(reading.called)
        if not literal or not self.called or _letters(literal) & _letters(self.called):
            return False
        return literal.isdisjoint(self.given) and self.called.isdisjoint(first)

    def _fits_family(self, reading: Reading) -> bool:
        theirs = {f for names in reading.family for f in names}
        mine = self.family
        if theirs and mine:
            return bool(theirs & mine)
        own = _letters(mine) | set(self.tail)
        letters = _letters(theirs) | set(reading.tail)
        return not own or not letters or bool(own & letters)

    def begins_like(self, word: str) -> bool:
        """Tell whether `word` may be a longer form of a surname of the group."""
        return any(_same_stem(fold(name), word) for name in self.family)

    def is_short(self, word: str) -> bool:
        """Tell whether `word` may be short for the given name: *Parv* for *Parvinder*."""
        return any(_is_short(word, fold(name)) for name in self.given)

    @property
    def find_by(self) -> tuple[Key, ...]:
        """Every key it can be found by."""
        if not self._keys:
            self._keys = tuple(self._all_keys())
        return self._keys

    def _all_keys(self) -> Iterator[Key]:
        given, family = sorted(self.given), sorted(self.family)
        leads = sorted(_letters(given) | set(self.lead[:1]))
        tails = sorted(_letters(family) | set(self.tail))
        yield from (("m", letters) for letters in sorted(self.monograms))
        yield from (("f", f) for f in family)
        yield from (("g", g) for g in given)
        yield from (("c", g) for g in sorted(self.called))
        yield from (("h", g) for g in sorted(self.more))
        yield from (("p", fold(g)[:SHORT]) for g in given)
        yield from (("s", fold(f)[:STEM]) for f in family if len(f) > STEM)
        yield from (("fi", f, i) for f, i in product(family, leads))
        yield from (("gi", g, i) for g, i in product(given, tails))
        yield from (("ii", a, b) for a, b in product(leads, tails))
        yield from (("i", i) for i in sorted({*leads, *tails, *self.letter}))


def _agree(one: frozenset[str], other: frozenset[str]) -> bool:
    """Tell whether two can be of one gender; nothing is known of the empty set."""
    return not one or not other or not one.isdisjoint(other)


def _letters(names: Iterable[str]) -> set[str]:
    return {fold(name)[:1] for name in names if name}


def _shared(one: str, other: str) -> int:
    """Return how many letters two words begin with in common."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


def _is_short(word: str, name: str) -> bool:
    shared = _shared(word, name)
    half = 2 * shared >= max(len(word), len(name)) and len(word) - shared <= _TAIL
    return shared >= SHORT and (shared == len(word) or half)


def _same_stem(base: str, word: str) -> bool:
    shared = _shared(base, word)
    return shared >= STEM and len(base) - shared <= 2 and len(word) - shared <= 4


def _as_former(reading: Reading) -> Reading:
    parts = tuple(replace(p, derived=FORMER) for p in reading.mention.parts)
    return replace(reading, mention=replace(reading.mention, parts=parts))


class PersonLinker:
    """Groups the readings of one document.

    Args:
        turn: Reads a lone word as the other kind of name, if it can be one.
    """

    def __init__(self, turn: Callable[[Reading], Reading | None] = lambda _: None) -> None:
        self._turn = turn
        self._groups: list[Group] = []
        self._full: dict[Key, list[Group]] = {}
        self._more: dict[Key, list[Group]] = {}
        self._recent: dict[Key, dict[int, Group]] = {}
        self._coming: dict[Key, list[Group]] = {}
        self._of: dict[int, Group] = {}
        self._said: deque[tuple[int, Group]] = deque(maxlen=_SAID)

    def link(self, readings: Sequence[Reading]) -> list[Group]:
        """Return the groups, in no particular order; every reading is in exactly one."""
        for reading in readings:
            if reading.full and not reading.former:
                self._place_full(reading)
        for group in self._groups:
            for key in group.find_by:
                self._coming.setdefault(key, []).append(group)
        for reading in readings:
            known = self._of.get(id(reading)) or self._of_former(reading) or self._beside(reading)
            group = known or self._place_short(reading)
            self._said.append((reading.mention.span.end, group))
            for key in group.find_by:
                recent = self._recent.setdefault(key, {})
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

    def _beside(self, reading: Reading) -> Group | None:
        """Give a surname right behind a given name to the same person."""
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
        near = [g for end, g in reversed(self._said) if start - end <= _NEAR and not g.household]
        near = [g for g in near if _agree(g.genders, reading.genders)]
        names = {f for own in reading.family for f in own}
        near.sort(key=lambda g: (names.isdisjoint(g.family), g.genders == {"Masc"}))
        if not near:
            return None
        near[0].add(_as_former(replace(reading, given=()) if near[0].given else reading))
        return near[0]

    def _place_short(self, reading: Reading) -> Group:
        other: Reading | None = None
        for table in (self._latest, self._next):
            if group := self._find(reading, table):
                break
            other = other or self._turn(reading)
            if other and (group := self._find(other, table)):
                reading = other
                break
        group = group or self._by_stem(reading)
        if group is None and (group := self._by_short(reading)) and reading.family:
            reading = turned(reading)
        group = group or self._new()
        group.add(reading)
        return group

    def _find(self, reading: Reading, table: Callable[[Key], Iterator[Group]]) -> Group | None:
        first: Group | None = None
        for group in (g for key in _look_ups(reading) for g in table(key)):
            if group.fits(reading):
                if group.is_called(reading):
                    return group
                first = first or group
        return first

    def _by_stem(self, reading: Reading) -> Group | None:
        """Find a surname no list knows by its beginning: Brunelli, Brunellego."""
        stem = fold(reading.stem)
        if not stem:
            return None
        key = ("s", stem[:STEM])
        bare = replace(reading, family=(), given=())
        groups = [*self._latest(key), *self._next(key)]
        return next((g for g in groups if g.begins_like(stem) and g.fits(bare)), None)

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
        return islice(reversed(self._recent.get(key, {}).values()), _REACH)

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
    letters = reading.lead + reading.tail if not (given or family) else reading.short
    if letters[2:]:
        yield ("m", letters)
    if lead and family:
        yield from (("fi", f, lead) for f in family)
    if given and tail:
        yield from (("gi", g, tail) for g in given)
    yield from (("f", f) for f in family)
    if not family:
        pet = len(given) > 1  # a full name is nobody whose common name may be short for it
        yield from (("g" if pet else "c", g) for g in given)
        yield from (("h", g) for g in given[:1])
    if not family and not given and lead and tail:
        yield ("ii", lead, tail)
    if reading.letter:
        yield ("i", reading.letter)

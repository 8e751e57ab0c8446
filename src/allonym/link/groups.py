"""Mentions taken for one person, and what fits them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from itertools import product

from allonym.link.readings import SHORT, Reading
from allonym.model.span import Span
from allonym.text.fold import fold, in_common

Key = tuple[str, ...]

_TAIL = 2
_LEAST, _ALIKE = 2, 3


@dataclass(slots=True, eq=False)
class Group:
    """Mentions taken for one person."""

    members: list[Reading] = field(default_factory=list)
    given: set[str] = field(default_factory=set)
    surnames: list[set[str]] = field(default_factory=list)
    family: set[str] = field(default_factory=set)
    lead: str = ""
    tail: str = ""
    letter: str = ""
    genders: frozenset[str] = frozenset()
    roles: set[str] = field(default_factory=set)
    stances: set[str] = field(default_factory=set)
    household: bool = False
    marks: set[str] = field(default_factory=set)
    called: set[str] = field(default_factory=set)
    literal: set[str] = field(default_factory=set)
    labels: set[str] = field(default_factory=set)
    monograms: set[str] = field(default_factory=set)
    last: set[str] = field(default_factory=set)
    single: bool = False
    more: set[str] = field(default_factory=set)
    middle: set[str] = field(default_factory=set)
    beside: set[Span] = field(default_factory=set)
    _keys: tuple[Key, ...] = ()

    def add(self, reading: Reading) -> None:
        """Take a mention in; what it knows narrows what the group can be."""
        self.members.append(reading)
        before = self._known()
        self._learn(reading)
        if self._known() != before:
            self._keys = ()

    def learn_name(self, names: Iterable[str]) -> None:
        """Learn what the person is called besides: *known as Buddy*."""
        self.more |= set(names)
        self._keys = ()

    def _known(self) -> tuple[object, ...]:
        sizes = map(len, (self.more, self.middle, self.family, self.monograms))
        named = frozenset(self.given), *sizes
        return (*named, self.lead, self.tail, self.letter)

    def _learn(self, reading: Reading) -> None:
        first = {g for names in reading.given[:1] for g in names}
        self.given = (self.given & first or self.given) if self.given else first
        literal = set(reading.called)
        self.called = (self.called & literal or self.called) if self.called else literal
        self.literal |= reading.literal
        self.labels |= reading.label
        self.more |= {g for names in reading.given[1 : reading.more + 1] for g in names}
        self.middle |= {g for names in reading.given[1:] for g in names if reading.full}
        for names in reading.family:
            self._add_surname(set(names))
        self.lead = self.lead or reading.lead
        self.tail = self.tail or reading.tail
        self.letter = self.letter or reading.letter
        if reading.full and not reading.former:
            self.last |= set(reading.family[-1])
            self.single |= not reading.double
        self.monograms |= set(reading.monograms)
        self.household = self.household or reading.household
        if reading.genders and not (self.genders and self._is_named(reading)):
            self.genders = self.genders & reading.genders or reading.genders
        self.marks |= {reading.mark} - {""}
        self.beside |= reading.beside
        self.roles |= {reading.role} - {""}
        self.stances |= {reading.stance} - {""}

    def _add_surname(self, names: set[str]) -> None:
        for number, known in enumerate(self.surnames):
            if known & names:
                self.surnames[number] = known & names
                break
        else:
            self.surnames.append(names)
        self.family = set[str]().union(*self.surnames)

    def fits(self, reading: Reading) -> bool:
        """Tell whether nothing the mention says contradicts the group."""
        return (
            self.household == reading.household
            and reading.mention.span not in self.beside
            and agree(frozenset(self.labels), reading.label)
            and not (reading.mark and self.marks and reading.mark not in self.marks)
            and (agree(self.genders, reading.genders) or self._is_named(reading))
            and not (reading.role and self.roles and reading.role not in self.roles)
            and not (reading.stance and self.stances and reading.stance not in self.stances)
            and self._fits_given(reading)
            and self._fits_family(reading)
            and (not reading.letter or reading.letter in self._initials())
        )

    def is_spelt(self, reading: Reading) -> bool:
        """Tell whether a mention is but the initials of all names of the person: *BSK*."""
        bare = replace(reading, given=(), family=(), lead="", tail="", genders=frozenset())
        return reading.capitals in self.monograms and self.fits(bare)

    def _is_named(self, reading: Reading) -> bool:
        """Tell whether it says but a name that the person is called by beside a first one.

        A pet name in quotes may be a man's elsewhere: *Lenora "Lenny" Yarrow*.
        """
        lone = len(reading.given) == 1 and not reading.family
        return lone and not self.more.isdisjoint(reading.given[0])

    def may_be(self, reading: Reading) -> bool:
        """Tell whether a full name fits; a patronymic in common is not enough."""
        theirs = {f for names in reading.family for f in names}
        last = not theirs.isdisjoint(self.last) or not self.family.isdisjoint(reading.family[-1])
        return last and self.fits(reading)

    def is_called(self, reading: Reading) -> bool:
        """Tell whether a lone name is what the person goes by.

        A surname is no part of a double one, nor a double one that of who bears half of it; and
        *Robert* is rather Robert Ek than Robban Alm.
        """
        if reading.given and not reading.family and reading.literal and self.literal:
            return not reading.literal.isdisjoint(self.literal)
        if not reading.family or reading.given or not self.last:
            return True
        if len(reading.family) == 1:
            return self.single and not self.last.isdisjoint(reading.family[0])
        return all(not self.family.isdisjoint(names) for names in reading.family)

    def _initials(self) -> set[str]:
        return _letters((*self.given, *self.family, self.lead, self.tail, self.letter))

    def _fits_given(self, reading: Reading) -> bool:
        first = {g for names in reading.given[:1] for g in names}
        if first and self.given:
            shared = not first.isdisjoint(self.given) and not self._is_other_pet(reading, first)
            lone = not reading.family and not self.middle.isdisjoint(first)  # Karl Hjalmar Ek
            return shared or lone or not self.more.isdisjoint(first)
        mine = _letters(self.given) | set(self.lead[:1])
        theirs = _letters(first) | set(reading.lead[:1])
        return not mine or not theirs or bool(mine & theirs)

    def _is_other_pet(self, reading: Reading, first: set[str]) -> bool:
        """Tell whether only a name that nobody has said is common to two: *Anna* and *Mari*.

        Pet names that begin alike, as the name does, are rather one person's: *Ania* and *Anka*.
        """
        said, common = self.literal | reading.literal, self.given & first
        if not reading.literal or not self.literal or not said.isdisjoint(common):
            return False
        return not any(
            in_common(fold(x), fold(y)) >= max(_LEAST, min(_ALIKE, in_common(fold(x), fold(name))))
            for x, y, name in product(reading.literal, self.literal, common)
        )

    def _fits_family(self, reading: Reading) -> bool:
        theirs = {f for names in reading.family for f in names}
        mine = self.family
        if theirs and mine:  # not of another's patronymic, nor Mrs Mo-Baker
            double = len(reading.family) > 1 and (len(self.surnames) > 1 or not reading.given)
            if not self.last and len(self.surnames) > 1 and (reading.given or reading.lead):
                return mine <= theirs
            return all(mine & {*n} for n in reading.family) if double else bool(theirs & mine)
        own = _letters(mine) | set(self.tail)
        letters = _letters(theirs) | set(reading.tail)
        return not own or not letters or bool(own & letters)

    def is_short(self, word: str) -> bool:
        """Tell whether `word` may be short for the given name: *Parv* for *Parvinder*."""
        return any(_is_short(word, fold(name)) for name in self.called or self.given)

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
        yield from (("d", g) for g in sorted(self.middle))
        yield from (("p", fold(g)[:SHORT]) for g in given)
        yield from (("fi", f, i) for f, i in product(family, leads))
        yield from (("gi", g, i) for g, i in product(given, tails))
        yield from (("ii", a, b) for a, b in product(leads, tails))
        yield from (("s", i) for i in leads)
        yield from (("i", i) for i in sorted({*leads, *tails, *self.letter}))


def agree(one: AbstractSet[str], other: AbstractSet[str]) -> bool:
    """Tell whether two can be of one gender; nothing is known of the empty set."""
    return not one or not other or not one.isdisjoint(other)


def _letters(names: Iterable[str]) -> set[str]:
    return {fold(name)[:1] for name in names if name}


def _is_short(word: str, name: str) -> bool:
    shared = in_common(word, name)
    half = 2 * shared >= max(len(word), len(name)) and len(word) - shared <= _TAIL
    return shared >= SHORT and (shared == len(word) or half)

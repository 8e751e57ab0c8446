"""Decide which mentions of people speak of the same person.

Full names are grouped first.  Then the text is read from its beginning: a name that says less (a
surname, a given name, initials) goes to the person last spoken of whom it fits, else to the first
who comes later, else to someone new.  Each look-up goes by a key of an index, so the time grows
with the number of mentions and not with its square.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, product

from allonym.link.words import NameWords
from allonym.model.mention import Analysis, Mention, NamePart, PartRole
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.text.fold import fold, plain

Key = tuple[str, ...]

_MOST = 3
_REACH = 16
_RARE = 0.08
_SHAPES = ("person.given", "person.family", "person.initials")
_GENDERS = frozenset({"Masc", "Fem"})


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What one mention says about the person.

    Attributes:
        mention: With its parts.
        given: For each given name the names it may be, likeliest first, pet names resolved.
        family: For each surname its keys; equal for man and wife.
        lead: Initials before the surname, in small letters.
        tail: The initial of the surname, where it is abbreviated.
        letter: A lone initial, of either name.
        genders: What the person can be; empty when nothing is known.
        role: The finer type (``judge``), and whether a list asked to keep or hide.
        stance: ``keep``, ``hide`` or nothing.
    """

    mention: Mention
    given: tuple[tuple[str, ...], ...] = ()
    family: tuple[tuple[str, ...], ...] = ()
    lead: str = ""
    tail: str = ""
    letter: str = ""
    genders: frozenset[str] = frozenset()
    role: str = ""
    stance: str = ""

    @property
    def full(self) -> bool:
        """Whether it has a given name and a surname."""
        return bool(self.given and self.family)


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

    def add(self, reading: Reading) -> None:
        """Take a mention in; what it knows narrows what the group can be."""
        self.members.append(reading)
        first = {g for names in reading.given[:1] for g in names}
        self.given = (self.given & first or self.given) if self.given else first
        for names in reading.family:
            self._add_surname(set(names))
        self.lead = self.lead or reading.lead
        self.tail = self.tail or reading.tail
        self.letter = self.letter or reading.letter
        if reading.genders:
            self.genders = self.genders & reading.genders or reading.genders
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
            not (self.genders and reading.genders and not self.genders & reading.genders)
            and not (reading.role and self.roles and reading.role not in self.roles)
            and not (reading.stance and self.stances and reading.stance not in self.stances)
            and self._fits_given(reading)
            and self._fits_family(reading)
            and (not reading.letter or reading.letter in self._initials())
        )

    def _initials(self) -> set[str]:
        return _letters((*self.given, *self.family, self.lead, self.tail, self.letter))

    def _fits_given(self, reading: Reading) -> bool:
        first = {g for names in reading.given[:1] for g in names}
        if first and self.given:
            return bool(first & self.given)
        mine = _letters(self.given) | set(self.lead[:1])
        theirs = _letters(first) | set(reading.lead[:1])
        return not mine or not theirs or bool(mine & theirs)

    def _fits_family(self, reading: Reading) -> bool:
        theirs = {f for names in reading.family for f in names}
        mine = self.family
        if theirs and mine:
            return bool(theirs & mine)
        own = _letters(mine) | set(self.tail)
        letters = _letters(theirs) | set(reading.tail)
        return not own or not letters or bool(own & letters)

    def find_by(self) -> Iterator[Key]:
        """Yield every key it can be found by."""
        given, family = sorted(self.given), sorted(self.family)
        leads = sorted(_letters(given) | set(self.lead[:1]))
        tails = sorted(_letters(family) | set(self.tail))
        yield from (("f", f) for f in family)
        yield from (("g", g) for g in given)
        yield from (("fi", f, i) for f, i in product(family, leads))
        yield from (("gi", g, i) for g, i in product(given, tails))
        yield from (("ii", a, b) for a, b in product(leads, tails))
        yield from (("i", i) for i in sorted({*leads, *tails, *self.letter}))


def _letters(names: Iterable[str]) -> set[str]:
    return {fold(name)[:1] for name in names if name}


class PersonReader:
    """Turns mentions with parts into readings."""

    def __init__(self, words: NameWords) -> None:
        self._words = words

    def read(self, mention: Mention) -> Reading:
        """Return what a mention says about the person."""
        by_role: dict[str, list[NamePart]] = {"given": [], "family": [], "initial": [], "other": []}
        for part in mention.parts:
            by_role[part.role].append(part)
        return Reading(
            mention,
            tuple(self._given(part) for part in by_role["given"]),
            tuple(self._family(part) for part in by_role["family"]),
            genders=self._genders(by_role["given"] + by_role["family"]),
            role=_finer(mention.type),
            stance=_stance(mention),
        )

    def initials(self, reading: Reading, view: TextView) -> Reading:
        """Add the initials: of given names before a surname, else the last of the surname."""
        letters = "".join(
            fold(view.surface(p.span)) for p in reading.mention.parts if p.role == "initial"
        )
        if not letters:
            return reading
        if reading.family:
            lead, tail = letters, ""
        elif reading.given or len(letters) > 1:
            lead, tail = letters[:-1], letters[-1]
        else:
            return replace(reading, letter=letters)
        return replace(reading, lead=lead, tail=tail)

    def _given(self, part: NamePart) -> tuple[str, ...]:
        lemmas = _lemmas(part.analyses)
        full = (name for lemma in lemmas for name in self._words.nicknames.get(lemma, ()))
        return tuple(dict.fromkeys((*lemmas, *full)))

    def _family(self, part: NamePart) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._words.family_key(x) for x in _lemmas(part.analyses)))

    def _genders(self, parts: Sequence[NamePart]) -> frozenset[str]:
        genders = _GENDERS
        for part in parts:
            own = self._part_genders(part)
            genders = genders & own or genders if own else genders
        return genders if genders != _GENDERS else frozenset()

    def _part_genders(self, part: NamePart) -> frozenset[str]:
        weights = dict.fromkeys(("Masc", "Fem"), 0.0)
        for analysis in part.analyses:
            gender = analysis.features.get("Gender", "") or self._nickname_gender(analysis, part)
            if not gender:
                return _GENDERS
            weights[gender] = weights.get(gender, 0.0) + analysis.weight
        total = sum(weights.values()) or 1.0
        return frozenset(g for g in _GENDERS if weights[g] / total >= _RARE)

    def _nickname_gender(self, analysis: Analysis, part: NamePart) -> str:
        if part.role != "given":
            return ""
        names = self._words.nicknames.get(plain(analysis.lemma), ())
        genders = {self._words.genders.get(name, "") for name in names}
        return genders.pop() if len(genders) == 1 else ""


def _lemmas(analyses: Sequence[Analysis]) -> list[str]:
    best = max((a.weight for a in analyses), default=0.0)
    lemmas = dict.fromkeys(plain(a.lemma) for a in analyses if a.weight >= _RARE * best)
    return list(lemmas)[:_MOST]


def _finer(kind: str) -> str:
    shape = any(is_a(kind, known) for known in _SHAPES)
    return "" if shape or kind == "person" else kind.partition(".")[2]


def _stance(mention: Mention) -> str:
    rules = {e.rule.partition(":")[0] for e in mention.evidence if e.detector == "known"}
    return next((rule for rule in ("keep", "hide") if rule in rules), "")


def straighten(readings: Sequence[Reading]) -> list[Reading]:
    """Turn round the names that stand the other way round elsewhere, and more often."""
    counts = Counter(key for r in readings if r.full for key in set(_pairs(r)))
    return [_turned(r) if r.full and _is_turned(r, counts) else r for r in readings]


def _pairs(reading: Reading) -> Iterator[Key]:
    return ((f, g) for names in reading.family[:1] for f in names for g in reading.given[0])


def _is_turned(reading: Reading, counts: Counter[Key]) -> bool:
    own = max(counts[pair] for pair in _pairs(reading))
    return max(counts[g, f] for f, g in _pairs(reading)) > own


def _turned(reading: Reading) -> Reading:
    roles: dict[PartRole, PartRole] = {"given": "family", "family": "given"}
    parts = [replace(p, role=roles.get(p.role, p.role)) for p in reading.mention.parts]
    mention = replace(reading.mention, parts=tuple(parts))
    return replace(reading, mention=mention, given=reading.family, family=reading.given)


class PersonLinker:
    """Groups the readings of one document."""

    def __init__(self) -> None:
        self._groups: list[Group] = []
        self._full: dict[Key, list[Group]] = {}
        self._recent: dict[Key, dict[int, Group]] = {}
        self._coming: dict[Key, list[Group]] = {}
        self._of: dict[int, Group] = {}

    def link(self, readings: Sequence[Reading]) -> list[Group]:
        """Return the groups, in no particular order; every reading is in exactly one."""
        for reading in readings:
            if reading.full:
                self._place_full(reading)
        for group in self._groups:
            for key in group.find_by():
                self._coming.setdefault(key, []).append(group)
        for reading in readings:
            group = self._of.get(id(reading)) or self._place_short(reading)
            for key in group.find_by():
                recent = self._recent.setdefault(key, {})
                recent.pop(id(group), None)
                recent[id(group)] = group
        return self._groups

    def _place_full(self, reading: Reading) -> None:
        family = [f for names in reading.family for f in names]
        keys = list(product(family, reading.given[0]))
        found = (g for key in keys for g in self._full.get(key, ()) if g.fits(reading))
        group = next(found, None) or self._new()
        group.add(reading)
        self._of[id(reading)] = group
        for key in keys:
            bucket = self._full.setdefault(key, [])
            if group not in bucket:
                bucket.append(group)

    def _place_short(self, reading: Reading) -> Group:
        keys = list(_look_ups(reading))
        recent = (g for key in keys for g in self._latest(key) if g.fits(reading))
        coming = (g for key in keys for g in self._next(key) if g.fits(reading))
        group = next(recent, None) or next(coming, None) or self._new()
        group.add(reading)
        return group

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
    if lead and family:
        yield from (("fi", f, lead) for f in family)
    if given and tail:
        yield from (("gi", g, tail) for g in given)
    yield from (("f", f) for f in family)
    if not family:
        yield from (("g", g) for g in given)
    if not family and not given and lead and tail:
        yield ("ii", lead, tail)
    if reading.letter:
        yield ("i", reading.letter)

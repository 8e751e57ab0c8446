"""A second look: groups of mentions that only the whole document shows to be one person.

The first pass reads from the beginning and puts each mention to whoever it fits.  What it leaves
apart is looked at once more, all groups side by side, and joined where there is one candidate and
no other: *Dario* and *D. Lovrić*, a name and its misspelling, a pet name no list derives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from allonym.link.groups import Group, agree
from allonym.link.words import NameWords
from allonym.text.fold import fold, is_cyrillic, is_near, skeleton

_Opens = Callable[[Group], object]
_IsOne = Callable[[Group, Group], bool]
_Letters = Callable[[Group, int], Sequence[str]]

_LEAST_SPELT = 5
_LEAST_ALONE = 6
_PET, _CUT, _TAIL = 2, 3, 4
_LONGEST_PET = 8
_MOST = 60


@dataclass(frozen=True, slots=True, repr=False)
class _Pet:
    """What a group says that may be short for a name."""

    word: str
    known: bool  # whether it is a listed given name
    tail: str  # without its marks, where it may be the end of a name: *Seun* of *Oluwaseun*
    endings: frozenset[str]  # the word with other endings of pet names: *Ronnie*, *Ronney*
    shared: int  # how many letters it must share with the name; 0 if it is none
    full: Iterable[str] | None  # what the lists have it as short for, if it is a pet name


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class SecondLook:
    """Joins groups of one document."""

    words: NameWords  # what the lists know of names

    def joined(self, groups: Sequence[Group]) -> list[Group]:
        """Return the groups, those of one person as one; every mention stays in exactly one."""
        kept = list(groups)
        steps: tuple[tuple[_Opens, _IsOne], ...] = (
            (lambda group: bool(group.family), self._misspelt),
            (lambda g: bool(g.lead and g.family and not g.given), self._completes),
            (_is_initials, _signs),
            self._pets(),
            self._further(),
        )
        letters = cache(lambda group, _size: _first_letters(group))
        buckets: Sequence[Sequence[Group]] = ()
        for opens, find in steps:
            buckets = buckets or _beginning_alike(kept, letters)
            merged = _merged(kept, opens, find, buckets)
            kept, buckets = merged, buckets if len(merged) == len(kept) else ()
        return kept

    def _misspelt(self, one: Group, other: Group) -> bool:
        """Tell whether two names differ in one letter that a list has not, or in diacritics."""
        if not (one.family and other.family) or not _may_be_one(one, other):
            return False
        if min(len(one.surnames), len(other.surnames)) > 1 and not all(
            any(self._alike(a, b, "family", _LEAST_SPELT) for b in one.surnames)
            for a in other.surnames
        ):
            return False  # another's patronymic
        if one.given and other.given:
            families = one.last or one.family, other.last or other.family
            return self._alike(one.given, other.given, "given", _LEAST_SPELT) and self._alike(
                *families, "family", _LEAST_SPELT
            )
        alone = not (one.given or one.lead) or not (other.given or other.lead)
        same = bool(one.family & other.family)
        return alone and not same and self._alike(one.family, other.family, "family", _LEAST_ALONE)

    def _alike(self, names: Iterable[str], others: Iterable[str], kind: str, least: int) -> bool:
        others = tuple(others)
        return any(self._is_spelling(a, b, kind, least) for a in names for b in others)

    def _is_spelling(self, name: str, other: str, kind: str, least: int) -> bool:
        one, two = fold(name), fold(other)
        if one == two or (one[:1] != two[:1] and skeleton(one) == skeleton(two)):
            return True
        if min(len(one), len(two)) < least or one[:1] != two[:1] or not is_near(one, two):
            return False
        return not (self.words.is_listed(name, kind) and self.words.is_listed(other, kind))

    def _completes(self, one: Group, other: Group) -> bool:
        """Tell whether a lone given name is the one an initial before a surname stands for."""
        given, surname = (one, other) if one.given else (other, one)
        if not given.given or given.family or surname.given or not surname.family:
            return False
        if not surname.lead or not _may_be_one(one, other):
            return False
        first = surname.lead[0] in {fold(name)[:1] for name in given.given}
        tails = {fold(name)[:1] for name in surname.family}
        return first and (not given.tail or given.tail in tails)

    def _further(self) -> tuple[_Opens, _IsOne]:
        """Return what tells who has a name no list has, and whether it is a further of another's.

        *Thanh* of *Lê Văn Thanh*; what each group says is read once.
        """
        own = cache(lambda g: _all_names(g) if self._may_be_further(g) else set[str]())
        more = cache(lambda g: _all_names(g, further=True) if g.given and g.family else set[str]())

        def is_further(short: Group, whole: Group) -> bool:
            return not own(short).isdisjoint(more(whole)) and _may_be_one(short, whole)

        return own, lambda one, other: is_further(one, other) or is_further(other, one)

    def _may_be_further(self, group: Group) -> bool:
        """Tell whether it is one word that no list has for a given name."""
        if bool(group.given) == bool(group.family) or group.lead or group.tail:
            return False
        return not any(self.words.is_listed(name, "given") for name in _all_names(group))

    def _pets(self) -> tuple[_Opens, _IsOne]:
        """Return what tells who has a word no list resolves, and whether it is short for a name.

        *Dodo* for *Dominik*; what each group says is read once.
        """
        read = cache(self._as_pet)

        def is_pet(short: Group, whole: Group) -> bool:
            pet = read(short)
            return bool(pet and self._is_pet_of(pet, short, whole) and _may_be_one(short, whole))

        return read, lambda one, other: is_pet(one, other) or is_pet(other, one)

    def _as_pet(self, group: Group) -> _Pet | None:
        if not _may_be_pet(group):
            return None
        word = next(_literal(group))
        known, family = (self.words.is_listed(word, kind) for kind in ("given", "family"))
        lone = bool(group.given) != bool(group.family)
        ends = self.words.diminutives
        stems = (word.removesuffix(e) for e in ends if word.endswith(e))
        endings = {stem + e for stem in stems if len(stem) > _CUT for e in ends} - {word}
        tail = fold(word) if lone and len(word) >= _TAIL and not (known or family) else ""
        full, shared = self.words.nicknames.get(word), 0
        if full is not None and (group.family or not known):
            shared = _PET
        elif lone and len(word) >= _CUT and (full is not None or not (known or family)):
            shared = _CUT if not known and word.endswith(ends or ("\0",)) else len(word)
        if not (tail or endings or shared or full):
            return None  # short for nothing
        return _Pet(word, known, tail, frozenset(endings), shared, full)

    def _is_pet_of(self, pet: _Pet, short: Group, whole: Group) -> bool:
        if short.tail and short.tail not in {fold(name)[:1] for name in whole.family}:
            return False
        word, shared = pet.word, pet.shared
        full = whole.literal.intersection(pet.full or ())
        if short.given and short.family and not (short.family & whole.family):
            return bool(full) and not whole.family
        names = whole.given or (whole.family if not whole.lead else set())
        if not names:
            return False
        said = full if short.given and not (short.family or whole.family) else ()  # Peti of Péter
        if (
            not pet.endings.isdisjoint(names)
            or (pet.tail and any(fold(n).endswith(pet.tail) and n != word for n in names))
            or (said and any(fold(name)[:_PET] == fold(word)[:_PET] for name in said))
        ):
            return True
        if pet.full is not None and not full:
            shared = max(shared, _CUT) if shared else 0
        names = (whole.called & names or names) if pet.known else names
        for own, cut in (_in_one_script(name, word) for name in (names if shared else ())):
            if own[: min(shared, len(cut))] == cut[:shared] and own != cut:
                return True
        return False


def _in_one_script(name: str, word: str) -> tuple[str, str]:
    """Return two words as they can be compared: *Zhuli* beside *Жулия* by their sounds."""
    key = fold if is_cyrillic(name) == is_cyrillic(word) else skeleton
    return key(name), key(word)


def _all_names(group: Group, *, further: bool = False) -> set[str]:
    """Return whatever the given names, all or but the first, and surnames of a person may be."""
    own = (names for r in group.members for names in (*r.given[int(further) :], *r.family))
    return {name for names in own for name in names if len(name) >= _CUT}


def _is_initials(group: Group) -> bool:
    """Tell whether it is but the initials of a given name and a surname."""
    return bool(group.lead and group.tail and not group.given and not group.family)


def _signs(one: Group, other: Group) -> bool:
    """Tell whether initials are those of who is called by the given name alone."""
    letters, named = (one, other) if _is_initials(one) else (other, one)
    if not _is_initials(letters) or named.family or named.tail or not _may_be_one(one, other):
        return False
    return letters.lead[0] in {fold(name)[:1] for name in named.called or named.given}


def _may_be_pet(group: Group) -> bool:
    """Tell whether it says a word that may be short for a name."""
    return not (group.lead or group.letter) and (
        0 < len(next(iter(_literal(group)), "")) <= _LONGEST_PET
    )


def _literal(group: Group) -> Iterator[str]:
    """Yield the likeliest reading of the first name of each mention that says only one."""
    for reading in group.members:
        names = reading.given or reading.family
        if len(reading.given) < 2 and names:
            yield names[0][0]


def _may_be_one(one: Group, other: Group) -> bool:
    """Tell whether neither gender, role nor family keeps two groups apart."""
    if one.household or other.household or (one.marks and other.marks and one.marks != other.marks):
        return False
    if not one.beside.isdisjoint(r.mention.span for r in other.members):
        return False
    said = (one.genders, one.roles, one.stances, one.labels)
    return all(map(agree, said, (other.genders, other.roles, other.stances, other.labels)))


def _merged(
    groups: list[Group], opens: _Opens, is_one: _IsOne, buckets: Sequence[Sequence[Group]]
) -> list[Group]:
    """Join groups of which each could be one with each of the others, and with no further one.

    Args:
        groups: Of the document.
        opens: What one of two must be, whoever the other is.
        is_one: Tells whether two may be one.
        buckets: Those that begin alike.
    """
    asked = {id(group) for group in groups if opens(group)}
    near = _near_one_another(buckets, asked) if asked else ()
    pairs = [(a, b) for a, b in near if is_one(a, b)]
    beside: dict[int, dict[int, Group]] = {}
    for one, other in pairs:
        beside.setdefault(id(one), {id(one): one})[id(other)] = other
        beside.setdefault(id(other), {id(other): other})[id(one)] = one
    gone: set[int] = set()
    for own in beside.values():
        alike = all(beside[other].keys() == own.keys() for other in own)
        if alike and gone.isdisjoint(own):
            fuller, *rest = sorted(
                own.values(),
                key=lambda g: (bool(g.given), bool(g.family), len(g.members)),
                reverse=True,
            )
            for reading in (r for group in rest for r in group.members):
                fuller.add(reading)
            gone |= own.keys() - {id(fuller)}
    return [group for group in groups if id(group) not in gone]


def _beginning_alike(groups: Sequence[Group], letters: _Letters) -> list[list[Group]]:
    """Return the groups by what they begin with; of very many that begin so nothing tells."""
    buckets: dict[str, list[Group]] = {}
    for group in groups:
        for letter in letters(group, len(group.members)):
            buckets.setdefault(letter, []).append(group)
    return [bucket for bucket in buckets.values() if 1 < len(bucket) <= _MOST]


def _near_one_another(
    buckets: Iterable[Sequence[Group]], asked: set[int]
) -> Iterable[tuple[Group, Group]]:
    """Return the pairs that begin alike, one of each asked for."""
    every = ([(group, id(group) in asked) for group in bucket] for bucket in buckets)
    return {
        (id(a), id(b)): (a, b)
        for bucket in every
        if any(opens for _, opens in bucket)
        for n, (a, one) in enumerate(bucket)
        for b, other in bucket[n + 1 :]
        if one or other
    }.values()


def _first_letters(group: Group) -> list[str]:
    names = *group.given, *group.family
    ends = {f"-{fold(name)[-_TAIL:]}" for name in names if len(name) >= _TAIL}
    further = {f"={name}" for name in _all_names(group)}
    leads = [*names, *group.lead[:1]]
    return sorted({skeleton(name)[:1] for name in leads} | ends | further)

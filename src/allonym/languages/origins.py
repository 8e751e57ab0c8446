"""Where names of people are at home: *Selçuk* in Turkish, *Étienne* in French.

``common/origins.tsv`` holds given names, surnames and endings of surnames by origin; it is made by
``tools/build_origins.py``.  The usual ones are known by their sound, whatever the transliteration.
A language that spells names its own way has those to draw in ``origins.tsv`` of its pack.
``migrants.tsv`` says how many of each origin write a language, and the culture of what is *far*: a
reader sees it at once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import chain
from operator import ne
from pathlib import Path

from allonym.languages.pack import common_path, rows
from allonym.text.fold import (
    all_folded,
    all_skeletons,
    fold,
    is_cyrillic,
    plain,
    skeleton,
    strip_marks,
)

GENDERS = {"m": "Masc", "f": "Fem", "s": "", "w": "Fem"}
LISTED, ENDING, HEARD, OFTEN, USUAL = 2, 2, 3, 3, 4
"""How usual a name is where a long list has it, it ends or sounds so, some or many bear it."""
_BEFORE_ENDING = 2
_ENDING, _PARTICLE, _SAMPLED, _BAR = "e", "p", "*", "|"
_HEARD = "heard "
_TOLD = ("given", "family", "particle", "heard given", "heard family")
_NONE = frozenset[str]()
_NOBODY: dict[str, frozenset[str]] = {}
_Table = dict[str, dict[str, frozenset[str]]]
"""The origins of names, by kind."""
_MARKED = 0.6
"""The share of names with diacritics from which on a list shows not all that there may be."""


@dataclass(frozen=True)
class Origins:
    """Tells and gives names by origin."""

    # by ``given`` or ``family`` the origins of each name without diacritics; of the usual ones by
    # their sound too, and by ``heard`` before the kind; by ``particle`` those of *van der*
    known: _Table = field(repr=False)
    # the names to draw from, by origin, kind and UD ``Gender``
    drawn: Mapping[tuple[str, str, str], tuple[str, ...]] = field(repr=False)
    # the UD ``Gender`` of a given name, by the same, where it has but one
    genders: Mapping[str, str] = field(repr=False)
    # what surnames of an origin end in, the longest first
    endings: tuple[tuple[str, str], ...] = field(repr=False, default=())
    # the origins and kinds of which `drawn` has some names of a list, usual or not
    sampled: frozenset[tuple[str, str]] = frozenset()
    # all names of the origins whose lists have their diacritics, in small letters
    spelt: Mapping[str, frozenset[str]] = field(repr=False, default_factory=dict)
    # the names that are usual too and not drawn, by origin and kind
    borne: Mapping[tuple[str, str], tuple[str, ...]] = field(repr=False, default_factory=dict)
    # those that a register counts often, by the same
    often: Mapping[tuple[str, str], tuple[str, ...]] = field(repr=False, default_factory=dict)
    # the given names that are known and not drawn, in small letters, with themselves folded
    rarer: Mapping[str, str] = field(repr=False, default_factory=dict)
    # how many in a thousand are of an origin, by language
    shares: Mapping[str, Mapping[str, float]] = field(repr=False, default_factory=dict)
    # that of each origin that is far: whose names show at once another culture
    cultures: Mapping[str, str] = field(repr=False, default_factory=dict)
    # the origins whose names Latin letters spell in several ways
    respelt: frozenset[str] = frozenset()

    @cached_property
    def levels(self) -> Callable[[str, str], Mapping[str, int]]:
        """What tells, by kind, how usual a name is in the origins that have it; see `_levels`."""
        return lru_cache(1 << 12)(self._levels)

    def _levels(self, kind: str, name: str) -> Mapping[str, int]:
        """Return how usual a name is in the origins that have it; others have nobody of it.

        Where it is usual it is rather meant than where long lists have it too: *Giovanni Rossi* is
        on the English one.  What writes other letters may be heard; for a surname that no list has
        its end speaks.
        """
        listed = self.listed(kind, name)
        if not (listed and self._has(kind, name)):
            ends = listed or self._origins(kind, name, own=False)
            heard = listed if is_cyrillic(name) else listed - self.cultures.keys()  # not in Briar
            return {o: HEARD if o in heard else ENDING for o in ends}
        found = dict.fromkeys(self._heard(kind, name), LISTED)
        usual, often = listed & self.usual_in(kind, name), listed & self._often_in(kind, name)
        found |= dict.fromkeys((usual | often) or listed, LISTED)
        return found | dict.fromkeys(often, OFTEN) | dict.fromkeys(usual, USUAL)

    def contested(self, kind: str, name: str, near: frozenset[str]) -> bool:
        """Tell whether a name is usual abroad, or sounds so of afar, and in no near origin."""
        listed = self.listed(kind, name)
        usual = listed & (self.usual_in(kind, name) | self._often_in(kind, name))
        heard = is_cyrillic(name) and bool(listed) and not self._has(kind, name)
        afar = heard and listed <= self.cultures.keys()
        return afar or (bool(usual) and usual.isdisjoint(near))

    def _origins(self, kind: str, name: str, *, own: bool) -> frozenset[str]:
        """Return where a name is at home; for a surname that no list has, what its end says."""
        found = self.listed(kind, name)
        if found or own or kind != "family":
            return found
        low = name.casefold()
        ends = (
            o for e, o in self.endings if low.endswith(e) and len(low) - len(e) >= _BEFORE_ENDING
        )
        return frozenset([*ends][:1])

    def listed(self, kind: str, name: str) -> frozenset[str]:
        """Return the origins whose lists have a name.

        In Latin letters one with diacritics is of an origin only as it is spelt there: *Kubáň* is
        no Polish *Kuban*, *Pușa* no Finnish *Pusa*, *Mäki* no Japanese.
        """
        if found := _of(self.known, kind, fold(name)):
            if name.isascii() or (is_cyrillic(name) and strip_marks(name) == name):
                return found
            marked = (
                self.spelt.get(o, () if o in self.cultures else (plain(name),)) for o in found
            )
            exact = (o for o, spelt in zip(found, marked, strict=True) if plain(name) in spelt)
            return frozenset(exact)
        return self._heard(kind, name)

    def _heard(self, kind: str, name: str) -> frozenset[str]:
        """Return the origins where a name that many bear sounds so, or else any."""
        key = skeleton(name)
        heard = _of(self.known, _HEARD + kind, key) or _of(self.known, kind, key)
        return heard if is_cyrillic(name) else heard & self.respelt

    def _has(self, kind: str, name: str) -> bool:
        return bool(_of(self.known, kind, fold(name)))

    def is_listed(self, kind: str, name: str) -> bool:
        """Tell whether the list of some origin has a name, and not just what sounds like it."""
        return bool(self.listed(kind, name)) and self._has(kind, name)

    @cached_property
    def given(self) -> Mapping[str, str]:
        """The UD ``Gender`` of usual given names, in small letters, that are no rarer as such.

        *Ahmed* is a surname in Pakistan, and a given name elsewhere.
        """
        own = chain(*(names for (_, kind, _), names in self.drawn.items() if kind == "given"))
        return self._called(dict(zip(*all_folded([*own]), strict=True)))

    @cached_property
    def rarer_given(self) -> Mapping[str, str]:
        """The same of those that are known and not drawn."""
        return self._called(self.rarer)

    def _called(self, names: Mapping[str, str]) -> Mapping[str, str]:
        family = self.known["family"]
        as_given, as_family = (self._times[kind] for kind in ("given", "family"))
        return {
            name: sex
            for name, key in names.items()
            if (sex := self.genders[key])
            and (key not in family or as_given[key] >= as_family[key] > 0)
        }

    @cached_property
    def _times(self) -> Mapping[str, Counter[str]]:
        """By kind how many lists to draw from have a name, folded."""
        times = {"given": Counter[str](), "family": Counter[str]()}
        for (_, kind, _), own in self.drawn.items():
            times[kind].update(all_folded(own)[1])
        return times

    def names(self, origin: str, kind: str, gender: str) -> tuple[str, ...]:
        """Return the names of an origin to draw from: a man's where the gender is unknown."""
        women = self.drawn.get((origin, kind, gender), ()) if kind == "family" else ()
        return women or self.drawn.get(
            (origin, kind, (gender or "Masc") if kind == "given" else ""), ()
        )

    def has(self, origin: str, kind: str, name: str) -> bool:
        """Tell whether a name is known in an origin."""
        return origin in self._origins(kind, name, own=False)

    def usual_in(self, kind: str, name: str) -> frozenset[str]:
        """Return the origins in which a name is usual, spelled so."""
        return _of(self._usual_in, kind, fold(name))

    @cached_property
    def usual_surnames(self) -> frozenset[str]:
        """The surnames that are usual in some origin, folded."""
        return frozenset(self._usual_in["family"])

    @cached_property
    def _usual_in(self) -> _Table:
        drawn = (((o, k), own) for (o, k, _), own in self.drawn.items())
        return _where(chain((p for p in drawn if p[0] not in self.sampled), self.borne.items()))

    def _often_in(self, kind: str, name: str) -> frozenset[str]:
        return _of(self._often, kind, fold(name))

    @cached_property
    def _often(self) -> _Table:
        return _where(self.often.items())

    def gender(self, name: str) -> str:
        """Return the UD ``Gender`` of a given name; nothing where it is unknown or has two."""
        return self.genders.get(fold(name), self.genders.get(skeleton(name), ""))


@cache
def load_origins(own: Path | None) -> Origins:
    """Read the table.

    Args:
        own: Names as a language spells them: of their origins they alone are drawn, and nothing
            else where it has letters of its own.
    """
    known: _Table = {kind: {} for kind in _TOLD}
    drawn: dict[tuple[str, str, str], tuple[str, ...]] = {}
    genders: dict[str, str] = {}
    endings: list[tuple[str, str]] = []
    sampled: set[tuple[str, str]] = set()
    spelt: dict[str, dict[str, str]] = defaultdict(dict)
    borne: dict[tuple[str, str], tuple[str, ...]] = {}
    often: dict[tuple[str, str], tuple[str, ...]] = {}
    rarer: dict[str, str] = {}
    apart = any(is_cyrillic(names) for *_, names in rows(own))
    for latin, origin, starred, names in _rows(own):
        kind = starred.rstrip(_SAMPLED)
        if kind == _ENDING:
            endings += ((ending, origin) for ending in names.split())
            continue
        if kind == _PARTICLE:
            _add(known["particle"], names.split(), origin)
            continue
        usual, others, small, folded, heard = _names(names)
        part = "given" if kind in "mf" else "family"
        sampled |= {(origin, part)} if kind != starred else set()
        instead: tuple[str, ...] = ()
        if not (latin and apart):
            instead = drawn.get((origin, part, GENDERS[kind]), ())
            drawn[origin, part, GENDERS[kind]] = tuple(usual)
        for found, more in ((borne, (*others[:-1][:1], instead)), (often, others[1:-1])):
            found[origin, part] = (*found.get((origin, part), ()), *chain(*more))
        spelt[origin].update(zip(small, folded, strict=True))
        rest = slice(len(usual), None if part == "given" else 0)
        rarer.update(zip(small[rest], folded[rest], strict=True))
        _add(known[_HEARD + part], heard, origin)
        told = (*folded, *heard[: len(usual)])
        _add(known[part], told, origin)
        sexes = dict.fromkeys(told if part == "given" else (), GENDERS[kind])
        genders |= {n: s if genders.get(n, s) == s else "" for n, s in sexes.items()}
    ordered = tuple(sorted(endings, key=lambda pair: (-len(pair[0]), pair)))
    marked = {origin: frozenset(own) for origin, own in spelt.items() if _has_marks(own)}
    read = (known, drawn, genders, ordered, frozenset(sampled), marked, borne, often, rarer)
    return Origins(*read, *_migrants())


@cache
def _migrants() -> tuple[Mapping[str, Mapping[str, float]], Mapping[str, str], frozenset[str]]:
    """Return how many of an origin write a language, the cultures, and what is spelt variously."""
    (_, _, _, *codes), *table = rows(common_path("migrants.tsv"))
    shares = {
        origin: {code: float(own) for code, own in zip(codes, counts, strict=True) if own}
        for origin, _, _, *counts in table
    }
    cultures = {origin: culture for origin, culture, *_ in table if culture}
    return shares, cultures, frozenset(origin for origin, _, star, *_ in table if star)


@cache
def _names(cell: str) -> tuple[list[str], list[list[str]], list[str], list[str], list[str]]:
    """Return the usual names of a cell and the others, all plain and folded, the sound of some."""
    usual, *others = (own.split() for own in cell.split(_BAR))
    heard = all_skeletons([*usual, *chain(*others[:-1][:1])])
    return usual, others, *all_folded([*usual, *chain(*others)]), heard


def _where(
    lists: Iterable[tuple[tuple[str, str], Iterable[str]]],
) -> _Table:
    """Return the origins of the names of lists, by kind."""
    found: _Table = {"given": {}, "family": {}}
    for (origin, kind), names in lists:
        _add(found[kind], all_folded([*names])[1], origin)
    return found


def _of(table: _Table, kind: str, name: str) -> frozenset[str]:
    """Return the origins of a name; none of a kind that the table does not have."""
    return table.get(kind, _NOBODY).get(name, _NONE)


def _add(found: dict[str, frozenset[str]], names: Iterable[str], origin: str) -> None:
    """Add an origin to those of names, which are one object for all names that have the same."""
    own = dict.fromkeys(names, _with(_NONE, origin))
    own.update((name, _with(found[name], origin)) for name in found.keys() & own.keys())
    found |= own


@cache
def _with(origins: frozenset[str], origin: str) -> frozenset[str]:
    return origins | {origin}


def _has_marks(folded: Mapping[str, str]) -> bool:
    """Tell whether a list of names, each with itself folded, has the diacritics of most."""
    marked: int = sum(map(ne, folded, folded.values()))
    return marked < _MARKED * len(folded)


def _rows(own: Path | None) -> Iterator[tuple[bool, str, str, str]]:
    """Yield the rows of the common table and of one's own, and whether they are of the first."""
    for path in (common_path("origins.tsv"), own):
        for origin, kind, names in rows(path):
            yield path != own, origin, kind, names

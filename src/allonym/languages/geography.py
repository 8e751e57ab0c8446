"""The settlements of a language's country or countries: size, region, postcodes, codes.

``geography.tsv`` of a pack has one settlement a row, the largest first; it is made by
``tools/build_geography.py``.  Where two share a name, the larger is meant.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import islice

from allonym.languages.abbreviated import Abbreviated
from allonym.languages.abroad import load_abroad
from allonym.languages.county_words import CountyWords, announcing_of
from allonym.languages.pack import LanguagePack, common_toml
from allonym.languages.postcode_index import PostcodeIndex, indexes_of
from allonym.languages.town import SEA, Town, read_towns
from allonym.languages.town_columns import TownColumns
from allonym.model.span import Span
from allonym.text.capitals import CAPITAL
from allonym.text.fold import all_folded, is_cyrillic, to_latin
from allonym.text.occurring import which_match

__all__ = ["Geography", "Town", "load_geography"]

_ENOUGH, _WIDEST, _WELL = 6, 4, 10
_CEDILLA, _WARD = str.maketrans("ŞşŢţ", "ȘșȚț"), "quarter.ward"


@dataclass(frozen=True, eq=False)
class Geography:
    """All the settlements that a pack knows, the largest first."""

    towns: tuple[Town, ...] = field(repr=False, default=())  # the rows of the table
    # what towns are called for short, and their names: *Bp.*, *Hull*
    short: Mapping[str, str] = field(repr=False, default_factory=dict)
    # what regions are called in full, by the code that the table has: *AL*, *Alabama*
    full: Mapping[str, str] = field(repr=False, default_factory=dict)
    # what else is short for a region: *Mont*, *MT*
    brief: Mapping[str, str] = field(repr=False, default_factory=dict)
    # words that a region follows (*jud.*, *обл.*), how those begin that follow one, words for and
    announcing: Sequence[Sequence[str]] = ((), ())
    # what words before a name say that it is: *гр.*, *comuna*
    kinds: Mapping[str, str] = field(repr=False, default_factory=dict)
    # the same of words behind it: *kommun*
    kinds_behind: Mapping[str, str] = field(repr=False, default_factory=dict)
    # how words begin that tell how a settlement lies, as regular expressions
    landscape: Mapping[str, Sequence[str]] = field(repr=False, default_factory=dict)
    # the towns with a court of first instance, of countries that they are known of
    courts: Mapping[str, Sequence[str]] = field(repr=False, default_factory=dict)
    # the same of what stands only in documents of a country or a part of one
    signs: Mapping[str, Sequence[str]] = field(repr=False, default_factory=dict)
    # the towns of which each form of a quarter's name may be one, case-folded, each with whether it
    # goes before a town of that name
    quarters: Mapping[str, Mapping[str, bool]] = field(repr=False, default_factory=dict)

    @cached_property
    def by_size(self) -> Sequence[Town]:
        """All settlements, the largest first, in whatever country they are."""
        return sorted(self.towns, key=lambda town: town.size)

    @cached_property
    def by_name(self) -> Mapping[str, Town]:
        """The largest settlement of each name, case-folded."""
        return {town.name.casefold(): town for town in reversed(self.by_size)}

    @cached_property
    def by_dial(self) -> Mapping[tuple[str, str], Town]:
        """The largest settlement of each country and dialling code."""
        return {(town.state, town.dial): town for town in reversed(self.towns) if town.dial}

    @cached_property
    def by_plate(self) -> Mapping[str, Town]:
        """The largest settlement of each registration code."""
        return {town.plate: town for town in reversed(self.towns) if town.plate}

    @cached_property
    def by_region(self) -> Mapping[str, Town]:
        """The largest settlement of each region, case-folded."""
        return {town.region.casefold(): town for town in reversed(self.by_size) if town.region}

    @cached_property
    def smallest(self) -> Mapping[str, int]:
        """The class of villages of each country."""
        return {town.country: town.size for town in self.by_size}

    @cached_property
    def ranks(self) -> Mapping[str, int]:
        """Which city each of the first class is by its size, by name; 0 is the largest."""
        cities = [town.name for town in self.towns if not town.size]
        return {name: rank for rank, name in reversed([*enumerate(cities)])}

    @cached_property
    def drawn(self) -> Mapping[tuple[str, int], tuple[Town, ...]]:
        """The towns that may stand for another, by country and class."""
        found: dict[tuple[str, int], list[Town]] = defaultdict(list)
        for town in self.towns:
            if town.drawn and self.named(town.name) is town:  # no Newcastle for short
                found[town.country, town.size].append(town)
        return {key: tuple(towns) for key, towns in found.items()}

    @cached_property
    def columns(self) -> Mapping[str, TownColumns]:
        """The same of each country, by columns."""
        found: dict[str, list[Town]] = defaultdict(list)
        for (country, _), towns in self.drawn.items():
            found[country] += towns
        return {country: TownColumns(towns) for country, towns in found.items()}

    @cached_property
    def by_sea(self) -> frozenset[str]:
        """The names of all towns by the sea that may stand for another."""
        return frozenset(t.name for own in self.drawn.values() for t in own if t.lies & SEA)

    @cached_property
    def told(self) -> Mapping[str, re.Pattern[str]]:
        """What near the name of a settlement tells how it lies, by how that is."""
        cues = self.landscape.items()
        return {lie: re.compile(rf"(?<!\w)(?i:{'|'.join(own)})") for lie, own in cues}

    @cached_property
    def telling(self) -> Callable[[str], Iterator[str]]:
        """What yields the countries, or parts of one, that a text is of, once for each sign."""
        own = [(countries, sign) for countries, signs in self.signs.items() for sign in signs]
        matching = which_match([sign for _, sign in own])
        return lambda text: (c for n in matching(text) for c in own[n][0].split())

    @cached_property
    def villages(self) -> frozenset[str]:
        """The words before the name of a village or its municipality."""
        return frozenset(w for w, kind in self.kinds.items() if kind not in ("city", "town"))

    @cached_property
    def municipal(self) -> frozenset[str]:
        """The words before the name of a municipality."""
        return frozenset(w for w, kind in self.kinds.items() if kind in ("municipality", "commune"))

    @cached_property
    def lies(self) -> frozenset[str]:
        """Every way in which a settlement of the table lies."""
        return frozenset(lie for town in self.towns for lie in town.lies)

    @cached_property
    def _of_kind(self) -> dict[tuple[str, bool, str], Mapping[str, Town]]:
        return {}

    def of_kind(self, kind: str, *, municipal: bool, country: str = "") -> Mapping[str, Town]:
        """Return what may stand for another, by name, the largest of each country first.

        Args:
            kind: City, town or village; any where it is empty.
            municipal: Whether only those will do that give a municipality its name.
            country: Where they are; anywhere if it is empty.
        """
        key = kind, municipal, country
        if key not in self._of_kind:
            towns = (t for (c, _), own in self.drawn.items() if country in ("", c) for t in own)
            fit = (t for t in towns if kind in ("", t.kind) and (t.own or not municipal))
            self._of_kind[key] = {town.name: town for town in fit}
        return self._of_kind[key]

    @cached_property
    def of_municipality(self) -> Mapping[tuple[str, str], tuple[Town, ...]]:
        """What may stand for a village of each municipality that is called otherwise."""
        found: dict[tuple[str, str], list[Town]] = defaultdict(list)
        for town in self.towns:
            if town.drawn and town.part and self.by_name[town.name.casefold()] is town:
                found[town.country, town.part].append(town)
        return {key: tuple(towns) for key, towns in found.items()}

    def named(self, name: str, country: str = "") -> Town | None:
        """Return the settlement of a name, also where only its beginning is said: *Cluj*.

        Args:
            name: The citation form; marks may be missing from its letters.
            country: Where it is looked for first, where several countries have the name.
        """
        key = name.translate(_CEDILLA).casefold()
        key = self._called.get(key, key)
        homes = (self._at_home.get((where, key)) for where in (country, country[:2]))
        own = next(filter(None, homes), None)
        found = own or self.by_name.get(key) or self._short.get(key) or self._folded.get(key)
        found = found or (self.abbreviated.named(name) if "." in name else None)
        return found or (self.named(key.replace("-", " "), country) if "-" in key else None)

    def is_large(self, name: str) -> bool:
        """Tell whether a name is that of a settlement that is no village."""
        return (town := self.named(name)) is not None and town.size < self.smallest[town.country]

    @cached_property
    def abbreviated(self) -> Abbreviated:
        """What knows the towns by names with words cut short."""
        return Abbreviated(self.by_size)

    def all_named(self, name: str) -> tuple[Town, ...]:
        """Return all the settlements of a name, the largest first."""
        town = self.named(name)
        key = (town.country, town.name.casefold()) if town else ("", "")
        return self.homonyms.get(key, (town,) if town else ())

    @cached_property
    def _called(self) -> Mapping[str, str]:
        old = {t.name.replace("â", "î"): t.name for t in reversed(self.towns) if "â" in t.name}
        return {k.casefold(): name.casefold() for k, name in (old | dict(self.short)).items()}

    @cached_property
    def _at_home(self) -> Mapping[tuple[str, str], Town]:
        names = [(town, town.name.casefold()) for town in reversed(self.by_size)]
        wide = {(town.state, name): town for town, name in names}
        return wide | {(town.country, name): town for town, name in names}

    @cached_property
    def _folded(self) -> Mapping[str, Town]:
        names = zip(self.by_name.items(), all_folded([*self.by_name])[1], strict=True)
        plain = {folded: town for (name, town), folded in names if folded != name}
        latin = ((to_latin(name), t) for name, t in self.by_name.items() if is_cyrillic(name))
        return {**dict(latin), **plain}

    def is_announced(self, text: str, span: Span) -> bool:
        """Tell whether a name stands behind ``jud.`` or before ``megye``: it is a region's."""
        return self._county_words.tell(text, span, self.in_region)

    @cached_property
    def _county_words(self) -> CountyWords:
        return CountyWords(*self.announcing)

    @cached_property
    def later(self) -> re.Pattern[str]:
        """What matches a region that is announced behind a comma and more: *, str. X 3, jud. Y*."""
        before = "|".join(map(re.escape, self.announcing[0])) or "(?!)"
        name = rf"([^\W\d_]+(?:[ -]{CAPITAL}[^\W\d_]+)?)"
        return re.compile(rf",\s[^\n;]{{0,60}}?,\s(?i:{before})(?:\.|[ \u00a0]|\. ){name}")

    def is_region(self, name: str, home: str = "") -> bool:
        """Tell whether a name is a region's; a state's goes before small towns of its name.

        Args:
            name: The name, or what is short for it.
            home: The country that a document is about: its regions go before towns elsewhere.
        """
        town, own = self.named(name, home), self.in_region(name)
        there = own and (not town or town.kind == "village" or town.state != home[:2] == own.state)
        return name.casefold() in self._states or bool(there)

    @cached_property
    def _states(self) -> frozenset[str]:
        names = (full.casefold() for full in self.full.values())
        return frozenset(n for n in names if not (town := self.named(n)) or town.size > 0)

    def in_region(self, name: str) -> Town | None:
        """Return the largest town of a region, by its name or its code; None for other names."""
        key = name.casefold().rstrip(".")
        return self.by_region.get(self._codes.get(key, key))

    @cached_property
    def _codes(self) -> Mapping[str, str]:
        codes = {full.casefold(): code.casefold() for code, full in self.full.items()}
        return codes | {brief.casefold(): code.casefold() for brief, code in self.brief.items()}

    def countries(self, name: str) -> frozenset[str]:
        """Return the countries that have a settlement of this name."""
        key = name.translate(_CEDILLA).casefold()
        key = self._called.get(key, key)
        return frozenset(c for c in self.smallest if (c, key) in self._at_home)

    @cached_property
    def _short(self) -> Mapping[str, Town]:
        names = ((t.name.partition("-"), t) for t in reversed(self.towns) if t.size == 0)
        return {first.casefold(): town for (first, mark, _), town in names if mark}

    @cached_property
    def areas(self) -> Mapping[str, Mapping[str, tuple[Town, ...]]]:
        """The areas of each country in which many towns can be drawn, with those towns."""
        found: dict[str, dict[str, list[Town]]] = defaultdict(lambda: defaultdict(list))
        for (country, _), towns in self.drawn.items():
            for town in towns:
                found[country][town.area].append(town)
        each = ((country, own.items()) for country, own in found.items())
        return {c: {a: tuple(t) for a, t in own if a and len(t) >= _WELL} for c, own in each}

    @cached_property
    def largest(self) -> Mapping[tuple[str, str], int]:
        """The class of the largest town of each country and area, be it never drawn."""
        return {(town.country, town.area): town.size for town in reversed(self.by_size)}

    @cached_property
    def seats(self) -> frozenset[str]:
        """Names of the towns that serve a district: where courts are, else the first of each."""
        drawn = (town for town in reversed(self.towns) if town.drawn)  # no hamlet of a sight
        first = {(t.country, t.plate or t.region): t for t in drawn}
        large = (town for town in self.towns if not town.size)
        found = {t.name for t in (*first.values(), *large) if t.country not in self.courts}
        return frozenset(found.union(*self.courts.values()))

    @cached_property
    def capitals(self) -> frozenset[str]:
        """Names of the largest town of each region, which serves all of it."""
        return frozenset(town.name for town in self.by_region.values())

    @cached_property
    def homonyms(self) -> Mapping[tuple[str, str], tuple[Town, ...]]:
        """All settlements of a name that several have, by country and case-folded name."""
        found: dict[tuple[str, str], list[Town]] = defaultdict(list)
        for town in self.towns:
            found[town.country, town.name.casefold()].append(town)
        return {key: tuple(towns) for key, towns in found.items() if len(towns) > 1}

    def like(
        self, country: str, size: int, words: int, area: str = "", left: str = ""
    ) -> Iterator[tuple[str, ...]]:
        """Yield the names that may stand for a town, ring by ring, those most like it first.

        A class holds at least ten towns; the first ring that is not of one area has no fewer than
        six.  Few rings are ever looked at, so that each is made when it is.

        Args:
            country: Of the town.
            size: Its class; neighbours of the area may be of the next one.
            words: How many words the names have; any number where it is zero.
            area: Where they are to lie, if anywhere.
            left: The area where none of them may lie, for it is the original's.
        """
        known = self.columns.get(country)

        def step(off: int, where: str = "") -> Iterator[str]:
            for own in dict.fromkeys((size + off, size - off)):
                yield from known.names(own, words=words, area=where, but=left) if known else ()

        local: Iterable[Iterable[str]] = (step(off, area) for off in range(2 * bool(area)))
        if not size:  # a city becomes a city, be it elsewhere
            large = self.cities.get(country, ())
            near, every = (filter(large.__contains__, step(0, where)) for where in (area, ""))
            local = near, every, *islice(local, 1)
        yield from filter(None, map(tuple, local))
        wide: tuple[str, ...] = ()
        for off in range(_WIDEST):
            wide = (*wide, *step(off))
            if wide and (len(wide) >= _ENOUGH or off == _WIDEST - 1):
                yield wide

    @cached_property
    def cities(self) -> Mapping[str, tuple[str, ...]]:
        """The names of the larger half of each country's largest towns."""
        names = {country: known.names(0) for country, known in self.columns.items()}
        return {c: tuple(own[: max(2 * _ENOUGH - 2, len(own) // 2)]) for c, own in names.items()}

    def near_postcode(self, code: str, country: str = "") -> Town | None:
        """Return the settlement of the last postcode before one that begins as it does."""
        return self._postcodes(country).near(code)

    def of_postcode(self, code: str, country: str = "") -> Town | None:
        """Return the largest settlement with a postcode, however it is written.

        What has it may be around that settlement: villages that the table lacks.

        Args:
            code: The postcode.
            country: Whose postcodes are meant; those of all where nothing is said, the first
                country's before another's.
        """
        return self._postcodes(country).of(code)

    def owners(self, code: str) -> tuple[Town, ...]:
        """Return the largest settlement with a postcode of each country that has it."""
        return tuple(t for c, own in self._indexes.items() if c and (t := own.of(code)))

    def writes(self, code: str) -> str:
        """Return the country whose postcodes are written so, whether the table has it or not."""
        return self._postcodes("").writes(code)

    def _postcodes(self, country: str) -> PostcodeIndex:
        return self._indexes.get(country[:2], self._indexes[""])

    @cached_property
    def _indexes(self) -> Mapping[str, PostcodeIndex]:
        return indexes_of(self.towns, dict.fromkeys(country[:2] for country in self.smallest))


@cache
def load_geography(pack: LanguagePack) -> Geography:
    """Read the table of a pack; an empty one when the pack has none.

    Raises:
        PackError: If the file's columns are not those of the table.
    """
    towns, courts = read_towns(pack.path("geography.tsv")), common_toml("seats.toml")["courts"]
    words = pack.toml("address.toml")
    short, full, brief = (words.get(key, {}) for key in ("short", "regions", "regions_short"))
    kinds = (words.get(key, {}).items() for key in ("kinds", "kinds_behind"))
    before, behind = ({word: kind for kind, said in own for word in said} for own in kinds)
    led = announcing_of(pack)
    told, signs = (words.get(key, {}) for key in ("landscape", "signs"))
    within = load_abroad(pack).within.items()
    quarters = {form: {part.country: part.kind == _WARD for part in own} for form, own in within}
    return Geography(towns, short, full, brief, led, before, behind, told, courts, signs, quarters)

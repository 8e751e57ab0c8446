"""Places abroad, of nature and in towns, as a language calls them: cities, rivers, quarters.

``world.tsv`` of a pack has one place a row: what it is, the country it belongs to, its name and the
forms of it; it is made by ``tools/build_world.py``.  What belongs to no country alone (``*``) tells
nothing about anybody: *the Danube*, *Europe*.  Of a quarter the country is the town that it is in.
``common/abroad.tsv`` has the cities of the world by country, as whoever spells them.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

from allonym.languages.pack import LanguagePack, common_path, rows
from allonym.text.fold import fold

_STEM = 5
"""Letters of a city that its misread forms begin with at least."""

_NOWHERE, _CODE = "*", 2
"""What stands for no country alone, and the letters of the code of one: a town has more."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A place that is no settlement of the language's own countries."""

    # ``city``, ``river``, ``mountain``, ``lake``, ``island``, ``region`` ...; ``quarter`` of a
    # town, ``quarter.on`` where one is on it; ``province.on`` with ``city.on`` in it
    kind: str
    # ISO 3166 code, or a town at home; ``*`` where it belongs to none alone
    country: str = field(repr=False)
    name: str = field(repr=False)  # its citation form

    @property
    def within(self) -> bool:
        """Whether it is a part of a town at home."""
        return len(self.country) > _CODE

    @property
    def main(self) -> str:
        """The kind without what it is of."""
        return self.kind.partition(".")[0]

    @property
    def stays(self) -> bool:
        """Whether the name tells nothing about anybody."""
        return self.country == _NOWHERE or self.main == "province"


@dataclass(frozen=True)
class Abroad:
    """All the places of a pack that are no settlements of its own countries."""

    # each place with its forms
    rows: tuple[tuple[Feature, tuple[str, ...]], ...] = field(repr=False, default=())
    # the code of each country, by all its forms, case-folded; behind a dot that of a province
    countries: Mapping[str, str] = field(repr=False, default_factory=dict)

    @cached_property
    def _by_form(self) -> Mapping[str, Feature]:
        rows = [row for row in reversed(self.rows) if not row[0].within]
        forms = {form.casefold(): f for f, own in rows for form in own}
        names = {f.name.casefold(): f for f, _ in rows}
        return {**forms, **names}

    @cached_property
    def _plain(self) -> Mapping[str, Feature]:
        """Cities by their names without marks: *Krakow*."""
        cities = {fold(f.name): f for f, _ in reversed(self.rows) if f.main == "city"}
        return {name: f for name, f in cities.items() if name not in self._by_form}

    @cached_property
    def _by_kind(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        found: dict[tuple[str, str], list[str]] = defaultdict(list)
        for feature, _ in self.rows:
            for kind in {feature.kind, feature.main}:
                found[kind, feature.country].append(feature.name)
        return {key: tuple(names) for key, names in found.items()}

    @cached_property
    def within(self) -> Mapping[str, tuple[Feature, ...]]:
        """The parts of towns at home that a form may mean, case-folded."""
        found: dict[str, list[Feature]] = defaultdict(list)
        for feature, own in self.rows:
            for form in {n.casefold() for n in (feature.name, *own)} if feature.within else ():
                found[form].append(feature)
        return {form: tuple(features) for form, features in found.items()}

    @cached_property
    def divided(self) -> frozenset[str]:
        """The towns at home of which the table has parts."""
        return frozenset(feature.country for feature, _ in self.rows if feature.within)

    def has(self, name: str) -> bool:
        """Tell whether a citation form is that of a place of the table."""
        return name in self._names

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(feature.name for feature, _ in self.rows)

    def parts_of(self, town: str, kind: str) -> tuple[str, ...]:
        """Return the names of the parts of a town, those of a kind if there are any."""
        every = self._by_kind.get((kind.partition(".")[0], town), ())
        return self._by_kind.get((kind, town), every)

    def named(self, name: str) -> Feature | None:
        """Return the place that a name in whatever case means, None where the table lacks it."""
        low = name.casefold()
        found = self._by_form.get(low) or self._plain.get(low)
        marked = self._by_form.get(plain) if (plain := fold(name)) != low and not found else None
        return marked if marked and marked.main == "city" else found  # Gdańskista as Gdanskista

    @cached_property
    def joined(self) -> re.Pattern[str]:
        """What matches cities of several words with a small one inside: *Mo i Rana*."""
        every = ((f.name, *own) for f, own in self.rows if f.main == "city")
        names = {n for own in every for n in own if any(w.islower() for w in n.split()[1:-1])}
        said = "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or "(?!)"
        return re.compile(rf"(?<![\w-])(?:{said})(?![\w-])")

    def of_stem(self, name: str) -> Feature | None:
        """Return the city whose stem a misread form has: *München* for *Münchn*, of *Münchnu*."""
        stem = name.casefold()[:-1]
        cities = self._cities.get(stem[:_STEM], ()) if len(stem) >= _STEM else ()
        alike = (f for f in cities if abs(len(f.name) - len(name)) <= 1)
        return next((f for f in alike if f.name.casefold().startswith(stem)), None)

    @cached_property
    def _cities(self) -> Mapping[str, Sequence[Feature]]:
        """The cities by how they begin."""
        found: dict[str, list[Feature]] = defaultdict(list)
        for city in (feature for feature, _ in self.rows if feature.main == "city"):
            found[city.name.casefold()[:_STEM]].append(city)
        return dict(found)

    def of_kind(self, kind: str, country: str) -> tuple[str, ...]:
        """Return the names of all places of a kind in a country, of its main kind if it has few."""
        own = self._by_kind.get((kind, country), ())
        return own if own[1:] else self._by_kind.get((kind.partition(".")[0], country), ())

    @cached_property
    def staying(self) -> frozenset[str]:
        """All forms of what belongs to no country alone, case-folded."""
        return self._forms(lambda feature: feature.stays)

    @cached_property
    def natural(self) -> frozenset[str]:
        """All forms of what is no town nor in one, case-folded: islands, waters, hills, regions."""
        return self._forms(lambda feature: feature.main != "city" and not feature.within)

    def _forms(self, wanted: Callable[[Feature], bool]) -> frozenset[str]:
        rows = ((f, own) for f, own in self.rows if wanted(f))
        return frozenset(form.casefold() for f, own in rows for form in (f.name, *own))


@cache
def load_abroad(pack: LanguagePack) -> Abroad:
    """Read the tables of a pack; empty ones when the pack has none."""
    world = [(Feature(*row[:3]), tuple(row[3:])) for row in rows(pack.path("world.tsv"))]
    countries = ((row, row[1]) for row in rows(pack.path("countries.tsv")) if row[1:])
    coded = ((row, code[1:]) for row, code in countries if code[:1] == "=")
    codes = {form.casefold(): code for (name, _, *own), code in coded for form in (name, *own)}
    provinces = ((f, form) for f, own in world if f.main == "province" for form in (f.name, *own))
    codes |= {form.casefold(): f.country + f.kind.removeprefix(f.main) for f, form in provinces}
    return Abroad(tuple(world), codes)


def country_of(city: str, *, listed: bool = False) -> str:
    """Return the code of the country of a city of the world; empty where no table has it.

    Args:
        city: Its name, as anybody spells it.
        listed: Whether a list of places has the name, which may then be a village's at home; but
            lists of places have the cities that time zones are called after.
    """
    name = city.casefold()
    known, own = _known(), hash(name)
    among = bisect_left(known, own)
    is_known = among < len(known) and known[among] == own
    at = _cities().find(f"\t{name}\t") if is_known else -1
    row = _cities()[_cities().rfind("\n", 0, at) + 1 : at + 1] if at >= 0 else ""
    return row[:_CODE] if row[_CODE : _CODE + 1] == _NOWHERE or not listed else ""


@cache
def _cities() -> str:
    """The table of the cities of the world: few are asked for, so that it is read as it is."""
    return common_path("abroad.tsv").read_text("utf-8")


@cache
def _known() -> Sequence[int]:
    """The hashes of its names: most of what is asked is none, which takes a search to its end."""
    return array("q", sorted(map(hash, _cities().split("\t"))))

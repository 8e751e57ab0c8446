"""What lists say of the sex of given names: the pack's own, those of other packs and of abroad."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path

from allonym.languages.origins import load_origins
from allonym.languages.pack import available, common_path, load_pack, two_columns
from allonym.text.fold import all_plain, all_skeletons, is_cyrillic


@cache
def foreign(code: str) -> Mapping[str, str]:
    """Return the sex of given names that only other packs list, or the tables of origins."""
    own = load_origins(load_pack(code).path("origins.tsv")).given.items()
    others = (genders(other) for other in available() if other != code)
    found = _sexes(chain(own, _abroad(), *others))
    for pet, _ in pairs(load_pack(code).path("nicknames.tsv")):
        found.pop(pet, None)  # Sile is Vasile
    return found


@cache
def across(code: str) -> Mapping[str, str]:
    """Return the sex of the names that packs in Cyrillic list, by skeleton, for those in Latin."""
    named = [row for other in available() if other != code for row in genders(other)]
    named = [row for row in named if is_cyrillic(row[0])]
    skeletons = all_skeletons([name for name, _ in named])
    return _sexes(zip(skeletons, (sex for _, sex in named), strict=True))


def _sexes(names: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the sex of names, empty where they are borne by both."""
    found: dict[str, str] = {}
    for name, sex in names:
        found[name] = sex if found.get(name, sex) == sex else ""
    return found


@cache
def shared() -> frozenset[str]:
    """Return the given names that are a man's somewhere and a woman's somewhere."""
    found = _sexes(chain(_abroad(), *map(genders, available())))
    return frozenset(name for name, sex in found.items() if not sex)


@cache
def genders(code: str) -> tuple[tuple[str, str], ...]:
    """Return the given names that a pack lists, with their sex."""
    return _with_sex(load_pack(code).path("genders.tsv"))


@cache
def _abroad() -> tuple[tuple[str, str], ...]:
    """Return the same of the names that no pack lists."""
    return _with_sex(common_path("given_abroad.tsv"))


def _with_sex(path: Path | None) -> tuple[tuple[str, str], ...]:
    return tuple((name, _capital(sex)) for name, sex in pairs(path))


_capital = cache(str.capitalize)


def pets(path: Path | None) -> Mapping[str, str]:
    """Return the sex of the pet names of a table that are borne by one alone."""
    told = _sexes((pet, sex.capitalize()) for sex, own in pairs(path) for pet in own.split())
    return {pet: sex for pet, sex in told.items() if sex}


def pairs(path: Path | None) -> Iterator[tuple[str, str]]:
    """Yield the first two cells of each row, in small letters: all at once, there are many."""
    names, others = map(all_plain, two_columns(path))
    return ((name, other) for name, other in zip(names, others, strict=True) if other)

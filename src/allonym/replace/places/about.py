"""What a document is about: its country, its areas, and which of several namesakes it means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from allonym.languages.geography import Geography, Town
from allonym.model.entity import Entity
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.replace.numbers.dialling import planned

_SURER, _SEVERAL, _READ = 3, 2, 50_000
"""How many towns of an area its own name, or a sign of a country, outweighs; how many are several;
so many letters of a document tell of what country it is."""


def regions_of(view: TextView, entities: Sequence[Entity], geography: Geography) -> Iterator[Town]:
    """Yield a town of each region that is named, by its name or its code."""
    for entity in entities:
        if is_a(entity.type, "place"):
            names = (entity.canonical, *(view.surface(m.span) for m in entity.mentions))
            yield from (town for name in names if name and (town := geography.in_region(name)))


def meant_of(
    geography: Geography,
    home: str,
    names: Iterable[str],
    regions: Iterable[Town],
    codes: Iterable[Town],
) -> dict[tuple[str, str], Town]:
    """Return which of the settlements of one name each is: *Florești* in a letter about Cluj."""
    named = {t.name.casefold(): t for n in names if (t := geography.named(n, home))}
    shared = geography.homonyms
    alone = [t for t in named.values() if (t.country, t.name.casefold()) not in shared]
    areas = Counter((t.country, t.area) for t in alone if t.area)
    for town in (*regions, *codes):
        areas[town.country, town.area] += _SURER
    found = {}
    for town in named.values():
        key = town.country, town.name.casefold()
        places = [t for t in shared.get(key, ()) if areas[t.country, t.area]]
        if places:
            found[key] = max(places, key=lambda t: areas[t.country, t.area])
    return found


def countries_of(view: TextView, entities: Sequence[Entity], geography: Geography) -> Iterator[str]:
    """Yield the countries that postcodes, accounts, words and telephones are of, once a sign.

    No sign is sure: there is a *County Hospital* in England too.
    """
    yield from geography.telling(view.text[:_READ])
    homes = {country[:2] for country in geography.smallest}
    for entity in entities if len(geography.smallest) > 1 else ():
        surface = view.surface(entity.mentions[0].span)
        if is_a(entity.type, "postcode"):
            owners = geography.owners(surface)
            if len(owners) < _SEVERAL:  # both Finland and Sweden write five digits
                yield owners[0].country if owners else geography.writes(surface)
        elif is_a(entity.type, "iban"):
            yield surface[:2].upper()
        elif is_a(entity.type, "phone"):
            yield planned(surface, homes)


def divided_of(geography: Geography, names: Sequence[str]) -> frozenset[str]:
    """Return the towns of which a document names quarters.

    It names them, or two of their quarters, or one that is theirs alone and no settlement.
    """
    own = {name: geography.quarters.get(name, ()) for name in {n.casefold() for n in names}}
    counted = Counter(town for towns in own.values() for town in towns)
    said = {town.name for name in names if (town := geography.named(name))}
    sole = {min(towns) for n, towns in own.items() if len(towns) == 1 and not geography.named(n)}
    return frozenset(t for t, count in counted.items() if t in said | sole or count >= _SEVERAL)


def is_quarter(geography: Geography, name: str, divided: frozenset[str]) -> bool:
    """Tell whether a name is that of a quarter of a town of the document, and not a town's.

    Args:
        geography: Of the language.
        name: In whatever case.
        divided: The towns of which the document names quarters.
    """
    own = geography.quarters.get(name.casefold(), {})
    towns = own.keys() & divided
    place = geography.named(name) if towns else None
    village = place is None or place.size == geography.smallest[place.country]
    sure = any(map(own.__getitem__, towns))  # Islington
    return bool(towns) and (village or sure or (place is not None and place.part in towns))


def home_of(geography: Geography, names: Sequence[str], signs: Iterable[str]) -> str:
    """Return the country that most of what only one country has is in, else the first.

    Of one with parts it is the part that most of what only one of them has is in.
    """
    found = Counter(where for name in names if (where := _only(geography, name)))
    here = {country[:2] for country in geography.smallest}
    for sign in signs:
        found[sign] += _SURER if sign[:2] in here else 0
    likely = Counter(t.country for name in names if (t := geography.named(name)))
    found = +found or likely
    states, held = Counter[str](), Counter(where[:2] for where in likely.elements())
    for where, count in found.items():
        states[where[:2]] += count
    known = [c for c in geography.smallest if c[:2] in states] or [*geography.smallest]
    return max(known, key=lambda c: (states[c[:2]], held[c[:2]], found[c], likely[c]), default="")


def _only(geography: Geography, name: str) -> str:
    """Return where all are that are called so, of towns and hamlets the towns."""
    towns = [t for c in geography.countries(name) if (t := geography.named(name, c))]
    large = [t for t in towns if t.size < geography.smallest[t.country]] or towns
    parts, states = {t.country for t in large}, {t.state for t in large}
    return next((one.pop() for one in (parts, states) if len(one) == 1), "")

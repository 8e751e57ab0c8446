"""What a document is about: its country, its areas, and which of several namesakes it means.

And which towns serve others: one with a hospital or a court becomes one that has such too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, pairwise

from allonym.languages.geography import Geography, Town
from allonym.model.entity import Entity
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.replace.numbers.registers import planned
from allonym.text.capitals import like_title
from allonym.text.fold import strip_marks

Seats = tuple[tuple[tuple[str, ...], frozenset[str]], ...]
"""Words, and the names of towns: beginnings of what only those have, or towns that have it."""
_SERVING = ("org.hospital", "org.court")
_LONG = (3, 4)
"""How many words names have with small ones inside."""
_LED = re.compile(
    r"(?:(?:[„“\"«][^„“”\"«»\n]{1,40}[“”\"»],?|[^\W\d_]+|[^\W\d_]{1,4}\.)[-\s]+){0,3}\Z"
)
"""What stands before a town, and may say what it has: *Teatrul „Mihai Eminescu” din | Botoșani*."""
_REACH = 80
_BEHIND = re.compile(r" [^\W\d_]+|")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_SURER, _SEVERAL, _READ = 3, 2, 50_000
"""How many towns of an area its own name, or a sign of a country, outweighs; how many are several;
so many letters of a document tell of what country it is."""
_VILLAGE, _NOBODY = "village", Town("", "", 0)


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
    """Return which of the settlements of one name each is: *Florești* in a letter about Cluj.

    A village of a name that many have lies where the text is, be it in no table there: *Poiana*.
    """
    regions, codes = tuple(regions), tuple(codes)
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
        elif regions and all(t.kind == _VILLAGE for t in shared.get(key, (_NOBODY,))):
            here = max(regions, key=lambda t: areas[t.country, t.area])
            found[key] = replace(
                town, country=here.country, region=here.region, dial=here.dial, plate=here.plate,
                at=here.at, runs=(), around=(), part="", own=False, drawn=False, lies=frozenset(),
            )  # fmt: skip
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


def serving(view: TextView, entities: Sequence[Entity], seats: Seats) -> Seats:
    """Return what may be the towns of organisations that only some towns have, and those towns.

    Args:
        view: The document.
        entities: All of it.
        seats: Beginnings of words in the names of such, and the towns that have them; the first
            are those of districts, which have a court and a hospital.
    """
    spans = ((e.type, m.span) for e in entities for m in e.mentions)
    names = sorted({row for one in spans for row in _said(view, *one)})
    found: list[tuple[tuple[str, ...], frozenset[str]]] = []
    for beginnings, towns in seats:
        kinds = () if found else _SERVING
        begin = tuple(map(strip_marks, beginnings))
        serve = (n for kind, told, n in names if kind in kinds or _begins(told, begin))
        found.append((tuple(dict.fromkeys(town for name in serve for town in _towns(name))), towns))
    return tuple(found)


def _said(view: TextView, kind: str, span: Span) -> Iterator[tuple[str, str, str]]:
    """Yield a kind, what says what a town has, and its name.

    That are words before and one behind: *la Teatrul „Eminescu” din | Iași*, *Växjö | domkyrka*.
    """
    name = view.surface(span)
    if is_a(kind, "org"):
        yield kind, name, name
    elif is_a(kind, "place"):
        before = _LED.search(view.text[max(0, span.start - _REACH) : span.start])
        behind = _BEHIND.match(view.text, span.end)
        yield kind, " ".join(found[0] for found in (before, behind) if found), name


def named_in(view: TextView, entities: Sequence[Entity]) -> tuple[tuple[str, Span], ...]:
    """Return what may be a town in the name of any organisation, and where that name stands."""
    orgs = (m.span for e in entities if is_a(e.type, "org") for m in e.mentions)
    names = sorted((view.surface(span), span) for span in orgs)
    return tuple((town, span) for name, span in names for town in _towns(name))


def _begins(name: str, beginnings: tuple[str, ...]) -> bool:
    bare = strip_marks(name.casefold())
    return any(bare.startswith(beginnings, word.start()) for word in _WORD.finditer(bare))


def _towns(name: str) -> Iterator[str]:
    """Yield the words of a name in capitals, of one in small letters all, and pairs of them.

    Some names have small words inside: *Šmarje pri Jelšah*.
    """
    found, small = _WORD.findall(name), name.islower()
    words = [like_title(word) for word in found if small or not word.islower()]
    yield from dict.fromkeys(chain(words, (word.partition("-")[0] for word in words)))
    yield from (f"{first} {second}" for first, second in pairwise(words))
    spans = (found[at : at + n] for n in _LONG for at in range(len(found) - n + 1))
    ends = (span for span in spans if not (span[0].islower() or span[-1].islower()))
    yield from (" ".join(span) for span in ends if any(map(str.islower, span)))

"""Places in a result: postcodes, dialling codes and countries, by tables of others."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, partial
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

from allonym.evaluate.coherence.calendar import COUNTRIES, Verdict
from allonym.evaluate.coherence.pairs import Judged, Pair
from allonym.text.fold import fold
from allonym.text.tables import table_of

_PACKAGE = "countrystatecity_postal_codes"
_AREA = re.compile("[A-Z]{1,2}(?=[0-9])")
# what parts the names of one place: *Izola - Isola*, *Pula (Pola)*, *Košice 1*
_NAMES = re.compile(r",|\b\d+\. ker| - |[()]| \d+\Z")
# what parts the towns of one area of the numbering plan: *Gävle-Sandviken*
_PARTS = re.compile(r"[/-]| și ")
_BESIDE = re.compile(r"[\s,(–-]{0,4}\Z")
# numbers that Ofcom keeps for fiction; they are of no place
_FICTION = re.compile("(?:44|0)1632960")
# how many digits in front a town's codes share: a table names one place a code
_SAME = {"SI": 2, "HU": 2, "FI": 3, "HR": 3, "RO": 3, "SK": 3, "PL": 3, "SE": 3, "BG": 2, "US": 3}


@lru_cache(maxsize=16)
def codes_of(country: str) -> Mapping[str, frozenset[str]]:
    """Return what the postcodes of each place begin with, by its folded name.

    Source: the countries-states-cities database (ODbL 1.0), package
    ``countrystatecity-postal-codes``; for Great Britain its areas.  Empty where it has no country,
    or is not installed.
    """
    spec = find_spec(_PACKAGE)
    places = spec.submodule_search_locations if spec else None
    path = Path(places[0]) / "data/by-country" / country / "postcodes.json" if places else None
    if path is None or not path.exists():
        return {}
    found: dict[str, set[str]] = {}
    for row in json.loads(path.read_text("utf-8")):
        for name in _NAMES.split(row["localityName"] or ""):
            if key := _key(name):
                found.setdefault(key, set()).add(_begin(row["code"], country))
    return {name: frozenset(codes) for name, codes in found.items()}


def _key(name: str) -> str:
    return fold(" ".join(name.split()))


def _begin(code: str, country: str) -> str:
    if country == "GB":
        area = _AREA.match(code)
        return area[0] if area else code
    return re.sub(r"\D", "", code)[: _SAME.get(country, 3)]


def _country(judged: Judged, code: str) -> str:
    if judged.language == "en" and code.strip().isdigit():
        return "US"
    return COUNTRIES[judged.language]


def postcodes(judged: Judged) -> Iterator[Verdict]:
    """Judge postcodes beside a town to which they belong in the original."""
    for code, town in _beside(judged):
        table = codes_of(_country(judged, code.old))
        if _begin(code.old, _country(judged, code.old)) in table.get(_key(town.old), ()):
            begin = _begin(code.new, _country(judged, code.new))
            known = codes_of(_country(judged, code.new)).get(_key(town.new))
            if known is not None or _is_abroad(town.new, judged):
                yield "postcode of its town", known is not None and begin in known


def _beside(judged: Judged) -> Iterator[tuple[Pair, Pair]]:
    """Yield postcodes with the place that stands right before or behind them."""
    for left, right in pairwise(judged.of("postcode", "place")):
        near = _BESIDE.fullmatch(judged.text[left.end : right.start])
        types = left.type.partition(".")[0], right.type.partition(".")[0]
        if near and types == ("postcode", "place"):
            yield left, right
        elif near and types == ("place", "postcode"):
            yield right, left


def countries(judged: Judged) -> Iterator[Verdict]:
    """Judge whether a town of the country becomes one of the same country."""
    table = codes_of(COUNTRIES[judged.language])
    for pair in judged.of("place"):
        if _key(pair.old) in table and (_key(pair.new) in table or _is_abroad(pair.new, judged)):
            yield "town of the same country", _key(pair.new) in table


def _is_abroad(name: str, judged: Judged) -> bool:
    """Tell whether a place is in the table of another country only; no table has every village."""
    home = COUNTRIES[judged.language]
    return _key(name) not in codes_of(home) and any(
        _key(name) in codes_of(country) for country in COUNTRIES.values() if country != home
    )


def dialling(judged: Judged) -> Iterator[Verdict]:
    """Judge fixed lines whose area, by the numbering plan, is one that the text names.

    A town is of an area if both are in one postal zone; what no table knows is not judged.
    """
    pairs, zones = [*judged.of("place", "address")], partial(_zones, language=judged.language)
    for pair in judged.of("phone"):
        old, new = (_area(number, judged.language) for number in (pair.old, pair.new))
        fiction = not new and _FICTION.match(re.sub(r"\D", "", pair.new))
        if old and not fiction and _names([p.old for p in pairs], old):
            news = [p.new for p in pairs]
            named, own, around = _names(news, new), zones(_towns(new, judged.language)), zones(news)
            if named or not new or (own and around):
                yield "dialling code of a place", named or not own.isdisjoint(around)


def _area(number: str, language: str) -> str:
    import phonenumbers
    from phonenumbers import geocoder

    try:
        read = phonenumbers.parse(number, COUNTRIES[language])
    except phonenumbers.NumberParseException:
        return ""
    area = str(geocoder.description_for_valid_number(read, language))
    english = str(geocoder.country_name_for_number(read, "en"))
    own = str(geocoder.country_name_for_number(read, language))
    return "" if area in (english, own) else area


def _names(texts: Iterable[str], area: str) -> bool:
    """Tell whether one of some places begins as the area is called."""
    stem = next((word[:5] for word in _key(area).split() if len(word) > 2), "\0")
    return any(stem in _key(text) for text in texts)


def _zones(names: Iterable[str], language: str) -> set[str]:
    """Return the postal zones of towns."""
    table = codes_of(COUNTRIES[language])
    return {code[:1] for name in names for code in table.get(_key(name), ())}


def _towns(area: str, language: str) -> list[str]:
    """Return the towns of an area of the numbering plan, which may be a county or two towns."""
    seats = table_of("allonym.evaluate.coherence", "areas.toml")
    return [*seats.get(language, {}).get(area, _PARTS.split(area))]

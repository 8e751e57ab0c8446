"""Write languages/common/here.tsv: names usual abroad that are as much of here, by language.

    python tools/build_here.py LEXICON

LEXICON holds the counts of registers.  A name that is usual in some origin (common/origins.tsv) and
borne here too is of here where the register has it far more often than those would who came from
there (common/migrants.tsv): *Lee* in Britain and not *Khan*, *Zoe* in Sweden and not *Karim*.  How
usual a name is there, pools say and `HEADS`; else all of a list are alike, so that of what comes
from afar more is asked, and all of a culture have one stock of names.  Where no register counts a
given name, its class in the pool or in the lists of the pack stands for the count.  What
`EVERYWHERE` and `ALWAYS` have is of here whatever the counts say, and what was chosen by hand: the
surnames of pools, and their frequent given names.
"""

from __future__ import annotations

import csv
import lzma
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from math import inf
from pathlib import Path

from allonym.languages.lexicon import BIT, load_lexicon
from allonym.languages.origins import Origins, load_origins
from allonym.languages.pack import COMMON, available, load_pack
from allonym.languages.pool import load_pool
from allonym.text.fold import fold

OUT = COMMON / "here.tsv"
CALLED = ("wikidata_males", "wikidata_females")
COUNTS = {
    "en": {"given": ("ssa_us", "ons_gb"), "family": ("wikidata_gb_surnames",)},
    "fi": {"given": ("dvv2019_men_first", "dvv2019_women_first"), "family": ("dvv2019_lastnames",)},
    "sl": {"given": ("surs",), "family": ("wikidata_surnames",)},
    "sv": {"given": ("scb2020_tilltalsnamn",), "family": ("wikidata_surnames",)},
}
WIKIDATA = {"given": CALLED, "family": ("wikidata_surnames",)}
COVERED = 0.6
"""How many of an origin bear one of its usual names."""
TIMES, TIMES_FAR = 4.0, 12.0
"""How much more often than by those who came a name of here is borne."""
FEWER = 2.5
"""How much more that is where there are no registers, but notable people of every origin."""
LEAST = {"given": 1e-5, "family": 2e-5}
POOL, LISTED = 0.01, 5e-5
"""The share of a given name of the second class of a pool, and of one common in the lists."""
HEADS = {
    ("vietnamese", "family"): {"Nguyen": 0.38, "Tran": 0.11, "Le": 0.1, "Pham": 0.07, "Vo": 0.04},
    ("korean", "family"): {"Kim": 0.21, "Lee": 0.15, "Park": 0.08, "Choi": 0.05, "Jung": 0.05},
    ("chinese", "family"): {
        "Wang": 0.07, "Li": 0.07, "Zhang": 0.07, "Chen": 0.06, "Liu": 0.05, "Chan": 0.04,
        "Wong": 0.04, "Yang": 0.04, "Huang": 0.04,
    },
    ("indian", "family"): {
        "Singh": 0.1, "Patel": 0.1, "Kaur": 0.06, "Kumar": 0.04, "Shah": 0.03, "Sharma": 0.02,
    },
    ("pakistani", "family"): {
        "Khan": 0.12, "Ahmed": 0.08, "Hussain": 0.08, "Ali": 0.07, "Begum": 0.07, "Mahmood": 0.03,
    },
    ("arabic", "given"): {"Mohamed": 0.06, "Mohammed": 0.06, "Muhammad": 0.06, "Ahmed": 0.04},
    ("vietnamese", "given"): {"Thi": 0.2, "Van": 0.1},
    ("somali", "family"): {"Mohamed": 0.1, "Ali": 0.08, "Ahmed": 0.08, "Hassan": 0.08},
    ("portuguese", "family"): {"Silva": 0.06, "Santos": 0.04},
}  # fmt: skip
POOLS = {
    "croatian": "hr", "english": "en", "finnish": "fi", "hungarian": "hu", "polish": "pl",
    "romanian": "ro", "slovak": "sk", "slovenian": "sl", "swedish": "sv",
}  # fmt: skip
BASE = {"given": 4.0, "family": 2.0}
"""How much more frequent a class of a pool is than the next."""
FREQUENT = 6
"""The class of given names of a pool that are of here whoever came."""
EVERYWHERE = """
Adam Adrian Adriana Aida Alan Alexander Alexandra Alma Ana Andrea Anita Anna Benjamin Bo Dalia
Dana Daniel Dany David Denis Diana Dina Dominik Edgar Elena Ella Elsa Elvira Emily Emma Eric Felix
Gabriel Hana Hanna Helen Irma Jasmin Jasmina Kamila Kevin Kim Laila Lana Lara Laura Lea Leila Lia
Lili Lina Linda Lola Lukas Mari Maria Marika Marina Martin Max Maya Mia Michael Mila Mina Mira
Miriam Mona Monica Nadia Nadine Naomi Natalie Neda Nina Noa Noel Nora Olga Oliver Oscar Patricia
Patrick Peter Robert Roland Rosa Roza Ruben Ruth Sabina Sami Samuel Sandro Sara Sarah Selma Simon
Sofia Sophia Stella Susanna Tamara Tara Tea Thomas Tina Vicky Victor Victoria Viktor Viktoria
Vivien Zara Zoe Zora
"""
"""Given names of many cultures, which say nothing of any where registers have them."""
ALWAYS = {
    ("en", "family"): "Barry Gill Lee Long Michael Moon Solomon Young",
    ("pl", "family"): "Mak",
    ("sk", "family"): "Mak",
}


def counted(lexicon: Path, language: str, kind: str) -> dict[str, float]:
    """Return the shares of the names of a register, folded; of a given name, within its sex."""
    found: dict[str, float] = {}
    for start in COUNTS.get(language, WIKIDATA)[kind]:
        for path in sorted((lexicon / language).glob(f"{start}*.csv.xz")):
            with lzma.open(path, "rt", encoding="utf-8") as file:
                rows = [row for row in csv.reader(file) if row and row[-1].isdigit()]
            counts: Counter[str] = Counter()
            for row in rows:
                counts[fold(row[0])] += int(row[-1]) if len(row[-1]) < 9 else 0
            total = sum(counts.values())
            for name, count in counts.items():
                found[name] = max(found.get(name, 0.0), count / total if count > 1 else 0.0)
    return found


def parts_of(origins: Origins, origin: str, kind: str, gender: str) -> dict[str, float]:
    """Return how many of an origin bear each of its usual names, folded."""
    other = {"Masc": "Fem", "Fem": "Masc", "": "-"}[gender]
    names = {*origins.drawn.get((origin, kind, gender), ())}
    names |= {n for n in origins.borne.get((origin, kind), ()) if origins.gender(n) != other}
    weights = {fold(n): 1.0 for n in names}
    if origin in POOLS:
        entries = load_pool(load_pack(POOLS[origin]), kind).entries
        pool = {fold(e.lemma): BASE[kind] ** e.frequency for e in entries if e.gender != other}
        weights = {name: pool.get(name, min(pool.values())) for name in weights}
        total = sum(pool.values())
    else:
        total = sum(weights.values())
    parts = {name: COVERED * weight / total for name, weight in weights.items()}
    heads = HEADS.get((origin, kind), {})
    return parts | {fold(name): part for name, part in heads.items()}


def expected(origins: Origins, language: str, near: frozenset[str]) -> Counter[tuple[str, str]]:
    """Return the shares that a name of here exceeds: of those who came, often enough.

    Who has one culture has one stock of names.
    """
    parts: defaultdict[tuple[str, str, str], float] = defaultdict(float)
    whole: Counter[str] = Counter()
    for origin in sorted(origins.shares.keys() - near):
        culture = origins.cultures.get(origin, origin)
        whole[culture] += origins.shares[origin].get(language, 0.0) / 1000
        for kind, gender in (("given", "Masc"), ("given", "Fem"), ("family", "")):
            times = TIMES_FAR if culture != origin and (origin, kind) not in HEADS else TIMES
            for name, part in parts_of(origins, origin, kind, gender).items():
                parts[culture, kind, name] = max(parts[culture, kind, name], times * part)
    found: Counter[tuple[str, str]] = Counter()
    for (culture, kind, name), part in parts.items():
        found[kind, name] += whole[culture] * part
    return found


def of_here(lexicon: Path, language: str) -> Iterator[tuple[str, list[tuple[float, str]]]]:
    """Yield names that are usual abroad and borne here, with what they have of what they need."""
    pack = load_pack(language)
    origins = load_origins(pack.path("origins.tsv"))
    near = frozenset(pack.toml("words.toml")["names"]["origins"])
    flags = load_lexicon(pack.where("lexicon")).flags
    came, everywhere = expected(origins, language, near), set(map(fold, EVERYWHERE.split()))
    for kind in ("given", "family"):
        pool = {fold(e.lemma): e.frequency for e in load_pool(pack, kind).entries}
        shares, always = counted(lexicon, language, kind), ALWAYS.get((language, kind), "").split()
        found = [(inf, name) for name in always]
        lists = (*origins.drawn.items(), *origins.borne.items(), *origins.often.items())
        usual = {name for key, own in lists if key[1] == kind for name in own}
        for name in sorted(usual | load_pool(pack, kind).by_lemma.keys()):
            key, share = fold(name), shares.get(fold(name), 0.0)
            if not origins.contested(kind, name, near) or name in always:
                continue
            if key in pool:
                share = max(share, POOL * BASE[kind] ** (pool[key] - 8))
            elif not share and kind == "given":
                bits = flags(name)
                share = LISTED * (
                    1 if bits & BIT[kind] else 0.1 if bits & BIT[f"{kind}_rare"] else 0
                )
            chosen = key in pool and (
                kind == "family" or pool[key] >= FREQUENT or pack.script == "Cyrl"
            )
            if chosen or (kind == "given" and key in everywhere):
                found.append((inf, name))
            elif share >= LEAST[kind]:
                share /= 1 if language in COUNTS else FEWER
                found.append((share / max(came[kind, key], 1e-9), name))
        yield kind, found


def main(lexicon: str, shown: str = "") -> int:
    """Write the table; of one language show what names have of what they need."""
    lines = [
        "# Names usual abroad (origins.tsv) that are of here as well, by language; build_here.py.",
        "# Sources: those of the packs' lists of names, see the cards of the packs.",
    ]
    for language in sorted(available()):
        for kind, names in of_here(Path(lexicon), language):
            if language == shown:
                ordered = sorted(names, reverse=True)
                print(kind, " ".join(f"{name}:{times:.1f}" for times, name in ordered))
            own = sorted(name for times, name in names if times > 1)
            lines.append(f"{language}\t{kind}\t{' '.join(own)}")
    OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

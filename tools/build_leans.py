"""Write languages/common/leans.tsv: how much rather a word is a given name than a surname.

    python tools/build_leans.py LEXICON

For words that are both (*Farkas Dénes*, *Barbu Marian*): the decimal logarithm of how many more
bear them as a given name, each beside all names of its list, by language, cut at `MOST`.  And for
words on no list, by their endings (``-яна``): the same of the names that end so, each counted once.
The lists are those of the packs' cards (Wikidata, CC0; SURS, PESEL, SCB, DVV).
"""

from __future__ import annotations

import csv
import lzma
import math
import sys
from collections import Counter
from pathlib import Path

from allonym.languages.pack import load_pack, rows
from allonym.languages.pool import load_pool

OUT = Path(__file__).parents[1] / "src" / "allonym" / "languages" / "common" / "leans.tsv"
GIVEN = (
    "wikidata_males", "wikidata_females", "surs_males", "surs_females", "pesel_given_2024H1",
    "dvv2019_men_first", "dvv2019_women_first", "scb2020_tilltalsnamn-man",
    "scb2020_tilltalsnamn-kvinnor",
)  # fmt: skip
FAMILY = ("wikidata_surnames", "dvv2020_surnames")
LEAST, MOST = 2, 0.9
ENDINGS, STEM, SUPPORT, NEW = range(1, 5), 2, 12, 0.3
"""Letters of an ending, and of what stands before; how many names that end so, and what difference
to the next shorter ending, make one worth a row."""
ABSURD = 10_000_000
"""More than this is a slip of the list."""


def counts(folder: Path, names: tuple[str, ...]) -> Counter[str]:
    """Return how many bear each name of some lists of a language."""
    found: Counter[str] = Counter()
    for name in names:
        path = folder / f"{name}.csv.xz"
        if path.exists():
            with lzma.open(path, "rt", encoding="utf-8") as file:
                for row in csv.reader(file):
                    if row[-1].isdigit() and int(row[-1]) < ABSURD:
                        found[row[0].casefold()] += int(row[-1])
    return found


def commonest(language: str) -> set[str]:
    """Return the given names that are drawn most: of some of them Wikidata lost nearly all."""
    entries = load_pool(load_pack(language), "given").entries
    most = max(e.frequency for e in entries)
    return {e.lemma.casefold() for e in entries if e.frequency == most}


def leans(folder: Path) -> dict[str, float]:
    """Return how much rather each word that is both is a given name."""
    common = commonest(folder.name)
    given, family = counts(folder, GIVEN), counts(folder, FAMILY)
    shares = sum(given.values()) or 1, sum(family.values()) or 1
    found = {}
    for name in sorted(given.keys() & family.keys()):
        if min(given[name], family[name]) >= LEAST or max(given[name], family[name]) >= LEAST**3:
            lean = math.log10(given[name] / shares[0]) - math.log10(family[name] / shares[1])
            if lean > 0 or name not in common:
                found[name] = round(max(-MOST, min(MOST, lean)), 1)
    return found


def ending_leans(language: str) -> dict[str, float]:
    """Return how much rather a word with an ending is a given name, where that tells much."""
    pack = load_pack(language)
    listed = {
        kind: {row[0].casefold() for row in rows(pack.path("lexicon") / f"{kind}.tsv")}
        for kind in ("given", "family")
    }
    listed["given"] |= {row[0].casefold() for row in rows(pack.path("genders.tsv"))}
    given, family = (
        {name for name in listed[kind] - listed[other] if name.isalpha()}
        for kind, other in (("given", "family"), ("family", "given"))
    )
    by_end = [Counter(e for name in names for e in _ends(name)) for names in (given, family)]
    found: dict[str, float] = {}
    for end in sorted(by_end[0].keys() | by_end[1].keys(), key=lambda e: (len(e), e)):
        g, f = by_end[0][end], by_end[1][end]
        if g + f < SUPPORT:
            continue
        lean = math.log10((g + 0.5) / len(given)) - math.log10((f + 0.5) / len(family))
        lean = max(-MOST, min(MOST, lean))
        shorter = next((found[end[n:]] for n in range(1, len(end)) if end[n:] in found), 0.0)
        if abs(lean - shorter) >= NEW:
            found[end] = round(lean, 1)
    return found


def _ends(name: str) -> list[str]:
    return [name[-size:] for size in ENDINGS if len(name) - size >= STEM]


def main(lexicon: str) -> int:
    """Write the table."""
    lines = [
        "# How much rather a word is a given name (+) than a surname (-); tools/build_leans.py.",
        "# Sources: those of the packs' lists of names, see the cards of the packs.",
    ]
    for folder in sorted(p for p in Path(lexicon).iterdir() if p.is_dir() and p.name != "de"):
        rows = leans(folder).items()
        lines += (f"{folder.name}\t{name}\t{lean:+}" for name, lean in rows if lean)
        ends = ending_leans(folder.name).items()
        lines += (f"{folder.name}\t-{end}\t{lean:+}" for end, lean in sorted(ends))
    OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

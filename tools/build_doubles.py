"""Write languages/common/doubles.tsv: given names of two that a hyphen joins, as people bear them.

    python tools/build_doubles.py LEXICON

*Lars-Erik*, *Anna-Maija*: by language and sex, the most frequent first.  Both parts are in the pool
of the language.  The lists are those of the packs' cards (Wikidata, CC0; DVV, SCB, SURS, ONS).
"""

from __future__ import annotations

import csv
import lzma
import sys
from collections import Counter
from pathlib import Path

from allonym.languages.pack import load_pack
from allonym.languages.pool import load_pool

OUT = Path(__file__).parents[1] / "src" / "allonym" / "languages" / "common" / "doubles.tsv"
LISTS = {
    "Masc": (
        "wikidata_males", "surs_males", "dvv2019_men_first", "scb2020_tilltalsnamn-man",
        "ons_gb_males",
    ),
    "Fem": (
        "wikidata_females", "surs_females", "dvv2019_women_first", "scb2020_tilltalsnamn-kvinnor",
        "ons_gb_females",
    ),
}  # fmt: skip
MOST, LEAST, FEWEST = 60, 2, 8


def doubles(folder: Path, gender: str) -> list[str]:
    """Return the double names of one sex in the lists of a language, the most frequent first."""
    pool = load_pool(load_pack(folder.name), "given")
    own = {e.lemma.casefold(): e.lemma for e in pool.entries if e.gender in ("", gender)}
    found: Counter[str] = Counter()
    for name in LISTS[gender]:
        path = folder / f"{name}.csv.xz"
        if path.exists():
            with lzma.open(path, "rt", encoding="utf-8") as file:
                for row in csv.reader(file):
                    parts = [part.casefold() for part in row[0].split("-")]
                    known = len(parts) == 2 and parts[0] != parts[1] and parts[0] in own
                    if known and parts[1] in own:
                        found["-".join(own.get(p, p.title()) for p in parts)] += _count(row[-1])
    return [name for name, count in found.most_common(MOST) if count >= LEAST]


def _count(text: str) -> int:
    return int(text) if text.isdigit() else 0


def main(lexicon: str) -> int:
    """Write the table."""
    lines = [
        "# Given names that a hyphen joins, by language and sex; tools/build_doubles.py.",
        "# Sources: those of the packs' lists of names, see the cards of the packs.",
    ]
    for folder in sorted(p for p in Path(lexicon).iterdir() if p.is_dir() and p.name != "de"):
        for gender in LISTS:
            names = doubles(folder, gender)
            if len(names) >= FEWEST:
                lines.append(f"{folder.name}\t{gender}\t{' '.join(names)}")
    OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

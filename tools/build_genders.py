"""Write ``genders.tsv`` of packs with pools: given names borne by one sex alone.

    python tools/build_genders.py DATA_DIR sl hr sk en

English ones are those of the registers that nine in ten of one sex bear, and none mostly of the
other in either country.  DATA_DIR holds ``lexicon/<lang>/*.xz``; ``tools/pools/<lang>.toml`` says
which files to read.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from allonym.languages.pack import load_pack, rows
from allonym.languages.pool import load_pool
from allonym.morphology.load import load_morphology
from pool_declined import gathered
from pool_rows import GENDERS, LANGUAGE_CASES, Build

REGISTERS, FILES = ("ssa_us", "ons_gb"), {"Masc": "males", "Fem": "females"}
NINE, OFTEN, SURNAME = 9, 1500, 5000
"""How many of one sex bear a name for each of the other, and how many at least; so many if it is a
common surname too."""
ENGLISH = (
    "# genders: given names borne to at least 90 % by one sex; US Social Security Administration"
    " (public domain), Office for National Statistics and NRS (OGL 3.0); some by hand"
)
SHARE = 30
LEAST = 3


def by_hand(lang: str) -> Iterator[tuple[str, str]]:
    """Yield the names of one language that the registers lack, with their sex."""
    for code, gender, names in rows(Path(__file__).parent / "genders.tsv"):
        yield from ((name, gender) for name in names.split() if code == lang)


def build(data: Path, lang: str) -> None:
    """Write the table of one language."""
    settings = tomllib.loads((Path(__file__).parent / "pools" / f"{lang}.toml").read_text("utf-8"))
    pack = load_pack(lang)
    made = Build(data, lang, settings, load_morphology(pack), LANGUAGE_CASES[lang])
    counts = {gender: dict(gathered(made, "given", gender, dropped=True)) for gender in GENDERS}
    found = {entry.lemma: entry.gender for entry in load_pool(pack, "given").entries}
    surnames = load_pool(pack, "family").by_lemma
    for gender, other in (GENDERS, GENDERS[::-1]):
        for name, count in counts[gender].items():
            if (
                name not in surnames
                and count >= LEAST
                and count > SHARE * counts[other].get(name, 0)
            ):
                found.setdefault(name, gender)
    found |= {name: gender for name, gender in by_hand(lang) if name not in found}
    sources = "sources as in pool/given.tsv, and tools/genders.tsv"
    lines = [f"# genders: given names borne by one sex; {sources}"]
    lines += [f"{name}\t{gender}" for name, gender in sorted(found.items())]
    (pack.roots[-1] / "genders.tsv").write_text("\n".join(lines) + "\n", "utf-8")
    print(lang, len(lines) - 1, "given names")


def english(data: Path) -> None:
    """Write the table of English: names of the registers of both countries, and those by hand."""
    settings = tomllib.loads((Path(__file__).parent / "pools" / "en.toml").read_text("utf-8"))
    pack = load_pack("en")
    made = Build(data, "en", settings, load_morphology(pack), LANGUAGE_CASES["en"])
    borne = {(s, g): Counter[str]() for s in REGISTERS for g in GENDERS}
    for (source, gender), counts in borne.items():
        for name, count in made.counts(f"{source}_{FILES[gender]}.csv"):
            counts[name.capitalize()] += int(count)
    surnames = {
        name for name, kind in rows(pack.roots[-1] / "lexicon" / "family.tsv") if kind == "2"
    }
    found: dict[str, str] = {}
    for gender, other in (GENDERS, GENDERS[::-1]):
        found |= dict.fromkeys(settings["genders"][gender].split(), gender)
        for name in {n for (_, g), own in borne.items() if g == gender for n in own}:
            own, rest = (sum(borne[s, g][name] for s in REGISTERS) for g in (gender, other))
            mixed = any(
                borne[s, other][name] > borne[s, gender][name] >= LEAST
                or borne[s, other][name] > OFTEN > borne[s, gender][name]
                for s in REGISTERS
            )
            least = SURNAME if name in surnames else OFTEN
            if own >= least and own >= NINE * rest and not mixed:
                found.setdefault(name, gender)
    lines = [ENGLISH, *(f"{name}\t{gender}" for name, gender in sorted(found.items()))]
    (pack.roots[-1] / "genders.tsv").write_text("\n".join(lines) + "\n", "utf-8")
    print("en", len(lines) - 1, "given names")


if __name__ == "__main__":
    for language in sys.argv[2:]:
        english(Path(sys.argv[1])) if language == "en" else build(Path(sys.argv[1]), language)

"""Write ``genders.tsv`` of packs with pools: given names borne by one sex alone.

    python tools/build_genders.py DATA_DIR sl hr sk

DATA_DIR holds ``lexicon/<lang>/*.xz``; ``tools/pools/<lang>.toml`` says which files to read.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from allonym.languages.lexicon import rows
from allonym.languages.pack import load_pack
from allonym.languages.pool import load_pool
from allonym.morphology.load import load_morphology
from pool_declined import gathered
from pool_rows import GENDERS, LANGUAGE_CASES, Build

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


if __name__ == "__main__":
    for language in sys.argv[2:]:
        build(Path(sys.argv[1]), language)

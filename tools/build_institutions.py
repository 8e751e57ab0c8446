"""Build what names of institutions are made of: tools/build_institutions.py DATA_DIR LANG...

Patterns are those of the table that the pack has, which are added to by hand; of a pack without
one those of ``knowledge/<lang>/institutions.tsv`` (CC0).  Words are those that stand in several
names of organisations in the corpora of ``ner/<lang>`` and the documents of the project, and that
are no name of a person or a settlement.  The result is ``institutions.tsv`` of the pack.
"""

from __future__ import annotations

import lzma
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from allonym.languages.geography import load_geography
from allonym.languages.pack import load_pack
from allonym.languages.pool import load_pool
from allonym.morphology.load import load_morphology

LEAST = 3
WORD = re.compile(r"[^\W\d_]{3,}")
MARK = re.compile(r"\[\[org[.a-z]*[^|\]]*\|([^\]]+)\]\]")


def names(data: Path, lang: str) -> Iterator[tuple[str, ...]]:
    """Yield the words of each name of an organisation."""
    for path in sorted((data / "ner" / lang).glob("*.train.iob2.xz")):
        found: list[str] = []
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                word, _, rest = line.rstrip("\n").partition("\t")
                tag = rest.partition("\t")[0]
                if tag != "I-ORG" and found:
                    yield tuple(found)
                    found = []
                if tag.endswith("-ORG"):
                    found.append(word)
    text = (data / "documents" / lang / "train.txt").read_text("utf-8")
    yield from (tuple(WORD.findall(m[1])) for m in MARK.finditer(text))


def words(data: Path, lang: str) -> list[str]:
    """Return the words of several names, those of people and places left out."""
    pack = load_pack(lang)
    morphology = load_morphology(pack)
    pools = {kind: load_pool(pack, kind).by_lemma for kind in ("given", "family", "place")}
    geography = load_geography(pack)
    seen: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for name in set(names(data, lang)):
        for word in name[1:] if len(name) > 1 else ():
            if WORD.fullmatch(word) and not word.isupper():
                seen[word.casefold()].add(tuple(n for n in name if n != word))

    def named(word: str) -> bool:
        title = word.title()
        lemmas = {r.lemma for kind in pools for r in morphology.analyse(title, kind)[:2]}
        return any(n in pool for n in lemmas for pool in pools.values()) or any(
            geography.named(n) for n in (*lemmas, title)
        )

    common = (w for w, found in seen.items() if len({f for f in found if f}) >= LEAST)
    return sorted(w for w in common if not named(w))


def main(data: str, *languages: str) -> None:
    """Write the tables."""
    for lang in languages:
        target = load_pack(lang).roots[-1] / "institutions.tsv"
        first = Path(data) / "knowledge" / lang / "institutions.tsv"
        lines = (target if target.exists() else first).read_text("utf-8")
        rows = (line.split("\t")[:2] for line in lines.splitlines() if line[:1] != "#")
        patterns = sorted({"\t".join(row) for row in rows if row[0] != "word"})
        found = [f"word\t{word}" for word in words(Path(data), lang)]
        notes = [
            "# Patterns by hand: own work (CC0).  Words by tools/build_institutions.py: those of",
            "# several names in the corpora on the card.",
        ]
        target.write_text("\n".join((*notes, *patterns, *found)) + "\n", "utf-8")
        print(
            lang,
            len(patterns),
            len(found),
            " ".join(w[5:] for w in found[:: max(1, len(found) // 40)]),
        )


if __name__ == "__main__":
    main(*sys.argv[1:])

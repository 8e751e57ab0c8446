"""Measure the files that the packs' cards name, and fill in their tables.

    python tools/write_card_figures.py ../shared/data [LANG ...]

DATA holds ``ner/<language>/<corpus>.<split>.iob2.xz``.  A row whose first cell names a corpus and a
split (``hr500k dev``) is measured at the default settings and written anew; all else stays.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from allonym.languages.pack import available, load_pack
from write_packs_table import cells, evaluate, percent, with_interval

ROW = re.compile(r"^\| ((\w+) (dev|test)(?: \([^|]*\))?) \|.*$", re.MULTILINE)


def main(arguments: Sequence[str]) -> int:
    """Measure the languages and fill in their cards."""
    if not arguments:
        print(__doc__)
        return 2
    data = Path(arguments[0])
    for code in arguments[1:] or available():
        card = load_pack(code).where("CARD.md")
        text = card.read_text(encoding="utf-8")

        def measured(row: re.Match[str], code: str = code) -> str:
            return line(row, code, data)

        card.write_text(ROW.sub(measured, text), encoding="utf-8")
    return 0


def line(row: re.Match[str], code: str, data: Path) -> str:
    """Return a row of a card, measured now."""
    total = evaluate(code, [data / "ner" / code / f"{row[2]}.{row[3]}.iob2.xz"])["total"]
    strict, covered = total["strict"], total["person_coverage"]
    types = [percent(strict[name]["f1"]) for name in ("PER", "LOC", "ORG")]
    f1 = with_interval(strict["micro"]["f1"], total["f1_interval"])
    made = cells((row[1], *types, f1, with_interval(covered["ratio"], covered["interval"])))
    print(code, made, flush=True)
    return made


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

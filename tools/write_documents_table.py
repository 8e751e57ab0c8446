"""Measure both halves of the kit's documents and fill in docs/reference/packs.md.

    python tools/write_documents_table.py [LANG ...]

For a release: the sealed half is scored with it, and whoever has seen its figures should change
nothing for them.  Only the languages named are measured, all by default; other rows stay.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from allonym.languages.pack import available, load_pack
from write_packs_table import PAGE, cells, percent, with_interval

BLOCK = re.compile(r"(<!-- documents: begin -->\n).*?(<!-- documents: end -->)", re.DOTALL)
HEAD = (
    "language", "half", "documents", "F1", "persons covered (95 %)", "direct identifiers",
    "all mentions covered", "precision",
)  # fmt: skip


def main(arguments: Sequence[str]) -> int:
    """Measure the languages and fill in the page."""
    page = PAGE.read_text(encoding="utf-8")
    rows = existing(page)
    for half, options in (("open", []), ("sealed", ["--sealed"])):
        by_language = evaluate(options)
        for code in arguments or available():
            name = load_pack(code).name
            rows[name, half] = row(name, half, by_language[code])
            print(rows[name, half], flush=True)
    lines = [cells(HEAD), "|---" * len(HEAD) + "|", *(rows[key] for key in sorted(rows))]
    filled = BLOCK.sub(lambda m: m[1] + "\n".join(lines) + "\n" + m[2], page)
    PAGE.write_text(filled, encoding="utf-8")
    return 0


def existing(page: str) -> dict[tuple[str, str], str]:
    """Return the rows that the page has now, by language and half."""
    block = BLOCK.search(page)
    lines = block[0].splitlines()[3:-1] if block else []
    parts = ([cell.strip() for cell in line.split("|")] for line in lines)
    return {(p[1], p[2]): line for p, line in zip(parts, lines, strict=True)}


def evaluate(options: Sequence[str]) -> dict[str, Any]:
    """Run ``allonym evaluate --documents`` and return its figures by language."""
    command = [sys.executable, "-m", "allonym", "evaluate", "--documents", "--json", *options]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    by_language: dict[str, Any] = json.loads(found.stdout)["by_language"]
    return by_language


def row(name: str, half: str, found: dict[str, Any]) -> str:
    """Return one line of the table."""
    covered = found["person_coverage"]
    return cells(
        (
            name,
            half,
            str(found["documents"]),
            percent(found["strict"]["micro"]["f1"]),
            with_interval(covered["ratio"], covered["interval"]),
            percent(found["entity_recall"]["direct"]["ratio"]),
            percent(found["label_blind_recall"]["ratio"]),
            percent(found["tokens"]["blind"]["precision"]),
        )
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

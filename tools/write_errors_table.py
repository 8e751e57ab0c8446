"""Count the errors of detection on the marked documents and write docs/reference/packs.md.

    python tools/write_errors_table.py [DOCUMENTS]

DOCUMENTS holds ``<language>/unread.txt``, ``dev.txt``, ``test.txt`` and ``ordinary.txt``; by
default the repository's own.  Only of the first have the trees that ship learned nothing.
"""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference" / "packs.md"
BLOCK = re.compile(r"(<!-- errors: begin -->\n).*?(<!-- errors: end -->)", re.DOTALL)
HEAD = (
    "language", "split", "words", "missed", "wrong kind", "wrong edges", "hidden for nothing",
    "all", "free of errors, %", "unchanged, %", "persons, %", "direct identifiers, %",
    "organisations, %",
)  # fmt: skip


def main() -> None:
    """Measure each split and write the table."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "data" / "documents"
    lines = ["| " + " | ".join(HEAD) + " |", "|" + "---|" * len(HEAD)]
    for split in ("unread", "dev", "test", "ordinary"):
        figures = measured(sorted(folder.glob(f"*/{split}.txt")))
        parts = {**figures["by_language"], "all": figures["total"]}
        lines += [row(name, split, part) for name, part in parts.items()]
    table = "\n".join(lines) + "\n"
    page = PAGE.read_text("utf-8")
    PAGE.write_text(BLOCK.sub(lambda m: m[1] + table + m[2], page), encoding="utf-8")


def measured(files: list[Path]) -> dict[str, Any]:
    """Return what ``allonym evaluate --errors --json`` says of some files."""
    command = [sys.executable, "-m", "allonym", "evaluate", "--errors", "--json", *map(str, files)]
    made = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(made.stdout)
    return found


def row(name: str, split: str, part: dict[str, Any]) -> str:
    """Return a line of the table."""
    rates, covered = part["per_thousand"], part["covered"]
    shares = [part["free"], part["unchanged"], *covered.values()]
    cells = [name, split, str(part["words"])]
    cells += [f"{rates[kind]:.1f}" for kind in ("missed", "kind", "edges", "wrong", "all")]
    cells += [f"{100 * share['ratio']:.1f}" if share["whole"] else "–" for share in shares]
    return "| " + " | ".join(cells) + " |"


if __name__ == "__main__":
    main()

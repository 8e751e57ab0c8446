"""Write ``NOTICE``: whose work and data are in the package, read from the cards of the packs.

``python tools/write_notice.py``; a test says when it is out of date.
"""

from __future__ import annotations

import re
from pathlib import Path

from allonym.languages.pack import available, load_pack

ROOT = Path(__file__).parents[1]
MARK = "Data of the language packs, as their cards name it (allonym pack show LANG):\n"


def rows(card: str) -> list[tuple[str, ...]]:
    """Return the table of data of a card: what, source, licence."""
    found = re.search(r"^## Data\n(.*?)(?=^## |\Z)", card, re.MULTILINE | re.DOTALL)
    lines = [line for line in (found[1] if found else "").splitlines() if line.startswith("|")]
    cells = [tuple(re.sub(r"[`*]", "", c).strip() for c in x.strip("|").split("|")) for x in lines]
    return [row for row in cells[2:] if len(row) == 3]


def part(code: str) -> str:
    pack = load_pack(code)
    card = pack.path("CARD.md")
    listed = rows(card.read_text("utf-8")) if card else []
    return "\n".join(
        [
            f"{pack.name} ({code})",
            *(f"  {what}: {source} ({terms})" for what, source, terms in listed),
        ]
    )


def notice() -> str:
    """Return the whole file; what stands before the data is written by hand."""
    own = (ROOT / "NOTICE").read_text("utf-8").partition(MARK)[0].rstrip()
    parts = "\n\n".join(part(code) for code in available())
    return f"{own}\n\n{MARK}\n{parts}\n"


if __name__ == "__main__":
    (ROOT / "NOTICE").write_text(notice(), "utf-8")

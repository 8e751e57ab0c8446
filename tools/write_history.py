"""Write ``docs/reference/history.md``: how the figures of the packs came about.

Read from the repository: every commit that changed the table is a column.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = "docs/reference/packs.md"
TARGET = ROOT / "docs/reference/history.md"
HEAD = """# History of the figures

How strict F1 over the test files, and the share of persons wholly covered, came about.  Each
column is a state of the repository in which the table of [Language packs](packs.md#figures) was
another one; `tools/write_history.py` reads them.  A figure may fall when the data or the rules of
measuring became stricter: the change log says why.
"""


def git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout


def states() -> list[tuple[str, dict[str, tuple[str, str]]]]:
    found: list[tuple[str, dict[str, tuple[str, str]]]] = []
    log = git("log", "--reverse", "--first-parent", "--format=%h %ad", "--date=short", "--", SOURCE)
    for line in log.splitlines():
        commit, day = line.split()
        rows = figures(git("show", f"{commit}:{SOURCE}"))
        if rows and (not found or found[-1][1] != rows):
            found.append((f"{day} `{commit}`", rows))
    return found


def figures(page: str) -> dict[str, tuple[str, str]]:
    """Return strict F1 and persons covered of each language, where the page has them."""
    rows: dict[str, tuple[str, str]] = {}
    head: list[str] = []
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line[:1] == "|" else []
        if cells[:1] == ["language"]:
            head = cells
        elif len(cells) == len(head) and re.match(r"[A-Z]\w+$", cells[0] if cells else ""):
            one = dict(zip(head, cells, strict=True))
            f1 = next((v for k, v in one.items() if k.startswith("F1")), "")
            covered = next((v for k, v in one.items() if k.startswith("persons")), "")
            number = [re.match(r"[\d.]*", value) for value in (f1, covered)]
            told = [match[0] if match else "" for match in number]
            rows.setdefault(cells[0], (told[0], told[1]))
    return rows


def table(title: str, at: int, found: list[tuple[str, dict[str, tuple[str, str]]]]) -> str:
    names = sorted({name for _, rows in found for name in rows})
    head = "| language | " + " | ".join(day for day, _ in found) + " |"
    rule = "|---" * (len(found) + 1) + "|"
    rows = [
        f"| {name} | " + " | ".join(rows.get(name, ("", ""))[at] for _, rows in found) + " |"
        for name in names
    ]
    return "\n".join([f"## {title}\n", head, rule, *rows])


def main() -> None:
    found = states()[-8:]
    parts = [HEAD, table("Strict F1", 0, found), table("Persons wholly covered", 1, found)]
    TARGET.write_text("\n\n".join(part.strip() for part in parts) + "\n", "utf-8")


if __name__ == "__main__":
    main()

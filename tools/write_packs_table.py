"""Measure every pack on its test files and write the figures into docs/reference/packs.md.

    python tools/write_packs_table.py ../shared/data [LANG ...]

DATA holds ``ner/<language>/<corpus>.<split>.iob2.xz``.  Only the languages named are measured, all
by default; the rows of the others stay as they are.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from allonym.languages.pack import available, load_pack

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "packs.md"
BLOCK = re.compile(r"(<!-- figures: begin -->\n).*?(<!-- figures: end -->)", re.DOTALL)
HEAD = ("language", "files", "PER", "LOC", "ORG", "F1 (95 %)", "aim", "persons covered (95 %)")


@dataclass(frozen=True, slots=True)
class Task:
    """What a pack is judged by: test files, and the F1 to aim at."""

    files: tuple[str, ...]
    aim: int


TASKS = {
    "sl": Task(("ssj500k.test", "senticoref.test"), 82),
    "hr": Task(("hr500k.test",), 86),
    "bg": Task(("slavicner.dev",), 84),
    "ro": Task(("ronec2.test",), 82),
    "sk": Task(("wikigoldsk.test", "uner_snk.test"), 80),
    "pl": Task(("nkjp.test",), 88),
    "hu": Task(("nerkor_onpp.test",), 87),
    "fi": Task(("turkuone.test",), 86),
    "sv": Task(("swedishner.test", "uner_talbanken.test"), 82),
    "en": Task(("uner_ewt.test",), 82),
}


def main(arguments: Sequence[str]) -> int:
    """Measure the languages and fill in the page."""
    if not arguments:
        print(__doc__)
        return 2
    data, wanted = Path(arguments[0]), arguments[1:] or list(TASKS)
    measured: dict[str, str] = {}
    for code in wanted:
        if code in available():
            measured[load_pack(code).name] = row(code, data)
            print(measured[load_pack(code).name], flush=True)
        else:
            print(f"{code}: no pack; its row stays as it is", file=sys.stderr)
    page = PAGE.read_text(encoding="utf-8")
    rows = existing(page) | measured
    lines = [cells(HEAD), "|---" * len(HEAD) + "|", *(rows[name] for name in sorted(rows))]
    filled = BLOCK.sub(lambda m: m[1] + "\n".join(lines) + "\n" + m[2], page)
    PAGE.write_text(filled, encoding="utf-8")
    return 0


def existing(page: str) -> dict[str, str]:
    """Return the rows that the page has now, by language, if they are of the present form."""
    block = BLOCK.search(page)
    lines = block[0].splitlines()[1:-1] if block else []
    if not lines or lines[0] != cells(HEAD):
        return {}
    return {line.split("|")[1].strip(): line for line in lines[2:]}


def row(code: str, data: Path) -> str:
    """Return the row of a language, measured now."""
    task = TASKS[code]
    paths = [data / "ner" / code / f"{name}.iob2.xz" for name in task.files]
    total = evaluate(code, paths)["total"]
    strict, covered = total["strict"], total["person_coverage"]
    types = [percent(strict[name]["f1"]) for name in ("PER", "LOC", "ORG")]
    f1 = with_interval(strict["micro"]["f1"], total["f1_interval"])
    persons = with_interval(covered["ratio"], covered["interval"])
    files = " + ".join(f"`{name.replace('.', ' ')}`" for name in task.files)
    return cells((load_pack(code).name, files, *types, f1, str(task.aim), persons))


def evaluate(code: str, paths: Sequence[Path]) -> dict[str, Any]:
    """Run ``allonym evaluate`` at the default settings and return what it reports."""
    command = [sys.executable, "-m", "allonym", "evaluate", "-l", code, "--json", *map(str, paths)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    if found.returncode:
        raise SystemExit(f"{code}: {found.stderr}")
    report: dict[str, Any] = json.loads(found.stdout)
    return report


def cells(values: Sequence[str]) -> str:
    """Return a line of a table.

    >>> cells(["a", "b"])
    '| a | b |'
    """
    return f"| {' | '.join(values)} |"


def percent(value: float | None) -> str:
    """Return a share in per cent with one decimal.

    >>> percent(0.8764), percent(None)
    ('87.6', '-')
    """
    return "-" if value is None else f"{100 * value:.1f}"


def with_interval(value: float | None, interval: Sequence[float] | None) -> str:
    """Return a share with its bounds.

    >>> with_interval(0.876, (0.86, 0.89))
    '87.6 (86.0–89.0)'
    """
    bounds = f" ({percent(interval[0])}–{percent(interval[1])})" if interval else ""
    return percent(value) + bounds


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

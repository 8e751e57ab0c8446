"""Judge the replacements of every language and write docs/reference/replacements.md.

    python tools/write_replacements_table.py ../shared/data [LANG ...]

DATA holds ``ud/<treebank>.conllu.xz``.  Only the languages named are measured, all by default; the
rows of the others stay as they are.  Test portions where there are any, else the development ones.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from allonym.evaluate.replacements import ReplacementReport, cells, evaluate_treebanks, rows_of
from allonym.evaluate.report import told
from allonym.languages.pack import load_pack

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "replacements.md"
BLOCK = re.compile(r"(<!-- figures: begin -->\n).*?(<!-- figures: end -->)", re.DOTALL)
HEAD = ("language", "treebanks", "names", "strict (95 %)", "soft (95 %)", "judged", "not judged")
BASES = "base forms changed"


@dataclass(frozen=True, slots=True)
class Task:
    """What a language is judged on, and further treebanks whose forms judge."""

    gold: tuple[str, ...]
    attested: tuple[str, ...] = ()


TASKS = {
    "bg": Task(("bg_btb-ud-dev",)),
    "en": Task(("en_ewt-ud-test",), ("en_ewt-ud-dev",)),
    "fi": Task(("fi_ftb-ud-test",), ("fi_tdt-ud-dev", "fi_ftb-ud-dev")),
    "hr": Task(("hr_hr500k-test",), ("hr_hr500k-dev", "hr_set-ud-dev")),
    "hu": Task(("hu_szeged-ud-dev", "hu_szeged-ud-train")),
    "pl": Task(("pl_pdb-ud-dev",)),
    "ro": Task(("ro_rrt-ud-dev",)),
    "sk": Task(("sk_snk-ud-dev",), ("sk_snk-source-a1",)),
    "sl": Task(("sl_ssj-ud-dev",), ("sl_ssj500k-dev_ud",)),
    "sv": Task(("sv_lines-ud-test", "sv_talbanken-ud-test"), ("sv_lines-ud-dev",)),
}


def main(arguments: Sequence[str]) -> int:
    """Measure the languages and fill in the page."""
    if not arguments:
        print(__doc__)
        return 2
    data, wanted = Path(arguments[0]), arguments[1:] or list(TASKS)
    page = PAGE.read_text(encoding="utf-8")
    rows = existing(page)
    for code in wanted:
        rows[load_pack(code).name] = lines_of(measured(data, TASKS[code], code))
        print("\n".join(rows[load_pack(code).name]), flush=True)
    lines = [
        line(HEAD),
        "|---" * len(HEAD) + "|",
        *(x for name in sorted(rows) for x in rows[name]),
    ]
    filled = BLOCK.sub(lambda m: m[1] + "\n".join(lines) + "\n" + m[2], page)
    PAGE.write_text(filled, encoding="utf-8")
    return 0


def measured(data: Path, task: Task, code: str) -> ReplacementReport:
    """Return the figures of one language."""
    paths = [
        [data / "ud" / f"{n}.conllu.xz" for n in names] for names in (task.gold, task.attested)
    ]
    report = evaluate_treebanks(paths[0], code, paths[1])[0]
    if report.missing:
        raise SystemExit("; ".join(report.missing))
    return report


def existing(page: str) -> dict[str, list[str]]:
    """Return the rows that the page has now, by language."""
    block = BLOCK.search(page)
    rows: dict[str, list[str]] = {}
    for text in block[0].splitlines()[3:-1] if block else ():
        rows.setdefault(text.split("|")[1].strip(), []).append(text)
    return rows


def lines_of(report: ReplacementReport) -> list[str]:
    """Return the rows of a language: a category each, then the base forms changed."""
    name = load_pack(report.language).name
    files = ", ".join(f"`{file.removesuffix('.conllu')}`" for file in report.files)
    found = []
    for category, figures in rows_of(report):
        strict, strict_95, soft, soft_95, judged, unjudged = map(told, cells(figures))
        pair = (f"{strict} ({strict_95})", f"{soft} ({soft_95})")
        shown = pair if judged != "0" else ("not judged", "not judged")
        found.append(line((name, files, category, *shown, judged, unjudged)))
    bases = report.bases
    share = f"{bases.part} of {bases.whole}"
    return [*found, line((name, files, BASES, share, "", str(bases.whole), ""))]


def line(values: Sequence[str]) -> str:
    """Return a line of a table.

    >>> line(["a", "b"])
    '| a | b |'
    """
    return f"| {' | '.join(values)} |"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

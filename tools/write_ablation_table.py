"""Take each step of detection out in turn, count errors, and write docs/reference/ablation.md.

    python tools/write_ablation_table.py [--documents DIR] [--languages sl,pl] [STEP ...]

DIR holds ``<language>/dev.txt``; the repository's own documents by default.  Each step runs in a
process of its own, where a function is replaced by one that does nothing.  The trees are those
that learned with all steps in place: a step that they lean on looks dearer than it is.
"""

import argparse
import importlib
import json
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from allonym.api import Pipeline
from allonym.evaluate.errors import add_up, find_errors, searched
from allonym.languages.pack import available
from allonym.profile import load_profile

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference" / "ablation.md"
BLOCK = re.compile(r"(<!-- ablation: begin -->\n).*?(<!-- ablation: end -->)", re.DOTALL)
HEAD = ("left out", "errors", "difference", "missed", "hidden for nothing", "persons, %")


def same(*arguments: Any) -> list[Any]:
    """Return the mentions as they came."""
    return list(next(a for a in arguments if isinstance(a, (list, tuple))))


def none(*_: Any, **__: Any) -> list[Any]:
    """Find nothing."""
    return []


def mention(*arguments: Any) -> Any:
    """Return the one mention as it came."""
    return arguments[-1]


STEPS: dict[str, tuple[str, Callable[..., Any]]] = {
    "trimming": ("detect.settling.trim:Trimmer.trim", mention),
    "parting joined names": ("detect.settling.apart:Parter.part", same),
    "surname in front": ("detect.settling.surname_first:SurnameFirst.settle", same),
    "surnames somebody has": ("detect.settling.namesakes:Namesakes.settle", same),
    "adjectives of places": ("detect.settling.demonyms:Demonyms.find", same),
    "spreading people": ("detect.names.spread:spread_persons", none),
    "monograms": ("detect.names.monograms:find_monograms", none),
    "user names": ("detect.names.user_names:find_user_names", none),
    "ages behind names": ("detect.dates.behind_names:with_ages", same),
    "one number, one kind": ("detect.refining.same_value:agree_on_values", same),
    "heads of streets": ("detect.refining.street_heads:StreetHeads.cut", same),
    "courts of places": ("detect.refining.local:LocalNames.mark", same),
    "postcodes": ("detect.refining.postcodes:Postcodes.find", same),
    "finer types": ("detect.refining.refine:Refiner.refine", same),
    "generic institutions": ("detect.refining.generic:GenericNames.without", same),
    "lists of names": ("detect.names.gazetteer:GazetteerDetector.detect", none),
    "leaning towards people": (
        "detect.decision.decide:Leaning.over", lambda _, __, chances: chances.copy(),
    ),
    "namesakes in the repair": ("detect.decision.decide:Decider.namesakes", none),
    "the decision": ("detect.decision.explain:decision_of", lambda *_: {}),
}  # fmt: skip


def main() -> None:
    """Measure each step asked for, or one in this process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=Path, default=ROOT / "data" / "documents")
    parser.add_argument("--languages", default=",".join(available()))
    parser.add_argument("--here", action="store_true", help="print figures without one step")
    parser.add_argument("steps", nargs="*")
    asked = parser.parse_args()
    paths = [asked.documents / code / "dev.txt" for code in asked.languages.split(",")]
    if asked.here:
        print(json.dumps(measured(paths, asked.steps)))
        return
    options = ["--documents", str(asked.documents), "--languages", asked.languages, "--here"]
    rows = [("nothing", apart(options, []))]
    for step in asked.steps or STEPS:
        rows.append((step, apart(options, [step])))
        print(step, rows[-1][1], file=sys.stderr, flush=True)
    write(rows)


def apart(options: Sequence[str], steps: Sequence[str]) -> dict[str, float]:
    """Measure in a process of its own."""
    command = [sys.executable, __file__, *options, *steps]
    made = subprocess.run(command, check=True, capture_output=True, text=True)
    figures: dict[str, float] = json.loads(made.stdout)
    return figures


def measured(paths: Sequence[Path], steps: Sequence[str]) -> dict[str, float]:
    """Return errors in a thousand words and the share of people covered, without some steps."""
    for step in steps:
        leave_out(*STEPS[step])
    pipelines: dict[str, Pipeline] = {}
    profile = load_profile("default")
    listing = replace(profile, output=replace(profile.output, verify="report"))

    def search(text: str, language: str) -> Any:
        if language not in pipelines:
            pipelines[language] = Pipeline.load(language=language, profile=listing)
        return searched(pipelines[language].run(text))

    figures = add_up(find_errors(paths, None, search))
    rates = {kind: 1000 * count / figures.words for kind, count in figures.errors.items()}
    persons = figures.covered["persons"]
    return {"all": sum(rates.values()), **rates, "persons": 100 * persons.part / persons.whole}


def leave_out(target: str, instead: Callable[..., Any]) -> None:
    """Put something else in the place of ``module:Class.function``."""
    module, _, name = target.partition(":")
    holder: Any = importlib.import_module(f"allonym.{module}")
    *owners, last = name.split(".")
    for owner in owners:
        holder = getattr(holder, owner)
    setattr(holder, last, instead)


def write(rows: Sequence[tuple[str, dict[str, float]]]) -> None:
    """Write the table, dearest step first."""
    whole = rows[0][1]["all"]
    lines = ["| " + " | ".join(HEAD) + " |", "|" + "---|" * len(HEAD)]
    order = [rows[0], *sorted(rows[1:], key=lambda row: -row[1]["all"])]
    for name, found in order:
        cells = [name, f"{found['all']:.2f}", f"{found['all'] - whole:+.2f}"]
        cells += [f"{found['missed']:.2f}", f"{found['wrong']:.2f}", f"{found['persons']:.1f}"]
        lines.append("| " + " | ".join(cells) + " |")
    table = "\n".join(lines) + "\n"
    page = PAGE.read_text("utf-8")
    PAGE.write_text(BLOCK.sub(lambda m: m[1] + table + m[2], page), encoding="utf-8")


if __name__ == "__main__":
    main()

"""Take each step of detection out in turn, count errors, and write docs/reference/ablation.md.

    python tools/write_ablation_table.py [--documents DIR] [--languages sl,pl] [STEP ...]

DIR holds ``<language>/dev.txt``, ``ordinary.txt`` and ``everyday.txt``; the repository's own
documents by default.  Every document is read once with all steps, which tells where a step changes
anything; only there it is read again without that step, and the network is asked once.  The trees
are those that learned with all steps in place: a step that they lean on looks dearer than it is.
"""

import argparse
import importlib
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial, wraps
from pathlib import Path
from typing import Any

from allonym.api import Pipeline
from allonym.detect.names.model import ModelDetector
from allonym.evaluate.errors import COVERED, DocumentErrors, errors_of, searched
from allonym.evaluate.gold import each_document
from allonym.languages.pack import available
from allonym.profile import load_profile

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference" / "ablation.md"
BLOCK = re.compile(r"(<!-- ablation: begin -->\n).*?(<!-- ablation: end -->)", re.DOTALL)
SPLITS = ("dev", "ordinary", "everyday")
SECRET = b"the same draws for every variant"
HEAD = (
    "left out", "documents", "errors", "difference", "missed", "hidden for nothing", "persons",
    "identifiers", "organisations",
)  # fmt: skip


def same(*arguments: Any) -> list[Any]:
    """Return the mentions as they came."""
    return list(next(a for a in arguments if isinstance(a, (list, tuple))))


def none(*_: Any, **__: Any) -> list[Any]:
    """Find nothing."""
    return []


def last(*arguments: Any) -> Any:
    """Return the one mention, or the one number, as it came."""
    return arguments[-1]


def never(*_: Any) -> bool:
    """Tell that it is not so."""
    return False


STEPS: dict[str, tuple[str, Callable[..., Any]]] = {
    "lists of names": ("names.gazetteer:GazetteerDetector.detect", none),
    "spreading people": ("names.spread:spread_persons", none),
    "user names": ("names.user_names:find_user_names", none),
    "trimming": ("settling.trim:Trimmer.trim", last),
    "parting joined names": ("settling.splitting:Parter.part", same),
    "adjectives of places": ("refining.demonyms:Demonyms.find", same),
    "the decision": ("decision.decide:Decider.decide", lambda _, __, *lists: lists),
    "benefit of the doubt": ("decision.decide:benefit_of_doubt", last),
    "leaning towards people": (
        "decision.leaning:Leaning.over", lambda *given: given[-1].copy(),
    ),
    "figures of history": ("decision.figures:_is_full", never),
    "namesakes in the repair": ("decision.decide:Decider.namesakes", none),
    "trades": ("refining.trades:Trades.find", same),
    "towns cut short": ("refining.towns:WholeNames.find", same),
    "names on signs": ("refining.trades:Signs.find", same),
    "one number, one kind": ("refining.values:agree_on_values", same),
    "finer types": ("refining.refine:Refiner.refine", same),
    "generic institutions": ("refining.bodies:GenericNames.without", same),
    "listed bodies in finds": ("refining.bodies:ListedNames.mark", same),
    "courts of places": ("refining.local:LocalNames.mark", same),
    "postcodes": ("refining.postcodes:Postcodes.find", same),
    "states behind towns": ("refining.postcodes:Postcodes._with_states", same),
    "towns beside addresses": ("refining.postcodes:with_towns", same),
    "names of files": ("refining.file_names:in_file_names", same),
    "ages behind names": ("dates.behind_names:with_ages", same),
}  # fmt: skip
"""What is replaced in ``allonym.detect``, and by what."""

off: set[str] = set()
"""The steps that are left out."""
felt: set[str] = set()
"""The steps that changed something since this was emptied."""


def main() -> None:
    """Measure each step asked for and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=Path, default=ROOT / "data" / "documents")
    parser.add_argument("--languages", default=",".join(available()))
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("steps", nargs="*", default=list(STEPS))
    asked = parser.parse_args()
    folders = [asked.documents / code for code in asked.languages.split(",")]
    with ProcessPoolExecutor(asked.processes, max_tasks_per_child=1) as pool:
        found = list(pool.map(partial(measured, steps=asked.steps), folders))
    whole = sum((figures["nothing"] for figures in found), Figures())
    rows = [("nothing", whole)]
    for step in asked.steps:
        rows.append((step, whole + sum((f[step] for f in found), Figures())))
        print(step, dict((rows[-1][1] - whole).counts), file=sys.stderr, flush=True)
    write(rows)


@dataclass(frozen=True)
class Figures:
    """Counts of errors and of marks wholly covered, or their differences.

    Attributes:
        documents: That they are of.
        counts: By kind of error, and by group of marks.
    """

    documents: int = 0
    counts: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of(cls, found: DocumentErrors) -> "Figures":
        """Count what was found in one document."""
        counts: Counter[str] = Counter(error.kind for error in found.errors)
        counts.update({name: found.covered[name].part for name in COVERED})
        counts.update({f"{name} marked": found.covered[name].whole for name in COVERED})
        counts.update({"words": found.words, "errors": len(found.errors)})
        return cls(1, counts)

    def __add__(self, other: "Figures") -> "Figures":
        both = Counter(self.counts)
        both.update(other.counts)
        return Figures(self.documents + other.documents, both)

    def __sub__(self, other: "Figures") -> "Figures":
        rest = Counter(self.counts)
        rest.subtract(other.counts)
        return Figures(self.documents - other.documents, rest)


def measured(folder: Path, steps: Sequence[str]) -> dict[str, Figures]:
    """Return the figures of a language with all steps, and what changes without each of some."""
    for step in steps:
        make_switchable(step)
    remember_network()
    profile = load_profile("default")
    profile = replace(profile, output=replace(profile.output, verify="report"))
    pipeline = Pipeline.load(language=folder.name, profile=profile, secret=SECRET)
    figures = {step: Figures() for step in ("nothing", *steps)}
    for document in each_document([folder / f"{split}.txt" for split in SPLITS], folder.name):
        off.clear()
        felt.clear()
        whole = Figures.of(errors_of(document, searched(pipeline.run(document.text))))
        figures["nothing"] += whole
        for step in sorted(felt):
            off.clear()
            off.add(step)
            without = Figures.of(errors_of(document, searched(pipeline.run(document.text))))
            figures[step] += Figures(1, (without - whole).counts)
    return figures


def make_switchable(step: str) -> None:
    """Let a step do nothing where it is `off`, and tell where it did something."""
    target, instead = STEPS[step]
    module, _, name = target.partition(":")
    holder: Any = importlib.import_module(f"allonym.detect.{module}")
    *owners, name = name.split(".")
    for owner in owners:
        holder = getattr(holder, owner)
    original = getattr(holder, name)

    @wraps(original)
    def switched(*arguments: Any, **named: Any) -> Any:
        bare = instead(*arguments)
        if step in off:
            return bare
        made = original(*arguments, **named)
        made = list(made) if isinstance(made, Iterator) else made
        if not alike(made, bare):
            felt.add(step)
        return made

    setattr(holder, name, switched)


def alike(made: Any, bare: Any) -> bool:
    """Tell whether a step did nothing."""
    if isinstance(made, (list, tuple)):
        return list(made) == list(bare)
    return bool((made == bare).all()) if hasattr(made, "all") else made == bare


def remember_network() -> None:
    """Let the network be asked once for each text."""
    read: Any = ModelDetector._read
    known: dict[tuple[str, ...], Any] = {}

    def remembered(self: ModelDetector, texts: Sequence[str]) -> Any:
        if (key := tuple(texts)) not in known:
            known.clear()
            known[key] = read(self, texts)
        return known[key]

    setattr(ModelDetector, "_read", remembered)  # noqa: B010


def write(rows: Sequence[tuple[str, Figures]]) -> None:
    """Write the table, dearest step first."""
    (_, whole), *others = rows
    lines = ["| " + " | ".join(HEAD) + " |", "|" + "---|" * len(HEAD)]
    for name, found in (rows[0], *sorted(others, key=lambda row: -row[1].counts["errors"])):
        counts, words = found.counts, whole.counts["words"]
        extra = counts["errors"] - whole.counts["errors"]
        touched = whole.documents if found is whole else found.documents - whole.documents
        cells = [name, str(touched), f"{1000 * counts['errors'] / words:.2f}"]
        cells += [f"{1000 * extra / words:+.2f}"]
        cells += [f"{1000 * counts[kind] / words:.2f}" for kind in ("missed", "wrong")]
        cells += [f"{counts[group]} of {counts[f'{group} marked']}" for group in COVERED]
        lines.append("| " + " | ".join(cells) + " |")
    table = "\n".join(lines) + "\n"
    page = PAGE.read_text("utf-8")
    PAGE.write_text(BLOCK.sub(lambda m: m[1] + table + m[2], page), encoding="utf-8")


if __name__ == "__main__":
    main()

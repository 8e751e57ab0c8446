"""Train networks on with marked documents, fold by fold (`tools.tuning`).

    python tools/tune_networks.py DATA DOCUMENTS OUT LANGUAGE... [--start DIR] [--read DIR]
        [--folds N] [--kept SHARE] [--epochs N] [--rate R]

DATA holds ``ner/<language>``, DOCUMENTS ``<language>/train.txt``.  Each network starts from the one
in ``DIR/<language>/model``, by default the one that ships; ``--read`` names a folder of documents
that it has read, which are only called to mind.  ``OUT/<language>/model`` is the mean of the folds,
``OUT/fold<n>/<language>/model`` what `tools/fit_decision.py collect` asks for.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from allonym.languages.pack import ROOT

sys.path.insert(0, str(Path(__file__).parents[1]))
from tools.tuning import SCHEDULE, Material, tune
from tools.tuning_documents import FOLDS


def main(arguments: Sequence[str]) -> int:
    """Train the networks of some languages, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("data", "documents", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("languages", nargs="+")
    parser.add_argument("--start", type=Path, default=ROOT)
    parser.add_argument("--read", type=Path)
    parser.add_argument("--folds", type=int, default=FOLDS, help="with 1 all are read")
    parser.add_argument("--kept", type=float, default=0.0, help="share of the start in the result")
    parser.add_argument("--epochs", type=float, default=SCHEDULE.epochs)
    parser.add_argument("--rate", type=float, default=SCHEDULE.rate)
    asked = parser.parse_args(arguments)
    material = Material(asked.data, asked.documents, asked.read, asked.folds, asked.kept)
    schedule = replace(SCHEDULE, epochs=asked.epochs, rate=asked.rate)
    for language in asked.languages:
        tune(
            language, material, asked.start / language / "model", asked.out, schedule=schedule,
            progress=lambda line, language=language: print(language, line, flush=True),
        )  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

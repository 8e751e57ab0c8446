"""Train the network that all packs share, and join it to them.

    python tools/shared_network.py prepare DATA OUT [LANGUAGE...] [--documents DIR]
    python tools/shared_network.py train PREPARED OUT [--masked MINUTES] [--named MINUTES]
        [--steps MASKED NAMED] [--batch N] [--seed N]
    python tools/shared_network.py export TRAINED [--packs DIR]
    python tools/shared_network.py keep OLD NEW
    python tools/shared_network.py calibrate DOCUMENTS [LANGUAGE...] [--packs DIR]

Each pack has a network of its own (`allonym train`, `tools/tune_networks.py`).  Beside it stands
one for all ten languages; they were trained apart and err apart, and the engine takes the mean of
what they say.

``prepare`` (no GPU) varies the corpora three times and the documents four times and lays them and
the running text out, a file a language: half a minute and some megabytes each, 19 million words
without labels in all. ``train`` uses a GPU where there is one: it guesses hidden words for
``--masked`` minutes, then learns names for ``--named``; the defaults are those of the one that
ships, on an H200 (records 71 and 116 of docs/decisions). By ``--steps`` a tiny one runs on a
processor. ``export`` adds its word encoder to ``words.onnx`` of each pack (tables in bytes with a
scale a row), writes ``common/context.onnx`` and says so in ``model.json``;
`tools/quantize_contexts.py` turns both layers into whole numbers.
``calibrate`` then fits the scores of both together, on documents that
neither has read. The trees of the decision must learn from the new scores, too:
`tools/fit_decision.py`.

Whoever trains a pack's own network anew writes a pack without the shared part, which the engine
reads as it did before there was one; ``keep`` joins the part of the OLD ``model`` folder to the
NEW one, and ``calibrate`` ends it.

Sizes: words as in the packs' own networks (25,500 rows of 64 a language), vectors of 192, eight
gated convolutions (1, 1, 2, 2, 4, 8, 1 and 16 words apart) that look 35 words to either side, one
context layer for all languages.  What was tried beside it: records 71, 116.

Data and licences, in DATA as `allonym train` has it: the corpora of ``train/corpora.toml``
(``ner/``; Slovak reads Czech ones as well) and the marked documents (``data/documents``, CC BY 4.0)
with labels; without labels these again, novels of 1840 to 1920 (``text/<language>.eltec.txt.xz``,
ELTeC, CC BY 4.0, 1.2 million words a language, none in Bulgarian, Finnish and Slovak) and the UD
treebanks and their like that may be used commercially (``ud/<language>_*.conllu.xz``, CC BY-SA 4.0,
FTB CC BY 4.0).  Of the treebanks dev and test files are read, their text only: what is measured
on the corpora of the same text (uner_*, hr500k, ssj500k) is text that has been seen without labels.
Treebanks that may not be used are left out (`tools.shared_data.NOT_READ`).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from allonym.languages.pack import ROOT, available

sys.path.insert(0, str(Path(__file__).parents[1]))

Step = Callable[[argparse.Namespace], None]

DOCUMENTS = Path(__file__).parents[1] / "data" / "documents"


def main(arguments: Sequence[str]) -> int:
    """Run one step."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    steps = parser.add_subparsers(required=True)
    preparing = _step(steps, "prepare", prepare, "data", "out")
    preparing.add_argument("languages", nargs="*")
    preparing.add_argument("--documents", type=Path, default=DOCUMENTS)
    training = _step(steps, "train", train, "prepared", "out")
    training.add_argument("--masked", type=float, default=1.75, help="minutes of hidden words")
    training.add_argument("--named", type=float, default=0.92, help="minutes of names")
    training.add_argument("--steps", type=int, nargs=2, default=(0, 0), help="instead of minutes")
    training.add_argument("--batch", type=int, default=0, help="windows of 128 words per step")
    training.add_argument("--seed", type=int, default=0)
    exporting = _step(steps, "export", export, "trained")
    exporting.add_argument("--packs", type=Path, default=ROOT)
    _step(steps, "keep", keep, "old", "new")
    calibrating = _step(steps, "calibrate", calibrate, "documents")
    calibrating.add_argument("languages", nargs="*")
    calibrating.add_argument("--packs", type=Path, default=ROOT)
    asked = parser.parse_args(arguments)
    asked.run(asked)
    return 0


def _step(steps: Any, name: str, run: Step, *paths: str) -> argparse.ArgumentParser:
    step: argparse.ArgumentParser = steps.add_parser(name)
    for path in paths:
        step.add_argument(path, type=Path)
    step.set_defaults(run=run)
    return step


def prepare(asked: argparse.Namespace) -> None:
    """Write what there is to read, a file a language."""
    from tools.shared_data import prepare_language, write
    from tools.shared_training import shape_for

    for language in asked.languages or available():
        made = prepare_language(language, asked.data, asked.documents, gap=shape_for(1).gap)
        write(made, asked.out / f"{language}.npz")
        parts = (made.corpora, made.documents, made.text)
        counts = " ".join(str(len(part.words)) for part in parts)
        print(language, f"{counts}, {len(made.words)} distinct", flush=True)


def train(asked: argparse.Namespace) -> None:
    """Train on all that was prepared."""
    from tools.shared_data import features_of, read
    from tools.shared_packs import write_trained
    from tools.shared_training import Length, train_shared

    several = [read(path) for path in sorted(asked.prepared.glob("*.npz"))]
    features = features_of(several)
    network = train_shared(
        several, features,
        masked=Length(asked.masked, asked.steps[0]), named=Length(asked.named, asked.steps[1]),
        batch=asked.batch, seed=asked.seed, progress=lambda line: print(line, flush=True),
    )  # fmt: skip
    write_trained(network, [prepared.language for prepared in several], asked.out)


def export(asked: argparse.Namespace) -> None:
    """Join a trained network to packs."""
    from tools.shared_packs import export_shared

    export_shared(asked.trained, asked.packs)


def keep(asked: argparse.Namespace) -> None:
    """Join the shared part of an old ``model`` folder to a new one."""
    from tools.shared_packs import keep_shared

    keep_shared(asked.old, asked.new)


def calibrate(asked: argparse.Namespace) -> None:
    """Fit the scores of packs whose networks were joined."""
    from tools.shared_packs import calibrate as fit

    for language in asked.languages or available():
        print(language, fit(language, asked.documents, asked.packs), flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Train the networks of all packs anew, as the shipped ones were.

    python tools/train_packs.py DATA OUT

DATA holds ``ner/<language>/<corpus>.train.iob2.xz`` for the corpora of ``train/corpora.toml``.
First one network is trained on all languages and Czech, then each pack's own starts from it; each
is laid in ``OUT/<language>/model``, where ``allonym pack install OUT/<language> -l <language>``
finds it.  Takes about an hour a language on two cores.  A pack that stands in OUT already is left
alone, so that a second call goes on where the first was stopped.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from allonym.languages.pack import available


def main(arguments: Sequence[str]) -> int:
    """Train the common start, then every pack."""
    if len(arguments) != 2:
        print(__doc__)
        return 2
    data, out = map(Path, arguments)
    out.mkdir(parents=True, exist_ok=True)
    start = out / "start.npz"
    if not start.exists():
        train(*available(), "cs", data=data, out=start)
    for language in available():
        if not (out / language / "model" / "model.json").exists():
            train(language, "--init", str(start), data=data, out=out / language)
    return 0


def train(*arguments: str, data: Path, out: Path) -> None:
    """Run ``allonym train`` with the seed of the shipped packs."""
    command = [sys.executable, "-m", "allonym", "train", *arguments]
    subprocess.run([*command, "--data", str(data), "--out", str(out), "--seed", "0"], check=True)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

"""Compare the speed of this version with another one: ``compare_speed.py PYTHON [LANG...]``.

``PYTHON`` is an interpreter that has the other version, say the last release in an environment of
its own; ``--source FOLDER`` compares with a source tree under this interpreter instead.  Both read
the documents of the kit, and all of a language as one, beside each other and each time in a fresh
process, and what counts is the median ratio of their processor time: other work on the machine
touches both alike.  A language in which this version takes more than `LIMIT` times as long fails.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[1]
LIMIT = 1.2
RUNS = 3

WORK = """
import sys, time
from allonym.api import Pipeline
texts = sys.stdin.read().split("\\f")
pipeline = Pipeline.load(language=sys.argv[1], secret=b"compared by ratio")
pipeline.run(texts[0])
started = time.process_time()
for text in texts[1:]:
    pipeline.run(text)
print(time.process_time() - started)
"""


def main() -> int:
    """Print the ratio of each language; return 1 if one is above the limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("python", help="interpreter that has the other version")
    parser.add_argument("languages", nargs="*", default=["pl", "fi", "en", "hr", "bg"])
    parser.add_argument("--source", type=Path, help="source folder of the other version")
    options = parser.parse_args()
    slower = 0
    for language in options.languages:
        ratio = compared(language, options.python, options.source)
        slower += ratio > LIMIT
        sys.stdout.write(f"{language} {ratio:.2f}{' slower' if ratio > LIMIT else ''}\n")
        sys.stdout.flush()
    return int(slower > 0)


def compared(language: str, python: str, source: Path | None = None) -> float:
    """Return how many times as long as the other version this one takes."""
    texts = documents(language)
    ratios = []
    with ThreadPoolExecutor(2) as both:
        for _ in range(RUNS):
            own = both.submit(seconds, sys.executable, ROOT / "src", language, texts)
            other = both.submit(seconds, python, source, language, texts)
            ratios.append(own.result() / other.result())
    return statistics.median(ratios)


def documents(language: str) -> list[str]:
    """Return the documents of the kit in a language, and all of them as one."""
    from allonym.evaluate.gold import read_gold

    gold = read_gold(ROOT / "data" / "documents" / language / "dev.txt", language)
    texts = [document.text for document in gold.documents]
    return [*texts, "\n\n".join(texts)]


def seconds(python: str, source: Path | None, language: str, texts: Sequence[str]) -> float:
    """Return the processor time that a version takes for all documents but the first."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    environment |= {"PYTHONPATH": str(source)} if source else {}
    done = subprocess.run(
        [python, "-X", "utf8", "-c", WORK, language], input="\f".join(texts), encoding="utf-8",
        env=environment, check=True, stdout=subprocess.PIPE,
    )  # fmt: skip
    return float(done.stdout.split()[-1])


if __name__ == "__main__":
    sys.exit(main())

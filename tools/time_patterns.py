"""How fast patterns and dates go over prose: ``time_patterns.py DATA [LANG...]``.

``DATA`` holds ``ner/<lang>/*.train.iob2.xz``.  A million characters of each language, all its
sentences in order, are looked through twice by a fresh detector, in texts of 5,000 characters: the
first pass pays for what is compiled.  Printed are millions of characters a second of processor
time: of both detectors together, first pass and second, and of each in the second.
"""

from __future__ import annotations

import lzma
import sys
import time
from pathlib import Path

from allonym.detect.dates.detector import DateDetector
from allonym.detect.patterns.detector import PatternDetector
from allonym.languages.pack import available
from allonym.model.view import TextView
from allonym.ports import Detector
from allonym.text.iob2 import join_tokens, read_iob2

ENOUGH, PIECE = 1_000_000, 5_000


def texts(folder: Path) -> list[TextView]:
    """Return the running text of a language in pieces, repeated where there is too little."""
    found: list[str] = []
    for path in sorted(folder.glob("*.train.iob2.xz")):
        if sum(map(len, found)) > ENOUGH:
            break
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            found += [join_tokens(sentence.tokens)[0] for sentence in read_iob2(lines)]
    whole = "\n".join(found)
    whole = (whole * (ENOUGH // len(whole) + 1))[:ENOUGH]
    return [TextView.of(whole[n : n + PIECE]) for n in range(0, ENOUGH, PIECE)]


def seconds(detector: Detector, views: list[TextView]) -> float:
    """Return the processor time that one pass takes."""
    start = time.process_time()
    for view in views:
        for _ in detector.detect(view):
            pass
    return time.process_time() - start


def main(data: Path, languages: list[str]) -> None:
    """Print one line a language: millions of characters a second, first pass and second."""
    print("lang\tfirst\twarm\tpatterns\tdates")
    for code in languages:
        views = texts(data / "ner" / code)
        detectors: list[Detector] = [PatternDetector.load(code), DateDetector.load(code)]
        first = [seconds(d, views) for d in detectors]
        warm = [seconds(d, views) for d in detectors]
        rates = [ENOUGH / 1e6 / t for t in (sum(first), sum(warm), *warm)]
        print(code, *(f"{rate:.1f}" for rate in rates), sep="\t")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or list(available()))

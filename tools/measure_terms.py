"""Measure the detector of occupations on corpora that mark professions.

Reads IOB2 files whose third column holds finer tags (``B-PROFESSION``), one language each, and
prints recall and precision by overlap: of every mention found (score 0.2), and of those that are
hidden by default (0.5).  What a court's own people are called counts in the corpus and is a role
here: found, not hidden.  A file without such tags gives the number of finds in its words.

    PYTHONPATH=src python tools/measure_terms.py LANGUAGE FILE.iob2[.xz] ...
"""

from __future__ import annotations

import lzma
import sys
from collections.abc import Iterator
from pathlib import Path

from allonym.detect.terms.detector import TermDetector
from allonym.languages.pack import load_pack
from allonym.model.view import TextView

TAG = "PROFESSION"
Spans = list[tuple[int, int]]


def documents(path: Path) -> Iterator[tuple[str, Spans]]:
    """Yield the text of each document and the spans of its professions."""
    data = path.read_bytes()
    lines = (lzma.decompress(data) if path.suffix == ".xz" else data).decode().splitlines()
    words: list[str] = []
    spans: Spans = []
    length = 0
    for line in (*lines, "# doc end"):
        if line.startswith("# doc ") and "\t" not in line:
            if words:
                yield "".join(words), spans
            words, spans, length = [], [], 0
        elif "\t" not in line:
            words.append("\n")
            length += 1
        else:
            token, *tags = line.split("\t")
            tag = tags[1] if len(tags) > 1 else ""
            if tag == f"B-{TAG}":
                spans.append((length, length + len(token)))
            elif tag == f"I-{TAG}" and spans:
                spans[-1] = (spans[-1][0], length + len(token))
            words.append(f"{token} ")
            length += len(token) + 1


def shares(found: Spans, gold: Spans) -> tuple[int, int]:
    """Return how many of `gold` and how many of `found` overlap one of the other."""

    def hits(of: Spans, others: Spans) -> int:
        return sum(any(a < d and c < b for c, d in others) for a, b in of)

    return hits(gold, found), hits(found, gold)


def main(language: str, paths: list[str]) -> None:
    """Print one line for each threshold."""
    detector = TermDetector.load(load_pack(language), ("occupation",))
    if detector is None:
        sys.exit(f"{language}: the pack has no terms")
    for threshold in (0.2, 0.5):
        marked = found_all = covered = right = size = 0
        for path in paths:
            for text, gold in documents(Path(path)):
                mentions = detector.detect(TextView.of(text, language=language))
                spans = [m.span for m in mentions if m.score >= threshold]
                found = [(s.start, s.end) for s in spans]
                hit, true = shares(found, gold)
                marked, found_all = marked + len(gold), found_all + len(found)
                covered, right, size = covered + hit, right + true, size + len(text.split())
        print(
            f"{language} score >= {threshold}: recall {covered / max(1, marked):.3f} ({marked}), "
            f"precision {right / max(1, found_all):.3f} ({found_all}), {size} words"
        )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])

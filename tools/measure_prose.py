"""What patterns find in prose without marked names: ``measure_prose.py DATA [LANG...]``.

``DATA`` holds ``ner/<lang>/*.train.iob2.xz``.  Sentences in which nothing is marked are read until
there are 200,000 characters of a language; posts, where handles and addresses are the rule, are
left out.  Each find is printed with its rule, to be judged by eye: what is no address or number of
somebody is a false alarm.
"""

from __future__ import annotations

import lzma
import sys
from collections.abc import Iterator
from pathlib import Path

from allonym.detect.patterns.detector import PatternDetector
from allonym.languages.pack import available
from allonym.model.view import TextView
from allonym.text.iob2 import join_tokens, read_iob2

ENOUGH = 200_000
POSTS = ("btc", "wnut17", "multileg")


def prose(folder: Path) -> Iterator[str]:
    """Yield sentences without any mark."""
    for path in sorted(folder.glob("*.train.iob2.xz")):
        if path.name.startswith(POSTS):
            continue
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for sentence in read_iob2(lines):
                if set(sentence.tags) == {"O"} and len(sentence.tokens) > 4:
                    yield join_tokens(sentence.tokens)[0]


def main(data: Path, languages: list[str]) -> None:
    """Print the finds of each language."""
    for code in languages:
        detector, size, found = PatternDetector.load(code), 0, []
        for sentence in prose(data / "ner" / code):
            size += len(sentence)
            view = TextView.of(sentence, language=code)
            found += [(view.surface(m.span), m) for m in detector.detect(view) if m.score >= 0.5]
            if size > ENOUGH:
                break
        print(f"{code}\t{size} characters\t{len(found)} finds")
        for surface, mention in found:
            print(f"\t{mention.type}\t{mention.evidence[0].rule}\t{surface}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or list(available()))

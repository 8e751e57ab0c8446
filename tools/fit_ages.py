"""Learn which numbers are ages from the marked documents: write languages/common/ages.tsv.

    python tools/fit_ages.py [--judge]

Logistic regression (scikit-learn, of the extra ``lab``); weights near nothing are left out.  With
``--judge`` nothing is written: each document is judged by weights that have not read it.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from allonym.detect.dates.detector import DateDetector
from allonym.evaluate.gold import read_gold
from allonym.languages.pack import available, common_path

DOCUMENTS = Path(__file__).parents[1] / "data" / "documents"
APART, FOLDS = ("unread", "forms"), 4
LEAST, SEEN, STRENGTH = 0.1, 3, 2.0
"""How small a weight is left out, how often a feature is seen, how little weights are held back."""
HEAD = """\
# What is seen around a number, and how much it says that this is an age.
# Made by tools/fit_ages.py, not by hand, from data/documents (own work, CC BY 4.0).
# L, R: words before and behind; A: behind the unit; … a beginning; ¶ the end of a line.
"""


class Example(NamedTuple):
    """A number: the document it stands in, what is seen around it, whether it is an age."""

    document: str
    features: tuple[str, ...]
    age: bool


def examples() -> Iterator[Example]:
    """Yield every number of the documents that may be an age."""
    for language in available():
        detector = DateDetector.load(language)
        for path in sorted((DOCUMENTS / language).glob("*.txt")):
            if path.stem in APART:
                continue
            for document in read_gold(path, language).documents:
                spans = [(s.start, s.end) for s in document.spans if s.type == "age"]
                for number, features in detector.numbers(document.text):
                    age = any(a < number.end and number.start < b for a, b in spans)
                    yield Example(document.id, tuple(features), age)


def main() -> None:
    """Fit and write, or judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--judge", action="store_true")
    given = parser.parse_args()
    found = [*examples()]
    seen = Counter(feature for example in found for feature in example.features)
    vectors = DictVectorizer()
    table = vectors.fit_transform(
        [{f: 1.0 for f in example.features if seen[f] >= SEEN} for example in found]
    )
    ages = np.array([example.age for example in found])

    def fit(rows: np.ndarray) -> np.ndarray:
        model = LogisticRegression(C=STRENGTH, max_iter=300, fit_intercept=False)
        weights = model.fit(table[rows], ages[rows]).coef_[0]
        return np.where(abs(weights) < LEAST, 0.0, weights)

    if given.judge:
        fold = np.array([crc32(example.document.encode()) % FOLDS for example in found])
        worth = np.zeros(len(found))
        for one in range(FOLDS):
            worth[fold == one] = table[fold == one] @ fit(fold != one)
        for bound in (-1.0, -0.5, 0.0, 0.5, 1.0):
            hit = worth > bound
            print(
                f"{bound:+.1f}: {(hit & ages).sum()} of {ages.sum()}, {(hit & ~ages).sum()} wrong"
            )
        return
    weights = zip(vectors.feature_names_, fit(np.ones(len(found), dtype=bool)), strict=True)
    lines = [f"{name}\t{worth:.2f}\n" for name, worth in sorted(weights) if worth]
    common_path("ages.tsv").write_text(HEAD + "".join(lines), "utf-8")


if __name__ == "__main__":
    main()

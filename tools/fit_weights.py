"""Learn which numbers are ages, which years date a life, and which words are user names.

    python tools/fit_weights.py [--judge]

Writes ``ages.tsv``, ``years.tsv`` and ``handles.tsv`` of ``languages/common`` from the marked
documents.  Logistic regression (scikit-learn, of the extra ``lab``); weights near nothing are left
out.  With ``--judge`` nothing is written: each document is judged by weights that have not read it.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from allonym.assembly import build
from allonym.detect.dates.detector import DateDetector
from allonym.detect.patterns.detector import PatternDetector
from allonym.detect.patterns.handles import HandleFinder
from allonym.evaluate.gold import GoldDocument, read_gold
from allonym.languages.pack import available, common_path
from allonym.model.draw import Draw
from allonym.model.types import is_a
from allonym.profile.load import load_profile

DOCUMENTS = Path(__file__).parents[1] / "data" / "documents"
APART, FOLDS = ("unread", "forms"), 4
LEAST = 0.1
"""How small a weight is left out."""
HEAD = """\
# What is seen in and around {of}, and how much it says that this is {what}.
# Made by tools/fit_weights.py, not by hand, from data/documents (own work, CC BY 4.0).
# L, R: words before and behind; A: behind the unit; … a beginning; ¶ the end of a line.
"""


class Example(NamedTuple):
    """A number: the document it stands in, what is seen around it, the type it is marked with."""

    document: str
    features: tuple[str, ...]
    type: str


class Question(NamedTuple):
    """What is learned of some examples.

    Attributes:
        examples: What it is asked of.
        type: Which of them are to be found.
        seen: How often a feature must have been seen.
        strength: How little weights are held back.
    """

    examples: Sequence[Example]
    type: str
    seen: int
    strength: float

    def weights(self, *, judge: bool = False) -> dict[str, float]:
        """Return what each feature is worth; printed is how good that is, where it is judged."""
        seen = Counter(feature for example in self.examples for feature in example.features)
        vectors = DictVectorizer()
        table = vectors.fit_transform(
            [{f: 1.0 for f in e.features if seen[f] >= self.seen} for e in self.examples]
        )
        wanted = np.array([is_a(example.type, self.type) for example in self.examples])

        def fit(rows: np.ndarray) -> np.ndarray:
            model = LogisticRegression(C=self.strength, max_iter=400, fit_intercept=False)
            found = model.fit(table[rows], wanted[rows]).coef_[0]
            return np.where(abs(found) < LEAST, 0.0, found)

        if judge:
            fold = np.array([crc32(e.document.encode()) % FOLDS for e in self.examples])
            worth = np.zeros(len(fold))
            for one in range(FOLDS):
                worth[fold == one] = table[fold == one] @ fit(fold != one)
            _judge(self.type, worth, wanted)
        return dict(zip(vectors.feature_names_, fit(np.ones(len(wanted), dtype=bool)), strict=True))


def _judge(kind: str, worth: np.ndarray, wanted: np.ndarray) -> None:
    for bound in (-1.0, -0.5, 0.0, 0.5, 1.0):
        hit = worth > bound
        right, wrong = (hit & wanted).sum(), (hit & ~wanted).sum()
        print(f"{kind} {bound:+.1f}: {right} of {wanted.sum()}, {wrong} wrong")


def examples() -> Iterator[tuple[str, Example]]:
    """Yield every number of the documents that may be an age, and every year outside dates."""
    for language in available():
        detector, handles = DateDetector.load(language), _handles(language)
        for path in sorted((DOCUMENTS / language).glob("*.txt")):
            for document in read_gold(path, language).documents if path.stem not in APART else ():
                # what is made for years and user names says nothing of ages
                made = path.stem in ("years", "usernames")
                numbers = () if made else detector.numbers(document.text)
                for number, features in numbers:
                    kind = _marked(document, "age", number.start, number.end)
                    yield "age", Example(document.id, tuple(features), kind)
                for span, features in detector.years(document.text):
                    kind = _marked(document, "date", span.start, span.end)
                    yield "date", Example(document.id, tuple(features), kind)
                for span, features in handles.seen(document.text):
                    kind = _marked(document, "", span.start, span.end)
                    if not kind or kind == "username":  # what is something else, others find
                        yield "username", Example(document.id, tuple(features), kind)


def _handles(language: str) -> HandleFinder:
    built = build(language, load_profile("default"), Draw(bytes(16)))
    found = (d.handles for d in built.parts.detectors if isinstance(d, PatternDetector))
    return next(filter(None, found))


def _marked(document: GoldDocument, kind: str, start: int, end: int) -> str:
    """Return the type of what is marked there, if it is of a kind; of any where none is asked."""
    types = (s.type for s in document.spans if s.start < end and start < s.end)
    return next((name for name in types if not kind or is_a(name, kind)), "")


def _write(name: str, of: str, what: str, rows: Iterable[tuple[str, Sequence[float]]]) -> None:
    lines = (
        "\t".join([feature, *(f"{worth:.2f}" for worth in weights)]) + "\n"
        for feature, weights in sorted(rows)
        if any(weights)
    )
    common_path(name).write_text(HEAD.format(of=of, what=what) + "".join(lines), "utf-8")


def main() -> None:
    """Fit and write, or judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--judge", action="store_true")
    judge = parser.parse_args().judge
    found = [*examples()]
    years = [example for kind, example in found if kind == "date"]
    dated = [example for example in years if example.type]
    age = Question([e for kind, e in found if kind == "age"], "age", 3, 2.0).weights(judge=judge)
    life = Question(years, "date", 2, 1.0).weights(judge=judge)
    birth = Question(dated, "date.birth", 2, 1.0).weights(judge=judge)
    words = [example for kind, example in found if kind == "username"]
    user = Question(words, "username", 2, 1.0).weights(judge=judge)
    if not judge:
        _write("ages.tsv", "a number", "an age", ((name, (worth,)) for name, worth in age.items()))
        both = ((name, (worth, birth.get(name, 0.0))) for name, worth in life.items())
        _write("years.tsv", "a number", "a year of a life; of a birth, if of a life", both)
        rows = ((name, (worth,)) for name, worth in user.items())
        _write("handles.tsv", "a word", "a user name", rows)


if __name__ == "__main__":
    main()

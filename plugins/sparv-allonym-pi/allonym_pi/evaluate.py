"""F2 of detection and labelling in ten folds, and of every detailed label.

::

    python -m allonym_pi.evaluate detailed essays.sv.txt
    python -m allonym_pi.evaluate general ner/sv/swedishner.test.iob2.xz
    python -m allonym_pi.evaluate general documents/sv/open

Nothing is trained here: a fold is a tenth of the documents, and the folds show how much the figure
depends on the texts.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, stdev

from allonym.errors import PseudonymizationError
from allonym.evaluate.gold import expand, read_gold
from allonym.model.types import longest_match
from allonym.text.tokenize import tokenize
from allonym_pi.detail import LABEL_OF
from allonym_pi.finder import Finder, finder_of
from allonym_pi.levels import DETAILED, GENERAL, LEVELS, OUTSIDE, coarse, render

_MARK = re.compile(r"\[\[(\w+)\|([^\]]+)\]\]")
_UNMARKED = "?"
"""A gold label that counts neither for nor against."""

_LISTED = frozenset(["fam", "edu", "prof", "sensitive", "extra"])
"""Labels that gold data of names and identifiers do not have."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A text with the label of each token.

    Attributes:
        text: As it is read.
        tokens: Start and end of each token.
        gold: Detailed labels, or general ones.
        begins: Numbers of the tokens with which a mention begins, for levels with ``_iob``.
        missing: Labels, detailed or general, that the gold data do not have; they count as ``O``.
    """

    text: str = field(repr=False)
    tokens: tuple[tuple[int, int], ...] = field(repr=False)
    gold: tuple[str, ...] = field(repr=False)
    begins: frozenset[int] = field(repr=False)
    missing: frozenset[str] = frozenset()


@dataclass
class Tally:
    """Counts over tokens, by label."""

    right: Counter[str] = field(default_factory=Counter)
    said: Counter[str] = field(default_factory=Counter)
    there: Counter[str] = field(default_factory=Counter)

    def add(self, gold: str, said: str) -> None:
        """Count a token."""
        if gold != OUTSIDE:
            self.there[gold] += 1
        if said != OUTSIDE:
            self.said[said] += 1
            self.right[gold] += said == gold

    def f2(self, label: str = "") -> float:
        """Return F2 of a label, or of all of them together; 0 where nothing is right."""
        names = [label] if label else [*{*self.said, *self.there}]
        right, said, there = (sum(c[n] for n in names) for c in (self.right, self.said, self.there))
        return 5 * right / (said + 4 * there) if right else 0.0


def read_labelled(path: Path) -> list[Passage]:
    """Read passages marked with detailed labels, one a line; lines with ``#`` are remarks."""
    lines = path.read_text("utf-8").splitlines()
    return [_labelled(line) for line in lines if line and not line.startswith("#")]


def _labelled(line: str) -> Passage:
    text, marks, end = "", [], 0
    for mark in _MARK.finditer(line):
        text += line[end : mark.start()]
        marks.append((len(text), len(text) + len(mark[2]), mark[1]))
        text, end = text + mark[2], mark.end()
    text += line[end:]
    return _passage(text, tuple(tokenize(text)), marks)


def _passage(
    text: str,
    tokens: tuple[tuple[int, int], ...],
    marks: Sequence[tuple[int, int, str]],
    missing: frozenset[str] = frozenset(),
) -> Passage:
    ends = [0, *(end for _, end in tokens)]
    begins = (n for n, (_, end) in enumerate(tokens) if any(ends[n] <= a < end for a, *_ in marks))
    gold = tuple(_at(marks, *token) for token in tokens)
    return Passage(text, tokens, gold, frozenset(begins), missing)


def _at(marks: Sequence[tuple[int, int, str]], start: int, end: int) -> str:
    return next((label for a, b, label in marks if a < end and start < b), OUTSIDE)


def read_general(path: Path) -> list[Passage]:
    """Read gold data of the evaluation, its types as general labels."""
    return [
        _passage(
            document.text,
            document.tokens or tuple(tokenize(document.text)),
            [(s.start, s.end, _general(s.type)) for s in document.spans],
            _missing(document.annotated) | _LISTED,
        )
        for document in read_gold(path).documents
    ]


def _missing(annotated: frozenset[str] | None) -> frozenset[str]:
    """Return the general labels that gold data without some types lack."""
    if annotated is None:
        return frozenset()
    return frozenset(GENERAL) - {_general(name) for name in annotated}


def _general(type_name: str) -> str:
    if type_name in ("misc", "time"):
        return _UNMARKED
    fixed = {"person": "surname", "address": "place", "place": "city", "age": "age_digits",
             "date": "date_digits"}  # fmt: skip
    return coarse(longest_match(type_name, {**LABEL_OF, **fixed}) or "extra", "general")


def tally(finder: Finder, passages: Iterable[Passage], level: str) -> tuple[Tally, Tally]:
    """Return the counts of detection and of labelling."""
    detection, labelling = Tally(), Tally()
    iob = level.endswith("_iob")
    for passage in passages:
        labels = finder.labels(passage.text, passage.tokens)
        known = [None if x and _is_missing(x.detailed, passage) else x for x in labels]
        before, same = OUTSIDE, ""
        for at, (marked, said) in enumerate(zip(passage.gold, render(known, level), strict=True)):
            if marked != _UNMARKED:
                gold = _coarse(marked, level.removesuffix("_iob"))
                # a surname behind a given name begins something on the detailed level only
                begins = at in passage.begins and (gold != before or same == marked or at == 0)
                prefix = ("B-" if begins else "I-") if iob else ""
                labelling.add(gold if gold == OUTSIDE else prefix + gold, said)
                detection.add(*(OUTSIDE if x == OUTSIDE else "personal" for x in (gold, said)))
                before, same = gold, marked
    return detection, labelling


def _coarse(label: str, level: str) -> str:
    if label in DETAILED:
        return coarse(label, level)
    return "sensitive" if label in GENERAL and level == "basic" else label


def _is_missing(label: str, passage: Passage) -> bool:
    return label in passage.missing or coarse(label, "general") in passage.missing


def expand_all(paths: Sequence[Path]) -> list[Path]:
    """Return the files meant: passages as they are, folders of gold data searched through."""
    return [found for path in paths for found in (expand([path]) if path.is_dir() else [path])]


def _read(path: Path) -> list[Passage]:
    if path.suffix == ".txt" and not path.name.endswith(".marked.txt"):
        return read_labelled(path)
    return read_general(path)


def _lines(level: str, paths: Sequence[Path]) -> Iterator[str]:
    finder = finder_of("swe", "default", "")
    passages = [passage for path in expand_all(paths) for passage in _read(path)]
    passages.sort(key=lambda p: -sum(label != OUTSIDE for label in p.gold))
    folds = [tally(finder, passages[n::10], level) for n in range(min(10, len(passages)))]
    for number, what in enumerate(("detection", "labelling")):
        values = [fold[number].f2() for fold in folds if fold[number].there]
        spread = stdev(values) if len(values) > 1 else 0.0
        published = f"published {_PUBLISHED[level][number]:.3f}, on other texts"
        figure = f"{mean(values):.3f} ± {spread:.3f}" if values else "nothing is labelled"
        yield f"F2 of {what}: {figure} ({len(values)} folds); {published}"
    _, whole = tally(finder, passages, level)
    yield "| label | tokens | F2 |\n|---|---:|---:|"
    for label in sorted({*whole.there, *whole.said}):
        yield f"| {label} | {whole.there[label]} | {whole.f2(label):.3f} |"


_PUBLISHED = {
    "basic": (0.824, 0.824), "general": (0.813, 0.763), "detailed": (0.756, 0.558),
    "basic_iob": (0.800, 0.800), "general_iob": (0.770, 0.720), "detailed_iob": (0.724, 0.519),
}  # fmt: skip
"""F2 of detection and labelling of the published models, on learner essays that are not open."""


def main(arguments: Sequence[str]) -> None:
    """Print the figures; what is asked for stands in ``--help``."""
    parser = argparse.ArgumentParser(
        prog="python -m allonym_pi.evaluate",
        description="F2 of detection and labelling in ten folds, and of every label.",
    )
    parser.add_argument("level", choices=[n + s for n in LEVELS for s in ("", "_iob")])
    parser.add_argument(
        "paths", nargs="+", type=Path, metavar="GOLD",
        help="passages with detailed labels, one a line (.txt); IOB2; marked text; a folder",
    )  # fmt: skip
    asked = parser.parse_args(arguments)
    try:
        lines = list(_lines(asked.level, asked.paths))
    except PseudonymizationError as error:
        parser.error(str(error))
    except OSError as error:
        parser.error(f"{error.filename}: {error.strerror}")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])

"""Evaluating: read gold files, have their texts searched, count, add up."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from allonym.evaluate.align import checked
from allonym.evaluate.curve import Scored, score_document
from allonym.evaluate.gold import GoldCorpus, Progress, expand, read_gold
from allonym.evaluate.metrics import Tally, f1_interval, tally, total

Predict = Callable[[str, str], Iterable[tuple[int, int, str, float]]]
"""Text and language to what is found: start, end, dotted type, score."""


@dataclass(frozen=True, slots=True)
class FileFigures:
    """What one gold file gave."""

    name: str  # file name without suffixes
    language: str  # ISO 639-1 code
    tally: Tally  # all its counts
    # 95 % bootstrap interval of strict micro F1; None for under five documents
    f1_interval: tuple[float, float] | None
    seconds: float  # spent searching


@dataclass(frozen=True, slots=True)
class EvaluationReport:
    """The counts of an evaluation, per file and added up in three ways.

    ``f1_interval`` is the 95 % bootstrap interval of strict micro F1 over all documents,
    ``documents`` the counts of each, ``scored`` what precision against recall is made of.
    """

    files: tuple[FileFigures, ...]
    total: Tally
    f1_interval: tuple[float, float] | None = None
    by_language: Mapping[str, Tally] = field(default_factory=dict)
    by_genre: Mapping[str, Tally] = field(default_factory=dict)
    documents: tuple[Tally, ...] = field(repr=False, default=())
    scored: Scored = field(default_factory=Scored)


def evaluate(
    paths: Sequence[Path], language: str | None, predict: Predict, progress: Progress | None = None
) -> EvaluationReport:
    """Search the texts of gold files and compare with what people marked.

    Paths are what `allonym.evaluate.gold.read_gold` reads; where no language is given, each path or
    record tells.  What `predict` finds is to be only what would be replaced or kept on purpose.

    Raises:
        ConfigError: If a path, a type or a language cannot be understood.
        DocumentError: If a file breaks its format, or a prediction lies outside its text.
    """
    files: list[FileFigures] = []
    every: list[Tally] = []
    scored = Scored()
    genres: dict[str, list[Tally]] = defaultdict(list)
    languages: dict[str, list[Tally]] = defaultdict(list)
    for path in expand(paths):
        corpus = read_gold(path, language)
        started = time.perf_counter()
        tallies, scores = _tallies(corpus, predict, progress)
        scored += scores
        files.append(_figures(corpus, tallies, time.perf_counter() - started))
        every += tallies
        for document, counts in zip(corpus.documents, tallies, strict=True):
            genres[document.genre].append(counts)
            languages[document.language].append(counts)
    return EvaluationReport(
        tuple(files),
        total(every),
        files[0].f1_interval if len(files) == 1 else f1_interval(every),
        {name: total(group) for name, group in sorted(languages.items())},
        {name: total(group) for name, group in sorted(genres.items())},
        tuple(every),
        scored,
    )


def _tallies(
    corpus: GoldCorpus, predict: Predict, progress: Progress | None
) -> tuple[list[Tally], Scored]:
    tallies: list[Tally] = []
    scored = Scored()
    for document in corpus.documents:
        found = checked(document, predict(document.text, document.language))
        tallies.append(tally(document, found))
        scored += score_document(document, found)
        if progress:
            progress(corpus.name, len(tallies), len(corpus.documents))
    return tallies, scored


def _figures(corpus: GoldCorpus, tallies: Sequence[Tally], seconds: float) -> FileFigures:
    interval = f1_interval(tallies)
    return FileFigures(corpus.name, corpus.language, total(tallies), interval, seconds)

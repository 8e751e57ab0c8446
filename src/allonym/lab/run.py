"""An experiment: train on some files, test on others, one set of figures for each.

The words of a file are its tagged tokens.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from allonym.engines.probe import Probe
from allonym.engines.vectors import WordVectors, load_vectors
from allonym.errors import ConfigError, CorruptDocument
from allonym.lab.fit import Figures, Fitted, Recipe, figures, fit
from allonym.text.columns import read_lines, read_tagged
from allonym.text.iob2 import TaggedSentence, split_tag

Progress = Callable[[str], None]
_USUAL = Recipe()


@dataclass(frozen=True, slots=True)
class Experiment:
    """What was done and what came of it."""

    task: str  # ``person``, ``personal`` or ``classes``
    recipe: Recipe  # how it was trained
    vectors: str  # where the word vectors come from
    trained_on: tuple[str, ...]  # names of the data sets
    words: int  # how many words they have
    fitted: Fitted = field(repr=False)  # the probe
    figures: tuple[Figures, ...]  # one for each data set it was tested on


def experiment(
    train: Sequence[Path],
    test: Sequence[Path],
    *,
    task: str = "personal",
    vectors: str | WordVectors = "pack:en",
    recipe: Recipe = _USUAL,
    sentences: int = 0,
    progress: Progress = lambda _: None,
) -> Experiment:
    """Train a probe on some files and measure it on others.

    Args:
        train: IOB2 files.
        test: IOB2 files; none of them may be among those of `train`.
        task: ``person``, ``personal`` or ``classes``.
        vectors: ``pack:en``, the name or folder of an encoder, or vectors already loaded.
        recipe: How to train.
        sentences: At most so many of each file, drawn by chance; 0 means all.
        progress: Told what is being done.

    Raises:
        ConfigError: If an argument is not understood.
        CorruptDocument: If a file is no IOB2.
        EngineError: If the encoder cannot be loaded.
        MissingExtra: If a library is not installed.
    """
    for path in {p.resolve() for p in train} & {p.resolve() for p in test}:
        raise ConfigError(f"{path.name}: trained and tested on the same file; give another --test")
    source = load_vectors(vectors) if isinstance(vectors, str) else vectors
    learnt = [read_words(path, task, sentences, recipe.seed) for path in train]
    progress(f"vectors of {sum(s.size for s in learnt)} words")
    x, y, sentence = _laid(source, learnt)
    progress("training")
    fitted = fit(x, y, TASKS[task], source.source, recipe, sentence)
    measured = []
    for path in test:
        progress(f"testing on {path.name}")
        data = read_words(path, task, sentences, recipe.seed)
        measured.append(measure(fitted.probe, data, source))
    names = tuple(data.name for data in learnt)
    return Experiment(task, recipe, source.source, names, len(y), fitted, tuple(measured))


def measure(probe: Probe, data: WordSet, vectors: WordVectors) -> Figures:
    """Return the figures of a probe on a data set."""
    x, y, _ = _laid(vectors, [data])
    rows = probe.probabilities(x)
    return figures(data.name, probe.classes, y, probe.decide(rows), rows)


def _laid(vectors: WordVectors, sets: Sequence[WordSet]) -> tuple[Any, Any, Any]:
    """Return all words' vectors in one matrix, their classes, and the number of their sentence."""
    sentences = [sentence for data in sets for sentence in data.sentences]
    labels = [label for data in sets for row in data.labels for label in row]
    number = np.repeat(np.arange(len(sentences)), [len(sentence) for sentence in sentences])
    return np.concatenate(vectors.encode(sentences)), np.asarray(labels), number


CLASSES = ("O", "PER", "LOC", "ORG", "MISC")
"""The five classes; dates and times of a corpus count as ``O``."""

TASKS = {"personal": ("O", "personal"), "person": ("O", "person"), "classes": CLASSES}
"""Personal or not, where any of the four kinds of names is personal; a person or not, which is the
task of the published study; and the five classes."""


@dataclass(frozen=True, slots=True)
class WordSet:
    """Sentences of a file with the class of each word."""

    name: str  # of the file
    sentences: tuple[tuple[str, ...], ...] = field(repr=False)  # the words
    # number of each word's class, sentence by sentence
    labels: tuple[tuple[int, ...], ...] = field(repr=False)

    @property
    def size(self) -> int:
        """How many words there are."""
        return sum(map(len, self.sentences))


def read_words(path: Path, task: str, sentences: int = 0, seed: int = 1) -> WordSet:
    """Read a file.

    Args:
        path: IOB2 or columns (`allonym.text.columns`), packed by xz or not.
        task: ``personal``, ``person`` or ``classes``.
        sentences: At most so many, drawn by chance; 0 means all.
        seed: Of the draw.

    Raises:
        ConfigError: If the file is not there, or the task is not known.
        CorruptDocument: If a line is no token with its tag; it is named.  If there is no word.
    """
    if task not in TASKS:
        raise ConfigError(f"unknown task {task!r}; known: {', '.join(TASKS)}")
    if not path.is_file():
        raise ConfigError(f"{path.name}: no such file")
    lines = read_lines(path)
    try:
        read = read_tagged(path.name.removesuffix(".xz"), lines)
    except CorruptDocument as error:
        raise CorruptDocument(f"{path.name}: {error}") from error
    if not read:
        raise CorruptDocument(f"{path.name}: holds no words")
    if sentences and len(read) > sentences:
        read = random.Random(seed).sample(read, sentences)  # noqa: S311 - no secret hangs on it
    return WordSet(
        path.name.split(".iob2")[0],
        tuple(sentence.tokens for sentence in read),
        tuple(tuple(_classes(sentence, TASKS[task])) for sentence in read),
    )


def _classes(sentence: TaggedSentence, classes: Sequence[str]) -> list[int]:
    kinds = [split_tag(tag)[1].upper() for tag in sentence.tags]
    if classes == TASKS["person"]:
        return [int(kind == "PER") for kind in kinds]
    if len(classes) == 2:
        return [int(kind in CLASSES[1:]) for kind in kinds]
    return [classes.index(kind) if kind in classes else 0 for kind in kinds]

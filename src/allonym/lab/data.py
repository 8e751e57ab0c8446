"""Words and their classes from files of tagged tokens; a word is a token of the file."""

from __future__ import annotations

import lzma
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from allonym.errors import ConfigError, CorruptDocument
from allonym.text.columns import read_tagged
from allonym.text.iob2 import TaggedSentence, split_tag

CLASSES = ("O", "PER", "LOC", "ORG", "MISC")
"""The five classes; dates and times of a corpus count as ``O``."""

TASKS = {"personal": ("O", "personal"), "person": ("O", "person"), "classes": CLASSES}
"""Personal or not, where any of the four kinds of names is personal; a person or not, which is the
task of the published study; and the five classes."""


@dataclass(frozen=True, slots=True)
class WordSet:
    """Sentences of a file with the class of each word.

    Attributes:
        name: Of the file.
        sentences: The words.
        labels: Number of each word's class, sentence by sentence.
    """

    name: str
    sentences: tuple[tuple[str, ...], ...] = field(repr=False)
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
        CorruptDocument: If a line is no token with its tag; it is named.
    """
    if task not in TASKS:
        raise ConfigError(f"unknown task {task!r}; known: {', '.join(TASKS)}")
    if not path.is_file():
        raise ConfigError(f"{path.name}: no such file")
    opened = lzma.open if path.suffix == ".xz" else open
    try:
        with opened(path, "rt", encoding="utf-8-sig", newline="\n") as file:
            read = read_tagged(path.name.removesuffix(".xz"), list(file))
    except (lzma.LZMAError, EOFError, CorruptDocument) as error:
        raise CorruptDocument(f"{path.name}: {error}") from error
    except UnicodeDecodeError as error:
        raise CorruptDocument(
            f"{path.name}: byte {error.start} is not UTF-8; convert the file first"
        ) from None
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

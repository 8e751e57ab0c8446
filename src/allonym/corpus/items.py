"""What a corpus is made of: rows with a text, and files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Item:
    """One document of a corpus.

    Attributes:
        number: Its place in the corpus, from 0.
        name: File name with its path in the corpus; of a row, its id.
        row: The fields of a row; None for a file.
        data: The bytes of a file.
        error: Code of the error that kept it from being read.
    """

    number: int
    name: str = field(default="", repr=False)
    row: Mapping[str, object] | None = field(default=None, repr=False)
    data: bytes = field(default=b"", repr=False)
    error: str = ""


@dataclass(slots=True)
class Gauge:
    """How much of a corpus has been read, for whoever waits.

    Attributes:
        sizes: Of its files, in bytes, or a one for each document.
        here: How much of the file that is being read.
    """

    sizes: tuple[int, ...] = ()
    here: int = 0
    _done: int = 0

    def restart(self) -> None:
        """Begin at the first file."""
        self._done = self.here = 0

    def file_done(self) -> None:
        """Go on to the next file."""
        self._done, self.here = self._done + 1, 0

    @property
    def share(self) -> float:
        """What part has been read, 0 to 1; 0 where it cannot be told."""
        total = sum(self.sizes)
        return min(1.0, (sum(self.sizes[: self._done]) + self.here) / total) if total else 0.0


@dataclass(frozen=True, slots=True)
class Shard:
    """A stretch of a corpus that is worked on and written as one.

    Attributes:
        number: Its place, from 0.
        items: At least one.
    """

    number: int
    items: Sequence[Item] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Made:
    """What became of one item.

    Attributes:
        number: The item's.
        row: The fields of a row with its text replaced.
        name: What a file should be called.
        data: The new bytes of a file.
        characters: Of the original's text.
        counts: Replaced mentions by type.
        doubts: Mentions below the threshold, left as they are, by type.
        leaks: Originals that the check found and the profile lets pass.
        id: What its failure is reported by.
        error: Code of the error that kept it from being made; nothing of it is in the result.
    """

    number: int
    row: Mapping[str, object] | None = field(default=None, repr=False)
    name: str = field(default="", repr=False)
    data: bytes = field(default=b"", repr=False)
    characters: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)
    doubts: Mapping[str, int] = field(default_factory=dict)
    leaks: int = 0
    id: str = field(default="", repr=False)
    error: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one shard.

    Attributes:
        number: The shard's.
        made: One for each item, in their order.
        seconds: Processor time of the worker.
    """

    number: int
    made: Sequence[Made] = field(repr=False)
    seconds: float = 0.0


def summed(tables: Iterable[Mapping[str, int]]) -> Counter[str]:
    """Return counts added up."""
    total: Counter[str] = Counter()
    for table in tables:
        total.update(table)
    return total

"""What a corpus is made of: rows with a text, and files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Item:
    """One document of a corpus."""

    number: int  # its place in the corpus, from 0
    # file name with its path in the corpus; of a row, its id
    name: str = field(default="", repr=False)
    # the fields of a row; None for a file
    row: Mapping[str, object] | None = field(default=None, repr=False)
    data: bytes = field(default=b"", repr=False)  # the bytes of a file
    error: str = ""  # code of the error that kept it from being read


@dataclass(slots=True)
class Gauge:
    """How much of a corpus has been read, for whoever waits."""

    sizes: tuple[int, ...] = ()  # of its files, in bytes, or a one for each document
    here: int = 0  # how much of the file that is being read
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
    """A stretch of a corpus that is worked on and written as one."""

    number: int  # its place, from 0
    items: Sequence[Item] = field(repr=False)  # at least one


@dataclass(frozen=True, slots=True)
class Made:
    """What became of one item."""

    number: int  # the item's
    # the fields of a row with its text replaced
    row: Mapping[str, object] | None = field(default=None, repr=False)
    name: str = field(default="", repr=False)  # what a file should be called
    data: bytes = field(default=b"", repr=False)  # the new bytes of a file
    characters: int = 0  # of the original's text
    counts: Mapping[str, int] = field(default_factory=dict)  # replaced mentions by type
    # mentions below the threshold, left as they are, by type
    doubts: Mapping[str, int] = field(default_factory=dict)
    leaks: int = 0  # originals that the check found and the profile lets pass
    id: str = field(default="", repr=False)  # what its failure is reported by
    # code of the error that kept it from being made; nothing of it is in the result
    error: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one shard."""

    number: int  # the shard's
    made: Sequence[Made] = field(repr=False)  # one for each item, in their order
    seconds: float = 0.0  # processor time of the worker


def summed(tables: Iterable[Mapping[str, int]]) -> Counter[str]:
    """Return counts added up."""
    total: Counter[str] = Counter()
    for table in tables:
        total.update(table)
    return total

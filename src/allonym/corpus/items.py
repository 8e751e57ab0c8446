"""What a corpus is made of: rows with a text, and files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Item:
    """One document of a corpus.

    Attributes:
        number: Its place in the corpus, from 0.
        name: File name with its path in the corpus; of a row, empty.
        row: The fields of a row; None for a file.
        data: The bytes of a file.
    """

    number: int
    name: str = field(default="", repr=False)
    row: Mapping[str, object] | None = field(default=None, repr=False)
    data: bytes = field(default=b"", repr=False)


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
        doubts: Mentions below the threshold, left as they are.
        error: Code of the error that kept it from being made; nothing of it is in the result.
    """

    number: int
    row: Mapping[str, object] | None = field(default=None, repr=False)
    name: str = field(default="", repr=False)
    data: bytes = field(default=b"", repr=False)
    characters: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)
    doubts: int = 0
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

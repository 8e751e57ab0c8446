"""The manifest of a run: which shards are done, and what was counted in them; never content."""

from __future__ import annotations

import fcntl
import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO

from allonym.errors import ConfigError, DocumentError

FOLDER = ".allonym"
_TABLES = """
CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS shard (
    number INTEGER PRIMARY KEY, items INTEGER NOT NULL, characters INTEGER NOT NULL,
    doubts INTEGER NOT NULL, seconds REAL NOT NULL, counts TEXT NOT NULL, failures TEXT NOT NULL,
    digest TEXT NOT NULL
) STRICT;
"""


@dataclass(frozen=True, slots=True)
class Record:
    """What is kept of a shard.

    Attributes:
        number: The shard's.
        items: How many documents it has.
        characters: Of their texts.
        doubts: Mentions that were left as doubtful.
        seconds: Processor time.
        counts: Replaced mentions by type.
        failures: Number of each document that failed, with the code of its error.
        digest: SHA-256 of what was written.
    """

    number: int
    items: int
    characters: int
    doubts: int
    seconds: float
    counts: Mapping[str, int] = field(default_factory=dict)
    failures: Mapping[int, str] = field(default_factory=dict)
    digest: str = ""


class Manifest:
    """An SQLite file beside the output; one run at a time holds it.

    Args:
        root: Folder of the output.
        settings: What makes this run: any difference makes it another one.

    Raises:
        ConfigError: If another run holds it, or began with other settings.
        DocumentError: If it cannot be written or is damaged.
    """

    def __init__(self, root: Path, settings: Mapping[str, str]) -> None:
        self._lock = _locked(root)
        try:
            self._base = _base(root)
            self._agree(root, settings)
        except BaseException:
            self._lock.close()
            raise

    def _agree(self, root: Path, settings: Mapping[str, str]) -> None:
        known = dict(self._base.execute("SELECT name, value FROM setting"))
        if not known:
            self._base.executemany("INSERT INTO setting VALUES (?, ?)", settings.items())
            return
        changed = sorted(n for n in {*known, *settings} if known.get(n) != settings.get(n))
        if changed:
            self._base.close()
            raise ConfigError(
                f"{root}: a run with another {' and '.join(changed)} began here; go on with the "
                "same settings, or choose an empty folder"
            )

    def __enter__(self) -> Manifest:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self._base.close()
        self._lock.close()

    @property
    def done(self) -> frozenset[int]:
        """The numbers of the shards that are written and recorded."""
        return frozenset(number for (number,) in self._base.execute("SELECT number FROM shard"))

    def add(self, record: Record) -> None:
        """Record a shard whose output is in its place."""
        failures = {str(number): code for number, code in record.failures.items()}
        row = (
            record.number, record.items, record.characters, record.doubts, record.seconds,
            json.dumps(record.counts), json.dumps(failures), record.digest,
        )  # fmt: skip
        try:
            self._base.execute("INSERT OR REPLACE INTO shard VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        except sqlite3.Error as error:
            raise DocumentError(f"the manifest of the run cannot be written: {error}") from error

    @property
    def records(self) -> list[Record]:
        """What is recorded, in the order of the shards."""
        return list(_records(self._base))


def read_records(root: Path) -> list[Record]:
    """Return what a run has recorded so far; a run that goes on is not disturbed.

    Raises:
        DocumentError: If no run has begun there.
    """
    path = root / FOLDER / "manifest.sqlite"
    if not path.is_file():
        raise DocumentError(f"{root}: no run has begun here")
    try:
        base = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
        try:
            return list(_records(base))
        finally:
            base.close()
    except sqlite3.Error as error:
        raise DocumentError(f"{root}: the manifest cannot be read: {error}") from error


def _base(root: Path) -> sqlite3.Connection:
    try:
        base = sqlite3.connect(root / FOLDER / "manifest.sqlite", isolation_level=None)
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = FULL")
        base.executescript(_TABLES)
    except sqlite3.Error as error:
        raise DocumentError(f"{root}: the manifest of the run cannot be used: {error}") from error
    return base


def _records(base: sqlite3.Connection) -> Iterator[Record]:
    for number, items, characters, doubts, seconds, counts, failures, digest in base.execute(
        "SELECT * FROM shard ORDER BY number"
    ):
        bad = {int(n): code for n, code in json.loads(failures).items()}
        yield Record(
            number, items, characters, doubts, seconds, Counter(json.loads(counts)), bad, digest
        )


def _locked(root: Path) -> IO[bytes]:
    """Return a lock that the system lets go of when the process ends, however it does."""
    try:
        (root / FOLDER).mkdir(parents=True, exist_ok=True)
        handle = (root / FOLDER / "lock").open("ab")
    except OSError as error:
        raise DocumentError(f"{root}: cannot be written ({error.strerror})") from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        handle.close()
        raise ConfigError(
            f"{root}: another run is writing here; wait for it, or stop it"
        ) from error
    return handle

"""The manifest of a run: which shards are done, and what was counted in them; never content."""

from __future__ import annotations

import fcntl
import json
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import IO

from allonym.corpus.places import ASIDE
from allonym.errors import ConfigError, DocumentError

_TABLES = """
CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS shard (number INTEGER PRIMARY KEY, record TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS name (name TEXT PRIMARY KEY, number INTEGER NOT NULL) STRICT;
"""


@dataclass(frozen=True, slots=True)
class Failed:
    """A document that failed."""

    code: str  # of its error
    # its id, or the name of its file; empty where there is none
    id: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Record:
    """What is kept of a shard."""

    number: int  # the shard's
    items: int  # how many documents it has
    characters: int  # of their texts
    doubts: Mapping[str, int]  # mentions that were left as doubtful, by type
    seconds: float  # processor time
    counts: Mapping[str, int] = field(default_factory=dict)  # replaced mentions by type
    # the documents that failed, by their numbers
    failures: Mapping[int, Failed] = field(default_factory=dict)
    digest: str = ""  # SHA-256 of what was written
    leaks: int = 0  # originals that the check found and the profile lets pass


class Manifest:
    """An SQLite file beside the output; one run at a time holds it.

    Any difference in its settings makes a run another one.

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
                f"{root.parent if root.name == ASIDE else root}: a run with another "
                f"{' and '.join(changed)} began here; go on with the same settings, or choose "
                "an empty folder"
            )

    def __enter__(self) -> Manifest:
        return self

    def __exit__(self, *_: object) -> None:
        self._base.close()
        self._lock.close()

    @property
    def done(self) -> frozenset[int]:
        """The numbers of the shards that are written and recorded."""
        return frozenset(number for (number,) in self._base.execute("SELECT number FROM shard"))

    def add(self, record: Record) -> None:
        """Record a shard whose output is in its place."""
        row = {f.name: getattr(record, f.name) for f in fields(record)}
        row["failures"] = {number: [f.code, f.id] for number, f in record.failures.items()}
        try:
            self._base.execute(
                "INSERT OR REPLACE INTO shard VALUES (?, ?)", (record.number, json.dumps(row))
            )
        except sqlite3.Error as error:
            raise DocumentError(f"the manifest of the run cannot be written: {error}") from error

    def claim(self, name: str, number: int) -> bool:
        """Keep a name in the output for a document; tell whether it is that document's now."""
        try:
            self._base.execute("INSERT OR IGNORE INTO name VALUES (?, ?)", (name, number))
        except sqlite3.Error as error:
            raise DocumentError(f"the manifest of the run cannot be written: {error}") from error
        found = self._base.execute("SELECT number FROM name WHERE name = ?", (name,)).fetchone()
        return bool(found[0] == number)

    @property
    def records(self) -> list[Record]:
        """What is recorded, in the order of the shards."""
        return list(_records(self._base))


def read_records(root: Path) -> list[Record]:
    """Return what a run has recorded so far; a run that goes on is not disturbed.

    Args:
        root: Folder of the manifest, or of the output it lies in.

    Raises:
        DocumentError: If no run has begun there.
    """
    path = root / "manifest.sqlite"
    path = path if path.is_file() else root / ASIDE / "manifest.sqlite"
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
        base = sqlite3.connect(root / "manifest.sqlite", isolation_level=None)
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = FULL")
        base.executescript(_TABLES)
    except sqlite3.Error as error:
        raise DocumentError(f"{root}: the manifest of the run cannot be used: {error}") from error
    return base


def _records(base: sqlite3.Connection) -> Iterator[Record]:
    try:
        kept = base.execute("SELECT record FROM shard ORDER BY number").fetchall()
    except sqlite3.Error:
        raise DocumentError(
            "the run was begun by another version; choose an empty folder, or finish it with that"
        ) from None
    for (record,) in kept:
        row = json.loads(record)
        failures = {int(number): Failed(*of) for number, of in row["failures"].items()}
        yield Record(**{**row, "failures": failures})


def _locked(root: Path) -> IO[bytes]:
    """Return a lock that the system lets go of when the process ends, however it does."""
    try:
        root.mkdir(parents=True, exist_ok=True)
        handle = (root / "lock").open("ab")
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

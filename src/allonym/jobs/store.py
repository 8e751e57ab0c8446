"""Tasks on disk: one private folder each, under names made here; the folder is the truth.

::

    tasks/<id>/task.json       options, and when the task was made
               secret          the task's own, so that doing a document again gives the same
               upload          what came, until it is unpacked
               in/000001       the documents;  in/names.json  their names, in order
               out/000001/     report.json, data, name: moved here whole, so done once or not at all
               tries/000001    one byte for each time the document was begun (size, files: unpacked)
               tmp/            what is being written
               result.zip      the result
               end.json        how it ended; whoever links it first decides

Every change is a file written aside and moved into its place, so that a process may die between any
two instructions.  Folders are 0700 and files 0600.  Names of documents stay in files of the task;
they are personal data as much as what stands in the documents.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from allonym.errors import UnknownName
from allonym.files.writing import new_private, settle
from allonym.jobs.options import TaskOptions, read_options

_ID = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Ending:
    """How a task ended."""

    state: str  # ``done``, ``failed`` or ``cancelled``
    code: str  # slug of the error for a task that failed as a whole
    at: float  # seconds since 1970
    # what became of each document, as `Document.as_dict` gives it
    documents: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """A task's folder, and what was settled when it was made."""

    id: str  # drawn here; who does not know it does not find the task
    folder: Path  # private
    options: TaskOptions  # what is to become of the documents
    created: float  # seconds since 1970
    # what the client calls the upload; ending in ``.zip`` it is an archive
    name: str = field(repr=False)
    owner: str = ""  # name of the token that made it; nothing where the server has none

    @property
    def upload(self) -> Path:
        """What the client sent."""
        return self.folder / "upload"

    @property
    def is_archive(self) -> bool:
        """Whether the client sent many documents in a ZIP."""
        return self.name.lower().endswith(".zip")

    @property
    def result(self) -> Path:
        """The finished result."""
        return self.folder / "result.zip"

    @property
    def sources(self) -> Path:
        """The documents."""
        return self.folder / "in"

    @property
    def results(self) -> Path:
        """The documents that are finished."""
        return self.folder / "out"

    def source(self, number: int) -> Path:
        """One document."""
        return self.sources / numbered(number)

    def secret(self) -> bytes:
        """The secret that the task's pseudonyms are drawn under."""
        return (self.folder / "secret").read_bytes()

    def ended_at(self) -> float | None:
        """When the task ended, in seconds since 1970; None while it is open."""
        try:
            return (self.folder / "end.json").stat().st_mtime
        except FileNotFoundError:
            return None

    def ending(self) -> Ending | None:
        """How the task ended; None while it is open."""
        read = read_json(self.folder / "end.json")
        if read is None:
            return None
        return Ending(read["state"], read["code"], read["at"], tuple(read["documents"]))

    def end(self, state: str, *, code: str = "", documents: tuple[Any, ...] = ()) -> bool:
        """End the task; tell whether this ending was the first, the only one that stands."""
        value = {"state": state, "code": code, "at": time.time(), "documents": list(documents)}
        aside = self.aside()
        try:
            write(aside, json.dumps(value).encode())
            os.link(aside, self.folder / "end.json")
        except FileExistsError:
            return False
        except FileNotFoundError:
            if self.ended_at() is None:
                raise
            return False  # who ended it first has tidied up since, `aside` and all
        finally:
            aside.unlink(missing_ok=True)
        return True

    def aside(self) -> Path:
        """Return a fresh path to write to before something is moved into its place."""
        folder = self.folder / "tmp"
        folder.mkdir(mode=0o700, exist_ok=True)
        return folder / secrets.token_hex(8)

    def tries(self, number: int) -> Path:
        """Return the file that `count_try` counts in how often a document was begun."""
        folder = self.folder / "tries"
        folder.mkdir(mode=0o700, exist_ok=True)
        return folder / numbered(number)

    def finished(self) -> list[int]:
        """Return the numbers of the documents that are finished, in order."""
        with suppress(FileNotFoundError):
            return sorted(int(entry.name) for entry in self.results.iterdir())
        return []

    def has(self, number: int) -> bool:
        """Tell whether a document is finished."""
        return (self.results / numbered(number)).is_dir()

    def commit(self, number: int, made: Path) -> bool:
        """Put what was made of a document in its place; tell if it was the first, which stands."""
        self.results.mkdir(mode=0o700, exist_ok=True)
        try:
            made.rename(self.results / numbered(number))
        except OSError:
            if not self.has(number):
                raise
            shutil.rmtree(made, ignore_errors=True)
            return False
        return True

    def names(self) -> tuple[str, ...] | None:
        """Return the names of the documents in order; None while they are not unpacked."""
        read = read_json(self.sources / "names.json")
        return None if read is None else tuple(read)

    def tidy(self) -> None:
        """Remove of an ended task all but the result and how it ended; an open one stays."""
        ending = self.ending()
        if ending is None:
            return
        if ending.state != "done":
            self.result.unlink(missing_ok=True)
        for name in ("secret", "upload"):
            (self.folder / name).unlink(missing_ok=True)
        for name in ("in", "out", "tries", "tmp"):
            shutil.rmtree(self.folder / name, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class Store:
    """The folder of all tasks."""

    root: Path

    @classmethod
    def open(cls, root: Path) -> Store:
        """Make the folders that are missing; nobody else may read them."""
        for folder in (root, root / "tasks", root / "incoming", root / "executors"):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        root.chmod(0o700)
        return cls(root)

    def incoming(self) -> Path:
        """Return a fresh path for an upload to be streamed to."""
        return self.root / "incoming" / secrets.token_hex(16)

    def add(self, upload: Path, name: str, options: TaskOptions, owner: str = "") -> Task:
        """Make a task of an upload, which is moved into it.

        The ending of its name, which the client gave, tells a ZIP from a document; the owner is the
        name of the token that was shown.
        """
        task_id = secrets.token_hex(16)
        folder = self.root / "incoming" / f"{task_id}.new"
        folder.mkdir(mode=0o700)
        created = time.time()
        settled = {"options": options.as_dict(), "created": created, "name": name,
                   "owner": owner}  # fmt: skip
        write(folder / "secret", secrets.token_bytes(32))
        write(folder / "task.json", json.dumps(settled).encode())
        upload.rename(folder / "upload")
        place = self._place(task_id)
        folder.rename(place)
        return Task(task_id, place, options, created, name, owner)

    def get(self, task_id: str) -> Task:
        """Return a task.

        Raises:
            UnknownName: If there is none of this id, or no longer.
        """
        read = read_json(self._place(task_id) / "task.json") if _ID.fullmatch(task_id) else None
        if read is None:
            raise UnknownName("there is no such task, or no longer; results are kept for a time")
        options = read_options(
            read["options"], profiles=(read["options"]["profile"],), longest=float("inf")
        )
        return Task(
            task_id, self._place(task_id), options, read["created"], read["name"],
            read.get("owner", ""),
        )  # fmt: skip

    def all(self) -> Iterator[Task]:
        """Yield every task, in no order."""
        for entry in (self.root / "tasks").iterdir():
            with suppress(UnknownName):
                yield self.get(entry.name)

    def open_count(self) -> int:
        """Return how many tasks have not ended."""
        return sum(not (p / "end.json").exists() for p in (self.root / "tasks").iterdir())

    def remove(self, task: Task) -> None:
        """Remove a task with everything in it."""
        gone = self.root / "incoming" / f"{task.id}.gone"
        with suppress(FileNotFoundError):
            task.folder.rename(gone)
        shutil.rmtree(gone, ignore_errors=True)

    def sweep(self, older_than: float) -> None:
        """Remove what uploads and removals that broke off have left behind."""
        for path in (self.root / "incoming").iterdir():
            with suppress(FileNotFoundError):
                if path.name.endswith(".gone") or path.stat().st_mtime < older_than:
                    shutil.rmtree(path) if path.is_dir() else path.unlink()

    def _place(self, task_id: str) -> Path:
        return self.root / "tasks" / task_id


def numbered(number: int) -> str:
    """Return the name of a document's file."""
    return f"{number:06}"


def write(path: Path, data: bytes) -> None:
    """Write a new file that only its owner may read, and wait until it lies on the disk."""
    with new_private(path) as stream:
        stream.write(data)
        settle(stream)


def count_try(path: Path, times: int = 1) -> int:
    """Note that something is begun, and return how often it was; a byte stands for each."""
    with path.open("ab") as stream:
        stream.write(b"." * times)
        return stream.tell()


def count_unpacked(folder: Path, size: int = 0, files: int = 0) -> tuple[int, int]:
    """Note that so many bytes, in steps of 1 KiB, and files were unpacked; return all of them."""
    kibibytes = count_try(folder / "size", -(-size // 1024))
    return 1024 * kibibytes, count_try(folder / "files", files)


def read_json(path: Path) -> Any:
    """Return what a JSON file holds; None if there is no such file."""
    try:
        return json.loads(path.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return None

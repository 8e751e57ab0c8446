"""What a task consists of; each step may be done again, and by several processes at once.

The first makes documents of an upload: a ZIP archive or a single file, unpacked under numbers.
"""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from operator import sub
from pathlib import Path, PurePosixPath

from allonym.errors import (
    CorruptDocument,
    PseudonymizationError,
    ServiceError,
    TimeLimit,
    UnknownName,
    WorkerDied,
)
from allonym.files.rewriting import Nest
from allonym.formats.package import ARCHIVE, DAMAGE, OF_SYSTEMS, Limits, open_members
from allonym.jobs.convert import Convert, Job, failure
from allonym.jobs.results import document_states, pack_result
from allonym.jobs.store import Store, Task, count_unpacked, numbered, write

_DEATHS = 5  # how often a worker may die of a document within one try


@dataclass(frozen=True, slots=True)
class TaskSettings:
    """What tasks are told."""

    folder: Path  # where they are kept; shared by all executors
    database: str = field(default="", repr=False)  # URL; empty means SQLite in the folder
    # id of this process among those that share the folder; the same after a restart
    executor: str = "local"
    workers: int = 2  # how many documents are done side by side
    seconds: float = 600.0  # how long one document may take
    retention: float = 24.0  # hours after which a task that has ended is deleted
    limits: Limits = ARCHIVE  # how much an upload may unpack to
    # what pseudonyms are drawn under; each task draws its own if not given
    secret: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class DocumentSteps:
    """The steps of tasks in a store."""

    store: Store  # where the tasks are
    settings: TaskSettings  # how they are done
    convert: Convert  # what does a document in a worker process

    def prepare(self, task: str) -> int:
        """Unpack an upload and return how many documents it has; a bad one ends the task."""
        found = self._open(task)
        if found is None:
            return 0
        try:
            return unpack(found, self.settings.limits)
        except PseudonymizationError as error:
            found.end("failed", code=error.code)
        except FileNotFoundError:
            if self._open(task) is not None:
                raise
        found.tidy()
        return 0

    def do_all(self, task: str, first: int, size: int) -> None:
        """Do so many documents; the database hears of all of them at once."""
        found = self._open(task)
        names = found.names() if found else None
        for number in range(first, first + size):
            self.do(task, number, names)
        if found:
            found.tidy()  # whoever cancelled it could not reach what was being made meanwhile

    def do(self, task: str, number: int, names: Sequence[str] | None = None) -> str:
        """Do one document, unless it is done or nobody wants it any more."""
        found = self._open(task)
        if found is None:
            return "ended"
        if found.has(number):
            return "done"
        try:
            return self._done(found, number, names or found.names() or ())
        except (OSError, ServiceError):
            if self._open(task) is None:
                return "ended"
            raise

    def is_whole(self, task: str) -> bool:
        """Tell whether a task is open and all its documents are done."""
        found = self._open(task)
        names = found.names() if found else None
        return found is not None and names is not None and len(found.finished()) == len(names)

    def finish(self, task: str) -> None:
        """Pack the result of a task and end it."""
        found = self._open(task)
        if found is None or not self.is_whole(task):
            return
        try:
            made = pack_result(found, still_wanted=lambda: self._open(task) is not None)
            if made is not None:
                made.rename(found.result)
                found.end("done", documents=tuple(document_states(found)))
        except FileNotFoundError:
            if self._open(task) is not None:
                raise
        found.tidy()

    def _done(self, task: Task, number: int, names: Sequence[str]) -> str:
        secret = self.settings.secret or task.secret()
        for _ in range(_DEATHS):
            made = task.aside()
            source, tries = task.source(number), task.tries(number)
            name, nest = names[number - 1], self._nest(task)
            job = Job(source, name, made, tries, task.options, secret, nest)
            try:
                code = self.convert(job, seconds=self.settings.seconds)
            except TimeLimit as error:
                shutil.rmtree(made, ignore_errors=True)
                return self._fail(task, number, error.code, "it takes longer than it may; split it")
            except WorkerDied:
                shutil.rmtree(made, ignore_errors=True)
                continue
            task.commit(number, made)
            return code or "done"
        why = "the process that did it died of it each time"
        return self._fail(task, number, WorkerDied.code, why)

    def _nest(self, task: Task) -> Nest | None:
        """Return what may still be unpacked of an upload: its documents share that.

        Those that are done side by side may each come to what is left when they are begun.
        """
        if not task.is_archive:
            return None
        nest = Nest.around(task.upload.stat().st_size, self.settings.limits)
        return Nest([*map(sub, nest.left, count_unpacked(task.tries(0).parent))], nest.depth + 1)

    def _fail(self, task: Task, number: int, code: str, message: str) -> str:
        made = task.aside()
        made.mkdir(mode=0o700)
        write(made / "report.json", json.dumps(failure(code, message)).encode())
        task.commit(number, made)
        return code

    def _open(self, task_id: str) -> Task | None:
        """Return a task that is still to be worked on."""
        try:
            task = self.store.get(task_id)
        except UnknownName:
            return None
        return task if task.ended_at() is None else None


def unpack(task: Task, limits: Limits) -> int:
    """Lay the documents of an upload in the task's folder, all or none; return how many they are.

    Raises:
        CorruptDocument: If the archive is damaged, encrypted, empty or larger than allowed, or a
            member points outside it.
    """
    names = task.names()
    if names is not None:
        return len(names)
    folder = task.aside()
    folder.mkdir(mode=0o700)
    if task.is_archive:
        names = tuple(_unpacked(task.upload, folder, limits))
    else:
        (folder / numbered(1)).hardlink_to(task.upload)
        names = (PurePosixPath(task.name).name or "document",)
    if not names:
        raise CorruptDocument("the archive holds no documents; add some")
    size = sum(path.stat().st_size for path in folder.iterdir())
    write(folder / "names.json", json.dumps(names).encode())
    try:
        folder.rename(task.sources)
        count_unpacked(task.tries(0).parent, size, len(names))
    except OSError:
        if task.names() is None:
            raise
    return len(names)


def _unpacked(upload: Path, folder: Path, limits: Limits) -> Iterator[str]:
    number = 0
    try:
        with zipfile.ZipFile(upload) as archive:
            for info, chunks in open_members(archive, limits, upload.stat().st_size):
                if OF_SYSTEMS.search(info.filename):
                    continue
                number += 1
                path = folder / numbered(number)
                with path.open("xb") as stream:
                    path.chmod(0o600)
                    stream.writelines(chunks)
                yield info.filename
    except DAMAGE as error:
        raise CorruptDocument("the archive is damaged; make it anew") from error

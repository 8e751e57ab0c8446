"""Tasks from upload to result; what the server's routes and the tests hold in their hands."""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from allonym.errors import ConfigError, PseudonymizationError, TimeLimit, UnknownName, WorkerDied
from allonym.formats.package import Limits
from allonym.jobs.convert import Convert, Job, failure
from allonym.jobs.options import TaskOptions
from allonym.jobs.results import document_states, pack_result
from allonym.jobs.store import Store, Task, numbered, read_json, write
from allonym.jobs.unpack import unpack
from allonym.jobs.workflow import VERSION, Durable

_DEATHS = 5
"""How often a worker may die of a document within one try."""
_TRIES = 25
"""How often a document is begun; more often only if servers die of it."""
_BEAT = 5.0
_SILENCE = 60.0
_ROUND = 30.0
_EXECUTOR = re.compile(r"[\w.-]{1,64}")


@dataclass(frozen=True, slots=True)
class TaskSettings:
    """What tasks are told.

    Attributes:
        folder: Where they are kept; shared by all executors.
        database: URL; empty means SQLite in the folder.
        executor: Id of this process among those that share the folder; the same after a restart.
        workers: How many documents are done side by side.
        seconds: How long one document may take.
        retention: Hours after which a finished task is deleted, and an open one given up.
        limits: How much an upload may unpack to.
        secret: What pseudonyms are drawn under; each task draws its own if not given.
    """

    folder: Path
    database: str = field(default="", repr=False)
    executor: str = "local"
    workers: int = 2
    seconds: float = 600.0
    retention: float = 24.0
    limits: Limits = Limits()
    secret: bytes | None = field(default=None, repr=False)


class Tasks:
    """Takes uploads and makes results of them, whoever dies in between.

    Args:
        settings: Where and how.
        convert: What does a document in a worker process.
        version: Of the workflows; another one in tests.

    Raises:
        ConfigError: If another process runs under this executor's id.
        MissingExtra: If DBOS is not installed.
    """

    def __init__(self, settings: TaskSettings, convert: Convert, *, version: str = VERSION) -> None:
        if not _EXECUTOR.fullmatch(settings.executor):
            raise ConfigError("an executor's id: letters, digits, dots and hyphens are expected")
        self.settings = settings
        self.store = Store.open(settings.folder)
        self._convert = convert
        self._lock = self._claim()
        database = settings.database or f"sqlite:///{settings.folder / 'tasks.sqlite'}"
        self._durable = Durable(
            database,
            executor=settings.executor,
            workers=settings.workers,
            prepare=self._prepare,
            do=self._do,
            finish=self._finish,
            version=version,
        )
        self._stopping = threading.Event()
        self._keeper = threading.Thread(target=self._keep, name="allonym-tasks", daemon=True)

    def start(self) -> None:
        """Take up what was left, and begin to work.

        Raises:
            ConfigError: If the database cannot be used.
        """
        self._beat()
        self._durable.launch()
        self._revive(before=time.time())
        self._keeper.start()

    def stop(self, grace: float = 0.0) -> None:
        """Begin nothing more; what has begun has `grace` seconds to finish."""
        self._stopping.set()
        self._durable.stop(grace)
        self._keeper.join()
        self._lock.close()

    def add(self, upload: Path, name: str, options: TaskOptions) -> Task:
        """Make a task of an upload, which is moved, and start it."""
        task = self.store.add(upload, name, options)
        self._durable.start(task.id)
        return task

    def cancel(self, task: Task) -> bool:
        """Cancel a task: nothing more of it is begun, and there will be no result.

        Returns:
            Whether it was open.
        """
        was_open = task.end("cancelled", documents=tuple(document_states(task)))
        self._durable.cancel(task.id)
        task.tidy()
        return was_open

    def remove(self, task: Task) -> None:
        """Delete a task with its documents and its result, at once."""
        self.cancel(task)
        self.store.remove(task)
        self._durable.forget(task.id)

    def take_over(self, executor: str) -> int:
        """Do what a dead executor left; see `Durable.take_over`."""
        return self._durable.take_over(executor)

    # --- the steps: each may be done again, and by several at once ---

    def _prepare(self, task_id: str) -> int:
        task = self._open(task_id)
        if task is None:
            return 0
        try:
            return unpack(task, _upload_name(task), self.settings.limits)
        except PseudonymizationError as error:
            task.end("failed", code=error.code)
            task.tidy()
        return 0

    def _do(self, task_id: str, number: int) -> str:
        task = self._open(task_id)
        if task is None:
            return "ended"
        if (task.results / numbered(number)).is_dir():
            return "done"
        if task.begin(number) > _TRIES:
            return self._fail(task, number, "gave-up", "the server stopped whenever it was done")
        try:
            return self._done(task, number)
        except FileNotFoundError:
            if self._open(task_id) is None:
                return "ended"
            raise

    def _done(self, task: Task, number: int) -> str:
        names = task.names() or ()
        secret = self.settings.secret or task.secret()
        code = "worker-died"
        for _ in range(_DEATHS):
            made = task.aside()
            job = Job(task.source(number), names[number - 1], made, task.options, secret)
            try:
                code = self._convert(job, seconds=self.settings.seconds)
            except TimeLimit as error:
                shutil.rmtree(made, ignore_errors=True)
                return self._fail(task, number, error.code, "it takes longer than it may; split it")
            except WorkerDied:
                shutil.rmtree(made, ignore_errors=True)
                continue
            task.commit(number, made)
            return code or "done"
        return self._fail(task, number, code, "the process that did it died of it each time")

    def _fail(self, task: Task, number: int, code: str, message: str) -> str:
        made = task.aside()
        made.mkdir(mode=0o700)
        write(made / "report.json", json.dumps(failure(code, message)).encode())
        task.commit(number, made)
        return code

    def _finish(self, task_id: str) -> None:
        task = self._open(task_id)
        names = task.names() if task else None
        if task is None or names is None or len(task.finished()) < len(names):
            return
        try:
            made = pack_result(task, still_wanted=lambda: task.ending() is None)
            if made is None:
                return
            made.rename(task.result)
            task.end("done", documents=tuple(document_states(task)))
        except FileNotFoundError:
            if self._open(task_id) is not None:
                raise
        task.tidy()

    def _open(self, task_id: str) -> Task | None:
        """Return a task that is still to be worked on."""
        try:
            task = self.store.get(task_id)
        except UnknownName:
            return None
        return task if task.ending() is None else None

    # --- what is looked after while the server runs ---

    def _claim(self) -> IO[bytes]:
        """Hold the executor's lock until this process ends, however it ends."""
        path = self.store.root / "executors" / f"{self.settings.executor}.lock"
        lock = path.open("ab")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            raise ConfigError(
                f"another server runs as executor {self.settings.executor!r} on this folder; give "
                "each its own id by the setting executor"
            ) from None
        return lock

    def _beat(self) -> None:
        path = self.store.root / "executors" / self.settings.executor
        path.touch(mode=0o600)

    def _keep(self) -> None:
        rounds = 0
        while not self._stopping.wait(_BEAT):
            with suppress(OSError):
                self._beat()
            rounds += 1
            if rounds % round(_ROUND / _BEAT) == 0:
                self._guarded(self.look_after)

    def _guarded(self, work: Callable[[], None]) -> None:
        """Do something that is done again soon; a database that is away for a while comes back."""
        with suppress(Exception):
            work()

    def look_after(self) -> None:
        """Delete what is due, take over from the dead, and start what was forgotten."""
        now = time.time()
        self.expire(now)
        self.store.sweep(now - 3600 * max(1.0, self.settings.retention))
        for executor in self._silent(now):
            self.take_over(executor)
            (self.store.root / "executors" / executor).unlink(missing_ok=True)
        self._revive(before=now - _ROUND)

    def expire(self, now: float) -> None:
        """Delete the tasks whose time is over; one that never ends has seven times as long."""
        for task in self.store.all():
            ending = task.ending()
            hours = task.options.retention or self.settings.retention or 24.0
            since, hours = (task.created, 7 * hours) if ending is None else (ending.at, hours)
            if now > since + 3600 * hours:
                self.remove(task)
            elif ending is not None:
                task.tidy()

    def _silent(self, now: float) -> list[str]:
        folder = self.store.root / "executors"
        return [
            entry.name
            for entry in os.scandir(folder)
            if not entry.name.endswith(".lock")
            and entry.name != self.settings.executor
            and entry.stat().st_mtime < now - _SILENCE
        ]

    def _revive(self, before: float) -> None:
        """Start open tasks made `before` that the database does not know, or that broke there."""
        broken = self._durable.broken()
        for task in self.store.all():
            if task.ending() is not None or task.created > before:
                continue
            if task.id in broken:
                if task.begin(0) > _TRIES:
                    task.end("failed", code="internal", documents=tuple(document_states(task)))
                    continue
                self._durable.forget(task.id)
            if not self._durable.is_known(task.id):
                self._durable.start(task.id)


def _upload_name(task: Task) -> str:
    settled: dict[str, Any] = read_json(task.folder / "task.json")
    return str(settled["name"])

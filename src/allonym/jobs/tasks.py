"""Tasks from upload to result; what the server's routes and the tests hold in their hands."""

from __future__ import annotations

import fcntl
import os
import re
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

from allonym.errors import ConfigError, ServiceError
from allonym.jobs.convert import TRIES, Convert, Job
from allonym.jobs.options import TaskOptions
from allonym.jobs.results import document_states
from allonym.jobs.steps import DocumentSteps, TaskSettings
from allonym.jobs.store import Store, Task, count_try
from allonym.jobs.workflow import VERSION, Durable

_BEAT = 5.0
_SILENCE = 60.0
_ROUND = 30.0
_EXECUTOR = re.compile(r"[\w.-]{1,64}")


def claim(folder: Path, executor: str) -> IO[bytes]:
    """Hold an executor's lock on a folder of tasks until this process ends, however it ends.

    Args:
        folder: Where tasks are kept.
        executor: Id of this process.

    Raises:
        ConfigError: If the id is none, or another process runs under it.
    """
    if not _EXECUTOR.fullmatch(executor):
        raise ConfigError("an executor's id: letters, digits, dots and hyphens are expected")
    locks = folder / "executors"
    locks.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = (locks / f"{executor}.lock").open("ab")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise ConfigError(
            f"another server runs as executor {executor!r} on the folder {folder.name}; give this "
            "one a folder of its own (setting folder, ALLONYM_SERVER_FOLDER), or an id of its own "
            "(setting executor) if they are to share what lies there"
        ) from None
    return lock


class _Gate:
    """Lets documents through to the workers until the server stops.

    A thread that comes later is held until DBOS has let go of the database: an error then is
    written nowhere, and the document is taken up again at the next start.
    """

    def __init__(self, convert: Convert) -> None:
        self._convert = convert
        self._change = threading.Condition()
        self._inside = 0
        self._closed = False
        self._open_again = threading.Event()

    def __call__(self, job: Job, *, seconds: float) -> str:
        with self._change:
            closed = self._closed
            self._inside += not closed
        if closed:
            self._open_again.wait()
            raise ServiceError("the server is being stopped")
        try:
            return self._convert(job, seconds=seconds)
        finally:
            with self._change:
                self._inside -= 1
                self._change.notify_all()

    def close(self, grace: float) -> None:
        """Let nothing more in, and wait until all are out, or for `grace` seconds."""
        with self._change:
            self._closed = True
            self._change.wait_for(lambda: not self._inside, grace)

    def release(self) -> None:
        """Let go whom the gate held."""
        self._open_again.set()


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
        self.settings = settings
        self._lock = claim(settings.folder, settings.executor)
        self.store = Store.open(settings.folder)
        self._gate = _Gate(convert)
        database = settings.database or f"sqlite:///{settings.folder / 'tasks.sqlite'}"
        self._durable = Durable(
            database,
            executor=settings.executor,
            workers=settings.workers,
            steps=DocumentSteps(self.store, settings, self._gate),
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
        """Begin nothing more; documents that were begun have `grace` seconds to finish."""
        self._stopping.set()
        self._gate.close(grace)
        self._durable.stop()
        self._gate.release()
        self._keeper.join()
        self._lock.close()

    def add(self, upload: Path, name: str, options: TaskOptions, owner: str = "") -> Task:
        """Make a task of an upload, which is moved, and start it."""
        task = self.store.add(upload, name, options, owner)
        self._durable.start(task.id)
        return task

    def cancel(self, task: Task) -> bool:
        """Cancel a task: no more of it is begun, no result made; tell whether it was open."""
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

    # --- what is looked after while the server runs ---

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
                with suppress(Exception):  # a database that is away for a while comes back
                    self.look_after()

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
            ended = task.ended_at()
            hours = task.options.retention or self.settings.retention or 24.0
            since, hours = (task.created, 7 * hours) if ended is None else (ended, hours)
            if now > since + 3600 * hours:
                self.remove(task)
            elif ended is not None and (task.folder / "in").exists():
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
            if task.ended_at() is not None or task.created > before:
                continue
            if task.id in broken:
                if count_try(task.tries(0)) > TRIES:
                    task.end("failed", code="internal", documents=tuple(document_states(task)))
                    continue
                self._durable.forget(task.id)
            if not self._durable.is_known(task.id):
                self._durable.start(task.id)

"""The durable part: which document is done when, by whom, and again after a crash.

`DBOS`_ keeps a list of workflows in SQLite or PostgreSQL and starts again those that a dead process
left.  It is told nothing but ids of tasks and numbers of documents; the rest stands in the task's
folder (`allonym.jobs.store`), which is the truth: a task that its database has forgotten is
started again, and a document that is done is not done twice, whoever tries.

.. _DBOS: https://docs.dbos.dev/python
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from allonym.errors import ConfigError, needs
from allonym.jobs.steps import DocumentSteps

VERSION = "2"
"""Raised when workflows change so that those begun by an older program cannot go on; open tasks
are then started anew under the new version, and keep the documents that are done."""

DOCUMENTS = "documents"
_PREPARE, _DO, _COUNT, _FINISH = "prepare", "do", "count", "finish"
_LIVE = ("PENDING", "ENQUEUED", "DELAYED")


class Durable:
    """DBOS with our three workflows; there is one in a process.

    Args:
        database: URL of the database.
        executor: Id of this process, the same after a restart.
        workers: How many pieces of work run side by side.
        steps: What is done.
        version: Of the workflows; another one in tests.

    Raises:
        MissingExtra: If DBOS is not installed.
        ConfigError: If the database cannot be reached.
    """

    def __init__(
        self,
        database: str,
        *,
        executor: str,
        workers: int,
        steps: DocumentSteps,
        version: str = VERSION,
    ) -> None:
        self._dbos = _library()
        self.version = version
        self._workers = workers
        self._steps = steps
        _prepare_sqlite(database)
        self._dbos.DBOS(
            config={
                "name": "allonym",
                "system_database_url": database,
                "executor_id": executor,
                "application_version": version,
                "log_level": "CRITICAL",
                "enable_otlp": False,
                "serializer": _plain_serializer(self._dbos.Serializer),
                "notification_listener_polling_interval_sec": 1.0,
            }
        )
        self._register()

    def launch(self) -> None:
        """Start, and take up again what this executor left.

        Raises:
            ConfigError: If the database cannot be reached.
        """
        from sqlalchemy.exc import SQLAlchemyError

        try:
            self._dbos.DBOS.launch()
        except (SQLAlchemyError, OSError) as error:
            raise ConfigError(
                f"the database cannot be used ({type(error).__name__}); is its server running, and "
                "is the setting database right?"
            ) from None
        self._dbos.DBOS.register_queue(
            DOCUMENTS,
            worker_concurrency=2 * self._workers,
            polling_interval_sec=0.2,
            on_conflict="always_update",
        )

    def stop(self, grace: float = 0.0) -> None:
        """Take up nothing more, and give what runs `grace` seconds to finish."""
        self._dbos.DBOS.destroy(destroy_registry=True, workflow_completion_timeout_sec=round(grace))

    def start(self, task: str) -> None:
        """Start a task; one that was started already stays as it is."""
        self._enqueue(_PREPARE, f"{task}-{self.version}", 1, task)

    def is_known(self, task: str) -> bool:
        """Tell whether a task was started under this version of the workflows."""
        found = self._dbos.DBOS.list_workflows(
            workflow_ids=[f"{task}-{self.version}"], load_input=False, load_output=False
        )
        return bool(found)

    def broken(self) -> set[str]:
        """Return the tasks of which a workflow ended with an error, which steps never should."""
        found = self._listed(status="ERROR")
        return {workflow.partition("-")[0] for workflow in found}

    def cancel(self, task: str) -> None:
        """Take up nothing more of a task; documents that are being done are finished."""
        self._dbos.DBOS.cancel_workflows(self._of(task, _LIVE))

    def forget(self, task: str) -> None:
        """Remove every trace of a task from the database."""
        self._dbos.DBOS.delete_workflows(self._of(task, None))

    def take_over(self, executor: str) -> int:
        """Queue again what a dead executor had begun, for whoever is free; return how many pieces.

        Should it live after all, a document may be worked on twice; the first to finish counts.
        """
        left = self._listed(status="PENDING", executor_id=executor, app_version=self.version)
        for workflow in left:
            self._dbos.DBOS.resume_workflow(workflow, queue_name=DOCUMENTS)
        return len(left)

    def _of(self, task: str, status: Iterable[str] | None) -> list[str]:
        return self._listed(
            workflow_id_prefix=f"{task}-", status=None if status is None else list(status)
        )

    def _listed(self, **wanted: Any) -> list[str]:
        found = self._dbos.DBOS.list_workflows(load_input=False, load_output=False, **wanted)
        return [status.workflow_id for status in found]

    def _enqueue(self, name: str, workflow: str, priority: int, *arguments: Any) -> None:
        options = {"workflow_name": name, "queue_name": DOCUMENTS, "workflow_id": workflow,
                   "priority": priority, "app_version": self.version}  # fmt: skip
        self._dbos.DBOS.enqueue_workflow_with_options(options, *arguments)

    def _register(self) -> None:
        """Tell DBOS of the workflows, by names that stay the same when code is moved."""
        workflow = self._dbos.DBOS.workflow
        for name, function in ((_PREPARE, self._prepare), (_DO, self._do), (_FINISH, self._finish)):
            workflow(name=name, max_recovery_attempts=None)(_plain(function))

    def _prepare(self, task: str) -> None:
        count = self._dbos.DBOS.run_step({"name": _PREPARE}, self._steps.prepare, task)
        for place, (first, size) in enumerate(shares(count), 1):
            self._enqueue(_DO, f"{task}-{self.version}-{first}", place, task, first, size)

    def _do(self, task: str, first: int, size: int) -> None:
        self._dbos.DBOS.run_step({"name": _DO}, self._steps.do_all, task, first, size)
        if self._dbos.DBOS.run_step({"name": _COUNT}, self._steps.is_whole, task):
            self._enqueue(_FINISH, f"{task}-{self.version}-{_FINISH}", 1, task)

    def _finish(self, task: str) -> None:
        self._dbos.DBOS.run_step({"name": _FINISH}, self._steps.finish, task)


def shares(count: int) -> list[tuple[int, int]]:
    """Part documents into pieces of work: first number and how many, at most 40 pieces.

    >>> shares(3)
    [(1, 1), (2, 1), (3, 1)]
    >>> len(shares(20_000)), shares(1001)[-1]
    (40, (989, 13))
    """
    size = max(1, -(-count // 40))
    return [(first, min(size, count + 1 - first)) for first in range(1, count + 1, size)]


def _plain(function: Callable[..., None]) -> Callable[..., None]:
    """Return a method as a function, which is what DBOS registers."""

    def call(*arguments: Any) -> None:
        function(*arguments)

    return call


def _library() -> Any:
    with needs("tasks need", "serve"):
        import dbos
    return dbos


def _prepare_sqlite(database: str) -> None:
    """Have SQLite write ahead, so that readers and the writer do not wait for each other.

    DBOS asks SQLite for milliseconds wherever Python is 3.12 or newer; SQLite knows them since
    3.42, and such a Python may well sit on an older one (Debian 12 has 3.40).
    """
    kind, _, path = database.partition(":///")
    if kind == "sqlite":
        if sqlite3.sqlite_version_info < (3, 42):
            from sqlalchemy import event
            from sqlalchemy.engine import Engine

            event.listen(Engine, "connect", know_milliseconds)
        file = Path(path)
        file.touch(mode=0o600)
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA journal_mode=WAL")


def know_milliseconds(connection: Any, _record: object) -> None:
    """Give a connection to an older SQLite the function of the newer one."""
    if isinstance(connection, sqlite3.Connection):
        connection.create_function("unixepoch", -1, _unixepoch)


def _unixepoch(*when: str) -> float:
    """Return the seconds since 1970, as SQLite 3.42 does; the older one knows no parts of them."""
    if when == ("subsec",):
        return time.time()
    marks = ", ".join("?" * len(when))
    with closing(sqlite3.connect(":memory:")) as older:
        return float(older.execute(f"SELECT strftime('%s', {marks})", when).fetchone()[0])


def _plain_serializer(base: type) -> Any:
    """Return what writes values for DBOS: ids and numbers as JSON, and of errors only their kind.

    By itself it would pickle them, errors with their messages and all.
    """

    class Plain(base):  # type: ignore[misc]
        def serialize(self, data: Any) -> str:
            return json.dumps(data, default=_kind)

        def deserialize(self, serialized_data: str) -> Any:
            return json.loads(serialized_data)

        def name(self) -> str:
            return "allonym_plain"

    return Plain()


def _kind(value: Any) -> str:
    if isinstance(value, BaseException):
        return type(value).__name__
    raise TypeError(f"a {type(value).__name__} is not for the database of tasks")

"""Batches as CLARIN-PL's service takes them: upload, start, follow, fetch, delete."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Header, Query, Request, Response
from fastapi.responses import FileResponse, StreamingResponse
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool

from allonym.answers import DocumentState, TaskState
from allonym.errors import ConfigError, ServiceBusy, ServiceError, UnknownLanguage, UnknownName
from allonym.jobs.convert import Job, convert
from allonym.jobs.options import TaskOptions, read_options
from allonym.jobs.pipeline_string import pipeline_options
from allonym.jobs.results import document_states
from allonym.jobs.steps import TaskSettings
from allonym.jobs.store import Task
from allonym.jobs.tasks import Tasks
from allonym.profile import builtin_profiles
from allonym.secrets import read_secret
from allonym.server.bodies import FILE, TEXT, Upload, body, form_content, receive_upload
from allonym.server.observe import log
from allonym.server.pool import WorkerFault, WorkerPool
from allonym.server.problems import Problem
from allonym.server.security import may_touch, owner_of, require
from allonym.server.state import ServerState
from allonym.text.suggest import suggest

_LOOK = 0.5
_SIGN = 15.0
_LONGEST_STREAM = 600.0
_LONG_NAME = 40  # no field of ours has a longer one
_UNKNOWN = "there is no such task, or no longer; results are kept for a time"


_FORM = body(
    form_content(
        ["file"],
        file=FILE | {"description": "A ZIP archive of documents, or one document."},
        options=TEXT
        | {
            "description": "Options as a JSON object.",
            "example": '{"language": "pl", "method": "tag"}',
        },
        pipeline=TEXT
        | {
            "description": "A pipeline as CLARIN-PL writes it; options go over it.",
            "example": 'any2txt|wcrft2|liner2({"model":"5nam"})|anonymizer({"method":"pseudo"})',
        },
    )
)


def task_routes(state: ServerState) -> APIRouter:
    """Return the routes of tasks; their lifespan starts and stops the tasks."""
    room = _Room(state)
    routes = APIRouter(
        prefix="/v1/tasks",
        tags=["tasks"],
        dependencies=[Depends(require("process"))],
        lifespan=room.lifespan,
    )
    add = routes.add_api_route
    lean: dict[str, Any] = {"response_model_exclude_none": True}
    add("", room.create, methods=["POST"], status_code=202, openapi_extra=_FORM, **lean)
    add("/{task_id}", room.status, methods=["GET"], **lean)
    add(
        "/{task_id}/events", room.events, methods=["GET"], response_class=StreamingResponse,
        responses=_content("text/event-stream", {}),
    )  # fmt: skip
    add(
        "/{task_id}/result", room.result, methods=["GET"], response_class=FileResponse,
        responses=_content("application/zip", {"type": "string", "format": "binary"}),
    )  # fmt: skip
    add("/{task_id}/cancel", room.cancel, methods=["POST"], **lean)
    add("/{task_id}", room.delete, methods=["DELETE"], status_code=204)
    state.meters.gauge("allonym_tasks_open", "Tasks that are not finished.", room.count)
    return routes


def _content(media_type: str, schema: dict[str, str]) -> dict[int | str, dict[str, Any]]:
    content = {"schema": schema} if schema else {}
    return {200: {"description": "As asked for.", "content": {media_type: content}}}


@dataclass(slots=True)
class _Room:
    """The routes, and the tasks behind them."""

    state: ServerState
    tasks: Tasks | None = field(default=None, repr=False)

    @asynccontextmanager
    async def lifespan(self, _app: FastAPI) -> AsyncIterator[None]:
        """Start the tasks beside the server; stopping, let documents that were begun finish."""
        self.state.starting.add("tasks")
        convert = PoolConvert(self.state.pool, asyncio.get_running_loop())
        starting = asyncio.create_task(run_in_threadpool(self._start, convert))
        try:
            yield
        finally:
            await starting
            tasks, self.tasks = self.tasks, None
            if tasks is not None:
                await run_in_threadpool(tasks.stop, self.state.settings.grace)

    def _start(self, convert: PoolConvert) -> None:
        try:
            tasks = Tasks(_settings(self.state), convert)
            tasks.start()
        except Exception as error:  # noqa: BLE001 - whatever it is, the server must say so
            self.state.pool.failed = True
            log("failed", 40, error=type(error).__name__, code=getattr(error, "code", None))
            return
        self.tasks = tasks
        self.state.starting.discard("tasks")

    def running(self) -> Tasks:
        """Return the tasks."""
        if self.tasks is None:
            raise ServiceBusy("the service of tasks is starting or stopping; come again in 5 s", 5)
        return self.tasks

    def count(self) -> int:
        """Return how many tasks are not finished."""
        return self.tasks.store.open_count() if self.tasks is not None else 0

    async def create(self, request: Request) -> TaskState:
        """Take an archive or a document, and begin to work on it."""
        tasks = self.running()
        if await run_in_threadpool(self.count) >= self.state.settings.open_tasks:
            raise ServiceBusy("too many tasks are not finished yet; come again in 60 s", 60)
        upload = await receive_upload(request, tasks.store.incoming())
        try:
            options = _options(upload, self.state)
            task = await run_in_threadpool(
                tasks.add, upload.path, upload.name, options, owner_of(request)
            )
        except BaseException:
            upload.path.unlink(missing_ok=True)
            raise
        log("task", task=task.id)
        return _state(task, documents=False)

    def status(
        self,
        request: Request,
        task_id: str,
        documents: Annotated[bool, Query(description="Whether to list the documents.")] = True,
    ) -> TaskState:
        """Tell how far a task is."""
        return _state(self._task(request, task_id), documents=documents)

    async def events(
        self,
        request: Request,
        task_id: str,
        last_event_id: Annotated[str, Header(description="Where a stream broke off.")] = "",
    ) -> Response:
        """Follow a task by server-sent events: each tells how far it is, the last is called end."""
        task = await run_in_threadpool(self._task, request, task_id)
        seen = int(last_event_id) if last_event_id.isdecimal() and len(last_event_id) < 10 else -1
        ending = getattr(request.app.state, "is_ending", lambda: False)
        return StreamingResponse(_events(task, seen, ending), media_type="text/event-stream")

    def result(self, request: Request, task_id: str) -> Response:
        """Fetch the result: a ZIP of the finished documents in their folders, with reports."""
        task = self._task(request, task_id)
        state = _state(task, documents=False)
        if state.state != "done" or not task.result.is_file():
            raise Problem(
                "no-result", 409, f"the task is {state.state}; only of one that is done is there "
                "a result"
            )  # fmt: skip
        after = None
        if task.options.retention == 0:
            after = BackgroundTask(self.running().remove, task)
        return FileResponse(
            task.result,
            media_type="application/zip",
            filename=f"result-{task.id[:8]}.zip",
            background=after,
        )

    def cancel(self, request: Request, task_id: str) -> TaskState:
        """Cancel a task; there will be no result."""
        task = self._task(request, task_id)
        if not self.running().cancel(task):
            raise Problem("ended", 409, "the task has ended already; delete it instead")
        return _state(task, documents=False)

    def delete(self, request: Request, task_id: str) -> None:
        """Delete a task with its documents and its result, at once."""
        self.running().remove(self._task(request, task_id))

    def _task(self, request: Request, task_id: str) -> Task:
        """Return a task of the bearer of this token; of others there is none."""
        try:
            task = self.running().store.get(task_id)
        except UnknownName as error:
            raise Problem("not-found", 404, str(error)) from None
        if not may_touch(request, task.owner):
            raise Problem("not-found", 404, _UNKNOWN)
        return task


def _settings(state: ServerState) -> TaskSettings:
    told = state.settings
    return TaskSettings(
        folder=told.folder,
        database=told.database,
        executor=told.executor,
        workers=told.processes,
        seconds=told.task_seconds,
        retention=told.retention,
        secret=read_secret(told.secret) if told.secret else None,
    )


def _options(upload: Upload, state: ServerState) -> TaskOptions:
    """Return what the client asks for; a field by its name goes over the pipeline."""
    fields = dict(upload.fields)
    pipeline = fields.pop("pipeline", "")
    asked = pipeline_options(pipeline) if pipeline else {}
    try:
        given = json.loads(fields.pop("options", "") or "{}")
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict):
        raise ConfigError('options: a JSON object is expected, such as {"method": "tag"}')
    if fields:
        known = ("file", "options", "pipeline")
        meant = suggest(min(fields)[:_LONG_NAME], known)
        raise ConfigError(f"the form has an unknown field{meant}; known: {', '.join(known)}")
    told = state.settings
    defaults = {"language": told.language, "profile": told.profile}
    profiles = {*builtin_profiles(), *told.profiles, told.profile}
    wanted = {**defaults, **asked, **given}
    options = read_options(wanted, profiles=profiles, longest=told.retention)
    if told.languages and options.language not in ("auto", *told.languages):
        raise UnknownLanguage(f"this server has the languages {', '.join(told.languages)} only")
    return options


def _state(task: Task, *, documents: bool) -> TaskState:
    ending = task.ending()
    rows = document_states(task)
    states = [row["state"] for row in rows]
    dropped = sum(row.get("dropped", 0) for row in rows)
    ended = None if ending is None else _time(ending.at)
    hours = task.options.retention
    return TaskState(
        id=task.id,
        state=ending.state if ending else ("running" if rows else "waiting"),
        code=(ending.code or None) if ending else None,
        created=_time(task.created),
        ended=ended,
        expires=_time(ending.at + 3600 * hours) if ending and hours else None,
        total=len(states) + dropped,
        done=states.count("done"),
        failed=states.count("failed") + dropped,
        documents=tuple(DocumentState(**row) for row in rows) if documents else None,
    )


def _time(seconds: float) -> datetime:
    return datetime.fromtimestamp(round(seconds, 3), UTC)


async def _events(task: Task, seen: int, is_ending: Callable[[], bool]) -> AsyncIterator[str]:
    """Yield an event whenever a document is finished; an event's id is how many are.

    An event tells all there is to tell, so that whoever comes back has missed nothing.  A server
    that is to stop ends the stream, which would hold it up.
    """
    clock = asyncio.get_running_loop().time
    began = said = clock()
    yield "retry: 2000\n\n"
    while clock() < began + _LONGEST_STREAM and not is_ending():
        if not await run_in_threadpool(task.folder.is_dir):
            yield _event("end", seen, {"id": task.id, "state": "deleted"})
            return
        state = await run_in_threadpool(_state, task, documents=False)
        finished = state.done + state.failed
        told: dict[str, Any] = state.model_dump(mode="json", exclude_none=True)
        if state.ended is not None:
            yield _event("end", finished, told)
            return
        if finished > seen:
            seen, said = finished, clock()
            yield _event("progress", finished, told)
        elif clock() > said + _SIGN:
            said = clock()
            yield ": still there\n\n"
        await asyncio.sleep(_LOOK)


def _event(name: str, number: int, data: dict[str, Any]) -> str:
    return f"id: {number}\nevent: {name}\ndata: {json.dumps(data)}\n\n"


@dataclass(slots=True)
class PoolConvert:
    """Does a job of a task in the pool; called from the threads of the tasks."""

    pool: WorkerPool = field(repr=False)  # the server's workers
    loop: asyncio.AbstractEventLoop = field(repr=False)  # the loop that the pool lives in

    def __call__(self, job: Job, *, seconds: float) -> str:
        """Do a job and wait.

        Raises:
            TimeLimit: If it takes longer than `seconds`.
            WorkerDied: If the worker died.
            ServiceError: If the server is being stopped, or the worker failed otherwise.
        """
        work = self.pool.run(convert, job, seconds=seconds, patient=True)
        try:
            return asyncio.run_coroutine_threadsafe(work, self.loop).result()
        except (WorkerFault, asyncio.CancelledError, RuntimeError) as error:
            raise ServiceError(f"the document was not done ({type(error).__name__})") from None

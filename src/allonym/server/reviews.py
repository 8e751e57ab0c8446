"""The documents under review of one server: loaded when asked for, told about when they change."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import PurePath
from typing import Any, TypeVar

from allonym.api import Pipeline
from allonym.errors import PseudonymizationError
from allonym.files.writing import write_private
from allonym.model.decision import Decision
from allonym.profile import load_profile
from allonym.review import shelf, work
from allonym.review.desk import Desk, Tools, tools_for
from allonym.review.shelf import AllowLists, Meta, Ranges, Shelf
from allonym.review.state import State
from allonym.server.pool import WorkerFault
from allonym.server.problems import Problem, problem_of
from allonym.server.state import ServerState

SHELF = "review"
"""The folder of documents under review, in the server's folder."""

ALLOWED = "allowed"
"""The folder of names that reviewers always let stay."""

_OPEN = 8
_POLL = 0.25
_SECONDS = 3600.0
_LONG = 900.0
_PATIENCE = 60.0  # how long a preview waits for a document that is being recognised
_FINAL = frozenset({"ready", "failed", "cancelled"})
_PURGE_EVERY = 600.0
_QUIET = 15.0
_LOOK = 0.5
T = TypeVar("T")
Event = tuple[str, dict[str, Any]]
Make = Callable[[Desk], Sequence[Decision]]
"""Makes decisions for a document as it stands."""


@dataclass(slots=True)
class Reviews:
    """Every document under review."""

    state: ServerState  # of the server
    shelf: Shelf = field(init=False)
    allowed: AllowLists = field(init=False)
    _desks: OrderedDict[str, Desk] = field(default_factory=OrderedDict, repr=False)
    _tools: dict[tuple[str, ...], Tools] = field(default_factory=dict, repr=False)
    _locks: dict[str, asyncio.Lock] = field(default_factory=dict, repr=False)
    _listeners: dict[str, set[asyncio.Queue[Event]]] = field(default_factory=dict, repr=False)
    _planning: set[str] = field(default_factory=set, repr=False)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set, repr=False)

    def __post_init__(self) -> None:
        self.shelf = Shelf(self.state.settings.folder / SHELF)
        self.allowed = AllowLists(self.state.settings.folder / ALLOWED)

    @contextlib.asynccontextmanager
    async def lifespan(self, _app: object) -> AsyncIterator[None]:
        """Go on with what was interrupted, and delete what is due."""
        for meta in list(self.shelf.all()):
            if meta.state in ("queued", "running"):
                self._keep(self._recognise(meta))
        self._keep(self._purge())
        try:
            yield
        finally:
            for task in list(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _purge(self) -> None:
        while True:
            for name in await asyncio.to_thread(self.shelf.purge, self.state.settings.retention):
                self._forget(name)
            await asyncio.sleep(_PURGE_EVERY)

    def _keep(self, work_: Any) -> None:
        task = asyncio.create_task(work_)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- coming and going ----------------------------------------------------------------------

    async def add(self, data: bytes, meta: Meta) -> Meta:
        """Take a document in and begin to recognise it."""
        await asyncio.to_thread(self.shelf.add, data, meta)
        self._keep(self._recognise(meta))
        return meta

    async def _recognise(self, meta: Meta) -> None:
        """Have a document recognised by a worker, and tell how far that is."""
        folder = self.shelf.root / meta.id
        (folder / "cancel").unlink(missing_ok=True)
        self._set(meta, state="running")
        running = asyncio.ensure_future(
            self.state.pool.run(
                work.recognise_document, self.shelf.root / meta.id, seconds=_SECONDS, patient=True
            )
        )
        try:
            last: dict[str, Any] = {}
            while not (await asyncio.wait({running}, timeout=_POLL))[0]:
                progress = work.read_progress(folder)
                if progress != last:
                    last = progress
                    self._tell(meta.id, "progress", progress)
            done, problem = running.result(), ("", "")
        except (PseudonymizationError, WorkerFault, Problem) as error:
            said = problem_of(error)
            done, problem = work.Recognised("failed"), (said.type, said.detail)
        if folder.exists():
            known = {"language": done.language} if done.language else {}
            self._set(meta, state=done.state, problem=problem, counts=done.counts, **known)
            if done.state == "ready":
                await self.desk(self.meta(meta.id))

    def _set(self, meta: Meta, **changes: Any) -> None:
        if not (self.shelf.root / meta.id / "meta.json").exists():
            return
        changed = replace(shelf.read_meta(self.shelf.root / meta.id), **changes)
        self.shelf.store(changed)
        if "state" in changes:
            self._tell(meta.id, "state", state_of(changed))

    def cancel(self, name: str) -> None:
        """Give up recognising a document."""
        meta = self.meta(name)
        if meta.state in ("queued", "running"):
            write_private(self.shelf.root / name / "cancel", b"")
            self._set(meta, state="cancelled")

    def remove(self, name: str) -> None:
        """Delete a document; a recognition that runs finds its folder gone and ends."""
        self.shelf.remove(name)
        self._forget(name)

    def _forget(self, name: str) -> None:
        self._desks.pop(name, None)
        self._locks.pop(name, None)
        self._tell(name, "state", {"state": "deleted"})

    # -- looking -------------------------------------------------------------------------------

    def meta(self, name: str) -> Meta:
        """Return what is known of a document.

        Raises:
            Problem: If there is none, 404.
        """
        try:
            return shelf.read_meta(self.shelf.folder(name))
        except PseudonymizationError as error:
            raise Problem("not-found", 404, str(error)) from None

    async def work(self, function: Callable[..., T], meta: Meta, *more: Any) -> T:
        """Have a worker do something with a document; large ones may take their time."""
        return await self.state.pool.run(function, self.shelf.root / meta.id, *more, seconds=_LONG)

    async def settled(self, name: str) -> Meta:
        """Return the description of a document once it is recognised, or after a while as it is.

        Raises:
            Problem: If there is no such document, 404.
        """
        ends = asyncio.get_running_loop().time() + _PATIENCE
        while True:
            meta = self.meta(name)
            if meta.state in _FINAL or asyncio.get_running_loop().time() > ends:
                return meta
            await asyncio.sleep(_POLL)

    async def desk(self, meta: Meta) -> Desk:
        """Return a document that was recognised, from the disk if need be.

        Raises:
            Problem: If it is not ready, 409.
        """
        if meta.state != "ready":
            raise Problem("not-ready", 409, f"the document is {meta.state}; wait until it is ready",
                          more={"state": meta.state})  # fmt: skip
        if meta.id not in self._desks:
            made = await asyncio.to_thread(self._load, meta)
            if meta.id not in self._desks:
                self._desks[meta.id] = made
                self._keep(self._warm(meta.id, made))
        self._desks.move_to_end(meta.id)
        while len(self._desks) > _OPEN:
            self._desks.popitem(last=False)
        return self._desks[meta.id]

    async def _warm(self, name: str, desk: Desk) -> None:
        """Have ready what the first decision will need."""
        if desk.is_large:
            await self._plan(name, desk)
        await asyncio.to_thread(lambda: desk.index)

    def _load(self, meta: Meta) -> Desk:
        path = self.state.settings.profiles.get(meta.profile, meta.profile)
        profile = work.review_profile(load_profile(path), meta.method)
        key = (meta.language, meta.profile, meta.method)
        if key not in self._tools:
            self._tools[key] = tools_for(meta.language, profile)
        secret = bytes.fromhex(meta.secret)
        bare = Pipeline.load(language=meta.language, profile=profile).keyed(secret).tentative()
        return work.desk_of(self.shelf.root / meta.id, bare, self._tools[key])

    # -- deciding ------------------------------------------------------------------------------

    async def decide(self, meta: Meta, version: int, make: Make) -> tuple[Desk, State]:
        """Add decisions to a document, unless somebody was faster; return it and its old state.

        Raises:
            Problem: If the document has another version by now, 409.
        """
        desk = await self.desk(meta)
        async with self._locks.setdefault(meta.id, asyncio.Lock()):
            if version != desk.version:
                raise Problem(
                    "changed", 409, "somebody else has changed the document; load it again and "
                    "decide once more", more={"version": desk.version},
                )  # fmt: skip
            before = desk.state()
            await asyncio.to_thread(self._decide, meta, desk, make)
        self._tell(meta.id, "changed", {"version": desk.version})
        if desk.is_large and not desk.is_planned:
            self._keep(self._plan(meta.id, desk))
        return desk, before

    def _decide(self, meta: Meta, desk: Desk, make: Make) -> None:
        before = dict(desk.state().allowed)
        entries = make(desk)
        self.shelf.append(meta.id, entries)
        desk.add(entries)
        state = desk.state()
        self.allowed.follow(meta.owner, before, state.allowed)
        counts = desk.counts()
        time = datetime.now(UTC).isoformat()
        self._set(meta, modified=time, counts=(counts["sure"], counts["doubtful"]))

    async def _plan(self, name: str, desk: Desk) -> None:
        """Work out in the background what becomes of everything; tell when it is known.

        Decisions that come in the meantime are worked out together when this one is done.
        """
        if name in self._planning:
            return
        self._planning.add(name)
        try:
            while not desk.is_planned:
                await asyncio.to_thread(desk.plan)
        finally:
            self._planning.discard(name)
        self._tell(name, "changed", {"version": desk.version})

    # -- telling -------------------------------------------------------------------------------

    def _tell(self, name: str, kind: str, data: dict[str, Any]) -> None:
        for queue in self._listeners.get(name, ()):
            queue.put_nowait((kind, data))

    async def events(
        self, name: str, is_ending: Callable[[], bool] = lambda: False
    ) -> AsyncIterator[Event | None]:
        """Yield what happens to a document, None now and then when nothing does."""
        queue: asyncio.Queue[Event] = asyncio.Queue()
        listeners = self._listeners.setdefault(name, set())
        listeners.add(queue)
        quiet = 0.0
        try:
            while not is_ending():
                try:
                    yield await asyncio.wait_for(queue.get(), _LOOK)
                    quiet = 0.0
                except TimeoutError:
                    quiet += _LOOK
                if quiet >= _QUIET:
                    quiet = 0.0
                    yield None
        finally:
            listeners.discard(queue)
            if not listeners:
                self._listeners.pop(name, None)


Plain = dict[str, Any]


def state_of(meta: Meta) -> Plain:
    """Return a document's state, and why it failed if it did."""
    problem = {"type": meta.problem[0], "detail": meta.problem[1]}
    return {"state": meta.state, **({"problem": problem} if meta.problem[0] else {})}


def listed(meta: Meta, shelf: Shelf) -> Plain:
    """Return a document's line in the list."""
    folder = shelf.root / meta.id
    lines = folder / "decisions.jsonl"
    length = folder / "length"
    total = int(length.read_text()) if length.exists() else 0
    done = sum(end - start for start, end in shelf.seen(meta.id))
    return {
        **_known(meta),
        "version": lines.read_bytes().count(b"\n") if lines.exists() else 0,
        "mentions": meta.counts[0],
        "doubtful": meta.counts[1],
        "seen": round(min(1.0, done / total), 3) if total else 0,
    }


def document_json(
    meta: Meta,
    desk: Desk | None,
    seen: Ranges,
    progress: Mapping[str, Any],
    omit: frozenset[str],
    lost: Sequence[Plain] = (),
) -> Plain:
    """Return a document as the page gets it.

    Args:
        meta: What is known of it.
        desk: Its mentions and entities, once it was recognised.
        seen: What of it was seen.
        progress: How far recognition is.
        omit: Keys that are not wanted.
        lost: Decisions about an earlier version that could not be placed.
    """
    whole: Plain = {
        **_known(meta),
        **state_of(meta),
        "progress": dict(progress),
        "version": 0,
        "method": meta.method or None,
        "format": PurePath(meta.name.lower()).suffix.lstrip(".") or "txt",
        "preview": "docx" if work.is_word(meta.name) else "html",
        "seen": [list(pair) for pair in seen],
    }
    if desk is not None:
        whole["language"] = desk.recognition.language
        whole["warnings"] = list(desk.recognition.warnings)
        whole["lost"] = list(lost)
        whole |= desk.values()
        if "text" not in omit:
            whole["text"] = desk.recognition.text
        if "blocks" not in omit:
            whole["blocks"] = desk.blocks()
        if "result" in omit:
            whole.pop("result")
    return whole


def _known(meta: Meta) -> Plain:
    names = ("id", "name", "created", "modified", "state", "language", "profile")
    return {name: getattr(meta, name) for name in names}

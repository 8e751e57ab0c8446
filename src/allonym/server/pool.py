"""Worker processes behind a bounded queue.

Each worker is a pool of one of `pebble`_'s, so that workers share no pipe and no lock: one that is
killed, even in the middle of an answer, takes nothing with it but its own work.

.. _pebble: https://pebble.readthedocs.io
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import pickle
import threading
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pebble import CONSTS, ProcessExpired, ProcessPool

from allonym.errors import EngineError, PseudonymizationError, ServiceBusy, TimeLimit, WorkerDied
from allonym.server.worker import Failure, Setup, guarded, preload, start

T = TypeVar("T")

_START_SECONDS = 300.0
_END_SECONDS = 10.0
_STARTS = 5


class WorkerFault(Exception):
    """A mistake of ours in a worker: its kind and its place, never its message."""

    def __init__(self, kind: str, place: str) -> None:
        super().__init__(f"{kind} in {place}")
        self.kind = kind
        self.place = place


@dataclass(slots=True)
class _Slot:
    """One worker; its process is replaced when it dies."""

    setup: Setup = field(repr=False)
    pool: ProcessPool = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.renew()

    def renew(self) -> None:
        """Start a new process, and have the old one ended by a thread that nobody waits for."""
        old = getattr(self, "pool", None)
        if old is not None:
            threading.Thread(target=_end, args=(old, 0.0), daemon=True).start()
        self.pool = ProcessPool(
            max_workers=1,
            initializer=start,
            initargs=(self.setup,),
            context=multiprocessing.get_context("spawn"),
        )

    async def call(
        self, function: Callable[..., Any], args: tuple[Any, ...], seconds: float
    ) -> bytes:
        """Return what the function returns in the worker, pickled, or its failure."""
        try:
            return await self._scheduled(function, args, seconds)
        except TimeoutError:
            raise TimeLimit(
                f"the work took longer than the {seconds:g} seconds it may; send less at once"
            ) from None
        except (ProcessExpired, OSError, RuntimeError):
            self.renew()
            raise WorkerDied(
                "the process that did the work ended in the middle of it; a new one was started, "
                "so send it again"
            ) from None

    async def _scheduled(
        self, function: Callable[..., Any], args: tuple[Any, ...], seconds: float
    ) -> bytes:
        """Call a function; once more if the process turns out to have died before the call."""
        for last in (False, True):
            try:
                future = self.pool.schedule(guarded, args=(function, args), timeout=seconds)
                return await asyncio.wrap_future(future)
            except RuntimeError:
                if last:
                    raise
                self.renew()
        raise AssertionError


@dataclass(slots=True)
class WorkerPool:
    """Runs functions in a fixed number of processes; what the queue can't hold is refused."""

    workers: int  # how many processes
    queue: int  # how many calls may wait for one
    seconds: float  # how long a call may take once it has a process
    # what the processes are told when they start
    setup: Setup = field(default_factory=Setup, repr=False)
    # called when a process died or was ended
    on_death: Callable[[], None] = field(default=lambda: None, repr=False)
    ready: bool = field(default=False, init=False)
    failed: bool = field(default=False, init=False)
    _slots: list[_Slot] = field(default_factory=list, init=False, repr=False)
    _idle: list[_Slot] = field(default_factory=list, init=False, repr=False)
    _urgent: deque[asyncio.Future[_Slot]] = field(default_factory=deque, init=False, repr=False)
    _patient: deque[asyncio.Future[_Slot]] = field(default_factory=deque, init=False, repr=False)
    _running: set[asyncio.Task[Any]] = field(default_factory=set, init=False, repr=False)
    _mean: float = field(default=1.0, init=False, repr=False)

    @property
    def waiting(self) -> int:
        """How many calls wait for a process."""
        return sum(not f.done() for line in (self._urgent, self._patient) for f in line)

    @property
    def busy(self) -> int:
        """How many processes work."""
        return len(self._running)

    async def start(self) -> None:
        """Start the processes and load what is to be loaded; ready when all have.

        Raises:
            PseudonymizationError: If a profile or a pack to be loaded cannot be.
            EngineError: If a process cannot be started.
        """
        CONSTS.term_timeout = 0  # workers ignore the signal to end, and are killed
        self._slots = [_Slot(self.setup) for _ in range(self.workers)]
        await asyncio.gather(*(self._warm(slot) for slot in self._slots))
        for slot in self._slots:
            self._release(slot)
        self.ready = True

    async def _warm(self, slot: _Slot) -> None:
        """Load a process's models; one that is killed meanwhile is replaced a few times."""
        for left in range(_STARTS - 1, -1, -1):
            try:
                outcome = await slot.call(preload, (self.setup.preload,), _START_SECONDS)
                break
            except (WorkerDied, TimeLimit) as error:
                if left and isinstance(error, WorkerDied):
                    continue
                raise EngineError(
                    "a worker process could not be started; is there enough memory?"
                ) from None
        _opened(outcome)

    async def run(
        self,
        function: Callable[..., T],
        *args: Any,
        seconds: float | None = None,
        patient: bool = False,
    ) -> T:
        """Run a function of a module in a worker and return what it returns.

        Once begun, the work goes on even if the caller gives up.  The function, its arguments and
        its result must be picklable.  It may take the pool's own limit unless `seconds` are given.
        A `patient` call waits as long as it takes, and lets calls that are not patient go first.

        Raises:
            ServiceBusy: If the queue is full.
            TimeLimit: If it took too long.
            WorkerDied: If the process died.
            WorkerFault: If it failed otherwise.
            PseudonymizationError: What the function itself raised.
        """
        slot = await self._free(patient=patient)
        limit = self.seconds if seconds is None else seconds
        return await asyncio.shield(self._keep(self._work(slot, function, args, limit)))

    def check_room(self) -> None:
        """Refuse early, before a body is read, what would be refused anyway.

        Raises:
            ServiceBusy: If the line is full.
        """
        if len(self._urgent) >= self.queue:
            wait = max(1, round(len(self._urgent) * self._mean / self.workers))
            raise ServiceBusy(f"the queue is full; come again in {wait} s", wait)

    async def _free(self, *, patient: bool) -> _Slot:
        """Wait in line for a process."""
        if self._idle:
            return self._idle.pop()
        line = self._patient if patient else self._urgent
        if not patient:
            self.check_room()
        place: asyncio.Future[_Slot] = asyncio.get_running_loop().create_future()
        line.append(place)
        try:
            return await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self._release(place.result())
            elif place in line:
                line.remove(place)
            raise

    def _release(self, slot: _Slot) -> None:
        for line in (self._urgent, self._patient):
            while line:
                place = line.popleft()
                if not place.done():
                    place.set_result(slot)
                    return
        self._idle.append(slot)

    async def _renewed(self, slot: _Slot) -> None:
        """Load a new process's models before it is given work."""
        try:
            await self._warm(slot)
        except (PseudonymizationError, WorkerFault):
            pass
        finally:
            self._release(slot)

    async def _work(
        self, slot: _Slot, function: Callable[..., T], args: tuple[Any, ...], seconds: float
    ) -> T:
        clock = asyncio.get_running_loop().time
        began = clock()
        died = False
        try:
            outcome = await slot.call(function, args, seconds)
        except (WorkerDied, TimeLimit):
            died = True
            self.on_death()
            raise
        finally:
            self._mean += 0.1 * (clock() - began - self._mean)
            if died:
                self._keep(self._renewed(slot))
            else:
                self._release(slot)
        result: T = _opened(outcome)
        return result

    def _keep(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run something to its end, whoever waits for it."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        task.add_done_callback(_seen)
        return task

    async def stop(self, grace: float) -> None:
        """End the processes; work that has begun has `grace` seconds to finish."""
        self.ready = False
        if self._running:
            await asyncio.wait(set(self._running), timeout=grace)
        enders = [
            threading.Thread(target=_end, args=(s.pool, 1.0), daemon=True) for s in self._slots
        ]
        for ender in enders:
            ender.start()
        for ender in enders:
            await asyncio.to_thread(ender.join, _END_SECONDS)


def _opened(answer: bytes) -> Any:
    outcome = pickle.loads(answer)  # noqa: S301 - written by a process of ours
    if not isinstance(outcome, Failure):
        return outcome
    if outcome.error is not None:
        raise outcome.error
    raise WorkerFault(outcome.kind, outcome.place)


def _seen(work: asyncio.Task[Any]) -> None:
    """Take note of an error that nobody waited for, so that it is not printed."""
    if not work.cancelled():
        work.exception()


def _end(pool: ProcessPool, grace: float) -> None:
    if grace and pool.active:
        pool.close()  # type: ignore[no-untyped-call]
        with contextlib.suppress(TimeoutError):
            pool.join(timeout=grace)
            return
    pool.stop()  # type: ignore[no-untyped-call]
    pool.join()

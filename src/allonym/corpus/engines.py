"""What works on the shards of a corpus: processes of this machine, or actors of a Ray cluster.

Each worker has its pack in memory.  One that dies costs its shard's documents another try, each
alone; the document that kills again and again is the one that fails.  Whoever drives them reads and
writes, so that the output of both is the same byte for byte, and resuming is the manifest's
business.
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as Late
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, cycle, islice
from typing import Any, TypeVar

from pebble import ProcessExpired, ProcessPool

from allonym.api import Pipeline
from allonym.corpus.items import Outcome, Shard
from allonym.corpus.work import Job, failed, one_by_one, process_shard, unpacked
from allonym.errors import needs

T = TypeVar("T")

_AHEAD = 2  # shards for each worker that are given out before the first of them is taken
_TRIES = 3  # a worker may be killed from outside; a document that three die of is the cause
_SECONDS = 600.0


def _in_order(
    shards: Iterable[Shard],
    give: Callable[[Shard], T],
    take: Callable[[Shard, T], Outcome],
    workers: int,
) -> Iterator[Outcome]:
    """Yield what becomes of each shard, in their order, a few ahead of what is taken."""
    waiting: deque[tuple[Shard, T]] = deque()
    for shard in shards:
        waiting.append((shard, give(shard)))
        if len(waiting) > _AHEAD * workers:
            yield take(*waiting.popleft())
    while waiting:
        yield take(*waiting.popleft())


# --- processes of this machine ---

_worker: list[tuple[Pipeline, Job]] = []


def _start(packed: bytes) -> None:
    """Load what a worker keeps; it runs in the worker alone.

    A word is read at once, since models are loaded for the first text, and no document's time limit
    shall pay for that.
    """
    job = unpacked(packed)
    pipeline = job.pipeline()
    if job.language != "auto":
        pipeline.detect("Anna")
    _worker.append((pipeline, job))


def _process(shard: Shard) -> Outcome:
    pipeline, job = _worker[-1]
    return process_shard(pipeline, job, shard)


@dataclass(frozen=True, slots=True)
class LocalEngine:
    """Works on shards in several processes, which are spawned and ended if they take too long."""

    job: Job  # what is to be done
    workers: int = 1  # how many processes
    seconds: float = _SECONDS  # most seconds for one document
    work: Callable[[Shard], Outcome] = field(default=_process, repr=False)

    def outcomes(self, shards: Iterable[Shard]) -> Iterator[Outcome]:
        """Yield what becomes of each shard, in their order.

        Raises:
            ConfigError: If the settings are at fault.
        """
        coming = iter(shards)
        first = list(islice(coming, self.workers))  # a worker with nothing to do costs seconds too
        context = multiprocessing.get_context("spawn")
        pool: Any = ProcessPool(
            max(1, len(first)), initializer=_start, initargs=(self.job.packed(),), context=context
        )
        give, take = partial(self._given, pool), partial(self._taken, pool)
        try:
            yield from _in_order(chain(first, coming), give, take, self.workers)
            pool.close()
            pool.join()
        finally:
            pool.stop()
            pool.join()

    def _given(self, pool: Any, shard: Shard) -> Future[Outcome]:
        future: Future[Outcome] = pool.schedule(
            self.work, args=(shard,), timeout=self.seconds * len(shard.items)
        )
        return future

    def _taken(self, pool: Any, shard: Shard, future: Future[Outcome], tries: int = 1) -> Outcome:
        try:
            return future.result()
        except (ProcessExpired, Late) as error:
            if len(shard.items) == 1 and isinstance(error, ProcessExpired) and tries < _TRIES:
                return self._taken(pool, shard, self._given(pool, shard), tries + 1)
            if len(shard.items) == 1:
                code = "time-limit" if isinstance(error, Late) else "worker-died"
                return Outcome(shard.number, (failed(self.job, shard.items[0], code),))
        return one_by_one(shard, lambda one: self._taken(pool, one, self._given(pool, one)))


# --- actors of a cluster ---

# of a core for each actor: two whole ones on two cores leave the scheduler nothing (measured)
_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class RayEngine:
    """Works on shards on a Ray cluster, that of ``RAY_ADDRESS`` or one on this machine."""

    job: Job  # what is to be done
    workers: int = 2  # how many actors

    def outcomes(self, shards: Iterable[Shard]) -> Iterator[Outcome]:
        """Yield what becomes of each shard, in their order.

        Raises:
            MissingExtra: If Ray is not installed.
            ConfigError: If the settings are at fault.
        """
        with needs("clusters need", "ray"):
            import ray
        if not ray.is_initialized():
            ray.init(include_dashboard=False, log_to_driver=False, configure_logging=False)
        actors = [_actor(ray, self.job.packed()) for _ in range(self.workers)]
        turns, take = cycle(actors), partial(self._taken, ray, actors[0])

        def give(shard: Shard) -> Any:
            return next(turns).work.remote(shard)

        try:
            yield from _in_order(shards, give, take, self.workers)
        finally:
            for actor in actors:
                ray.kill(actor)

    def _taken(self, ray: Any, actor: Any, shard: Shard, pending: Any) -> Outcome:
        """Return an outcome; where actors died of a shard, try its documents one by one."""
        try:
            outcome: Outcome = ray.get(pending)
        except ray.exceptions.RayTaskError as error:
            raise error.cause from error
        except ray.exceptions.RayError:
            if len(shard.items) == 1:
                return Outcome(shard.number, (failed(self.job, shard.items[0], "worker-died"),))
        else:
            return outcome
        return one_by_one(shard, lambda one: self._taken(ray, actor, one, actor.work.remote(one)))


def _actor(ray: Any, packed: bytes) -> Any:
    class Worker:
        """Holds a pipeline; lives in a process of the cluster."""

        def __init__(self, packed: bytes) -> None:
            self._job = unpacked(packed)
            self._pipeline = self._job.pipeline()

        def work(self, shard: Shard) -> Outcome:
            return process_shard(self._pipeline, self._job, shard)

    remote = ray.remote(num_cpus=_SHARE, max_restarts=-1, max_task_retries=_TRIES)(Worker)
    return remote.remote(packed)

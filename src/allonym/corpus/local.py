"""The engine of one machine: spawned processes, each with its pack in memory."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as Late
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any

from pebble import ProcessExpired, ProcessPool

from allonym.api import Pipeline
from allonym.corpus.items import Outcome, Shard
from allonym.corpus.work import Job, failed, one_by_one, process_shard, unpacked

_AHEAD = 2
_TRIES = 3  # a worker may be killed from outside; a document that three die of is the cause
_SECONDS = 600.0

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
    """Works on shards in several processes, a few ahead of what is written.

    A worker that dies or takes too long costs its shard's documents another try, each alone; the
    one that kills or stalls again and again is the one that fails.
    """

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
        waiting: deque[tuple[Shard, Future[Outcome]]] = deque()
        try:
            for shard in chain(first, coming):
                waiting.append((shard, self._given(pool, shard)))
                if len(waiting) > _AHEAD * self.workers:
                    yield self._taken(pool, *waiting.popleft())
            while waiting:
                yield self._taken(pool, *waiting.popleft())
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

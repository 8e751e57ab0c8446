"""The engine of a cluster: Ray actors, each with its pack in memory (extra ``ray``).

Actors are restarted when they die and their shard is tried again; resuming is the manifest's
business, not the cluster's.  The driver reads and writes, so the output is the same as this
machine's byte for byte.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from allonym.corpus.items import Outcome, Shard
from allonym.corpus.work import Job, failed, one_by_one, process_shard, unpacked
from allonym.errors import needs

_AHEAD = 2
_TRIES = 3  # an actor may be killed from outside; a document that so many die of is the cause
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
        ray = _ray()
        if not ray.is_initialized():
            ray.init(include_dashboard=False, log_to_driver=False, configure_logging=False)
        actors = [_actor(ray, self.job.packed()) for _ in range(self.workers)]
        waiting: deque[tuple[Shard, Any]] = deque()
        try:
            for turn, shard in enumerate(shards):
                actor = actors[turn % len(actors)]
                waiting.append((shard, actor.work.remote(shard)))
                if len(waiting) > _AHEAD * len(actors):
                    yield self._taken(ray, actors[0], *waiting.popleft())
            while waiting:
                yield self._taken(ray, actors[0], *waiting.popleft())
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


def _ray() -> Any:
    with needs("clusters need", "ray"):
        import ray
    return ray


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

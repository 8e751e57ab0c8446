"""Documents of tasks in the server's own workers, after everything that somebody waits for."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from allonym.errors import ServiceError
from allonym.jobs.convert import Job, convert
from allonym.server.pool import WorkerFault, WorkerPool


@dataclass(slots=True)
class PoolConvert:
    """Does a job of a task in the pool; called from the threads of the tasks.

    Attributes:
        pool: The server's workers.
        loop: The loop that the pool lives in.
    """

    pool: WorkerPool = field(repr=False)
    loop: asyncio.AbstractEventLoop = field(repr=False)

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

"""The pool of workers: bounds, deaths, time limits, and that no text comes back with an error."""

import asyncio
import os
import signal
import traceback

import pytest

from allonym.errors import LeakError, ServiceBusy, TimeLimit, WorkerDied
from allonym.server.pool import WorkerFault, WorkerPool
from tests.server import faults

pytestmark = pytest.mark.slow

CANARY = "Xanthippa Canaryová"


def with_pool(work, **settings):
    """Run a coroutine function on a pool of its own."""

    async def main():
        pool = WorkerPool(**{"workers": 1, "queue": 2, "seconds": 30.0, **settings})
        await pool.start()
        try:
            return await work(pool)
        finally:
            await pool.stop(5.0)

    return asyncio.run(main())


async def error_of(pool, function, *args, **options):
    with pytest.raises(Exception) as caught:
        await pool.run(function, *args, **options)
    return caught.value


def test_errors_come_back_with_their_class_and_without_text():
    async def work(pool):
        raised = [
            await error_of(pool, function, CANARY)
            for function in (
                faults.raise_on_purpose,
                faults.raise_mistake,
                faults.return_unpicklable,
                faults.die,
                faults.crash,
            )
        ]
        raised.append(await error_of(pool, faults.linger, CANARY, seconds=0.3))
        assert await pool.run(faults.echo, CANARY) == CANARY
        return raised

    raised = with_pool(work)
    assert [type(e) for e in raised] == [
        LeakError, WorkerFault, WorkerFault, WorkerDied, WorkerDied, TimeLimit,
    ]  # fmt: skip
    assert raised[1].kind == "KeyError"
    assert raised[1].place.startswith("tests.server.faults:")
    for error in raised:
        assert CANARY not in "".join(traceback.format_exception(error)) + repr(error)


def test_a_full_queue_refuses_and_lets_the_patient_wait():
    async def work(pool):
        gate = [asyncio.create_task(pool.run(faults.linger, "", 0.2)) for _ in range(3)]
        await asyncio.sleep(0.05)
        refused = await error_of(pool, faults.echo, 1)
        patient = asyncio.create_task(pool.run(faults.echo, "patient", patient=True))
        await asyncio.gather(*gate)
        return refused, await patient, pool.waiting

    refused, patient, waiting = with_pool(work)
    assert isinstance(refused, ServiceBusy)
    assert refused.retry_after >= 1
    assert (patient, waiting) == ("patient", 0)


def test_a_worker_killed_while_idle_is_replaced_unseen():
    async def work(pool):
        first = await pool.run(faults.pid)
        os.kill(first, signal.SIGKILL)
        return first, await pool.run(faults.pid)

    first, second = with_pool(work)
    assert first != second


def test_a_signal_to_all_processes_lets_a_worker_finish():
    async def work(pool):
        number = await pool.run(faults.pid)
        begun = asyncio.create_task(pool.run(faults.linger, "done", 0.3))
        await asyncio.sleep(0.05)
        os.kill(number, signal.SIGTERM)
        return await begun

    assert with_pool(work) == "done"


def test_a_caller_who_gives_up_does_not_lose_the_worker():
    async def work(pool):
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(pool.run(faults.linger, "", 0.3), 0.05)
        waiting = [asyncio.create_task(pool.run(faults.echo, n)) for n in range(2)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        return await waiting[1]

    assert with_pool(work) == 1


def test_stopping_lets_work_that_has_begun_finish():
    async def main():
        pool = WorkerPool(workers=1, queue=1, seconds=30.0)
        await pool.start()
        work = asyncio.create_task(pool.run(faults.linger, "", 0.3))
        await asyncio.sleep(0.05)
        await pool.stop(10.0)
        return await work

    assert asyncio.run(main()) == "done"

"""The life of a real server: work that has begun is finished, and no worker outlives the server."""

import asyncio
import json
import signal
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest

from allonym.server.observe import health_routes
from allonym.server.problems import Problem
from tests.server.live import Server

pytestmark = [pytest.mark.slow, pytest.mark.model]


def children(pid):
    return [int(n) for n in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def gone(pids, seconds=10.0):
    end = time.monotonic() + seconds
    while any(alive(pid) for pid in pids):
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_stopped_server_finishes_what_has_begun(tmp_path):
    server = Server(tmp_path, "--workers", "1", "--language", "pl").wait_until_ready()
    got = []
    body = {"text": "Jan Kowalski mieszka w Krakowie. " * 300, "method": "tag"}
    sender = threading.Thread(
        target=lambda: got.append(httpx.post(f"{server.url}/anonymize", json=body, timeout=60))
    )
    sender.start()
    while "allonym_workers_busy 1.0" not in httpx.get(f"{server.url}/metrics").text:
        time.sleep(0.01)
    assert server.stop() == 0
    sender.join(60)
    assert got[0].status_code == 200
    assert json.loads(server.lines[-1])["event"] == "stopped"


def test_who_hangs_up_leaves_the_queue(tmp_path):
    server = Server(tmp_path, "--workers", "1", "--language", "pl").wait_until_ready()
    try:
        long = {"text": "Jan Kowalski mieszka w Krakowie. " * 2000}
        for _ in range(3):
            with pytest.raises(httpx.ReadTimeout):
                httpx.post(f"{server.url}/anonymize", json=long, timeout=0.5)
        figures = httpx.get(f"{server.url}/metrics").text
        assert "allonym_workers_busy 1.0" in figures
        assert "allonym_queue 0.0" in figures
    finally:
        server.signal(signal.SIGKILL)
        server.stop()


def test_workers_end_with_a_server_that_is_killed(tmp_path):
    server = Server(tmp_path, "--workers", "2", "--language", "pl").wait_until_ready()
    workers = children(server.pid)
    assert len(workers) >= 2
    server.signal(signal.SIGKILL)
    server.stop()
    assert gone(workers)


def test_a_server_that_could_not_start_does_not_say_that_it_is_starting():
    # the fault is put in: what made it fail is another matter
    state = SimpleNamespace(pool=SimpleNamespace(failed=True, ready=True), starting={"tasks"})
    readyz = next(r for r in health_routes(state).routes if r.path == "/readyz").endpoint
    with pytest.raises(Problem) as said:
        asyncio.run(readyz())
    assert said.value.type == "failed"

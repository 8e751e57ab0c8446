"""The life of a real server: work that has begun is finished, and no worker outlives the server."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest

from allonym.jobs.tasks import claim
from allonym.server.observe import health_routes
from allonym.server.problems import Problem
from tests.server.live import SOURCE, Server

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


def test_a_folder_that_another_server_has_is_refused_before_anybody_asks(tmp_path):
    environment = {
        **os.environ, "PYTHONPATH": str(SOURCE), "ALLONYM_SERVER_FOLDER": str(tmp_path),
    }  # fmt: skip
    with claim(tmp_path, "local"):
        ended = subprocess.run(
            [sys.executable, "-m", "allonym", "serve", "--port", "0"],
            env=environment, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
    assert ended.returncode == 2
    assert "another server runs as executor 'local'" in ended.stderr
    assert "ALLONYM_SERVER_FOLDER" in ended.stderr

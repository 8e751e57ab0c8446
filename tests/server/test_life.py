"""The life of a real server: work that has begun is finished, and no worker outlives the server."""

import json
import signal
import threading
import time
from pathlib import Path

import httpx
import pytest

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


def test_workers_end_with_a_server_that_is_killed(tmp_path):
    server = Server(tmp_path, "--workers", "2", "--language", "pl").wait_until_ready()
    workers = children(server.pid)
    assert len(workers) >= 2
    server.signal(signal.SIGKILL)
    server.stop()
    assert gone(workers)

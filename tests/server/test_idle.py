"""A review that was opened without a terminal ends by itself."""

import time
from types import SimpleNamespace

from allonym.server.review_run import _end_when_idle


def test_a_server_ends_when_nobody_asks():
    server = SimpleNamespace(should_exit=False, server_state=SimpleNamespace(total_requests=3))
    _end_when_idle(server, 0.5)
    end = time.monotonic() + 10
    while not server.should_exit and time.monotonic() < end:
        time.sleep(0.05)
    assert server.should_exit

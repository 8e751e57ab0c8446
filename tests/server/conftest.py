"""One server for all tests of this folder."""

import os

import pytest

from tests.server.here import Here
from tests.server.live import Server


@pytest.fixture(scope="package")
def server(tmp_path_factory):
    """In a process of its own where everything is tested, else in this one, which is quicker."""
    folder = tmp_path_factory.mktemp("state")
    if os.environ.get("CI"):
        running = Server(folder, "--workers", "1", "--language", "pl").wait_until_ready()
    else:
        running = Here(folder, language="pl")
    yield running
    assert running.stop() == 0

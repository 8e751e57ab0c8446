"""One server for all tests of this folder."""

import pytest

from tests.server.live import Server


@pytest.fixture(scope="package")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("state"), "--workers", "1", "--language", "pl")
    yield running.wait_until_ready()
    assert running.stop() == 0

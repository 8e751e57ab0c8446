"""One proxy and one model behind it for all tests of this folder, and no longer."""

import os

import pytest

from tests.chat.upstream import Upstream
from tests.server.here import Here
from tests.server.live import Server


@pytest.fixture(scope="package")
def upstream():
    with Upstream() as running:
        yield running
        running.shutdown()


@pytest.fixture(scope="package")
def proxy(upstream, tmp_path_factory):
    """In a process of its own where everything is tested, else in this one, which is quicker."""
    folder, where = tmp_path_factory.mktemp("proxy"), f"{upstream.url}/v1"
    if not os.environ.get("CI"):
        here = Here(folder, chat_upstream=where, rate=0.0, models=10)
        yield here
        assert here.stop() == 0
        return
    settings = {"ALLONYM_SERVER_RATE": "0", "ALLONYM_SERVER_MODELS": "10"}
    server = Server(folder, "--workers", "1", "--chat-upstream", where, **settings)
    yield server.wait_until_ready()
    assert server.stop() == 0
    assert not any("owalsk" in line or "601 234 567" in line for line in server.lines)


@pytest.fixture(autouse=True)
def as_usual(request):
    """Let the model answer what it is told, however an earlier test left it."""
    if "upstream" in request.fixturenames:
        request.getfixturevalue("upstream").reset()

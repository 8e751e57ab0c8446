"""One proxy and one model behind it for all tests of this folder, and no longer."""

import pytest

from tests.chat.upstream import Upstream
from tests.server.live import Server


@pytest.fixture(scope="package")
def upstream():
    with Upstream() as running:
        yield running
        running.shutdown()


@pytest.fixture(scope="package")
def proxy(upstream, tmp_path_factory):
    settings = {"ALLONYM_SERVER_RATE": "0", "ALLONYM_SERVER_MODELS": "10"}
    server = Server(
        tmp_path_factory.mktemp("proxy"), "--workers", "1",
        "--chat-upstream", f"{upstream.url}/v1", **settings,
    )  # fmt: skip
    yield server.wait_until_ready()
    assert server.stop() == 0
    assert not any("owalsk" in line or "601 234 567" in line for line in server.lines)


@pytest.fixture(autouse=True)
def as_usual(request):
    """Let the model answer what it is told, however an earlier test left it."""
    if "upstream" in request.fixturenames:
        request.getfixturevalue("upstream").reset()

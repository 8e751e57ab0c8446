"""The gateway: what is forwarded, what is answered here, and what services do wrong."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import pytest
from starlette.testclient import TestClient

from allonym.errors import ConfigError
from allonym.server.settings import ServerSettings
from allonym.server.text_routes import service_url
from tests.server.here import app_of

TEXT = "Jana Nováková býva v Nitre."


class Service(BaseHTTPRequestHandler):
    """Another model service; what it does stands in its path."""

    seen: ClassVar = []
    release = threading.Event()

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.seen.append((self.path, body, self.headers.get("Authorization")))
        what = self.path.split("/")[1]
        if what == "slow":
            self.release.wait(10)
        status = {"busy": 503, "broken": 500, "moved": 307}.get(what, 200)
        answer = {"original_text": body["text"], "anonymized_text": "XXX", "format": "text"}
        data = b"no" if what == "garbled" else json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Retry-After", "7")
        self.send_header("Location", "http://evil.test/")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def client():
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), Service) as remote,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv("SERVICE_TOKEN", "aln_" + "x" * 40)
        patch.setenv("HTTP_PROXY", "http://proxy.invalid:1")
        # One process may open these services twice: what let the slow one go is not to do so again.
        patch.setattr(Service, "release", threading.Event())
        threading.Thread(target=remote.serve_forever, args=(0.05,), daemon=True).start()
        base = f"http://127.0.0.1:{remote.server_port}"
        kinds = ("good", "slow", "busy", "broken", "moved", "garbled")
        codes = dict(zip(("sk", "pl", "hu", "ro", "bg", "fi"), kinds, strict=True))
        services = {code: f"{base}/{kind}" for code, kind in codes.items()}
        services["hr"] = "http://127.0.0.1:9"
        settings = ServerSettings(
            workers=1, services=services, service_seconds=2, service_token="env:SERVICE_TOKEN"
        )
        with TestClient(app_of(settings), base_url="http://127.0.0.1") as opened:
            yield opened
            Service.release.set()
        remote.shutdown()


@pytest.fixture
def gateway(client):
    Service.seen.clear()
    return lambda code, **more: client.post("/anonymize", json={"text": TEXT, "lang": code, **more})


def test_requests_are_forwarded_with_the_published_keys(gateway):
    answer = gateway("sk")
    assert answer.json() == {"original_text": TEXT, "anonymized_text": "XXX", "lang": "sk"}
    gateway("SK", method="tag")
    (path, first, token), (_, second, _) = Service.seen
    assert path == "/good/anonymize"
    assert first == {"text": TEXT, "format": "text"}
    assert second == {"text": TEXT, "format": "text", "method": "tag"}
    assert token.startswith("Bearer aln_")


@pytest.mark.parametrize(
    ("code", "status", "kind"),
    [
        ("hu", 503, "busy"), ("ro", 502, "service"), ("bg", 502, "service"), ("fi", 502, "service"),
        ("hr", 502, "service"), ("pl", 504, "service-timeout"),
    ],
)  # fmt: skip
def test_a_service_that_fails_is_named(gateway, code, status, kind):
    answer = gateway(code)
    assert (answer.status_code, answer.json()["type"]) == (status, kind)
    assert f"the service for {code} at 127.0.0.1:" in answer.json()["detail"]
    assert "Nov" not in answer.text
    assert status != 503 or answer.headers["retry-after"] == "7"


@pytest.mark.model
@pytest.mark.slow
def test_other_languages_are_answered_here(gateway):
    assert gateway("sl", method="tag").json()["lang"] == "sl"
    assert gateway("xx").status_code == 400


def test_an_address_of_a_service_must_be_one():
    with pytest.raises(ConfigError, match="http://sk:5000"):
        service_url("sk:5000")

"""``POST /v1/reveal``: for its role alone, with a line of audit; errors hold no original."""

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("sqlalchemy")

import httpx
import sqlalchemy as sa
from starlette.testclient import TestClient

from allonym.client import Client, ServiceProblem
from allonym.errors import ConfigError
from allonym.ledger import admin
from allonym.ledger.audit import Audit
from allonym.ledger.keys import Key
from allonym.ledger.store import audit
from allonym.server.app import create_app
from allonym.server.settings import ServerSettings, make_token
from tests.ledger.conftest import Made, make_keys

TEXT = "Zeznawał Jan Kowalski. Jana Kowalskiego zna Anna Zielińska."


@pytest.fixture
def served(tmp_path, monkeypatch):
    own = admin.Keys(*(Key(k.kind, k.secret.hex().encode()) for k in make_keys().all))
    for key, name in zip(own.all, ("SECRET", "ENCRYPT_KEY", "AUDIT_KEY"), strict=True):
        monkeypatch.setenv(f"ALLONYM_{name}", key.secret.decode())
    ledger = Made(str(tmp_path / "ledger.db"), own)
    admin.init(ledger.url, own)
    made = {role: make_token(f"{role}er", [role]) for role in ("process", "reveal")}
    settings = ServerSettings(
        ledger=ledger.url, secret="env:ALLONYM_SECRET", hosts=("testserver",),
        tokens=tuple(token for _, token in made.values()),
    )  # fmt: skip
    client = TestClient(create_app(settings))  # without its lifespan: no workers are needed
    headers = {role: {"Authorization": f"Bearer {text}"} for role, (text, _) in made.items()}
    return ledger, client, headers


def test_a_text_and_a_pseudonym_are_revealed_and_the_audit_says_to_whom(served):
    ledger, client, headers = served
    result = ledger.pipeline().run(TEXT).text
    asked = {"text": result, "reason": "court order 7"}
    answer = client.post("/v1/reveal", json=asked, headers=headers["reveal"])
    assert answer.status_code == 200
    assert answer.json()["text"] == TEXT
    new = " ".join(result.split()[1:3]).rstrip(".")
    asked = {"pseudonym": new, "reason": "call of the patient", "language": "pl"}
    answer = client.post("/v1/reveal", json=asked, headers=headers["reveal"])
    assert [row["original"] for row in answer.json()["pairs"]] == ["Jan Kowalski"]
    lines = list(Audit(ledger.store(), ledger.keys.audit).lines())
    assert [line.who for line in lines[1:]] == ["token revealer"] * 4
    assert [line.reason for line in lines[1::2]] == ["court order 7", "call of the patient"]


def test_what_is_wrong_with_a_request_is_said_and_meddling_is_seen_while_the_server_runs(served):
    ledger, client, headers = served

    def ask(**asked):
        return client.post("/v1/reveal", json=asked, headers=headers["reveal"])

    assert ask(pseudonym="Ann", reason="call").status_code == 200
    assert "at least 3 characters are expected" in ask(pseudonym="Ann", reason="    ").text
    assert "text or pseudonym is expected" in ask(pseudonym="a", text="b", reason="c c").text
    with ledger.store().write() as connection:
        connection.execute(sa.delete(audit).where(audit.c.n == 2))
    answer = ask(pseudonym="Ann", reason="call")
    assert answer.status_code >= 500
    assert "nothing was revealed" in answer.json()["detail"]


@pytest.mark.slow
def test_a_file_is_restored_byte_for_byte(served):
    ledger, client, headers = served
    data = f"\r\n{TEXT}\r\n".encode("cp1250")
    written = ledger.pipeline().run_file(data, "list Kowalskiego.txt").data
    answer = client.post(
        "/v1/reveal/file", data={"reason": "court order 7"}, headers=headers["reveal"],
        files={"file": ("list Kowalskiego.txt", written)},
    )  # fmt: skip
    assert answer.content == data
    assert "Kowalsk" not in str(answer.headers)


class Through(httpx.BaseTransport):
    """Hands what the client sends to the application in this process."""

    def __init__(self, served):
        self._served = served

    def handle_request(self, request):
        headers = {k: v for k, v in request.headers.items() if k != "host"}
        answer = self._served.request(
            request.method, request.url.path, content=request.read(), headers=headers
        )
        return httpx.Response(answer.status_code, headers=answer.headers, content=answer.content)


@pytest.mark.slow
def test_the_client_reveals_texts_pseudonyms_and_files(served, tmp_path):
    ledger, application, headers = served
    pipeline = ledger.pipeline()
    result = pipeline.run(TEXT).text
    data = f"{TEXT}\r\n".encode("cp1250")
    written = tmp_path / "list.txt"
    written.write_bytes(pipeline.run_file(data, "list.txt").data)
    token = headers["reveal"]["Authorization"].split()[1]
    with Client("http://testserver", token=token, transport=Through(application)) as service:
        made = service.reveal(result, reason="court order 7")
        assert (made.text, made.restored, len(made.documents)) == (TEXT, 3, 1)
        name = " ".join(result.split()[1:3]).rstrip(".")
        made = service.reveal(pseudonym=name, reason="court order 7", language="pl")
        assert [pair.original for pair in made.pairs] == ["Jan Kowalski"]
        assert "Kowalski" not in repr(made)
        for file, more in (
            (written, {}),
            (str(written), {}),
            (written.read_bytes(), {"name": "list.txt"}),
        ):
            restored = service.reveal_file(file, reason="court order 7", **more)
            assert (restored.data, restored.restored, restored.left) == (data, 3, 0)
        with pytest.raises(ServiceProblem) as caught:
            service.reveal("Zupełnie co innego.", reason="court order 7")
        assert (caught.value.type, caught.value.status) == ("not-in-ledger", 404)
    token = headers["process"]["Authorization"].split()[1]
    with Client("http://testserver", token=token, transport=Through(application)) as service:
        with pytest.raises(ServiceProblem) as caught:
            service.reveal(result, reason="curiosity")
        assert caught.value.status == 403


def test_other_roles_and_nobody_are_refused(served):
    ledger, client, headers = served
    result = ledger.pipeline().run(TEXT).text
    asked = {"text": result, "reason": "curiosity"}
    for who, status in (({}, 401), (headers["process"], 403)):
        answer = client.post("/v1/reveal", json=asked, headers=who)
        assert answer.status_code == status
        assert "Kowalsk" not in answer.text
    assert len(list(Audit(ledger.store(), ledger.keys.audit).lines())) == 1


@pytest.mark.parametrize(
    ("asked", "status", "kind"),
    [
        ({"text": "Zupełnie co innego.", "reason": "why not"}, 404, "not-in-ledger"),
        ({"text": "Jan Kowalski", "pseudonym": "Jan", "reason": "why not"}, 422, "invalid-request"),
        ({"text": "Jan Kowalski"}, 422, "invalid-request"),
        ({"text": "Jan Kowalski", "reason": "x", "oops": 1}, 422, "invalid-request"),
    ],
)
def test_refusals_repeat_nothing(served, asked, status, kind):
    _, client, headers = served
    answer = client.post("/v1/reveal", json=asked, headers=headers["reveal"])
    assert (answer.status_code, answer.json()["type"]) == (status, kind)
    assert "Kowalsk" not in answer.text
    assert "innego" not in answer.text


def test_a_server_without_a_ledger_has_no_such_route():
    client = TestClient(create_app(ServerSettings(hosts=("testserver",))))
    assert client.post("/v1/reveal", json={}).status_code == 404
    with pytest.raises(ConfigError, match="draw key"):
        create_app(ServerSettings(ledger="x.db"))

"""Text that is sent appears in no log, figure, error answer or memory image, whatever goes wrong.

Every route of the server is tried, those of rooms that are yet to come too, for the routes are read
from the OpenAPI document.
"""

import io
import json
import logging
import re
import time

import pytest
from fastapi import APIRouter
from starlette.testclient import TestClient

from allonym.server import app as server_app
from allonym.server.observe import FIELDS, log, set_up_logs
from allonym.server.settings import load_settings, make_token
from tests.server import faults
from tests.server.live import ledger_settings

pytestmark = [pytest.mark.slow, pytest.mark.model]

CANARY = "Xanthippa Canaryová"
SEEN = re.compile("Xanthip|Canary", re.IGNORECASE)
FAULTS = (
    faults.raise_mistake,
    faults.raise_on_purpose,
    faults.return_unpicklable,
    faults.die,
    faults.crash,
    faults.linger,
)
JSON = {"Content-Type": "application/json"}


def fault_routes(state):
    """Return routes that fail in every way, in a worker and in the server itself."""
    router = APIRouter(prefix="/fault")

    def add(function):
        async def fail():
            return await state.pool.run(function, CANARY)

        router.add_api_route(f"/{function.__name__}", fail, methods=["POST"])

    for function in FAULTS:
        add(function)

    @router.post("/here")
    async def here():
        faults.raise_mistake(CANARY)

    @router.post("/invalid")
    async def invalid(number: int, text: dict[str, int]):
        return number, text

    return router


@pytest.fixture
def logged():
    """Catch everything that is logged, at every level."""
    stream = io.StringIO()
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    set_up_logs(stream)
    root.setLevel(logging.DEBUG)
    yield stream
    root.handlers[:] = before
    root.setLevel(level)


@pytest.fixture
def client(monkeypatch, tmp_path, logged):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(server_app, "ROOMS", (*server_app.ROOMS, fault_routes))
    for name, value in ledger_settings(tmp_path).items():
        monkeypatch.setenv(name, value)
    shown, token = make_token("tests", ["process", "review", "reveal"])
    settings = load_settings(
        None, workers=1, seconds=2.0, rate=0.0, language="pl", folder=tmp_path, tokens=(token,)
    )
    app = server_app.create_app(settings)
    with TestClient(
        app, base_url="http://127.0.0.1", raise_server_exceptions=False,
        headers={"Authorization": f"Bearer {shown}"},
    ) as opened:  # fmt: skip
        yield opened


def bodies(schemas):
    """Return bodies with the canary in every place: well-formed, ill-formed, and no JSON at all."""
    keys = {key for model in schemas.values() for key in model.get("properties", {})} | {CANARY}
    yield json.dumps({"text": CANARY})
    yield json.dumps({"text": CANARY, "language": "pl"})
    yield json.dumps(dict.fromkeys(keys, CANARY))
    for key in sorted(keys):
        for value in (CANARY, [CANARY], {CANARY: CANARY}):
            yield json.dumps({"text": CANARY, key: value})
    for key in ("type", "text", "regex", "before", "after", "name", "birth_date"):
        for value in (CANARY, f"(?P={CANARY})", f"(?P<{CANARY}"):
            yield json.dumps({"text": "x", "allow": [{key: value}]})
            yield json.dumps({"text": "x", "known": [{"name": "Anna", key: value}]})
    for broken in (CANARY, f"# global.columns = {CANARY}\n1\t{CANARY}\n", f"1\t{CANARY}\tx\n"):
        yield json.dumps({"text": broken, "format": "conll", "language": "pl"})
    yield json.dumps([CANARY])
    yield f'{{"text": "{CANARY}'
    yield CANARY


def test_no_route_lets_text_out(client, logged):
    document = client.get("/openapi.json").json()
    assert {"/v1/reveal", "/v1/documents/{name}/decisions"} <= set(document["paths"])
    for path, operations in document["paths"].items():
        if not path.startswith("/fault/"):
            for method, operation in operations.items():
                for answer in attempts(client, path, method, operation, document):
                    assert not SEEN.search(str(answer.headers))
                    if answer.status_code >= 400:
                        assert not SEEN.search(answer.text), (method, path)
                        assert answer.headers["content-type"] == "application/problem+json"
    client.post("/fault/raise_mistake")
    figures = client.get("/metrics").text
    assert 'route="/fault/raise_mistake",status="500"' in figures
    assert not SEEN.search(figures)
    assert not SEEN.search(logged.getvalue())


def under_review(client):
    """Return the id of a document with the canary in it, once it is ready."""
    asked = {"text": f"Pani {CANARY} i Jan Kowalski.", "language": "pl"}
    name = client.post("/v1/documents", json=asked).json()["id"]
    while client.get(f"/v1/documents/{name}").json()["state"] in ("queued", "running"):
        time.sleep(0.05)
    return name


def attempts(client, path, method, operation, document):
    """Yield the answers to requests that hold the canary wherever something can be held."""
    address = re.sub(r"\{\w+\}", CANARY, path)
    if path.startswith("/v1/documents/{name}") and not path.endswith("/events"):  # never ends
        kept = under_review(client)
        for name in ([CANARY], [CANARY + "x" * 300], CANARY):
            for key in ("mention", "entity", "surrogate", "type", "action", "text", "method"):
                asked = {"action": "rename", "entity": "person#1", "mention": "m1", key: name}
                sent = {"version": 0, "decisions": [asked], "ranges": name, "key": 1}
                found = address.replace(CANARY, kept, 1)
                yield client.request(method, found, params={key: CANARY}, json=sent)
    taken = str(operation.get("requestBody", {}))
    schemas = {n: s for n, s in document["components"]["schemas"].items() if f"/{n}'" in taken}
    for body in bodies(schemas):
        yield client.request(method, address, content=body.encode(), headers=JSON)
    yield client.request(method, address, params={"q": CANARY, CANARY: "q"})
    files = {"file": (f"{CANARY}.zip", CANARY.encode())}
    yield client.request(method, address, files=files, data={"options": CANARY})


def test_forced_failures_tell_their_kind_and_place_only(client, logged, tmp_path):
    answers = {f.__name__: client.post(f"/fault/{f.__name__}") for f in FAULTS}
    answers["here"] = client.post("/fault/here")
    answers["invalid"] = client.post(f"/fault/invalid?number={CANARY}", json={CANARY: CANARY})
    assert {name: a.status_code for name, a in answers.items()} == {
        "raise_mistake": 500, "raise_on_purpose": 422, "return_unpicklable": 500, "die": 500,
        "crash": 500, "linger": 504, "here": 500, "invalid": 422,
    }  # fmt: skip
    for answer in answers.values():
        assert answer.headers["content-type"] == "application/problem+json"
        assert not SEEN.search(answer.text)
    assert "KeyError in tests.server.faults:" in answers["raise_mistake"].text
    lines = [json.loads(line) for line in logged.getvalue().splitlines()]
    assert {"KeyError"} <= {line.get("error") for line in lines}
    assert all(set(line) <= {"time", "level", "event", *FIELDS} for line in lines)
    assert not SEEN.search(logged.getvalue())
    assert list(tmp_path.glob("core*")) == []
    assert client.get("/healthz").status_code == 200


def test_workers_leave_no_memory_image(client):
    limits, dumpable = client.portal.call(client.app.state.server.pool.run, faults.sealing)
    assert (limits, dumpable) == ((0, 0), 0)


def test_logs_take_listed_fields_and_plain_values_only(logged):
    log("tested", route="/v1/tasks/{id}", client=CANARY, status=200)
    logging.getLogger("asyncio").error("Task failed: %s", CANARY)
    logging.getLogger("somebody").error("quotes " + CANARY, exc_info=KeyError(CANARY))
    with pytest.raises(ValueError, match="text"):
        log("tested", text=CANARY)
    first, *others = [json.loads(line) for line in logged.getvalue().splitlines()]
    assert {k: v for k, v in first.items() if k != "time"} == {
        "level": "info", "event": "tested", "route": "/v1/tasks/{id}", "status": 200,
    }  # fmt: skip
    assert [line["event"] for line in others] == ["asyncio", "somebody"]
    assert not SEEN.search(logged.getvalue())

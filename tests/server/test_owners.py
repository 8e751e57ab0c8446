"""What one token brought does not exist for another, except for administrators."""

import io
import zipfile
from types import SimpleNamespace

import httpx
import pytest

from allonym.server.security import may_touch
from allonym.server.settings import make_token
from tests.server.live import Server


def request(token, tokens):
    server = SimpleNamespace(settings=SimpleNamespace(tokens=tokens))
    state = SimpleNamespace(token=token)
    return SimpleNamespace(
        state=state, app=SimpleNamespace(state=SimpleNamespace(server=server))
    )  # fmt: skip


def test_a_token_may_touch_its_own_and_an_administrator_all():
    own, other, admin = (
        make_token(name, roles)[1]
        for name, roles in (("a", ["process"]), ("b", ["process"]), ("c", ["process", "admin"]))
    )
    tokens = (own, other, admin)
    assert may_touch(request(own, tokens), "a")
    assert not may_touch(request(other, tokens), "a")
    assert not may_touch(request(other, tokens), "")
    assert may_touch(request(admin, tokens), "a")
    assert not may_touch(request(None, tokens), "a")
    assert may_touch(request(None, ()), "")


@pytest.mark.slow
@pytest.mark.model
def test_tasks_and_documents_of_others_are_not_there(tmp_path):
    made = {n: make_token(n, ["process", "review", *more])
            for n, more in (("own", []), ("other", []), ("boss", ["admin"]))}  # fmt: skip
    file = tmp_path / "tokens"
    file.write_text("\n".join(f"{t.name} {','.join(t.roles)} {t.hash}" for _, t in made.values()))
    running = Server(tmp_path / "state", "--workers", "1", "-l", "pl", "--token-file", str(file))
    heads = {name: {"Authorization": f"Bearer {text}"} for name, (text, _) in made.items()}
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("1.txt", "Jan Kowalski")
    client = httpx.Client(timeout=60)  # a busy machine is no failure
    try:
        running.wait_until_ready()
        post = {"files": {"file": ("a.zip", stream.getvalue())}, "headers": heads["own"]}
        answer = client.post(f"{running.url}/v1/tasks", **post)
        task = f"{running.url}/v1/tasks/{answer.json()['id']}"
        form = {"json": {"text": "Jan Kowalski"}, "headers": heads["own"]}
        answer = client.post(f"{running.url}/v1/documents", **form)
        document = f"{running.url}/v1/documents/{answer.json()['id']}"
        version = {"text": "Jan Kowalski", "origin": answer.json()["id"]}
        for name, status in (("other", 404), ("own", 202)):
            again = httpx.post(f"{running.url}/v1/documents", json=version, headers=heads[name])
            assert again.status_code == status
        paths = client.get(f"{running.url}/openapi.json", headers=heads["own"]).json()["paths"]
        own = {"{task_id}": task.rpartition("/")[2], "{name}": document.rpartition("/")[2]}
        tried = 0
        for path, methods in paths.items():
            if not path.startswith(("/v1/tasks/{task_id}", "/v1/documents/{name}")):
                continue
            for mark, value in (*own.items(), ("{entity}", "person-1")):
                path = path.replace(mark, value)  # noqa: PLW2901
            for method in methods:
                said = client.request(method, running.url + path, headers=heads["other"], json={})
                assert said.status_code == 404, (method, path)
                tried += 1
        assert tried >= 15
        for name, count in (("own", 2), ("other", 0)):
            shelf = client.get(f"{running.url}/v1/documents", headers=heads[name]).json()
            assert len(shelf["documents"]) == count
        for place in (task, document):
            assert client.get(place, headers=heads["own"]).status_code in (200, 409)
            assert client.delete(place, headers=heads["boss"]).status_code == 204
    finally:
        client.close()
        running.stop()

"""Batches over HTTP: upload, follow, fetch, cancel, delete; and what is refused."""

import io
import json
import time
import zipfile
from email.message import EmailMessage

import httpx
import pytest

from allonym.client import Client, ServiceProblem
from allonym.server.settings import make_token
from tests.server.live import Server

pytestmark = [pytest.mark.slow, pytest.mark.model]

TEXT = "Spotkałem się z Janem Kowalskim."
PIPELINE = 'any2txt|wcrft2|liner2({"model":"5nam"})|anonymizer({"method":"tag"})'


def packed(members):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return stream.getvalue()


def upload(server, members=None, name="batch.zip", **fields):
    data = packed(members or {"a/1.txt": TEXT, "2.html": f"<p>{TEXT}</p>", "bad.jsonl": "{"})
    return httpx.post(f"{server.url}/v1/tasks", files={"file": (name, data)}, data=fields)


def address(server, answer):
    assert answer.status_code == 202, answer.text
    return f"{server.url}/v1/tasks/{answer.json()['id']}"


def ended(task):
    end = time.monotonic() + 60
    with httpx.Client(verify=False) as client:
        while (state := client.get(task).json())["state"] in ("waiting", "running"):
            assert time.monotonic() < end, state
            time.sleep(0.1)
    return state


def contents(task):
    answer = httpx.get(f"{task}/result")
    assert answer.status_code == 200, answer.text
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        return answer, {name: archive.read(name).decode() for name in archive.namelist()}


def mail():
    """Return a message with an attachment that cannot be read."""
    made = EmailMessage()
    made.set_content(TEXT)
    made.add_attachment(b"{", maintype="application", subtype="json", filename="bad.json")
    return made.as_bytes()


def test_a_batch_from_upload_to_deletion(server):
    members = {"a/1.txt": TEXT, "2.html": f"<p>{TEXT}</p>", "bad.jsonl": "{", "4.eml": mail()}
    task = address(server, upload(server, members, pipeline=PIPELINE))
    state = ended(task)
    assert (state["state"], state["total"], state["done"], state["failed"]) == ("done", 5, 3, 2)
    assert state["documents"][3]["dropped"] == 1  # left out of its message counts as failed
    failed = {"number": 3, "state": "failed", "code": "corrupt-document", "dropped": 0}
    assert state["documents"][2] == failed
    assert "documents" not in httpx.get(f"{task}?documents=false").json()
    answer, files = contents(task)
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.headers["cache-control"] == "no-store"
    assert files["a/1.txt"] == "Spotkałem się z [OSOBA] [OSOBA]."
    assert (
        files[next(n for n in files if n.startswith("2."))].strip()
        == "Spotkałem się z [OSOBA] [OSOBA]."
    )
    assert httpx.post(f"{task}/cancel").status_code == 409
    assert httpx.delete(task).status_code == 204
    for method, place in (("GET", ""), ("GET", "/events"), ("GET", "/result"), ("DELETE", "")):
        gone = httpx.request(method, task + place)
        assert (gone.status_code, gone.json()["type"]) == (404, "not-found")


def test_options_go_over_the_pipeline(server):
    options = json.dumps({"method": "tag", "per": "mention", "labels": "en"})
    task = address(server, upload(server, {"1.txt": TEXT}, pipeline=PIPELINE, options=options))
    ended(task)
    assert contents(task)[1]["1.txt"] == "Spotkałem się z [PERSON]."


def test_a_single_document_is_a_task_too(server):
    files = {"file": ("list.txt", TEXT.encode())}
    answer = httpx.post(f"{server.url}/v1/tasks", files=files)
    task = address(server, answer)
    ended(task)
    assert "Kowalski" not in contents(task)[1]["list.txt"]


def events(task, **headers):
    with httpx.stream("GET", f"{task}/events", headers=headers, timeout=60) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        text = "".join(answer.iter_text())
    blocks = [b for b in text.split("\n\n") if b.startswith("id:")]
    rows = [dict(line.split(": ", 1) for line in block.splitlines()) for block in blocks]
    return [(int(r["id"]), r["event"], json.loads(r["data"])) for r in rows]


def test_events_tell_of_progress_and_can_be_resumed(server):
    task = address(server, upload(server, {f"{n}.txt": TEXT * 50 for n in range(40)}))
    told = events(task)
    numbers = [number for number, _, _ in told]
    assert numbers == sorted(numbers)
    assert [event for _, event, _ in told] == ["progress"] * (len(told) - 1) + ["end"]
    assert told[-1][2]["state"] == "done"
    assert told[-1][2]["done"] == 40
    again = events(task, **{"Last-Event-ID": "40"})
    assert [(number, event) for number, event, _ in again] == [(40, "end")]


def test_the_client_takes_a_task_from_beginning_to_end(server, tmp_path):
    path = tmp_path / "list.txt"
    path.write_text(TEXT, encoding="utf-8")
    with Client(server.url) as service:
        for given in (path, packed({"list.txt": TEXT})):
            started = service.start_task(given, method="tag", per="mention")
            task = service.wait_for_task(started.id, every=0.1)
            assert (task.state, task.total, task.done, task.failed) == ("done", 1, 1, 0)
            assert task.documents[0].counts == {"person": 1}
            with zipfile.ZipFile(io.BytesIO(service.task_result(task.id))) as archive:
                assert archive.read("list.txt").decode() == "Spotkałem się z [OSOBA]."
            service.delete_task(task.id)
            with pytest.raises(ServiceProblem) as caught:
                service.task(task.id)
            assert (caught.value.type, caught.value.status) == ("not-found", 404)
        long = packed({f"{n}.txt": TEXT * 300 for n in range(60)})
        assert service.cancel_task(service.start_task(long).id).state == "cancelled"


def test_a_result_that_is_wanted_once_goes_with_it(server):
    task = address(server, upload(server, {"1.txt": TEXT}, options='{"retention": 0}'))
    assert "expires" not in ended(task)
    contents(task)
    until = time.monotonic() + 5  # it goes once all of the answer is sent
    while httpx.get(task).status_code != 404 and time.monotonic() < until:
        time.sleep(0.05)
    assert httpx.get(task).status_code == 404


def test_a_cancelled_task_has_no_result(server):
    task = address(server, upload(server, {f"{n}.txt": TEXT * 300 for n in range(60)}))
    assert httpx.post(f"{task}/cancel").json()["state"] == "cancelled"
    answer = httpx.get(f"{task}/result")
    assert (answer.status_code, answer.json()["type"]) == (409, "no-result")
    assert events(task)[-1][1] == "end"


@pytest.mark.parametrize(
    ("fields", "status", "said"),
    [
        ({"pipeline": "any2txt|foo|anonymizer"}, 400, "stage 2 of the pipeline ('foo')"),
        ({"options": "{"}, 400, "a JSON object is expected"),
        ({"options": "[]"}, 400, "a JSON object is expected"),
        ({"options": '{"secret": "env:HOME"}'}, 400, "an option is not known"),
        ({"other": "x"}, 400, "unknown field"),
        ({"options": "x" * 70_000}, 422, "a field is too long"),
        ({f"f{n}": "x" for n in range(30)}, 422, "too many fields"),
    ],
)
def test_wrong_requests_are_refused_and_leave_nothing(server, fields, status, said):
    answer = upload(server, **fields)
    assert (answer.status_code, said in answer.json()["detail"]) == (status, True), answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert not list((server.folder / "incoming").iterdir())


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ({"content-type": "application/json"}, b"{}", 415),
        ({"content-type": "multipart/form-data"}, b"", 415),
        ({"content-type": "multipart/form-data; boundary=x"}, b"", 422),
        ({"content-type": "multipart/form-data; boundary=x"}, b"no parts at all", 422),
        ({"content-type": "multipart/form-data; boundary=x"},
         b'--x\r\ncontent-disposition: form-data; name="file"\r\n\r\nbroken off', 422),
        ({"content-type": "multipart/form-data; boundary=x"},
         b'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n\xff\r\n--x--\r\n', 422),
    ],
)  # fmt: skip
def test_malformed_forms_are_refused_and_leave_nothing(server, headers, body, status):
    answer = httpx.post(f"{server.url}/v1/tasks", headers=headers, content=body)
    assert answer.status_code == status, answer.text
    assert not list((server.folder / "incoming").iterdir())


def test_uploads_are_bounded_and_tasks_are_for_who_may_process(tmp_path):
    text, token = make_token("clinic", ["process"])
    other, reviewer = make_token("reader", ["review"])
    file = tmp_path / "tokens"
    file.write_text("\n".join(f"{t.name} {','.join(t.roles)} {t.hash}" for t in (token, reviewer)))
    running = Server(
        tmp_path / "state", "--workers", "1", "-l", "pl", "--token-file", str(file),
        ALLONYM_SERVER_UPLOAD_LIMIT="2000", ALLONYM_SERVER_OPEN_TASKS="1",
    )  # fmt: skip
    try:
        running.wait_until_ready()
        url, data = f"{running.url}/v1/tasks", packed({"1.txt": TEXT})
        bearer = {"Authorization": f"Bearer {text}"}

        def post(body=data, headers=bearer):
            return httpx.post(url, headers=headers, files={"file": ("a.zip", body)})

        assert httpx.post(url, files={"file": ("a.zip", data)}).status_code == 401
        assert post(headers={"Authorization": f"Bearer {other}"}).status_code == 403
        assert post(b"x" * 3000).status_code == 413
        chunks = (b"x" * 500 for _ in range(9))
        form = {"content-type": "multipart/form-data; boundary=x"}
        assert httpx.post(url, headers=bearer | form, content=chunks).status_code in (413, 422)
        assert post().status_code == 202
        busy = post()
        assert busy.status_code in (202, 503)
        assert not list((tmp_path / "state" / "incoming").iterdir())
    finally:
        running.stop()

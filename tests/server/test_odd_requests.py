"""Requests that no honest client makes: each is refused in words, and the server goes on."""

import asyncio
import gzip
import io
import json
import socket
import threading
import time
import zipfile

import httpx
import pytest
import uvicorn

from allonym.errors import ConfigError
from allonym.jobs.options import read_options
from allonym.server import bodies
from allonym.server.problems import InvalidRequest, Problem, problem_of
from allonym.server.reveal import _suffix
from allonym.server.review_upload import _of_json
from allonym.server.run import HEAD_BYTES, PatientProtocol
from allonym.server.tasks import _events
from tests.each import each

JSON = {"Content-Type": "application/json"}
HOST = b"Host: 127.0.0.1\r\n"


class Impatient(PatientProtocol):
    head_seconds = 0.2


async def hello(scope, receive, send):
    if scope["type"] == "http":
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"hello"})


@pytest.fixture(scope="module")
def port():
    """A server with nothing behind it."""
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(hello, http=Impatient, log_config=None, lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    yield listening.getsockname()[1]
    server.should_exit = True
    thread.join()
    listening.close()


def answered(port, *parts, pause=0.0):
    """Send the parts, one after the other, and return all that comes until the end."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        for part in parts:
            connection.sendall(part)
            time.sleep(pause)
        return b"".join(iter(lambda: connection.recv(65_536), b""))


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ([b"\x16\x03\x01 no HTTP\r\n\r\n"], 400),
        ([b"GET / HTTP/1.1\r\n", HOST, b"X: "], 408),
        ([b""], 408),
        ([b"GET / HTTP/1.1\r\nX: " + b"x" * HEAD_BYTES], 431),
    ],
)
def test_a_head_that_is_slow_long_or_none_is_a_problem(port, sent, status):
    head, _, body = answered(port, *sent).partition(b"\r\n\r\n")
    assert int(head.split()[1]) == json.loads(body)["status"] == status
    assert b"application/problem+json" in head
    assert b"content-security-policy" in head


def test_honest_requests_are_not_hurried(port):
    body = b"x" * (2 * HEAD_BYTES)
    said = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
    assert b"hello" in answered(port, said % len(body) + body)
    with httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
        assert [client.get("/").text for _ in range(3)] == ["hello"] * 3


class Sent:
    """A request of which only headers and body are looked at."""

    def __init__(self, *pieces, **headers):
        self.headers, self._pieces = headers, pieces

    async def stream(self):
        for piece in self._pieces:
            if piece is None:
                await asyncio.sleep(60)
            yield piece


async def read(request):
    return [piece async for piece in bodies.pieces(request)]


def test_an_upload_that_stalls_is_given_up(monkeypatch):
    assert asyncio.run(read(Sent(b"a", b"b"))) == [b"a", b"b"]
    monkeypatch.setattr(bodies, "STALL_SECONDS", 0.05)
    with pytest.raises(Problem) as caught:
        asyncio.run(read(Sent(b"a", None, b"b")))
    assert caught.value.status == 408


def test_packed_bodies_are_refused():
    packed = Sent(gzip.compress(b"{}"), **{"content-encoding": "gzip"})
    for reading in (read(packed), bodies.json_bytes(packed)):
        with pytest.raises(Problem) as caught:
            asyncio.run(reading)
        assert caught.value.status == 415


@each("hours", [10**400, -(10**400), 1e300, float("nan"), True, "1"])
def test_hours_that_are_none_are_refused(hours):
    with pytest.raises(ConfigError, match="retention"):
        read_options({"retention": hours})


@each(
    "body",
    [b"[" * 100_000, b'{"text": ' + b"[" * 100_000, b"9" * 5000, b'{"text": "a", "origin": {}}'],
)
def test_a_review_of_odd_json_is_refused(body):
    with pytest.raises((Problem, InvalidRequest)) as caught:
        _of_json(body)
    assert problem_of(caught.value).status == 422


def test_half_a_letter_in_a_review_becomes_a_mark():
    assert _of_json(rb'{"text": "a \ud83d b"}').data.decode() == "a \ufffd\ufffd\ufffd b"
    assert (
        _of_json(rb'{"text": "\ud83d\ude00", "name": "\ud83d.txt"}').data.decode() == "\U0001f600"
    )
    with pytest.raises(InvalidRequest):
        _of_json(rb'{"text": "a", "\ud83d": 1}')


@pytest.mark.parametrize("path", ["/anonymize", "/v1/documents"])
def test_who_cuts_a_request_off_is_one_line_of_information(server, caplog, path):
    caplog.set_level("INFO", "allonym.server")
    head = f"POST {path} HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 99\r\n"
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(head.encode() + HOST + b'\r\n{"text": "Jan')
        time.sleep(0.2)
    time.sleep(0.5)
    here = [{"level": r.levelname.lower(), **getattr(r, "fields", {})} for r in caplog.records]
    lines = here or [json.loads(line) for line in getattr(server, "lines", ())]
    said = [line for line in lines if line.get("bytes_in") == 13]
    assert [(line["level"], line["status"], line["code"]) for line in said[-1:]] == [
        ("info", 408, "gone")
    ]


def test_a_stream_of_events_does_not_hold_up_a_server_that_stops():
    async def told():
        return [event async for event in _events(None, -1, lambda: True)]

    assert asyncio.run(told()) == ["retry: 2000\n\n"]


@each(
    ("name", "suffix"),
    [("a.txt", ".txt"), ("a", ""), ("a.żółw", ""), ('a.t"x', ""), ("a.b\r\nX: y", "")],
)
def test_a_header_takes_plain_suffixes_only(name, suffix):
    assert _suffix(name) == suffix


# --- a whole server ----------------------------------------------------------------------------


def archive(*members):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in members:
            made.writestr(name, data)
    return stream.getvalue()


def ended(server, data, name="a.zip", **fields):
    fields = fields or {"options": '{"method": "tag"}'}
    url = f"{server.url}/v1/tasks"
    sent = httpx.post(url, files={"file": (name, data)}, data=fields, timeout=60)
    assert sent.status_code == 202, sent.text
    task = f"{url}/{sent.json()['id']}"
    end = time.monotonic() + 120
    while (state := httpx.get(task, timeout=60).json())["state"] in ("waiting", "running"):
        assert time.monotonic() < end
        time.sleep(0.1)
    return state


TEXT = "Spotkałem się z Janem Kowalskim."


@pytest.mark.parametrize(
    "body",
    [
        b'{"text": "\xff"}', b'{"text": "\\ud800"}', b"[" * 100_000, b'{"text": "a\x00"}', b"",
        b'{"text":' + b"9" * 100_000 + b"}", b'{"text": NaN}', '{"text": "a"}'.encode("utf-16"),
    ],
)  # fmt: skip
@pytest.mark.slow
@pytest.mark.model
def test_bodies_that_are_no_json_are_422(server, body):
    for path in ("/anonymize", "/v1/annotate", "/v1/pseudonymize"):
        answer = httpx.post(f"{server.url}{path}", content=body, headers=JSON, timeout=60)
        assert (answer.status_code, path) == (422, path)
        assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.slow
@pytest.mark.model
def test_odd_characters_and_old_http_are_fine(server):
    odd = {"text": "Anna\0 Nowak\ufeff \u202e.", "method": "tag", "language": "pl"}
    answer = httpx.post(f"{server.url}/v1/pseudonymize", json=odd, timeout=60)
    assert (answer.status_code, answer.text[:7]) == (200, "[OSOBA]")
    body = b'{"text": "Jan Nowak.", "method": "tag"}'
    head = b"POST /anonymize HTTP/1.0\r\n" + HOST + b"Content-Type: application/json\r\n"
    old = answered(server.port, head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
    assert old.startswith(b"HTTP/1.1 200")
    assert "[OSOBA]." in old.decode()


@pytest.mark.slow
@pytest.mark.model
@pytest.mark.parametrize(
    "members",
    [
        [("../../evil.txt", TEXT)], [("/etc/evil.txt", TEXT)], [("..\\evil.txt", TEXT)],
        [("C:\\evil.txt", TEXT)], [("a.txt", TEXT), ("A.txt", TEXT)], [], [("a/", "")],
        [("a.txt", b"0" * (80 << 20))],
    ],
    ids=["up", "root", "backslash", "drive", "twice", "empty", "folder", "bomb"],
)  # fmt: skip
def test_archives_that_no_honest_program_makes_fail_as_a_whole(server, members):
    state = ended(server, archive(*members))
    assert (state["state"], state["code"]) == ("failed", "corrupt-document")


@pytest.mark.slow
@pytest.mark.model
def test_odd_options_are_refused_and_leave_no_upload(server):
    for options in ('{"retention": 1' + "0" * 400 + "}", '{"retention": ' + "9" * 5000 + "}",
                    "[" * 50_000, '{"types": ["\\ud800"]}'):  # fmt: skip
        sent = httpx.post(
            f"{server.url}/v1/tasks", files={"file": ("a.txt", b"a")}, data={"options": options}
        )
        assert sent.status_code == 400
    # a task of another test may be on its way out just now (`.gone`)
    assert [p.name for p in (server.folder / "incoming").iterdir() if not p.suffix] == []


@pytest.mark.slow
@pytest.mark.model
def test_many_small_files_come_back(server):
    state = ended(server, archive(*((f"{n}.txt", f"Zdanie {n}.") for n in range(1_000))))
    assert (state["state"], state["done"], state["failed"]) == ("done", 1_000, 0)

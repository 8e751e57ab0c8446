"""Documents under review over HTTP, as a page uses them."""

import io
import json
import socket
import stat
import time
import zipfile

import httpx
import pytest

from allonym.review.keyfile import open_key
from allonym.server.settings import make_token
from tests.formats.docx.nasty import p, word
from tests.server.live import Server

D = "/v1/documents"
TEXT = "Pan Jan Kowalski mieszka w Krakowie. Znam Jana Kowalskiego 😀 i Annę Nowak."


@pytest.fixture(scope="module")
def page(server):
    with httpx.Client(base_url=server.url, timeout=60) as client:
        yield client


def ready(client, name, *, wanted="ready"):
    end = time.monotonic() + 60
    while (found := client.get(f"{D}/{name}").json())["state"] in ("queued", "running"):
        assert time.monotonic() < end
        time.sleep(0.02)
    assert found["state"] == wanted, found
    return found


def text(client, content=TEXT, **asked):
    answer = client.post(D, json={"text": content, "language": "pl", **asked})
    assert answer.status_code == 202, answer.text
    return ready(client, answer.json()["id"])


def file(client, data, name, **asked):
    answer = client.post(D, files={"file": (name, data)}, data={"language": "pl", **asked})
    assert answer.status_code == 202, answer.text
    return answer.json()["id"]


def mention(document, surface):
    units = document["text"].encode("utf-16-le")
    return next(
        m for m in document["mentions"]
        if units[2 * m["start"] : 2 * m["end"]].decode("utf-16-le") == surface
    )  # fmt: skip


def decide(client, document, *asked, status=200):
    answer = client.post(
        f"{D}/{document['id']}/decisions", json={"version": document["version"], "decisions": asked}
    )
    assert answer.status_code == status, answer.text
    return answer.json()


def test_upload_correct_and_export_a_text(page):
    document = text(page)
    jan = mention(document, "Jan Kowalski")
    assert jan["replacement"] in document["result"]
    document = decide(
        page, document, {"action": "rename", "entity": jan["entity"], "surrogate": "Piotr Lis"}
    )
    document = decide(
        page, document, {"action": "reject", "mention": mention(document, "Krakowie")["id"]}
    )
    assert document["can_undo"]
    answer = page.post(f"{D}/{document['id']}/export", json={})
    assert answer.status_code == 200
    assert answer.content.decode() == document["result"]
    assert "Piotra Lisa" in document["result"]
    assert "Krakowie" in document["result"]


@pytest.mark.slow
def test_a_word_file_comes_back_as_one_with_preview_report_and_key(page):
    data = word(p("Umowa") + p("Zawarta przez Jana Kowalskiego.") + p("Podpisał: Jan Kowalski"))
    document = ready(page, file(page, data, "umowa Kowalski.docx"))
    assert [b["kind"] for b in document["blocks"]] == ["paragraph"] * 3
    assert document["preview"] == "docx"
    for side, expected in (("original", True), ("result", False)):
        answer = page.get(f"{D}/{document['id']}/preview", params={"side": side})
        body = zipfile.ZipFile(io.BytesIO(answer.content)).read("word/document.xml").decode()
        assert ("Kowalski" in body) is expected
        assert all(f'w:name="ps-{n}"' in body for n in range(3))
    answer = page.post(
        f"{D}/{document['id']}/export",
        json={"report": True, "key": True, "key_secret": "correct horse"},
    )
    assert "Kowalski" not in answer.headers["content-disposition"]
    made = zipfile.ZipFile(io.BytesIO(answer.content))
    assert not any("Kowalski" in name for name in made.namelist())
    names = [n for n in made.namelist() if n.endswith(".docx")]
    inside = zipfile.ZipFile(io.BytesIO(made.read(names[0])))
    assert not any(b"Kowalsk" in inside.read(name) for name in inside.namelist())
    assert b"Kowalsk" not in made.read("report.json")
    key = open_key(made.read("key.json"), "correct horse")
    assert "Jan Kowalski" in json.dumps(key, ensure_ascii=False)


@pytest.mark.parametrize(
    ("path", "asked", "told"),
    [
        ("", {"text": "x", "langauge": "pl"}, 'key 2 is unknown (did you mean \\"language\\"?)'),
        ("", {"text": "x", "Jan Kowalski": 1}, "key 2 is unknown; known: name, language, "),
        ("/x/undo", {"version": 0, "Kowalski": 1}, "key 2 is unknown"),
        ("/x/export", {"reprot": True}, 'key 1 is unknown (did you mean \\"report\\"?)'),
        ("/x/decisions", {"version": 0, "decisions": [{"action": "reject", "mentoin": "m1"}]},
         'key 2 is unknown (did you mean \\"mention\\"?)'),
    ],
)  # fmt: skip
def test_a_key_that_nobody_knows_is_refused_and_not_repeated(page, path, asked, told):
    name = text(page)["id"] if path else ""
    answer = page.post(f"{D}{path.replace('/x', f'/{name}')}", json=asked)
    assert (answer.status_code, told in answer.text) == (422, True), answer.text
    assert "Kowalski" not in answer.text


def test_fields_of_a_form_that_nobody_knows_are_refused(page):
    answer = page.post(D, files={"file": ("a.txt", b"x")}, data={"langauge": "pl"})
    assert (answer.status_code, '(did you mean \\"language\\"?)' in answer.text) == (422, True)


def test_two_people_do_not_overwrite_each_other(page):
    document = text(page)
    jan, anna = mention(document, "Jan Kowalski"), mention(document, "Annę Nowak")
    decide(page, document, {"action": "reject", "mention": jan["id"]})
    problem = decide(page, document, {"action": "reject", "mention": anna["id"]}, status=409)
    assert problem["type"] == "changed"
    assert problem["version"] == 1
    now = page.get(f"{D}/{document['id']}").json()
    assert mention(now, "Jan Kowalski")["status"] == "rejected"
    assert mention(now, "Annę Nowak")["status"] == "open"
    decide(page, now, {"action": "reject", "mention": anna["id"]})


def test_several_decisions_are_all_taken_or_none_and_undone_one_by_one(page):
    document = text(page)
    jan, anna = mention(document, "Jan Kowalski"), mention(document, "Annę Nowak")
    reject = [{"action": "reject", "mention": m["id"]} for m in (jan, anna)]
    problem = decide(page, document, *reject, {"action": "accept", "mention": "x"}, status=422)
    assert problem["type"] == "decision"
    assert page.get(f"{D}/{document['id']}").json()["version"] == 0
    document = decide(page, document, *reject)
    assert document["counts"]["rejected"] == 2
    for count, path in ((1, "undo"), (0, "undo"), (1, "redo")):
        answer = page.post(f"{D}/{document['id']}/{path}", json={"version": document["version"]})
        document = answer.json()
        assert document["counts"]["rejected"] == count


@pytest.mark.slow
def test_events_tell_others_of_a_change(page, server):
    document = text(page)
    with (
        httpx.Client(timeout=30) as other,
        other.stream("GET", f"{server.url}/v1/documents/{document['id']}/events") as stream,
    ):
        lines = stream.iter_lines()
        assert next(lines) == "event: state"
        assert json.loads(next(lines).removeprefix("data: ")) == {"state": "ready"}
        anna = mention(document, "Annę Nowak")
        decide(page, document, {"action": "reject", "mention": anna["id"]})
        told = [next(lines) for _ in range(3)]
        assert told[1:] == ["event: changed", 'data: {"version": 1}']


@pytest.mark.slow
def test_what_is_not_wanted_is_left_out_and_what_was_seen_is_kept(page):
    document = text(page)
    slim = page.get(f"{D}/{document['id']}?omit=text,blocks,result").json()
    assert document.keys() - slim.keys() == {"text", "blocks", "result"}
    for ranges in ([[0, 5]], [[20, 25], [5, 9]]):
        assert page.put(f"{D}/{document['id']}/seen", json={"ranges": ranges}).status_code == 204
    assert page.get(f"{D}/{document['id']}").json()["seen"] == [[0, 9], [20, 25]]
    row = next(d for d in page.get(D).json()["documents"] if d["id"] == document["id"])
    assert 0 < row["seen"] < 1
    assert page.put(f"{D}/{document['id']}/seen", json={"ranges": [[1]]}).status_code == 422


@pytest.mark.slow
def test_a_leak_blocks_the_export_until_it_is_decided_about(page):
    document = text(page, "Był Jan Kowalski. Kowalski śpi.")
    first = mention(document, "Jan Kowalski")
    shorter = {"action": "resize", "mention": first["id"], "start": 4, "end": 7}
    document = decide(page, document, shorter)
    leaks = page.post(f"{D}/{document['id']}/check").json()["leaks"]
    assert [(k["start"], k["end"], k["blocking"]) for k in leaks] == [(8, 16, True)]
    answer = page.post(f"{D}/{document['id']}/export", json={})
    assert answer.status_code == 409
    assert answer.json()["leaks"] == leaks
    assert page.post(f"{D}/{document['id']}/export", json={"force": True}).status_code == 200
    added = {"action": "add", "start": 8, "end": 16, "type": "person"}
    document = decide(page, document, added)
    assert page.post(f"{D}/{document['id']}/export", json={}).status_code == 200


@pytest.mark.slow
def test_forms_and_occurrences(page):
    document = text(page)
    jan = mention(document, "Jan Kowalski")
    found = page.get(
        f"{D}/{document['id']}/occurrences", params={"start": jan["start"], "end": jan["end"]}
    ).json()
    assert len(found["inflected"]) == 1
    path = f"{D}/{document['id']}/entities/{jan['entity'].replace('#', '%23')}/forms"
    forms = page.get(path, params={"surrogate": "Piotr Lis"}).json()
    assert [r["text"] for r in forms["replacements"]] == ["Piotr Lis", "Piotra Lisa"]


@pytest.mark.slow
def test_decisions_go_over_to_a_new_version(page):
    document = text(page)
    jan = mention(document, "Jan Kowalski")
    decide(page, document, {"action": "rename", "entity": jan["entity"], "surrogate": "Piotr Lis"})
    later = text(page, "Nowy początek. " + TEXT, origin=document["id"])
    assert "Piotr Lis mieszka" in later["result"]
    assert later["lost"] == []


def test_what_cannot_be_reviewed_is_refused_with_a_reason(page):
    gone = "0" * 32
    assert page.get(f"{D}/{gone}").json()["type"] == "not-found"
    assert page.get(f"{D}/..%2f..%2fetc").status_code == 404
    assert page.post(D, content=b"", headers={"content-type": "text/plain"}).status_code == 415
    assert page.post(D, json={"text": 5}).status_code == 422
    assert page.post(D, json={"text": "x", "language": "xx"}).status_code == 400
    assert page.post(D, json={"text": "x", "profile": "/etc/passwd"}).status_code == 400
    assert page.post(D, data={"language": "pl"}, files={"other": b"x"}).status_code == 422
    for data, name, kind in (
        (b"\x00\x01 no document", "x.docx", "corrupt-document"),
        (b"MZ\x90", "program.exe", "unsupported-format"),
        (b"   \n", "empty.txt", "document"),
    ):
        found = ready(page, file(page, data, name), wanted="failed")
        assert found["problem"]["type"] == kind
        assert found["problem"]["detail"]
        assert page.post(f"{D}/{found['id']}/export", json={}).json()["type"] == "not-ready"


def test_a_file_of_100_mb_is_refused_before_it_is_read(server):
    head = (
        f"POST {D} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 104857600\r\n"
        "content-type: multipart/form-data; boundary=x\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as line:
        line.sendall(head.encode())
        answer = line.recv(65536)
    assert answer.startswith(b"HTTP/1.1 413")
    assert b"application/problem+json" in answer


def test_deleting_leaves_nothing(page, server):
    document = text(page)
    assert page.delete(f"{D}/{document['id']}").status_code == 204
    assert page.get(f"{D}/{document['id']}").status_code == 404
    assert page.post(f"{D}/{document['id']}/undo", json={"version": 0}).status_code == 404


@pytest.mark.slow
def test_a_review_survives_a_restart_and_is_for_nobody_elses_eyes(tmp_path):
    words, token = make_token("anna", ("review",))
    others, other = make_token("ben", ("process",))
    lines = "".join(f"{t.name} {','.join(t.roles)} {t.hash}\n" for t in (token, other))
    (tmp_path / "tokens").write_text(lines)
    arguments = ("--workers", "1", "--token-file", str(tmp_path / "tokens"))
    headers = {"authorization": f"Bearer {words}"}
    first = Server(tmp_path / "state", *arguments).wait_until_ready()
    with httpx.Client(base_url=first.url, headers=headers, timeout=60) as page:
        document = text(page)
        jan = mention(document, "Jan Kowalski")
        document = decide(page, document, {"action": "reject", "mention": jan["id"]})
        always = {"action": "allow", "surface": "Annę Nowak", "scope": "always"}
        document = decide(page, document, always)
        assert page.get(D, headers={"authorization": ""}).status_code == 401
        shown = {"authorization": f"Bearer {others}"}
        assert page.get(D, headers=shown).status_code == 403
    assert first.stop() == 0
    for path in (tmp_path / "state" / "review").rglob("*"):
        allowed = 0o700 if path.is_dir() else 0o600
        assert stat.S_IMODE(path.stat().st_mode) == allowed, path
    second = Server(tmp_path / "state", *arguments).wait_until_ready()
    with httpx.Client(base_url=second.url, headers=headers, timeout=60) as page:
        again = page.get(f"{D}/{document['id']}").json()
        assert again == document
        assert mention(text(page), "Annę Nowak")["kept"]
    assert not any("Kowalsk" in line for line in (*first.lines, *second.lines))
    with (
        httpx.Client(base_url=second.url, headers=headers, timeout=60) as page,
        page.stream("GET", f"{D}/{document['id']}/events") as stream,
    ):
        assert next(stream.iter_lines()) == "event: state"
        assert second.stop() == 0


def test_types_names_that_stay_and_known_people_come_with_a_document(page):
    told = "Pan Jan Kowalski i Anna Nowak mieszkają w Krakowie. Wczoraj przyszedł Kudłaty."
    document = text(page, told, types="person", allow="Anna Nowak", known="Jan Kowalski; Kudłaty")
    hidden = {m["type"].partition(".")[0] for m in document["mentions"] if not m["kept"]}
    assert hidden == {"person"}
    assert "Anna Nowak" in document["result"]
    assert "Krakowie" in document["result"]
    assert "Kowalski" not in document["result"]
    jan, shaggy = (mention(document, name) for name in ("Jan Kowalski", "Kudłaty"))
    assert jan["entity"] == shaggy["entity"]
    again = ready(page, file(page, told.encode(), "a.txt", types="person,place", method="letters"))
    assert {m["type"].partition(".")[0] for m in again["mentions"]} == {"person", "place"}


@pytest.mark.parametrize("asked", [{"types": "persons"}, {"allow": "!!"}, {"known": "n\n" * 1001}])
def test_choices_that_make_no_sense_are_refused_without_quoting_them(page, asked):
    answer = page.post(D, json={"text": TEXT, "language": "pl", **asked})
    assert answer.status_code in (400, 422)
    assert not set(asked.values()) & set(answer.text.split())


def test_a_language_that_was_found_out_is_named(page):
    answer = page.post(D, json={"text": TEXT, "language": "auto"})
    document = ready(page, answer.json()["id"])
    listed = page.get(D).json()["documents"]
    assert next(d for d in listed if d["id"] == document["id"])["language"] == "pl"
    assert document["language"] == "pl"

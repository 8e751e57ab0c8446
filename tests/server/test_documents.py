"""Documents under review over HTTP, as a page uses them."""

import io
import json
import stat
import time
import zipfile

import httpx
import pytest

from allonym.review.keyfile import open_key
from allonym.server.tokens import make_token
from tests.formats.docx.nasty import p, word
from tests.server.live import Server

TEXT = "Pan Jan Kowalski mieszka w Krakowie. Znam Jana Kowalskiego 😀 i Annę Nowak."


@pytest.fixture(scope="module")
def page(server):
    with httpx.Client(base_url=f"{server.url}/v1/documents", timeout=60) as client:
        yield client


def ready(client, name, *, wanted="ready"):
    end = time.monotonic() + 60
    while (found := client.get(f"/{name}").json())["state"] in ("queued", "running"):
        assert time.monotonic() < end
        time.sleep(0.02)
    assert found["state"] == wanted, found
    return found


def text(client, content=TEXT, **asked):
    answer = client.post("", json={"text": content, "language": "pl", **asked})
    assert answer.status_code == 202, answer.text
    return ready(client, answer.json()["id"])


def file(client, data, name, **asked):
    answer = client.post("", files={"file": (name, data)}, data={"language": "pl", **asked})
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
        f"/{document['id']}/decisions", json={"version": document["version"], "decisions": asked}
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
    answer = page.post(f"/{document['id']}/export", json={})
    assert answer.status_code == 200
    assert answer.content.decode() == document["result"]
    assert "Piotra Lisa" in document["result"]
    assert "Krakowie" in document["result"]


def test_a_word_file_comes_back_as_one_with_preview_report_and_key(page):
    data = word(p("Umowa") + p("Zawarta przez Jana Kowalskiego.") + p("Podpisał: Jan Kowalski"))
    document = ready(page, file(page, data, "umowa Kowalski.docx"))
    assert [b["kind"] for b in document["blocks"]] == ["paragraph"] * 3
    assert document["preview"] == "docx"
    for side, expected in (("original", True), ("result", False)):
        answer = page.get(f"/{document['id']}/preview", params={"side": side})
        body = zipfile.ZipFile(io.BytesIO(answer.content)).read("word/document.xml").decode()
        assert ("Kowalski" in body) is expected
        assert all(f'w:name="ps-{n}"' in body for n in range(3))
    answer = page.post(
        f"/{document['id']}/export",
        json={"report": True, "key": True, "key_secret": "correct horse"},
    )
    made = zipfile.ZipFile(io.BytesIO(answer.content))
    names = [n for n in made.namelist() if n.endswith(".docx")]
    inside = zipfile.ZipFile(io.BytesIO(made.read(names[0])))
    assert not any(b"Kowalsk" in inside.read(name) for name in inside.namelist())
    assert b"Kowalsk" not in made.read("report.json")
    key = open_key(made.read("key.json"), "correct horse")
    assert "Jan Kowalski" in json.dumps(key, ensure_ascii=False)


def test_two_people_do_not_overwrite_each_other(page):
    document = text(page)
    jan, anna = mention(document, "Jan Kowalski"), mention(document, "Annę Nowak")
    decide(page, document, {"action": "reject", "mention": jan["id"]})
    problem = decide(page, document, {"action": "reject", "mention": anna["id"]}, status=409)
    assert problem["type"] == "changed"
    assert problem["version"] == 1
    now = page.get(f"/{document['id']}").json()
    assert mention(now, "Jan Kowalski")["status"] == "rejected"
    assert mention(now, "Annę Nowak")["status"] == "open"
    decide(page, now, {"action": "reject", "mention": anna["id"]})


def test_several_decisions_are_all_taken_or_none_and_undone_one_by_one(page):
    document = text(page)
    jan, anna = mention(document, "Jan Kowalski"), mention(document, "Annę Nowak")
    reject = [{"action": "reject", "mention": m["id"]} for m in (jan, anna)]
    problem = decide(page, document, *reject, {"action": "accept", "mention": "x"}, status=422)
    assert problem["type"] == "decision"
    assert page.get(f"/{document['id']}").json()["version"] == 0
    document = decide(page, document, *reject)
    assert document["counts"]["rejected"] == 2
    for count, path in ((1, "undo"), (0, "undo"), (1, "redo")):
        answer = page.post(f"/{document['id']}/{path}", json={"version": document["version"]})
        document = answer.json()
        assert document["counts"]["rejected"] == count


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


def test_what_is_not_wanted_is_left_out_and_what_was_seen_is_kept(page):
    document = text(page)
    slim = page.get(f"/{document['id']}?omit=text,blocks,result").json()
    assert document.keys() - slim.keys() == {"text", "blocks", "result"}
    for ranges in ([[0, 5]], [[20, 25], [5, 9]]):
        assert page.put(f"/{document['id']}/seen", json={"ranges": ranges}).status_code == 204
    assert page.get(f"/{document['id']}").json()["seen"] == [[0, 9], [20, 25]]
    row = next(d for d in page.get("").json()["documents"] if d["id"] == document["id"])
    assert 0 < row["seen"] < 1
    assert page.put(f"/{document['id']}/seen", json={"ranges": [[1]]}).status_code == 422


def test_a_leak_blocks_the_export_until_it_is_decided_about(page):
    document = text(page, "Był Jan Kowalski. Kowalski śpi. Adam Lis też.")
    first = mention(document, "Jan Kowalski")
    start = document["text"].index("Kowalski śpi")
    short = mention(document, "Kowalski")
    document = decide(
        page, document,
        {"action": "resize", "mention": short["id"], "start": start, "end": start + 3},
    )  # fmt: skip
    leaks = page.post(f"/{document['id']}/check").json()["leaks"]
    answer = page.post(f"/{document['id']}/export", json={})
    blocking = [k for k in leaks if k["blocking"]]
    assert (answer.status_code == 409) == bool(blocking)
    if blocking:
        assert answer.json()["leaks"]
        assert page.post(f"/{document['id']}/export", json={"force": True}).status_code == 200
    assert first["entity"]


def test_forms_and_occurrences(page):
    document = text(page)
    jan = mention(document, "Jan Kowalski")
    found = page.get(
        f"/{document['id']}/occurrences", params={"start": jan["start"], "end": jan["end"]}
    ).json()
    assert len(found["inflected"]) == 1
    path = f"/{document['id']}/entities/{jan['entity'].replace('#', '%23')}/forms"
    forms = page.get(path, params={"surrogate": "Piotr Lis"}).json()
    assert [r["text"] for r in forms["replacements"]] == ["Piotr Lis", "Piotra Lisa"]


def test_decisions_go_over_to_a_new_version(page):
    document = text(page)
    jan = mention(document, "Jan Kowalski")
    decide(page, document, {"action": "rename", "entity": jan["entity"], "surrogate": "Piotr Lis"})
    later = text(page, "Nowy początek. " + TEXT, origin=document["id"])
    assert "Piotr Lis mieszka" in later["result"]
    assert later["lost"] == []


def test_what_cannot_be_reviewed_is_refused_with_a_reason(page):
    gone = "0" * 32
    assert page.get(f"/{gone}").json()["type"] == "not-found"
    assert page.get("/..%2f..%2fetc").status_code == 404
    assert page.post("", content=b"", headers={"content-type": "text/plain"}).status_code == 415
    assert page.post("", json={"text": 5}).status_code == 422
    assert page.post("", json={"text": "x", "language": "xx"}).status_code == 400
    assert page.post("", json={"text": "x", "profile": "/etc/passwd"}).status_code == 400
    assert page.post("", data={"language": "pl"}, files={"other": b"x"}).status_code == 422
    for data, name, kind in (
        (b"\x00\x01 no document", "x.docx", "corrupt-document"),
        (b"MZ\x90", "program.exe", "unsupported-format"),
        (b"   \n", "empty.txt", "document"),
    ):
        found = ready(page, file(page, data, name), wanted="failed")
        assert found["problem"]["type"] == kind
        assert found["problem"]["detail"]
        assert page.post(f"/{found['id']}/export", json={}).json()["type"] == "not-ready"


def test_a_file_of_100_mb_is_refused_before_it_is_read(page):
    headers = {"content-type": "multipart/form-data; boundary=x", "content-length": "104857600"}
    answer = httpx.Client(base_url=page.base_url).build_request("POST", "", headers=headers)
    assert answer.headers["content-length"] == "104857600"

    def pieces():
        for _ in range(100):
            yield b"a" * (1 << 20)

    try:
        said = page.post("", content=pieces(), headers=headers)
    except httpx.HTTPError:
        return
    assert said.status_code == 413
    assert said.json()["type"] == "too-large"


def test_deleting_leaves_nothing(page, server):
    document = text(page)
    assert page.delete(f"/{document['id']}").status_code == 204
    assert page.get(f"/{document['id']}").status_code == 404
    assert page.post(f"/{document['id']}/undo", json={"version": 0}).status_code == 404


@pytest.mark.slow
def test_a_review_survives_a_restart_and_is_for_nobody_elses_eyes(tmp_path):
    words, token = make_token("anna", ("review",))
    others, other = make_token("ben", ("process",))
    lines = "".join(f"{t.name} {','.join(t.roles)} {t.hash}\n" for t in (token, other))
    (tmp_path / "tokens").write_text(lines)
    arguments = ("--workers", "1", "--token-file", str(tmp_path / "tokens"))
    headers = {"authorization": f"Bearer {words}"}
    first = Server(tmp_path / "state", *arguments).wait_until_ready()
    with httpx.Client(base_url=f"{first.url}/v1/documents", headers=headers, timeout=60) as page:
        document = text(page)
        jan = mention(document, "Jan Kowalski")
        document = decide(page, document, {"action": "reject", "mention": jan["id"]})
        always = {"action": "allow", "surface": "Annę Nowak", "scope": "always"}
        document = decide(page, document, always)
        assert page.get("", headers={"authorization": ""}).status_code == 401
        shown = {"authorization": f"Bearer {others}"}
        assert page.get("", headers=shown).status_code == 403
    assert first.stop() == 0
    for path in (tmp_path / "state" / "review").rglob("*"):
        allowed = 0o700 if path.is_dir() else 0o600
        assert stat.S_IMODE(path.stat().st_mode) == allowed, path
    second = Server(tmp_path / "state", *arguments).wait_until_ready()
    with httpx.Client(base_url=f"{second.url}/v1/documents", headers=headers, timeout=60) as page:
        again = page.get(f"/{document['id']}").json()
        assert again == document
        assert mention(text(page), "Annę Nowak")["kept"]
    assert not any("Kowalsk" in line for line in (*first.lines, *second.lines))
    assert second.stop() == 0

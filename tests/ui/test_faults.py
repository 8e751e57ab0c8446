"""What goes wrong: a lost server, a lost session, someone else, too large a file, no document."""

import re

import httpx
import pytest

from allonym.server.settings import make_token
from tests.server.live import Server
from tests.ui import steps

pytestmark = pytest.mark.slow
QUICK = {"ALLONYM_SERVER_GRACE": "1"}
# what is heard of others comes late, and so does the document: each time later than before
LATE = """
const send = window.fetch, wait = (ms) => new Promise((done) => setTimeout(done, ms));
let asked = 0;
const held = () => new TransformStream({
  async transform(piece, to) { if (window.late) await wait(300); to.enqueue(piece); },
});
window.fetch = async (what, how) => {
  const answer = await send(what, how);
  if (/events$/.test(what)) return new Response(answer.body.pipeThrough(held()), answer);
  const is_document = /documents.[^/]+$/.test(what) && (how?.method ?? "GET") === "GET";
  if (window.late && is_document) await wait((asked += 1) * 1000);
  return answer;
};
"""
TEXT = "Mary Smith met John Brown in Leeds. Later Mary Smith left."


def test_a_lost_server_loses_no_decision(page, tmp_path):
    server = Server(tmp_path / "state", "--workers", "1", **QUICK).wait_until_ready()
    steps.paste(page, server, TEXT)
    steps.go_to(page, "Leeds")
    assert server.stop() == 0
    page.keyboard.press("x")
    page.get_by_text("Not saved: no connection").wait_for()
    page.keyboard.press("p")
    page.keyboard.press("x")
    again = Server(tmp_path / "state", "--workers", "1", "--port", str(server.port), **QUICK)
    try:
        again.wait_until_ready()
        # The page may have tried again by itself and have put the button away.
        page.evaluate("document.querySelector('.page > footer button')?.click()")
        steps.wait_until_saved(page)
        rejected = [
            m for m in steps.document_of(page, again)["mentions"] if m["status"] == "rejected"
        ]
        assert len(rejected) == 2
    finally:
        again.stop()


def test_a_lost_session_asks_for_the_token_and_goes_on(page, tmp_path):
    tokens = tmp_path / "tokens"
    secret, token = make_token("clerk", ["process", "review"])
    tokens.write_text(f"{token.name} {','.join(token.roles)} {token.hash}\n")
    server = Server(tmp_path / "state", "--workers", "1", "--token-file", str(tokens), **QUICK)
    try:
        server.wait_until_ready()
        page.goto(f"{server.url}/review/#/&token=wrong")
        page.get_by_text("Your session has ended").wait_for()
        assert "wrong" not in page.url
        page.get_by_label("Token").fill(secret)
        page.get_by_role("button", name="Go on").click()
        page.get_by_label("or paste text").fill(TEXT)
        page.get_by_role("button", name="Find personal data").click()
        steps.wait_for_text(page)
        steps.go_to(page, "Leeds")
        page.evaluate("sessionStorage.setItem('allonym-token', 'expired')")
        page.keyboard.press("x")
        page.get_by_text("Your session has ended").wait_for()
        page.get_by_label("Token").fill(secret)
        page.get_by_role("button", name="Go on").click()
        steps.wait_until_saved(page)
        assert "taken back" in steps.facts(page)
    finally:
        server.stop()


@pytest.mark.parametrize("late", [False, True], ids=["at once", "late"])
def test_two_people_do_not_overwrite_each_other(page, server, late):
    page.add_init_script(LATE)
    steps.paste(page, server, TEXT)
    steps.go_to(page, "Leeds")
    name = page.url.rsplit("/", 1)[-1]
    mentions = steps.document_of(page, server)["mentions"]
    page.evaluate("late => { window.late = late }", late)
    decision = {"action": "reject", "mention": mentions[0]["id"]}
    body = {"version": 0, "decisions": [decision]}
    url = f"{server.url}/v1/documents/{name}/decisions"
    page.route("**/decisions*", lambda route: (httpx.post(url, json=body), route.continue_())[-1])
    page.keyboard.press("x")
    page.locator(".note").get_by_text("Someone else changed this document").wait_for()
    page.unroute("**/decisions*")
    page.get_by_role("button", name="Try again").click()
    steps.wait_until_saved(page)
    steps.until(
        page, "document.querySelector('.inspector .facts').textContent.includes('taken back')"
    )
    statuses = [m["status"] for m in steps.document_of(page, server)["mentions"]]
    assert statuses.count("rejected") == 2
    page.wait_for_timeout(3000 * late)
    assert "taken back" in steps.facts(page)
    assert not page.get_by_text("you see the new version").count()


def test_a_file_of_100_mb_is_refused_before_it_is_sent(page, server, tmp_path):
    large = tmp_path / "large.txt"
    with large.open("wb") as target:
        target.truncate(100_000_000)
    steps.open_list(page, server)
    sent = []
    page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    page.set_input_files("#al-file", large)
    page.get_by_text(re.compile("The file is larger than")).wait_for()
    assert not sent


def test_a_file_that_is_no_document_is_refused_with_a_reason(page, server, tmp_path):
    odd = tmp_path / "photo.docx"
    odd.write_bytes(bytes(range(256)) * 40)
    steps.open_list(page, server)
    page.set_input_files("#al-file", odd)
    page.get_by_role("button", name="Find personal data").click()
    page.get_by_role("heading", name="could not be read").or_(page.get_by_role("alert")).wait_for()

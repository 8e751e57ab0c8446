"""The server for assistants, asked by the official client over stdio and over HTTP."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

mcp = pytest.importorskip("mcp")

from mcp import Client, StdioServerParameters  # noqa: E402

from allonym.bridges.mcp import Desk, make_server  # noqa: E402

pytestmark = [
    pytest.mark.model,
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

SOURCE = Path(__file__).parents[2] / "src"
SAID = "Napisz do Jana Kowalskiego z Krakowa, tel. 601 234 567."
COMMAND = [sys.executable, "-m", "allonym", "mcp"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(SOURCE)}


def answer(result):
    assert not result.is_error, result.content
    return json.loads(result.content[0].text)


async def conversation(server):
    """Talk to a server as an assistant does, and return what was seen."""
    async with Client(server) as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert {"pseudonymize", "detect", "restore"} <= tools
        hidden = answer(await client.call_tool("pseudonymize", {"text": SAID}))
        assert not any(secret in hidden["text"] for secret in ("Kowalsk", "Krak", "601 234"))
        assert hidden["language"] == "pl"
        again = answer(
            await client.call_tool(
                "pseudonymize", {"text": "Kim jest Kowalski?", "handle": hidden["handle"]}
            )
        )
        back = await client.call_tool(
            "restore", {"text": hidden["text"] + again["text"], "handle": hidden["handle"]}
        )
        assert back.content[0].text == SAID + "Kim jest Kowalski?"
        found = answer(await client.call_tool("detect", {"text": SAID, "language": "pl"}))
        assert next(SAID[m["start"] : m["end"]] for m in found["mentions"]) == "Jana Kowalskiego"
        unknown = await client.call_tool("restore", {"text": "x", "handle": "none"})
        assert unknown.is_error
        uris = {str(r.uri) for r in (await client.list_resources()).resources}
        assert uris == {"allonym://languages", "allonym://profiles"}
        read = await client.read_resource("allonym://languages")
        assert json.loads(read.contents[0].text)["pl"] == "Polish"


def test_arguments_that_do_not_fit_are_named_in_a_sentence_without_quoting_them():
    calls = {
        'argument 2 is unknown (did you mean "language"?); known: text, language, handle':
            {"text": "Jan Kowalski", "langage": "pl"},
        "text: a text is expected": {"text": ["Jan Kowalski"]},
        "handle: a text is expected": {"text": "Jan Kowalski", "handle": 7},
    }  # fmt: skip

    async def work():
        async with Client(make_server(Desk())) as client:
            for told, arguments in calls.items():
                refused = await client.call_tool("pseudonymize", arguments)
                assert (refused.is_error, told in refused.content[0].text) == (True, True), told
                assert "Kowalski" not in refused.content[0].text
            assert (await client.call_tool("detect", {})).is_error

    asyncio.run(work())


def test_what_was_replaced_is_counted_of_the_last_text_alone():
    desk = Desk(language="pl")
    first = desk.pseudonymize(SAID)
    assert first["replaced"] == {"person": 1, "place": 1, "phone": 1}
    again = desk.pseudonymize("Kim jest Kowalski?", handle=first["handle"])
    assert again["replaced"] == {"person": 1}


def test_an_assistant_talks_in_this_process():
    asyncio.run(conversation(make_server(Desk())))


@pytest.mark.slow
def test_an_assistant_talks_over_stdio():
    server = StdioServerParameters(command=COMMAND[0], args=COMMAND[1:], env=ENVIRONMENT)
    asyncio.run(conversation(server))


@pytest.mark.slow
def test_an_assistant_talks_over_http():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with subprocess.Popen([*COMMAND, "--http", "--port", str(port)], env=ENVIRONMENT) as running:
        try:
            wait_for(port)
            asyncio.run(conversation(f"http://127.0.0.1:{port}/mcp"))
        finally:
            running.terminate()


def wait_for(port):
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail("the server did not start")


def test_files_are_read_and_written_without_the_assistant_seeing_names(tmp_path):
    (tmp_path / "list.txt").write_text(SAID, "utf-8")
    (tmp_path.parent / "outside.txt").write_text(SAID, "utf-8")

    async def work():
        async with Client(make_server(Desk(folder=tmp_path))) as client:
            read = answer(await client.call_tool("read_document", {"name": "list.txt"}))
            assert "Kowalsk" not in read["text"]
            reply = {"name": "reply.md", "text": read["text"], "handle": read["handle"]}
            await client.call_tool("write_restored", reply)
            assert (tmp_path / "reply.md").read_text("utf-8") == SAID
            for call in ("reply.md", "../outside.md", "no/where.md", "letter.docx"):
                refused = await client.call_tool("write_restored", {**reply, "name": call})
                assert refused.is_error, call
            for name in ("../outside.txt", "/etc/passwd", "missing.txt"):
                refused = await client.call_tool("read_document", {"name": name})
                assert refused.is_error, name
                assert "Kowalsk" not in refused.content[0].text

    asyncio.run(work())


def test_without_a_folder_there_are_no_files():
    async def work():
        async with Client(make_server(Desk())) as client:
            return {tool.name for tool in (await client.list_tools()).tools}

    assert asyncio.run(work()) == {"pseudonymize", "detect", "restore"}


def test_a_token_is_asked_for():
    from starlette.testclient import TestClient

    from allonym.bridges.mcp import guarded

    app = guarded(make_server(Desk()).streamable_http_app(host="127.0.0.1"), "a token of the test")
    with TestClient(app, base_url="http://127.0.0.1:8001") as client:
        assert client.post("/mcp", json={}).status_code == 401
        shown = {"Authorization": "Bearer a token of the test"}
        assert client.post("/mcp", json={}, headers=shown).status_code != 401
        named = {**shown, "Host": "evil.test"}
        assert client.post("/mcp", json={}, headers=named).status_code >= 400

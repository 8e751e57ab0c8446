"""Who may come in: names, origins, tokens, roles, rates, sizes, headers; without any worker."""

import json
import re
import sys
from dataclasses import fields
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner
from fastapi import APIRouter, Depends
from starlette.testclient import TestClient

from allonym.cli import cli
from allonym.errors import ConfigError, MissingExtra
from allonym.server.app import create_app
from allonym.server.security import RateLimit, require
from allonym.server.settings import ServerSettings, Token, find_token, load_settings, make_token
from tests.each import each

CANARY = "Xanthippa Canaryová"
PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "serve.md"
OWN = "http://127.0.0.1:8000"


def app_with(**settings):
    app = create_app(ServerSettings(**{"workers": 1, "rate": 0.0, **settings}))
    router = APIRouter()
    for role in ("process", "review", "reveal"):
        router.add_api_route(f"/x/{role}", lambda: "in", dependencies=[Depends(require(role))])
    app.include_router(router)
    return TestClient(app, base_url=OWN, raise_server_exceptions=False)


def test_any_other_address_than_the_own_machine_needs_tokens():
    for host in ("0.0.0.0", "::", "10.0.0.7", "example.test"):
        with pytest.raises(ConfigError, match="allonym serve token"):
            ServerSettings(host=host)
    for host in ("127.0.0.1", "127.0.0.9", "::1", "localhost"):
        assert ServerSettings(host=host).is_local


def test_settings_come_from_file_then_environment_then_options(tmp_path):
    file = tmp_path / "serve.toml"
    file.write_text('port = 1\nqueue = 2\nworkers = 3\nprofiles = { ours = "ours.toml" }\n')
    environment = {
        "ALLONYM_SERVER_QUEUE": "5",
        "ALLONYM_SERVER_SERVICES": "sk=http://sk:1,pl=http://p",
    }
    settings = load_settings(file, environment, workers=7, host=None)
    assert (settings.port, settings.queue, settings.workers) == (1, 5, 7)
    assert dict(settings.profiles) == {"ours": "ours.toml"}
    assert dict(settings.services) == {"sk": "http://sk:1", "pl": "http://p"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prot = 1", 'prot: unknown setting (did you mean "port"?)'),
        ('port = "x"', "port: a whole number is expected"),
        ("rate = true", "rate: a number is expected"),
        ("port = 99999", "at most 65535"),
        ("hosts = 'x'", "hosts: a list of words"),
        ("[[tokens]]\nname='a'", "name, roles and hash"),
        ("[[tokens]]\nname='a'\nroles=['proces']\nhash='x'", 'did you mean "process"'),
        ("[[tokens]]\nname='a'\nroles=['process']\nhash='secret'", "never the token itself"),
        ("port =", "not TOML"),
    ],
)
def test_a_wrong_setting_is_named(tmp_path, text, said):
    file = tmp_path / "serve.toml"
    file.write_text(text)
    with pytest.raises(ConfigError) as caught:
        load_settings(file, {})
    assert said in str(caught.value)


@each("name", [f.name for f in fields(ServerSettings)], by=lambda name: "settings")
def test_each_setting_is_documented(name):
    assert f"`{name}`" in PAGE.read_text("utf-8")


def test_a_token_opens_what_its_roles_allow(tmp_path):
    shown, token = make_token("clinic", ["process"])
    file = tmp_path / "tokens"
    file.write_text(f"# ours\n{token.name} process {token.hash}\n")
    settings = load_settings(None, {"ALLONYM_SERVER_TOKEN_FILE": str(file)})
    client = app_with(tokens=settings.tokens)
    bearer = {"Authorization": f"Bearer {shown}"}
    assert client.get("/x/process", headers=bearer).json() == "in"
    assert client.get("/x/review", headers=bearer).status_code == 403
    assert client.get("/metrics", headers=bearer).status_code == 200
    for wrong in ({}, {"Authorization": "Bearer " + shown[:-1]}, {"Authorization": "Basic x"}):
        refused = client.get("/x/process", headers=wrong)
        assert refused.status_code == 401
        assert refused.headers["www-authenticate"].startswith("Bearer")
        assert client.get("/metrics", headers=wrong).status_code == 401
    assert client.get("/healthz").status_code == 200
    assert client.get("/").status_code == 200


def test_without_tokens_this_machine_may_do_all_but_reveal():
    client = app_with()
    assert [client.get(f"/x/{role}").status_code for role in ("process", "review", "reveal")] == [
        200, 200, 403,
    ]  # fmt: skip


def test_other_names_and_other_sites_are_refused():
    client = app_with()
    assert client.get("/x/process", headers={"Host": "evil.test"}).json()["type"] == "host"
    assert client.get("/healthz", headers={"Host": "10.1.2.3:80"}).status_code == 200
    for headers in (
        {"Origin": "http://evil.test"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"},
    ):
        assert client.get("/x/process", headers=headers).status_code == 403
    assert client.get("/x/process", headers={"Origin": OWN}).status_code == 200
    named = app_with(hosts=("allonym.test",))
    assert named.get("/x/process", headers={"Host": "Allonym.test:443"}).status_code == 200
    assert named.get("/x/process").status_code == 400
    behind = {"Host": "allonym.test:8000", "Origin": "https://allonym.test"}
    assert named.get("/x/process", headers=behind).status_code == 200


def test_a_body_that_is_too_large_is_refused_announced_or_not():
    client = app_with(body_limit=2000)
    body = json.dumps({"text": CANARY * 200}).encode()
    headers = {"Content-Type": "application/json"}
    for content in (body, iter([body[:1000], body[1000:]])):
        answer = client.post("/anonymize", content=content, headers=headers)
        assert (answer.status_code, answer.json()["type"]) == (413, "too-large")
        assert "Canary" not in answer.text


def test_every_answer_has_the_headers():
    client = app_with()
    for path in ("/", "/healthz", "/nothing", "/static/page.js", "/static/../app.py"):
        answer = client.get(path)
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["referrer-policy"] == "no-referrer"
    assert client.get("/nothing").json()["type"] == "not-found"
    assert client.delete("/healthz").json()["type"] == "method-not-allowed"


def test_files_are_what_they_are_whatever_the_system_says(monkeypatch):
    monkeypatch.setattr("mimetypes.guess_type", lambda _: ("text/plain", None))
    client = app_with()
    for name, kind in (("page.js", "text/javascript"), ("page.css", "text/css"),
                       ("icon.svg", "image/svg+xml")):  # fmt: skip
        assert client.get(f"/static/{name}").headers["content-type"].startswith(kind)


def test_pages_hold_no_script_or_style_of_their_own():
    client = app_with()
    for path in ("/", "/docs"):
        page = client.get(path).text
        assert "<style" not in page
        assert " style=" not in page
        assert page.count("<script") == page.count("<script src=")


def test_a_client_that_comes_too_often_waits():
    now = [0.0]
    limit = RateLimit(2.0, clock=lambda: now[0], most=2)
    assert [limit.wait("a") for _ in range(5)] == [0, 0, 0, 0, 0.5]
    assert limit.wait("b") == 0
    now[0] = 0.5
    assert limit.wait("a") == 0
    client = app_with(rate=0.01)  # one in a hundred seconds: a loaded machine is not so slow
    answers = [client.get("/v1/options") for _ in range(2)]
    assert [a.status_code for a in answers] == [200, 429]
    assert 1 <= int(answers[1].headers["retry-after"]) <= 100
    assert client.get("/healthz").status_code == 200


def test_guesses_at_tokens_are_counted():
    _, token = make_token("clinic", ["process"])
    client = app_with(tokens=(token,), rate=0.01)
    guesses = [client.get("/", headers={"Authorization": f"Bearer {n}"}) for n in range(2)]
    assert [g.status_code for g in guesses] == [401, 429]


def test_a_request_for_other_media_is_a_415():
    client = app_with()
    answer = client.post(
        "/anonymize", content=CANARY.encode(), headers={"Content-Type": "text/plain"}
    )
    assert (answer.status_code, answer.json()["type"]) == (415, "media-type")
    assert httpx.codes.UNSUPPORTED_MEDIA_TYPE == 415


def test_a_missing_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "allonym.server.run", raising=False)
    with pytest.raises(MissingExtra, match=re.escape("pip install 'allonym[serve]'")):
        cli.main(["serve"], standalone_mode=False)


def test_the_command_makes_a_token_that_opens():
    done = CliRunner().invoke(cli, ["serve", "token", "clinic", "--role", "review"])
    name, roles, digest = done.stdout.split()
    shown = done.stderr.split()[-1]
    assert find_token(shown, [Token(name, (roles,), digest)]).roles == ("review",)
    assert shown not in done.stdout

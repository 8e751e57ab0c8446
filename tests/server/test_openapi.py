"""The OpenAPI document is complete, and the server keeps to it whatever is sent."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from allonym.server.app import create_app
from allonym.server.settings import ServerSettings, load_settings, make_token
from tests.server.live import Server, ledger_settings


@pytest.fixture(scope="module")
def document():
    return create_app(ServerSettings(workers=1)).openapi()


def operations(document):
    for path, of in document["paths"].items():
        for method, operation in of.items():
            yield f"{method} {path}", operation


def test_every_operation_is_described_and_names_its_problems(document):
    for name, operation in operations(document):
        assert operation.get("description"), name
        problems = [s for s, r in operation["responses"].items() if "ProblemBody" in str(r)]
        assert "413" in problems, name
        assert "HTTPValidationError" not in str(operation), name


def keys(name, schema):
    for key, told in schema.get("properties", {}).items():
        yield f"{name}.{key}", told
        yield from keys(f"{name}.{key}", told.get("items", {}))


def test_every_parameter_and_every_key_is_described(document, tmp_path, monkeypatch):
    for name, value in ledger_settings(tmp_path).items():
        monkeypatch.setenv(name, value)
    for told in (document, create_app(load_settings(None)).openapi()):
        for name, operation in operations(told):
            for parameter in operation.get("parameters", ()):
                assert parameter["description"], (name, parameter["name"])
            for form in operation.get("requestBody", {}).get("content", {}).values():
                for key, value in keys(name, form["schema"]):
                    assert value.get("description"), key
        for name, schema in told["components"]["schemas"].items():
            for key, value in keys(name, schema):
                assert value.get("description"), key


def test_every_json_body_has_examples_in_its_form(document):
    for name, operation in operations(document):
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        assert content is None or content["examples"], name


def test_every_reference_leads_somewhere(document):
    names = set(document["components"]["schemas"])
    text = str(document)
    used = {part.split("'")[0] for part in text.split("#/components/schemas/")[1:]}
    assert used <= names


@pytest.mark.slow
@pytest.mark.model
def test_no_request_breaks_the_server_or_the_document(tmp_path):
    """ALLONYM_SCHEMATHESIS=100 adds as many made-up requests for each operation.

    That a request of the right form is accepted is not asked for: a name needs letters, a regular
    expression must be one, and a schema does not say so.
    """
    program = shutil.which("schemathesis", path=str(Path(sys.executable).parent))
    if program is None:
        pytest.skip("needs schemathesis")
    shown, token = make_token("tests", ["process", "review", "reveal"])
    file = tmp_path / "tokens"
    file.write_text(f"{token.name} {','.join(token.roles)} {token.hash}\n")
    server = Server(
        tmp_path, "--workers", "1", "--token-file", str(file), ALLONYM_SERVER_RATE="0",
        **ledger_settings(tmp_path),
    ).wait_until_ready()  # fmt: skip
    paths = httpx.get(f"{server.url}/openapi.json").json()["paths"]
    assert {"/v1/reveal", "/v1/documents"} <= set(paths)
    bearer = f"Authorization: Bearer {shown}"
    number = os.environ.get("ALLONYM_SCHEMATHESIS", "")
    phases = "examples,coverage" + (",fuzzing" if number else "")
    try:
        done = subprocess.run(
            [program, "run", f"{server.url}/openapi.json", "-H", bearer,
             "--max-examples", number or "1", "--phases", phases, "--no-color",
             "--request-timeout", "120", "--exclude-checks", "positive_data_acceptance"],
            check=False, capture_output=True, text=True, cwd=tmp_path, timeout=1800,
        )  # fmt: skip
    finally:
        server.stop()
    assert done.returncode == 0, done.stdout[-6000:]

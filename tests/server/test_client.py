"""The client against a real server."""

import importlib
import sys

import pytest

import allonym.answers
import allonym.client
from allonym.client import Client, ServiceProblem
from allonym.errors import MissingExtra

pytestmark = pytest.mark.model

TEXT = "Jan Kowalski mieszka w Krakowie."


@pytest.mark.slow
def test_the_client_calls_each_text_route(server):
    with Client(server.url) as service:
        assert service.is_ready()
        assert "pl" in service.languages()
        assert service.anonymize(TEXT, method="tag") == "[OSOBA] mieszka w [MIEJSCE]."
        found = service.annotate(TEXT, language="pl", types=["person"], suggestions=1)
        assert next((e.name, len(e.suggestions)) for e in found.entities) == ("Jan Kowalski", 1)
        made = service.pseudonymize(TEXT, method="index")
        assert made.text == "[OSOBA1] mieszka w [MIEJSCE1]."
        assert [r.text for r in made.replacements] == ["[OSOBA1]", "[MIEJSCE1]"]
        assert "Kowalski" not in repr((found, made))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "lacks"), [(allonym.answers, "pydantic"), (allonym.client, "httpx")]
)
def test_without_the_extra_the_client_says_what_to_install(module, lacks, monkeypatch):
    monkeypatch.setitem(sys.modules, lacks, None)
    with pytest.raises(MissingExtra, match=r"the client needs an extra.*\[serve\]"):
        importlib.reload(module)


def test_what_the_service_refuses_becomes_an_error(server):
    with Client(server.url) as service:
        with pytest.raises(ServiceProblem) as caught:
            service.anonymize(TEXT, language="xx")
        assert (caught.value.type, caught.value.status) == ("unknown-language", 400)
        with pytest.raises(ServiceProblem, match="types: number 1") as caught:
            service.annotate(TEXT, types=["persn"])
        assert caught.value.type == "invalid-request"
    with Client("http://127.0.0.1:9") as nobody:
        assert not nobody.is_ready()
        with pytest.raises(ServiceProblem, match="did not answer") as caught:
            nobody.anonymize(TEXT)
        assert caught.value.status == 0

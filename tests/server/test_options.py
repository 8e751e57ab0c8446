"""Options of a method, and the format of a text, over HTTP; a server in a closed network."""

import json

import pytest

from allonym.errors import ConfigError
from allonym.server import text_work
from allonym.server.problems import InvalidRequest
from allonym.server.settings import ServerSettings
from tests.each import each

TEXT = "Nazywam się Jan Kowalski."


def ask(**form):
    body = json.dumps({"text": TEXT, "language": "pl", **form}).encode()
    return json.loads(text_work.anonymize(body, text_work.Served()))["anonymized_text"]


@each(
    ("method", "options", "expected"),
    [
        ("tag", {"per": "token"}, "Nazywam się [OSOBA] [OSOBA]."),
        ("tag", {"labels": "en"}, "Nazywam się [PERSON]."),
        ("tag", {"label": "KTOŚ"}, "Nazywam się [KTOŚ]."),
        ("remove", {"text": ""}, "Nazywam się ."),
        ("mask", {"keep_last": 2}, "Nazywam się *** ******ki."),
    ],
)
def test_options_of_a_method_need_no_profile(method, options, expected):
    assert ask(method=method, options=options) == expected


def test_an_unknown_option_is_refused():
    with pytest.raises((ConfigError, InvalidRequest)):
        ask(method="tag", options={"colour": "red"})
    with pytest.raises((ConfigError, InvalidRequest)):
        ask(options={"per": "token"})


@pytest.mark.parametrize("form", [{}, {"lang": "sk", "language": None}])
def test_a_corpus_is_known_for_one(form):
    row = "1\tNovák\tNovák\tPROPN\tSSms1\t_\t0\troot\t_\tNER=B-PER\n\n"
    asked = {"text": row, "language": "sk", "method": "tag", **form}
    body = json.dumps(
        {k: v for k, v in asked.items() if v is not None and (k != "language" or not form)}
    )
    answer = json.loads(text_work.anonymize(body.encode(), text_work.Served()))
    assert answer["anonymized_text"].startswith("1\t[OSOBA]\t[OSOBA]\tPROPN")


def test_a_closed_network_needs_no_tokens():
    with pytest.raises(ConfigError, match="tokens are needed"):
        ServerSettings(host="0.0.0.0")
    assert ServerSettings(host="0.0.0.0", network="closed").tokens == ()
    with pytest.raises(ConfigError, match="network"):
        ServerSettings(network="open")

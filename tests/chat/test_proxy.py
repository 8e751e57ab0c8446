"""The proxy as a client of OpenAI's meets it: the client is real, the model is a recorder."""

import json

import httpx
import pytest
from starlette.testclient import TestClient

from allonym.errors import ConfigError
from allonym.server.chats import upstream_url
from allonym.server.settings import ServerSettings, make_token
from tests.server.here import app_of

pytestmark = pytest.mark.model

SAID = "Napisz do Jana Kowalskiego z Krakowa, tel. 601 234 567, jan.kowalski@wp.pl."
SECRETS = ("Kowalsk", "Krak", "601 234 567", "kowalski")


@pytest.fixture
def client(proxy):
    openai = pytest.importorskip("openai")
    with openai.OpenAI(
        base_url=f"{proxy.url}/v1", api_key="sk-the-clients-own", max_retries=0,
        http_client=httpx.Client(verify=False),
    ) as made:  # fmt: skip
        yield made


def chat(client, *said, **more):
    roles = ("user", "assistant")
    messages = [{"role": roles[n % 2], "content": text} for n, text in enumerate(said)]
    return client.chat.completions.create(model="echo", messages=messages, **more)


def nothing_left(upstream):
    assert upstream.seen
    return not any(secret in seen for seen in upstream.seen for secret in SECRETS)


def test_an_answer_comes_back_with_the_names(client, upstream):
    answer = chat(client, SAID)
    assert answer.choices[0].message.content == SAID
    assert nothing_left(upstream)


def test_the_clients_key_is_all_that_is_sent_of_its_headers(client, upstream):
    chat(
        client,
        SAID,
        user="jan.kowalski",
        metadata={"for": "Kowalski"},
        extra_headers={"X-Me": "Kowalski"},
    )
    assert "Bearer sk-the-clients-own" in upstream.seen[0]
    assert "openai" not in upstream.seen[0].lower()
    assert nothing_left(upstream)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 40])
def test_names_split_among_pieces_come_back_whole(client, upstream, size):
    upstream.size = size
    pieces = [c.choices[0].delta.content or "" for c in chat(client, SAID, stream=True)]
    assert "".join(pieces) == SAID
    assert nothing_left(upstream)


def test_an_answer_that_ends_in_a_name_is_finished(client, upstream):
    said = "Moim szefem jest Jan Kowalski"
    chunks = list(chat(client, said, stream=True))
    assert "".join(c.choices[0].delta.content or "" for c in chunks) == said
    assert chunks[-1].choices[0].finish_reason == "stop"


def test_another_case_comes_back_in_that_case(client, upstream):
    hidden = {}

    def decline(said):
        hidden["name"] = said.split()[2:4]
        given, family = hidden["name"]
        return {"role": "assistant", "content": f"Rozmawiałem z {instrumental(given, family)}."}

    upstream.answer = decline
    for stream in (False, True):
        answer = chat(client, "Zadzwonił dziś Jan Kowalski.", stream=stream)
        if stream:
            text = "".join(c.choices[0].delta.content or "" for c in answer)
        else:
            text = answer.choices[0].message.content
        assert text == "Rozmawiałem z Janem Kowalskim."


def instrumental(given, family):
    """Decline a pseudonym as a Polish model would."""
    from allonym.languages.pack import load_pack
    from allonym.model.features import parse_features
    from allonym.morphology.load import load_morphology

    morphology = load_morphology(load_pack("pl"))
    case = parse_features("Case=Ins|Number=Sing|Gender=Masc")
    forms = [
        morphology.inflect(word.strip("."), kind, case).form
        for word, kind in ((given, "given"), (family, "family"))
    ]
    return " ".join(forms)


def test_people_keep_their_pseudonyms_as_the_chat_grows(client, upstream):
    first = chat(client, SAID).choices[0].message.content
    chat(client, SAID, first, "A kim jest Kowalski?")
    sent = [json.loads(seen[seen.index("{") :])["messages"] for seen in upstream.seen]
    assert sent[0][0] == sent[1][0]
    assert sent[0][0]["content"] == sent[1][1]["content"]
    assert nothing_left(upstream)


def test_arguments_of_tools_are_restored_whole_and_in_pieces(client, upstream):
    def call(said):
        arguments = json.dumps({"to": said.removeprefix("Napisz do ").rstrip(".")})
        function = {"name": "send", "arguments": arguments}
        return {"role": "assistant", "content": None,
                "tool_calls": [{"id": "t1", "type": "function", "function": function}]}  # fmt: skip

    upstream.answer = call
    said = "Napisz do Łukasza Żółkiewskiego."
    whole = chat(client, said).choices[0].message.tool_calls[0].function
    assert json.loads(whole.arguments) == {"to": "Łukasza Żółkiewskiego"}
    upstream.size = 2
    pieces = ""
    for chunk in chat(client, said, stream=True):
        for made in chunk.choices[0].delta.tool_calls or ():
            pieces += made.function.arguments or ""
    assert json.loads(pieces) == {"to": "Łukasza Żółkiewskiego"}
    assert not any("kiewsk" in seen for seen in upstream.seen)


def test_what_a_tool_answered_is_hidden(client, upstream):
    arguments = '{"name": "Jan Kowalski"}'
    call = {"id": "t1", "type": "function", "function": {"name": "find", "arguments": arguments}}
    messages = [
        {"role": "user", "content": "Gdzie mieszka Jan Kowalski?"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "t1", "content": '{"adres": "Jan Kowalski, Kraków"}'},
    ]
    answer = client.chat.completions.create(model="echo", messages=messages)
    assert answer.choices[0].message.content == '{"adres": "Jan Kowalski, Kraków"}'
    assert nothing_left(upstream)


PICTURE = [{"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"messages": [{"role": "user", "content": PICTURE}]}, "a picture can hold anything"),
        ({"web_search_options": {"near": "Kraków"}}, "a field nobody here has read about"),
        ({"messages": "Jan Kowalski"}, "no messages"),
        ({"messages": [{"role": "Jan Kowalski", "content": SAID}]}, "a role that says something"),
        ({"messages": [{"role": "user", "content": SAID, "memo": SAID}]}, "an unknown field"),
        ({"tools": [{"type": "function", "function": {"name": "call_kowalski"}}],
          "messages": [{"role": "user", "content": SAID}]}, "a name that cannot be changed"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_and_not_sent(proxy, upstream, change, why):
    upstream.seen.clear()
    body = {"model": "echo", "messages": [{"role": "user", "content": "Cześć"}], **change}
    answer = httpx.post(f"{proxy.url}/v1/chat/completions", json=body, timeout=60)
    assert answer.status_code == 422, why
    assert answer.json()["error"]["message"] == answer.json()["detail"]
    assert "Kowalski" not in answer.text
    assert upstream.seen == []


def test_models_are_those_of_the_other_side(client):
    assert [model.id for model in client.models.list()] == ["echo"]


def app(url, **more):
    settings = ServerSettings(workers=1, chat_upstream=url, **more)
    return TestClient(app_of(settings), base_url="http://127.0.0.1")


def ask(client, **more):
    body = {
        "model": "echo",
        "messages": [{"role": "user", "content": "Hello, I am Thomas Ashworth."}],
    }
    return client.post("/v1/chat/completions", json=body, **more)


def test_a_key_of_the_servers_own_takes_the_place_of_its_token(upstream, monkeypatch):
    monkeypatch.setenv("MODEL_KEY", "sk-of-the-house-0123456789")
    text, token = make_token("me", ("process",))
    with app(f"{upstream.url}/v1", tokens=(token,), chat_key="env:MODEL_KEY") as client:
        assert ask(client).status_code == 401
        assert ask(client, headers={"Authorization": "Bearer sk-any"}).status_code == 401
        assert upstream.seen == []
        models = client.get("/v1/models", headers={"Authorization": f"Bearer {text}"})
    assert models.status_code == 200
    assert "Bearer sk-of-the-house-0123456789" in upstream.seen[0]
    assert text not in upstream.seen[0]


@pytest.mark.parametrize(("mood", "status"), [("broken", 502), ("busy", 429)])
def test_what_goes_wrong_there_is_told(proxy, upstream, mood, status):
    upstream.mood = mood
    with httpx.Client(base_url=proxy.url, timeout=60) as client:
        assert ask(client).status_code == status


def test_a_model_that_is_not_there_is_said_to_be_so():
    with app("http://127.0.0.1:9/v1") as client:
        answer = client.get("/v1/models")
    assert answer.status_code == 502
    assert "cannot be reached" in answer.json()["error"]["message"]


def test_without_an_upstream_there_is_no_proxy():
    with app("") as client:
        assert ask(client).status_code == 404


def test_an_address_is_expected():
    with pytest.raises(ConfigError):
        upstream_url("ollama")

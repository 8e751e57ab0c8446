"""CURLICAT's and ANOPPI's interfaces of a real server, with a real curl where that matters."""

import json
import shutil
import subprocess

import httpx
import pytest

from allonym.text.markup import parse_marks

pytestmark = pytest.mark.model

TEXT = "Jan Kowalski mieszka w Krakowie."
FINNISH = "Matti Virtanen soitti. Tuomari Liisa Korhonen kuuli Annaa."
CONLLU = """# sent_id = 1
# text = Anna Nowak śpi.
1\tAnna\tAnna\tPROPN\t_\tCase=Nom|Gender=Fem|Number=Sing\t3\tnsubj\t_\tNER=B-person
2\tNowak\tNowak\tPROPN\t_\tCase=Nom|Gender=Fem|Number=Sing\t1\tflat\t_\tNER=I-person
3\tśpi\tspać\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No
4\t.\t.\tPUNCT\t_\t_\t3\tpunct\t_\t_

"""


@pytest.fixture
def post(server):
    def send(path, body, **headers):
        return httpx.post(f"{server.url}{path}", json=body, headers=headers, timeout=60)

    return send


def test_the_model_form_answers_with_its_three_keys(post):
    answer = post("/anonymize", {"text": TEXT, "format": "text"}).json()
    assert list(answer) == ["original_text", "anonymized_text", "format"]
    assert answer["original_text"] == TEXT
    assert "Kowalski" not in answer["anonymized_text"]
    assert answer["anonymized_text"].endswith(".")


def test_the_gateway_form_answers_with_its_three_keys(post):
    answer = post("/anonymize", {"text": TEXT, "lang": "pl", "method": "tag"}).json()
    assert answer == {
        "original_text": TEXT,
        "anonymized_text": "[OSOBA] mieszka w [MIEJSCE].",
        "lang": "pl",
    }


@pytest.mark.parametrize("key", ["lang", "language"])
def test_an_unknown_language_is_a_400(post, key):
    answer = post("/anonymize", {"text": TEXT, key: "Kowalski"})
    assert answer.status_code == 400
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["type"] == "unknown-language"
    assert "Kowalski" not in answer.text


def test_conll_comes_back_as_conll(post):
    answer = post("/anonymize", {"text": CONLLU, "format": "conll"}).json()
    lines = answer["anonymized_text"].splitlines()
    assert answer["format"] == "conll"
    assert lines[0] == "# sent_id = 1"
    assert [line.split("\t")[0] for line in lines[2:6]] == ["1", "2", "3", "4"]
    assert "Nowak" not in answer["anonymized_text"]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
def test_curl_may_ask_before_it_sends_a_large_body(server, tmp_path):
    body = tmp_path / "large.json"
    text = "\n" * 1_000_000
    body.write_text(json.dumps({"text": text, "format": "text", "types": ["email"]}))
    done = subprocess.run(
        ["curl", "-sv", f"{server.url}/anonymize", "-H", "Content-Type: application/json",
         "-H", "Expect: 100-continue", "--data-binary", f"@{body}"],
        capture_output=True, check=True,
    )  # fmt: skip
    assert b"< HTTP/1.1 100 Continue" in done.stderr
    assert json.loads(done.stdout)["anonymized_text"] == text


def test_annotate_marks_lists_and_suggests(post):
    form = {"text": FINNISH, "language": "fi", "types": ["person"], "suggestions": 2}
    answer = post("/v1/annotate", form | {"allow": [{"before": "Tuomari"}]}).json()
    text, marks = parse_marks(answer["marked_text"])
    assert text == FINNISH
    assert [(m.span.start, m.span.end) for m in marks] == [
        (m["start"], m["end"]) for m in answer["mentions"]
    ]
    first, second = answer["entities"][:2]
    assert (first["name"], first["method"], len(first["suggestions"])) == (
        "Matti Virtanen", "pseudonym", 2,
    )  # fmt: skip
    assert (second["method"], second["suggestions"]) == ("keep", [])
    form |= {"text": "Matti Virtanen asuu Tampereella."}  # no place is asked for
    assert [m["type"] for m in post("/v1/annotate", form).json()["mentions"]] == ["person"]


def test_pseudonymize_returns_the_text_alone_unless_asked(post):
    form = {"text": FINNISH, "language": "fi", "types": ["person"], "method": "letters"}
    plain = post("/v1/pseudonymize", form)
    assert plain.headers["content-type"] == "text/plain; charset=utf-8"
    assert plain.text.startswith("Henkilö A soitti. Tuomari henkilö B kuuli ")
    listed = post("/v1/pseudonymize", form, Accept="application/json").json()
    assert listed["text"] == plain.text
    for made in listed["replacements"]:
        assert listed["text"][made["result_start"] : made["result_end"]] == made["text"]
    assert "Virta" not in str(listed)


def test_known_people_and_kept_types_are_respected(post):
    form = {"text": "Jasiek i Anna Nowak w Krakowie.", "method": "tag", "types": ["person"]}
    known = [
        {"name": "Jan Kowalski", "alias": ["Jasiek"]},
        {"name": "Anna Nowak", "action": "keep"},
    ]
    answer = post("/v1/pseudonymize", form | {"known": known})
    assert answer.text == "[OSOBA] i Anna Nowak w Krakowie."


@pytest.mark.parametrize(
    ("form", "status", "said"),
    [
        ({"text": TEXT, "Kowalski": "tag"}, 422, "key 2 is unknown; known: "),
        ({"text": TEXT, "methode": "tag"}, 422, 'key 2 is unknown (did you mean \\"method\\"?)'),
        (
            {"text": TEXT, "known": [{"name": "Jan", "allias": []}]},
            422,
            'key 2 is unknown (did you mean \\"alias\\"?)',
        ),
        ({"text": TEXT, "method": "Kowalski"}, 422, "expected"),
        ({"text": TEXT, "types": ["persn"]}, 422, "person"),
        ({"text": TEXT, "profile": "Kowalski"}, 400, "court"),
        ({"text": TEXT, "profile": "/etc/Kowalski.toml"}, 400, "court"),
        ({"text": TEXT, "allow": [{"regex": "(?P=Kowalski)"}]}, 422, "regular expression"),
        ({"text": TEXT, "known": [{"name": "Kowalski", "birth_date": "Kowalski"}]}, 422, "date"),
        ({"text": TEXT, "allow": [{"type": "Kowalski", "text": "x"}]}, 422, "no known type"),
        ({"text": 7}, 422, "a text is expected"),
        ({"text": TEXT, "known": [{"name": "x" * 9999}]}, 422, "characters are expected"),
        (["Kowalski"], 422, "an object is expected"),
    ],
)
def test_a_wrong_request_says_where_and_quotes_nothing(post, form, status, said):
    answer = post("/v1/pseudonymize", form)
    assert (answer.status_code, answer.headers["content-type"]) == (
        status, "application/problem+json",
    )  # fmt: skip
    assert said in answer.text
    assert "Kowalski" not in answer.text


def test_options_list_what_may_be_asked_for(server):
    options = httpx.get(f"{server.url}/v1/options").json()
    assert {"code": "pl", "name": "Polish"} in options["languages"]
    assert "court" in options["profiles"]
    assert "pseudonym" in options["methods"]
    assert "keep" not in options["methods"]

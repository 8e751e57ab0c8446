"""JSON: strings are read by path, and FHIR by what its fields are known to hold."""

import json

import pytest

from allonym import Pipeline
from allonym.errors import CorruptDocument
from allonym.formats.json_files import JsonFormat
from allonym.model.entity import EntityId
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.span import Span
from allonym.profile import Documents
from allonym.testing import check_format
from tests.each import each

NOTES = r'{"a": ["Ana \"Ani\" \u017dagar", {"b": "Łódź 𝒜"}], "n": 7, "Ključ": "vrednost\n"}'
PATIENT = {
    "resourceType": "Patient",
    "id": "p1",
    "text": {"status": "generated", "div": "<div>Pani <b>Anna</b> Nowak, &lt;chora&gt;</div>"},
    "name": [{"use": "official", "family": "Nowak", "given": ["Anna"]}],
    "birthDate": "1984-05-03",
    "address": [{"line": ["ul. Długa 5/7"], "city": "Kraków", "postalCode": "30-001"}],
    "photo": [{"contentType": "image/png", "data": "QW5uYSBOb3dhaw=="}],
    "note": [{"text": "Pani Anna Nowak, ur. 3 maja 1984, przyjechała z Krakowa."}],
}
FHIR = json.dumps(PATIENT, ensure_ascii=False, indent=1)


def test_a_letter_of_two_halves_is_one_in_json_in_json_too():
    for source in (json.dumps("Ana 😀"), json.dumps(json.dumps("Ana 😀"))):
        assert "Ana 😀" in JsonFormat().open(source.encode()).view.text
        check_format(JsonFormat(), source.encode())


@pytest.mark.parametrize("source", [NOTES, FHIR])
def test_the_format_keeps_the_laws(source):
    check_format(JsonFormat(), source.encode())


@pytest.mark.parametrize("name", ["file.json", "file.jsonl"])
def test_fields_say_what_is_in_them(name):
    source = b'{"firstName": "Lis", "pesel": "12345678901", "phone_number": 601234567, "text": "-"}'
    result = Pipeline.load(language="pl", method="tag").run_file(source, name).data.decode()
    assert json.loads(result) == {
        "firstName": "[OSOBA]", "pesel": "[IDENTYFIKATOR]", "phone_number": "[TELEFON]",
        "text": "-",
    }  # fmt: skip


PERSON = (
    b'{"birthDate": "1958-03-07T00:00:00.000Z", "born": {"$date": "1958-03-07"}, "birth_date":'
    b' -372643200000, "birthday": 21251, "lat": 50.06143, "zip": 30001, "phones": [601234567],'
    b' "created": 1709800000, "age": 66, "ratio": 0.123456}'
)


def test_numbers_whose_field_says_that_they_are_somebodys_are_hidden():
    made = Pipeline.load(language="pl", secret=b"0123456789abcdef0").run_file(PERSON, "a.json")
    found = json.loads(made.data)
    old = json.loads(PERSON)
    assert {name for name in old if old[name] == found[name]} == {"created", "age", "ratio"}
    assert found["birthDate"] == f"{found['born']['$date']}T00:00:00.000Z"
    assert found["birth_date"] == found["birthday"] == "[DATA]"
    assert isinstance(found["lat"], float)


def test_days_name_no_fields():
    source = b'{"dateOfBirth": "/Date(-372643200000)/", "birthDate": "1958-03-07"}'
    made = Pipeline.load(language="pl", secret=b"0123456789abcdef0").run_file(source, "a.json")
    assert list(json.loads(made.data)) == ["dateOfBirth", "birthDate"]


def test_the_empty_plan_changes_no_byte():
    assert JsonFormat().open(NOTES.encode()).rewrite(ReplacementPlan()) == NOTES.encode()


def test_all_values_are_read_and_no_keys():
    found = JsonFormat().open(NOTES.encode()).view.text
    assert found == 'Ana "Ani" Žagar\n\nŁódź 𝒜\n\nvrednost\n\n\n'


@each(
    ("paths", "found"),
    [(("a.b",), ["Łódź 𝒜"]), (("b",), ["Łódź 𝒜"]), (("a.*",), ["Łódź 𝒜"]), (("c",), [])],
)
def test_paths_limit_what_is_read(paths, found):
    view = JsonFormat(Documents(paths=paths)).open(NOTES.encode()).view
    assert [view.surface(block) for block in view.blocks] == found


def test_fhir_fields_say_what_they_hold():
    document = JsonFormat().open(FHIR.encode())
    said = [(document.view.surface(m.span), m.type) for m in document.given]
    assert ("Nowak", "person.family") in said
    assert ("Anna", "person.given") in said
    assert ("1984-05-03", "date.birth") in said
    assert ("Kraków", "place.settlement") in said
    assert "Pani Anna Nowak, <chora>" in document.view.text
    assert "official" not in document.view.text


def test_fhir_fields_and_narrative_agree():
    pipeline = Pipeline.load(language="pl", secret=b"0123456789abcdef0")
    made = json.loads(pipeline.run_file(FHIR.encode(), "p.json").data)
    (name,) = made["name"]
    given, family = name["given"][0], name["family"]
    assert {given, family}.isdisjoint({"Anna", "Nowak"})
    assert f"Pani {given} {family}" in made["note"][0]["text"]
    assert f"Pani <b>{given}</b> {family}, &lt;chora&gt;" in made["text"]["div"]
    assert made["photo"][0]["data"] == ""
    assert made["id"] == "p1"
    assert made["birthDate"] != "1984-05-03"


@each("source", ["", "{", '{"a": }', '{"a": "x"\n"b": 1}'])
def test_what_is_no_json_is_refused_with_its_line(source):
    with pytest.raises(CorruptDocument, match=r"^line \d+: not JSON"):
        JsonFormat().open(source.encode())


def test_deep_nesting_is_refused():
    with pytest.raises(CorruptDocument, match="deep"):
        JsonFormat().open(b"[" * 200_000 + b"]" * 200_000)


def test_long_numbers_are_read_where_their_field_says_whose_they_are():
    source = '{"telefon": 601234567, "pesel": 84071512341, "size": 104857600, "at": 1717400000123}'
    document = JsonFormat().open(source.encode())
    assert document.view.text.split() == ["601234567", "84071512341"]
    plan = ReplacementPlan.of(
        [Replacement(Span(0, 9), "[PHONE]", EntityId("phone#1"), "tag"),
         Replacement(Span(11, 22), "85091578405", EntityId("id#1"), "pseudonym")]
    )  # fmt: skip
    written = json.loads(document.rewrite(plan))
    assert written == {**json.loads(source), "telefon": "[PHONE]", "pesel": 85091578405}


@each("name", ["ana.zagar@corp.test", "601 234 567", "44051401359", "Ana Žagar"])
def test_names_of_fields_that_only_people_bear_are_read(name):
    source = json.dumps({"users": {name: {"n": 3}}, "maxItems": 5, "2024-05-01": 7})
    assert JsonFormat().open(source.encode()).view.text.split("\n\n")[0] == name
    assert "maxItems" not in JsonFormat().open(source.encode()).view.text

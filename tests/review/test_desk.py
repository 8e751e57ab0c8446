"""What each decision does to mentions, entities and the finished text."""

import json

import pytest
from pydantic import ValidationError

from allonym.errors import DecisionError, OffsetError
from allonym.model.decision import Decision
from allonym.model.offsets import UnitIndex
from allonym.model.span import Span
from allonym.review.desk import MANY, Desk
from allonym.review.intake import DecisionForm
from allonym.review.occurrences import TextIndex
from allonym.review.recognition import Recognition
from allonym.review.shelf import from_plain, to_plain
from tests.each import each
from tests.growth import grows_linearly
from tests.review.build import desk, tools

TEXT = (
    "[[person|Jan Kowalski]] mieszka w [[place.settlement|Krakowie]]. Spotkałem się z "
    "[[person|Janem Kowalskim]] i [[person|Marią Wiśniewską]]. [[person|Kowalskiego]] znam. "
    "😀 Jej poczta: [[email|jan.kowalski@firma.pl]]."
)


def shown(one):
    """Return the mentions by what stands in the text."""
    text = one.recognition.text.encode("utf-16-le")
    values = one.values()
    return values, {
        text[2 * m["start"] : 2 * m["end"]].decode("utf-16-le"): m for m in values["mentions"]
    }


def decide(one, **asked):
    one.add(one.read([DecisionForm(**asked)], "me", str(one.version)))
    return shown(one)


def entities(values):
    return {e["id"]: e for e in values["entities"]}


def test_a_rejected_mention_stays_as_it_was_and_can_be_taken_back():
    one = desk(TEXT)
    _, mentions = shown(one)
    values, mentions = decide(one, action="reject", mention=mentions["Kowalskiego"]["id"])
    assert "Kowalskiego znam" in values["result"]
    assert mentions["Kowalskiego"]["status"] == "rejected"
    values, mentions = decide(one, action="accept", mention=mentions["Kowalskiego"]["id"])
    assert "Kowalskiego" not in values["result"]
    assert mentions["Kowalskiego"]["entity"] == mentions["Jan Kowalski"]["entity"]


def test_reject_everywhere_takes_inflected_forms_along():
    one = desk(TEXT)
    _, mentions = shown(one)
    values, mentions = decide(
        one, action="reject", mention=mentions["Jan Kowalski"]["id"], everywhere=True
    )
    assert mentions["Janem Kowalskim"]["status"] == "rejected"
    assert "Janem Kowalskim" in values["result"]
    assert mentions["Kowalskiego"]["status"] == "open"


def test_accepting_a_doubtful_mention_joins_the_person_of_that_name():
    one = desk("[[person|Jan Kowalski]] był. Potem [[other|Kowalski]] szedł.", doubtful=("other",))
    _, mentions = shown(one)
    assert mentions["Kowalski"]["doubtful"]
    assert mentions["Kowalski"]["replacement"] is None
    _, mentions = decide(one, action="retype", mention=mentions["Kowalski"]["id"], type="person")
    assert mentions["Kowalski"]["entity"] == mentions["Jan Kowalski"]["entity"]
    one = desk("[[person|Jan Kowalski]] był. Potem Kowalski poszedł.")
    start = one.recognition.text.index("Kowalski poszedł")
    _, mentions = decide(one, action="add", start=start, end=start + 8, type="person")
    assert mentions["Kowalski"]["entity"] == mentions["Jan Kowalski"]["entity"]
    assert mentions["Kowalski"]["replacement"] == mentions["Jan Kowalski"]["replacement"].split()[1]


def test_add_everywhere_finds_every_case():
    one = desk("Zna [[person|Annę]]. Był Adam Lis. Nie ma Adama Lisa. Daj Adamowi Lisowi.")
    start = one.recognition.text.index("Adam Lis")
    _, mentions = decide(
        one, action="add", start=start, end=start + 8, type="person", everywhere=True
    )
    assert {"Adam Lis", "Adama Lisa", "Adamowi Lisowi"} <= mentions.keys()
    assert len({mentions[n]["entity"] for n in ("Adam Lis", "Adama Lisa", "Adamowi Lisowi")}) == 1


def test_adding_somebody_changes_nobody_elses_pseudonym():
    one = desk(TEXT + " Była też Ewa Zając.")
    before, _ = shown(one)
    start = one.units.from_codepoint(one.recognition.text.index("Ewa Zając"))
    after, _ = decide(one, action="add", start=start, end=start + 9, type="person")
    known = entities(before)
    assert all(e["surrogate"] == known[n]["surrogate"] for n, e in entities(after).items()
               if n in known)  # fmt: skip


def test_a_chosen_pseudonym_is_inflected_and_followed_by_addresses():
    one = desk(TEXT)
    _, mentions = shown(one)
    values, mentions = decide(
        one, action="rename", entity=mentions["Jan Kowalski"]["entity"], surrogate="Piotr Zieliński"
    )
    assert mentions["Janem Kowalskim"]["replacement"] == "Piotrem Zielińskim"
    assert mentions["Kowalskiego"]["replacement"] == "Zielińskiego"
    assert "piotr.zielinski@" in values["result"]
    values, mentions = decide(
        one, action="rename", entity=mentions["Jan Kowalski"]["entity"], surrogate=""
    )
    assert "Zieliński" not in values["result"]


@each(
    ("typed", "full", "short"),
    [
        ("Nowak", "Nowakiem", "Nowaka"),
        ("Jan Maria Brzost", "Janem Marią Brzostem", "Brzosta"),
        ("Brzost, Adam", "Adamem Brzostem", "Brzosta"),
        ("Adam Lis-Brzost", "Adamem Lisem-Brzostem", "Lisa-Brzosta"),
    ],
)
def test_chosen_pseudonyms_of_other_shapes(typed, full, short):
    one = desk(TEXT)
    _, mentions = shown(one)
    _, mentions = decide(
        one, action="rename", entity=mentions["Jan Kowalski"]["entity"], surrogate=typed
    )
    assert mentions["Kowalskiego"]["replacement"] == short
    if typed != "Jan Maria Brzost":
        assert mentions["Janem Kowalskim"]["replacement"] == full


def test_forms_are_shown_with_what_speaks_against_them():
    one = desk(TEXT)
    _, mentions = shown(one)
    entity = mentions["Jan Kowalski"]["entity"]
    found = one.forms(entity, "Maria Wiśniewska", "")
    assert {w["code"] for w in found["warnings"]} >= {"in-document", "gender"}
    only_inflected = one.forms(entity, "Ewa Wiśniewska", "Fem")
    assert {w["code"] for w in only_inflected["warnings"]} == {"in-document"}
    found = one.forms(entity, "Piotr Zieliński", "")
    assert not found["warnings"]
    assert [r["text"] for r in found["replacements"]] == [
        "Piotr Zieliński", "Piotrem Zielińskim", "Zielińskiego"]  # fmt: skip
    with pytest.raises(DecisionError):
        one.forms(entity, " ", "")


def test_letters_that_nobody_changes_read_as_they_stand():
    one = desk(TEXT)
    _, mentions = shown(one)
    entity = mentions["Jan Kowalski"]["entity"]
    values, _ = decide(one, action="method", entity=entity, method="letters")
    name = next(e["surrogate"] for e in values["entities"] if e["id"] == entity)
    found = one.forms(entity, name, "")
    assert [r["text"].casefold() for r in found["replacements"]] == [
        "osoba a", "osobą a", "osoby a"]  # fmt: skip
    assert not found["warnings"]


def test_a_person_of_another_gender_takes_the_forms_of_that_name():
    one = desk(TEXT)
    _, mentions = shown(one)
    _, mentions = decide(
        one, action="rename", entity=mentions["Jan Kowalski"]["entity"],
        surrogate="Anna Zielińska", gender="Fem",
    )  # fmt: skip
    assert mentions["Janem Kowalskim"]["replacement"] == "Anną Zielińską"


def test_merge_split_and_method():
    one = desk(TEXT)
    _, mentions = shown(one)
    jan, maria = (mentions[n]["entity"] for n in ("Jan Kowalski", "Marią Wiśniewską"))
    values, mentions = decide(one, action="merge", entities=[jan, maria])
    assert mentions["Marią Wiśniewską"]["entity"] == jan
    values, mentions = decide(one, action="split", mentions=[mentions["Marią Wiśniewską"]["id"]])
    assert mentions["Marią Wiśniewską"]["entity"] not in (jan, maria)
    values, mentions = decide(one, action="method", entity=jan, method="tag")
    assert mentions["Jan Kowalski"]["replacement"] == "[OSOBA]"
    values, mentions = decide(one, action="method", entity=jan, method="keep")
    assert mentions["Jan Kowalski"]["kept"]
    assert "Janem Kowalskim" in values["result"]
    assert entities(values)[jan]["kept"]


def test_what_is_made_from_a_name_follows_whom_the_person_is_merged_into():
    one = desk(
        "[[person|Jan Kowalski]] i [[person|Marta Wiśniewska]] byli; "
        "[[email|marta.wisniewska@firma.pl]], [[username|@mwisniewska]]."
    )
    _, mentions = shown(one)
    both = [mentions[n]["entity"] for n in ("Jan Kowalski", "Marta Wiśniewska")]
    decide(one, action="merge", entities=both)
    _, mentions = decide(
        one, action="rename", entity=both[0], surrogate="Ewa Zielińska", gender="Fem"
    )
    assert mentions["marta.wisniewska@firma.pl"]["replacement"].startswith("ewa.zielinska@")
    assert mentions["@mwisniewska"]["replacement"] == "@ezielinska"
    _, mentions = decide(one, action="rename", entity=both[0], surrogate="Mazurek")
    assert "mazurek@" in mentions["marta.wisniewska@firma.pl"]["replacement"]


def test_retype_alone_and_everywhere():
    one = desk(TEXT)
    _, mentions = shown(one)
    jan = mentions["Jan Kowalski"]["entity"]
    values, mentions = decide(
        one, action="retype", mention=mentions["Kowalskiego"]["id"], type="org"
    )
    assert mentions["Kowalskiego"]["type"] == "org"
    assert mentions["Kowalskiego"]["entity"] != jan
    assert entities(values)[jan]["type"] == "person"
    values, mentions = decide(
        one, action="retype", mention=mentions["Jan Kowalski"]["id"], type="other", everywhere=True
    )
    assert mentions["Janem Kowalskim"]["type"] == "other"
    assert entities(values)[jan]["type"] == "other"


def test_resize_keeps_the_id_and_covers_what_it_reaches():
    one = desk("[[person|Jan]] [[person|Kowalski]] był; Jan Kowalski szedł.")
    _, mentions = shown(one)
    name = mentions["Jan"]["id"]
    _, mentions = decide(one, action="resize", mention=name, start=0, end=12)
    assert mentions["Jan Kowalski"]["id"] == name
    assert "Kowalski" not in mentions


def test_allowed_surfaces_keep_the_whole_entity():
    one = desk(TEXT)
    _, mentions = decide(one, action="allow", surface="kowalskiego")
    assert mentions["Jan Kowalski"]["kept"]
    _, mentions = decide(one, action="disallow", surface="kowalskiego")
    assert not mentions["Jan Kowalski"]["kept"]


@each(
    "asked",
    [
        {"action": "dance"},
        {"action": "accept", "mention": "nobody"},
        {"action": "accept"},
        {"action": "retype", "mention": "0-12-person", "type": "wizard"},
        {"action": "add", "start": 5, "end": 5, "type": "person"},
        {"action": "add", "start": 12, "end": 13, "type": "person"},
        {"action": "add", "start": "a", "end": 3, "type": "person"},
        {"action": "merge", "entities": ["person#1", "person#1"]},
        {"action": "merge", "entities": "person#1"},
        {"action": "split", "mentions": []},
        {"action": "rename", "entity": "person#1", "surrogate": None},
        {"action": "rename", "entity": "person#1", "surrogate": "x", "gender": "Many"},
        {"action": "method", "entity": "person#1", "method": "magic"},
        {"action": "allow", "surface": " "},
        {"action": "allow", "surface": "x", "scope": "sometimes"},
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(asked):
    one = desk(TEXT)
    before = one.state()
    with pytest.raises((DecisionError, ValidationError)):
        one.read([DecisionForm(**asked)], "me", "now")
    assert one.state() is before


def test_offsets_inside_a_character_or_beyond_the_text_are_refused():
    units = UnitIndex("a😀b", "utf16")
    assert [units.from_codepoint(n) for n in range(4)] == [0, 1, 3, 4]
    for wrong in (2, 5, -1):
        with pytest.raises(OffsetError):
            units.to_codepoint(wrong)


def test_recognition_is_the_same_after_storage():
    one = desk(TEXT)
    plain = json.loads(json.dumps(to_plain(one.recognition)))
    assert from_plain(Recognition, plain) == one.recognition


def test_occurrences_of_names_numbers_and_places():
    text = "W Krakowie i do Krakowa. Tel. 601 234 567 albo 601-234-567. Krakowianin."
    index = TextIndex(text, tools("pl").morphology)

    def found(surface, kind):
        start = text.index(surface)
        places = index.find(Span(start, start + len(surface)), kind)
        return [text[s.start : s.end] for s in places.all]

    assert found("Krakowie", "place.settlement") == ["Krakowa"]
    assert found("601 234 567", "phone") == ["601-234-567"]


@pytest.mark.slow
def test_a_decision_costs_in_proportion_to_the_document():
    def prepare(size):
        one = desk(" ".join(f"[[person|Adam Lis]] był {n}." for n in range(size)))
        name = next(iter(one.state().items))
        one.values()
        return lambda: one.read([DecisionForm(action="reject", mention=name)], "me", "now")

    assert grows_linearly(prepare, 100)


def test_a_name_allowed_beforehand_stays_until_that_is_taken_back():
    first = desk(TEXT)
    one = Desk(first.recognition, first.tools, first.draw, allow=("Jan Kowalski",))
    _, mentions = shown(one)
    assert mentions["Janem Kowalskim"]["kept"]
    values, mentions = decide(one, action="disallow", surface="Jan Kowalski")
    assert not mentions["Janem Kowalskim"]["kept"]
    assert "Kowalsk" not in values["result"]


@pytest.mark.slow
def test_of_a_large_document_only_changes_are_told_until_the_rest_is_known():
    one = desk(" ".join(f"[[person|Adam Lis]] zna {n}." for n in range(MANY + 1)))
    assert one.values()["pending"]
    assert all(m["replacement"] is None for m in one.values()["mentions"])
    one.plan()
    values = one.values()
    assert not values["pending"]
    before, name = one.state(), values["mentions"][7]["id"]
    one.add(one.read([DecisionForm(action="reject", mention=name)], "me", "1"))
    told = one.changes(before)
    assert [m["id"] for m in told["mentions"]] == [name]
    assert [e["id"] for e in told["entities"]] == [values["entities"][0]["id"]]
    assert told["counts"]["rejected"] == 1
    assert told["pending"]
    before = one.state()
    one.add([Decision("undo")])
    assert [m["status"] for m in one.changes(before)["mentions"]] == ["open"]
    one.plan()
    assert one.values() | {"version": 0, "can_redo": False} == values


def test_a_number_occurs_in_the_document_only_as_a_whole():
    one = desk(
        "Adres: [[postcode|33-100]] [[place.settlement|Tarnów]], dawniej 35-001, potem 7-143."
    )
    _, mentions = shown(one)
    entity = mentions["33-100"]["entity"]
    assert not one.forms(entity, "35-143", "")["warnings"]
    codes = {w["code"] for w in one.forms(entity, "35-001", "")["warnings"]}
    assert codes == {"in-document"}

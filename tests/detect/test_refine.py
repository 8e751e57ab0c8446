"""Finer types from the words in and around a mention."""

import pytest
from tests.each import each

from allonym import Pipeline
from allonym.detect.refining.refine import Refiner
from allonym.errors import PackError
from allonym.languages.pack import load_pack
from allonym.model.mention import SURE, Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.text.markup import parse_marks

CASES = {
    "pl": [
        ("przewodniczący: sędzia SO [[person|Anna Wilk]]", "person.judge"),
        ("Protokolant: [[person|Jan Lis]]", "person.judge"),
        ("pełnomocnik adwokat [[person|Maria Dudek]]", "person.counsel"),
        ("opinia biegłego dr. [[person|Adama Sowy]]", "person.expert"),
        ("świadek [[person|Adam Sowa]]", "person"),
        ("[[org|Sąd Okręgowy w Poznaniu]]", "org.court"),
        ("[[org|Szpital Miejski]]", "org.hospital"),
        ("[[org|Budmex Sp. z o.o.]]", "org.company"),
        ("[[org|Urzędu Miejskiego]]", "org.authority"),
        ("[[place|Wielkopolsce]]", "place.region"),
        ("[[place|Gniezno]]", "place"),
        ("obręb [[person|Wola]], gmina Lipno", "place"),
        ("zamiast gminnego [[person|Wilka]]", "person"),
    ],
    "en": [
        ("before His Honour Judge [[person|Carter]]", "person.judge"),
        ("[[person|Hale]] LJ, agreeing", "person.judge"),
        ("counsel for the claimant, Mr [[person|Reed]]", "person.counsel"),
        ("Mr [[person|Reed]] said", "person"),
        ("[[org|Leeds Crown Court]]", "org.court"),
        ("[[org|Northgate Ltd]]", "org.company"),
        ("[[place|the United States]]", "place.country"),
        ("[[place|Yorkshire]]", "place.region"),
        ("the village of [[person|Winston]]", "place"),
        ("the mayor of [[org|Leeds]]", "org"),
    ],
    "bg": [
        ("живее в с. [[person|Георги Дамяново]]", "place"),
        ("кмет на гр. [[person|Димитровград]]", "place"),
        ("дойдоха [[place|Стойчеви]]", "person"),
        ("у [[org|Маневите]]", "person"),
        ("малолетният [[org|К. Д. С.]]", "person"),
        ("в [[place|Ботевград]]", "place"),
    ],
    "hr": [("k.č. 12/2, k.o. [[other|Maksimir]]", "place")],
    "ro": [("satul [[person|Ion Creangă]]", "place.settlement")],
    "sk": [("k. ú. [[person|Ružinov]]", "place")],
    "sl": [
        ("parcela 15/2, k. o. [[other|Šiška]]", "place"),
        ("na mesto [[person|Novaka]]", "person"),
    ],
    "sv": [
        ("i byn [[person|Persberg]]", "place"),
        ("till [[person|Hjalmar Brantingsplatsen]]", "place"),
    ],
}


@each(
    ("language", "marked", "expected"),
    [(language, *case) for language, cases in CASES.items() for case in cases],
)
def test_refine_reads_the_context(language, marked, expected):
    text, (mark,) = parse_marks(marked)
    mention = Mention(Span(mark.span.start, mark.span.end), mark.type, (Evidence("t"),))
    refiner = Refiner(load_pack(language).toml("kinds.toml"))
    (refined,) = refiner.refine(TextView.of(text), [mention])
    assert (refined.type, refined.span) == (expected, mention.span)


def test_a_finer_type_is_not_overruled():
    refiner = Refiner(load_pack("en").toml("kinds.toml"))
    mention = Mention(Span(0, 5), "person.witness", (Evidence("t"),))
    assert refiner.refine(TextView.of("Judge"), [mention]) == [mention]


def test_a_broken_pattern_names_its_type():
    with pytest.raises(PackError, match=r"kinds.toml: org.court"):
        Refiner({"org.court": {"surface": "("}})


@each(
    ("language", "text", "country"),
    [
        ("sl", "Ana Novak, Ljubljana, Slovenia.", "Slovenia"),
        ("ro", "Ana Pop, Cluj, Romania.", "Romania"),
        ("bg", "Ана Петрова, Plovdiv, Bulgaria.", "Bulgaria"),
        ("sk", "Ján Novák, Bratislava, Slovakia. Slovenská republika.", "Slovenská republika"),
        ("hu", "Kiss Anna, Budapest, Magyarorszag.", "Magyarorszag"),
    ],
)
def test_a_country_is_one_in_english_and_without_its_marks(language, text, country):
    assert (
        country
        in Pipeline.load(language=language, secret=b"a secret for tests only").run(text).text
    )


@pytest.mark.parametrize(
    ("language", "before", "name"),
    [
        ("hr", "načelnik općine ", "Mile Pavičić"),
        ("sk", "starosta obce ", "Ján Novák"),
        ("ro", "primarul comunei ", "Ion Popescu"),
    ],
)
def test_whom_the_decision_is_sure_of_is_no_village(language, before, name):
    view = TextView.of(before + name)
    refine = Refiner(load_pack(language).toml("kinds.toml")).refine
    span = Span(len(before), len(view.text))
    for evidence, kind in (((SURE,), "person"), ((), "place")):
        (found,) = refine(view, [Mention(span, "person", (Evidence("model"), *evidence))])
        assert found.type.partition(".")[0] == kind


def test_a_medical_sister_is_no_village():
    view = TextView.of("смяна (м.с. Христина Кунева)")
    mention = Mention(Span(12, 27), "person", (Evidence("model"),))
    assert Refiner(load_pack("bg").toml("kinds.toml")).refine(view, [mention]) == [mention]


def test_who_stands_below_a_judge_is_none():
    text = "Käräjätuomari [[person|Pekka Laine]]\n\n[[person|Matti Virtanen]] tapasi, ja"
    plain, marks = parse_marks(text)
    found = [Mention(m.span, m.type, ()) for m in marks]
    refine = Refiner(load_pack("fi").toml("kinds.toml")).refine
    assert [m.type for m in refine(TextView.of(plain), found)] == ["person.judge", "person"]


def test_only_a_word_for_several_leads_a_list_of_experts():
    kinds = {"person.expert": {"before": "[Ee]xperts?", "joint": "and", "many": "[Ee]xperts"}}
    for text, last in (
        ("Experts [[person|Ann Hill]] and [[person|Tom Lee]]", "person.expert"),
        ("Expert [[person|Ann Hill]] and [[person|Tom Lee]]", "person"),
    ):
        plain, marks = parse_marks(text)
        found = [Mention(m.span, m.type, ()) for m in marks]
        types = [m.type for m in Refiner(kinds).refine(TextView.of(plain), found)]
        assert types == ["person.expert", last]


COURT = {
    "fi": [
        "[[person.judge|Kaisa Laine]]\nkäräjätuomari\n\n[[person|Sami Oja]], [[person|Eero Aro]]",
        "vastaaja [[person|Sami Oja]], syyttäjä [[person.counsel|Eero Aro]]",
        "Vastaaja [[person|Sami Oja]]\nsyyttäjä [[person.counsel|Eero Aro]]",
        "tuomari [[person.judge|Kaisa Laine]], [[person|Sami Oja]] ja [[person|Eero Aro]]",
        "Käräjätuomarit [[person.judge|Kaisa Laine]], [[person.judge|Sami Oja]]",
        "Puheenjohtaja\n[[person.judge|Kaisa Laine]]\nVastaaja\n[[person|Sami Oja]]",
        "[[person.judge|Kaisa Laine]], käräjätuomari",
    ],
    "sl": [
        "[[person|Ana Hribar]]\nOkrožna sodnica\n\n[[person|Peter Zupan]], [[person|Miha Kolar]]",
        "sodnik [[person.judge|Janez Kos]], [[person|Peter Zupan]] in [[person|Miha Kolar]]",
    ],
    "hu": [
        "[[person.judge|Kiss János]] bíró, [[person|Nagy Péter]] és [[person|Szabó Anna]]",
        "[[person|Kovács Péter]], ügyvéd [[person.counsel|Nagy Anna]]",
    ],
    "en": [
        "[[person|Kaye Shaw]]\nJudge\n\n[[person|John Brown]]",
        "Judge [[person.judge|Kaye Shaw]], [[person|John Brown]] and [[person|Mary Hill]]",
        "Judges [[person.judge|Kaye Shaw]], [[person.judge|John Brown]]",
        "Witness: [[person|John Brown]]\nJ [[person|Smithers]] came.",
    ],
}


@pytest.mark.parametrize("language", COURT)
def test_who_stands_beside_a_judge_is_none(language):
    """Parties had stayed as they are: a title signs what is above it, or leads one name."""
    refine = Refiner(load_pack(language).toml("kinds.toml")).refine
    for text in COURT[language]:
        plain, marks = parse_marks(text)
        found = [Mention(m.span, "person", ()) for m in marks]
        types = [m.type for m in refine(TextView.of(plain), found)]
        assert types == [m.type for m in marks], text

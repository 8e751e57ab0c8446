"""The outside judge: what agreed in an original and no longer does is counted, nothing else."""

import pytest

from allonym.evaluate.coherence import calendar, names, numbers, places
from allonym.evaluate.coherence.pairs import pair_up
from allonym.evaluate.coherence.run import Coherence, judge, render_coherence
from allonym.evaluate.gold import GoldDocument, GoldSpan
from allonym.model.entity import EntityId
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.span import Span
from allonym.text.fold import fold
from allonym.text.markup import parse_marks


def judged(old, new, language="pl"):
    """Pair two marked texts, mark by mark; the marks of the second stand for those of the first."""
    text, marks = parse_marks(old)
    result, made = parse_marks(new)
    spans = tuple(GoldSpan(m.span.start, m.span.end, m.type, m.entity or "") for m in marks)
    document = GoldDocument("d", "", language, text, spans)
    puts = [
        put(m.span.start, m.span.end, result[n.span.start : n.span.end])
        for m, n in zip(marks, made, strict=True)
    ]
    return pair_up(document, result, ReplacementPlan.of(puts))


def put(start, end, text):
    return Replacement(Span(start, end), text, EntityId("e"), "pseudonym")


def verdicts(check, old, new, language="pl"):
    return [agrees for _, agrees in check(judged(old, new, language))]


def test_pairs_find_what_stands_for_a_mark():
    found = judged("a [[person|Jan]] b [[person|Ewa]].", "a [[person|Bartosz]] b [[person|Iga]].")
    assert [(p.old, p.new, p.at) for p in found.pairs] == [
        ("Jan", "Bartosz", 2),
        ("Ewa", "Iga", 12),
    ]


@pytest.mark.parametrize(
    ("told", "agrees"), [("74 lata", True), ("72 lata", False), ("[WIEK]", False)]
)
def test_ages_are_counted_from_births_and_events(told, agrees):
    old = "ur. [[date.birth|12.05.1950]], [[date|4.03.2024]], [[age|73 lata]]"
    new = f"ur. [[date.birth|1.02.1949]], [[date|6.03.2023]], [[age|{told}]]"
    assert verdicts(calendar.ages, old, new) == [agrees]


def test_ages_that_do_not_agree_in_the_original_are_not_judged():
    old = "ur. [[date.birth|12.05.1950]], [[date|4.03.2024]], [[age|20 lat]]"
    assert verdicts(calendar.ages, old, old) == []


@pytest.mark.parametrize(("new", "agrees"), [("6.03.2023", True), ("7.03.2023", False)])
def test_weekdays_beside_dates(new, agrees):
    old = "w poniedziałek [[date|4.03.2024]]"
    assert verdicts(calendar.weekdays, old, f"w poniedziałek [[date|{new}]]") == [agrees]


@pytest.mark.parametrize(("new", "agrees"), [("9.04.2023", True), ("2.04.2023", False)])
def test_feasts_beside_dates(new, agrees):
    old = "Niedziela Wielkanocna, [[date|31.03.2024]]"
    assert verdicts(calendar.feasts, old, f"Niedziela Wielkanocna, [[date|{new}]]") == [agrees]


@pytest.mark.parametrize(("new", "agrees"), [("7.05.2024", True), ("3.05.2024", False)])
def test_working_days(new, agrees):
    assert verdicts(calendar.days_off, "[[date|4.03.2024]]", f"[[date|{new}]]") == [agrees]


def test_order_of_dates():
    old = "[[date|4.03.2024]], [[date|5.03.2024]]"
    assert verdicts(calendar.orders, old, "[[date|4.03.2023]], [[date|5.03.2022]]") == [False]


def test_numbers_keep_check_birth_and_sex():
    old = "[[id.national|44051401359]] ur. [[date.birth|14.05.1944]]"
    right = "[[id.national|44051401359]] ur. [[date.birth|14.05.1944]]"
    wrong = "[[id.national|44051401468]] ur. [[date.birth|15.05.1944]]"
    for check in (numbers.check_digits, numbers.births, numbers.sexes):
        assert verdicts(check, old, right) == [True]
        assert verdicts(check, old, wrong) == [False]


@pytest.mark.parametrize(
    ("new", "agrees"), [("Cabinetul Ionescu", False), ("Agrotex", False), ("Spitalul Turda", True)]
)
def test_institutions_keep_their_kind(new, agrees):
    assert verdicts(names.heads, "[[org|Spitalul Cluj]]", f"[[org|{new}]]", "ro") == [agrees]


def test_mails_follow_their_person():
    old = "[[person|Jan Kowalski]] [[email|j.kowalski@x.pl]]"
    assert verdicts(names.mails, old, "[[person|Jan Nowacki]] [[email|j.nowacki@x.pl]]") == [True]
    assert verdicts(names.mails, old, "[[person|Jan Nowacki]] [[email|gezal@x.pl]]") == [False]


def test_tags_are_counted():
    document = GoldDocument(
        "d", "", "pl", "Jan i Ewa", (GoldSpan(0, 3, "person"), GoldSpan(6, 9, "person"))
    )
    found = pair_up(
        document, "[OSOBA] i Iga", ReplacementPlan.of([put(0, 3, "[OSOBA]"), put(6, 9, "Iga")])
    )
    assert [agrees for _, agrees in names.tags(found)] == [False, True]


def test_sex_of_names():
    assert verdicts(names.sexes, "[[person|Anna Lis]]", "[[person|Piotr Lis]]") == [False]


def test_postcodes_belong_to_their_towns(monkeypatch):
    table = {"celje": frozenset({"30"}), "kranj": frozenset({"40"})}
    abroad = {"graz": frozenset({"80"})}
    monkeypatch.setattr(places, "codes_of", lambda code: table if code == "SI" else abroad)
    old = "[[postcode|3000]] [[place|Celje]]"
    assert verdicts(places.postcodes, old, "[[postcode|4000]] [[place|Kranj]]", "sl") == [True]
    assert verdicts(places.postcodes, old, "[[postcode|3411]] [[place|Kranj]]", "sl") == [False]
    assert verdicts(places.postcodes, "[[postcode|3000]] [[place|Kranj]]", old, "sl") == []
    assert verdicts(places.countries, "[[place|Celje]]", "[[place|Graz]]", "sl") == [False]
    assert verdicts(places.postcodes, old, "[[postcode|8010]] [[place|Graz]]", "sl") == [False]
    unknown = "[[postcode|4000]] [[place|Mala vas]]"
    assert verdicts(places.postcodes, old, unknown, "sl") == []
    assert verdicts(places.countries, old, unknown, "sl") == []


@pytest.mark.slow
def test_dialling_codes_are_of_an_area_that_the_text_names(monkeypatch):
    table = {"maribor": {"20"}, "celje": {"30"}, "šentjur": {"32"}, "trbovlje": {"14"}}
    monkeypatch.setattr(
        places, "codes_of", lambda code: {fold(n): frozenset(c) for n, c in table.items()}
    )
    old = "[[place|Maribor]] [[phone|02 584 18 77]]"
    for town, agrees in (("Celje", True), ("Šentjur", True), ("Maribor", False)):
        new = f"[[place|{town}]] [[phone|03 767 24 38]]"
        assert verdicts(places.dialling, old, new, "sl") == [agrees]


def test_counts_add_up_and_are_printed():
    found = judge(judged("w środę [[date|6.03.2024]]", "w środę [[date|6.03.2023]]"), "d")
    both = found + found
    assert both.share("weekday beside a date").whole == 2
    assert both.share("no tag", "pl").part == 2
    assert "weekday beside a date" in render_coherence(both)
    assert ("pl d", "weekday beside a date") in both.wrong
    assert Coherence().share("no tag").whole == 0

"""What no list has is told by what the lists have: sexes, schemes, dates of several, kinds."""

from __future__ import annotations

import re

import pytest
from tests.each import each
from tests.replace.helpers import SECRET, document
from tests.replace.naming import pseudonymized

from allonym.identifiers.schemes import SCHEMES
from allonym.languages.pack import load_pack
from allonym.model.replacement import ReplacementPlan
from allonym.replace.methods.plain import RemoveReplacer
from allonym.replace.numbers.identifiers import IdentifierReplacer
from allonym.replace.places.world import World
from allonym.replace.rules import NameRules
from allonym.replace.time.dates import DateReplacer

TAG = RemoveReplacer("[TAG]")


def written(replacer, marked, language, *more):
    context, entities = document(marked, language, secret=SECRET)
    plan = ReplacementPlan.of(replacer.replace(context, entities, *more))
    return plan.apply(context.view.text)


@pytest.mark.parametrize(
    ("language", "name", "gender"),
    [("sv", "Olina", "Fem"), ("hu", "Dzsesszika", "Fem"), ("sl", "Radosavka", "Fem")],
)
def test_a_given_name_on_no_list_is_of_the_sex_that_its_end_tells(language, name, gender):
    assert NameRules(load_pack(language)).given_ends.gender(name) == gender


@pytest.mark.parametrize(
    ("language", "marked"),
    [
        ("ro", "[[date|3 mai si 10 decembrie]]"),
        ("hr", "[[date|2014–2019]]"),
        ("hu", "[[date|2024. október végéig]]"),
    ],
)
def test_dates_of_one_mention_are_moved_one_by_one(language, marked):
    old = re.sub(r"\[\[date\||\]\]", "", marked)
    new = written(DateReplacer(TAG), marked, language)
    assert "[TAG]" not in new
    assert new != old
    letters = [re.sub(r"[\d.]", "", text) for text in (old, new)]
    assert len(letters[0].split()) == len(letters[1].split())


def test_a_number_left_beside_a_date_is_no_part_of_it():
    assert written(DateReplacer(TAG), "[[date|12 3 maja 2024]]", "pl") == "[TAG]"


@pytest.mark.parametrize(
    ("language", "marked", "scheme"),
    [
        ("ro", "[[id.national|1900101-11-7772]]", "ro.cnp"),
        ("hr", "[[id.tax|964 384 151 20]]", "hr.oib"),
    ],
)
def test_a_number_that_no_pattern_found_has_its_check_digit(language, marked, scheme):
    new = written(IdentifierReplacer(TAG), marked, language)
    assert SCHEMES[scheme].validate(new)


def test_the_name_of_a_plot_is_a_place():
    world = World(words={"Gislaved": "Lycksele", "Åsen": "Röbäck"})
    new = written(IdentifierReplacer(TAG), "[[property|Gislaved Åsen 1:118]]", "sv", world)
    assert new.startswith("Lycksele Röbäck ")


@each(
    ("language", "org", "kept"),
    [
        ("sv", "Fotkliniken Hälen AB", "Fotkliniken"),
        ("sv", "Bergaskolan F–6", "skolan F–6"),
        ("fi", "Nikkilä Kone-Energia Oy", "Kone-Energia Oy"),
        ("pl", "Firma Transportowa Płonka i Synowie", "Firma Transportowa"),
        ("sk", "Drevovýroba Oravec, a. s.", "Drevovýroba"),
        ("hr", "Vala Charter d.o.o.", "Charter d.o.o."),
        ("pl", "Neufeld Spedition GmbH", "Spedition GmbH"),
        ("hu", "Kulin és Tsa. Pékség Bt.", "és Tsa. Pékség Bt."),
    ],
)
def test_organisations_keep_what_they_are(language, org, kept):
    result = pseudonymized(f"[[org|{org}]]", language).result
    assert kept in result
    assert result != org


CALLED = [
    ("sk", "Kovotrend Žilina, s. r. o.", r"(?!Kovotrend)\w+ (?!Žilina)[\w ]+, s\. r\. o\."),
    ("pl", "Autokomplet Radom sp. z o.o.", r"(?!Autokomplet)\w+ (?!Radom)[\w ]+ sp\. z o\.o\."),
    ("sk", "Nemocnica J. A. Reimana Prešov", r"Nemocnica (?!Reiman)\S+( \S+)? (?!Prešov)\S+"),
    ("bg", "СЛУЖБА ПО ВПИСВАНИЯТА – БЯЛА", "СЛУЖБА ПО ВПИСВАНИЯТА – (?!БЯЛА)[А-Я -]+"),
    ("pl", "Hurtownia MET-STAR sp. z o.o.", r"Hurtownia (?!MET-STAR).* sp\. z o\.o\."),
]


@each(("language", "org", "result"), CALLED)
def test_initials_lead_in_a_patron_and_a_dash_a_town_and_capitals_are_no_trade(
    language, org, result
):
    assert re.fullmatch(result, pseudonymized(f"[[org#1|{org}]]", language).result)


def test_a_firm_is_called_after_its_owner_s_given_name_too():
    done = pseudonymized("[[person#1|Breda Hozjan]], [[org#1|Breda Hozjan s. p.]]", "sl")
    person, firm = (done.of(mark).text for mark in done.marks)
    assert firm == f"{person} s. p."


def test_the_capital_is_a_town_of_the_table():
    made = pseudonymized("[[org|PMF Zagreb]], [[place|Zagreb]]", "hr")
    assert made.result.split(", ")[0].endswith(made.result.split(", ")[1])

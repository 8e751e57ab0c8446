"""The ladders: years, decades, bands, groups; a certain tag where there is none."""

import pytest
from tests.each import each
from tests.replace.helpers import TAG, document, replaced

from allonym.replace.methods.generalise import GeneraliseReplacer, Ladders, age_band


@each(
    ("language", "marked", "expected"),
    [
        ("pl", "[[date|3 maja 1984]] r.", "1984 r."),
        ("pl", "[[date|maju '84]]", "1984"),
        ("hu", "[[date|1984. május 3-án]]", "1984"),
        ("pl", "[[date|1984]]", "1980–1989"),
        ("hu", "[[date|1938-ban]]", "1930–1939"),
        ("pl", "[[date|3 maja]]", "[TAG]"),
        ("pl", "[[age|34-letni]]", "30–39-letni"),
        ("pl", "[[age|93 lata]]", "90+ lata"),
        ("pl", "[[phone|601 234 567]]", "[TAG]"),
    ],
)
def test_generalise_rungs(language, marked, expected):
    assert replaced(GeneraliseReplacer(TAG), marked, language) == expected


def test_generalise_to_decades():
    assert replaced(GeneraliseReplacer(TAG, dates="decade"), "[[date|3 maja 1984]]") == "1980–1989"


def test_generalise_by_table():
    ladders = Ladders({"occupation": {"chirurg dziecięcy": "lekarz"}, "place": {"łódź": "łódzkie"}})
    replacer = GeneraliseReplacer(TAG, ladders)
    marked = "[[occupation|Chirurg dziecięcy]] z [[place.settlement|Łódź]] i [[place|Kutno]]"
    assert replaced(replacer, marked) == "lekarz z łódzkie i [TAG]"


def test_generalise_without_ladder_is_certain():
    context, entities = document("[[phone|601 234 567]]")
    (made,) = GeneraliseReplacer(TAG).replace(context, entities)
    assert made.certainty == 1


def test_ladders_of_an_unknown_language_are_empty():
    assert Ladders.load("xx") == Ladders()


@pytest.mark.parametrize(("surface", "band"), [("5 lat", "0–9 lat"), ("89", "80–89"), ("x", None)])
def test_age_band(surface, band):
    assert age_band(surface) == band

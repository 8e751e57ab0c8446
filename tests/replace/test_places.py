"""Places of several words: each word of the surrogate stands in the case of the original."""

import re

import pytest
from tests.each import each

from allonym.languages.abroad import load_abroad
from allonym.languages.inhabitants import load_inhabitants
from allonym.languages.pack import load_pack
from allonym.replace.rules import NameRules

from .naming import morphology, pseudonymized

PLACES = [
    ("pl", "Mieszka w [[place.settlement#1|Nowym Targu]].", "Loc"),
    ("pl", "Jedzie do [[place.settlement#1|Nowego Targu]].", "Gen"),
    ("sl", "Bil je v [[place.settlement#1|Slovenj Gradcu]].", "Loc"),
    ("sl", "Prišel je iz [[place.settlement#1|Slovenj Gradca]].", "Gen"),
]


@each(("language", "marked", "case"), PLACES)
def test_all_words_of_a_place_are_in_its_case(language, marked, case):
    for number in range(4):
        done = pseudonymized(marked, language, f"secret {number} of the places".encode())
        (made,) = done.out
        known = morphology(language).analyse(made.text, "place")
        assert case in {a.features.get("Case") for a in known[:4]}, made.text


@pytest.mark.parametrize(
    ("marked", "on"), [("na [[place|Vrhniki]]", True), ("v [[place|Kranju]]", False)]
)
def test_a_town_one_is_on_becomes_another(marked, on):
    towns = NameRules(load_pack("sl")).towns_on
    for number in range(8):
        done = pseudonymized(f"Živi {marked}.", "sl", f"secret {number} of the places".encode())
        (made,) = done.out
        lemmas = {a.lemma for a in morphology("sl").analyse(made.text, "place")[:2]}
        assert bool(lemmas & towns) is on, made.text


def test_a_range_of_houses_keeps_its_length_and_long_numbers_begin_no_higher():
    done = pseudonymized("[[address#1|Hlboká 22–26]], [[address#2|Tajovského 185]]", "sk")
    first, last, house = map(int, re.findall(r"\d+", done.result))
    assert last - first == 4
    assert house < 200


def test_adjectives_of_towns_are_of_many_towns():
    """*győri* could be a town of that name; none but Dunakeszi is called as its adjective is."""
    secrets = (f"secret {number} of the places".encode() for number in range(8))
    done = [pseudonymized("A [[place|győri]] lakos.", "hu", secret) for secret in secrets]
    assert len({made.text for one in done for made in one.out}) > 3


@each(
    ("language", "marked", "gone"),
    [
        ("fi", "Asumme [[place|Iisalmessa]]. Iisalmelaiset jaksavat.", "Iisalm"),
        ("sv", "Vi bor i [[place|Nyköping]]. Många nyköpingsbor klagar.", "nyköping"),
        ("sv", "Vi bor i [[place|Nyköping]]. [[place|Nyköpingsborna]] klagar.", "Nyköping"),
        ("sv", "Vi bor i [[place|Borås]]. Vi målade boråshuset.", "borås"),
        ("sv", "Vi bor i [[place|Tierp]]. Hudikborna kom och en hudikbo stannade.", "udik"),
        ("sv", "Vi bor i [[place|Tierp]]. Lundabons cykel stals.", "undabo"),
        ("hu", "[[place|Orosházán]] lakunk. Az orosháziak kedvesek.", "orosház"),
        ("pl", "W [[place|Ostródzie]] biegano. Ostródzianie i goście.", "stródzi"),
        ("pl", "W [[place|Kołobrzegu]] biegano. Kołobrzeżankom brawo.", "ołobrze"),
        ("sk", "V [[place|Lučenci]] bol beh. Lučenčania a hostia.", "učenč"),
        ("ro", "Stau la [[place|Craiova]]. Doi craioveni au venit.", "craiov"),
        ("en", "We live in [[place|Dublin]]. Many dubliners came.", "dublin"),
    ],
)
def test_who_lives_in_a_town_is_called_after_the_new_one(language, marked, gone):
    for number in range(4):
        done = pseudonymized(marked, language, f"secret {number} of the places".encode())
        assert gone not in done.result


def test_a_city_abroad_is_one_without_its_marks_too():
    done = pseudonymized("He came from [[place|Gdansk]] to [[place|Norwich]].", "en")
    abroad = load_abroad(load_pack("en")).named(min(done.out, key=lambda r: r.span).text)
    assert abroad is not None
    assert abroad.country == "PL"


@each("language", ["en", "fi", "hu", "pl", "ro", "sk", "sv"])
def test_each_word_for_inhabitants_has_one_for_locals(language):
    words = load_inhabitants(load_pack(language))
    assert {len(endings) for _, endings in words.ways} == {len(words.local)}


def test_who_is_from_a_town_is_called_as_people_are():
    words = load_inhabitants(load_pack("sv"))
    assert words.written("västerås")[:4] == [
        "västeråsare",
        "västeråsaren",
        "västeråsare",
        "västeråsarna",
    ]
    assert words.written("östgötsk")[2:4] == ["östgötar", "östgötarna"]

"""The Slovak method on annotated words: form, lemma and tag go in, form and lemma come out."""

import pytest
from tests.each import each

import allonym
from allonym.languages.pack import load_pack
from allonym.languages.pool import load_pool
from allonym.languages.tags import load_tags
from allonym.replace.methods.paradigm import Partners, stump
from allonym.replace.rules import NameRules

PARTNERS = Partners(NameRules(load_pack("sk")))


def triple(form, lemma, tag=""):
    """Return what form and lemma of an annotated word become."""
    features = load_tags(load_pack("sk")).features(tag)
    found = PARTNERS.find(form, lemma, features) if features is not None else None
    if found is None:
        return stump(form), stump(lemma)
    return PARTNERS.marker + found.form, PARTNERS.marker + found.lemma


@each(
    ("form", "lemma", "tag", "expected"),
    [
        ("Ivanovi", "Ivan", "SSms3", ("XXX_Jánovi", "XXX_Ján")),
        ("Ivanovi", "Ivan", "Case=Dat|Gender=Masc|Number=Sing", ("XXX_Jánovi", "XXX_Ján")),
        ("Prešerenovi", "Prešeren", "SSms3", ("XXXXi", "XXXXn")),
        ("Kováčovou", "Kováčová", "SSfs7", ("XXX_Novákovou", "XXX_Nováková")),
        ("Kováčom", "Kováč", "SSms7", ("XXX_Novákom", "XXX_Novák")),
        ("Novotného", "Novotný", "SSms2", ("XXX_Konečného", "XXX_Konečný")),
        ("KOVÁČOM", "Kováč", "SSms7", ("XXX_NOVÁKOM", "XXX_Novák")),
    ],
)
def test_the_most_frequent_name_of_the_paradigm(form, lemma, tag, expected):
    assert triple(form, lemma, tag) == expected


def test_the_most_frequent_name_gives_way_to_the_next_when_it_is_the_original():
    assert triple("Jána", "Ján", "SSms4") == ("XXX_Jozefa", "XXX_Jozef")


@each("tag", ["SSms7", "SSfs3", "VKesc+", "Case=Ins|Number=Sing"])
def test_a_form_that_disagrees_with_its_tag_becomes_a_stump(tag):
    assert triple("Ivanovi", "Ivan", tag) == ("XXXXi", "XXXXn")


@pytest.mark.parametrize("initial", ["L", "Ch", "dž"])
def test_of_an_initial_nothing_is_left(initial):
    assert stump(initial) == "XXXX"


def test_fewer_than_three_partners_are_too_few():
    assert triple("Pavlovi", "Pavol", "SSms3") == ("XXXXi", "XXXXl")


@pytest.mark.parametrize("kind", ["given", "family", "place"])
def test_every_name_keeps_its_edits_or_becomes_a_stump(kind):
    for entry in load_pool(load_pack("sk"), kind).entries[:200]:
        for form in filter(None, entry.row):
            done, lemma = triple(form, entry.lemma)
            assert lemma.removeprefix("XXX_") != entry.lemma
            assert done.startswith("XXX_") == lemma.startswith("XXX_")


@pytest.mark.model
def test_a_name_that_shows_its_marks_is_not_typed_without_them():
    text = "Jana Nováková z Košíc volala. Sused Ján Hudák pracuje."  # not of *Jána*
    done = allonym.pseudonymize(text, language="sk", method="paradigm").text
    assert done.startswith("XXX_Elena XXX_Horváthová z ")

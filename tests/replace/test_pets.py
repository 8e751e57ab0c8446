"""Pet names stand for pet names, in the case and of the name that was drawn."""

from __future__ import annotations

import pytest
from tests.each import crossed, each
from tests.replace.naming import pseudonymized

from allonym.languages.pack import load_pack
from allonym.replace.people.pet_names import pets_abroad
from allonym.replace.rules import NameRules
from allonym.text.fold import fold

PEOPLE = [
    ("en", "[[person#1|Theodore Grove]] came. [[person#1|Teddy]] left."),
    ("pl", "[[person#1|Tomasz Lis]] i jego kot. [[person#1|Tomka]] nie ma."),
    ("sv", "[[person#1|Robert Berg]] kom. [[person#1|Robbans]] bok."),
    ("hu", "[[person#1|Kovács Erzsébet]] jött. [[person#1|Erzsit]] láttam."),
    ("sl", "[[person#1|Katarina Golob]] je tu. S [[person#1|Katko]] sem govoril."),
]


@each(("language", "marked"), PEOPLE)
def test_a_pet_name_becomes_one_of_the_drawn_name(language, marked):
    done = pseudonymized(marked, language)
    whole, pet = (done.of(mark) for mark in done.marks)
    rules = NameRules(load_pack(language))
    pets = {p for word in whole.lemma.split() for p in rules.pet_names.of(word)}
    assert pet.lemma in pets
    assert pet.text not in whole.text.split()


@each("number", range(6))
def test_the_pet_name_of_a_man_is_no_child_s(number):
    marked = "[[person#1|Pintér Károly]] jött. [[person#1|Karcsi]] csempéz."
    done = pseudonymized(marked, "hu", bytes([number]) * 16)
    whole, pet = (done.of(mark).lemma for mark in done.marks)
    pets = NameRules(load_pack("hu")).pet_names.of(whole.split()[-1])
    alike = [p for p in pets if p.endswith("i") and len(p) <= len("Karcsi") + 1]
    assert pet in (alike or pets)


LONE = [
    (
        "pl",
        "[[person#1|Magda]]: tak. [[person#2|Kuba]]: nie. Mama [[person#2|Kuby]].",
        "Fem Masc Masc",
    ),
    ("pl", "[[person#1|Leoś]] śpi, idę z [[person#1|Leosiem]].", "Masc Masc"),
    ("hu", "[[person#1|Zoli]] és [[person#2|Bözsi]] jött.", "Masc Fem"),
    ("sk", "Pozdrav strýka [[person#1|Vojta]] aj [[person#2|Zuzku]].", "Masc Fem"),
]


@each(("language", "marked", "sexes", "number"), crossed(LONE, *range(4)))
def test_who_is_called_by_a_pet_name_alone_gets_another_of_the_same_sex(
    language, marked, sexes, number
):
    done = pseudonymized(marked, language, bytes([number]) * 16)
    names = NameRules(load_pack(language)).pet_names
    made = [done.of(mark).lemma.split()[-1] for mark in done.marks]
    assert [names.sex(name) for name in made] == sexes.split()


@each("number", range(6))
def test_no_name_stands_for_another_of_the_same_person(number):
    done = pseudonymized("A vejem, [[person#1|Andris]] ott van.", "hu", bytes([number]) * 16)
    names = NameRules(load_pack("hu")).pet_names
    assert not any(names.are_one(done.of(mark).lemma, "Andris") for mark in done.marks)


def test_a_pet_name_that_both_may_have_stands_for_neither():
    names = NameRules(load_pack("hu")).pet_names
    assert names.sex("Andi") == ""
    assert "Andi" not in names.like("Gabi", "Masc")


MARRIED = [
    "[[person#1|Varga Józsefné]], szül. [[person#1|Fekete Ilona]]. [[person#1|Ilonka]] néni.",
    "[[person#1|Tóth Kálmánné Bedics Anna]] 100 éves. [[person#1|Annus]] nénit éltesse.",
]


@pytest.mark.parametrize("marked", MARRIED)
def test_the_pet_name_of_a_wife_is_not_her_husband_s(marked):
    done = pseudonymized(marked, "hu")
    whole, pet = " ".join(done.of(m).lemma for m in done.marks[:-1]), done.of(done.marks[-1]).lemma
    names = NameRules(load_pack("hu")).pet_names
    own = [word for word in whole.split() if names.are_one(word, pet)]
    assert own == [whole.split()[-1]]


HUSBANDS = [
    ("[[person#1|Tóth Kálmánné Bedics Anna]] és férje, [[person#2|Tóth Kálmán]].", "Kálmánné"),
    ("[[person#1|Varga Józsefné]] férje, [[person#2|Józsi]].", "Józsefné"),
]


@pytest.mark.parametrize(("marked", "called"), HUSBANDS)
def test_a_husband_is_called_as_his_wife_says(marked, called):
    done = pseudonymized(marked, "hu")
    wife, husband = (done.of(mark).text.split() for mark in done.marks)
    (his,) = (word for word in wife if word.endswith("né"))
    names = NameRules(load_pack("hu")).pet_names
    full = {fold(name) for name in names.full(husband[-1])}
    assert fold(his.removesuffix("né")) in full


def test_who_is_from_abroad_has_the_pet_names_of_there():
    pets = pets_abroad("polish", "Latn")
    assert pets is not None
    assert pets.are_one("Kasia", "Katarzyna")
    assert pets_abroad("bulgarian", "Latn") is None
    assert pets_abroad("", "Latn") is None

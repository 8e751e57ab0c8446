"""Pet names stand for pet names, in the case and of the name that was drawn."""

from __future__ import annotations

import pytest
from tests.replace.naming import pseudonymized

from allonym.languages.pack import load_pack
from allonym.replace.rules import NameRules

PEOPLE = [
    ("en", "[[person#1|Theodore Grove]] came. [[person#1|Teddy]] left."),
    ("pl", "[[person#1|Tomasz Lis]] i jego kot. [[person#1|Tomka]] nie ma."),
    ("sv", "[[person#1|Robert Berg]] kom. [[person#1|Robbans]] bok."),
    ("hu", "[[person#1|Kovács Erzsébet]] jött. [[person#1|Erzsit]] láttam."),
    ("sl", "[[person#1|Katarina Golob]] je tu. S [[person#1|Katko]] sem govoril."),
]


@pytest.mark.parametrize(("language", "marked"), PEOPLE)
def test_a_pet_name_becomes_one_of_the_drawn_name(language, marked):
    done = pseudonymized(marked, language)
    whole, pet = (done.of(mark) for mark in done.marks)
    rules = NameRules(load_pack(language))
    pets = {p for word in whole.lemma.split() for p in rules.pet_names.of(word)}
    assert pet.lemma in pets
    assert pet.text not in whole.text


@pytest.mark.parametrize("number", range(6))
def test_the_pet_name_of_a_man_is_no_child_s(number):
    marked = "[[person#1|Pintér Károly]] jött. [[person#1|Karcsi]] csempéz."
    done = pseudonymized(marked, "hu", bytes([number]) * 16)
    whole, pet = (done.of(mark).lemma for mark in done.marks)
    pets = NameRules(load_pack("hu")).pet_names.of(whole.split()[-1])
    alike = [p for p in pets if p.endswith("i") and len(p) <= len("Karcsi") + 1]
    assert pet in (alike or pets)

"""Adjectives of towns as those of the pool are made."""

import pytest

from allonym.languages.abroad import load_abroad
from allonym.languages.analogy import load_analogy
from allonym.languages.pack import load_pack
from allonym.replace.alternations import load_around
from allonym.replace.places.governed import governed


@pytest.mark.parametrize(("language", "town", "adjective"), [
    ("sk", "Bojnice", "bojnický"),
    ("pl", "Nieborów", "nieborowski"),
    ("sk", "Štrbské Pleso", ""),
])  # fmt: skip
def test_analogy_makes_adjectives_as_the_pool_does(language, town, adjective):
    assert load_analogy(load_pack(language)).adjective(town) == adjective


def test_of_stem_finds_a_city_whose_vowel_is_gone():
    found = load_abroad(load_pack("sl")).of_stem("Münchn")
    assert found is not None
    assert found.name == "München"


@pytest.mark.parametrize(("language", "text", "right"), [
    ("sk", "Krajský súd v Zvolene", "Krajský súd vo Zvolene"),
    ("pl", "Szpital Miejski w Wrocławiu", "Szpital Miejski we Wrocławiu"),
])  # fmt: skip
def test_within_a_name_a_preposition_fits_what_follows(language, text, right):
    assert load_around(load_pack(language)).within(text) == right


def test_governed_reads_prepositions_without_their_marks():
    before = "býva v okoli "
    assert governed(load_pack("sk"), f"{before}Senice", len(before)) == {"Gen"}

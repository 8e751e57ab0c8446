"""What tells given names from surnames where a word may be both, and of which sex pet names are."""

from __future__ import annotations

from allonym.languages.pack import load_pack
from allonym.link.words import load_words
from tests.each import each


@each(("language", "given", "family"), [
    ("ro", "Marian", "Barbu"), ("ro", "Gheorghe", "Manea"), ("hu", "Dénes", "Farkas"),
    ("sv", "Björn", "Lind"), ("fi", "Hanna", "Tuomi"),
])  # fmt: skip
def test_what_a_word_is_rather_borne_as(language: str, given: str, family: str) -> None:
    words = load_words(load_pack(language))
    assert words.borne(given) > 0 > words.borne(family)
    assert words.borne("Qwertz") == 0


def test_a_pet_name_is_of_the_sex_of_most_that_it_is_short_for() -> None:
    words = load_words(load_pack("hu"))
    assert words.of_full_names("marci") == "Masc"
    assert words.of_full_names("erzsi") == "Fem"
    assert not words.of_full_names("qwertz")

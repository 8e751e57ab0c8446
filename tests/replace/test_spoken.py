"""What hangs on a number as it is spoken fits the new number."""

import re

import pytest
from tests.each import each
from tests.replace.naming import pseudonymized

import allonym
from allonym.languages.pack import load_pack
from allonym.languages.spoken import NumberEndings

HANGING = [
    (code, number, ending)
    for code in ("fi", "hu")
    for ending, digits in sorted(
        NumberEndings.of(load_pack(code).toml("address.toml")).digits.items()
    )
    for number in (digits.lstrip("0")[0], f"4{digits[-1]}")
]
STREETS = {"fi": ("Kauppakatu", ":"), "hu": ("Petőfi utca", "-")}


@each(("language", "number", "ending"), HANGING)
def test_the_new_number_takes_the_ending_of_the_old_one(language, number, ending):
    """Inside the mention, as a network finds it, and behind it, as a pattern does."""
    street, mark = STREETS[language]
    digits = NumberEndings.of(load_pack(language).toml("address.toml")).digits[ending]
    hanging = f"{mark}{ending}"
    for marked in (
        f"[[address|{street} {number}{hanging}]]",
        f"[[address|{street} {number}]]{hanging}",
    ):
        text = pseudonymized(f"X {marked} x.", language).result
        found = re.search(rf"(\d+){hanging} x\.$", text)
        assert found, text
        assert found[1] != number
        assert found[1][-1] in digits


def test_a_street_of_two_words_becomes_one_whole_street():
    text = pseudonymized("Hän asuu [[address|Aleksis Kiven katu 14]].", "fi").result
    assert re.fullmatch(r"Hän asuu \w+ \d\d\.", text), text


def test_one_address_keeps_one_number_whatever_hangs_on_it():
    once = "[[address#1|Hämeentie 5]]"
    text = pseudonymized(f"{once}:een, {once}:ssä ja {once}.", "fi").result
    found = re.fullmatch(r"(\w+ (\d+)):een, \1:ssä ja \1\.", text)
    assert found, text
    assert found[2][-1] in "015"


@pytest.mark.model
def test_what_hangs_on_a_number_is_no_part_of_an_address():
    text = "Muutin osoitteeseen Mannerheimintie 5:een. Hän asuu Mannerheimintie 5:ssä."
    done = allonym.pseudonymize(text, language="fi", method="tag").text
    assert done == "Muutin osoitteeseen [OSOITE]:een. Hän asuu [OSOITE]:ssä."
    text = "Muutan Kauppakatu 12 B:hen."  # nor what hangs on the letter of a stair
    done = allonym.pseudonymize(text, language="fi", method="tag").text
    assert done == "Muutan [OSOITE]:hen."


@pytest.mark.parametrize("street", ["Dostojevského", "Sokolovského", "Dobšinského"])
def test_a_street_in_somebody_s_genitive_becomes_no_adjective_of_another_gender(street):
    text = pseudonymized(f"Býva na [[address|{street} 22]] v centre.", "sk").result
    adjective = re.fullmatch(r"Býva na \w+[ntvr](?:é|e)ho \d\d v centre\.", text)
    assert not adjective, text


@pytest.mark.model
@pytest.mark.slow
def test_the_unit_of_an_age_keeps_its_case_behind_a_word_that_governs_it():
    text = "Tata Jan Kowalski zmarł w 2019 roku w wieku 91 lat. Matka miała 91 lat."
    for number in range(12):
        secret = b"a secret of 16 bytes %d" % number
        done = allonym.pseudonymize(text, language="pl", secret=secret).text
        assert re.search(r"w wieku \d\d lat\.", done), done

"""Two given names that a hyphen joins become two that people bear so."""

from __future__ import annotations

import pytest
from tests.each import crossed, each
from tests.replace.naming import pseudonymized

from allonym.languages.pack import common_path, load_pack
from allonym.languages.pool import load_pool

PEOPLE = [
    ("sv", "[[person#1|Sven-Erik Hamrin]] kom, och [[person#1|Sven-Eriks]] fru."),
    ("sv", "[[person#1|Britt-Marie Söderlund]] kom, och [[person#1|Britt-Maries]] man."),
    ("fi", "[[person#1|Sirkka-Liisa Julkunen]] tuli, ja [[person#1|Sirkka-Liisalle]] soitettiin."),
    ("en", "[[person#1|Kelly-Ann Rudge]] rang. [[person#1|Kelly-Ann]] is a nurse."),
]


@each(("language", "marked", "number"), crossed(PEOPLE, *range(3)))
def test_a_double_name_becomes_one_that_is_borne(language: str, marked: str, number: int) -> None:
    done = pseudonymized(marked, language, bytes([number]) * 16)
    first = done.of(done.marks[0]).lemma.split(" ")[0]
    rows = common_path("doubles.tsv").read_text("utf-8").splitlines()
    known = {
        n for row in rows if row.startswith(f"{language}\t") for n in row.split("\t")[2].split()
    }
    assert first in known
    assert done.of(done.marks[1]).lemma == first


@pytest.mark.parametrize("number", range(3))
def test_a_double_name_declines_as_the_original_does(number: int) -> None:
    marked = "[[person#1|Rune]] och [[person#2|Maj-Lis]] bröllop."  # no -s can be put to it
    done = pseudonymized(marked, "sv", bytes([number]) * 16)
    assert done.of(done.marks[1]).lemma.endswith("s")


def test_a_word_beside_a_name_of_ones_own_tells_no_origin() -> None:
    done = pseudonymized("[[person#1|Sven Hamrin]], [[person#2|Britt Söderlund]].", "sv")
    surnames = {done.of(mark).lemma.split(" ")[-1] for mark in done.marks}
    assert surnames <= set(load_pool(load_pack("sv"), "family").by_lemma)

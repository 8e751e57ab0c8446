from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.each import each
from tests.growth import grows_linearly

from allonym.text.fold import (
    all_folded,
    all_skeletons,
    fold,
    is_spelling,
    pieces,
    plain,
    skeleton,
    strip_marks,
    to_latin,
)

LETTERS = "aąbcćčdđeęéěfghiíjklłmnńoóöőpqrsśštuúüűvwxyýzźżžæøåßĄŁŠĐÉŻαавгджйшщъьюяЖЩ"
words = st.text(st.sampled_from(LETTERS), max_size=12)
anything = st.text(max_size=30)


@given(anything)
def test_fold_twice_is_fold_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert plain(plain(text)) == plain(text)


@given(words)
def test_fold_knows_no_capitals_and_no_composition(word: str) -> None:
    assert fold(word.upper()) == fold(word.lower()) == fold(unicodedata.normalize("NFD", word))


@given(words)
def test_spelling_survives_capitals_and_lost_marks(word: str) -> None:
    assert is_spelling(word.upper(), word)
    assert is_spelling(strip_marks(word), word)


@each(("word", "form"), [("Sąd", "Sad"), ("Łoś", "Los"), ("Kos", "Kosa"), ("Зоя", "Zoja")])
def test_spelling_refuses_marks_of_its_own(word: str, form: str) -> None:
    assert not is_spelling(word, form)


@each(
    ("cyrillic", "official", "scientific"),
    [
        ("Георги", "Georgi", "Georgi"),
        ("Щерев", "Shterev", "Šterev"),
        ("Юлия", "Yuliya", "Julija"),
        ("Цветан", "Tsvetan", "Cvetan"),
        ("Хайдушки", "Haydushki", "Hajduški"),
    ],
)
def test_transliteration_both_ways_meets_in_the_skeleton(
    cyrillic: str, official: str, scientific: str
) -> None:
    assert to_latin(cyrillic) == official
    assert skeleton(cyrillic) == skeleton(official) == skeleton(scientific)
    assert skeleton(cyrillic) == skeleton(scientific.upper()) == skeleton(strip_marks(scientific))


@given(anything)
def test_pieces_are_letters_or_digits(text: str) -> None:
    for match in pieces(text):
        assert match[0][0].isalnum()
        assert "_" not in match[0]


@pytest.mark.slow
def test_pieces_is_linear() -> None:
    def run(size: int) -> Callable[[], object]:
        text = "a" * 10 * size + "\u0301" * size + "1" * size
        return lambda: sum(1 for _ in pieces(text))

    assert run(1000)() == 2
    assert grows_linearly(run, 10_000)


@given(st.lists(words))
def test_a_list_folds_as_its_words_do(names):
    assert all_folded(names) == ([*map(plain, names)], [*map(fold, names)])
    assert all_skeletons(names) == [*map(skeleton, names)]

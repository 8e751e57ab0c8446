from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.each import each

from allonym.bench.run import lengthened, of_length, sentences
from allonym.errors import UnknownLanguage

LANGUAGES = ["bg", "en", "fi", "hr", "hu", "pl", "ro", "sk", "sl", "sv"]


@each("language", LANGUAGES)
def test_every_language_has_sentences(language: str) -> None:
    found = sentences(language)
    assert len(found) >= 6
    assert len(set(found)) == len(found)


def test_unknown_language_names_the_known_ones() -> None:
    with pytest.raises(UnknownLanguage, match="bg, en, fi"):
        sentences("xx")


@given(st.integers(1, 3000), st.integers(0, 3))
def test_of_length_is_exact_and_repeatable(length: int, seed: int) -> None:
    pieces = ["Ena.", "Dve besedi.", "Tri."]
    text = of_length(pieces, length, seed)
    assert len(text) == length
    assert text == of_length(pieces, length, seed)


def test_nothing_to_make_a_text_of() -> None:
    with pytest.raises(ValueError, match="nothing"):
        of_length(["", " "], 5)


def test_long_text_is_cut_and_short_text_repeated() -> None:
    assert lengthened("abcdef", 4) == "abcd"
    assert set(lengthened("abc\ndef", 100).split()) >= {"abc", "def"}
    assert len(lengthened("abc\ndef", 100)) == 100

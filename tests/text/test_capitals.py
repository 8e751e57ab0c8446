"""What is a small letter and what a capital, in the expressions that ask it."""

import re

import pytest

from allonym.text.capitals import CAPITAL, SMALL

SMALL_LETTERS = "aščžćđåäöáéíóúőűăâîșțłńśźżęąĺŕľťďňôbжюябџ"


@pytest.mark.parametrize("flags", [0, re.IGNORECASE])
def test_every_alphabet_and_every_mark_has_both(flags):
    for small in SMALL_LETTERS:
        assert re.fullmatch(SMALL, small, flags)
        assert not re.fullmatch(CAPITAL, small, flags)
        large = small.upper()
        assert re.fullmatch(CAPITAL, large, flags)
        assert not re.fullmatch(SMALL, large, flags)


@pytest.mark.parametrize("character", ["3", "_", " ", ".", "-"])
def test_what_is_no_letter_is_neither(character):
    assert not re.fullmatch(CAPITAL, character)
    assert not re.fullmatch(SMALL, character)

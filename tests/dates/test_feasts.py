"""Feasts that a text names: found in any case, by their words one after another."""

import pytest

from allonym.dates.feasts import named_in


@pytest.mark.parametrize(
    ("language", "text", "rules"),
    [
        ("pl", "Do zobaczenia po BOŻYM CIELE!", ["easter+60"]),
        ("pl", "Boże, ile ma to ciało?", []),  # the words, but not together
        ("en", "see you at xmas", ["12-25"]),
        ("en", "an xmast", []),  # short words have no endings
    ],
)
def test_a_feast_is_its_words_together(language, text, rules):
    assert [feast.rule for feast in named_in(text, language)] == rules

"""Feasts that a text names: found in any case, by their words one after another."""

import pytest
from tests.each import each

from allonym.dates import feasts
from allonym.dates.feasts import load_feasts, named_in
from allonym.errors import PackError


@each(
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


@pytest.mark.parametrize("row", ["12-25", "12-25\t", "13-45\txmas"])
def test_a_row_without_rule_or_words_is_told(row, tmp_path, monkeypatch):
    table = tmp_path / "feasts.tsv"
    table.write_text(f"{row}\n", encoding="utf-8")
    monkeypatch.setattr(feasts, "data_files", lambda _: {"xx": table})
    with pytest.raises(PackError, match=r"feasts\.tsv"):
        load_feasts("xx")

"""Features are fixed: trained weights depend on every one of them."""

from __future__ import annotations

from allonym.engines.features import (
    COLUMNS,
    FLAG_COUNT,
    TableLayout,
    WordFeatures,
    place_bits,
    shape,
)
from allonym.languages.lexicon import BIT, Lexicon


def extractor() -> WordFeatures:
    return WordFeatures(TableLayout(), Lexicon({"anna": BIT["given"]}))


def test_rows_are_stable_and_in_the_table() -> None:
    rows = extractor().rows("Anna")
    assert len(rows) == sum(COLUMNS)
    assert rows[:2] == [4188, 9916]
    assert all(0 <= row < TableLayout().size for row in rows)


def test_rows_differ_by_case_only_in_shape() -> None:
    one, other = extractor().rows("Anna"), extractor().rows("ANNA")
    at = sum(COLUMNS[:3])
    assert one[:at] == other[:at]
    assert one[at] != other[at]


def test_flags_hold_lists_and_writing() -> None:
    flags = extractor().flags("Anna")
    assert len(flags) == FLAG_COUNT
    assert flags[0] == 1
    assert flags[32] == 1
    assert extractor().flags("kot")[34] == 1


def test_strange_words_have_features() -> None:
    for word in ("\ud800", "\0", "x" * 5000, "😀", "e\u0301"):
        assert len(extractor().rows(word)) == sum(COLUMNS)
        assert len(extractor().flags(word)) == FLAG_COUNT


def test_shape_cuts_runs() -> None:
    assert shape("Wiśniewska") == "Xxxx"
    assert shape("PESEL") == "XXX"


def test_place_bits_mark_lines_and_attachment() -> None:
    text = "Name: Anna\nCity"
    assert place_bits(text, [(0, 4), (4, 5), (6, 10), (11, 15)]) == [1, 4, 2, 3]
    assert place_bits("", []) == []

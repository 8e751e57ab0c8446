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

FEATURES = WordFeatures(TableLayout(), Lexicon({"anna": BIT["given"]}))


def rows_of(word: str) -> list[int]:
    rows: list[int] = FEATURES.matrix([word])[0][0].tolist()
    return rows


def flags_of(word: str) -> list[int]:
    flags: list[int] = FEATURES.matrix([word])[1][0].astype(int).tolist()
    return flags


def test_rows_are_stable_and_in_the_table() -> None:
    rows = rows_of("Anna")
    assert len(rows) == sum(COLUMNS)
    assert rows[:2] == [4188, 9916]
    assert all(0 <= row < TableLayout().size for row in rows)


def test_rows_differ_by_case_only_in_shape() -> None:
    one, other = rows_of("Anna"), rows_of("ANNA")
    at = sum(COLUMNS[:3])
    assert one[:at] == other[:at]
    assert one[at] != other[at]


def test_flags_hold_lists_and_writing() -> None:
    flags = flags_of("Anna")
    assert len(flags) == FLAG_COUNT
    assert flags[0] == 1
    assert flags[32] == 1
    assert flags_of("kot")[34] == 1


def test_strange_words_have_features() -> None:
    for word in ("\ud800", "\0", "x" * 5000, "😀", "e\u0301"):
        assert len(rows_of(word)) == sum(COLUMNS)
        assert len(flags_of(word)) == FLAG_COUNT


def test_shape_cuts_runs() -> None:
    assert shape("Wiśniewska") == "Xxxx"
    assert shape("PESEL") == "XXX"


def test_place_bits_mark_lines_and_attachment() -> None:
    text = "Name: Anna\nCity"
    assert place_bits(text, [(0, 4), (4, 5), (6, 10), (11, 15)]) == [1, 4, 2, 3]
    assert place_bits("", []) == []

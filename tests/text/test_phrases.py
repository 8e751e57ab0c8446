from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.each import each
from tests.growth import grows_linearly

from allonym.text.phrases import PhraseIndex, read_pieces

INDEX = PhraseIndex({"Nowy Sącz": "town", "Nowy Sącz Główny": "station", "44051401359": "id"})


def phrase_key(phrase: str) -> str:
    """Return what a phrase is looked up by."""
    return "".join(piece.folded for piece in read_pieces(phrase))


def found(text: str) -> list[tuple[str, str]]:
    return [(text[f.start : f.end], f.value) for f in INDEX.find(text)]


@each(
    ("text", "result"),
    [
        ("w NOWY-SĄCZ i", [("NOWY-SĄCZ", "town")]),
        ("Nowy Sacz Glowny", [("Nowy Sacz Glowny", "station")]),
        ("Nowy\nSącz", [("Nowy\nSącz", "town")]),
        ("Nowy\n\nSącz", []),
        ("Nowy     Sącz", []),
        ("Nowy Sączek", []),
        ("4 4 0 5 1 4 0 1 3 5 9", [("4 4 0 5 1 4 0 1 3 5 9", "id")]),
        ("440514-01359, 044051401359", [("440514-01359", "id")]),
        ("", []),
    ],
)
def test_find_ignores_separators_and_spelling(text: str, result: list[tuple[str, str]]) -> None:
    assert found(text) == result


@given(
    st.lists(st.text("ab1 -", min_size=1, max_size=9), max_size=5), st.text("ab1 -", max_size=30)
)
def test_find_reports_only_phrases(phrases: list[str], text: str) -> None:
    index = PhraseIndex({phrase: phrase for phrase in phrases})
    keys = {phrase_key(phrase) for phrase in phrases} - {""}
    for hit in index.find(text):
        assert phrase_key(text[hit.start : hit.end]) in keys


@pytest.mark.slow
def test_find_is_linear() -> None:
    index = PhraseIndex({f"{n:011}": n for n in range(20_000)})
    text = "0 0 0 1 2 3 00000000042 i tekst. "
    assert grows_linearly(lambda size: lambda: list(index.find(text * size)), 300)

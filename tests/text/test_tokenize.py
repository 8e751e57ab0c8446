"""Tokens lie in order, hold no white space, lose no letter, and take linear time."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.each import each

from allonym.model.span import Span
from allonym.text.tokenize import snap, tokenize, windows


def words(text: str) -> list[str]:
    return [text[start:end] for start, end in tokenize(text)]


@each(
    ("text", "expected"),
    [
        ("Sp. z o.o., Kraków", ["Sp", ".", "z", "o.o.", ",", "Kraków"]),
        ("Alfa d.o.o. in", ["Alfa", "d.o.o.", "in"]),
        ("ul. Długa 5/7", ["ul", ".", "Długa", "5", "/", "7"]),
        ("Nowak-Kowalska", ["Nowak", "-", "Kowalska"]),
        ("Kft.-nél", ["Kft", ".", "-", "nél"]),
        ("Rose's coat", ["Rose", "'s", "coat"]),
        ("O’Brien’s", ["O’Brien", "’s"]),
        ("Ryanair'a", ["Ryanair'a"]),
        ("J. K. Rowling", ["J", ".", "K", ".", "Rowling"]),
        ("J.K. Rowling", ["J.K.", "Rowling"]),
        ("a.b+c@d-e.co.uk.", ["a.b+c@d-e.co.uk", "."]),
        ("(https://x.eu/a?b=1).", ["(", "https://x.eu/a?b=1", ")", "."]),
        ("1,000.50 zł, 3.12.2020", ["1,000.50", "zł", ",", "3.12.2020"]),
        ("e\u0301cole", ["e\u0301cole"]),
        ("\ud800\x00", ["\ud800", "\x00"]),
        ("", []),
        (" \n\t", []),
    ],
)
def test_tokenize_cuts_where_names_may_end(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@given(st.text(alphabet=st.characters(), max_size=200))
def test_tokenize_loses_nothing_but_white_space(text: str) -> None:
    tokens = tokenize(text)
    assert all(a < b for a, b in tokens)
    assert all(left[1] <= right[0] for left, right in pairwise(tokens))
    kept = "".join(text[a:b] for a, b in tokens)
    assert kept == "".join(text.split())


@given(st.text(max_size=300), st.integers(1, 40))
def test_windows_cover_the_whole(text: str, size: int) -> None:
    if not text:
        return
    cut = list(windows(text, Span(0, len(text)), size))
    assert "".join(text[s.start : s.end] for s in cut) == text
    assert max(map(len, cut)) <= size


def test_windows_prefers_lines_then_sentences() -> None:
    text = "One two. Three four.\nFive six seven eight"
    ends = [s.end for s in windows(text, Span(0, len(text)), 25)]
    assert ends[0] == text.index("\n") + 1
    text = "One two. Three four five six"
    assert next(windows(text, Span(0, len(text)), 20)).end == text.index("Three")


def test_snap_widens_to_tokens() -> None:
    tokens = [Span(0, 3), Span(4, 9)]
    assert snap(Span(5, 6), tokens) == Span(4, 9)
    assert snap(Span(2, 5), tokens) == Span(0, 9)
    assert snap(Span(10, 12), tokens) == Span(10, 12)


@pytest.mark.slow
@pytest.mark.parametrize("unit", ["a.", "a", "a@", "'", "1.", "www.", "a-", "a'", "@a."])
def test_tokenize_is_linear(unit: str) -> None:
    """Not timed: a quadratic pattern would not come back from a million characters."""
    assert tokenize(unit * (1_000_000 // len(unit)))

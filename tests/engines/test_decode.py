"""Decoding gives lawful spans, and only them."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from allonym.engines.decode import decode

O, BP, IP, BL, IL = range(5)  # noqa: E741


def matrix(*rows: dict[int, float]) -> np.ndarray:
    table = np.full((len(rows), 9), 1e-6, dtype=np.float32)
    for number, row in enumerate(rows):
        for label, probability in row.items():
            table[number, label] = probability
    return table


def found(table: np.ndarray, lean: float = 1.0) -> list[tuple[int, int, int]]:
    return [(s.first, s.last, s.type) for s in decode(table, lean=lean)]


def test_inside_continues_its_own_type() -> None:
    table = matrix({BP: 0.9}, {IP: 0.8}, {O: 1.0}, {BL: 0.6, O: 0.4}, {IP: 0.5, IL: 0.45})
    assert found(table) == [(0, 1, 0), (3, 4, 1)]


def test_two_names_side_by_side_stay_apart() -> None:
    assert found(matrix({BP: 0.9}, {BP: 0.9})) == [(0, 0, 0), (1, 1, 0)]


def test_leaning_finds_what_the_best_reading_leaves_out() -> None:
    table = matrix({O: 0.7, BP: 0.3}, {O: 1.0})
    assert found(table) == []
    assert found(table, lean=0.2) == [(0, 0, 0)]


def test_score_is_that_of_the_weakest_part() -> None:
    (span,) = decode(matrix({BP: 0.9, O: 0.1}, {IP: 0.6, O: 0.4}, {O: 0.8, IP: 0.2}))
    assert span.score == np.float32(0.6)


def test_nothing_comes_of_nothing() -> None:
    assert decode(np.zeros((0, 9), dtype=np.float32)) == []
    assert decode(matrix({O: 1.0})) == []


@given(st.lists(st.lists(st.floats(0.001, 1), min_size=9, max_size=9), max_size=120))
def test_spans_are_disjoint_and_in_order(rows: list[list[float]]) -> None:
    table = np.array(rows, dtype=np.float32).reshape(-1, 9)
    spans = decode(table / np.maximum(table.sum(axis=1, keepdims=True), 1e-9))
    assert all(left.last < right.first for left, right in pairwise(spans))
    assert all(0 <= s.first <= s.last < len(rows) for s in spans)

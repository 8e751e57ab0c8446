"""Keyed chance is repeatable, separate by label, and complete."""

from hypothesis import given
from hypothesis import strategies as st

from allonym.model.draw import Draw

KEY = b"0123456789abcdef"


@given(st.integers(1, 200), st.text(max_size=9))
def test_sequence_is_a_permutation(size, label):
    assert sorted(Draw(KEY).sequence(size, label)) == list(range(size))


def test_same_secret_scope_and_label_draw_the_same():
    assert Draw(KEY, "s").number(10**9, "a") == Draw(KEY, "s").number(10**9, "a")


def test_labels_are_not_glued_together():
    assert Draw(KEY).digest("ab", "c") != Draw(KEY).digest("a", "bc")


def test_scope_and_secret_matter():
    draws = {Draw(KEY).digest("a"), Draw(KEY, "x").digest("a"), Draw(b"f" * 16).digest("a")}
    assert len(draws) == 3


def test_repr_holds_no_secret():
    assert "0123" not in repr(Draw(KEY))

"""Keyed chance is repeatable and separate by label."""

from allonym.model.draw import Draw

KEY = b"0123456789abcdef"


def test_same_secret_scope_and_label_draw_the_same():
    assert Draw(KEY, "s").number(10**9, "a") == Draw(KEY, "s").number(10**9, "a")


def test_labels_are_not_glued_together():
    assert Draw(KEY).digest("ab", "c") != Draw(KEY).digest("a", "bc")


def test_scope_and_secret_matter():
    draws = {Draw(KEY).digest("a"), Draw(KEY, "x").digest("a"), Draw(b"f" * 16).digest("a")}
    assert len(draws) == 3


def test_repr_holds_no_secret():
    assert "0123" not in repr(Draw(KEY))

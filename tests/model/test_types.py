"""Dotted names."""

from allonym.model.types import identifier_class, is_known, longest_match


def test_longest_match_prefers_the_finer_name():
    table = {"*": 0, "person": 1, "person.judge": 2}
    assert [longest_match(n, table) for n in ("person.judge.lay", "person.x", "plate")] == [2, 1, 0]


def test_finer_types_of_the_contract_are_known():
    assert is_known("person.witness")
    assert not is_known("persn")


def test_an_unknown_type_counts_as_direct():
    assert identifier_class("martian") == "direct"

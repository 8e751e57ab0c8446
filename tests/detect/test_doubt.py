"""The benefit of the doubt: less of it where a capital says nothing."""

import numpy as np
import pytest

from allonym.detect.decision.candidates import CLASSES
from allonym.detect.decision.choosing import benefit_of_doubt, choose
from allonym.model.span import Span

COLUMNS = (
    "least small", "sentence_start", "all dictionary known", "any list given", "any list family",
    "score spread", "document_capitals",
)  # fmt: skip


def taken(*said, person=0.32, kind="person"):
    """Tell whether a doubtful find is taken of which a table says something."""
    table = np.array([[float(name in said) for name in COLUMNS]], np.float32)
    chances = np.zeros((1, len(CLASSES)), np.float32)
    chances[0, 0], chances[0, CLASSES.index(kind)] = 0.66, person
    bonus = benefit_of_doubt(COLUMNS, table, chances, 3.0)
    return choose([Span(0, 6)], chances, bonus) == [0]


def test_who_may_be_meant_is_hidden_long_before_it_is_probable():
    assert taken()


def test_a_word_of_the_dictionary_at_the_head_of_a_sentence_is_rather_that_word():
    assert not taken("sentence_start", "all dictionary known")


@pytest.mark.parametrize("also", ["any list given", "score spread"])
def test_a_given_name_or_somebody_named_elsewhere_keeps_the_benefit(also):
    assert taken("sentence_start", "all dictionary known", also)


def test_inside_a_sentence_a_capital_says_something():
    assert taken("all dictionary known")


def test_small_letters_are_no_name_unless_it_is_probable():
    assert not taken("least small", "document_capitals")
    assert taken("least small", "document_capitals", kind="username")


def test_in_a_chat_without_capitals_they_may_be():
    assert taken("least small")
    assert taken("least small", "sentence_start", "all dictionary known", "any list family")


def test_in_small_letters_a_word_that_no_list_of_names_has_is_rather_that_word():
    assert not taken("least small", "sentence_start", "all dictionary known")

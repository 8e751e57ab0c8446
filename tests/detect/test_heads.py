"""Words beside a name that are no part of it: the letters of questions and answers."""

import numpy as np
import pytest

from allonym.detect.decision.candidates import CLASSES, EDGES, NAMED
from allonym.detect.decision.evidence import Candidate
from allonym.detect.decision.heads import Heads
from allonym.model.span import Span

TALK = "Q. Who?\nA. Russell Dykstra.\nQ. When?\nA. Never.\n"
LIST = "A. Russell Dykstra\nB. Dow\n"


def chances(text: str, names: list[str]) -> dict[str, int]:
    heads = Heads(lambda _: 0, lambda _: False, lambda _: False, turns=("Q", "A"))
    spans = [Span(text.index(n), text.index(n) + len(n)) for n in names]
    table = np.zeros((len(names), len(CLASSES)), np.float32)
    table[:, 0], table[0] = 1.0, 0.0
    table[0, NAMED] = 1.0
    moved = heads.without(text, [Candidate(s, ()) for s in spans], [], table)
    return dict(zip(names, moved.argmax(axis=1), strict=True))


@pytest.mark.parametrize(
    ("text", "whole", "bare"), [(TALK, EDGES, NAMED), (LIST, NAMED, 0)], ids=["talk", "list"]
)
def test_the_letter_of_an_answer_is_no_initial(text, whole, bare):
    found = chances(text, ["A. Russell Dykstra", "Russell Dykstra"])
    assert found == {"A. Russell Dykstra": whole, "Russell Dykstra": bare}


def test_a_letter_and_one_word_are_nobody():
    assert chances(TALK, ["A. Never"]) == {"A. Never": 0}

"""Figures of history among the candidates, and who is called like one."""

from dataclasses import replace

import numpy as np
import pytest

from allonym.detect.decision.evidence import Candidate
from allonym.detect.decision.figures import Figures
from allonym.languages.nobody import Term
from allonym.model.span import Span
from allonym.model.view import TextView

TEXT = "Ady Endre Párizsban élt. Ady verseit Endre is szerette, Endre Ady nem."
NAMES = ("Ady Endre", "Ady", "Endre", "Endre Ady")


@pytest.fixture
def figures():
    places = (TEXT.index("Ady Endre"), TEXT.index("Ady verseit"), TEXT.index("Endre is"))
    places += (TEXT.index("Endre Ady nem"),)
    spans = [Span(a, a + len(name)) for a, name in zip(places, NAMES, strict=True)]
    terms = [Term(spans[0], "figure", "person"), Term(spans[1], "brand")]
    return Figures.of(
        TextView.of(TEXT), terms, [Candidate(s, ()) for s in spans], lambda word: word == "Endre"
    )


def test_a_figure_is_known_in_full_and_by_surname_alone_in_either_order(figures):
    assert figures.whole.tolist() == [True, False, False, False]
    assert figures.alone.tolist() == [False, True, False, False]


def test_who_is_hidden_by_surname_is_hidden_in_full(figures):
    assert figures.hidden_with([1]).tolist() == [True, False, False, False]
    assert not figures.hidden_with([2, 3]).any()


def test_a_name_that_people_have_must_be_surer_to_be_a_figures(figures):
    is_nobody = np.array([False, False, False, True])
    assert figures.bonus(is_nobody, 3.0).tolist() == [20.0, 1.0, 3.0, 0.0]
    listed = np.array([True, False, False, False])
    assert figures.bonus(listed, 3.0)[0] == -0.95
    assert replace(figures, private=True).bonus(listed, 3.0)[0] == 1.0


def test_the_surname_of_a_figure_alone_asks_as_much_as_anybody_s():
    view = TextView.of("Ady Endre Párizsban élt. Ady verseit szerette.")
    candidates = [Candidate(Span(0, 9), ()), Candidate(Span(25, 28), ())]
    for also in ("", "person"):
        terms = [Term(Span(0, 9), "figure", also)]
        figures = Figures.of(view, terms, candidates, lambda word: word == "Endre")
        assert figures.bonus(np.array([not also] * 2), 3.0)[1] == 1.0


def test_only_what_is_surely_a_figure_is_not_leaned_towards_a_name(figures):
    assert figures.surely(np.array([0.95, 0.2, 0.95, 0.95])).tolist() == [True, True, False, False]
    assert not figures.surely(np.array([0.5, 0.5, 0.5, 0.5]))[0]

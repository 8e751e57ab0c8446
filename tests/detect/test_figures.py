"""Figures of history among the candidates, and who is called like one."""

from dataclasses import replace

import numpy as np
import pytest

from allonym.detect.decision.evidence import Candidate
from allonym.detect.decision.figures import Figures, without_their_dates
from allonym.languages.nobody import Term
from allonym.model.mention import Evidence, Mention
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


@pytest.mark.parametrize(("address", "left"), [(Span(8, 20), 2), (None, 0)])
def test_who_gave_a_street_its_name_has_no_days_there(address, left):
    view = TextView.of("Ulica   Ady Endre 3, 15. 5. 2025")
    said = (Evidence("model", "network", 0.9),)
    found = [Mention(Span(21, 32), "date", said)]
    found += [Mention(address, "address", said)] if address else []
    terms = [Term(Span(8, 17), "figure")]
    assert len(without_their_dates(view, sorted(found, key=lambda m: m.span), terms)) == left


def test_the_days_of_an_event_are_known_with_their_year_and_another_day_is_not():
    text = "attackerna den 11 september 2001, 9/11, 12 september 2001"
    view, said = TextView.of(text), (Evidence("dates", "sv.dmy", 0.9),)
    whole = [Span(15, 32), Span(34, 38), Span(40, 57)]
    terms = [Term(Span(0, 27), "event"), Term(Span(34, 38), "event")]
    left = without_their_dates(view, [Mention(d, "date", said) for d in whole], terms)
    assert [view.surface(m.span) for m in left] == ["12 september 2001"]

"""Figures of history among the candidates, and who is called like one."""

from dataclasses import replace

import numpy as np
import pytest

from allonym import Pipeline
from allonym.detect.decision.evidence import Candidate
from allonym.detect.decision.figures import Figures, named_figures
from allonym.detect.decision.words import words_of
from allonym.languages.nobody import Term
from allonym.model.mention import Mention
from allonym.model.scored import WordScores
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.profile import Treatment

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


LESSON = "Emily Prescott read to us about Napoleon Bonaparte. Napoleon died on an island."


@pytest.fixture(scope="module")
def english():
    return Pipeline.load(language="en", secret=b"of figures and of others, kept safe")


def test_a_figure_is_found_and_left_and_counts_behind_all_others(english):
    result = english.run("Napoleon Bonaparte was read about by Emily Prescott.")
    assert result.text.startswith("Napoleon Bonaparte was read about by ")
    assert "Prescott" not in result.text
    assert [(e.id, e.type) for e in result.entities] == [
        ("person#2", "person.figure"),
        ("person#1", "person"),
    ]
    assert result.report.kept["person.figure"] == 1


def test_a_profile_may_hide_figures_under_one_name(english):
    profile = english.profile
    treat = {**profile.treat, "person.figure": Treatment("pseudonym")}
    pipeline = Pipeline.load(
        language="en", secret=b"of figures and of others, kept safe",
        profile=replace(profile, treat=treat),
    )  # fmt: skip
    result = pipeline.run(LESSON)
    assert "Napoleon" not in result.text
    assert [len(e.mentions) for e in result.entities if e.type == "person"] == [1, 2]


def test_where_people_are_not_looked_for_no_figure_is_found(english):
    profile = english.profile
    skip = replace(profile, detect=replace(profile.detect, skip=("person",)))
    found = Pipeline.load(language="en", secret=b"of figures and of others", profile=skip).detect(
        LESSON
    )
    assert not [m for m in found if m.type.startswith("person")]


def test_of_names_that_overlap_the_longer_is_the_figures():
    text = "Ady Endre"
    scores = WordScores([(0, 3), (4, 9)], ("PER",), np.array([[0.1, 0.9, 0.9]] * 2, np.float32))
    words = words_of(text, scores, (), lambda _: 0, lambda _: 0, lambda _: 0)
    spans = [Span(0, 3), Span(0, 9)]
    assert [m.span for m in named_figures(words, spans, ())] == [Span(0, 9)]
    assert not list(named_figures(words, spans, [Mention(Span(0, 9), "person", ())]))


def test_who_has_a_surname_behind_a_figures_name_is_hidden_whole(english):
    text = "Calypso Whitlow rang and left a number. Calypso wants a call back."
    assert "Calypso" not in english.run(text).text
    kept = "Calypso kept Odysseus on her island for seven years, and Whitlow has painted it."
    assert "Calypso" in english.run(kept).text

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.errors import ConfigError
from allonym.evaluate.gold import GoldDocument, GoldSpan
from allonym.evaluate.linking import (
    REPEATED,
    b_cubed,
    best_pairing,
    ceaf_entities,
    ceaf_mentions,
    evaluate_linking,
    match_mentions,
)
from allonym.evaluate.metrics import Counts
from allonym.model.span import Span

CLUSTERS = st.dictionaries(st.integers(0, 8), st.integers(0, 4), max_size=9)

# Gold {1 2 3} {4 5} {6}; found {1 2} {3 4 5 6}
GOLD = {1: "a", 2: "a", 3: "a", 4: "b", 5: "b", 6: "c"}
FOUND = {1: "x", 2: "x", 3: "y", 4: "y", 5: "y", 6: "y"}


def test_gold_without_entities_is_refused() -> None:
    document = GoldDocument("1", "", "en", "Ann", (GoldSpan(0, 3, "person"),))
    with pytest.raises(ConfigError, match="the gold names no entities"):
        evaluate_linking([document], lambda text, code: ())


def test_b_cubed_by_hand() -> None:
    score = b_cubed(GOLD, FOUND)
    # precision: 1, 1, 1/4, 2/4, 2/4, 1/4; recall: 2/3, 2/3, 1/3, 1, 1, 1
    assert score.precision == pytest.approx(3.5 / 6)
    assert score.recall == pytest.approx((5 / 3 + 3) / 6)


def test_ceaf_by_hand() -> None:
    # best pairing: a-x (2 shared), b-y (2 shared)
    assert ceaf_mentions(GOLD, FOUND).f() == pytest.approx(4 / 6)
    entities = ceaf_entities(GOLD, FOUND)
    likeness = 2 * 2 / 5 + 2 * 2 / 6
    assert entities.precision == pytest.approx(likeness / 2)
    assert entities.recall == pytest.approx(likeness / 3)


def test_mentions_of_one_side_only_cost() -> None:
    score = b_cubed({1: "a", 2: "a"}, {1: "x", 9: "x"})
    assert (score.precision, score.recall) == (0.25, 0.25)


@pytest.mark.parametrize("measure", [b_cubed, ceaf_entities, ceaf_mentions])
def test_empty_sides(measure: object) -> None:
    assert callable(measure)
    assert measure({}, {}).f() is None
    assert measure({1: "a"}, {}).f() == 0.0
    assert measure({}, {1: "a"}).f() == 0.0


@given(CLUSTERS)
def test_same_clusters_under_other_names_are_perfect(gold: dict[int, int]) -> None:
    renamed = {mention: f"e{entity}" for mention, entity in gold.items()}
    for measure in (b_cubed, ceaf_entities, ceaf_mentions):
        assert measure(gold, renamed).f() == (pytest.approx(1.0) if gold else None)


@given(CLUSTERS, CLUSTERS)
def test_swapping_sides_swaps_figures(gold: dict[int, int], found: dict[int, int]) -> None:
    for measure in (b_cubed, ceaf_entities, ceaf_mentions):
        one, other = measure(gold, found), measure(found, gold)
        assert one.precision == (None if other.recall is None else pytest.approx(other.recall))
        for figure in (one.precision, one.recall, one.f()):
            assert figure is None or 0 <= figure <= 1 + 1e-9


def test_scores_add_up_over_documents() -> None:
    both = b_cubed(GOLD, FOUND) + b_cubed({1: "a"}, {1: "z"})
    assert both.precision == pytest.approx(4.5 / 7)
    assert Counts().f() is None


@given(st.integers(1, 4).flatmap(lambda rows: st.integers(rows, 5).flatmap(lambda columns: st.lists(
    st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0, 2.0]), min_size=columns, max_size=columns),
    min_size=rows, max_size=rows))))  # fmt: skip
def test_best_pairing_beats_every_other(gains: list[list[float]]) -> None:
    pairing = best_pairing(gains)
    assert len(set(pairing)) == len(gains)
    best = max(
        sum(gains[row][column] for row, column in enumerate(columns))
        for columns in permutations(range(len(gains[0])), len(gains))
    )
    assert sum(gains[row][column] for row, column in enumerate(pairing)) == pytest.approx(best)


def test_match_mentions_takes_the_best_fit_once() -> None:
    gold = [(Span(0, 10), "a"), (Span(20, 25), "b"), (Span(30, 33), "c")]
    found = [(Span(5, 10), "x"), (Span(0, 9), "y"), (Span(20, 25), "x"), (Span(40, 42), "z")]
    own, theirs = match_mentions(gold, found)
    assert own == {0: "a", 1: "b", 2: "c"}
    assert theirs == {-1: "x", 0: "y", 1: "x", -4: "z"}


def test_evaluate_linking_leaves_out_what_the_gold_does_not_link() -> None:
    text = "Ana, Ana, Bor, Cene"
    spans = (
        GoldSpan(0, 3, "person", "1"), GoldSpan(5, 8, "person", "1"), GoldSpan(10, 13, "person"),
        GoldSpan(15, 19, "org", "1"),
    )  # fmt: skip
    linked = GoldDocument("1", "", "sl", text, spans)
    bare = GoldDocument("2", "", "sl", text, (GoldSpan(0, 3, "person"),))
    figures = evaluate_linking(
        [linked, bare],
        lambda text, language: [(0, 3, "p1"), (5, 8, "p1"), (10, 13, "p1"), (15, 19, "o1")],
    )
    assert figures.documents == 1
    assert figures.b_cubed.f() == figures.ceaf_mentions.f() == figures.ceaf_entities.f() == 1.0
    apart = evaluate_linking(
        [linked], lambda text, language: [(0, 3, "a"), (5, 8, "b"), (15, 19, "c")]
    )
    assert (apart.b_cubed.precision, apart.b_cubed.recall) == (1.0, pytest.approx(2 / 3))
    assert apart.as_dict()["documents"] == 1


def test_linking_of_names_is_set_beside_not_linking() -> None:
    text = "Ana Kos, Ana, Ana Lis, 601 234 567"
    spans = (
        GoldSpan(0, 7, "person", "1"), GoldSpan(9, 12, "person", "1"),
        GoldSpan(14, 21, "person", "2"), GoldSpan(23, 34, "phone", "1"),
    )  # fmt: skip
    found = [(0, 7, "person#1"), (9, 12, "person#1"), (14, 21, "person#2"), (23, 34, "phone#1")]
    document = GoldDocument("1", "", "sl", text, spans)
    figures = evaluate_linking([document], lambda text, language: found)
    assert figures.b_cubed.gold == 3  # the phone number is no name
    assert figures.found["PER"].linker.f() == 1.0
    assert figures.found[REPEATED].mentions == 2
    assert figures.found[REPEATED].alone.recall == figures.found[REPEATED].surface.recall == 0.5
    assert figures.as_dict()["found"][REPEATED]["mentions"] == 2  # type: ignore[index]


def test_what_is_not_found_costs_from_end_to_end_only() -> None:
    spans = tuple(GoldSpan(at, at + 3, "person", "1") for at in (0, 5, 10))
    document = GoldDocument("1", "", "sl", "Ana, Ana, Ana, Bor", spans)
    found = [(0, 3, "person#1"), (5, 8, "person#1"), (15, 18, "person#2")]
    figures = evaluate_linking([document], lambda text, language: found)
    assert figures.b_cubed_people.precision == pytest.approx(2 / 3)
    assert figures.b_cubed_people.recall == pytest.approx(4 / 9)
    assert figures.found["PER"].linker.f() == 1.0

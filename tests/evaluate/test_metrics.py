"""Every figure, worked out by hand.

The document is ``Jan Kos zna Ano Zupan . Kos dela v IBM Celje , tel 123`` with the persons
*Jan Kos* (entity 1), *Ano Zupan* (2), *Kos* (1), the organisation *IBM Celje* (3).
"""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.evaluate.align import Prediction, checked
from allonym.evaluate.gold import GoldDocument, GoldSpan
from allonym.evaluate.metrics import Counts, Share, Tally, f1_interval, micro, tally, total

TEXT = "Jan Kos zna Ano Zupan . Kos dela v IBM Celje , tel 123"
CORE = frozenset({"person", "place", "org"})


def at(words: str, kind: str, entity: str = "", nth: int = 0) -> GoldSpan:
    start = -1
    for _ in range(nth + 1):
        start = TEXT.index(words, start + 1)
    return GoldSpan(start, start + len(words), kind, entity)


GOLD = (
    at("Jan Kos", "person", "1"),
    at("Ano Zupan", "person", "2"),
    at("Kos", "person", "1", nth=1),
    at("IBM Celje", "org", "3"),
)


def tokens() -> tuple[tuple[int, int], ...]:
    places, offset = [], 0
    for word in TEXT.split(" "):
        places.append((offset, offset + len(word)))
        offset += len(word) + 1
    return tuple(places)


def document(annotated: frozenset[str] | None = CORE) -> GoldDocument:
    return GoldDocument("1", "", "sl", TEXT, GOLD, tokens(), annotated)


def found(*spans: GoldSpan) -> list[Prediction]:
    return checked(document(), [(s.start, s.end, s.type, 1.0) for s in spans])


# Jan Kos exact; of Ano Zupan only Zupan, as a person; Kos missed; IBM an org, Celje a place;
# the number a phone; "dela" other.
FOUND = found(
    at("Jan Kos", "person"), at("Zupan", "person"), at("IBM", "org"), at("Celje", "place"),
    at("123", "phone"), at("dela", "other"),
)  # fmt: skip


def test_strict() -> None:
    strict = tally(document(), FOUND).strict
    assert strict == {
        "LOC": Counts(0, 1, 0, 0),
        "ORG": Counts(1, 1, 0, 0),
        "PER": Counts(3, 2, 1, 1),
    }
    assert micro(strict) == Counts(4, 4, 1, 1)
    assert micro(strict).f() == 0.25


def test_overlap() -> None:
    overlap = tally(document(), FOUND).overlap
    assert overlap["PER"] == Counts(3, 2, 2, 2)
    assert overlap["ORG"] == Counts(1, 1, 1, 1)
    assert micro(overlap) == Counts(4, 4, 3, 3)


def test_overlap_counts_each_side_of_one_to_many() -> None:
    halves = found(at("Ano", "person"), at("Zupan", "person"))
    assert tally(document(), halves).overlap["PER"] == Counts(3, 2, 1, 2)


def test_tokens_by_class_and_label_blind() -> None:
    counts = tally(document(), FOUND)
    # gold tokens: Jan Kos Ano Zupan Kos | IBM Celje; found persons: Jan Kos Zupan
    assert counts.tokens["PER"] == Counts(5, 3, 3, 3)
    assert counts.tokens["ORG"] == Counts(2, 1, 1, 1)
    assert counts.tokens["LOC"] == Counts(0, 1, 0, 0)
    # hidden: Jan Kos Zupan IBM Celje and dela; the phone is none of this corpus's business
    assert counts.blind == Counts(7, 6, 5, 5)
    assert counts.blind.precision == 5 / 6


def test_full_annotation_holds_the_phone_against_it() -> None:
    counts = tally(document(None), FOUND)
    assert counts.blind == Counts(7, 7, 5, 5)
    assert counts.strict["phone"] == Counts(0, 1, 0, 0)
    assert micro(counts.strict) == Counts(4, 4, 1, 1)


def test_other_covers_but_is_no_class() -> None:
    counts = tally(document(None), found(at("Jan Kos", "other")))
    assert counts.person_coverage == Share(1, 3)
    assert "other" not in counts.strict
    assert counts.strict["PER"] == Counts(3, 0, 0, 0)


def test_coverage_takes_the_union_of_whatever_type() -> None:
    halves = found(at("Jan", "person"), at("Kos", "place"), at("IBM", "org"), at("Celje", "place"))
    counts = tally(document(), halves)
    assert counts.person_coverage == Share(1, 3)
    assert counts.covered["ORG"] == Share(1, 1)
    assert counts.label_blind_recall == Share(2, 4)


def test_partly_covered_person_is_not_covered() -> None:
    assert tally(document(), found(at("Zupan", "person"))).person_coverage == Share(0, 3)
    almost = GoldSpan(0, 6, "person")
    assert tally(document(), found(almost)).person_coverage == Share(0, 3)


def test_entity_needs_all_its_mentions() -> None:
    counts = tally(document(), FOUND)
    # person 1 has an uncovered mention, person 2 shows "Ano", the organisation is covered
    assert counts.entities == {"all": Share(1, 3), "direct": Share(0, 2), "quasi": Share(1, 1)}
    whole = tally(document(), found(*GOLD))
    assert whole.entities["direct"] == Share(2, 2)


def test_no_entities_no_entity_recall() -> None:
    bare = GoldDocument("1", "", "sl", TEXT, (at("Jan Kos", "person"),), (), CORE)
    assert tally(bare, FOUND).entities == {}


def test_leak_free_documents() -> None:
    assert tally(document(), found(*GOLD)).leak_free == {"all": Share(1, 1), "direct": Share(1, 1)}
    people_only = tally(document(), found(*GOLD[:3]))
    assert people_only.leak_free == {"all": Share(0, 1), "direct": Share(1, 1)}


def test_dates_of_a_partial_corpus_have_figures_but_no_part_in_coverage() -> None:
    gold = (GoldSpan(0, 3, "date"), GoldSpan(4, 7, "misc"), GoldSpan(8, 11, "time"))
    partial = GoldDocument("1", "", "sl", TEXT, gold, tokens(), CORE | {"date", "misc", "time"})
    counts = tally(partial, [Prediction(0, 3, "date.birth"), Prediction(4, 7, "person")])
    assert counts.strict == {"PER": Counts(0, 1, 0, 0), "date": Counts(1, 1, 1, 1)}
    assert counts.covered == {}
    assert counts.blind == Counts(0, 1, 0, 0)
    assert counts.confusion == {("date", "date"): 1, ("misc", "PER"): 1, ("time", "none"): 1}


def test_confusion() -> None:
    assert tally(document(), FOUND).confusion == {
        ("PER", "PER"): 2, ("PER", "none"): 1, ("ORG", "LOC"): 1,
        ("none", "phone"): 1, ("none", "other"): 1,
    }  # fmt: skip


def test_totals_add_up() -> None:
    one = tally(document(), FOUND)
    both = total([one, one])
    assert both.documents == 2
    assert both.characters == 2 * len(TEXT)
    assert both.strict["PER"] == Counts(6, 4, 2, 2)
    assert both.confusion["PER", "PER"] == 4
    assert total([]) == Tally()


def test_f_weighs_recall() -> None:
    counts = Counts(gold=10, predicted=4, hit=4, right=4)
    assert (counts.precision, counts.recall) == (1.0, 0.4)
    assert counts.f() == pytest.approx(2 * 0.4 / 1.4)
    assert counts.f(2) == pytest.approx(5 * 0.4 / 4.4)
    assert counts.f(5) == pytest.approx(26 * 0.4 / 25.4)


def test_nothing_to_divide_by() -> None:
    assert (Counts().precision, Counts().recall, Counts().f()) == (None, None, None)
    assert Counts(gold=3).f() == 0.0
    assert Counts(predicted=3).f() == 0.0
    assert (Share().ratio, Share().interval) == (None, None)


@given(st.integers(0, 200), st.integers(1, 200))
def test_interval_holds_the_ratio(part: int, whole: int) -> None:
    share = Share(min(part, whole), whole)
    low, high = share.interval or (math.nan, math.nan)
    assert 0 <= low <= high <= 1
    assert low - 1e-9 <= (share.ratio or 0.0) <= high + 1e-9


SPANS = st.lists(
    st.tuples(
        st.integers(0, len(TEXT) - 2),
        st.integers(1, 9),
        st.sampled_from(["person", "org", "other"]),
    ).map(lambda p: GoldSpan(p[0], min(len(TEXT), p[0] + p[1]), p[2])),
    max_size=6,
)


@given(SPANS)
def test_bounds_between_the_figures(spans: list[GoldSpan]) -> None:
    counts = tally(document(), found(*spans))
    for name, strict in counts.strict.items():
        overlap = counts.overlap[name]
        assert strict.hit <= overlap.hit <= overlap.gold
        assert strict.right <= overlap.right <= overlap.predicted
    assert counts.blind.hit <= counts.blind.gold
    assert sum(counts.confusion.values()) >= len(GOLD)


@given(SPANS, SPANS)
def test_finding_more_never_uncovers(some: list[GoldSpan], more: list[GoldSpan]) -> None:
    before, after = tally(document(), found(*some)), tally(document(), found(*some, *more))
    assert before.label_blind_recall.part <= after.label_blind_recall.part
    assert before.entities["all"].part <= after.entities["all"].part
    assert before.blind.hit <= after.blind.hit


def test_perfect_prediction_is_perfect() -> None:
    counts = tally(document(), found(*GOLD))
    assert micro(counts.strict).f() == micro(counts.tokens).f() == counts.blind.f() == 1.0
    assert counts.label_blind_recall.ratio == counts.leak_free["all"].ratio == 1.0


def test_bootstrap_is_repeatable_and_holds_the_figure() -> None:
    tallies = [tally(document(), FOUND), tally(document(), found(*GOLD))] * 10
    low, high = f1_interval(tallies) or (math.nan, math.nan)
    assert (low, high) == f1_interval(tallies)
    assert low < 5 / 8 < high
    assert f1_interval(tallies[:4]) is None

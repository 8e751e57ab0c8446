from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.each import each

from allonym.errors import DocumentError
from allonym.evaluate.align import (
    Cover,
    Overlaps,
    Prediction,
    checked,
    class_of,
    confused_with,
    judges,
    personal,
)
from allonym.evaluate.gold import GoldDocument, GoldSpan
from allonym.model.span import Span

RANGES = st.lists(
    st.tuples(st.integers(0, 20), st.integers(1, 8)).map(lambda p: Span(p[0], p[0] + p[1])),
    max_size=8,
)


@given(RANGES, st.integers(0, 25), st.integers(1, 8))
def test_overlaps_agrees_with_trying_every_range(ranges: list[Span], start: int, size: int) -> None:
    asked = Span(start, start + size)
    wanted = {i for i, span in enumerate(ranges) if span.overlaps(asked)}
    got = Overlaps(ranges)(asked.start, asked.end)
    assert set(got) == wanted
    assert len(got) == len(wanted)


@given(RANGES, st.integers(0, 25), st.integers(1, 4))
def test_cover_agrees_with_counting_characters(ranges: list[Span], start: int, size: int) -> None:
    text = "ab c " * 6
    inside = {i for span in ranges for i in range(span.start, span.end)}
    asked = range(start, start + size)
    cover = Cover(text, ranges)
    assert cover.whole(start, start + size) == all(i in inside or text[i] == " " for i in asked)
    assert cover.touches(start, start + size) == any(i in inside for i in asked)


def test_white_space_between_parts_needs_no_cover() -> None:
    cover = Cover("Jan Kos-Nowak", [Span(0, 3), Span(4, 7), Span(8, 13)])
    assert cover.whole(0, 7)
    assert not cover.whole(0, 13)


@each(
    ("name", "kind"),
    [("person.initials", "PER"), ("place", "LOC"), ("org.court", "ORG"), ("other", "other"),
     ("address", "address"), ("date.birth", "date"), ("personnel", "personnel")],
)  # fmt: skip
def test_class_of(name: str, kind: str) -> None:
    assert class_of(name) == kind


def test_corpus_judges_only_what_it_marks() -> None:
    partial = GoldDocument("1", "", "pl", "x", (), (), frozenset({"person", "date", "misc"}))
    full = GoldDocument("1", "", "pl", "x", ())
    assert [judges(partial, name) for name in ("PER", "date", "phone")] == [True, True, False]
    assert judges(full, "phone")
    assert [personal(partial, kind) for kind in ("person", "date", "misc")] == [True, False, False]
    assert [personal(full, kind) for kind in ("person", "date", "misc")] == [True, True, False]


def test_checked_sorts_and_keeps_the_best_score_of_a_class() -> None:
    document = GoldDocument("1", "", "pl", "abcdef", ())
    found = [(3, 5, "org", 0.5), (0, 2, "person", 0.4), (0, 2, "person.given", 0.9)]
    assert checked(document, found) == [
        Prediction(0, 2, "person.given", 0.9), Prediction(3, 5, "org", 0.5),
    ]  # fmt: skip


@pytest.mark.parametrize("place", [(0, 7), (2, 2), (-1, 3)])
def test_checked_refuses_offsets_outside_the_text(place: tuple[int, int]) -> None:
    document = GoldDocument("d7", "", "pl", "abcdef", ())
    with pytest.raises(DocumentError, match="d7"):
        checked(document, [(*place, "person", 1.0)])


def test_confused_with_the_class_that_covers_most() -> None:
    gold = GoldSpan(0, 10, "person")
    found = [Prediction(0, 3, "place"), Prediction(3, 7, "org"), Prediction(7, 10, "place.region")]
    assert confused_with(gold, found) == "LOC"
    assert confused_with(gold, []) == "none"

"""The two-way map, in all three units, with characters outside the basic plane."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.errors import OffsetError
from allonym.model.offsets import OffsetMap, UnitIndex, width
from allonym.model.replacement import ReplacementPlan
from allonym.model.span import Span
from tests.model.test_replacement import make

UNITS = ("codepoint", "utf16", "byte")
rich = st.text(alphabet=st.sampled_from("aßł𝒜👩‍🔬́\ud800 \n"), max_size=60)


@st.composite
def mapped(draw):
    text = draw(rich)
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
    spans = [Span(a, b) for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
    plan = ReplacementPlan.of(make(s, draw(rich)) for s in spans)
    return text, plan.apply(text), plan


@given(mapped(), st.sampled_from(UNITS))
def test_positions_outside_replacements_go_there_and_back(case, unit):
    text, result, plan = case
    where = OffsetMap.of(text, result, plan)
    for point in range(len(text) + 1):
        if any(r.span.start <= point <= r.span.end for r in plan):
            continue
        offset = width(text[:point], unit)
        there = where.to_result(offset, unit)
        assert where.to_original(there, unit) == offset
        assert width(result, unit) - there == width(text, unit) - offset + _growth(
            plan, point, text, unit
        )


def _growth(plan, point, text, unit):
    after = [r for r in plan if r.span.start >= point]
    return sum(width(r.text, unit) - width(text[r.span.start : r.span.end], unit) for r in after)


@given(mapped(), st.sampled_from(UNITS))
def test_the_map_never_decreases(case, unit):
    text, result, plan = case
    where = OffsetMap.of(text, result, plan)
    points = [width(text[:p], unit) for p in range(len(text) + 1)]
    images = [where.to_result(p, unit) for p in points]
    assert images == sorted(images)


@given(mapped())
def test_edges_of_a_replacement_map_to_edges(case):
    text, result, plan = case
    where = OffsetMap.of(text, result, plan)
    for r in plan:
        if r.result_span:
            assert where.to_original(r.result_span.end) == r.span.end
            assert where.to_result(r.span.end) == r.result_span.end


@given(st.text(alphabet=st.sampled_from("a𝒜ł"), min_size=3000, max_size=3100))
def test_unit_index_agrees_with_counting(text):
    for unit in UNITS:
        index = UnitIndex(text, unit)
        for point in (0, 1, 1023, 1024, 1025, len(text)):
            offset = width(text[:point], unit)
            assert index.from_codepoint(point) == offset
            assert index.to_codepoint(offset) == point


def test_an_offset_inside_a_character_is_refused():
    where = OffsetMap.of("a𝒜b", "a𝒜b", ReplacementPlan())
    with pytest.raises(OffsetError, match="inside a character"):
        where.to_result(2, "utf16")


@pytest.mark.parametrize("offset", [-1, 4])
def test_an_offset_outside_is_refused(offset):
    with pytest.raises(OffsetError, match="outside"):
        OffsetMap.of("abc", "abc", ReplacementPlan()).to_result(offset)

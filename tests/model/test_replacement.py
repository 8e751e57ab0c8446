"""A plan keeps everything outside its replacements."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.errors import PlanError
from allonym.model.entity import EntityId
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.span import Span


def make(span, text, method="tag"):
    return Replacement(span, text, EntityId("e"), method)


@st.composite
def plans(draw):
    text = draw(st.text(min_size=1, max_size=40))
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
    spans = [Span(a, b) for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
    fills = draw(st.lists(st.text(max_size=5), min_size=len(spans), max_size=len(spans)))
    return text, [make(s, f) for s, f in zip(spans, fills, strict=True)]


@given(plans())
def test_apply_keeps_everything_outside(case):
    text, replacements = case
    expected, cursor = [], 0
    for r in replacements:
        expected += text[cursor : r.span.start], r.text
        cursor = r.span.end
    plan = ReplacementPlan.of(reversed(replacements))
    assert plan.apply(text) == "".join(expected) + text[cursor:]


@given(plans())
def test_result_spans_show_the_new_text(case):
    text, replacements = case
    plan = ReplacementPlan.of(replacements)
    result = plan.apply(text)
    for r in plan:
        shown = result[r.result_span.start : r.result_span.end] if r.result_span else ""
        assert shown == r.text


def test_plan_refuses_overlap_without_quoting_text():
    with pytest.raises(PlanError, match=r"\[0, 5\) and \[4, 9\)") as caught:
        ReplacementPlan.of([make(Span(4, 9), "CANARY"), make(Span(0, 5), "CANARY")])
    assert "CANARY" not in str(caught.value)


def test_plan_refuses_to_reach_beyond_the_text():
    with pytest.raises(PlanError, match="text has 3"):
        ReplacementPlan.of([make(Span(0, 9), "x")]).apply("abc")


def test_repr_holds_no_text():
    assert "CANARY" not in repr(ReplacementPlan.of([make(Span(0, 6), "CANARY")]))

"""The algebra of spans."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.errors import OffsetError
from allonym.model.span import Span, subtract


@st.composite
def spans(draw, limit=40):
    start = draw(st.integers(0, limit - 1))
    return Span(start, draw(st.integers(start + 1, limit)))


def cells(span):
    return set(range(span.start, span.end))


@pytest.mark.parametrize(("start", "end"), [(0, 0), (3, 2), (-1, 2)])
def test_span_refuses_empty_and_inverted(start, end):
    with pytest.raises(OffsetError):
        Span(start, end)


@given(spans(), spans())
def test_overlap_contain_and_intersection_agree_with_sets(a, b):
    shared = cells(a) & cells(b)
    assert a.overlaps(b) == bool(shared)
    assert a.contains(b) == (cells(b) <= cells(a))
    assert (cells(a.intersection(b)) if a.intersection(b) else set()) == shared


@given(spans(), st.lists(spans(), max_size=6))
def test_subtract_leaves_exactly_the_rest(span, taken):
    left = subtract(span, taken)
    expected = cells(span) - set().union(*map(cells, taken), set())
    assert set().union(*map(cells, left), set()) == expected
    assert all(a.end <= b.start for a, b in pairwise(left))

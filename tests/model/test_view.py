"""Which source stretches lie under a span."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.errors import OffsetError
from allonym.model.span import Span
from allonym.model.view import Segment, TextView

pieces = st.lists(st.tuples(st.text(max_size=6), st.booleans()), max_size=8)


@given(pieces, st.data())
def test_locate_returns_exactly_the_real_characters(raw, data):
    view = TextView.from_pieces([(t, i if real else None) for i, (t, real) in enumerate(raw)])
    if not view.text:
        return
    start = data.draw(st.integers(0, len(view.text) - 1))
    end = data.draw(st.integers(start + 1, len(view.text)))
    owner = [i if real else None for i, (t, real) in enumerate(raw) for _ in t]
    local = [k for t, _ in raw for k in range(len(t))]
    expected = [(owner[p], local[p]) for p in range(start, end) if owner[p] is not None]
    got = [(s.anchor, k) for s in view.locate(Span(start, end)) for k in range(s.start, s.end)]
    assert got == expected


def test_view_refuses_segments_out_of_order():
    with pytest.raises(OffsetError, match="segment out of order"):
        TextView("abcd", (Segment(Span(2, 3), 1), Segment(Span(0, 1), 2)))


def test_surface_refuses_what_lies_beyond_the_text():
    with pytest.raises(OffsetError, match="text has 2 characters"):
        TextView.of("ab").surface(Span(1, 5))


def test_block_at_finds_the_paragraph():
    view = TextView("ab\ncd", blocks=(Span(0, 2), Span(3, 5)))
    assert (view.block_at(1), view.block_at(4)) == (Span(0, 2), Span(3, 5))


def test_repr_holds_no_text():
    assert "CANARY" not in repr(TextView.from_pieces([("CANARY Novak", "r1")]))

"""Original beside result: lines, terminal, page."""

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from allonym.api import Pipeline
from allonym.compare.lines import Line, Piece, lines_of, tally
from allonym.compare.page import page_of
from allonym.compare.terminal import show_lines
from allonym.model.entity import EntityId
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.result import Report, Result
from allonym.model.span import Span
from allonym.model.view import TextView

TEXT = "Ann Lee\nlives in\nYork <b>&</b> Leeds.\n\nBye, Ann\nLee!"


def result_of(text, *replaced):
    plan = ReplacementPlan.of(
        Replacement(Span(start, end), new, EntityId("person#1"), "pseudonym")
        for start, end, new in replaced
    )
    report = Report("en", "default", {"person": len(replaced)}, {})
    return Result(TextView.of(text), plan.apply(text), (), plan, report)


def joined(pieces):
    return "".join(piece.text for piece in pieces)


def test_lines_stand_beside_what_became_of_them():
    lines = list(lines_of(result_of(TEXT, (0, 7, "Eve Ray"))))
    assert [line.number for line in lines] == [1, 2, 3, 5, 6]
    assert (joined(lines[0].before), joined(lines[0].after)) == ("Ann Lee", "Eve Ray")
    assert [line.changed for line in lines] == [True, False, False, False, False]


def test_what_crosses_a_lines_end_keeps_its_lines_together():
    at = TEXT.rindex("Ann")
    lines = list(lines_of(result_of(TEXT, (at, at + 7, "Eve\nRay"))))
    assert joined(lines[-1].before) == "Bye, Ann\nLee!"
    assert joined(lines[-1].after) == "Bye, Eve\nRay!"


@given(
    st.text("ab \n", max_size=40),
    st.lists(st.tuples(st.integers(0, 39), st.integers(1, 6)), max_size=5),
)
def test_nothing_gets_lost(text, places):
    spans, end = [], 0
    for start, length in sorted(places):
        if start >= end and start + length <= len(text):
            spans.append((start, start + length, "X"))
            end = start + length
    result = result_of(text, *spans)
    lines = list(lines_of(result))
    dense = re.compile(r"\s+")
    assert dense.sub("", "".join(joined(x.before) for x in lines)) == dense.sub("", text)


def test_a_pipe_gets_brackets_and_no_colours():
    out = io.StringIO()
    line = Line(3, (Piece("Ask "), Piece("Ann", "person")), (Piece("Ask "), Piece("Eve", "person")))
    show_lines([line], Console(file=out))
    assert out.getvalue() == "   3 - Ask [Ann]\n   3 + Ask [Eve]\n"


@pytest.mark.parametrize("width", [60, 140])
def test_a_terminal_gets_colours(width):
    out = io.StringIO()
    line = Line(3, (Piece("Ann", "person"),), (Piece("Eve", "person"),))
    show_lines([line], Console(file=out, force_terminal=True, width=width, color_system="standard"))
    assert "\x1b[1;34mEve" in out.getvalue()


def test_a_narrow_terminal_wraps_at_words():
    out = io.StringIO()
    words = (Piece("a word " * 12),)
    line = Line(3, (*words, Piece("Ann", "person")), (*words, Piece("Eve", "person")))
    show_lines([line], Console(file=out, force_terminal=True, width=40, color_system=None))
    shown = [row.strip() for row in out.getvalue().splitlines()]
    assert all(len(row) <= 40 for row in shown)
    assert not any(row.endswith((" w", " wo", " wor")) for row in shown)


def test_the_page_needs_nothing_else_and_warns():
    page = page_of([("a<b>.txt", result_of(TEXT, (0, 7, "Eve & Ray")))]).decode()
    assert "This page holds originals" in page
    assert "a&lt;b&gt;.txt" in page
    assert "York &lt;b&gt;&amp;&lt;/b&gt; Leeds." in page
    assert "Eve &amp; Ray" in page
    assert not re.search(r"https?://|<link|src=", page)
    assert "<!--" not in page


@pytest.mark.model
def test_a_real_result_is_tallied_by_kind():
    pipeline = Pipeline.load(language="pl", secret=b"a secret for the tests only")
    result = pipeline.run("Jan Kowalski, jan.kowalski@wp.pl, mieszka we Wrocławiu.")
    assert tally(result) == {"contact": 1, "person": 1, "place": 1}

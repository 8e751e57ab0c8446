from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import grows_linearly

from allonym.detect.settling.resolve import resolve_overlaps
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView

TEXT = "Anna Nowak, Jan Kowalski z Hotelu Novak (tel. 601 234 567) i j@ex.pl.\n\nDrugi akapit: Ewa."
BLOCKS = (Span(0, TEXT.index("\n")), Span(TEXT.index("Drugi"), len(TEXT)))
TYPES = ("person", "person.judge", "org", "org.company", "place", "email", "phone", "date")
DETECTORS = ("known", "patterns", "model", "gazetteer", "spread", "other")


def mention(
    start: int, end: int, kind: str, detector: str = "model", score: float = 0.9
) -> Mention:
    return Mention(Span(start, end), kind, (Evidence(detector, score=score),))


@st.composite
def mentions(draw: st.DrawFn) -> Mention:
    start = draw(st.integers(0, len(TEXT) - 1))
    end = draw(st.integers(start + 1, min(len(TEXT), start + 30)))
    rule = draw(st.sampled_from(("", "keep", "hide")))
    score = draw(st.sampled_from((0.3, 0.6, 0.95, 1.0)))
    evidence = Evidence(draw(st.sampled_from(DETECTORS)), rule, score)
    return Mention(Span(start, end), draw(st.sampled_from(TYPES)), (evidence,))


views = st.sampled_from((TextView.of(TEXT), TextView(TEXT, blocks=BLOCKS)))


def letters(found: list[Mention]) -> set[int]:
    return {i for m in found for i in range(m.span.start, m.span.end) if TEXT[i].isalnum()}


@given(st.lists(mentions(), max_size=12), views)
def test_resolve_never_uncovers_a_letter(found: list[Mention], view: TextView) -> None:
    assert letters(resolve_overlaps(found, view)) == letters(found)


@given(st.lists(mentions(), max_size=12), views)
def test_resolve_gives_disjoint_mentions_in_order(found: list[Mention], view: TextView) -> None:
    for left, right in pairwise(resolve_overlaps(found, view)):
        assert left.span.end <= right.span.start


@given(st.lists(mentions(), max_size=8), views, st.randoms())
def test_resolve_does_not_depend_on_the_order(found, view, random) -> None:
    shuffled = list(found)
    random.shuffle(shuffled)
    assert resolve_overlaps(shuffled, view) == resolve_overlaps(found, view)


@given(st.lists(mentions(), max_size=12), views)
def test_resolve_invents_no_evidence_and_no_type(found: list[Mention], view: TextView) -> None:
    for made in resolve_overlaps(found, view):
        known = {(e.detector, e.score) for m in found for e in m.evidence}
        assert {(e.detector, e.score) for e in made.evidence} <= known
        assert made.type in {m.type for m in found}
        assert made.evidence


@given(st.lists(mentions(), max_size=12))
def test_resolve_crosses_no_block_and_trims(found: list[Mention]) -> None:
    for made in resolve_overlaps(found, TextView(TEXT, blocks=BLOCKS)):
        surface = TEXT[made.span.start : made.span.end]
        assert surface == surface.strip()
        assert any(block.contains(made.span) for block in BLOCKS) or "\n" not in surface


@given(st.lists(mentions(), max_size=12), views)
def test_resolve_twice_is_resolve_once(found: list[Mention], view: TextView) -> None:
    once = resolve_overlaps(found, view)
    assert resolve_overlaps(once, view) == once


@given(st.lists(mentions(), max_size=12), views)
def test_resolve_keeps_nobody_whose_name_goes_on(found: list[Mention], view: TextView) -> None:
    for made in resolve_overlaps(found, view):
        if any(e.rule == "keep" and e.detector == "known" for e in made.evidence):
            keepers = [m for m in found if any(e.rule == "keep" for e in m.evidence)]
            assert letters([made]) <= letters(keepers)


def test_resolve_joins_evidence_of_one_type() -> None:
    view = TextView.of("Anna Nowak")
    (made,) = resolve_overlaps(
        [mention(0, 4, "person", "gazetteer"), mention(0, 10, "person.judge")], view
    )
    assert made.span == Span(0, 10)
    assert made.type == "person.judge"
    assert {e.detector for e in made.evidence} == {"gazetteer", "model"}


def test_resolve_leaves_a_firm_whole() -> None:
    view = TextView.of("Jan Kowal Transport")
    firm = mention(0, 19, "org.company")
    assert resolve_overlaps([mention(0, 9, "person", score=0.99), firm], view) == [firm]


def test_resolve_takes_a_known_person_out_of_a_firm() -> None:
    view = TextView.of("Jan Kowal Transport")
    found = [mention(0, 9, "person", "known", 1.0), mention(0, 19, "org.company")]
    assert [(m.span, m.type) for m in resolve_overlaps(found, view)] == [
        (Span(0, 9), "person"),
        (Span(10, 19), "org.company"),
    ]


def test_resolve_leaves_an_address_whole() -> None:
    view = TextView.of("jan.kowal@ex.pl")
    address = mention(0, 15, "email", "patterns", 1.0)
    assert resolve_overlaps([mention(4, 9, "person", "known", 1.0), address], view) == [address]


def test_resolve_does_not_bridge_two_known_persons() -> None:
    view = TextView.of("Jan Kowal, Anna Lis")
    known = [mention(0, 9, "person", "known", 1.0), mention(11, 19, "person", "known", 1.0)]
    assert resolve_overlaps([*known, mention(0, 19, "person")], view) == known


def test_resolve_drops_what_only_separates() -> None:
    view = TextView.of("Jan Kowal, Anna Lis")
    found = resolve_overlaps(
        [
            mention(0, 9, "org", "lists", 1.0),
            mention(11, 19, "org", "lists", 1.0),
            mention(0, 19, "place"),
        ],
        view,
    )
    assert [m.span for m in found] == [Span(0, 9), Span(11, 19)]


@pytest.mark.slow
def test_resolve_is_near_linear() -> None:
    def run(count: int) -> Callable[[], object]:
        text = "Anna Nowak " * count
        found = [
            mention(11 * i, min(len(text), 11 * i + 4 + 9 * n), kind)
            for i in range(count)
            for n, kind in enumerate(("person", "org", "place"))
        ]
        return lambda: resolve_overlaps(found, TextView.of(text))

    assert grows_linearly(run, 1000)


def test_what_a_guessed_number_has_beside_a_date_stays_hidden() -> None:
    text = "nr 4711/12.03.2024/AB5 x"
    guess = Mention(Span(3, 24), "id", (Evidence("model", "CODE", 0.9),))
    day = Mention(Span(8, 18), "date", (Evidence("dates", "dmy", 0.9),))
    made = resolve_overlaps([guess, day], TextView.of(text))
    assert [text[m.span.start : m.span.end] for m in made] == ["4711", "12.03.2024", "AB5 x"]
    sure = Mention(Span(3, 22), "id.national", (Evidence("patterns", "x", 0.99),))
    assert resolve_overlaps([guess, sure], TextView.of(text)) == [sure]


def test_a_guessed_address_is_cut_at_the_town_and_postcode_that_patterns_found():
    text = "Falmouth TR11 3HG. 6 Quay Street"
    town = mention(0, 8, "place", "patterns", 0.85)
    code = mention(9, 17, "postcode", "patterns", 0.85)
    street = mention(19, 32, "address", "patterns", 0.85)
    guess = mention(0, 32, "address", "model", 0.9)
    found = resolve_overlaps([town, code, street, guess], TextView.of(text))
    assert [(text[m.span.start : m.span.end], m.type) for m in found] == [
        ("Falmouth", "place"), ("TR11 3HG", "postcode"), ("6 Quay Street", "address"),
    ]  # fmt: skip

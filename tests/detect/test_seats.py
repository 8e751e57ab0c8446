"""Institutions and the towns they sit in."""

import pytest

from allonym.detect.refining.seats import with_seats
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView

BEFORE = frozenset({"v", "pri"})


def found(text, *pairs):
    return [
        Mention(Span(text.index(s), text.index(s) + len(s)), kind, (Evidence("model", "x", 0.9),))
        for s, kind in pairs
    ]


@pytest.mark.parametrize(
    ("text", "finds", "then"),
    [
        (
            "Okrajno sodišče v Škofji Loki je",
            [("Okrajno sodišče v", "org.court"), ("Škofji Loki", "place")],
            [("Okrajno sodišče v Škofji Loki", "org.court")],
        ),
        ("Okrajno sodišče v sredo", [("Okrajno sodišče v", "org")], [("Okrajno sodišče", "org")]),
        (
            "Okrajno sodišče v, Kranj",
            [("Okrajno sodišče v", "org"), ("Kranj", "place")],
            [("Okrajno sodišče", "org"), ("Kranj", "place")],
        ),
        ("Ana v Kranj", [("Ana v", "person")], [("Ana v", "person")]),
        ("V Kranju", [("V", "org"), ("Kranju", "place")], [("V", "org"), ("Kranju", "place")]),
    ],
)
def test_no_organisation_ends_in_a_preposition(text, finds, then):
    made = with_seats(TextView.of(text), found(text, *finds), BEFORE)
    assert [(text[m.span.start : m.span.end], m.type) for m in made] == then

"""Initials of people in the text."""

import pytest

from allonym.detect.names.monograms import find_monograms
from allonym.model.mention import Evidence, Mention
from allonym.model.view import TextView
from allonym.text.markup import parse_marks


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("[[person|Damian Bratkowski]] był. Podpis D.B.", ["D.B."]),
        ("[[person|Kovács Anna Réka]]: K. A. R. és R. K.", ["K. A. R.", "R. K."]),
        ("[[person|Anna Śliwa]] (A.Ś.) milczy.", ["A.Ś."]),
        ("[[person|Arne Bolin]] (AB), gäst.\nAB: Jo. Volvo AB kom.", ["AB", "AB"]),
        ("[[person|Arne Bolin]] (SA), gäst.\nSA: Jo.", []),
        ("[[person|Stanisław Adamski]] i Coffee S.A.", []),
        ("[[person|Anna]] i A.B.", []),
        ("Nikogo tu nie ma: D.B.", []),
    ],
)
def test_initials_of_people_are_found(text, wanted):
    plain, marks = parse_marks(text)
    view = TextView.of(plain)
    mentions = [Mention(m.span, m.type, (Evidence("gold"),)) for m in marks]
    assert [view.surface(m.span) for m in find_monograms(view, mentions)] == wanted

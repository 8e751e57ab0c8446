"""Goals and points behind names are no houses, numbers of people stay numbers."""

import pytest

from allonym.detect.decision.results import points_of, without_points
from allonym.model.mention import Mention
from allonym.model.span import Span

TABLE = "1. Odranci 27, 2. Polana 25, 3. Grad 22"


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Prešov – Skalica 2:5", ["2"]),
        (TABLE, ["27", "25", "22"]),
        ("1. Podgrad 7, 2. Zalog 12, 3. Loka 3", []),
        ("Hull 20 14 4 2\nLeek 20 11 5 4\nYork 19 9 4 6", ["20", "20", "19"]),
        ("sestre Ane 05 04 938 50 7234", []),
        ("Kossuth tér 3, 12:30", []),
    ],
)
def test_numbers_of_results_are_told_from_houses(text, numbers):
    starts = sorted(points_of(text))
    assert [text[at:].split(",")[0].split(":")[0].split()[0] for at in starts] == numbers


def test_a_place_with_points_is_no_address():
    mention = Mention(Span(3, 13), "address", ())
    found = without_points(TABLE, mention, points_of(TABLE))
    assert (TABLE[found.span.start : found.span.end], found.type) == ("Odranci", "place")

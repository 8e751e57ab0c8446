"""Correct replacements, counted end to end."""

import pytest
from tests.each import each

from allonym import Pipeline
from allonym.evaluate.end_to_end import (
    _counts_alike,
    _inflects_alike,
    evaluate_end_to_end,
    render_end_to_end,
)
from allonym.evaluate.gold import GoldDocument, GoldSpan
from allonym.evaluate.judging import SECRET
from allonym.languages.pack import load_pack
from allonym.morphology.load import load_morphology

pytestmark = pytest.mark.model

TEXT = "Spotkałem się z Janem Kowalskim we Wrocławiu, jan.kowalski@firma.pl, a zagadka została."
SPANS = (
    GoldSpan(16, 31, "person"), GoldSpan(35, 44, "place.settlement"), GoldSpan(46, 67, "email"),
    GoldSpan(71, 78, "org"),
)  # fmt: skip


def test_right_replacements_are_counted_by_category():
    pipeline = Pipeline.load(language="pl", secret=SECRET)
    figures = evaluate_end_to_end(
        [(GoldDocument("a", "", "pl", TEXT, SPANS), pipeline.run(TEXT))],
        lambda _: True,
        lambda code: load_morphology(load_pack(code)),
    )
    right = {name: share.part for name, share in figures.strict.items()}
    assert right == {"PERSON": 1, "PLACE": 1, "E-MAIL": 1, "OTHER": 0, "all": 3}
    assert figures.strict["all"].whole == 4
    assert "all              4   75.0%" in render_end_to_end(figures)


@each(
    ("old", "new", "category", "features", "alike"),
    [
        ("Nowa Ruda", "Janowiec Wielkopolski", "PLACE", ["Case", "Number"], True),
        ("Lublinie", "Kielcach", "PLACE", ["Case", "Number"], False),
        ("Lublinie", "Kielcach", "PLACE", ["Case"], True),
        ("Lublinie", "Kielce", "PLACE", ["Case"], False),
        ("Bronisława", "Krzysztofa", "PERSON", ["Case", "Number"], True),
        ("Bronisławem", "Krzysztofa", "PERSON", ["Case", "Number"], False),
    ],
)
def test_names_are_judged_by_what_they_may_be(old, new, category, features, alike):
    reads = load_morphology(load_pack("pl"))
    assert _inflects_alike(old, new, category, reads, features) == alike


@each(
    ("old", "new", "category", "alike"),
    [
        ("14 marca 2023", "3 marca 2020", "DATE", True),
        ("7.08.2017", "28.07.2014", "DATE", True),
        ("14 marca 2023", "3 marca", "DATE", False),
        ("601 234 567", "60 340 482", "OTHER", False),
        ("Starym Sączu", "Kadzidle", "PLACE", False),
    ],
)
def test_days_have_a_digit_or_two_and_all_else_as_many_as_before(old, new, category, alike):
    assert _counts_alike(old, new, category) == alike

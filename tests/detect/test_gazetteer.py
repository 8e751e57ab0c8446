"""The gazetteer: what each rule marks, on a small made-up lexicon."""

from __future__ import annotations

import pytest
from tests.each import each

from allonym.detect.names.gazetteer import GazetteerDetector
from allonym.languages.lexicon import BIT, Lexicon
from allonym.languages.pack import ROOT, load_pack
from allonym.model.span import Span
from allonym.model.view import TextView

LEXICON = Lexicon(
    {
        "anna": BIT["given"],
        "maj": BIT["given"] | BIT["common"],
        "nowak": BIT["family"],
        "kos": BIT["family_rare"],
        "nysa": BIT["place"],
        "dzisiaj": BIT["common"],
        "idzie": BIT["common"],
        "pan": BIT["honorific_m"] | BIT["common"],
        "dr": BIT["title"],
        "bank": BIT["org_word"],
    },
    [("given", "y", "a"), ("place", "ie", "a"), ("family", "a", "")],
)


def found(text: str) -> list[tuple[str, str, str]]:
    view = TextView.of(text)
    detector = GazetteerDetector(LEXICON)
    return [(view.surface(m.span), m.type, m.evidence[0].rule) for m in detector.detect(view)]


@each(
    ("text", "expected"),
    [
        ("Dzisiaj idzie Anna Nowak.", [("Anna Nowak", "person", "full-name")]),
        ("idzie Anny Nowaka", [("Anny Nowaka", "person", "full-name")]),
        ("idzie Nowak Anna", [("Nowak Anna", "person", "full-name")]),
        ("idzie A. Nowak", [("A. Nowak", "person", "full-name")]),
        ("idzie Anna Nowak-Kos", [("Anna Nowak-Kos", "person", "full-name")]),
        ("idzie Anna Zyxel", [("Anna Zyxel", "person", "full-name")]),
        ("idzie pan Zyxel", [("Zyxel", "person", "title")]),
        ("idzie dr. Zyxel", [("Zyxel", "person", "title")]),
        ("w Nysie idzie", [("Nysie", "place", "place")]),
        ("idzie Zyxel", [("Zyxel", "other", "unknown")]),
        ("Zyxel idzie", [("Zyxel", "other", "unknown-first")]),
        ("Dzisiaj idzie", []),
        ("idzie w Maj", [("Maj", "person", "given-common")]),
        ("idzie Bank", []),
        ("Anna\nNowak", [("Anna", "person", "given"), ("Nowak", "person", "family")]),
        ("", []),
    ],
)
def test_rules(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert found(text) == expected


def test_uncertain_rules_are_left_to_review() -> None:
    view = TextView.of("idzie Zyxel i Anna Nowak")
    scores = {m.evidence[0].rule: m.score for m in GazetteerDetector(LEXICON).detect(view)}
    assert scores["full-name"] >= 0.5 > scores["unknown"] >= 0.2


def test_rule_without_weight_is_off() -> None:
    detector = GazetteerDetector(LEXICON, weights={"given": 0.6})
    assert list(detector.detect(TextView.of("idzie Zyxel"))) == []


@pytest.mark.slow
def test_long_rows_of_capitals_take_linear_time() -> None:
    """Not timed: a quadratic reading would not come back."""
    text = "A " * 200_000 + "Anna " * 50_000
    assert list(GazetteerDetector(LEXICON).detect(TextView.of(text)))


def test_blocks_are_read_apart() -> None:
    view = TextView("Anna Nowak", blocks=(Span(0, 4), Span(5, 10)))
    spans = [m.span for m in GazetteerDetector(LEXICON).detect(view)]
    assert spans == [Span(0, 4), Span(5, 10)]


@pytest.mark.model
@pytest.mark.parametrize("language", [p.parent.name for p in sorted(ROOT.glob("*/lexicon"))])
def test_shipped_lists_load(language: str) -> None:
    detector = GazetteerDetector.load(load_pack(language))
    assert detector is not None
    assert list(detector.detect(TextView.of("x"))) == []


def test_a_place_of_several_words_is_one_find_in_every_form() -> None:
    detector = GazetteerDetector.load(load_pack("hr"))
    assert detector
    finds = [
        m for m in detector.detect(TextView("Šetali smo po Slavonskom Brodu.")) if m.type == "place"
    ]
    assert [(m.span, m.evidence[0].rule) for m in finds] == [(Span(14, 30), "place")]

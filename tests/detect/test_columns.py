"""Columns of tables in plain text: heads announce what stands below them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.growth import grows_linearly

from allonym.detect.dates.detector import DateDetector
from allonym.detect.patterns.columns import cells
from allonym.detect.patterns.detector import PatternDetector
from allonym.model.view import TextView

HEADS = {
    "sl": ("Telefon", "Datum rojstva"), "hr": ("Telefon", "Datum rođenja"),
    "bg": ("Телефон", "Дата на раждане"), "ro": ("Telefon", "Data nașterii"),
    "sk": ("Telefón", "Dátum narodenia"), "pl": ("Telefon", "Data urodzenia"),
    "hu": ("Telefonszám", "Születési idő"), "fi": ("Puhelin", "Syntymäaika"),
    "sv": ("Telefon", "Födelsedatum"), "en": ("Phone", "Date of birth"),
}  # fmt: skip


@cache
def detectors(language: str) -> tuple[PatternDetector, DateDetector]:
    return PatternDetector.load(language), DateDetector.load(language)


def found(text: str, language: str) -> list[tuple[str, str]]:
    view = TextView.of(text, language=language)
    mentions = [m for d in detectors(language) for m in d.detect(view) if m.score >= 0.5]
    mentions.sort(key=lambda m: m.span.start)
    return [(view.surface(m.span), m.type) for m in mentions]


@pytest.mark.parametrize("language", sorted(HEADS))
@pytest.mark.parametrize("sign", ["\t", ";", "|", ",", " | "])
def test_bare_values_below_a_head_are_announced(language: str, sign: str) -> None:
    phone, born = HEADS[language]
    lines = [("X", phone, born), ("a", "447911123456", "1984-05-03"), ("b", "", "1990-12-31")]
    text = "\n".join(sign.join(line) for line in lines)
    assert found(text, language) == [
        ("447911123456", "phone"), ("1984-05-03", "date.birth"), ("1990-12-31", "date.birth"),
    ]  # fmt: skip


def test_a_markdown_table_with_its_rule_and_a_mistyped_number() -> None:
    text = "| Osoba | **PESEL** |\n|:---|---:|\n| A | 84071512342 |\n"
    assert found(text, "pl") == [("84071512342", "id.national")]


@pytest.mark.parametrize(
    "text",
    ["Amount\tPieces\n447911123456\t84071512342", "Tel 1; x; y\na; 447911123456; b",
     "Phone; call me\nnothing here, 447911123456", "Phone\tName\n\n447911123456 of them"],
)  # fmt: skip
def test_other_columns_and_prose_announce_nothing(text: str) -> None:
    assert found(text, "en") == []


@example("a;\n\t;")
@given(st.text(alphabet='ab1 \t;|,\n\r"é🙂', max_size=80))
def test_cells_lie_inside_and_are_what_they_say(text: str) -> None:
    for cell in cells(text):
        assert text[cell.start : cell.end].strip() == text[cell.start : cell.end] != ""


def test_tables_take_linear_time() -> None:
    def run(size: int) -> Callable[[], object]:
        text = "Name\tPhone\n" + "Ann\t447911123456\n" * (size // 17)
        return lambda: list(cells(text))

    assert grows_linearly(run, 20000)

"""Every row of the table of formats is found, or refused with a reason in the reference."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from tests.each import each

from allonym.detect.patterns.detector import PatternDetector
from allonym.model.view import TextView
from allonym.text.markup import parse_marks

TABLE = Path(__file__).with_name("rows.tsv")


@cache
def detector(language: str) -> PatternDetector:
    return PatternDetector.load(language)


def rows() -> list[object]:
    lines = [n.split("\t") for n in TABLE.read_text("utf-8").splitlines() if n and n[0] != "#"]
    return [pytest.param(code, text, id=f"{land}-{what}") for land, what, code, text in lines]


@each(("language", "marked"), rows())
def test_row_of_the_table_is_found(language: str, marked: str) -> None:
    text, (wanted,) = parse_marks(marked)
    view = TextView.of(text, language=language)
    found = [(view.surface(m.span), m.type) for m in detector(language).detect(view)
             if m.score >= 0.5]  # fmt: skip
    assert (view.surface(wanted.span), wanted.type) in found

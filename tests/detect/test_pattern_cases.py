"""The pattern detector on the case files: what is believed (score 0.5 and more) must be marked."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.each import each

from allonym.detect.patterns.detector import PatternDetector
from allonym.model.view import TextView
from allonym.text.fold import strip_marks
from allonym.text.markup import parse_marks

CASES = Path(__file__).parent.parent / "cases"


def cases() -> list[Any]:
    found = []
    for path in sorted(CASES.glob("*/identifiers.toml")):
        for case in tomllib.loads(path.read_text("utf-8"))["case"]:
            marks = (
                [pytest.mark.xfail(reason=case["xfail"], strict=True)] if "xfail" in case else []
            )
            found.append(
                pytest.param(
                    path.parent.name, case, id=f"{path.parent.name}-{case['id']}", marks=marks
                )
            )
    return found


@cache
def detector(language: str) -> PatternDetector:
    return PatternDetector.load(language)


@each(("language", "case"), cases())
def test_patterns_find_what_is_marked(language: str, case: dict[str, str]) -> None:
    text, marked = parse_marks(case["text"])
    wanted = [(m.span.start, m.span.end, m.type) for m in marked]
    found = [
        (m.span.start, m.span.end, m.type)
        for m in detector(language).detect(TextView.of(text, language=language))
        if m.score >= 0.5
    ]
    assert [(text[a:b], kind) for a, b, kind in found] == [(text[a:b], k) for a, b, k in wanted]
    assert found == wanted
    assert case["why"]


def typed_plain(text: str) -> str:
    """Return a text without diacritics, letter by letter."""
    return "".join(plain if len(plain := strip_marks(c)) == 1 else c for c in text)


@each("language", ["hr", "hu", "pl", "ro", "sk", "sl", "sv", "fi"])
def test_the_same_is_found_in_text_without_diacritics(language: str) -> None:
    """Organisations apart: what they are is said in short words too (*súd*)."""
    rows = tomllib.loads((CASES / language / "identifiers.toml").read_text("utf-8"))["case"]
    for row in (r for r in rows if not r.get("marks")):
        text = parse_marks(row["text"])[0]
        finds = [
            [
                (m.span, m.type)
                for m in detector(language).detect(TextView.of(t))
                if m.score >= 0.5 and not m.type.startswith("org")
            ]
            for t in (text, typed_plain(text))
        ]
        assert finds[0] == finds[1], row["id"]

"""The detector of occupations and diagnoses on the case files: what is believed must be marked."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.each import each

from allonym.detect.settling.resolve import resolve_overlaps
from allonym.detect.terms.detector import TermDetector
from allonym.languages.pack import available, load_pack
from allonym.model.view import TextView
from allonym.text.markup import parse_marks

CASES = Path(__file__).parent.parent / "cases"
KINDS = ("occupation", "health")


def cases() -> list[Any]:
    found = []
    for kind in KINDS:
        for path in sorted(CASES.glob(f"*/{kind}.toml")):
            language = path.parent.name
            for case in tomllib.loads(path.read_text("utf-8"))["case"]:
                marks = (
                    [pytest.mark.xfail(reason=case["xfail"], strict=True)]
                    if "xfail" in case
                    else []
                )
                name = f"{language}-{kind}-{case['id']}"
                found.append(pytest.param(language, kind, case, id=name, marks=marks))
    return found


@cache
def detector(language: str, kind: str) -> TermDetector:
    made = TermDetector.load(load_pack(language), (kind,))
    assert made is not None
    return made


@each(("language", "kind", "case"), cases())
def test_terms_find_what_is_marked(language: str, kind: str, case: dict[str, str]) -> None:
    text, marked = parse_marks(case["text"])
    view = TextView.of(text, language=language)
    believed = [m for m in detector(language, kind).detect(view) if m.score >= 0.5]
    found = [(view.surface(m.span), m.type) for m in resolve_overlaps(believed, view)]
    assert found == [(view.surface(m.span), m.type) for m in marked]
    assert case["why"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_language_has_cases_of_both_sorts(kind: str) -> None:
    for language in available():
        texts = [
            case["text"]
            for case in tomllib.loads((CASES / language / f"{kind}.toml").read_text("utf-8"))[
                "case"
            ]
        ]
        marked = sum("[[" in text for text in texts)
        assert 0 < marked < len(texts), language

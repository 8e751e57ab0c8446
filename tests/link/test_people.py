"""Who is who, and of which sex: marked text under ``tests/cases/<lang>/people.toml``.

A mark names the person, and where the text says it the sex: ``[[person#1;Gender=Fem|Kim]]``.
"""

import tomllib
from pathlib import Path

import pytest

from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.text.markup import parse_marks
from tests.each import each

from .test_linking_cases import linker

PATHS = sorted((Path(__file__).parents[1] / "cases").glob("*/people.toml"))
CASES = [
    pytest.param(path.parent.name, case["text"], id=f"{path.parent.name}-{case['why']}")
    for path in PATHS
    for case in tomllib.loads(path.read_text("utf-8"))["case"]
]


@each(("code", "marked"), CASES)
def test_people_are_who_the_text_says(code: str, marked: str) -> None:
    text, marks = parse_marks(marked)
    view = TextView.of(text, language=code)
    entities = linker(code).link(view, [Mention(m.span, m.type, (Evidence("g"),)) for m in marks])
    found = {m.span: entity for entity in entities for m in entity.mentions}
    names = {m.span: view.surface(m.span) for m in marks}
    apart = [
        (names[one.span], names[other.span])
        for one in marks
        for other in marks
        if (one.entity == other.entity) != (found[one.span].id == found[other.span].id)
    ]
    said = [(names[m.span], found[m.span].features.get("Gender")) for m in marks if m.features]
    assert not apart
    assert said == [(names[m.span], m.features["Gender"]) for m in marks if m.features]


def test_every_language_has_such_cases() -> None:
    assert len(PATHS) == 10


def test_a_verb_says_nothing_of_somebody_else_than_who_does_it() -> None:
    for text, told in (
        ("Včeraj je prišel Marijo Kos.", "Masc"),
        ("Janez je oropal Marijo Kos.", None),
    ):
        view = TextView.of(text, language="sl")
        names = [n for n in ("Janez", "Marijo Kos") if n in text]
        spans = [Span(text.index(n), text.index(n) + len(n)) for n in names]
        entities = linker("sl").link(view, [Mention(s, "person", (Evidence("g"),)) for s in spans])
        assert entities[-1].features.get("Gender") == told

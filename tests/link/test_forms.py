"""Names in every form, from end to end: marked text under ``tests/cases/<lang>/forms.toml``.

No draw is written down: a mark is found if no letter of it is left where it stood, and marks are
linked if those of one number, and no others, became one entity.
"""

import tomllib
from functools import cache
from pathlib import Path

import pytest

from allonym.api import Pipeline
from allonym.text.markup import parse_marks

pytestmark = [pytest.mark.slow, pytest.mark.model]

PATHS = sorted((Path(__file__).parents[1] / "cases").glob("*/forms.toml"))
SECRET = b"a secret of the sentences"


@cache
def pipeline(code: str) -> Pipeline:
    return Pipeline.load(language=code, secret=SECRET)


def faults(code: str, marked: str) -> list[str]:
    """Return the names of a text that are left, taken for one, or for two."""
    text, marks = parse_marks(marked)
    result = pipeline(code).run(text)
    whose: dict[str, set[str]] = {}
    found = []
    for mark in marks:
        own = [r for r in result.plan if r.span.overlaps(mark.span) and not r.context]
        hidden = {n for r in own for n in range(r.span.start, r.span.end)}
        left = [n for n in range(mark.span.start, mark.span.end) if n not in hidden]
        if any(text[n].isalnum() for n in left):
            found.append(f"left: {text[mark.span.start : mark.span.end]}")
        if mark.entity and own:
            whose.setdefault(f"{mark.type}#{mark.entity}", set()).add(own[0].entity)
    found += [f"two: {name}" for name, entities in whose.items() if len(entities) > 1]
    said = [entity for entities in whose.values() for entity in entities]
    return found + [f"one: {entity}" for entity in set(said) if said.count(entity) > 1]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.parent.name)
def test_every_form_is_found_and_linked(path: Path) -> None:
    cases = tomllib.loads(path.read_text("utf-8"))["case"]
    wrong = {c["why"]: f for c in cases if (f := faults(path.parent.name, c["text"]))}
    assert not wrong


def test_every_language_has_such_cases() -> None:
    assert len(PATHS) == 10

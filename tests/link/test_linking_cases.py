from __future__ import annotations

import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

from allonym.languages.pack import load_pack
from allonym.link.linker import NameLinker
from allonym.model.mention import Evidence, Mention
from allonym.model.view import TextView
from allonym.morphology.load import load_morphology
from allonym.text.markup import parse_marks
from tests.each import each, quickly

from .bcubed import b_cubed

CASES = Path(__file__).parents[1] / "cases"
LANGUAGES = sorted(p.parent.name for p in CASES.glob("*/linking.toml"))


@cache
def linker(code: str) -> NameLinker:
    pack = load_pack(code)
    return NameLinker.load(pack, load_morphology(pack))


def documents(code: str) -> list[dict[str, str]]:
    return tomllib.loads((CASES / code / "linking.toml").read_text("utf-8"))["case"]


def run(code: str, marked: str) -> tuple[dict, dict, dict, TextView]:
    """Return gold clusters, found clusters and surfaces, by span."""
    text, marks = parse_marks(marked)
    view = TextView.of(text, language=code)
    mentions = [Mention(m.span, m.type, (Evidence("gold"),)) for m in marks]
    gold = {m.span: (m.type, m.entity) for m in marks}
    entities = linker(code).link(view, mentions)
    found = {m.span: entity.id for entity in entities for m in entity.mentions}
    return gold, found, {m.span: view.surface(m.span) for m in marks}, view


@pytest.mark.slow
@pytest.mark.parametrize("code", quickly(LANGUAGES, "pl", "hu"))
def test_linking_reaches_the_aim(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    gold, found, alone, surface = {}, {}, {}, {}
    for case in documents(code):
        g, f, s, _ = run(code, case["text"])
        name = case["id"]
        gold |= {(name, k): (name, v) for k, v in g.items()}
        found |= {(name, k): (name, v) for k, v in f.items()}
        alone |= {(name, k): (name, k) for k in g}
        surface |= {(name, k): (name, v) for k, v in s.items()}
    people = {k: v for k, v in gold.items() if v[1][0] == "person"}
    with capsys.disabled():
        for title, other in (("linker", found), ("all alone", alone), ("same surface", surface)):
            p, r, f1 = b_cubed(gold, other)
            pf = b_cubed(people, {k: other[k] for k in people})[2]
            line = f"B3 {code} {title:12}  P {p:.3f}  R {r:.3f}  F1 {f1:.3f}  people F1 {pf:.3f}"
            sys.stdout.write(f"\n{line}")
    assert b_cubed(gold, found)[2] >= 0.95
    assert b_cubed(people, {k: found[k] for k in people})[2] >= 0.95


@each(
    ("code", "case"),
    [
        pytest.param(code, case, id=f"{code}-{case['id']}")
        for code in LANGUAGES
        for case in documents(code)
    ],
)
def test_linking_case(code: str, case: dict[str, str]) -> None:
    gold, found, surfaces, _ = run(code, case["text"])
    wrong = [
        (surfaces[a], surfaces[b])
        for a in gold
        for b in gold
        if a < b and (gold[a] == gold[b]) != (found[a] == found[b])
    ]
    assert not wrong

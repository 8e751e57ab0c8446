from __future__ import annotations

import json
from pathlib import Path

import pytest

from allonym.errors import ConfigError, DocumentError
from allonym.evaluate.errors import (
    KINDS,
    DocumentErrors,
    Find,
    Searched,
    add_up,
    errors_of,
    searched,
)
from allonym.evaluate.errors_report import errors_as_dict, render_errors, worst
from allonym.evaluate.gold import GoldDocument, GoldSpan, Progress, each_document, read_gold
from allonym.evaluate.metrics import Share
from allonym.model.entity import Entity, EntityId
from allonym.model.mention import Evidence, Mention
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.result import Report, Result
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.text.markup import parse_marked


def document(marked: str, annotated: frozenset[str] | None = None) -> GoldDocument:
    (read,) = parse_marked(f"=== sl-1 letter\n{marked}")
    spans = [GoldSpan(m.span.start, m.span.end, m.type) for m in read.mentions]
    return GoldDocument("sl-1", "letter", "sl", read.text, tuple(spans), annotated=annotated)


def found(text: str, *finds: tuple[str, str], changed: bool = True) -> Searched:
    return Searched(
        tuple(
            Find(text.index(words), text.index(words) + len(words), kind, changed, ("model:PER",))
            for words, kind in finds
        ),
        not finds,
    )


@pytest.mark.parametrize(
    ("marked", "finds", "errors"),
    [
        ("[[person|Ana Kos]] poje.", [("Ana Kos", "person.given")], []),
        ("[[person|Ana Kos]] poje.", [], ["missed"]),
        ("[[person|Ana Kos]] poje.", [("Ana Kos", "place")], ["kind"]),
        ("[[person|Ana Kos]] poje.", [("Ana Kos poje", "person")], ["edges"]),
        ("[[person|Ana Kos]] poje.", [("Ana", "person"), ("Kos", "person")], ["edges"]),
        ("[[person|Ana Kos]] poje.", [("Ana Kos", "person"), ("poje", "place")], ["wrong"]),
        ("[[person|Ana Kos]] poje.", [("Ana Kos", "person"), ("Kos poje", "place")], []),
        ("[[id.tax|12345678]] je.", [("12345678", "case_number")], ["kind"]),
    ],
    ids=lambda value: "-".join(map(str, value)) if isinstance(value, list) else None,
)
def test_each_mark_and_each_find_gives_at_most_one_error(
    marked: str, finds: list[tuple[str, str]], errors: list[str]
) -> None:
    gold = document(marked)
    assert [e.kind for e in errors_of(gold, found(gold.text, *finds)).errors] == errors


def test_what_is_found_and_kept_is_no_wrong_find() -> None:
    gold = document("Pismo za Francijo.")
    assert not errors_of(gold, found(gold.text, ("Francijo", "place"), changed=False)).errors


def test_where_only_names_are_marked_other_finds_are_not_judged() -> None:
    gold = document("[[person|Ana]] 12345678", frozenset({"person", "place", "org"}))
    finds = [("Ana", "person"), ("12345678", "id.tax")]
    assert not errors_of(gold, found(gold.text, *finds)).errors


def test_a_find_outside_the_text_is_an_error() -> None:
    with pytest.raises(DocumentError, match="does not lie in the text"):
        errors_of(document("Ana"), Searched((Find(0, 9, "person"),), False))


def test_covered_is_told_apart_from_right() -> None:
    gold = document("[[person|Ana Kos]], [[phone|01 555 01 00]], [[org.bank|Banka]]")
    errors = errors_of(gold, found(gold.text, ("Ana Kos,", "place"), ("Banka", "org")))
    assert dict(errors.covered) == {
        "persons": Share(1, 1), "direct identifiers": Share(0, 1), "organisations": Share(1, 1),
    }  # fmt: skip
    assert [(e.kind, e.covered) for e in errors.errors] == [("kind", True), ("missed", False)]


def test_shares_of_documents() -> None:
    right = errors_of(document("[[person|Ana]]"), found("Ana", ("Ana", "person")))
    blank = errors_of(document("Juha."), found("Juha."))
    wrong = errors_of(document("Juha."), found("Juha.", ("Juha", "person")))
    figures = add_up([right, blank, wrong])
    assert (figures.free, figures.unchanged) == (Share(2, 3), Share(1, 2))
    assert figures.words == 3
    assert figures.per_thousand("wrong") == pytest.approx(1000 / 3)
    assert add_up([]).per_thousand() is None


def result(text: str, replacement: str) -> Result:
    where, name = Span(0, 3), EntityId("p1")
    evidence = (Evidence("model", "PER"), Evidence("gazetteer"))
    return Result(
        TextView(text),
        replacement + text[3:],
        (Entity(name, "person", (Mention(where, "person", evidence),)),),
        ReplacementPlan.of([Replacement(where, replacement, name, "pseudonym")]),
        Report("sl", "default", {}, {}),
    )


@pytest.mark.parametrize(("replacement", "changed"), [("Eva", True), ("Ana", False)])
def test_a_run_says_what_it_changed(replacement: str, changed: bool) -> None:
    outcome = searched(result("Ana poje.", replacement))
    (find,) = outcome.finds
    assert (find.changed, outcome.unchanged) == (changed, not changed)
    assert find.evidence == ("model:PER", "gazetteer")
    assert find.detectors == "gazetteer+model"


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    path = tmp_path / "mixed.txt"
    path.write_text("=== sl-1 note\n[[person|Ana]] poje.\n=== hr-2 note\nJuha je vruća.\n", "utf-8")
    return path


def people(text: str, language: str) -> Searched:
    return found(text, ("Juha", "person")) if language == "hr" else found(text)


def errors_in(gold: Path, *progress: Progress) -> list[DocumentErrors]:
    each = each_document([gold], None, *progress)
    return [errors_of(one, people(one.text, one.language)) for one in each]


def test_the_id_tells_the_language_of_a_document(gold: Path) -> None:
    assert [d.language for d in read_gold(gold).documents] == ["sl", "hr"]
    gold.write_text("=== letter-1\nAna\n", "utf-8")
    with pytest.raises(ConfigError, match="language unknown"):
        read_gold(gold)


def test_report_shows_words_only_when_asked(gold: Path) -> None:
    calls: list[tuple[str, int, int]] = []
    documents = errors_in(gold, lambda *call: calls.append(call))
    assert calls == [("mixed", 1, 2), ("mixed", 2, 2)]
    text = render_errors(documents)
    assert text.splitlines()[2].split()[:3] == ["hr", "1", "3"]
    assert text.splitlines()[4].split()[:3] == ["all", "2", "5"]
    assert "Juha" not in text + repr(documents) + json.dumps(errors_as_dict(documents))
    shown = render_errors(documents, 2)
    assert "  hr hr-2 (person; model:PER):  [Juha] je vruća." in shown
    assert "  sl sl-1 (person):  [Ana] poje." in shown


def test_plain_values_are_json(gold: Path) -> None:
    documents = errors_in(gold)
    plain = json.loads(json.dumps(errors_as_dict(documents, 1), allow_nan=False))
    assert plain["total"]["errors"] == {"missed": 1, "kind": 0, "edges": 0, "wrong": 1}
    assert plain["total"]["per_thousand"]["all"] == 400.0
    assert plain["by_detector"]["model"]["wrong"] == 1
    assert [len(plain["examples"][kind]) for kind in KINDS] == [1, 0, 0, 1]


def test_what_can_be_read_comes_before_what_is_hidden() -> None:
    hidden = document("[[person|Ana Marija Kos]] in [[person|Eva]]")
    finds = [("Ana Marija Kos", "place"), ("Ev", "place")]
    errors = errors_of(hidden, found(hidden.text, *finds))
    assert [e.surface for _, e, _ in worst([errors], "kind", 2)] == ["Eva", "Ana Marija Kos"]

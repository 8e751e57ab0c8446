from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from allonym.errors import DocumentError
from allonym.evaluate import as_dict, evaluate, render
from allonym.evaluate.metrics import Counts, Share, micro
from allonym.evaluate.report import percent, table

ROW = (
    '{"text": "Ana Kos je v Celju.", "spans": [[0, 7, "person"], [13, 18, "place"]], "genre": "%s"}'
)


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    (tmp_path / "sl").mkdir()
    (tmp_path / "hr").mkdir()
    (tmp_path / "sl/a.jsonl").write_text(ROW % "mail" + "\n" + ROW % "news", "utf-8")
    (tmp_path / "hr/b.iob2").write_text("Ana\tB-PER\nKos\tI-PER\n\n", "utf-8")
    return tmp_path


def people(text: str, language: str) -> Iterable[tuple[int, int, str, float]]:
    yield 0, 7, "person", 0.9
    if language == "sl":
        yield 13, 18, "org", 0.8


def test_files_languages_and_genres(gold: Path) -> None:
    calls: list[tuple[str, int, int]] = []
    report = evaluate([gold], None, people, lambda *call: calls.append(call))
    assert [(f.name, f.language) for f in report.files] == [("b", "hr"), ("a", "sl")]
    assert calls == [("b", 1, 1), ("a", 1, 2), ("a", 2, 2)]
    assert report.total.strict["PER"] == Counts(3, 3, 3, 3)
    assert micro(report.by_language["sl"].strict) == Counts(4, 4, 2, 2)
    assert {name: t.documents for name, t in report.by_genre.items()} == {
        "": 1, "mail": 1, "news": 1,
    }  # fmt: skip
    assert report.total.label_blind_recall == Share(5, 5)


def test_language_given_wins(gold: Path) -> None:
    seen: set[str] = set()

    def spy(text: str, language: str) -> list[tuple[int, int, str, float]]:
        seen.add(language)
        return []

    evaluate([gold], "pl", spy)
    assert seen == {"pl"}


def test_prediction_outside_the_text_is_an_error(gold: Path) -> None:
    with pytest.raises(DocumentError, match="does not lie in the text"):
        evaluate([gold], None, lambda text, language: [(0, 99, "person", 1.0)])


def test_render_is_aligned_ascii_without_content(gold: Path) -> None:
    text = render(evaluate([gold], None, people))
    assert text.isascii()
    assert "Ana" not in text
    assert "Celju" not in text
    lines = text.splitlines()
    assert lines[1].split()[:3] == ["file", "lang", "docs"]
    assert lines[4].split()[:2] == ["all", "hr,sl"]
    for heading in ("genre", "class", "tokens", "wholly covered", "marked / found"):
        assert any(line.startswith(heading) for line in lines)


def test_render_of_one_file_has_no_sum(gold: Path) -> None:
    text = render(evaluate([gold / "hr/b.iob2"], None, people))
    assert not any(line.split()[:2] == ["all", "hr"] for line in text.splitlines())
    assert "\ngenre" not in text
    assert "person" in text


def test_as_dict_is_json(gold: Path) -> None:
    plain = json.loads(json.dumps(as_dict(evaluate([gold], None, people)), allow_nan=False))
    assert plain["total"]["strict"]["PER"]["f1"] == 1.0
    assert plain["total"]["strict"]["LOC"]["recall"] == 0.0
    assert plain["total"]["person_coverage"]["ratio"] == 1.0
    assert plain["total"]["confusion"] == [
        {"gold": "LOC", "found": "ORG", "count": 2}, {"gold": "PER", "found": "PER", "count": 3},
    ]  # fmt: skip
    assert plain["files"][0]["strict"]["micro"]["gold"] == 1


def test_nothing_found_shows_dashes(gold: Path) -> None:
    report = evaluate([gold], None, lambda text, language: [])
    assert micro(report.total.strict).f() == 0.0
    assert percent(None) == "-"
    assert "0.0" in render(report)


def test_table_keeps_columns_apart() -> None:
    assert table(["a", "b"], [["xyz", "1"], ["", "22"]]).splitlines() == [
        "a     b",
        "xyz   1",
        "     22",
    ]

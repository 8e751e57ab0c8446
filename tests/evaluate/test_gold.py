from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest

from allonym.errors import ConfigError, DocumentError
from allonym.evaluate.gold import BLOCK, GoldSpan, expand, gold_type, guess_language, read_gold

IOB2 = (
    "# doc answers-1\nAna\tB-PER\nKos\tI-PER\nv\tO\n\nLjubljani\tB-LOC\n\n# doc b\n3.5.\tB-DATE\n"
)


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_iob2_joins_tokens_and_keeps_offsets(tmp_path: Path) -> None:
    corpus = read_gold(write(tmp_path, "ner/sl/x.test.iob2", IOB2))
    first, second = corpus.documents
    assert (corpus.name, corpus.language) == ("x.test", "sl")
    assert first.text == "Ana Kos v\nLjubljani"
    assert first.spans == (GoldSpan(0, 7, "person"), GoldSpan(10, 19, "place"))
    assert [first.text[a:b] for a, b in first.tokens] == ["Ana", "Kos", "v", "Ljubljani"]
    assert (first.id, first.genre, second.id) == ("answers-1", "answers", "b")
    assert second.annotated == {"person", "place", "org", "date"}


def test_iob2_xz_and_blocks_where_no_documents_are_named(tmp_path: Path) -> None:
    path = tmp_path / "x.iob2.xz"
    path.write_bytes(lzma.compress(("a\tO\n\n" * (BLOCK + 1)).encode()))
    documents = read_gold(path, "pl").documents
    assert [d.text.count("a") for d in documents] == [BLOCK, 1]
    assert [d.id for d in documents] == ["1", "2"]


def test_marked_text_has_entities_and_is_fully_annotated(tmp_path: Path) -> None:
    marked = "=== d1 court\nPan [[person#1|Jan]] z [[place.country|Polski]].\n=== d2\nNic."
    first, second = read_gold(write(tmp_path, "a.pl.marked.txt", marked)).documents
    assert (first.id, first.genre, first.language, first.annotated) == ("d1", "court", "pl", None)
    assert first.spans == (GoldSpan(4, 7, "person", "1"), GoldSpan(10, 16, "place.country"))
    assert second.spans == ()


def test_jsonl(tmp_path: Path) -> None:
    rows = [
        {"text": "Ana, 42", "spans": [[5, 7, "age"], [0, 3, "PER", "e1"]], "language": "hr"},
        {"id": "z", "genre": "mail", "text": "x", "language": "hr"},
    ]
    text = "\n".join(json.dumps(row) for row in rows) + "\n\n"
    first, second = read_gold(write(tmp_path, "g.jsonl", text)).documents
    assert first.spans == (GoldSpan(0, 3, "person", "e1"), GoldSpan(5, 7, "age"))
    assert first.annotated == second.annotated == {"person", "place", "org", "age"}
    assert (second.id, second.genre, second.language) == ("z", "mail", "hr")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match=r"missing\.iob2: cannot be read"):
        read_gold(tmp_path / "missing.iob2", "en")


@pytest.mark.parametrize("name", ["x.iob2", "x.jsonl"])
def test_unknown_language_says_what_to_do(tmp_path: Path, name: str) -> None:
    text = '{"text": "a"}\n' if name.endswith("jsonl") else "a\tO\n"
    with pytest.raises(ConfigError, match="-l"):
        read_gold(write(tmp_path, name, text))


def test_guess_language_takes_the_nearest() -> None:
    assert guess_language(Path("/data/en/ner/pl/x.iob2")) == "pl"
    assert guess_language(Path("/data/en/x.sl.txt")) == "sl"
    assert guess_language(Path("/data/sl/hr-news.jsonl")) == "sl"
    assert guess_language(Path("/data/mine/hr-news.jsonl")) == "hr"
    assert guess_language(Path("/de/data/ner/x.iob2")) == ""


def test_gold_type_keeps_what_only_corpora_know() -> None:
    assert [gold_type(t) for t in ("PER", "MISC", "TIME", "DATE", "person.judge")] == [
        "person", "misc", "time", "date", "person.judge",
    ]  # fmt: skip


def test_expand_searches_folders_in_order(tmp_path: Path) -> None:
    b, a = write(tmp_path, "b/x.jsonl", ""), write(tmp_path, "a/x.iob2", "")
    marked, headed = write(tmp_path, "c/1.marked.txt", ""), write(tmp_path, "c/2.txt", "=== d\n")
    for other in ("a/notes.md", "c/plain.txt"):
        write(tmp_path, other, "words")
    assert expand([tmp_path, b]) == [a, b, marked, headed, b]
    (tmp_path / "empty").mkdir()
    for missing in ("empty", "nowhere"):
        with pytest.raises(ConfigError, match=missing):
            expand([tmp_path / missing])


def test_reprs_hide_text(tmp_path: Path) -> None:
    corpus = read_gold(write(tmp_path, "a.iob2", "Canary\tB-PER\n"), "en")
    assert "Canary" not in repr(corpus) + repr(corpus.documents)

"""A wrong gold file gives one sentence: which file, which line, what is wrong; never its text."""

import json
import lzma
import sys

import pytest

from allonym.cli import main

TAB = {"doc_id": "1", "text": "Canary, 5", "annotations": {"a": {"entity_mentions": []}}}
MENTION = {
    "entity_type": "PERSON", "start_offset": 0, "end_offset": 6, "identifier_type": "DIRECT",
}  # fmt: skip


def tab(**changed):
    return json.dumps([TAB, {**TAB, **changed}])


def mentions(*wanted):
    return tab(annotations={"a": {"entity_mentions": list(wanted)}})


def spans(*wanted):
    return '{"text": "Canary"}\n' + json.dumps({"text": "Canary", "spans": list(wanted)})


# ruff: noqa: E501
WRONG = {
    # IOB2: broken tags, broken runs of tags, unknown types, lost columns
    ("a.iob2", "Canary\tB-PER\nCanary\n"): "line 2: no tag",
    ("a.iob2", "Canary\tE-PER\n"): "line 1: not an IOB2 tag",
    ("a.iob2", "x\tO\nCanary\tI-PER\n"): "line 2: an I- tag that continues nothing",
    ("a.iob2", "Canary\tB-PER\nsat\tI-LOC\n"): "line 2: an I- tag that continues nothing",
    ("a.iob2", "a\tO\n\nx\tO\nCanary\tB-PERSN\n"): 'line 4: unknown entity type (did you mean "person"',
    ("a.iob2", ""): "holds no document",
    # columns: CoNLL-2003, BTC, WikiGold
    ("a.conll", "Canary NNP I-PER\nalone\n"): "line 2: no tag",
    ("a.conll", "Canary NNP X-PER\n"): "line 1: not an IOB2 tag",
    ("a.conll", "Canary NNP I-NP I-PER\nsat V O\n"): "line 2: 3 columns where the lines before have 4",
    ("a.conll.txt", "Canary B-PER\nsat O\nCanary I-LOC\n"): "line 3: an I- tag that continues nothing",
    ("eng.testa", "-DOCSTART- -X- O O\n\nCanary NNP I-NP I-DRAGON\n"): "line 3: unknown entity type",
    ("valid.txt", "-DOCSTART- O\n\nCanary\n"): "line 3: no tag",
    # UNER: the words are numbered
    ("b.iob2", "# sent_id = 1\n1\tCanary\tB-PER\n3\tsat\tO\n"): "line 3: word 3 follows word 1",
    ("b.iob2", "# sent_id = 1\n1\tCanary\n"): "line 2: no tag",
    ("b.iob2", "# sent_id = 1\nCanary\tB-PER\tx\n"): "line 2: no tag",
    # marked text
    ("a.txt", "Canary"): "neither '=== id' nor a mark in it",
    ("a.txt", "=== d1\nCanary\n[[Canary"): "line 3, document d1: '[[' opens no mark",
    ("a.txt", "=== d1\nx\n=== d2\ny\n[[persn|Canary]]"): "line 5, document d2: unknown entity type",
    ("a.txt", "=== d1\n[[person|]] Canary"): "line 2, document d1: a mark without a surface",
    # JSONL
    ("a.jsonl", "{}\n"): 'line 1: no "text"',
    ("a.jsonl", '\n{"text": "Canary"'): "line 2, column 18: not JSON",
    ("a.jsonl", spans([0, 9, "person"])): "line 2: span 1: [0, 9) does not lie in 6 characters",
    ("a.jsonl", spans([0, 1, "person"], [2, 2, "person"])): "line 2: span 2: [2, 2) does not lie",
    ("a.jsonl", spans(["Canary"])): "line 2: span 1: write [start, end, type]",
    ("a.jsonl", spans([0, 1, "Canary"])): "line 2: span 1: unknown entity type",
    ("a.jsonl", '{"text": "Canary", "spans": 3}'): 'line 1: "spans" is not a list',
    # Text Anonymization Benchmark
    ("a.json", '[{"doc_id":\n "Canary'): "line 2: not JSON",
    ("a.json", '{"text": "Canary"}'): "not a list of documents",
    ("a.json", '[{"doc_id": 1, "text": "Canary"}]'): "document 1: lacks doc_id, text or annotations",
    ("a.json", tab(annotations={})): "document 2: lacks doc_id, text or annotations",
    ("a.json", mentions("Canary")): "document 2, mention 1: lacks start_offset",
    ("a.json", mentions(MENTION, {**MENTION, "end_offset": 99})): "document 2, mention 2: [0, 99) does not",
    ("a.json", mentions({**MENTION, "entity_type": "Canary"})): "document 2, mention 1: unknown type",
    # brat; its text is "Canary"
    ("c.ann", "T1\tPerson 0 6\tCanary\nT2\tPerson 0 9\tCanary\n"): "line 2: [0, 9) does not lie in 6",
    ("c.ann", "T1\tPerson 1 3\tCanary\n"): "line 1: the surface is not what stands at its offsets",
    ("c.ann", "T1\tDragon 0 6\tCanary\n"): "line 1: unknown entity type",
    ("c.ann", "T1\tPerson\n"): "line 1: not a mark",
    ("alone.ann", "T1\tPerson 0 6\tCanary\n"): "its text cannot be read; put the .txt beside the .ann",
    # no text at all
    ("a.iob2.xz", lzma.compress(b"Canary\tO\n")[:-8]): "not a whole xz file",
    ("a.iob2", b"Canary\xff\tO\n"): "byte 6 is not UTF-8",
    ("a.csv", "Canary"): "not a gold file; give *.iob2",
    ("treebank.conllu", "Canary"): "a treebank",
}  # fmt: skip


@pytest.mark.parametrize(("name", "content", "reason"), [(*key, why) for key, why in WRONG.items()])
def test_one_sentence_names_file_line_and_reason(
    tmp_path, monkeypatch, capsys, name, content, reason
):
    (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    (tmp_path / "c.txt").write_text("Canary", "utf-8")
    monkeypatch.setattr(sys, "argv", ["allonym", "evaluate", "-l", "en", str(tmp_path / name)])
    with pytest.raises(SystemExit) as stop:
        main()
    shown = capsys.readouterr()
    assert shown.err.startswith(f"allonym: {name}: {reason}"), shown.err
    assert shown.err.count("\n") == 1
    assert "Canary" not in shown.err + shown.out
    assert stop.value.code in {2, 3}

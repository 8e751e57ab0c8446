"""Corpora are read as they stand and cut as the engine will cut them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from allonym.errors import ConfigError
from allonym.train.augment import FormLines, NameSwap, Variation, swap_from_lists
from allonym.train.data import LABEL_ID, LABELS, Sentence, find_corpora, read_documents, retokenize

TEXT = """# doc one
Jan\tB-PER
Nowak\tI-PER
był\tO
w\tO
Nysie\tB-LOC
.\tO

#tag\tO

# doc two
U.S.\tB-LOC\tx
- \tO
"""


def labels(sentence: Sentence) -> list[str]:
    return [LABELS[label] for label in sentence.labels]


def test_documents_and_hashtags(tmp_path: Path) -> None:
    path = tmp_path / "a.train.iob2"
    path.write_text(TEXT, encoding="utf-8")
    documents = list(read_documents(path))
    assert [len(d) for d in documents] == [2, 1]
    assert documents[0][1].words == ("#tag",)


def test_without_documents_each_sentence_is_one(tmp_path: Path) -> None:
    path = tmp_path / "a.train.iob2"
    path.write_text("a\tO\n\nb\tB-PER\n", encoding="utf-8")
    assert [len(d) for d in read_documents(path)] == [1, 1]


def test_missing_data_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no training data"):
        find_corpora(tmp_path, "pl")


def test_corpora_of_weight_zero_are_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "ner" / "en"
    folder.mkdir(parents=True)
    for name in ("conll2003", "uner_ewt", "other"):
        (folder / f"{name}.train.iob2").write_text("a\tO\n")
    found = {c.name: c for c in find_corpora(tmp_path, "en")}
    assert set(found) == {"en/uner_ewt", "en/other"}
    assert found["en/uner_ewt"].primary


def test_words_are_cut_again_and_labels_follow() -> None:
    sentence = Sentence(("Nowak-Kos", "i", "d.o.o.", ","), (1, 0, 5, 0))
    again = retokenize(sentence, tight=False)
    assert again.words == ("Nowak", "-", "Kos", "i", "d.o.o.", ",")
    assert labels(again) == ["B-PER", "I-PER", "I-PER", "O", "B-ORG", "O"]


def test_tight_text_has_no_space_before_marks() -> None:
    again = retokenize(Sentence(("Jan", ",", "(", "Ewa", ")"), (1, 0, 0, 1, 0)), tight=True)
    assert again.words == ("Jan", ",", "(", "Ewa", ")")
    assert again.attached == (False, True, False, True, True)


def test_names_are_exchanged_in_their_form() -> None:
    names = ["Anna", "Ewa", "Maria", "Zofia", "Olga"]
    swap = swap_from_lists({"given": names}, [("given", "y", "a")])
    sentence = Sentence(("Anny", "kot", "i", "Anny"), (1, 0, 0, 1))
    for seed in range(20):
        words = swap.apply(sentence, random.Random(seed)).words
        assert words[0] == words[3]
        assert words[0].endswith("y")
        assert words[1:3] == ("kot", "i")


def test_variation_keeps_labels() -> None:
    sentence = Sentence(("Łódź", "Ewy"), (3, 1), (False, False))
    seen = set()
    for seed in range(200):
        varied = Variation(0.3, 0.3, 0.3).apply(sentence, random.Random(seed))
        assert varied.labels == sentence.labels
        seen.add(varied.words)
    assert seen == {("Łódź", "Ewy"), ("ŁÓDŹ", "EWY"), ("łódź", "ewy"), ("Lodz", "Ewy")}


def test_form_lines_have_names_and_plain_lines() -> None:
    forms = FormLines(["Anna"], ["Nowak"], ["Nysa"], ["pani"], ["Pacjent"], ["kot"])
    lines = [line for d in forms.documents(50, random.Random(0)) for line in d]
    assert any(LABEL_ID["B-PER"] in line.labels for line in lines)
    assert any(not any(line.labels) for line in lines)
    assert all(len(line.words) == len(line.labels) for line in lines)


def test_swap_leaves_unknown_names() -> None:
    swap = NameSwap(lambda _: "", {})
    sentence = Sentence(("Xyz",), (1,))
    assert swap.apply(sentence, random.Random(0)) == sentence

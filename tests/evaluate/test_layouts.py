"""Gold data as its publishers lay it out: names of files, tags, first and last lines."""

import json

import pytest

from allonym.evaluate.gold import GoldSpan, expand, read_gold
from allonym.lab.run import read_words

CONLL = "-DOCSTART- -X- O O\n\nPeter NNP I-NP I-PER\nPoe NNP I-NP B-PER\nsat V O O\n"
BTC = "#\tO\nGateshead\tB-loc\n's\tO\nblink\tB-org\n182\tI-org\n"
WIKIGOLD = "Anna I-PER\nsat O\n\n-DOCSTART- O\n\nin O\nNew I-LOC\nJersey I-LOC\n"
UNER = (
    "# newdoc id = weblog-x\n# sent_id = weblog-x-1\n# text = From AP\n1\tFrom\tB-O\t-\tann\n"
    "2\tAP\tB-ORG\t-\tann\n\n# newdoc id = email-y\n# sent_id = email-y-1\n# text = # Greeks\n"
    "1\t#\tO\n2\tGreeks\tB-OTH\t-\tann\n"
)
BRAT = "T1\tPerson 0 3\tJan\nT2\tPerson 8 11;12 15\tAnn Poe\nR1\tx\n#1\tAnnotatorNotes T1\tyes\n"


def mention(kind, start, end, level, entity):
    return {"entity_type": kind, "start_offset": start, "end_offset": end, "edit_type": "check",
            "identifier_type": level, "entity_id": entity}  # fmt: skip


TAB = [{"doc_id": "001-1", "text": "Mr John Poe of Turkey, born in 1965, no. 5/04.",
        "annotations": {
            "annotator1": {"entity_mentions": [
                mention("PERSON", 0, 11, "QUASI", "e1"), mention("LOC", 15, 21, "NO_MASK", "e2"),
                mention("DATETIME", 28, 35, "QUASI", "e3"), mention("CODE", 37, 45, "DIRECT", "e4"),
            ]},
            "annotator10": {"entity_mentions": []},
        }}]  # fmt: skip


@pytest.fixture
def folder(tmp_path):
    for name, text in {
        "eng.testa": CONLL, "valid.txt": CONLL, "a.conll": BTC, "wikigold.conll.txt": WIKIGOLD,
        "en_ewt-ud-dev.iob2": UNER, "echr_dev.json": json.dumps(TAB), "c.ann": BRAT,
        "c.txt": "Jan saw Ann Poe",
    }.items():  # fmt: skip
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def spans(path):
    return [
        [(d.text[s.start : s.end], s.type) for s in d.spans]
        for d in read_gold(path, "en").documents
    ]


def test_all_of_them_are_found_in_a_folder(folder):
    assert {p.name for p in expand([folder])} == {p.name for p in folder.iterdir()} - {"c.txt"}


@pytest.mark.parametrize("name", ["eng.testa", "valid.txt"])
def test_conll_2003_parts_neighbours_by_b(folder, name):
    assert spans(folder / name) == [[("Peter", "person"), ("Poe", "person")]]


def test_btc_writes_its_tags_small(folder):
    assert spans(folder / "a.conll") == [[("Gateshead", "place"), ("blink 182", "org")]]


def test_wikigold_begins_without_a_head(folder):
    path = folder / "wikigold.conll.txt"
    assert spans(path) == [[("Anna", "person")], [("New Jersey", "place")]]
    assert len({d.id for d in read_gold(path, "en").documents}) == 2


def test_uner_numbers_words_and_has_slips(folder):
    path = folder / "en_ewt-ud-dev.iob2"
    assert spans(path) == [[("AP", "org")], [("Greeks", "misc")]]
    first, second = read_gold(path, "en").documents
    assert (first.id, first.genre, first.text) == ("weblog-x", "weblog", "From AP")
    assert (second.genre, second.text) == ("email", "# Greeks")


def test_tab_leaves_out_what_needs_no_mask_and_what_does_not_count(folder):
    (document,) = read_gold(folder / "echr_dev.json", "en").documents
    assert [document.text[s.start : s.end] for s in document.spans] == ["John Poe", "1965", "5/04"]
    assert document.spans[0] == GoldSpan(3, 11, "person", "e1", "quasi")
    assert [s.identifier for s in document.spans] == ["quasi", "quasi", "direct"]


def test_brat_may_part_a_mark(folder):
    assert spans(folder / "c.ann") == [[("Jan", "person"), ("Ann", "person"), ("Poe", "person")]]


@pytest.mark.parametrize(("name", "words"), [("eng.testa", 3), ("a.conll", 5),
                                             ("wikigold.conll.txt", 5)])  # fmt: skip
def test_the_laboratory_reads_the_same_files(folder, name, words):
    data = read_words(folder / name, "classes")
    assert data.size == words
    assert {label for row in data.labels for label in row} > {0}

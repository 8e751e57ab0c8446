"""The evaluation, and the promise of thirty labels."""

from pathlib import Path

import pytest
from allonym_pi.evaluate import Tally, main, read_general, read_labelled, tally
from allonym_pi.finder import finder_of
from allonym_pi.levels import DETAILED, OUTSIDE

GOLD = Path(__file__).parent / "gold" / "essays.sv.txt"
LEARNERS = GOLD.with_name("learners.sv.txt")


@pytest.fixture(scope="module")
def measured():
    return tally(finder_of("swe", "default", ""), read_labelled(GOLD), "detailed")


def test_f2_by_hand():
    counts = Tally()
    for gold, said in (("fam", "fam"), ("fam", OUTSIDE), (OUTSIDE, "fam"), ("edu", "fam")):
        counts.add(gold, said)
    assert counts.f2("fam") == pytest.approx(5 / (3 + 4 * 2))
    assert counts.f2() == pytest.approx(5 / (3 + 4 * 3))


def test_gold_passages_know_every_label():
    passages = read_labelled(GOLD)
    assert {label for p in passages for label in p.gold} == {OUTSIDE, *DETAILED}
    assert all(len(p.gold) == len(p.tokens) for p in passages)


def test_thirty_labels_and_more_are_produced_where_they_belong(measured):
    _, labelling = measured
    assert sum(labelling.right[label] > 0 for label in DETAILED) >= 30


def test_a_name_borne_by_both_sexes_is_unknown():
    text = "Min bästa vän heter Alex och bor i Uppsala."
    (label,) = finder_of("swe", "default", "").labels(text, [(20, 24)])
    assert label.detailed == "firstname_unknown"


def test_floors_of_detection_and_labelling(measured):
    detection, labelling = measured
    assert detection.f2() > 0.93
    assert labelling.f2() > 0.88


def test_essays_with_the_spelling_of_learners_are_above_the_published_figures():
    finder, passages = finder_of("swe", "default", ""), read_labelled(LEARNERS)
    detection, labelling = tally(finder, passages, "detailed")
    assert detection.f2() > 0.93
    assert labelling.f2() > 0.87


@pytest.mark.parametrize("level", ["basic_iob", "general_iob", "detailed_iob"])
def test_a_surname_begins_something_on_the_detailed_level_only(level, tmp_path):
    gold = tmp_path / "x.txt"
    gold.write_text("[[firstname_female|Leila]] [[surname|Rahimi]] kom hit.", "utf-8")
    _, labelling = tally(finder_of("swe", "default", ""), read_labelled(gold), level)
    begun = {"basic_iob": 1, "general_iob": 1, "detailed_iob": 2}[level]
    assert sum(n for label, n in labelling.there.items() if label[:2] == "B-") == begun
    assert labelling.f2() == 1.0


@pytest.mark.parametrize("name", ["none.iob2", "none.txt", "none"])
def test_a_file_that_is_not_there_is_named_in_a_sentence(name, tmp_path, capsys):
    with pytest.raises(SystemExit) as left:
        main(["general", str(tmp_path / name)])
    said = capsys.readouterr().err
    assert left.value.code == 2
    assert name in said
    assert "Traceback" not in said


def test_tags_that_mean_something_else_count_neither_way(tmp_path):
    gold = tmp_path / "x.sv.iob2"
    gold.write_text("Anna\tB-PER\nsvensk\tB-MISC\nden\tO\n", "utf-8")
    (passage,) = read_general(gold)
    assert passage.gold == ("personal_name", "?", OUTSIDE)
    assert "date" in passage.missing

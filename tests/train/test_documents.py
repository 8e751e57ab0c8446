"""Marked documents as training material."""

from collections import Counter

from allonym.text.markup import parse_marked
from allonym.train.data import LABELS
from allonym.train.documents import FOLDS, fold_of, labelled

TEXT = """=== en-1 letter
Dear [[person#1|Anna Novak]],
see [[address|High Street 5]] in [[place#2|Leeds]], file [[case_number|AB-12]].
"""


def test_words_get_the_classes_of_their_marks_line_by_line():
    (document,) = parse_marked(TEXT)
    first, second = labelled(document)
    assert first.words == ("Dear", "Anna", "Novak", ",")
    assert [LABELS[n] for n in first.labels] == ["O", "B-PER", "I-PER", "O"]
    named = dict(zip(second.words, (LABELS[n] for n in second.labels), strict=True))
    assert (named["High"], named["5"], named["Leeds"]) == ("B-ADDR", "I-ADDR", "B-LOC")
    assert named["AB"] == "B-CODE"
    assert named["12"] == "I-CODE"
    assert first.attached == (False, False, False, True)


def test_folds_share_documents_out_the_same_way_each_time():
    folds = Counter(fold_of(f"pl-{n}") for n in range(400))
    assert set(folds) == set(range(FOLDS))
    assert min(folds.values()) > 150
    assert fold_of("pl-7") == fold_of("pl-7")

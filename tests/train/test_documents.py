"""Marked documents as training material."""

import random
from collections import Counter

from tools.tuning_documents import FOLDS, fold_of, labelled

from allonym.engines.features import TableLayout, WordFeatures
from allonym.languages.lexicon import Lexicon
from allonym.languages.pack import ROOT
from allonym.text.markup import parse_marked
from allonym.train.data import LABELS
from allonym.train.stream import BLANK, Source, Variants, Vocabulary, epoch

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


def test_excerpts_are_sentences_with_nothing_around_them():
    """A note of five words must look in training as it looks when it is the whole text."""
    text = "=== en-1 chat\nAsk [[person#1|Ann Lee]]. She knows. Call Dr. [[person#2|Fox]]!\nBye\n"
    lines = [[Variants(line, line) for line in labelled(d)] for d in parse_marked(text)]
    features = {"en": WordFeatures(TableLayout(), Lexicon.load(ROOT / "en" / "lexicon"))}
    whole, cut = (
        epoch([Source(lines, "en", as_written=True, excerpts=share)], Vocabulary(features),
              random.Random(1), gap=3)
        for share in (0.0, 1.0)
    )  # fmt: skip
    stands = cut.words != BLANK
    assert list(cut.labels[stands]) == list(whole.labels)
    assert not cut.labels[~stands].any()
    gaps = "".join("w" if w else "_" for w in stands)
    assert 2 <= gaps.count("___") <= 4
    assert gaps.strip("w_") == ""
    assert BLANK not in whole.words

"""Insertion, attack, curve, folds, readers and other tools, on examples computed by hand."""

import importlib.util
import re

import pytest

from allonym.errors import ConfigError
from allonym.evaluate.align import Prediction
from allonym.evaluate.attack import Change, Words, attack_document, level_of, transliterated
from allonym.evaluate.beside.run import Beside, beside, render_beside
from allonym.evaluate.gold import GoldDocument, GoldSpan
from allonym.evaluate.insertion import insert_names, languages, measure_insertion, read_carriers
from allonym.evaluate.metrics import Share, Tally
from allonym.evaluate.report import fold
from allonym.evaluate.run import Scored, chosen, score_document


def test_every_language_has_thirty_sentences_to_insert_into():
    assert len(languages()) == 10
    for code in languages():
        assert len({(c.before, c.after) for c in read_carriers(code)}) >= 30, code


@pytest.mark.slow
def test_the_same_seed_inserts_the_same_names_and_marks_them():
    first, again = list(insert_names("pl", 10, 3)), list(insert_names("pl", 10, 3))
    assert first == again != list(insert_names("pl", 10, 4))
    spans = [d.document.text[s.start : s.end] for d in first for s in d.document.spans]
    assert len(spans) == 10
    assert all(name == name.strip() and name[0].isupper() for name in spans)


def test_insertion_counts_what_is_covered_and_what_is_invented():
    def every_second(text, _language):
        document = next(i.document for i in texts if i.document.text == text)
        found = [(s.start, s.end, "person", 1.0) for s in document.spans[::2]]
        return [*found, (0, 1, "person", 1.0)] if document.spans[0].start > 1 else found

    texts = list(insert_names("sk", 8))
    [figures] = measure_insertion(["sk"], every_second, count=8)
    assert (figures.total.part, figures.total.whole) == (4, 8)
    assert figures.precision.part == 4


@pytest.mark.parametrize(
    ("word", "output", "level"),
    [
        ("kowalski", "Jan Kowalski", "exact"),
        ("łoś", "łos", "no diacritics"),
        ("щърков", "Shtarkov", "transliterated"),
        ("kowalski", "kowalskiego", "inflected"),
        ("brzęczyszczykiewicz", "xbrzęczyszczykewicz", "fuzzy"),
        ("kowalski", "nobody here", ""),
    ],
)
def test_an_original_is_found_at_the_first_level_that_finds_it(word, output, level):
    pytest.importorskip("rapidfuzz")
    assert level_of([word], Words.of(output)) == level


def test_every_bulgarian_letter_is_transliterated():
    assert transliterated("абвгдежзийклмнопрстуфхцчшщъьюя").isascii()


def test_the_attack_tells_leaks_from_surrogates_and_from_kept_words():
    pytest.importorskip("rapidfuzz")
    text = "Kowalski met Nowakowski, judge Zielinski and Wisniewska."
    places = [(w, text.index(w)) for w in ("Kowalski", "Nowakowski", "Zielinski", "Wisniewska")]
    spans = tuple(GoldSpan(i, i + len(w), "person") for w, i in places)
    document = GoldDocument("1", "", "en", text, spans)
    new = ("Kowalski", "Aldridge", "", "")
    changes = [Change(s.start, s.end, "person", t) for s, t in zip(spans, new, strict=True)]
    changes[2] = Change(spans[2].start, spans[2].end, "person", "", kept=True)
    output = "Kowalski met Aldridge, judge Zielinski and Wisniewska."
    figures = attack_document(document, output, changes[:3])
    assert figures.originals == {"PER": 3}
    assert figures.left == {("PER", "exact"): 1}
    assert figures.surrogates == {"PER": 1}
    assert figures.characters.part == len(text) - len("KowalskiNowakowski")


@pytest.mark.parametrize(
    ("text", "output", "found"),
    [
        ("[Bo Ek] left, [Bo Ek] came.", "Bo Ek left, Per Ås came.", 2),
        ("[Bo Ek] left. An ek fell.", "Per Ås left. An ek fell.", 0),
        ("[Bo Ek] left. Bo Ek is a brand.", "Per Ås left. Bo Ek is a brand.", 0),
        ("Postcode [722 15].", "Postcode 722 15.", 1),
    ],
)
def test_the_attack_sees_originals_of_short_words(text, output, found):
    pytest.importorskip("rapidfuzz")
    bare = text.replace("[", "").replace("]", "")
    spans, depth = [], 0
    for match in re.finditer(r"\[(.*?)\]", text):
        spans.append(GoldSpan(match.start() - depth, match.end() - depth - 2, "person"))
        depth += 2
    changes = [Change(s.start, s.end, "person", "Per Ås") for s in spans if "Per" in output]
    document = GoldDocument("1", "", "sv", bare, tuple(spans))
    assert sum(attack_document(document, output, changes).left.values()) == found


def test_the_curve_ranks_finds_and_chooses_for_recall():
    gold = (GoldSpan(0, 3, "person"), GoldSpan(4, 7, "place"))
    document = GoldDocument("1", "", "en", "Ann Ayr xx", gold)
    found = [Prediction(0, 3, "person", 0.9), Prediction(4, 7, "place", 0.4),
             Prediction(8, 10, "org", 0.5)]  # fmt: skip
    scored = score_document(document, found)
    assert scored == Scored(2, ((0.9, True), (0.4, True), (0.5, False)))
    best = chosen(scored)
    assert best is not None
    assert best.threshold == 0.4
    assert best.f(2) == pytest.approx(5 * (2 / 3) / (4 * 2 / 3 + 1))


def test_folds_deal_every_document_once():
    parts = fold([Tally(documents=1)] * 7, 3)
    assert sorted(part.documents for part in parts) == [2, 2, 3]
    with pytest.raises(ConfigError, match="8 folds of 7 documents"):
        fold([Tally(documents=1)] * 7, 8)


def test_the_table_says_how_many_languages_a_tool_ran_on():
    tallies = [Tally(covered={"PER": Share(part, 4)}) for part in (4, 2)]
    found = [Beside("a", "en", tally=tallies[0]), Beside("a", "sv", tally=tallies[1]),
             Beside("b", "en", tally=tallies[1]), Beside("b", "sv", "no model")]  # fmt: skip
    rows = [line.split() for line in render_beside(found, "here").splitlines()]
    assert ["languages", "2", "1"] in rows
    assert ["PER", "8", "75.0", "50.0"] in rows


@pytest.mark.model
@pytest.mark.slow
def test_ours_runs_beside_and_what_fails_says_why(tmp_path):
    (tmp_path / "a.en.txt").write_text("=== 1 letter\n[[person|Ann Poe]] came.\n")
    ours, broken = beside([tmp_path / "a.en.txt"], tools=["allonym", "no such tool"])
    assert (ours.absent, ours.tally.covered["PER"].whole) == ("", 1)
    assert [length for length, _ in ours.growth] == [5_000, 10_000, 20_000, 40_000]
    assert broken.absent == "failed: KeyError"


def test_a_tool_that_is_not_there_has_a_word_in_its_cell(tmp_path):
    if importlib.util.find_spec("scrubadub"):
        pytest.skip("it is there")
    (tmp_path / "a.en.txt").write_text("=== 1 letter\n[[person|Ann]] came.\n")
    [cell] = beside([tmp_path / "a.en.txt"], tools=["scrubadub"])
    assert cell.absent == "not installed"

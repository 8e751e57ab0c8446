"""Insertion, attack, curve, folds, readers and other tools, on examples computed by hand."""

import importlib.util

import pytest

from allonym.errors import ConfigError, CorruptDocument
from allonym.evaluate.align import Prediction
from allonym.evaluate.attack.run import Change, attack_document
from allonym.evaluate.attack.search import Words, level_of, transliterated
from allonym.evaluate.beside.run import beside
from allonym.evaluate.curve import Scored, chosen, score_document
from allonym.evaluate.folds import fold
from allonym.evaluate.gold import GoldDocument, GoldSpan, read_gold
from allonym.evaluate.insertion.generate import insert_names, languages, read_carriers
from allonym.evaluate.insertion.measure import measure_insertion
from allonym.evaluate.metrics import Tally
from allonym.evaluate.plots import curve_svg, matrix_svg


def test_every_language_has_thirty_sentences_to_insert_into():
    assert len(languages()) == 10
    for code in languages():
        assert len({(c.before, c.after) for c in read_carriers(code)}) >= 30, code


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
    assert "best F2: 0.40" in curve_svg(scored)
    assert ">7<" in matrix_svg({("PER", "none"): 7})


def test_folds_deal_every_document_once():
    parts = fold([Tally(documents=1)] * 7, 3)
    assert sorted(part.documents for part in parts) == [2, 2, 3]
    with pytest.raises(ConfigError, match="2 to 7"):
        fold([Tally(documents=1)] * 7, 8)


def test_layouts_of_others_are_read(tmp_path):
    (tmp_path / "a.conll").write_text("-DOCSTART- -X- O O\n\nPeter NNP I-NP I-PER\nsat V O O\n")
    (tmp_path / "b.iob2").write_text("# sent_id = 1\n# text = x\n1\tOslo\tB-LOC\t-\t-\n\n")
    (tmp_path / "c.txt").write_text("Jan saw Ann")
    (tmp_path / "c.ann").write_text("T1\tPerson 0 3\tJan\nT2\tPerson 8 11\tAnn\nR1\tx\n")
    (tmp_path / "d.json").write_text(
        '[{"doc_id": 1, "text": "Jan, 5", "annotations": {"a": {"entity_mentions": ['
        '{"entity_type": "PERSON", "start_offset": 0, "end_offset": 3, "entity_id": "e",'
        ' "identifier_type": "DIRECT"}, {"entity_type": "CODE", "start_offset": 5,'
        ' "end_offset": 6, "identifier_type": "NO_MASK"}]}}}]'
    )

    def spans(name):
        return [s for d in read_gold(tmp_path / name, "en").documents for s in d.spans]

    assert spans("a.conll") == [GoldSpan(0, 5, "person")]
    assert spans("b.iob2") == [GoldSpan(0, 4, "place")]
    assert spans("c.ann") == [GoldSpan(0, 3, "person"), GoldSpan(8, 11, "person")]
    assert spans("d.json") == [GoldSpan(0, 3, "person", "e")]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.conll", "Peter NNP I-PER\nalone\n", "line 2: no tag"),
        ("a.conll", "Peter NNP X-PER\n", "line 1: not an IOB2 tag"),
        ("a.ann", "T1\tPerson 0 9\tJan\n", "line 1: .* does not lie"),
        ("a.ann", "T1\tPerson 0 3\tAnn\n", "line 1: the surface"),
        ("a.ann", "T1\tDragon 0 3\tJan\n", "line 1: unknown entity type"),
        ("a.json", '[{"doc_id": 1}]', "document 1: lacks"),
    ],
)
def test_a_wrong_gold_file_is_refused_with_line_and_reason(tmp_path, name, content, message):
    (tmp_path / name).write_text(content)
    if name.endswith(".ann"):
        (tmp_path / "a.txt").write_text("Jan")
    with pytest.raises((CorruptDocument, ConfigError), match=message):
        read_gold(tmp_path / name, "en")


def test_a_tool_that_is_not_there_has_a_word_in_its_cell(tmp_path):
    if importlib.util.find_spec("scrubadub"):
        pytest.skip("it is there")
    (tmp_path / "a.en.txt").write_text("=== 1 letter\n[[person|Ann]] came.\n")
    [cell] = beside([tmp_path / "a.en.txt"], tools=["scrubadub"])
    assert cell.absent == "not installed"

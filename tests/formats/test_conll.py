"""CoNLL-U and CoNLL-U Plus: each place where a name can stand, each byte that must not move."""

import random

import conllu
import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym import Pipeline
from allonym.errors import CorruptDocument, LeakError, UnrewritableContent
from allonym.files.opening import open_document, tagged
from allonym.formats.conll.document import ConllFormat
from allonym.formats.contents import texts_of
from allonym.languages.pack import load_pack
from allonym.model.entity import EntityId
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.span import Span
from allonym.morphology.load import load_morphology
from allonym.profile import Documents
from allonym.testing import check_format
from tests.each import each
from tests.formats.ud_rules import check
from tests.growth import grows_linearly
from tests.model.test_replacement import make

CORPUS = """\
# newdoc id = kos-letters
# newpar
# sent_id = kos-1
# text = Mary Kos's dog saw Rex (again).
# text_en = The dog of Mary Kos saw Rex again.
# speaker = Peter Lang
1	Mary	Mary	PROPN	NNP	_	4	nmod	_	NER=B-PER|Translit=me|start_char=0|end_char=4
2-3	Kos's	_	_	_	_	_	_	_	start_char=5|end_char=10
2	Kos	Kos	PROPN	NNP	Number=Sing	1	flat	_	NER=I-PER|Gloss=blackbird
3	's	's	PART	POS	_	1	case	_	NER=O
4	dog	dog	NOUN	NN	Number=Sing	5	nsubj	_	NER=O|Entity=(kos-dog)
5	saw	see	VERB	VBD	Tense=Past	0	root	_	NER=O
5.1	Kos	Kos	PROPN	NNP	_	_	_	5:obl	CopyOf=2
6	Rex	Rex	PROPN	NNP	Number=Sing	5	obj	_	NER=O|start_char=19|end_char=22
7	(	(	PUNCT	(	_	8	punct	_	NER=O|SpaceAfter=No
8	again	again	ADV	RB	_	5	advmod	_	SpaceAfter=No|TokenRange=24:29
9	)	)	PUNCT	)	_	8	punct	_	NER=O|SpaceAfter=No
10	.	.	PUNCT	.	_	5	punct	_	NER=O|SpaceAfter=No

# sent_id = kos-2
# text = doń poszła
# text_en = She went there.
1-2	doń	_	_	_	_	_	_	_	_
1	do	do	ADP	_	_	3	case	_	_
2	niego	on	PRON	_	_	3	obl	_	_
3	poszła	pójść	VERB	_	_	0	root	_	_

"""
PLUS = """\
# global.columns = ID FORM LEMMA UPOS CURLICAT:NE OTHER
# text = V Ljubljani živi Ana.
1	V	v	ADP	O	_
2	Ljubljani	Ljubljana	PROPN	B-LOC	Ljubljana
3	živi	živeti	VERB	O	_
4	Ana	Ana	PROPN	b-per|B-ORG	_
5	.	.	PUNCT	_	_
"""


def opened(text, **settings):
    return ConllFormat(Documents(**settings)).open(text.encode())


def swap(document, *changes):
    """Return the corpus with each word (its nth occurrence) exchanged for form and lemma."""
    made = []
    for word, form, lemma in changes:
        start = document.view.text.index(word)
        made.append(
            Replacement(
                Span(start, start + len(word)), form, EntityId("p1"), "pseudonym", lemma=lemma
            )
        )
    return document.rewrite(ReplacementPlan.of(made)).decode()


def line(text, start):
    return next(row for row in text.split("\n") if row.startswith(start))


@pytest.fixture
def renamed():
    return swap(opened(CORPUS), ("Mary", "Jo", "Jo"), ("Kos", "Lindgrens", "Lindgren"))


@pytest.fixture(scope="module")
def english():
    return Pipeline.load(language="en", method="tag")


# --- reading ---


def test_sentences_are_blocks_and_words_tokens():
    view = opened(CORPUS).view
    assert view.text == "Mary Kos's dog saw Rex (again).\ndoń poszła\n\nPeter Lang"
    assert [view.surface(block) for block in view.blocks] == view.text.replace("\n\n", "\n").split(
        "\n"
    )
    words = [view.surface(token) for token in view.tokens]
    assert words[:4] == ["Mary", "Kos", "'s", "dog"]
    assert words[-2:] == ["doń", "poszła"]


def test_spaces_come_from_the_text_where_space_after_is_not_used():
    assert "živi Ana." in opened(PLUS).view.text


def test_spaces_come_from_space_after_where_there_is_no_text():
    rows = [row for row in CORPUS.split("\n") if not row.startswith("# text =")]
    assert opened("\n".join(rows)).view.text.startswith("Mary Kos's dog saw Rex (again).")


def test_columns_may_be_named_anew_and_end_in_a_tab():
    text = "# global.columns = ID TOKEN NORM\n1\tAna\tana\t\n"
    document = opened(text)
    assert document.view.text == "Ana"
    assert swap(document, ("Ana", "Eva", "Eva")) == text.replace("Ana\tana", "Eva\tEva")


def test_the_empty_plan_changes_no_byte():
    for data in (CORPUS, PLUS, CORPUS.replace("\n", "\r\n"), "\ufeff" + PLUS.rstrip("\n")):
        assert ConllFormat().open(data.encode()).rewrite(ReplacementPlan()) == data.encode()


@pytest.mark.parametrize("text", [CORPUS, PLUS, CORPUS.replace("\n", "\r\n")])
def test_the_format_passes_the_suite(text):
    check_format(ConllFormat(), text.encode())


# --- entities the corpus is marked with ---


def mentions(text):
    document = opened(text)
    return [(document.view.surface(m.span), m.type) for m in document.given]


def test_a_column_of_entities_is_taken_as_finds():
    assert mentions(PLUS) == [("Ljubljani", "place"), ("Ana", "person"), ("Ana", "org")]


def test_ner_in_misc_and_a_speaker_are_taken_as_finds():
    assert mentions(CORPUS) == [("Mary Kos", "person"), ("Peter Lang", "person")]


@each(
    ("tags", "found"),
    [
        (["B-PER", "I-PER", "O"], [("a b", "person")]),
        (["I-PER", "I-PER", "B-PER"], [("a b", "person"), ("c", "person")]),
        (["PER", "PER", "LOC"], [("a b", "person"), ("c", "place")]),
        (["B-per", "E-per", "S-org"], [("a b", "person"), ("c", "org")]),
        (["B-PER|B-ORG", "O|I-ORG", "_"], [("a", "person"), ("a b", "org")]),
        (["B-deriv-per", "*", "B-id.tax"], [("a", "person"), ("c", "id.tax")]),
        (["persName", "", "MISC"], [("a", "person"), ("c", "other")]),
    ],
)
def test_tags_of_many_schemes_are_read(tags, found):
    rows = (f"{n}\t{w}\t{t}" for n, (w, t) in enumerate(zip("abc", tags, strict=True), 1))
    read = mentions("# global.columns = ID FORM X:NE\n" + "\n".join(rows) + "\n")
    assert sorted(read) == sorted(found)


@pytest.mark.parametrize(("wanted", "hidden"), [("use", True), ("only", True), ("ignore", False)])
def test_given_entities_are_hidden_as_the_profile_says(wanted, hidden):
    from dataclasses import replace

    profile = Pipeline.load(language="en", method="tag").profile
    profile = replace(profile, documents=Documents(given=wanted))
    text = "# global.columns = ID FORM X:NE\n1\twindow\tB-PER\n2\tshuts\tO\n"
    done = Pipeline.load(language="en", profile=profile).run_conll(text)
    assert ("window" not in done) is hidden


# --- rewriting, place by place ---


def test_form_and_lemma_change_together(renamed):
    assert line(renamed, "2\t").split("\t")[1:3] == ["Lindgrens", "Lindgren"]


def test_tags_features_and_relations_stay(renamed):
    old, new = line(CORPUS, "2\t").split("\t"), line(renamed, "2\t").split("\t")
    assert new[3:9] == old[3:9]


def test_the_surface_of_a_range_follows_its_words(renamed):
    assert line(renamed, "2-3\t").split("\t")[1] == "Lindgrens's"


def test_words_that_do_not_spell_their_range_follow_it():
    done = swap(opened(CORPUS), ("doń", "Ana", "Ana"))
    rows = [line(done, "# sent_id = kos-2"), *done.split("# sent_id")[2].split("\n")[2:5]]
    assert [row.split("\t")[1] for row in rows[-3:]] == ["Ana", "Ana", "Ana"]
    assert [row.split("\t")[2] for row in rows[-3:]] == ["_", "Ana", "Ana"]


def test_the_text_is_what_the_words_spell(renamed):
    assert "# text = Jo Lindgrens's dog saw Rex (again).\n" in renamed


def test_a_translation_goes_with_the_name_and_stays_without(renamed):
    assert "The dog of" not in renamed
    assert "# text_en = She went there.\n" in renamed


def test_names_in_ids_are_replaced_and_stay_apart(renamed):
    ids = [row for row in renamed.split("\n") if row.startswith("# sent_id")]
    assert ids == ["# sent_id = lindgrens-1", "# sent_id = lindgrens-2"]


def test_ids_that_spell_a_name_without_a_space_are_replaced():
    text = "# sent_id = LeeMary_MaryLee\n1\tMary\tMary\n2\tLee\tLee\n"
    document = opened("# global.columns = ID FORM LEMMA\n" + text)
    assert "# sent_id = KosAna_AnaKos\n" in swap(document, ("Mary", "Ana", ""), ("Lee", "Kos", ""))


def test_ids_that_may_hold_a_form_of_a_name_lose_it():
    text = "# newdoc id = kosa-Marynka-7\n1\tMary\tMary\n2\tKos\tKos\n"
    document = opened("# global.columns = ID FORM LEMMA\n" + text)
    assert "# newdoc id = x-x-7\n" in swap(document, ("Mary", "Ana", ""), ("Kos", "Lis", ""))


def test_ids_that_hold_the_stem_of_a_name_or_a_form_of_one_in_another_script_lose_it():
    text = "# newdoc id = 1-pinkos-radoslavov\n1\tPinkošovej\tPinkošová\n2\tРадослав\tРадослав\n"
    document = opened("# global.columns = ID FORM LEMMA\n" + text)
    swaps = ("Pinkošovej", "Novákovej", "Nováková"), ("Радослав", "Павел", "Павел")
    assert "# newdoc id = 1-x-x\n" in swap(document, *swaps)


def test_an_id_without_accents_stays_without():
    text = "# newdoc id = kos-7\n1\tKos\tKos\n"
    document = opened("# global.columns = ID FORM LEMMA\n" + text)
    assert "# newdoc id = zolc-7\n" in swap(document, ("Kos", "Żółć", ""))


def test_ids_in_another_script_or_without_accents_are_replaced():
    text = "# sent_id = lodz-Ivanov\n1\tŁódź\tŁódź\n2\tИванов\tИванов\n"
    document = opened("# global.columns = ID FORM LEMMA\n" + text)
    done = swap(document, ("Łódź", "Ełk", ""), ("Иванов", "Петров", ""))
    assert "# sent_id = elk-Petrov\n" in done


def test_ids_that_became_the_same_are_told_apart():
    text = "# sent_id = Ana\n1\tAna\tAna\n\n# sent_id = Mia\n1\tMia\tMia\n"
    document = opened("# global.columns = ID FORM LEMMA\n" + text)
    done = swap(document, ("Ana", "[X]", ""), ("Mia", "[X]", ""))
    assert [row for row in done.split("\n") if "sent_id" in row] == [
        "# sent_id = x",
        "# sent_id = x-2",
    ]


def test_an_empty_node_follows_its_word(renamed):
    assert line(renamed, "5.1\t").split("\t")[1:3] == ["Lindgrens", "Lindgrens"]


def test_misc_that_repeats_the_word_goes(renamed):
    assert "Translit" not in renamed
    assert "blackbird" not in renamed
    assert "NER=B-PER" in renamed


def test_names_in_the_misc_of_other_words_are_replaced(renamed):
    assert "Entity=(lindgrens-dog)" in renamed


def test_offsets_move_with_what_changed_before_them(renamed):
    assert "start_char=0|end_char=2" in line(renamed, "1\t")
    assert "start_char=3|end_char=14" in line(renamed, "2-3\t")
    assert "start_char=23|end_char=26" in line(renamed, "6\t")
    assert "TokenRange=28:33" in line(renamed, "8\t")


def test_other_columns_that_repeat_a_name_are_replaced():
    done = swap(opened(PLUS), ("Ljubljani", "Kranju", "Kranj"))
    assert line(done, "2\t") == "2\tKranju\tKranj\tPROPN\tB-LOC\tKranj"


def test_a_lemma_unlike_its_word_does_not_keep_a_name():
    text = "# global.columns = ID FORM LEMMA\n1\tAna\tAna\n2\tNje\tAna\n"
    assert swap(opened(text), ("Ana", "Eva", "Eva")).endswith("1\tEva\tEva\n2\tNje\tNje\n")


def test_a_word_without_known_lemma_takes_the_one_the_corpus_has():
    text = "# global.columns = ID FORM LEMMA\n1\tmaja\tmaj\n2\tjunija\tjunij\n3\tin\tin\n"
    document = opened(text)
    done = swap(document, ("maja", "Junija", ""))
    assert line(done, "1\t") == "1\tJunija\tjunij"


def test_a_preposition_that_follows_keeps_its_lemma_and_takes_the_tag_of_its_form():
    row = "{}\t{}\tz\tADP\tprep:gen:{}\tCase=Gen|Variant={}\t_\t_\t_\t_\n"
    text = row.format(1, "z", "nwok", "Short") + row.format(2, "ze", "wok", "Long")
    start = Replacement(Span(0, 1), "ze", EntityId("p1"), "pseudonym", context=True)
    done = opened(text).rewrite(ReplacementPlan.of([start])).decode()
    assert line(done, "1\t") == line(text, "2\t").replace("2", "1", 1)


def test_the_result_follows_the_rules_of_universal_dependencies(renamed):
    assert list(check(CORPUS)) == []
    assert list(check(renamed)) == []
    assert [token["form"] for token in conllu.parse(renamed)[0]][1] == "Lindgrens's"


def test_a_plan_over_two_words_is_refused():
    with pytest.raises(UnrewritableContent, match="its tokens"):
        opened(CORPUS).rewrite(ReplacementPlan.of([make(Span(0, 8), "Jo")]))


# --- with the whole pipeline ---


def test_a_label_stands_on_each_word_of_a_name(english):
    done = english.run_conll(CORPUS)
    assert [line(done, f"{n}\t").split("\t")[1:3] for n in (1, 2)] == [["[PERSON]"] * 2] * 2
    assert "# text = [PERSON] [PERSON]'s dog" in done
    assert "# speaker = [PERSON]" in done
    assert list(check(done)) == []


@each("method", ["remove", "letters", "initials", "index", "hash", "pseudonym"])
def test_every_method_leaves_a_valid_corpus_with_as_many_words(method):
    done = Pipeline.load(language="en", method=method).run_conll(CORPUS)
    assert list(check(done)) == []
    assert len(conllu.parse(done)[0]) == len(conllu.parse(CORPUS)[0])
    assert "Kos" not in done


@each(
    ("language", "name"),
    [
        ("sl", "Janeza Novaka"),
        ("pl", "Janem Kowalskim"),
        ("hr", "Ivanu Horvatu"),
        ("fi", "Matti Virtasen"),
    ],
)
def test_a_pseudonym_has_its_citation_form_as_lemma(language, name):
    rows = [
        f"{n}\t{w}\t{w}\t{t}-PER"
        for n, (w, t) in enumerate(zip(name.split(), "BI", strict=True), 1)
    ]
    text = "# global.columns = ID FORM LEMMA X:NE\n" + "\n".join(rows) + "\n"
    done = Pipeline.load(language=language, method="pseudonym").run_conll(text)
    morphology = load_morphology(load_pack(language))
    for row, kind in zip(done.split("\n")[1:3], ("given", "family"), strict=True):
        _, form, lemma, _ = row.split("\t")
        assert form in morphology.forms(lemma, kind)


def test_what_the_format_overlooks_the_search_finds(english):
    corpus = "1\tWrite\twrite\t_\n2\tann@corp.test\tann@corp.test\t_\n"
    written = f"# global.columns = ID FORM LEMMA UPOS\n{corpus}"
    read = dict(texts_of(written.encode()))
    assert "ann@corp.test" in read["column FORM"]
    assert "Ann" in dict(texts_of(b"# x = Ann\n1\tb\tb\t_\n"))["comments"]
    assert "LEMMA" not in str(read.keys())


def test_a_name_left_in_a_column_is_a_leak(english):
    text = "# global.columns = ID FORM X:NE HEAD:2\n1\tZorblaxa\tB-PER\t_\n2\tis\tO\tUnZorblaxa\n"
    assert "UnPERSON" in english.run_conll(text)
    again = text.replace("UnZorblaxa", "un Z-o-r-b-l-a-x-a")
    with pytest.raises(LeakError, match="column HEAD:2"):
        english.run_conll(again)


# --- tags written ---


def test_finds_are_written_as_one_more_column_and_read_again():
    document = opened(CORPUS)
    text = tagged(document, [(0, 8, "person"), (19, 22, "other")], "conllu")
    assert text.startswith("# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC")
    again = opened(text)
    assert again.view.text == document.view.text
    assert [m.type for m in again.given if m.evidence[0].rule == "column"] == ["person", "other"]


def test_finds_are_written_as_iob2():
    document = open_document(b"Ask Ann Lee.\nNow.\n", "a.txt")
    assert tagged(document, [(4, 11, "person")], "iob2") == (
        "Ask\tO\nAnn\tB-person\nLee\tI-person\n.\tO\n\nNow\tO\n.\tO\n\n"
    )


def test_a_plain_text_becomes_a_corpus():
    text = tagged(open_document(b"Ask Ann Lee.\nNow.\n", "a.txt"), [(4, 11, "person")], "conllu")
    assert [m.type for m in opened(text).given] == ["person"]
    assert opened(text).view.text == "Ask Ann Lee.\nNow."


# --- broken files ---


@each(
    ("text", "complaint"),
    [
        ("1\tAna\n", "line 1: 10 columns are expected, not 2"),
        (PLUS.replace("4\tAna", "\tAna"), "line 6: column 1 holds no token number"),
        (PLUS.replace("4\tAna", "2\tAna"), "line 6: token number 2 where 4 is due"),
        (PLUS.replace("\tAna\tAna", "\t \tAna"), "line 6: no word"),
        (CORPUS.replace("2-3", "3-4"), "line 8: token number 3 where 2 is due"),
        (CORPUS.replace("2-3", "2-2"), "line 8: a multiword token over fewer"),
        (CORPUS.replace("2-3", "2-30"), "line 18: the sentence ends inside"),
        (CORPUS.replace("5.1", "7.1"), "line 13: an empty node that follows no word"),
        ("# global.columns = ID LEMMA\n1\ta\n", "no column FORM"),
    ],
)
def test_a_broken_line_is_named(text, complaint):
    with pytest.raises(CorruptDocument, match=complaint) as caught:
        opened(text)
    assert "Ana" not in str(caught.value)


@given(st.data())
def test_damage_is_an_error_or_a_corpus_and_never_a_crash(data):
    lines = CORPUS.split("\n")
    index = data.draw(st.integers(0, len(lines) - 1))
    cells = lines[index].split("\t")
    cell = data.draw(st.integers(0, len(cells) - 1))
    cells[cell] = data.draw(st.text("1234.-_\t# aČ", max_size=4))
    damaged = "\n".join([*lines[:index], "\t".join(cells), *lines[index + 1 :]])
    try:
        document = opened(damaged)
    except CorruptDocument:
        return
    assert document.rewrite(ReplacementPlan()).decode() == damaged
    assert len(document.given) >= 0
    assert len(document.residue) >= 0


@pytest.mark.slow
def test_time_grows_with_the_corpus():
    def prepare(size):
        corpus = (CORPUS * size).encode()
        spans = ConllFormat().open(corpus).view.tokens[:: random.Random(1).randint(7, 9)]

        def call():
            document = ConllFormat().open(corpus)
            plan = ReplacementPlan.of(make(span, "Jo") for span in spans)
            return document.rewrite(plan), document.given, document.residue

        return call

    assert grows_linearly(prepare, 20)

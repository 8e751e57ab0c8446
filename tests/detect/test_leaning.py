"""A name that somebody bears and the ordinary word of the same form, in one document."""

import pytest

import allonym
from allonym.detect.decision.leaning import Leaning
from allonym.model.span import Span


def _lean() -> Leaning:
    words = frozenset(("frost", "petty"))
    return Leaning(is_ordinary=words.__contains__, is_lemma=words.__contains__)


@pytest.mark.parametrize(
    ("text", "none", "word", "why"),
    [
        ("Frost on the road.", 0.98, True, "the trees are sure"),
        ("Frost said so.", 0.96, False, "the trees are not sure"),
        ("Frost said so.", 0.998, True, "surer still, whatever stands behind"),
        ("Frost on the road.", 0.4, False, "the trees think of somebody"),
        ("Fröst on the road.", 0.99, False, "in no dictionary"),
        ("Frost -named.", 0.99, False, "a name that is spoken of"),
    ],
)
def test_an_ordinary_word_at_a_head_is_told_by_the_trees(text, none, word, why):
    assert _lean().is_but_a_word(text, Span(0, 5), none) is word, why


def test_a_capital_inside_a_sentence_is_a_name_whatever_stands_behind():
    assert not _lean().is_but_a_word("I saw Frost on it", Span(6, 11), 0.98)


@pytest.mark.parametrize(
    ("text", "none", "word", "why"),
    [
        ("It is for the Frost of May", 0.2, True, "behind an article, and the phrase ends"),
        ("It is for the Frost.", 0.2, True, "and the sentence does"),
        ("It is for the Frost.", 0.05, False, "the trees are sure of somebody"),
        ("It is for the Frost file", 0.2, False, "the file is somebody's"),
        ("It is for the Frost-Moss", 0.2, False, "another name hangs on it"),
        ("It is for the Fröst.", 0.9, False, "in no dictionary"),
        ("It is for me Frost.", 0.9, False, "nothing before it speaks against somebody"),
    ],
)
def test_inside_a_sentence_what_stands_before_and_behind_tells_a_word(text, none, word, why):
    lean = Leaning(is_lemma={"frost"}.__contains__, nobody_behind=("the",), ends={"of"})
    assert lean.is_but_a_word(text, Span(14, 19), none) is word, why


def test_a_given_name_is_no_word_behind_an_article_and_a_people_is_whatever_the_trees_say():
    behind, span = {"nobody_behind": ("the",)}, Span(14, 19)
    given = Leaning(is_lemma={"frost"}.__contains__, is_given={"Frost"}.__contains__, **behind)
    assert not given.is_but_a_word("It is for the Frost.", span, 0.9)
    people = Leaning(is_people={"Frost"}.__contains__, **behind)
    assert people.is_but_a_word("It is for the Frost.", span, 0.01)


def test_a_profile_that_leans_further_leaves_no_word():
    lean = Leaning(1.0, lambda _: True, (), lambda _: True)
    assert not lean.is_but_a_word("Frost on the road.", Span(0, 5), 0.98)


@pytest.mark.model
@pytest.mark.parametrize(
    ("language", "text", "stays"),
    [
        ("sl", "Lucija Hren je kuhala. S hrenom za veliko noč.", "S hrenom"),
        ("sl", "Učiteljica Zora Kos je prišla. Sončna zora je bila lepa.", "Sončna zora"),
        ("hr", "Ana Golub je došla. Na krovu je golub.", "je golub"),
        ("pl", "Zofia Buk. Wędlina bukowa dymem pachnie.", "bukowa"),
        ("fi", "Otso Koski nukkui, kun otsoa ei näkynyt.", "otsoa"),
        ("en", "Crows, a marten and a bear, says Anders Marten.", "a marten"),
        ("en", "Mrs April Fell. In April your fixed rate ends.", "In April"),
        ("en", "Ms. Bishop called. The letter went to the Bishop of Durham.", "the Bishop of"),
        ("en", "Dear Mr English,\n\nHe speaks English and reads well.", "speaks English"),
        ("sl", "Gospa Ana Nemec je tu. Vsak Nemec v mestu to ve.", "Vsak Nemec"),
        ("bg", "Г-н Иван Турчин дойде. Всеки Турчин в града знае.", "Всеки Турчин"),
        ("sv", "Dag för dag kan man följa det. Dag, sonen i huset, bär breven.", "Dag för dag"),
    ],
)
def test_the_word_stays_beside_its_bearer(language, text, stays):
    assert stays in allonym.pseudonymize(text, language=language).text


@pytest.mark.model
@pytest.mark.parametrize(
    ("language", "text", "gone"),
    [
        ("pl", "Jan Lis. Wójt Lis otworzył. Lis powiedział, że nie.", "Lis"),
        ("sk", "Ten ma volal „dudková“, Eva Dudková.", "dudková"),
        ("hr", "Vlado Perić živi u Splitu. Razgovarao sam s Vladom.", "Vladom"),
        ("en", "Dear Mr English,\n\nEnglish called again. I told English that.", "English"),
        ("en", "Mr Paul Church. I gave Church the Church file; trust in Church.", "Church"),
        ("sl", "Gospa Ana Nemec. Klical je Nemec. Z Nemcem sem govoril.", "Nem"),
        ("bg", "Г-н Иван Турчин дойде. Видях Турчин.", "Турчин"),
        ("en", "Mr Bruce Rivers came. Rivers said that it was late.", "Rivers"),
    ],
)
def test_the_bearer_does_not(language, text, gone):
    assert gone not in allonym.pseudonymize(text, language=language).text


@pytest.mark.model
@pytest.mark.parametrize(
    ("language", "table", "stays"),
    [
        ("pl", "Jan\nKowalski\nOpole\n\nPiotr\nZając\nRadom\n", ("Kowalski", "Zając")),
        ("pl", "Jan\tKowalski\tOpole\t\nPiotr\tZając\tRadom\t\n", ("Kowalski", "Zając")),
        ("sv", "Anna\nBerg\nLund\n\nErik\nLind\nUmeå\n", ("Berg", "Lind")),
    ],
)
def test_a_cell_beside_a_given_name_is_a_surname(language, table, stays):
    done = allonym.pseudonymize(table, language=language, method="tag").text
    assert not any(name in done for name in stays)

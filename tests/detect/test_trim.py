"""Titles stay outside a name; labels and diseases are none."""

import pytest
from tests.each import each

from allonym.detect.patterns.data import load_patterns, plain_triggers
from allonym.detect.settling.trim import Trimmer
from allonym.languages.pack import load_pack
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.text.markup import parse_marks


def trimmer(language):
    pack = load_pack(language)
    return Trimmer(pack.toml("words.toml"), pack.toml("never.toml"))


@each(
    ("language", "surface", "rest"),
    [
        ("en", "Mr. Carter", "Carter"),
        ("en", "Prof. Dr Ann Lee", "Ann Lee"),
        ("en", "Carter", "Carter"),
        ("en", "R. Carter", "R. Carter"),
        ("en", "A Marsh", "Marsh"),
        ("en", "Mr", None),
        ("en", "IP", None),
        ("en", "MB FRCPI", None),
        ("en", "HV", "HV"),
        ("en", "Mr Hall", "Hall"),
        ("en", "May Ann Lee rest in peace", "Ann Lee rest in peace"),
        ("en", "May Lee's dear soul be well", "Lee's dear soul be well"),
        ("en", "May Lee is well", "May Lee is well"),
        ("sv", "Boråstjejen Mia Ek", "Mia Ek"),
        ("pl", "PESEL", None),
        ("pl", "Wydział II Cywilny", None),
        ("pl", "Pani Doktor", None),
        ("pl", "panem Janem Lisem", "Janem Lisem"),
        ("pl", "R. Lis", "R. Lis"),
    ],
)
def test_leading_titles_are_cut(language, surface, rest):
    view = TextView.of(f"x. {surface} y")
    mention = Mention(Span(3, 3 + len(surface)), "person", (Evidence("model", score=0.9),))
    trimmed = trimmer(language).trim(view, mention)
    assert (view.surface(trimmed.span) if trimmed else None) == rest


def test_a_sign_for_number_is_cut_with_the_space_behind_it():
    mention = Mention(
        Span(4, 7), "address", (Evidence("model", score=0.9),)
    )  # had ended in an error
    trimmed = trimmer("en").trim(TextView.of("Top # 2 it is"), mention)
    assert trimmed.span == Span(6, 7)


def test_a_known_person_is_left_alone():
    mention = Mention(Span(0, 6), "person", (Evidence("known"),))
    assert trimmer("en").trim(TextView.of("Mr Lee"), mention) is mention


@each(
    ("language", "marked", "dropped"),
    [
        ("en", "[[person|Parkinson]]'s disease", True),
        ("en", "[[person|Parkinson]]'s coat", False),
        ("en", "[[person|Down]] syndrome", True),
        ("pl", "choroba [[person|Parkinsona]]", True),
        ("pl", "pan [[person|Parkinson]]", False),
        ("pl", "[[person|Objaw Babińskiego]] dodatni", True),
        ("sk", "[[person|Parkinsonova]] choroba", True),
        ("bg", "[[person|Мила]] лельо Стоянке, как си?", True),
        ("bg", "[[person|Мила]] каза на леля Стоянка.", False),
        ("sk", "Skúška podľa [[person|Romberga]]", True),
        ("sk", "pán [[person|Romberg]]", False),
    ],
)
def test_diseases_name_nobody(language, marked, dropped):
    text, (mark,) = parse_marks(marked)
    mention = Mention(mark.span, "person", (Evidence("model", score=0.9),))
    assert (trimmer(language).trim(TextView.of(text), mention) is None) == dropped


def test_an_initial_is_no_preposition():
    view = TextView.of("Z . Nowak i Z. Nowak, O'Leary, pan Z Nowak")
    for start, end in ((0, 9), (12, 20), (22, 29), (35, 42)):
        mention = Mention(Span(start, end), "person", (Evidence("model", score=0.9),))
        assert trimmer("pl").trim(view, mention) is mention


def test_a_preposition_that_opens_a_sentence_is_cut():
    view = TextView.of("Tak. Z Nowakiem")
    mention = Mention(Span(5, 15), "person", (Evidence("model", score=0.9),))
    assert trimmer("pl").trim(view, mention).span == Span(7, 15)


@each(("surface", "type_", "stays"), [
    ("EMŠO", "other", False), ("IMEI", "org", False), ("IMEI", "person", True),
    ("Imei", "other", True), ("NATO", "org", True),
])  # fmt: skip
def test_labels_of_any_country_in_capitals_name_nothing(surface, type_, stays):
    pack, known = load_pack("pl"), plain_triggers(load_patterns())
    trim = Trimmer(pack.toml("words.toml"), pack.toml("never.toml"), triggers=known).trim
    mention = Mention(Span(3, 3 + len(surface)), type_, (Evidence("model", score=0.9),))
    assert (trim(TextView.of(f"x. {surface} 1"), mention) is not None) == stays


@pytest.mark.parametrize(
    ("text", "surface", "rest"),
    [
        ("Ring Anna om det.", "Ring Anna", "Anna"),
        ("Där stod fru Ring.", "fru Ring", "Ring"),
        ("Ring om det.", "Ring", None),
    ],
)
def test_a_verb_is_cut_off_the_name_after_it_and_kept_where_it_is_the_name(text, surface, rest):
    pack = load_pack("sv")
    named = {"ring", "anna", "björn", "stål"}
    cut = Trimmer(
        pack.toml("words.toml"), pack.toml("never.toml"), is_named=lambda w: w.lower() in named
    )
    start = text.index(surface)
    evidence = (Evidence("model", score=0.8),)
    mention = Mention(Span(start, start + len(surface)), "person", evidence)
    view = TextView.of(text)
    trimmed = cut.trim(view, mention)
    assert (view.surface(trimmed.span) if trimmed else None) == rest


def marked_person(marked):
    text, (mark,) = parse_marks(marked)
    return TextView.of(text), Mention(mark.span, mark.type, (Evidence("model", "PER", 0.9),))


@each(
    ("surface", "rest"),
    [
        ("Gustav ringdes", "Gustav"),
        ("Gustav ringdes upp", "Gustav"),
        ("Gustav von", "Gustav von"),
        ("Jan Kowal-\nskiego", "Jan Kowal-\nskiego"),
        ("Jan kowalski", "Jan kowalski"),
    ],
)
def test_words_in_small_letters_are_no_part_of_a_name(surface, rest):
    words = {"names": {"particles": ["von"]}}
    trimmer = Trimmer(words, {}, is_named=lambda word: word == "kowalski")
    view, mention = marked_person(f"x [[person|{surface}]] y")
    assert view.surface(trimmer.trim(view, mention).span) == rest


def test_a_plain_word_at_the_head_of_a_sentence_is_no_name():
    trimmer = Trimmer({}, {}, is_plain=lambda word: word == "ieri")
    at_head, within = (marked_person(f"Da{mark} [[person|Ieri]] e luni.") for mark in ".,")
    assert trimmer.trim(*at_head) is None
    assert trimmer.trim(*within) is not None


@each(
    ("surface", "rest"),
    [
        ("Helvi-täti", "Helvi"),
        ("Timo-enolle", "Timo"),
        ("Pikku-Aada", "Aada"),
        ("Anna-Liisa", "Anna-Liisa"),
        ("Vanha-Aho", "Aho"),
        ("P.S. Viorica", "Viorica"),
        ("Lojzka\n\nP. S.", "Lojzka"),
    ],
)
def test_what_is_joined_to_a_name_is_no_part_of_it(surface, rest):
    text = f"{surface} tuli"
    mention = Mention(Span(0, len(surface)), "person", (Evidence("model", score=0.9),))
    bare = trimmer("fi").trim(TextView.of(text), mention)
    assert text[bare.span.start : bare.span.end] == rest


@each(
    ("language", "surface"),
    [("hr", "Bogu"), ("pl", "Panu Bogu"), ("bg", "Боже"), ("sv", "Herre Gud"), ("en", "A Chara"),
     ("hr", "Najmodavčeva"), ("en", "Sundays")],
)  # fmt: skip
def test_exclamations_parties_and_days_name_nobody(language, surface):
    mention = Mention(Span(0, len(surface)), "person", (Evidence("model", score=0.97),))
    assert trimmer(language).trim(TextView.of(surface), mention) is None


TALK = "Q. Who?\nA. Russell Dykstra.\nQ. State your name.\nA. Yes.\n"


@pytest.mark.parametrize(
    ("text", "surface", "rest"),
    [
        (TALK, "A. Russell Dykstra", "Russell Dykstra"),
        (TALK, "A. Yes", "Yes"),
        ("A. Russell Dykstra\nB. Dow\n", "A. Russell Dykstra", "A. Russell Dykstra"),
    ],
    ids=["answer", "word", "list"],
)
def test_the_letter_of_an_answer_is_no_initial(text, surface, rest):
    pack = load_pack("en")
    trim = Trimmer(pack.toml("words.toml"), {}).trim
    start = text.index(surface)
    mention = Mention(
        Span(start, start + len(surface)), "person", (Evidence("gazetteer", score=0.8),)
    )
    trimmed = trim(TextView.of(text), mention)
    assert (text[trimmed.span.start : trimmed.span.end] if trimmed else None) == rest
    assert trimmed is None or trimmed.score == (0.4 if rest == "Yes" else 0.8)

"""Putting originals back: forms, cases, and answers that arrive in pieces."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.bridges.chat import ChatFilter
from allonym.chat.conversation import Originals, Stream, hide_together, restore_pieces

pytestmark = pytest.mark.model

SECRET = b"a secret for the tests only"


@pytest.fixture(scope="module")
def polish():
    chat = ChatFilter.load(language="pl", secret=SECRET)
    return chat, chat.hide("Napisz do Jana Kowalskiego z Krakowa, tel. 601 234 567.")


def forms_of(chat, original):
    """Return the surrogate that stands for a form."""
    return next(k for k, v in chat.originals.table.items() if v == original)


def test_what_goes_out_says_no_name(polish):
    _, hidden = polish
    for name in ("Jan", "Kowalsk", "Krak", "601 234"):
        assert name not in hidden


def test_what_comes_back_is_restored(polish):
    chat, hidden = polish
    assert chat.restore(hidden) == "Napisz do Jana Kowalskiego z Krakowa, tel. 601 234 567."


def test_another_case_comes_back_in_that_case(polish):
    chat, _ = polish
    answer = f"Rozmawiałem z {forms_of(chat, 'Janem')} {forms_of(chat, 'Kowalskim')}."
    assert chat.restore(answer) == "Rozmawiałem z Janem Kowalskim."


def test_capitals_come_back_as_capitals(polish):
    chat, _ = polish
    assert chat.restore(forms_of(chat, "Kowalski").upper()) == "KOWALSKI"


def test_a_word_that_only_begins_like_a_surrogate_stays(polish):
    chat, _ = polish
    word = forms_of(chat, "Kowalskiemu") + "qqq"
    assert chat.restore(word) == word


@pytest.mark.slow
def test_people_keep_their_names_through_a_conversation():
    chat = ChatFilter.load(language="pl", secret=SECRET)
    first = chat.hide("Jan Kowalski mieszka w Krakowie.")
    second = chat.hide("Zapytaj Kowalskiego o adres.")
    surname = first.split()[1]
    assert surname[:-1] in second
    assert chat.restore(second) == "Zapytaj Kowalskiego o adres."


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "name", "later"),
    [
        ("pl", "Jan Kowalski", "ma 3 lata, ur. 3.5.2023"),
        ("en", "Peter Ashcombe", "(born 3 May 1934) has a son, Colin Ashcombe, 3, who called"),
        ("sv", "Karin Lindqvist", "är 93 år, och hennes dotter heter Elin Lindqvist"),
        ("hr", "Ivan Horvat", "ima 5 godina, majka mu je Marija Horvat"),
    ],
)
def test_who_has_a_name_keeps_it_when_an_age_is_told_later(language, name, later):
    chat = ChatFilter.load(language=language, secret=SECRET)
    first = chat.hide(f"{name}.")
    assert name not in first
    assert chat.hide(f"{name} {later}.").startswith(first.rstrip("."))


def test_what_was_said_stays_as_it_was_when_a_chat_without_marks_grows():
    """Of a short text nobody can tell whether its letters lack their marks; names keep theirs."""
    said = "Napisz do Jana Kowalskiego z Krakowa, tel. 601 234 567."
    more = "A kim jest Kowalski i czemu on jeszcze nic nie odpisal? Prosze sprawdzic jego poczte."
    for number in range(5):
        secret = b"a secret for the tests only" + bytes([number])
        pipeline = ChatFilter.load(language="pl", secret=secret).pipeline
        short, long = (hide_together(pipeline, texts).texts for texts in ([said], [said, more] * 2))
        assert short[0] == long[0]


@pytest.mark.slow
def test_what_has_no_pseudonym_is_numbered_and_told_apart():
    chat = ChatFilter.load(language="pl", secret=SECRET)
    message = "Jan Kowalski choruje na stwardnienie rozsiane, a Anna Nowak na łuszczycę."
    hidden = chat.hide(message)
    assert "stwardnienie" not in hidden
    assert chat.restore(hidden) == message


@pytest.mark.slow
def test_finnish_cases_are_restored():
    chat = ChatFilter.load(language="fi", secret=SECRET)
    chat.hide("Matti Virtanen asuu Tampereella.")
    assert chat.restore(forms_of(chat, "Virtaselle")) == "Virtaselle"


@given(cuts=st.lists(st.integers(0, 60), max_size=12))
def test_pieces_say_the_same_as_the_whole(polish, cuts):
    chat, hidden = polish
    edges = sorted({0, len(hidden), *(min(c, len(hidden)) for c in cuts)})
    pieces = [hidden[a:b] for a, b in pairwise(edges)]
    assert "".join(restore_pieces(chat.originals, pieces)) == chat.restore(hidden)


def test_one_character_at_a_time(polish):
    chat, hidden = polish
    assert "".join(chat.stream(hidden)) == chat.restore(hidden)


def test_only_what_may_become_a_surrogate_is_held_back(polish):
    chat, _ = polish
    stream = chat.listen()
    name = forms_of(chat, "Kowalskim")
    assert stream.feed("Cześć, ") == "Cześć, "
    assert stream.feed(name[:4]) == ""
    assert stream.feed(name[4:]) == ""
    assert stream.feed("! Do zobaczenia.") == "Kowalskim! Do zobaczenia."
    assert stream.feed(name) + stream.close() == "Kowalskim"


def test_nothing_is_held_back_where_nothing_was_hidden():
    stream = Stream(Originals())
    assert stream.feed("Bardzo długa odpowiedź") == "Bardzo długa odpowiedź"
    assert stream.close() == ""


@pytest.mark.slow
def test_the_article_that_followed_a_pseudonym_goes_back_with_it():
    chat = ChatFilter.load(language="hu", secret=SECRET)
    said = [f"Ki az a {name}?" for name in ("Horváth Katalin", "Szabó Eszter", "Kovács Gábor")]
    assert [chat.restore(chat.hide(message)) for message in said] == said

"""Bulgarian in Latin letters is read in its own, and nothing else is."""

import pytest

from allonym import Pipeline, pseudonymize
from allonym.languages.lexicon import load_lexicon, load_settings
from allonym.languages.pack import load_pack
from allonym.languages.typed import Typed
from allonym.model.known import KnownPerson

SECRET = b"a secret of sixteen bytes and more"
CHAT = (
    "Zdravei Mimi, chu li za Stanimir ot Pazardjik? Hvanali go vchera pian, gorkata Petia place. "
    "Ka6ti na leli Tonka da se obadi, 4e maika mu pita za nego vsqka vecher. Pishi na mimi@abv.bg."
)


@pytest.fixture(scope="module")
def typed():
    folder = load_pack("bg").where("lexicon")
    return Typed(load_settings(folder)["typed"], load_lexicon(folder))


def test_spelt_reads_each_letter_in_the_way_that_makes_words(typed):
    text, places = typed.spelt(CHAT)
    assert "чу ли за Станимир от Пазарджик? Хванали го вчера пиян, горката Петя плаце" in text
    assert "че майка му пита за него всяка вечер" in text
    assert text.endswith("mimi@abv.bg.")  # an address stays
    assert len(text) == len(places)


def test_spelt_says_where_each_letter_was_typed(typed):
    text, places = typed.spelt(CHAT)
    assert [*places] == sorted(places)
    assert CHAT[places[text.index("чу")] :].startswith("chu")


@pytest.mark.parametrize(
    "text",
    [
        "Dear Ivan, thank you for the documents that Maria Petrova sent on Monday. We will meet.",
        "Dragi Marko, da li je Jovana kod tebe? Javi mi kad se vrati iz Nisa, mama se brine.",
        "Ivan Petrov; Maria Dimitrova; Stoyan Kolev; Georgi Ivanov; Elena Hristova; Petar Marinov",
        "Aspirin, Concor, Metformin, Lisinopril, Atorvastatin, Nebivolol, Amlodipin, Xarelto",
        "Живее на ул. „Шипка“ 4, пише на mimi@abv.bg и ползва Microsoft Office.",
    ],
)
def test_spelt_leaves_other_languages_names_and_cyrillic(typed, text):
    assert typed.spelt(text)[0] == text


def test_spelt_leaves_very_long_runs_of_letters(typed):
    text = CHAT + " " + 40 * "abrakadabra"
    assert typed.spelt(text)[0].endswith(40 * "abrakadabra")


@pytest.mark.slow
@pytest.mark.model
def test_names_in_latin_letters_are_hidden_and_words_stay():
    result = Pipeline.load(language="bg", secret=SECRET).run(CHAT).text
    assert all(name not in result for name in ("Mimi", "Stanimir", "Pazardjik", "Petia", "Tonka"))
    assert "Hvanali go vchera pian, gorkata " in result
    assert result.isascii()


@pytest.mark.slow
@pytest.mark.model
@pytest.mark.parametrize("name", ["Tonka Zasechtova", "Тонка Засечтова"])
def test_known_people_are_found_in_whichever_letters_they_are_given(name):
    text = CHAT.replace("Tonka", "zasechtova")
    result = Pipeline.load(language="bg", secret=SECRET).run(text, known=[KnownPerson(name)])
    assert "zasechtova" not in result.text.lower()


@pytest.mark.slow
@pytest.mark.model
def test_tags_keep_their_letters():
    assert "[ЛИЦЕ1]" in pseudonymize(CHAT, language="bg", method="index").text

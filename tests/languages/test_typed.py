"""Bulgarian in Latin letters is read in its own, and nothing else is."""

from dataclasses import replace

import pytest

from allonym import Pipeline, pseudonymize
from allonym.languages.lexicon import load_lexicon, load_settings
from allonym.languages.pack import load_pack
from allonym.languages.typed import Typed
from allonym.model.known import KnownPerson
from allonym.profile import ListEntry
from allonym.profile.load import load_profile

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


@pytest.fixture(scope="module")
def pipeline():
    return Pipeline.load(language="bg", secret=SECRET)


KEPT = {
    "Vij https://petrovi.bg/ivan/petrov tuk.": ("petrovi", "ivan/petrov"),
    "Vij https://t.me/ivanpetrov i ftp://petrov:tajna@server.bg.": ("ivanpetrov", "tajna"),
    "Profilat mi e facebook.com/georgi.kolev.7.": ("kolev",),
    "MAC e A4:5E:60:C2:B1:DF.": ("A4:5E", "B1:DF"),
    "IPv6 fe80::abcd:ef:fe:cafe i 2001:db8:abcd:ef::1": ("cafe", "abcd"),
    "GPS 42.6977 N, 23.3219 E.": ("42.6977", "23.3219"),
    "Sofia, N42.6977 E23.3219; lat: 42.6977, lon: 23.3219": ("lat: 42.6977", "lon: 23.3219"),
    "Karta 4111 1111 1111 1111 CVV 123": ("4111", "CVV 123"),
    "password: Tajna123! secret: kolev": ("Tajna", "kolev"),
    "Passport No P12345678, Driving licence 281234567": ("12345678", "281234567"),
    "patient no. 12345, case No 123/2024": ("12345", "123/2024"),
    "VIN WVWZZZ1JZXW000001": ("1JZXW000001",),
    "IBAN:BG80BNBG96611020345678": ("BG80BNBG",),
    "Kaji na Shteryo Zhechev, s login shteryozhechev.": ("hteryo", "hechev"),
    "Kaji na Georgi Kolev, s login gkolev.": ("Kolev", "gkolev"),
    "Sent: Monday, March 4, 2024 10:15 AM": ("March 4, 2024",),
    "Date: Mon, 04 Mar 2024 10:15:00 +0200": ("04 Mar 2024",),
}


@pytest.mark.slow
@pytest.mark.model
@pytest.mark.parametrize("text", KEPT)
def test_what_is_no_text_of_the_language_is_hidden_as_it_stands(pipeline, text):
    result = pipeline.run(f"{CHAT}\n{text}").text
    assert [said for said in KEPT[text] if said in result[-len(text) - 40 :]] == []
    assert result.isascii()


@pytest.mark.slow
@pytest.mark.model
@pytest.mark.parametrize(
    "text",
    [
        "Rabotq v Siemens, gledam Netflix i YouTube.",
        "Pishi mi vav Facebook ili Viber.",
        "Karam Skoda Octavia i imam Samsung Galaxy.",
    ],
)
def test_makes_stay(pipeline, text):
    assert pipeline.run(f"{CHAT}\n{text}").text.endswith(f"\n{text}")


@pytest.mark.slow
@pytest.mark.model
def test_names_with_a_digit_for_a_letter_have_capitals(pipeline):
    result = pipeline.run(f"{CHAT}\nObadi se na 4avdar Kolev.").text.split(" na ")[-1]
    assert result.istitle()
    assert "avdar" not in result


@pytest.mark.slow
@pytest.mark.model
def test_lists_of_a_profile_are_read_in_either_letters():
    default = load_profile("default")
    mine = (ListEntry(text="Stanimir"),), (ListEntry(text="rabotilnica", type="place"),)
    result = _run(replace(default, allow=mine[0], deny=mine[1]), f"{CHAT} Idi v rabotilnica.")
    assert "za Stanimir ot" in result
    assert all(word not in result for word in ("rabotilnica", "Pazardjik", "Petia", "Tonka"))
    assert "za Stanimir ot" in _run(replace(default, allow=(ListEntry(text="Станимир"),)), CHAT)


def _run(profile, text):
    return Pipeline.load(language="bg", profile=profile, secret=SECRET).run(text).text

"""A name that somebody bears and the ordinary word of the same form, in one document."""

import pytest

import allonym


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
        ("hr", "Na natječaj su se javili Perić, Xhemaili, Gashi i Marić.", "Xhemaili"),
        ("fi", "Kokouksessa olivat Virtanen, Nieminen, Xhaferi ja Laine.", "Xhaferi"),
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


TEAM = "Hibs: Greig; Tulloch, Leask (Orr 67), Gilchrist; McQuillan, Baird, Hoy; Nisbet, Shearer."


@pytest.mark.model
@pytest.mark.parametrize(
    ("language", "text", "gone"),
    [
        ("en", TEAM, ("Leask", "Orr", "Gilchrist", "McQuillan", "Nisbet", "Shearer")),
        ("sv", "Laget: Ohlin – Ström (Dahl 70), Skog – Borg, Vik – Falk, Moberg.", ("Skog", "Vik")),
        ("hu", "Kezdő: Gulácsi, Lang, Szalai, Fiola (Nego 70), Schäfer, Sallai, Ádám.", ("Nego",)),
    ],
)
def test_a_long_enumeration_of_surnames_is_a_team(language, text, gone):
    done = allonym.pseudonymize(text, language=language, method="tag").text
    assert not any(name in done for name in gone)


@pytest.mark.model
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Fruit: Apple, Orange, Lemon, Cherry, Plum, Olive, Berry, Rose, Damson."),
        ("en", "Poets: Keats, Shelley, Byron, Blake, Wordsworth, Coleridge, Burns."),
        ("sv", "Träd: Björk, Gran, Tall, Ek, Lind, Alm, Ask, Rönn, Hassel, Sälg."),
        ("pl", "Ptaki: Wróbel, Sroka, Kos, Czapla, Dzięcioł, Gil, Sikora, Szpak."),
    ],
)
def test_words_and_figures_are_none(language, text):
    kept = allonym.pseudonymize(text, language=language).text
    assert kept.split()[1] == text.split()[1]
    assert kept.split()[-1] == text.split()[-1]

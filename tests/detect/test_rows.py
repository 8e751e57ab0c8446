"""Surnames in a row that are words too, where no sentence tells."""

import pytest

import allonym


@pytest.mark.model
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("pl", "Obecni: Barć, Mróz, Żaba, Maj, Kos"),
        ("sl", "Prisotni: Kos, Zima, Volk, Golob in Jelen."),
        ("hr", "Nazočni: Vuk, Golub, Jelen, Kovač"),
        ("fi", "Läsnä: Susi, Koski, Virta ja Kivi"),
        ("en", "Present: The Clerk, Cllrs Pike, Hunt and Marsh"),
        ("en", "In the hall. Present: Frost, Plumb"),
        ("pl", "Obecni: Lis, Wilk"),
        ("sk", "Kračúnovce: Holub – Jurč, Kováč, Šoltys (60. Hric) – Dzurko, Medveď – Novotný."),
        ("hu", "Körmend: Bakó – Lovas, Pintér, Hajdú – Juhos (65. Ihász), Boros – Fodor, Szántó."),
        ("hu", "Körmend: Szél, Németh (61. Ihász), Tompa, Szekér – Vincze, Nagy."),
    ],
)
def test_a_row_of_surnames_is_hidden(language, text):
    names = allonym.pseudonymize(text, language=language, method="tag").text.split(": ")[1]
    kept = {word.strip(",.()") for word in text.split(": ")[1].split()} & set(names.split())
    assert not {word for word in kept if word.istitle()} - {"The", "Clerk", "Cllrs"}


@pytest.mark.model
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("pl", "Kluby: Sokół, Orzeł, Wisła, Pogoń, Gwardia, Lech"),
        ("pl", "Obecni: Przewodniczący, Sekretarz, Skarbnik"),
        ("sk", "Vtáky: Straka, Sokol, Holub, Sýkora, Kos"),
        ("hu", "Foglalkozások: Kovács, Szabó, Molnár, Takács, Fazekas, Asztalos"),
        ("hu", "Írók: Jókai, Mikszáth, Móricz, Ady, Babits, Kosztolányi"),
        ("en", "Cars: Ford, Lincoln, Chrysler, Dodge, Bentley, Morgan"),
        ("en", "Menu: Soup, Bread – Lamb, Rice, Beans – Pudding, Coffee, Tea – Brandy"),
        ("pl", "Trasa: Rynek, Lipowa, Polna – Ogrodowa, Dworzec – Zoo, Mickiewicza – Pętla"),
        ("en", "Present: Sales, Marketing, Legal, Finance"),
        ("en", "Present: Police, Ambulance. Absent: Ankle, Knee"),
    ],
)
def test_other_rows_stay(language, text):
    assert allonym.pseudonymize(text, language=language).text == text

"""Where names end in whole sentences, and what beside them is nobody: all detectors together."""

from functools import cache

import pytest
from tests.each import each

import allonym

pytestmark = pytest.mark.model


@cache
def loaded(language):
    return allonym.Pipeline.load(language=language, secret=b"0123456789abcdef")


@each(
    ("language", "text", "people", "places"),
    [
        # Nobody is in a surname, and a country is none.
        ("fi", "Poika Kari Virossa ja tytär Liisa Saksassa.", "Kari|Liisa", "Virossa|Saksassa"),
        ("fi", "poika Jari Kokkolassa", "Jari", "Kokkolassa"),
        ("fi", "Tapasin Hanna Maria Harjulan.", "Hanna Maria Harjulan", ""),
        ("hu", "Vera Egerből jött, Péter Linzbe ment.", "Vera|Péter", "Egerből|Linzbe"),
        ("hu", "Anna Grazban él.", "Anna", "Grazban"),
        # An inhabitant at the head of a sentence; a surname that looks like one.
        ("fi", "Espoolainen mies ajoi Helsingistä", "", "Espoolainen|Helsingistä"),
        ("fi", "Hämäläinen tuli.", None, ""),
        # A given name that is a word too, before a surname.
        ("en", "May Collins died. May Collins came.", "May Collins|May Collins", ""),
        ("en", "Page Lamson signed the deed in Keene.", "Page Lamson", "Keene"),
        ("en", "Chase Miller lives in Salem.", "Chase Miller", "Salem"),
        ("en", "Her sister, Sr. Una, will stay. Sr Una came.", "Una|Una", ""),
        # Days of saints, cars, greetings and medicines.
        ("ro", "De Sf. Ion are ziua Ana.", "Ana", ""),
        ("ro", "Autoturism Škoda Octavia, nr. identificare TMBJG7NE4F0182736", "", ""),
        ("ro", "Ana: Nea Vasile, cum?", "Ana|Vasile", ""),
        ("ro", "saru mana mugurel, aduna albine", "mugurel", ""),
        ("bg", "Д-р Найден Палазов\nТерапия: Витамин D.", "Найден Палазов", ""),
        # A numeral before a name in another script.
        ("bg", "I. АНГЕЛ КРЪСТЕВ дарява имот.", "АНГЕЛ КРЪСТЕВ", ""),
    ],
)
def test_names_end_where_they_end(language, text, people, places):
    found = loaded(language).detect(text)
    named = [(text[m.span.start : m.span.end], m.type.partition(".")[0]) for m in found]
    assert "|".join(name for name, kind in named if kind == "place") == places
    if people is not None:
        assert "|".join(name for name, kind in named if kind == "person") == people
    assert not [name for name, kind in named if kind in ("org", "other")]


def test_a_label_with_its_number_is_nobody_though_somebody_is_called_so():
    text = "Sold by PAGE LAMSON, of Keene. Recorded in Book 141, Page 377 of the deeds."
    assert "Page 377" in loaded("en").run(text).text


def test_a_town_in_small_letters_is_the_town():
    assert "lai" not in loaded("fi").run("Asun Oulussa. Menen ouluun.").text

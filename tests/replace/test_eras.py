"""Who was born when, as given names and ages tell it, stays so."""

from __future__ import annotations

import pytest
from tests.replace.naming import pseudonymized

from allonym.replace.people.eras import load_eras

PEOPLE = [
    # the name tells it
    ("en", "Mrs [[person#1|Winifred Stubbs]] came.", "Fem", {"old"}),
    ("sv", "[[person#1|Tindra]] undrar om hon får.", "Fem", {"young"}),
    ("fi", "Potilas: [[person#1|Helvi Aaltonen]].", "Fem", {"old"}),
    ("ro", "Am vorbit cu tanti [[person.given#1|Aglaia]].", "Fem", {"old"}),
    ("hu", "[[person#1|Bendegúz]] elmondta.", "Masc", {"young"}),
    ("bg", "Дойде [[person#1|Пенка Колева]].", "Fem", {"old"}),
    # a name of any age becomes no name of one
    ("en", "Mr [[person#1|Peter Hale]] came.", "Masc", set()),
    # the text tells it, against the name or where the name does not
    ("sv", "[[person#1|Maria Hed]], [[age#2|82 år]], kom.", "Fem", {"old"}),
    ("en", "[[person#1|Peter Hale]], born [[date.birth#2|12/05/1941]], came.", "Masc", {"old"}),
    ("hu", "Eljött [[person#1|Dorina]] és hazament. A [[age#2|73 éves]] nő.", "Fem", {"young"}),
    ("pl", "Był [[person#1|Piotr Gruca]], [[age#2|9 lat]].", "Masc", {"young"}),
]


@pytest.mark.parametrize(("language", "marked", "gender", "era"), PEOPLE)
@pytest.mark.parametrize("number", range(4))
def test_names_stay_those_of_their_generation(
    language: str, marked: str, gender: str, era: set[str], number: int
) -> None:
    done = pseudonymized(marked, language, bytes([number]) * 16)
    given = done.of(done.marks[0]).lemma.split(" ")[0]
    assert load_eras(language).get((gender, given), frozenset()) == era


@pytest.mark.parametrize(("town", "away"), [("Hailsham", "US"), ("Tulsa", "GB")])
def test_names_are_borne_in_the_country_of_the_document(town: str, away: str) -> None:
    known = load_eras("en")
    for number in range(8):
        marked = f"[[person#1|Peter Hale]] and [[person#2|Susan Hale]] of [[place#3|{town}]]."
        done = pseudonymized(marked, "en", bytes([number]) * 16)
        given = (done.of(mark).lemma.split(" ")[0] for mark in done.marks[:2])
        found = (known.get((g, n), ()) for g, n in zip(("Masc", "Fem"), given, strict=True))
        assert not any(away in countries for countries in found)

"""Who was born when, as given names and ages tell it, stays so."""

from __future__ import annotations

import pytest
from tests.each import crossed, each
from tests.replace.naming import pseudonymized

from allonym.languages.eras import LEAST, load_eras, span_of
from allonym.languages.pack import load_pack
from allonym.languages.pool import load_pool
from allonym.replace.rules import NameRules

PEOPLE = [
    # the name tells it
    ("en", "Mrs [[person#1|Winifred Stubbs]] came.", "Fem", (1930, 1965)),
    ("sv", "[[person#1|Tindra]] undrar om hon får.", "Fem", (1980, 2025)),
    ("fi", "Potilas: [[person#1|Helvi Aaltonen]].", "Fem", (1930, 1974)),
    ("ro", "Am vorbit cu tanti [[person.given#1|Aglaia]].", "Fem", (1930, 1970)),
    ("hu", "[[person#1|Bendegúz]] elmondta.", "Masc", (1995, 2025)),
    ("bg", "Дойде [[person#1|Пенка Колева]].", "Fem", (1930, 1975)),
    # a pet name has the time of its full name
    ("pl", "[[person#1|Gienia]] przyszła.", "Fem", (1930, 1985)),
    # the text tells it, against the name or where the name does not
    ("sv", "[[person#1|Maria Hed]], [[age#2|82 år]], kom.", "Fem", (1930, 1955)),
    (
        "en",
        "[[person#1|Peter Hale]], born [[date.birth#2|12/05/1941]], came.",
        "Masc",
        (1930, 1960),
    ),
    ("pl", "Był [[person#1|Piotr Gruca]], [[age#2|9 lat]].", "Masc", (2000, 2025)),
    ("pl", "Był [[person#1|Piotr Gruca]], [[id.national#2|44051401359]].", "Masc", (1930, 1960)),
    ("sl", "Učenec [[person#1|Aleks Kos]] je prišel.", "Masc", (1995, 2025)),
    ("ro", "[[person.given#1|Maria]] are 88, vine.", "Fem", (1930, 1955)),
    ("sk", "Žiačka [[person#1|Eva Malá]] prišla.", "Fem", (1990, 2025)),
    ("hr", "Pokojna [[person#1|Ana Kos]] je dala.", "Fem", (1930, 1980)),
    # whose kin they are tells it, counted from who has a number
    (
        "pl",
        "Matka, [[person#1|Anna]], i [[person#2|Marta Lis]], [[age#3|9 lat]].",
        "Fem",
        (1960, 2010),
    ),
    ("hu", "Anyja neve: [[person#1|Anna]], szül. [[date.birth#2|1958]].", "Fem", (1930, 1955)),
    ("sl", "Sin [[person#1|Marko]]; [[person#2|Jan Kos]], [[age#3|90 let]].", "Masc", (1950, 1980)),
    (
        "pl",
        "Był syn [[person#1|Adama]], [[person#2|Jan Lis]], [[age#3|80 lat]].",
        "Masc",
        (1930, 1945),
    ),
]
"""Who was born in these years, or somewhat before or after."""


@each(("language", "marked", "gender", "years", "number"), crossed(PEOPLE, *range(4)))
def test_names_stay_those_of_their_generation(
    language: str, marked: str, gender: str, years: tuple[int, int], number: int
) -> None:
    done = pseudonymized(marked, language, bytes([number]) * 16)
    given = done.of(done.marks[0]).lemma.split(" ")[0]
    pack = load_pack(language)
    full = NameRules(pack).pet_names.full(given)
    curve = load_eras(pack.path("eras.tsv")).of(gender, full)
    first, last = map(span_of, years)
    assert sum(curve[first : last + 1]) >= LEAST


@each("language", ["sl", "hr", "bg", "ro", "sk", "pl", "hu", "fi", "sv", "en"])
def test_the_usual_names_have_a_time_and_the_sex_of_the_pool(language: str) -> None:
    pack = load_pack(language)
    pool = load_pool(pack, "given")
    eras = load_eras(pack.path("eras.tsv"))
    sexes = {(e.lemma, e.gender) for e in pool.entries}
    named = {name for name, _ in sexes}
    assert [n for g, n in eras.curves if n in named and (n, g) not in sexes] == []
    assert sum((n, g) in sexes for g, n in eras.curves) >= 300


@each("number", range(6))
def test_who_is_not_called_alike_is_not_called_alike_afterwards(number: int) -> None:
    marked = "[[person#1|Alojz Baloh]] in [[person#2|Rozalija Kos]], [[person#3|Avgust Hren]]."
    done = pseudonymized(marked, "sl", bytes([number]) * 16)
    names = [done.of(mark).lemma for mark in done.marks]
    assert len({name.split()[0].rstrip("aeio") for name in names}) == len(names)
    assert not any(name.split()[0] in name.split()[1] for name in names)


@pytest.mark.parametrize(("town", "away"), [("Hailsham", "US"), ("Tulsa", "GB")])
def test_names_are_borne_in_the_country_of_the_document(town: str, away: str) -> None:
    known = load_eras(load_pack("en").path("eras.tsv")).countries
    for number in range(8):
        marked = f"[[person#1|Peter Hale]] and [[person#2|Susan Hale]] of [[place#3|{town}]]."
        done = pseudonymized(marked, "en", bytes([number]) * 16)
        given = (done.of(mark).lemma.split(" ")[0] for mark in done.marks[:2])
        found = (known.get((g, n), ()) for g, n in zip(("Masc", "Fem"), given, strict=True))
        assert not any(away in countries for countries in found)

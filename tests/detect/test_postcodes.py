"""Numbers are postcodes where the table of settlements says so of what stands beside them."""

from __future__ import annotations

from tests.each import each

from allonym.detect.refining.postcodes import Postcodes
from allonym.languages.abroad import load_abroad
from allonym.languages.geography import load_geography
from allonym.languages.pack import load_pack
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.morphology.load import load_morphology


def codes(language: str, before: str, name: str, behind: str, kind: str) -> list[str]:
    pack = load_pack(language)
    view = TextView.of(before + name + behind)
    mention = Mention(Span(len(before), len(before) + len(name)), kind, (Evidence("model"),))
    finder = Postcodes(load_geography(pack), load_morphology(pack), load_abroad(pack))
    found = finder.find(view, [mention])
    return [view.surface(m.span) for m in found if m.type == "postcode"]


@each(
    ("language", "before", "name", "behind", "kind", "code"),
    [
        ("bg", "Румяна – 5300 ", "Габрово", ", ап. 14", "place", "5300"),
        ("sl", "Dogoška cesta 44, 2000 ", "Mariboru", ", tel.", "place", "2000"),
        ("ro", "(", "str. Petőfi Sándor nr. 40", ", 547530). Drumul", "address", "547530"),
        ("sk", "Adresa: ", "Nitra", ", 949 01\n", "place", "949 01"),
        ("hu", "Baja\n", "Szegedi út 73. fszt. 2", ".\n6500\n\nTisztelt", "address", "6500"),
        ("sk", "Mária Hudáková\n", "Pozdišovce 77", "\n072 01\n", "address", "072 01"),
        ("sk", "Bydlisko: ", "Hniezdne 214", ", 065 01", "address", "065 01"),
        ("ro", "Sebeș, jud. ", "Alba", ", 515800.", "place", "515800"),  # the county that it is in
        ("ro", "Ploiești, jud. ", "Prahova", ", 100083.", "place", "100083"),  # of no row itself
        ("sl", "Stanuje v naselju ", "Kranj", ", 4000.", "place", "4000"),  # ends the sentence
        ("hu", "Lakik: ", "Szeged", " 6720\n", "place", "6720"),
        ("sl", "Stanuje v ", "Kranju", ", 4000, Trg 3", "place", "4000"),
        ("sk", "bytom 34-500 ", "Zakopane", ", Poľsko", "place", "34-500"),  # of another country
        ("sk", "bytom 9021 ", "Győr", ".", "place", "9021"),
    ],
)
def test_a_number_of_the_table_beside_its_town(language, before, name, behind, kind, code):
    assert codes(language, before, name, behind, kind) == [code]


@each(
    ("language", "before", "name", "behind"),
    [
        ("sl", "Leta 2000 ", "Ljubljana", " še ni imela"),  # a code of Maribor
        ("sl", "Od leta 2019 ", "Maribor", " raste"),  # no code at all
        ("bg", "през 5300 лв. ", "Габрово", " плати"),
        ("sk", "", "Kuraľany", " 935,64"),
        ("sl", "Leta 2015 ", "Trst", " še ni imel"),
        ("sl", "V naselju ", "Kranj", ", 4000 prebivalcev"),  # goes on
        ("sl", "Zgodilo se je v kraju ", "Maribor", ", 2000."),  # may be a year
        ("ro", "Sebeș, jud. ", "Alba", ", 100083."),  # of another county
    ],
)
def test_other_numbers_beside_towns_are_none(language, before, name, behind):
    assert codes(language, before, name, behind, "place") == []


@each(
    ("behind", "states"),
    [
        (", OH. Contact", ["OH"]),
        (", OH 45402", ["OH"]),
        (", XQ.", []),
        (", OH.gov", []),
        (" OH", []),
    ],
)
def test_a_code_behind_a_town_and_a_comma_is_its_state(behind: str, states: list[str]) -> None:
    pack = load_pack("en")
    view = TextView.of("Seen in Dayton" + behind)
    town = Mention(Span(8, 14), "place", (Evidence("model"),))
    initials = Mention(Span(16, 18), "person", (Evidence("model"),))
    finder = Postcodes(load_geography(pack), load_morphology(pack))
    found = finder.find(view, [town, *([initials] if states else [])])
    assert [view.surface(m.span) for m in found if m.type == "place.region"] == states
    assert not any(m.type == "person" for m in found)


def test_a_number_that_a_network_took_for_a_file_s_is_the_postcode_of_the_town() -> None:
    view = TextView.of("w Krakowie, 30-069, przy ul. Lea 5")
    town = Mention(Span(2, 10), "place", (Evidence("model"),))
    number = Mention(Span(12, 18), "case_number", (Evidence("model"),))
    pack = load_pack("pl")
    finder = Postcodes(load_geography(pack), load_morphology(pack), load_abroad(pack))
    assert [m.type for m in finder.find(view, [town, number])] == ["place", "postcode"]


@each(
    ("language", "text", "kinds"),
    [
        ("fi", "Matti, 15140 |Lahti", ["postcode", "place"]),
        ("sv", "222 22 |Lund", ["postcode", "place"]),
        ("bg", "5500 |Ловеч", ["postcode", "place"]),
        ("fi", "15140 |Virtanen", ["person"]),  # no town of that number
        ("sl", "Leta 2000 |Kranj", ["person"]),  # a code of Maribor
    ],
)
def test_who_stands_behind_the_postcode_of_a_town_called_so_is_the_town(language, text, kinds):
    before, name = text.rsplit("|", 1)
    view, pack = TextView.of(before + name), load_pack(language)
    person = Mention(Span(len(before), len(view.text)), "person", (Evidence("model"),))
    finder = Postcodes(load_geography(pack), load_morphology(pack), load_abroad(pack))
    assert [m.type for m in finder.find(view, [person])] == kinds

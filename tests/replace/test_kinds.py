"""A settlement becomes one of its kind, of the municipality that stands for its own."""

from __future__ import annotations

import pytest
from tests.each import crossed, each
from tests.replace.test_world import replaced

from allonym.languages.abroad import load_abroad
from allonym.languages.geography import load_geography
from allonym.languages.pack import load_pack

KINDS = [  # word of the kind, a town of it, what the new one is
    ("bg", "гр. [[place|Бяла]], обл. [[place|Русе]]", "town"),
    ("bg", "с. [[place|Свещари]]", "village"),
    ("bg", "Къща в с. [[place|Обзор]]", "village"),  # by the sea too
    ("bg", "с. [[place|Червен]]", "village"),  # no Червен бряг
    ("ro", "orașul [[place|Odobești]], județul [[place|Vrancea]]", "town"),
    ("ro", "municipiul [[place|Sebeș]], județul [[place|Alba]]", "city"),
    ("ro", "comuna [[place|Jariștea]], județul [[place|Vrancea]]", "village"),
    ("pl", "miasto [[place|Kobylin]]", "town"),
    ("sk", "mesto [[place|Lipany]]", "town"),
    ("hu", "[[place|Kapoly]] község", "village"),
]
MUNICIPALITIES = [
    ("bg", "с. [[place|Лопян]], общ. [[place|Етрополе]]"),  # the table lacks Лопян
    ("ro", "comuna [[place|Jariștea]], sat [[place|Varnița]]"),
    ("pl", "wieś [[place|Bednary]], gmina [[place|Nieborów]]"),
]


@each(("language", "marked", "kind", "number"), crossed(KINDS, *range(3)))
def test_a_settlement_becomes_one_of_its_kind(
    language: str, marked: str, kind: str, number: int
) -> None:
    name = replaced(marked, language, bytes([number]) * 16)[0]
    town = load_geography(load_pack(language)).named(name)
    assert town is not None
    assert town.kind == kind


@each(("language", "marked", "number"), crossed(MUNICIPALITIES, *range(3)))
def test_a_village_is_of_the_municipality_drawn(language: str, marked: str, number: int) -> None:
    known = load_geography(load_pack(language))
    towns = [known.named(name) for name in replaced(marked, language, bytes([number]) * 16)]
    village = next(town for town in towns if town and town.part)
    seat = next(town for town in towns if town and town is not village)
    assert village.kind == "village"
    assert village.part == seat.name
    assert seat.own


@pytest.mark.parametrize("number", range(3))
def test_a_municipality_has_the_name_of_its_seat(number: int) -> None:
    (name,) = replaced("i [[place|Leksands]] kommun", "sv", bytes([number]) * 16)
    known = load_geography(load_pack("sv"))
    town = known.named(name) or known.named(name.removesuffix("s"))
    assert town is not None
    assert town.own


@pytest.mark.parametrize("number", range(3))
def test_towns_in_a_list_have_their_own_postcodes(number: int) -> None:
    marked = (
        "[[postcode|63-740]] [[place|Kobylin]], [[postcode|63-700]] [[place|Krotoszyn]], "
        "[[postcode|63-200]] [[place|Jarocin]]"
    )
    made = replaced(marked, "pl", bytes([number]) * 16)
    known = load_geography(load_pack("pl"))
    for code, name in zip(made[::2], made[1::2], strict=True):
        town = known.named(name)
        assert town is not None
        assert town.has(code)


@each(
    ("marked", "country", "number"),
    crossed(
        [
            ("[[postcode|68600]] [[place|Jakobstad]]", "FI"),
            ("[[postcode|68331]] [[place|Hagfors]]", "SE"),  # written without its blank
        ],
        *range(3),
    ),
)
def test_a_document_in_swedish_is_of_finland_or_of_sweden(
    marked: str, country: str, number: int
) -> None:
    code, name = replaced(marked, "sv", bytes([number]) * 16)
    town = load_geography(load_pack("sv")).named(name, country)
    assert town is not None
    assert town.country == country
    assert town.has(code)


@pytest.mark.parametrize("marked", [
    "[[place|Sebeș]], str. Mică nr. 8, jud. [[place|Alba]], [[postcode|515800]]",
    "[[place|Sebeș]], str. Mică nr. 8, [[postcode|515800]], jud. [[place|Alba]]",
])  # fmt: skip
def test_a_postcode_beside_a_county_is_its_town_s(marked: str) -> None:
    made = replaced(marked, "ro", b"k" * 16)
    code = next(text for text in made if text.isdigit())
    town = load_geography(load_pack("ro")).named(made[0])
    assert town is not None
    assert town.has(code)


@pytest.mark.parametrize("number", range(3))
def test_a_house_in_a_village_has_the_postcode_of_the_new_one(number: int) -> None:
    marked = "[[address|Hniezdne 214]], [[postcode|065 01]]"
    address, code = replaced(marked, "sk", bytes([number]) * 16)
    village = load_geography(load_pack("sk")).named(address.rpartition(" ")[0])
    assert village is not None
    assert village.has(code)


@pytest.mark.parametrize(("language", "marked"), [
    ("sk", "bytom [[address|Rapovce 96]]"),  # listed only where lists may be wrong
    ("sl", "naslov: [[address|Gančani 112]]"),  # no case of an adjective that a street has
    ("sl", "naslov: [[address|Drežnica 48]]"),  # in no list
])  # fmt: skip
def test_a_house_in_a_village_stands_in_one(language: str, marked: str) -> None:
    known = load_geography(load_pack(language))
    for number in range(3):
        (address,) = replaced(marked, language, bytes([number]) * 16)
        assert known.named(address.rpartition(" ")[0])


@pytest.mark.parametrize(("language", "marked", "country"), [
    ("sv", "på [[place|Fårö]]", "SE"),  # no Faro
    ("pl", "w [[place|Winnicy]] pod [[place|Pułtuskiem]]", "PL"),  # a village beside the town
])  # fmt: skip
def test_a_village_at_home_is_no_city_abroad(language: str, marked: str, country: str) -> None:
    made = replaced(marked, language, b"k" * 16)[0]
    found = load_abroad(load_pack(language)).named(made)
    assert found is None or found.country == country

"""A settlement becomes one that lies as it does: by the sea, on an island, in mountains."""

from __future__ import annotations

import pytest
from tests.each import crossed, each
from tests.replace.test_near import places

from allonym.languages.geography import load_geography
from allonym.languages.pack import load_pack

LIES = [  # language, marked text, how the first town lies, and why
    ("sl", "Teden sva bila v [[place|Izoli]].", "coast", "the sea needs no word for it"),
    ("hr", "Živi u [[place|Splitu]].", "coast", "a city by the sea becomes another"),
    ("hr", "Trajekt vozi u [[place|Supetar]].", "island", "a ferry goes to an island"),
    ("bg", "На почивка сме в [[place|Балчик]].", "coast", "a holiday by the sea"),
    ("bg", "Баба е във [[place|Видин]], на Дунава.", "danube", "a town on the Danube"),
    ("ro", "Tata a rămas la [[place|Predeal]], la schi.", "mountain", "skis need mountains"),
    ("pl", "Wujek jest w [[place|Giżycku]], nad jeziorem.", "lake", "a lake is spoken of"),
    ("hu", "[[place|Siófokon]] vagyunk, a tónál.", "lake", "a lake is spoken of"),
    ("fi", "Äiti asuu [[place|Hangossa]].", "coast", "the sea needs no word for it"),
    ("sv", "Han bor i [[place|Hemse]].", "island", "an island needs no word for it"),
    ("en", "We moved to [[place|Whitby]].", "coast", "the sea needs no word for it"),
]


@each(("language", "marked", "lie", "why", "number"), crossed(LIES, *range(2)))
def test_a_settlement_lies_as_it_did(
    language: str, marked: str, lie: str, why: str, number: int
) -> None:
    name = places(marked, language, number)[0]
    town = load_geography(load_pack(language)).named(name)
    assert town is not None
    assert lie in town.lies, why


@pytest.mark.parametrize("number", range(3))
def test_no_inland_town_comes_to_lie_on_an_island(number: int) -> None:
    name = places("Vlak za [[place|Koprivnicu]] kasni.", "hr", number)[0]
    town = load_geography(load_pack("hr")).named(name)
    assert town is not None
    assert "island" not in town.lies


@pytest.mark.parametrize("number", range(3))
def test_towns_of_a_named_island_go_where_it_goes(number: int) -> None:
    marked = "Stigli smo na [[place|Brač]], u [[place|Supetar]]."
    island, name = places(marked, "hr", number)
    town = load_geography(load_pack("hr")).named(name)
    assert town is not None
    assert "island" in town.lies
    assert f"island:{island}" in town.lies or island in ("Cres", "Vis")  # few towns


CITIES = [  # language, marked text, and why
    ("bg", "Живее в [[place|Бургас]], учи във [[place|Варна]].", "both cities of the coast named"),
    ("bg", "Живее в [[place|Бургас]], почива в [[place|Созопол]].", "a resort beside its city"),
    ("hr", "Živi u [[place|Splitu]], studira u [[place|Zadru]].", "other cities are left"),
    ("sl", "Živi v [[place|Kopru]], študira v [[place|Izoli]].", "the only towns there"),
    ("ro", "Locuiește în [[place|Constanța]].", "the only city of the coast"),
]


@each(("language", "marked", "why", "number"), crossed(CITIES, *range(2)))
def test_no_city_by_the_sea_becomes_a_small_place(
    language: str, marked: str, why: str, number: int
) -> None:
    known = load_geography(load_pack(language)).named(places(marked, language, number)[0])
    assert known is not None
    assert not known.size, why

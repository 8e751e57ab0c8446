"""Regional bodies are found in names, in whatever case, and each table speaks of known places."""

import pytest

from allonym.languages.bodies import load_bodies
from allonym.languages.geography import load_geography
from allonym.languages.pack import available, load_pack
from allonym.languages.pool import load_pool
from tests.each import each
from tests.replace.naming import morphology

FOUND = [
    ("fi", "Päijät-Hämeen hyvinvointialueelle", "Päijät-Häme"),
    ("fi", "Itä-Suomen poliisilaitos", "Itä-Suomi"),
    ("hr", "PU splitsko-dalmatinske", "splitsko-dalmatinski"),
    ("hr", "Sveučilišta Jurja Dobrile u Puli", "Jurja Dobrile u Puli"),
    ("sl", "CENTER ZA SOCIALNO DELO POSAVJE", "Posavje"),
    ("en", "Humberside Police", "Humberside"),
    ("sk", "BBSK", "banskobystrický"),
]
OTHERS = [
    ("fi", "Päijät-Hämeen Osuuspankki"),
    ("en", "Police Federation"),
    ("hr", "Istarska banka"),
]


@each(("language", "name", "part"), FOUND)
def test_a_regional_body_is_found(language: str, name: str, part: str) -> None:
    found = load_bodies(load_pack(language), morphology(language)).find(name)
    assert found is not None
    assert found.body.part == part


@pytest.mark.parametrize(("language", "name"), OTHERS)
def test_other_names_hold_none(language: str, name: str) -> None:
    assert load_bodies(load_pack(language), morphology(language)).find(name) is None


def test_another_body_stands_in_the_same_form() -> None:
    bodies = load_bodies(load_pack("fi"), morphology("fi"))
    found = bodies.find("Hämeen poliisilaitos")
    assert found is not None
    other = next(b for b in bodies.like(found.body.kind) if b.part == "Itä-Uusimaa")
    assert bodies.written(found, other, "Hämeen") == "Itä-Uudenmaan"


@each("language", ["en", "fi", "hr", "pl", "sk", "sl", "sv"])
def test_bodies_serve_places_that_the_table_of_settlements_knows(language: str) -> None:
    pack = load_pack(language)
    towns = load_geography(pack).towns
    known = {name for town in towns for name in (town.name, town.region)}
    served = {name for b in load_bodies(pack, morphology(language)).table for name in b.served}
    assert served <= known


@each("language", sorted(available()))
def test_the_head_of_a_pool_names_every_form(language: str) -> None:
    pack = load_pack(language)
    for kind in ("given", "family", "place", "street", "org"):
        assert all(len(e.row) <= len(e.bundles) for e in load_pool(pack, kind).entries), kind

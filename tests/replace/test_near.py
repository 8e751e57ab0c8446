"""What is near, abroad, or a county in a document is so in the result."""

from __future__ import annotations

import re

import pytest
from tests.each import crossed, each
from tests.replace.naming import Done, pseudonymized

from allonym.languages.abroad import load_abroad
from allonym.languages.geography import load_geography
from allonym.languages.pack import load_pack
from allonym.morphology.load import load_morphology
from allonym.replace.numbers.registers import code_of, original, with_code

NUMBERS = range(3)


def places(marked: str, language: str, number: int) -> list[str]:
    done: Done = pseudonymized(marked, language, bytes([number]) * 16)
    return [done.of(mark).lemma or done.of(mark).text for mark in done.marks]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_town_before_a_country_is_abroad(number: int) -> None:
    (new,) = places("She moved to [[place#1|Perth]], Australia.", "en", number)
    found = load_abroad(load_pack("en")).named(new)
    assert found is not None
    assert found.country == "AU"


@pytest.mark.parametrize("number", NUMBERS)
def test_a_city_in_letters_of_its_own_country_is_abroad(number: int) -> None:
    (new,) = places("Hän tuli [[place#1|Gdańskista]] asti.", "fi", number)
    found = load_abroad(load_pack("fi")).named(new)
    assert found is not None
    assert found.country == "PL"


@pytest.mark.parametrize("number", NUMBERS)
def test_a_county_that_is_a_river_too_goes_with_its_town(number: int) -> None:
    marked = "Născut în [[place#1|Sighișoara]], județul [[place#2|Mureș]]."
    town, county = places(marked, "ro", number)
    known = load_geography(load_pack("ro")).named(town)
    assert known is not None
    assert known.region == county


@each(
    ("marked", "number"),
    crossed(
        [
            "She lives in [[place#1|New York]], [[place#2|NY]].",  # the city, not the state
            "He died in [[place#1|Buffalo]], [[place#2|New York]].",  # the state behind its town
        ],
        *NUMBERS,
    ),
)
def test_a_state_that_is_a_city_too_is_told_by_what_is_beside_it(marked: str, number: int) -> None:
    geography = load_geography(load_pack("en"))
    town, state = places(marked, "en", number)
    found = geography.named(town)
    assert found is not None
    assert found.region in (state, state.upper()) or geography.full[found.region] == state


@each("number", range(20))
def test_a_floor_stays_one_of_a_house(number: int) -> None:
    marked = "[[address#1|15 Elm Road, 2nd floor]]"
    result = pseudonymized(marked, "en", bytes([number]) * 16).result
    assert re.search(r"(?<!\d)\d(?:st|nd|rd|th) floor", result)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_second_city_of_an_area_stays_near_the_first(number: int) -> None:
    marked = "[[place#1|Szegedről]] jött [[place#2|Hódmezővásárhelyre]]."
    areas = {
        town.area
        for name in places(marked, "hu", number)
        if (town := load_geography(load_pack("hu")).named(name))
    }
    assert len(areas) == 1


def test_a_capital_inside_a_name_with_a_hyphen_stays() -> None:
    made = load_morphology(load_pack("fi")).inflect(
        "Keski-Suomi", "place", {"Case": "Gen", "Number": "Sing"}
    )
    assert made.form == "Keski-Suomen"


@each(
    ("language", "name", "dial", "plate"),
    [
        ("pl", "Włoszczowa", "41", "TLW"),
        ("pl", "Biała Piska", "87", "NPI"),
        ("pl", "Łososina Dolna", "18", "KNS"),
        ("pl", "Ciechocinek", "54", "CAL"),
        ("sk", "Galanta", "31", "GA"),
        ("sk", "Dolný Kubín", "43", "DK"),
        ("hu", "Tihany", "87", ""),
        ("hu", "Szob", "27", ""),
        ("sl", "Zagorje ob Savi", "3", "LJ"),
        ("sl", "Cerknica", "1", "PO"),
        ("sv", "Eskilstuna", "16", ""),
        ("fi", "Tammisaari", "19", ""),
        ("hr", "Križevci", "48", "KŽ"),
    ],
)
def test_codes_are_those_of_a_town_s_own_district(
    language: str, name: str, dial: str, plate: str
) -> None:
    town = load_geography(load_pack(language)).named(name)
    assert town is not None
    assert (town.dial, town.plate) == (dial, plate)


@each(
    ("language", "name", "form"),
    [
        ("fi", "Valtimo", "Valtimolla"),
        ("fi", "Laihia", "Laihialla"),
        ("fi", "Kangasala", "Kangasalla"),
        ("fi", "Rautalampi", "Rautalammilla"),
        ("fi", "Kuhmo", "Kuhmossa"),
        ("hu", "Zalakomár", "Zalakomárban"),
        ("hu", "Leányfalu", "Leányfalun"),
        ("hu", "Salzburg", "Salzburgban"),
        ("hu", "Linz", "Linzben"),
        ("hu", "Kolozsvár", "Kolozsváron"),
    ],
)
def test_one_is_in_a_town_or_on_it_as_its_people_say(language: str, name: str, form: str) -> None:
    morphology = load_morphology(load_pack(language))
    for case in ("Ine", "Ade" if language == "fi" else "Sup"):
        assert morphology.inflect(name, "place", {"Case": case, "Number": "Sing"}).form == form


@pytest.mark.parametrize(
    ("name", "adjective"),
    [("Eger", "egri"), ("Jánoshalma", "jánoshalmi"), ("Zalaegerszeg", "zalaegerszegi")],
)
def test_hungarian_adjectives_lose_vowels(name: str, adjective: str) -> None:
    assert load_morphology(load_pack("hu")).derivations(name, "place") == (adjective,)


NEIGHBOURS = [
    ("fi", "[[place#1|Iitin]] kunta, kaupunki [[place#2|Heinola]]", 80),
    ("fi", "Asuu [[place#1|Raisiossa]], partio tuli [[place#2|Turusta]]", 60),  # by the sea
    ("fi", "[[place#1|Kaarinassa]] asuu ja [[place#2|Turussa]] käy", 60),  # two cities
    ("bg", "от [[place#1|Айтос]] към [[place#2|Карнобат]]", 60),
    ("en", "The firm in [[place#1|Hexham]] serves [[place#2|Haltwhistle]]", 60),
    ("ro", "Fiul din [[place#1|Mizil]] merge la [[place#2|Râmnicu Sărat]]", 100),
]


@each(("language", "marked", "most", "number"), crossed(NEIGHBOURS, *NUMBERS))
def test_neighbouring_towns_stay_neighbours(
    language: str, marked: str, most: float, number: int
) -> None:
    geography = load_geography(load_pack(language))
    found = [town for name in places(marked, language, number) if (town := geography.named(name))]
    assert found[0].far(found[1]) < most


BARE = [  # language, marked text, what stays
    (
        "hu",
        "Az [[org.court#1|Egri Járásbíróság]] ítélt. A [[org.court#1|Járásbíróság]] elutasít.",
        "A Járásbíróság elutasít.",
    ),
    (
        "sl",
        "[[org.court#1|Okrožno sodišče v Celju]] sodi. To [[org.court#1|Okrožno sodišče]] meni.",
        "To Okrožno sodišče meni.",
    ),
    (
        "hu",
        "[[org.hospital#1|Szent Rókus Kórház]]. A [[org.hospital#1|Kórház]] vállalja.",
        "A Kórház vállalja.",
    ),
]


@pytest.mark.parametrize(("language", "marked", "stays"), BARE)
def test_what_a_body_is_stays_where_the_text_says_no_more(
    language: str, marked: str, stays: str
) -> None:
    result = pseudonymized(marked, language, bytes(16)).result
    assert result.endswith(stays)
    assert not result.startswith(marked[:3] + "[")


@each(("street", "number"), crossed(["Alajärventien", "Myllykadun", "Kirkkokujan"], *NUMBERS))
def test_a_finnish_street_keeps_its_case_by_its_kind(street: str, number: int) -> None:
    done = pseudonymized(f"Talo on [[address#1|{street}]] varrella.", "fi", bytes([number]) * 16)
    assert re.search("n varrella", done.result)


def test_finnish_real_estate_begins_with_its_municipality() -> None:
    geography = load_geography(load_pack("fi"))
    vantaa = geography.named("Vantaa")
    assert vantaa is not None
    assert code_of("837-112-45-6", vantaa, geography) == "092"
    found = original("91-416-7-12", "FI", geography)
    assert found is not None
    assert found.name == "Helsinki"
    assert with_code("837-112-45-6", "FI", "092") == "092-112-45-6"


def test_a_municipality_becomes_a_municipality() -> None:
    for number in range(8):
        (new,) = places("[[place#1|Iitin]] kunta", "fi", number)
        town = load_geography(load_pack("fi")).named(new)
        assert town is not None
        assert town.own


REGISTERED = [
    ("pl", "NS1S/00093417/7", "property", "Nowy Sącz"),
    ("hu", "16-09-014872", "id.company", "Szolnok"),
    ("ro", "J02/1234/2015", "id.company", "Arad"),
    ("hu", "BK-03/GYÁM/02741-6/2025", "case_number", "Baja"),
    ("sk", "MI1/OŠSD/2025/10482", "case_number", "Michalovce"),
    ("ro", "3187/328/2026", "case_number", "Turda"),
    ("ro", "1234/86/2024", "case_number", "Suceava"),
    ("ro", "77 / 33 / 2026", "case_number", "Cluj-Napoca"),
    ("ro", "XB nr. 559201", "id.document", "Bistrița"),
]


@each(("language", "number", "kind", "name"), REGISTERED)
def test_a_number_of_a_register_names_the_court_or_county_of_its_new_town(
    language: str, number: str, kind: str, name: str
) -> None:
    geography = load_geography(load_pack(language))
    town = geography.named(name)
    assert town is not None
    assert original(number, town.country, geography) is not None
    assert code_of(number, town, geography) in number
    done = pseudonymized(f"[[{kind}|{number}]], [[place#1|{name}]]", language)
    move = next(iter(done.plan.world.moves.values()))
    assert move.old is not None
    assert move.code == code_of(number, move.new, geography)
    assert with_code(number, town.country, move.code) != number


def test_inhabitants_follow_their_town() -> None:
    done = pseudonymized("Mikkeliläinen kuski lähti [[place#1|Mikkelistä]].", "fi")
    assert "ikkeli" not in done.result


def test_the_short_name_of_a_town_is_the_town() -> None:
    short, long = places("[[place#1|Biograd]], [[place#2|Biograd na Moru]]", "hr", 0)
    assert short == long


SEATS = [  # language, marked text, and how the word begins for what few towns have
    ("sv", "[[org.court|Kammarrätten i Göteborg]] dömde.", "kammarrätt"),
    ("sl", "Sodilo je [[org.court|Okrožno sodišče v Celju]].", "okrožn"),
    ("hr", "Sudio je [[org.court|Županijski sud u Osijeku]].", "županijski sud"),
    ("pl", "Orzekał [[org.court|Sąd Okręgowy w Nowym Sączu]].", "okręgow"),
    ("hu", "A [[org.court|Balassagyarmati Törvényszék]] döntött.", "törvényszék"),
]


@each(("language", "marked", "word", "number"), crossed(SEATS, *NUMBERS))
def test_what_few_towns_have_is_in_one_of_them(
    language: str, marked: str, word: str, number: int
) -> None:
    done = pseudonymized(marked, language, bytes([number]) * 16)
    few = load_pack(language).toml("orgs.toml")["few"]
    towns = next(row["towns"] for row in few if word in row["words"])
    text = done.of(done.marks[0]).text.casefold()
    assert any(town[:4].casefold() in text for town in towns), text


def test_a_plural_town_has_more_than_one_pseudonym() -> None:
    marked = "Ana stanuje u [[place|Delnicama]]."
    assert len({places(marked, "hr", number)[0] for number in range(8)}) > 2


@pytest.mark.parametrize("number", NUMBERS)
def test_a_village_of_no_table_is_near_its_post_town(number: int) -> None:
    marked = "[[address|Podkoren 12]], [[postcode|4280]] [[place|Kranjska Gora]]"
    done = pseudonymized(marked, "sl", bytes([number]) * 16)
    known = load_geography(load_pack("sl"))
    house, _, town = (done.of(mark).text for mark in done.marks)
    village, post = known.named(house.rstrip("0123456789 ")), known.named(town)
    assert village is not None
    assert post is not None
    assert village.far(post) < 40


@pytest.mark.parametrize("number", NUMBERS)
def test_a_county_by_the_sea_goes_as_one(number: int) -> None:
    marked = "W [[place#1|Gdyni]], [[place#2|Redzie]] i w [[place#3|Wejherowie]]."
    known = load_geography(load_pack("pl"))
    towns = [known.named(name) for name in places(marked, "pl", number)]
    assert len({town.area for town in towns if town}) == 1


@pytest.mark.parametrize("number", NUMBERS)
def test_who_is_on_an_island_is_on_another(number: int) -> None:
    on = load_pack("sv").toml("around.toml")["on"]
    marked = "Hon bor på [[place#1|Lidingö]], han på [[place#2|Tranöya]]."
    assert set(places(marked, "sv", number)) <= set(on)

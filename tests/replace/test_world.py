"""What goes with a town moves with it: postcodes, dialling codes, regions, courts."""

from __future__ import annotations

import re

import pytest
from tests.each import crossed, each
from tests.replace.naming import linker, morphology, pseudonymized, replacer

from allonym.languages.abroad import Feature, load_abroad
from allonym.languages.geography import load_geography
from allonym.languages.labels import load_labels
from allonym.languages.pack import load_pack
from allonym.languages.pool import load_pool
from allonym.model.draw import Draw
from allonym.model.mention import Evidence, Mention
from allonym.model.replacement import ReplacementPlan
from allonym.model.view import TextView
from allonym.ports import ReplaceContext
from allonym.replace.methods.plain import TagReplacer
from allonym.replace.methods.pseudonym import KindReplacer, PseudonymReplacer
from allonym.replace.numbers.registers import original
from allonym.replace.rules import NameRules
from allonym.text.markup import parse_marks

PAIRS = [
    ("sl", "[[postcode|3000]] [[place|Celje]]"),
    ("hr", "[[postcode|31000]] [[place|Osijek]]"),
    ("bg", "[[postcode|7000]] гр. [[place|Русе]]"),
    ("ro", "[[place|Turda]], [[postcode|401123]]"),
    ("sk", "[[postcode|036 01]] [[place|Martin]]"),
    ("pl", "[[postcode|26-600]] [[place|Radom]]"),
    ("hu", "[[postcode|6720]] [[place|Szeged]]"),
    ("fi", "[[postcode|70100]] [[place|Kuopio]]"),
    ("sv", "[[postcode|352 36]] [[place|Växjö]]"),
    ("en", "[[place|Bristol]] [[postcode|BS7 8NX]]"),
    ("en", "[[place|Montgomery]], AL [[postcode|36104]]"),
]


def replaced(marked: str, language: str, secret: bytes) -> list[str]:
    """Return what each mention became."""
    text, marks = parse_marks(marked)
    view = TextView.of(text, language=language)
    mentions = [Mention(m.span, m.type, (Evidence("gold"),)) for m in marks]
    entities = tuple(linker(language).link(view, mentions))
    context = ReplaceContext(view, entities, Draw(secret, "test"), language)
    kinds = KindReplacer(TagReplacer(load_labels(load_pack(language))))
    plan = PseudonymReplacer(replacer(language), kinds).replace(context, entities)
    made = ReplacementPlan.of(tuple(plan))
    return [next(r.text for r in made if r.span == m.span) for m in marks]


@pytest.mark.slow
@each(("language", "marked", "number"), crossed(PAIRS, *range(3)))
def test_a_postcode_is_one_of_its_town(language: str, marked: str, number: int) -> None:
    made = replaced(marked, language, bytes([number]) * 16)
    place, code = sorted(made, key=lambda t: any(map(str.isdigit, t)))
    town = load_geography(load_pack(language)).named(place)
    assert town is not None
    outward = code.partition(" ")[0] if code[0].isalpha() else code
    codes = {town.postcode(n) for n in range(5000)}
    assert outward in codes


def test_towns_keep_their_country_and_class() -> None:
    geography = load_geography(load_pack("en"))
    for name in ("Bristol", "Leeds", "Houston"):
        (made,) = replaced(f"[[place|{name}]]", "en", b"k" * 16)
        old, new = geography.named(name), geography.named(made)
        assert old is not None
        assert new is not None
        assert (old.country, old.size) == (new.country, new.size)


def test_a_dialling_code_moves_with_the_town() -> None:
    place, phone = replaced("[[place|Celje]], [[phone|03 541 22 10]]", "sl", b"k" * 16)
    town = load_geography(load_pack("sl")).named(place)
    assert town is not None
    assert phone.startswith(f"0{town.dial} ")


def test_a_court_is_that_of_the_town_drawn() -> None:
    done = pseudonymized("[[place|Celje]]: [[org.court|Okrajno sodišče v Celju]]", "sl")
    town, court = (r.text for r in done.out)
    forms = morphology("sl").forms(town, "place")
    assert court.startswith("Okrajno sodišče v ")
    assert court.removeprefix("Okrajno sodišče v ") in forms


def test_a_firm_is_called_after_its_owner() -> None:
    done = pseudonymized("[[person|Jan Mróz]], [[org.company|Mróz i Synowie sp.j.]]", "pl")
    person, firm = (r.text for r in done.out)
    assert firm == f"{person.split()[-1]} i Synowie sp.j."


# -- towns abroad, rivers, neighbours ----------------------------------------------------------

ABROAD = [
    ("sk", "Pôsobí v [[place#1|Viedni]].", "AT"),
    ("hr", "Došao je iz [[place#1|Recifea]].", "BR"),
    ("pl", "Mieszka w [[place#1|Cluj-Napoca]].", "RO"),
    ("bg", "Писма от [[place#1|Бамако]].", "ML"),
    ("sv", "[[place|Isfahan]]", "IR"),
    ("sk", "v [[place|Bradforde]]", "GB"),
    ("ro", "la [[place|Graz]]", "AT"),
    ("pl", "w [[place|Bukareszcie]]", "RO"),
    ("sl", "v [[place|Trstu]]", "IT"),
    ("hr", "iz [[place|damaska]]", "SY"),
]


@each(("language", "marked", "country"), ABROAD)
def test_a_town_abroad_becomes_one_of_its_country(language: str, marked: str, country: str) -> None:
    table = load_abroad(load_pack(language))
    for number in range(3):
        (made,) = replaced(marked, language, bytes([number]) * 16)
        found = {f.country for f, forms in table.rows if made.casefold() in _forms(f, forms)}
        assert country in found


def _forms(feature: Feature, forms: tuple[str, ...]) -> set[str]:
    return {form.casefold() for form in (feature.name, *forms)}


@pytest.mark.parametrize(
    ("language", "marked"), [("sk", "pri [[place|Hnilci]]"), ("hu", "a [[place|Zagyva]]")]
)
def test_a_river_becomes_a_river(language: str, marked: str) -> None:
    (made,) = replaced(marked, language, b"k" * 16)
    feature = load_abroad(load_pack(language)).named(made)
    assert feature is not None
    assert feature.kind == "river"


def test_neighbours_stay_neighbours() -> None:
    geography = load_geography(load_pack("pl"))
    made = replaced("[[place|Wejherowo]], [[place|Kartuzy]], [[place|Puck]]", "pl", b"k" * 16)
    assert len({town.region for name in made if (town := geography.named(name))}) == 1


def test_a_county_follows_the_town_that_it_is_named_after() -> None:
    county, town = replaced("[[place|powiat radomski]], [[place|Radom]]", "pl", b"k" * 16)
    forms = morphology("pl").analyse(county.removeprefix("powiat "), "common")
    assert {reading.lemma for reading in forms} & set(morphology("pl").derivations(town, "place"))


def test_a_town_and_its_state_and_postcode_agree() -> None:
    place, state, code = replaced(
        "[[place|Orland Park]], [[place|IL]] [[postcode|60462]]", "en", b"k" * 16
    )
    town = load_geography(load_pack("en")).named(place)
    assert town is not None
    assert town.region == state
    assert code in {town.postcode(n) for n in range(500)}


@pytest.mark.parametrize(("marked", "country"), [
    ("[[place|Galway]] [[postcode|H91 AF30]]", "IE"),
    ("[[place|Hull]] [[postcode|HU1 1PA]]", "GB"),
    ("[[place|Montgomery]] [[postcode|36104]]", "US"),
])  # fmt: skip
def test_countries_of_one_language_do_not_mix(marked: str, country: str) -> None:
    geography = load_geography(load_pack("en"))
    place, code = replaced(marked, "en", b"k" * 16)
    town, behind = geography.named(place, country), geography.of_postcode(code)
    assert town is not None
    assert behind is not None
    assert (town.state, behind.state) == (country, country)


@pytest.mark.parametrize("code", ["CH-8001", "LV-1010", "-"])
def test_a_postcode_behind_the_letters_of_a_country_has_no_owner_by_them(code: str) -> None:
    """A table of outward codes has no digits, and neither have letters before a hyphen."""
    geography = load_geography(load_pack("en"))
    assert not geography.owners(code)
    assert geography.of_postcode(code, "GB") is None


@pytest.mark.parametrize(("marked", "country"), [
    ("A churchwarden, died at Hereford County Hospital; [[place|Ludlow]].", "GB"),
    ("[[place|Boston]]: the parish council. Ring [[phone|01205 311222]].", "GB"),
    ("[[place|Ludlow]]: ring [[phone|413 585 0123]].", "US"),
])  # fmt: skip
def test_all_signs_together_tell_the_country(marked: str, country: str) -> None:
    town = load_geography(load_pack("en")).named(replaced(marked, "en", b"k" * 16)[0], country)
    assert town is not None
    assert town.state == country


def test_a_short_name_is_that_of_its_town() -> None:
    full, short = replaced("[[place|Budapest]], [[place|Bp.]], tel.", "hu", b"k" * 16)
    assert full == short


def test_a_name_without_its_marks_is_the_same_town() -> None:
    full, bare = replaced("[[place|Balatonfüred]], [[place|Balatonfured]]", "hu", b"k" * 16)
    assert full == bare


def test_a_file_number_holds_the_district_of_its_town_anywhere() -> None:
    marked = "[[case_number|ORPZ-LM-ODI-218/2025]], [[place|Liptovský Mikuláš]]"
    number, place = replaced(marked, "sk", b"k" * 16)
    town = load_geography(load_pack("sk")).named(place)
    assert town is not None
    assert number.split("-")[:2] == ["ORPZ", town.plate]


def test_a_plate_in_small_letters_follows_its_town() -> None:
    place, plate = replaced("[[place|Žilina]] [[plate|za-123ab]]", "sk", b"k" * 16)
    town = load_geography(load_pack("sk")).named(place)
    assert town is not None
    assert plate.startswith(town.plate.casefold())


@pytest.mark.parametrize(("language", "marked", "head"), [
    ("hr", "[[place|Šetalište maršala Tita]]", "Šetalište "),
    ("ro", "[[place|strada Bernády György]]", "strada "),
])  # fmt: skip
def test_what_begins_like_a_street_is_one(language: str, marked: str, head: str) -> None:
    (made,) = replaced(marked, language, b"k" * 16)
    assert made.startswith(head)


def test_a_street_in_small_words_is_written_as_its_name_is() -> None:
    streets = load_pool(load_pack("sl"), "street").by_lemma
    for number in range(8):
        (made,) = replaced("[[address|Cesta krških žrtev 49]]", "sl", bytes([number]) * 16)
        assert made.removeprefix("Cesta ").rpartition(" ")[0] in streets


def test_a_church_is_called_after_a_saint() -> None:
    saints = NameRules(load_pack("hr")).orgs.patron_saints
    for number in range(5):
        (made,) = replaced("[[org|crkva svetog Blaža]]", "hr", bytes([number]) * 16)
        lemmas = {r.lemma for r in morphology("hr").analyse(made.split()[-1], "given")}
        assert lemmas & saints


@pytest.mark.parametrize(("language", "marked"), [
    ("bg", "[[id.company|123456786]] [[id.tax|BG123456786]]"),
    ("hu", "[[id.tax|10773381-2-44]] [[id.tax|HU10773381]]"),
    ("sv", "[[id.tax|SE556677889901]] [[id.company|556677-8899]]"),
])  # fmt: skip
def test_a_company_number_is_a_part_of_its_vat_number(language: str, marked: str) -> None:
    made = ["".join(filter(str.isdigit, text)) for text in replaced(marked, language, b"k" * 16)]
    short, long = sorted(made, key=len)
    assert long.startswith(short) or long.endswith(short)


def test_only_the_town_of_a_court_is_replaced() -> None:
    text = "[[org.court|Okresný súd Bratislava I]]"
    (made,) = replaced(text, "sk", b"k" * 16)
    assert made.startswith("Okresný súd ")
    assert made.endswith(" I")


@each(
    ("language", "marked", "number"),
    crossed(
        [
            ("ro", "com. [[place|Florești]], jud. [[place|Cluj]]"),  # the largest lies in Prahova
            ("en", "[[place|Dayton]], [[place.region|OH]]"),
            ("en", "[[place|Portland]], [[place.region|ME]]"),
        ],
        *range(5),
    ),
)
def test_a_region_beside_a_town_is_that_of_the_town_drawn(
    language: str, marked: str, number: int
) -> None:
    town, region = replaced(marked, language, bytes([number]) * 16)
    drawn = load_geography(load_pack(language)).named(town)
    assert drawn is not None
    assert drawn.region == region
    assert region not in marked


@pytest.mark.parametrize(("marked", "country"), [
    ("[[place|Tooraree]]. Bank: [[iban|IE29 AIBK 9311 5212 3456 78]]", "IE"),
    ("[[place|St. Xavier]], [[place|Mont]]. [[postcode|59034]]", "US"),
    ("[[place|Victoria]], [[place|Leeds]] [[postcode|LS9 9ZZ]]", "GB"),
])  # fmt: skip
def test_what_no_table_has_becomes_a_place_of_the_country_of_the_document(
    marked: str, country: str
) -> None:
    geography = load_geography(load_pack("en"))
    place = replaced(marked, "en", b"k" * 16)[0]
    town = geography.named(place, country)
    assert town is not None
    assert town.state == country


def test_a_second_postcode_of_a_town_is_one_of_the_town_drawn_though_it_has_but_one() -> None:
    geography = load_geography(load_pack("hu"))
    marked = "[[postcode|6722]] [[place|Szeged]]; [[postcode|6724]] [[place|Szeged]]"
    for number in range(8):
        first, place, second, again = replaced(marked, "hu", bytes([number]) * 16)
        town = geography.named(place)
        assert town is not None
        assert place == again
        assert {first, second} <= {town.postcode(n) for n in range(100)}


@pytest.mark.parametrize(("language", "marked", "country"), [
    ("hu", "[[place|Oradea]], Románia", "RO"),
    ("hu", "(Németország, [[place|Ulm]])", "DE"),
    ("en", "a recipe from [[place|Krakow]]", "PL"),
])  # fmt: skip
def test_a_city_abroad_as_it_is_called_there_becomes_one_of_its_country(
    language: str, marked: str, country: str
) -> None:
    (made,) = replaced(marked, language, b"k" * 16)
    found = load_abroad(load_pack(language)).named(made)
    assert found is not None
    assert (found.kind, found.country) == ("city", country)


@pytest.mark.parametrize(("language", "marked", "stays"), [
    ("ro", "[[org.authority|Primăria Comunei Vânători]]", "Primăria Comunei "),
    ("ro", "[[org|Biroul de Cadastru și Publicitate Imobiliară Turda]]",
     "Biroul de Cadastru și Publicitate Imobiliară "),
    ("en", "[[org.school|St Oswald's C of E Primary School]]", "C of E Primary School"),
])  # fmt: skip
def test_what_an_institution_is_stays(language: str, marked: str, stays: str) -> None:
    (made,) = replaced(marked, language, b"k" * 16)
    assert stays in made


def test_a_run_of_houses_goes_up() -> None:
    for number in range(6):
        (made,) = replaced("[[address|Kodály Zoltán u. 24–28.]]", "hu", bytes([number]) * 16)
        first, last = map(int, re.findall("[0-9]+", made))
        assert last - first == 4


@pytest.mark.parametrize("marked", [
    "[[org.court|Örebro tingsrätt]]", "[[org.court|ÖREBRO TINGSRÄTT]]",
    "[[org.court|Linköpings tingsrätt]]",
])  # fmt: skip
def test_a_town_stands_before_what_it_owns_as_its_end_asks(marked: str) -> None:
    for number in range(6):
        (made,) = replaced(marked, "sv", bytes([number]) * 16)
        town = made.casefold().removesuffix(" tingsrätt")
        known = load_geography(load_pack("sv")).named
        bare = town if known(town) else town.removesuffix("s")
        assert known(bare)
        assert town == (bare if bare[-1] in "aeiouyåäösxz" else f"{bare}s")


@each(("language", "marked", "name"), [
    ("pl", "[[org.company|Zryw Sp. z o.o. w Łodzi]]", "Zryw"),
    ("en", "[[org.company|Harvest Ltd of Leeds]]", "Harvest"),
    ("fi", "[[org.company|Helmi Oy Tampere]]", "Helmi"),
    ("hu", "[[org.company|Hajnal Kft. Szeged]]", "Hajnal"),
    ("hr", "[[org.company|Bravarija Kos, vl. Luka Kos]]", "Luka"),
    ("hr", "[[org.company|Frizerski obrt Sunce]]", "Sunce"),
    ("sv", "[[org.company|Bostads AB Linden]]", "Linden"),
])  # fmt: skip
def test_a_firm_s_ordinary_word_that_names_it_or_its_owner_goes(
    language: str, marked: str, name: str
) -> None:
    done = pseudonymized(marked, language)
    assert name not in done.result


SEATS = [
    ("sl", "[[org.authority|UPRAVNA ENOTA PTUJ]], [[postcode|2250]] [[place|Ptuj]]"),
    (
        "pl",
        "[[org.hospital|Szpital Powiatowy w Kętrzynie]], [[postcode|11-400]] [[place|Kętrzyn]]",
    ),
    ("hr", "[[org.court|Općinski sud u Koprivnici]], [[postcode|48000]] [[place|Koprivnica]]"),
    ("bg", "[[org.court|Районен съд – Севлиево]], гр. [[place|Севлиево]]"),
    ("sk", "[[org.court|Okresný súd Brezno]], [[postcode|977 01]] [[place|Brezno]]"),
]


@each(("language", "marked", "number"), crossed(SEATS, *range(4)))
def test_a_town_with_a_court_or_a_hospital_becomes_one_that_has_such(
    language: str, marked: str, number: int
) -> None:
    made = replaced(marked, language, bytes([number]) * 16)
    assert made[-1] in load_geography(load_pack(language)).seats


VILLAGES = [
    ("sl", "[[address|Loka pri Žusmu 48]], [[postcode|3223]] [[place|Loka pri Žusmu]]"),
    ("sl", "[[address|Gorišnica 112]], [[postcode|2272]] [[place|Gorišnica]]"),
    ("pl", "[[address|Słopnice 318]], [[postcode|34-615]] [[place|Słopnice]]"),
]


@each(("language", "marked", "number"), crossed(VILLAGES, *range(3)))
def test_a_house_in_a_village_is_in_the_village_drawn(
    language: str, marked: str, number: int
) -> None:
    address, _, place = replaced(marked, language, bytes([number]) * 16)
    assert re.fullmatch(rf"{place} \d+", address)


NEIGHBOURS = [  # the second is in no table of ours
    ("sl", "[[place|Ptuj]], k. o. [[place|Moškanjci]]"),
    ("sk", "[[place|Brezno]], obec [[place|Bacúch]]"),
    ("hr", "[[place|Slavonski Brod]], k. o. [[place|Podvinje]]"),
]


@each(("language", "marked", "number"), crossed(NEIGHBOURS, *range(3)))
def test_a_village_of_no_table_lies_near_the_town_beside_it(
    language: str, marked: str, number: int
) -> None:
    town, village = replaced(marked, language, bytes([number]) * 16)
    table = load_geography(load_pack(language))
    lemmas = [a.lemma for a in morphology(language).analyse(village, "place")]
    near = [found for name in (village, *lemmas) if (found := table.named(name))]
    known = table.named(town)
    assert known
    assert any(found.area == known.area for found in near)


@pytest.mark.parametrize("number", range(3))
def test_a_personal_number_has_the_county_of_the_town_born_in(number: int) -> None:
    marked = "Născut în [[place|Sighișoara]], CNP [[id.national|1840312260078]]."
    place, personal = replaced(marked, "ro", bytes([number]) * 16)
    table = load_geography(load_pack("ro"))
    town, own = table.named(place), original(personal, "RO", table)
    assert town is not None
    assert own is not None
    assert own.plate == town.plate


@pytest.mark.parametrize("number", range(3))
def test_a_telephone_of_the_area_goes_with_the_town_named(number: int) -> None:
    marked = "[[place|Ajka]], telefon: [[phone|06 88 311 746]]"
    place, phone = replaced(marked, "hu", bytes([number]) * 16)
    town = load_geography(load_pack("hu")).named(place)
    assert town is not None
    assert phone.startswith(f"06 {town.dial} ")


@pytest.mark.parametrize(
    ("language", "marked"),
    [
        ("sv", "872 30 [[place|Kramfors]], tfn [[phone|0613-201 47]]"),  # of no row of the table
        ("hr", "49217 [[place|Krapinske Toplice]], tel. [[phone|049 383 100]]"),  # Finnish by form
    ],
)
def test_a_code_that_no_row_has_goes_with_the_town_beside_it(language: str, marked: str) -> None:
    place, phone = replaced(marked, language, b"a secret of codes")
    town = load_geography(load_pack(language)).named(place)
    assert town is not None
    assert phone.startswith(f"0{town.dial}")


def test_a_postcode_behind_a_street_is_that_of_the_village_before_it() -> None:
    marked = "bytom [[place|Hronec]], [[address|Hlavná 44]], [[postcode|976 45]]"
    place, _, code = replaced(marked, "sk", b"a secret of codes")
    town = load_geography(load_pack("sk")).named(place)
    assert town is not None
    assert town.has(code)


@pytest.mark.parametrize(
    "text", ["piekarni [[org|Złoty Kłos w Krośnie]]", "[[org|piekarni Złoty Kłos w Krośnie]]"]
)
def test_ordinary_words_behind_a_kind_in_small_letters_are_a_name_beside_a_town(text: str) -> None:
    (name,) = replaced(f"Pracuje w {text}.", "pl", bytes(16))
    assert not any(word in name for word in ("Złoty", "Kłos", "Krośnie"))
    (kept,) = replaced("Leczył się w [[org|Szpitalu Wojewódzkim w Krośnie]].", "pl", bytes(16))
    assert kept.startswith("Szpitalu Wojewódzkim w")


@pytest.mark.parametrize(("name", "kind"), [
    ("Gostilna Pri lipi", "Gostilna Pri "), ("Trgovina Zelena dolina", "Trgovina "),
])  # fmt: skip
def test_small_letters_behind_a_name_go_with_it(name: str, kind: str) -> None:
    (made,) = replaced(f"[[org|{name}]] je odprta.", "sl", bytes(16))
    assert made.startswith(kind)
    assert not any(word in made for word in ("lipi", "Zelena", "dolina"))


def test_a_street_that_is_called_by_a_word_for_one_is_another() -> None:
    (made,) = replaced("[[address|Orchard Cottage, Green Lane]]", "en", b"k" * 16)
    assert made.endswith(" Lane")
    assert "Green" not in made

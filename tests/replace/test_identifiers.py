"""Made-up identifiers: right by the same scheme, in the same shape, never the original."""

import os
import random
import re
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.each import each
from tests.replace.helpers import TAG, document, replaced

import allonym
from allonym.identifiers.schemes import SCHEMES
from allonym.languages.pack import ROOT
from allonym.languages.town import Town
from allonym.model.entity import EntityId, LemmaPart
from allonym.model.surrogate import Surrogate
from allonym.replace.methods.pseudonym import KindReplacer, handles
from allonym.replace.numbers.births import CODED
from allonym.replace.numbers.identifiers import IdentifierReplacer
from allonym.replace.people.spelt import Spelt
from allonym.replace.places.world import Move, World
from allonym.replace.time.timeline import Timeline
from allonym.text.fold import fold

KIND = KindReplacer(TAG)
TEXTUAL = ("email", "url", "username", "ip", "gps", "mac")
LETTER_CHECKS = ("fi.hetu", "vin", "fi.building")
LANGUAGES = {"SI": "sl", "SE": "sv", "GB": "en", "US": "en"}
JAN = {"person#1": (("given", "Jan"), ("family", "Kowalski"))}
EWA = {
    EntityId("person#1"): Surrogate(
        EntityId("person#1"), (LemmaPart("given", "Łucja"), LemmaPart("family", "Żak-Wiśniewska"))
    )
}


def examples():
    for path in sorted(ROOT.glob("*/patterns.toml")):
        for row in tomllib.loads(path.read_text("utf-8"))["pattern"]:
            if row.get("example") and handles(row["type"]):
                yield (
                    row["name"],
                    row["type"],
                    row["example"],
                    row.get("check", ""),
                    path.parent.name,
                )


ROWS = [pytest.param(*row, id=row[0]) for row in examples()]


def shape(text):
    return re.sub(r"[^\W\d_]", "a", re.sub(r"[0-9]", "0", text))


def made(name, type_name, value, language, **options):
    language = language if len(language) == 2 else "pl"
    marked = f"[[{type_name}|{value}]]"
    return replaced(KIND, marked, language, rules={type_name: name}, **options)


@each(("name", "type_name", "value", "check", "language"), ROWS, by=lambda *values: values[-1])
def test_example_is_replaced_in_kind(name, type_name, value, check, language):
    """With any secret: what is drawn by one is as good as what is drawn by another."""
    for secret in (random.randbytes(16) for _ in range(5 if os.environ.get("CI") else 2)):
        new = made(name, type_name, value, language, secret=secret)
        assert new != value
        assert new == made(name, type_name, value, language, secret=secret)
        if not type_name.startswith(TEXTUAL) and name not in LETTER_CHECKS:
            assert shape(new) == shape(value)
        if check and SCHEMES[check].validate(value):
            assert SCHEMES[check].validate(new)


@each("scheme", sorted(CODED))
def test_birth_inside_moves_with_the_dates(scheme):
    values = {
        "pl.pesel": "84071512341", "bg.egn": "8407154326", "ro.cnp": "1840715401238",
        "si.emso": "1507984500042", "sk.rc": "840715/1236", "hu.personal": "1-840715-1237",
        "hu.tax_person": "8307862342", "fi.hetu": "150784-321B", "se.person": "840715-1235",
        "gb.chi": "1507843100",
    }  # fmt: skip
    value = values[scheme]
    context, entities = document(f"[[id.national|{value}]]", rules={"id.national": scheme})
    (new,) = IdentifierReplacer(TAG).replace(context, entities)
    old_day, new_day = (
        SCHEMES[scheme].born(SCHEMES[scheme].compact(text)) for text in (value, new.text)
    )
    assert new_day == Timeline.of(context).birth(old_day) != old_day


@pytest.mark.parametrize(
    ("scheme", "value", "sex"),
    [
        ("pl.pesel", "84071512341", lambda c: int(c[9]) % 2),
        ("bg.egn", "8407154326", lambda c: int(c[8]) % 2),
        ("ro.cnp", "1840715401238", lambda c: int(c[0]) % 2),
        ("si.emso", "1507984500042", lambda c: int(c[9]) < 5),
        ("sk.rc", "840715/1236", lambda c: int(c[2]) >= 5),
        ("hu.personal", "1-840715-1237", lambda c: int(c[0]) % 2),
        ("fi.hetu", "150784-321B", lambda c: int(c[9]) % 2),
        ("se.person", "840715-1235", lambda c: int(c[-2]) % 2),
    ],
)
@settings(max_examples=10)
@given(secret=st.binary(min_size=16, max_size=24))
def test_sex_inside_stays(scheme, value, sex, secret):
    new = made(scheme, "id.national", value, "pl", secret=secret)
    compact = SCHEMES[scheme].compact
    assert sex(compact(new)) == sex(compact(value))


def test_wrong_check_on_request():
    wrong = KindReplacer(TAG, wrong_check=True)
    for scheme, value in [("pl.pesel", "84071512341"), ("iban", "SI56 1910 0000 0123 438")]:
        new = replaced(wrong, f"[[id.national|{value}]]", rules={"id.national": scheme})
        assert shape(new) == shape(value)
        assert not SCHEMES[scheme].validate(new)


def test_mentions_of_one_entity_agree_in_their_own_style():
    marked = "[[id.tax#1|526-184-07-18]] = [[id.tax#1|5261840718]] = [[id.tax#1|526 184 07 18]]"
    new = replaced(KIND, marked, rules={"id.tax": "pl.nip"}).split(" = ")
    assert len({re.sub(r"\D", "", n) for n in new}) == 1
    assert [shape(n) for n in new] == ["000-000-00-00", "0000000000", "000 000 00 00"]


def test_phone_mentions_agree_with_and_without_country():
    marked = "[[phone#1|+48 601 234 567]] = [[phone#1|601-234-567]]"
    left, right = replaced(KIND, marked).split(" = ")
    assert re.sub(r"\D", "", left) == "48" + re.sub(r"\D", "", right)
    assert right.startswith("60")


@each(
    ("language", "rule", "value", "expected"),
    [
        ("en", "phone", "07912 345678", r"07700 900\d{3}"),
        ("en", "phone", "020 7123 4567", r"020 7946 0\d{3}"),
        ("en", "phone", "+1 202-456-1111", r"\+1 202-555-01\d\d"),
        ("sv", "phone", "070-123 45 67", r"070-174 06 [1-9]\d"),
        ("pl", "phone", "22 123 45 67", r"22 \d{3} \d\d \d\d"),
        ("pl", "ipv4", "10.12.13.14/24", r"(192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}/24"),
        ("pl", "ipv6", "2a00:1450:4001:81b::200e", r"2001:db8:[0-9a-f:]+"),
        ("pl", "mac", "00:1A:2B:3C:4D:5E", r"02(:[0-9A-F]{2}){5}"),
        ("fi", "fi.hetu", "150784-321B", r"\d{6}[-A]9\d\d[0-9A-Y]"),
        ("en", "us.ssn", "123-45-6789", r"987-65-432\d|666-\d\d-\d{4}"),
        ("en", "gb.nino", "AB 12 34 56 C", r"QQ \d\d \d\d \d\d C"),
        ("pl", "card", "4111 1111 1111 1111", r"41\d\d \d{4} \d{4} \d{4}"),
        ("pl", "iban", "SI56 1910 0000 0123 438", r"SI\d\d \d{4} \d{4} \d{4} \d{3}"),
        ("pl", "pl.case", "II CSK 123/19", r"II CSK [1-9]\d\d/(16|17|18|20)"),
        ("hr", "hr.case", "Gž-1234/2019", r"Gž-\d{4}/20(16|17|18|20)"),
        ("sl", "si.plate", "LJ 12-ABC", r"(MB|CE|KR|KP|NM|MS|GO|SG|KK|PO) \d\d-[A-Z]{3}"),
        ("bg", "bg.plate", "СВ 1234 КН", r"[АВЕКМНОРСТУХ]{2} \d{4} [АВЕКМНОРСТУХ]{2}"),
        ("sl", "si.postcode", "1000", r"1\d{3}"),
        ("en", "gb.postcode", "SW1A 1AA", r"SW\d[A-Z] \d[A-Z]{2}"),
    ],
)
def test_values_come_from_their_series(language, rule, value, expected):
    names = {
        "phone": "phone", "ipv4": "ip", "ipv6": "ip", "mac": "mac", "card": "card", "iban": "iban",
        "pl.case": "case_number", "hr.case": "case_number", "si.plate": "plate",
        "bg.plate": "plate", "si.postcode": "postcode", "gb.postcode": "postcode",
    }  # fmt: skip
    new = made(rule, names.get(rule, "id.national"), value, language)
    assert re.fullmatch(expected, new)


@each(
    ("type_name", "value", "expected"),
    [
        ("email", "jan.kowalski@firma.pl", r"lucja\.zakwisniewska@example\.(com|org|net)"),
        ("email", "jkowalski@firma.pl", r"lzakwisniewska@example\.(com|org|net)"),
        ("email", "JKowalski77@firma.pl", r"LZakwisniewska\d\d@example\.(com|org|net)"),
        ("email", "j.kowalski@firma.pl", r"l\.zakwisniewska@example\.(com|org|net)"),
        ("email", "kowalski_jan@a.b.pl", r"zakwisniewska_lucja@example\.(com|org|net)"),
        ("email", "ja.kowalski@firma.pl", r"lu\.zakwisniewska@example\.(com|org|net)"),
        ("email", "jan.kowal@firma.pl", r"lucja\.zakwisniewska@example\.(com|org|net)"),
        ("email", "jan (at) firma (dot) pl", r"lucja \(at\) example \(dot\) (com|org|net)"),
        ("email", "jan%40firma.pl", r"lucja%40example\.(com|org|net)"),
        ("email", "biuro@firma.pl", r"biuro@example\.(com|org|net)"),
        ("username", "@jan_kowalski", r"@lucja_zakwisniewska"),
    ],
)
def test_addresses_follow_the_owner(type_name, value, expected):
    marked = f"[[person#1|Jan]] [[{type_name}|{value}]]"
    context, entities = document(marked, names=JAN, owner="person#1")
    new = list(KIND.replace(context, entities[1:], World(EWA)))
    assert re.fullmatch(expected, new[0].text)


@pytest.mark.parametrize("value", ["jasio.kowalski@firma.pl", "jasiokowalski@firma.pl"])
def test_an_address_of_a_pet_name_follows_its_owner(value):
    context, entities = document(f"[[person#1|Jan]] [[email|{value}]]", names=JAN, owner="person#1")
    world = World(EWA, alike=lambda name: {"Jasio"} if name == "Jan" else ())
    new = next(iter(KIND.replace(context, entities[1:], world)))
    assert re.fullmatch(r"lucja\.?zakwisniewska@example\.(com|org|net)", new.text)


def test_a_long_user_name_of_nobody_known_becomes_two_names():
    names = {n: tuple(f"{'abcdefgh'[n]}{x}{'o' * (n - 2)}" for x in "klm") for n in range(3, 7)}
    world = World(spelt=lambda _: names, halves=lambda word: (word[:4], word[4:]))
    for value, shape in (("@MiroKralj", "[A-Z][a-z]+[A-Z][a-z]+"), ("@mirokraljic", "[a-z]+")):
        context, entities = document(f"[[username|{value}]]", names=JAN)
        new = next(iter(KIND.replace(context, entities, world)))
        assert re.fullmatch(f"@{shape}", new.text), value
        assert len(new.text) > len("@") + max(names), value


@each("box", ["it", "shteti", "ghiseu6", "pomoc", "returns2"])
def test_a_box_that_names_nobody_stays(box):
    assert made("email", "email", f"{box}@firma.pl", "pl").startswith(f"{box}@example.")


def test_a_role_in_a_user_name_stays():
    new = replaced(KIND, "[[username|mod_eirik]] [[username|admin]]", "en")
    assert re.fullmatch(r"mod_[a-z]+ [a-z]+", new)
    assert "eirik" not in new
    assert "admin" not in new


def test_a_number_is_the_same_in_two_notations():
    marked = "[[case_number|P-26/007]] [[case_number|SI00 26007]] [[date|3. 5. 2026]]"
    number, reference = replaced(KIND, marked, "sl").split(" ", 1)
    assert number != "P-26/007"
    assert number[2:].replace("/", "") == reference[5:10]


@each(
    ("rule", "type_name", "value", "kept"),
    [
        ("se.company", "id.company", "969866-5354", "969"),
        ("se.swish", "account", "123 005 11 88", "123 "),
        ("pl.krs", "id.company", "0000771904", "0000"),
        ("", "id", "HR 7 2004 1187", "HR "),
        ("", "id", "118/VII", ""),
    ],
)
def test_what_tells_the_kind_of_a_number_stays(rule, type_name, value, kept):
    new = made(rule, type_name, value, "sv")
    assert new.startswith(kept)
    assert new != value
    assert new.endswith("/VII") == value.endswith("/VII")


@pytest.mark.parametrize(
    ("value", "east"),
    [
        ("46.24518, 15.31207", 2),
        ("46°14'42.6\"N 15°18'43.4\"E", 4),
        ("46.2297° N, 15.0122° E", 2),
    ],
)
def test_a_point_moves_with_its_town(value, east):
    old = Town("Celje", "SI", 1, at=(46.23, 15.26))
    new = Town("Kranj", "SI", 1, at=(46.24, 14.35))
    context, entities = document(f"[[gps|{value}]]", "sl")
    world = World(moves={entities[0].id: Move(new, old)})
    text = next(iter(KIND.replace(context, entities, world))).text
    was, now = ([int(n) for n in re.findall(r"\d+", t)] for t in (value, text))
    assert re.sub(r"\d", "0", text) == re.sub(r"\d", "0", value)
    assert now[east] in (was[east] - 1, was[east] - 2)
    assert now[0] == was[0]


def test_a_unified_case_number_keeps_its_year_with_words_behind():
    marked = "[[case_number|20243330100872 по описа за 2024]] [[date|12.03.2024]]"
    new = replaced(KIND, marked, "bg")
    first, behind, day = re.findall(r"(20\d\d)", new)[0], *re.findall(r"20\d\d", new)[-2:]
    assert first == behind == day != "2024"


def test_addresses_of_one_domain_stay_together():
    marked = "[[email|anna@firma.pl]] [[email|ewa@firma.pl]] [[url|https://www.firma.pl]]"
    tops = re.findall(r"example\.(\w+)", replaced(KIND, marked))
    assert len(tops) == 3
    assert len(set(tops)) == 1


def test_url_keeps_only_words_that_name_nobody():
    new = replaced(KIND, "[[url|https://www.firma.pl/kontakt/jan-kowalski.html?osoba=12]]")
    assert re.fullmatch(r"https://www\.example\.\w+/kontakt/[a-z]+-[a-z]+\.html\?osoba=\d\d", new)
    assert not re.search("firma|jan|kowalski", new)


def test_signs_in_a_url_stay_signs_and_letters_become_letters():
    new = replaced(KIND, "[[url|https://firma.pl/Zdzis%C5%82aw%20Lis]]")
    assert re.fullmatch(r"https://example\.\w+/[A-Z][a-z]+%20[A-Z][a-z]+", new)


def test_replacements_are_nobodys_original():
    values = [f"{n:02}-{n:03}" for n in range(10, 60)]
    marked = " ".join(f"[[postcode|{value}]]" for value in values)
    new = replaced(KIND, marked).split()
    assert not set(new) & set(values)
    assert len(set(new)) == len(new)


def test_other_types_go_to_the_fallback():
    assert replaced(KIND, "[[occupation|lekarz]], [[date|3 maja 1984]]").startswith("[TAG], ")


def test_letter_o_for_a_nought_is_read_as_one():
    new = made("pl.pesel", "id.national", "84O71512341", "pl")
    assert SCHEMES["pl.pesel"].validate(new)


def test_words_inside_a_value_stay():
    assert re.fullmatch(
        r"[A-Z]{2} nr\. \d{6}", made("ro.id_card", "id.document", "RK nr. 123456", "ro")
    )
    assert made("hu.land", "property", "1234/5 hrsz.", "hu").endswith(" hrsz.")


def test_reserved_domain_does_not_stand_for_itself():
    for top in ("com", "org", "net"):
        assert made("url.bare", "url", f"example.{top}", "en") != f"example.{top}"


@pytest.mark.parametrize("value", ["2025550143", "312 555 0187", "(415) 555-0123"])
def test_an_american_phone_without_its_code_stays_american(value):
    new = made("phone", "phone", value, "en")
    digits = "".join(c for c in new if c.isdigit())
    assert digits[:3] == "".join(c for c in value if c.isdigit())[:3]
    assert digits[3:8] == "55501"


@pytest.mark.parametrize("surface", ["150784 – 321B", "150784‑321B", "150784-32B"])
def test_odd_signs_and_mistyped_values_are_replaced(surface):
    new = made("fi.hetu", "id.national", surface, "fi")
    assert new != surface
    assert "TAG" in new or shape(new)[:8] == shape(surface)[:8]


def test_one_number_of_two_kinds_stays_one_and_keeps_a_year_of_the_document():
    made = replaced(
        KIND,
        "Faktúra [[id.document|20260117]], symbol [[account|20260117]], [[date|15. 1. 2026]]",
        "sk",
    )
    first, second, year = re.findall(r"\d{4,}", made)
    assert first == second != "20260117"
    assert first[:4] == year


PEOPLE = World(
    people=Spelt(
        [("kowalska", "lis"), ("anna", "ewa"), ("ak", "el"), ("ka", "le"), ("колева", "бонева")]
    )
)


@each(
    ("type_name", "rule", "value", "expected"),
    [
        ("id", "", "KOWA-1978", "LISE-{born}"),  # a short name goes on with the next
        ("case_number", "", "KOWALSKA/2024/11", r"LIS/{now}/\d\d"),
        ("case_number", "reference.dated", "AK/2024/03", r"EL/{now}/\d\d"),
        ("case_number", "pl.case", "II AK 123/24", r"II AK \d{3}/\d\d"),  # a court's register
        ("id", "", "КОЛЕ-1978", "БОНЕ-{born}"),
        ("username", "", "kowalska78", "lis{short}"),
        ("username", "", "kowalska_wyniki_2024", "lis_[a-z]+_{now}"),
    ],
)
def test_numbers_made_of_people_go_with_them(type_name, rule, value, expected):
    marked = f"[[date.birth|3.05.1978]] [[date|4.03.2024]] [[{type_name}|{value}]]"
    context, entities = document(marked, rules={type_name: rule} if rule else None)
    born, now, new = (r.text for r in KIND.replace(context, entities, PEOPLE))
    years = {"born": born[-4:], "now": now[-4:], "short": born[-2:]}
    for name, year in years.items():
        expected = expected.replace(f"{{{name}}}", year)
    assert re.fullmatch(expected, new)


@each(
    ("type_name", "one", "other"),
    [
        ("property", "114/2", "114/5"),
        ("property", "114/2", "115/2"),
        ("case_number", "FV/114/2024", "FV/115/2024"),
        ("phone", "601 234 567", "601 234 568"),
    ],
)
def test_neighbours_stay_neighbours(type_name, one, other):
    new = replaced(KIND, f"[[{type_name}|{one}]]|[[{type_name}|{other}]]").split("|")
    left, right = (list(map(int, re.findall(r"\d+", text))) for text in new)
    was = [
        int(b) - int(a)
        for a, b in zip(re.findall(r"\d+", one), re.findall(r"\d+", other), strict=True)
    ]
    assert [abs(b - a) for a, b in zip(left, right, strict=True)] == list(map(abs, was))


@pytest.mark.parametrize(
    ("rule", "ending"), [("card.ending", "1111"), ("card.masked", "**** 1111")]
)
def test_the_end_of_a_card_is_that_of_the_card(rule, ending):
    marked = f"[[card|4111 1111 1111 1111]]|[[account|{ending}]]"
    card, end = replaced(KIND, marked, rules={"card": "card", "account": rule}).split("|")
    assert card[-4:] == end[-4:] != "1111"


@each(
    ("rule", "type_name", "value", "kept"),
    [
        ("iban", "iban", "BG80 BNBG 9661 1020 3456 78", "BNBG"),
        ("iban", "iban", "SE45 5000 0000 0583 9825 7466", " 500"),
        ("bic", "account.bank", "TATRSKBX", "TATRSKB"),
        ("hu.account", "account", "11773016-11111018", "117"),
        ("pl.account", "account", "61 1090 1014 0000 0712 1981 2874", " 1090 "),
    ],
)
def test_an_account_stays_with_its_bank(rule, type_name, value, kept):
    new = made(rule, type_name, value, "pl")
    assert kept in new
    assert new != value


def test_a_finnish_mobile_stays_finnish_in_swedish():
    assert re.fullmatch(r"050 \d{3} \d{4}", made("phone", "phone", "050 317 4286", "sv"))


def test_a_vat_number_of_a_person_holds_the_personal_one():
    marked = "[[id.tax|SE840715123501]]|[[id.national|840715-1235]]"
    rules = {"id.tax": "se.vat_person", "id.national": "se.person"}
    vat, person = replaced(KIND, marked, "sv", rules=rules).split("|")
    assert vat == f"SE{person.replace('-', '')}01"


def test_a_slovak_plate_that_another_pattern_found_is_slovak():
    new = made("pl.plate", "plate", "NR-123AB", "sk")
    assert re.fullmatch(r"[A-Z]{2}-\d{3}[A-Z]{2}", new)


@pytest.mark.parametrize(
    ("language", "rule", "old", "code", "expected"),
    [
        ("pl", "pl.plate", "NMR 4C81", "WL", r"WL \d{2}[A-Z]\d{2}"),
        ("ro", "ro.plate", "B 123 ABC", "CJ", r"CJ \d{2} [A-Z]{3}"),
        ("ro", "ro.plate", "CJ 12 ABC", "B", r"B \d{2} [A-Z]{3}"),
    ],
)
def test_a_plate_has_as_many_digits_as_its_new_letters_want(language, rule, old, code, expected):
    context, entities = document(f"[[plate|{old}]]", language, rules={"plate": rule})
    towns = (Town(name, language.upper(), 1, plate=name) for name in (code, old.split()[0]))
    world = World(moves={entities[0].id: Move(*towns)})
    (new,) = KIND.replace(context, entities, world)
    assert re.fullmatch(expected, new.text)


@each(
    ("language", "rule", "old", "given_out"),
    [
        ("fi", "fi.plate", "ABC-12", r"[A-Z]{3}-[1-9]\d"),
        ("fi", "fi.plate_embassy", "CD-1234", r"CD-\d{4}"),
        ("fi", "fi.plate_small", "abc-123", r"[a-z]{3}-[1-9]\d\d"),
        ("sv", "se.plate", "ABC 123", r"[A-HJ-PR-UW-Z]{3} \d{3}"),
        ("hr", "hr.plate", "ZG 1234-AB", r"[A-ZŠŽČ]{2} [1-9]\d{3}-[A-PR-VZ]{2}"),
        ("pl", "pl.plate", "WX 1AC45", r"[A-Z]{2} \d[ACE-HJ-NPR-Y]{2}\d\d"),
        ("en", "gb.plate", "AB12 CDE", r"[A-Z]{2}(?:[0-2]|[5-7])\d [A-Z]{3}"),
    ],
)
def test_a_plate_is_one_that_is_given_out(language, rule, old, given_out):
    for number in range(12):
        new = made(rule, "plate", old, language, secret=b"s" * (16 + number))
        assert re.fullmatch(given_out, new), new


@pytest.mark.parametrize("value", ["0500-48 17 93", "0500-481793", "0303 92 12 44"])
def test_no_group_of_a_telephone_begins_with_a_nought_that_had_none(value):
    new = made("phone", "phone", value, "sv")
    assert not re.search(r"(?<=\D)0", new)


@each("value", ["Vlatka83", "luka22", "BerghKing78", "Bergakungen_78"])
def test_a_name_and_digits_are_a_user_name(value):
    new = made("", "id", value, "hr")
    assert re.fullmatch(r"[^\W\d_]+_?\d\d", new)
    assert re.search("[aeiou]", new)


def test_an_irish_plate_keeps_its_form():
    assert re.fullmatch(r"1[0-9]1-[A-Z]{1,2}-\d{4}", made("ie.plate", "plate", "191-G-4521", "en"))


@pytest.mark.model
def test_people_in_the_path_of_a_url_are_called_as_in_the_text():
    text = "Jan Kowalski, https://social.pl/in/jan-kowalski-12, https://a.pl/jkowalski/repo"
    made = allonym.pseudonymize(text, language="pl", secret=b"a secret for tests only").text
    given, family = made.partition(",")[0].split()
    given, family = (fold(word).lower() for word in (given, family))
    assert f"/{given}-{family}-" in made
    assert f"/{given[0]}{family}/" in made


def test_a_number_with_a_countrys_letters_is_not_of_another_country():
    made = replaced(KIND, "[[id.tax|GB 123 4567 89]]", "en", rules={"id.tax": "bg.vat"})
    assert re.fullmatch(r"GB \d{3} \d{4} \d{2}", made)

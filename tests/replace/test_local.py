"""What a town has that does not say its name becomes what its new town has."""

import tomllib

import pytest
from tests.each import each

from allonym.languages.geography import load_geography
from allonym.languages.local import ANYWHERE, LAND, load_local
from allonym.languages.pack import available, load_pack
from allonym.languages.pool import load_pool

from .naming import CASES, pseudonymized, replacer

LISTED = [
    (path.parent.name, case)
    for path in sorted(CASES.glob("*/local.toml"))
    for case in tomllib.loads(path.read_text("utf-8"))["case"]
]


@each(("language", "case"), LISTED)
def test_nothing_of_the_old_town_is_left(language, case):
    for number in range(3):
        done = pseudonymized(case["text"], language, f"secret {number} of what is local".encode())
        left = [word for word in case["gone"] if word in done.result]
        assert not left, done.result
        assert all(words in done.result for words in case.get("stays", ())), done.result


def test_what_stands_there_is_of_the_new_town():
    done = pseudonymized("[[place.settlement|Tampere]]: [[org|Tappara]] ja Aamulehti.", "fi")
    town, club, *_ = sorted(done.out, key=lambda r: r.span)
    table, new = load_local(load_pack("fi")), load_geography(load_pack("fi")).named(town.text)
    here = {name for things in table.of(new) for thing in things for name in thing.names}
    assert club.text in here
    assert done.result.rpartition(" ja ")[2].rstrip(".") in here


def test_what_two_towns_share_stays():
    local = load_local(load_pack("pl"))
    (river,) = {t for t in local.by_place["Kraków"] if t.names == ("Wisła",) and t.kind == "river"}
    assert river in local.by_place["Płock"]


@each(
    ("name", "case", "form"),
    [
        ("Dziennik Zachodni", "Loc", "Dzienniku Zachodnim"),
        ("Dziennik Zachodni", "Acc", "Dziennik Zachodni"),
        ("Górnik Zabrze", "Gen", "Górnika Zabrze"),
        ("Stal", "Loc", "Stali"),
        ("Nowiny", "Loc", "Nowinach"),
    ],
)
def test_a_noun_and_its_adjectives_are_declined(name, case, form):
    assert replacer("pl")._called.written(name, ("", case)) == form


@each("language", sorted(available()))
def test_the_table_speaks_of_known_places(language):
    pack = load_pack(language)
    table, towns = load_local(pack), load_geography(pack).towns
    known = {ANYWHERE} | {p for t in towns for p in (t.name, t.area, f"{t.name}@{t.state}")}
    assert table.by_place.keys() <= known
    cases = {b.get("Case") for b in load_pool(pack, "place").entries[0].bundles}
    assert all(len(forms) <= len(cases) for forms in table.forms.values())
    lands = [t for own in table.by_place.values() for t in own if t.kind == LAND]
    assert all(t.names[-1].islower() for t in lands if t.names[1:])


def test_who_is_for_a_club_tells_its_town():
    for number in range(3):
        text = "We met in [[place.settlement|Ormskirk]]. He is a lifelong Evertonian and a Scouser."
        done = pseudonymized(text, "en", f"secret {number} of what is local".encode())
        assert "Evertonian" not in done.result
        assert "Scouser" not in done.result


def test_a_street_of_a_town_is_that_of_an_address_beside_it():
    text = "Asun [[address#1|Hämeenkadulla]], [[address#2|Hämeenkatu 12]], "
    done = pseudonymized(text + "33100 [[place.settlement|Tampere]].", "fi")
    alone, whole, *_ = sorted(done.out, key=lambda r: r.span)
    assert alone.text[:5] == whole.text[:5]


@pytest.mark.parametrize(
    ("language", "kind", "text"),
    [
        ("sk", "hospital", "Leží v [[org.hospital|Nemocnici Alexandra Wintera v Piešťanoch]]."),
        ("pl", "court", "Pisał do [[org.court|Sądu Rejonowego dla Krakowa-Podgórza w Krakowie]]."),
        ("pl", "university", "Studiuje na [[org.school|Uniwersytecie Śląskim w Katowicach]]."),
    ],
)
def test_a_body_of_a_town_becomes_one_of_another(language, kind, text):
    table, called = load_local(load_pack(language)), replacer(language)._called
    things = {thing for own in table.by_place.values() for thing in own if thing.main == kind}
    forms = {form for t in things for name in t.names for form in called.forms(name).values()}
    for number in range(3):
        done = pseudonymized(text, language, f"secret {number} of bodies".encode())
        assert any(form in done.result for form in forms), done.result


def test_a_hospital_in_small_letters_tells_what_its_town_has():
    few = load_pack("sk").toml("orgs.toml")["few"]
    with_one = next(row["towns"] for row in few if "nemocnic" in row["words"])
    for number in range(6):
        text = "Ženu viezli do nemocnice v [[place.settlement|Skalici]]."
        done = pseudonymized(text, "sk", f"secret {number} of hospitals".encode())
        assert next(iter(done.out)).lemma in with_one, done.result

from __future__ import annotations

from functools import cache

import pytest
from tests.each import crossed, each

from allonym.errors import PackError
from allonym.languages.pack import common_path, load_pack
from allonym.languages.pool import load_pool
from allonym.model.features import parse_features
from allonym.morphology.load import load_morphology
from allonym.morphology.paradigms import Paradigms
from allonym.ports import Morphology

LANGUAGES = ("sl", "hr", "sk")


@cache
def morphology(language: str) -> Morphology:
    return load_morphology(load_pack(language))


@each(
    ("language", "lemma", "kind", "features", "form"),
    [
        ("sl", "Novak", "family", "Case=Ins|Gender=Masc", "Novakom"),
        ("sl", "Novak", "family", "Case=Gen|Gender=Fem", "Novak"),
        ("sl", "Vidmar", "family", "Case=Dat|Gender=Masc", "Vidmarju"),
        ("sl", "Zupančič", "family", "Case=Ins|Gender=Masc", "Zupančičem"),
        ("sl", "Peter", "given", "Case=Gen", "Petra"),
        ("sl", "Jože", "given", "Case=Dat", "Jožetu"),
        ("sl", "Novo mesto", "place", "Case=Loc", "Novem mestu"),
        ("sl", "Trbovlje", "place", "Case=Gen", "Trbovelj"),
        ("hr", "Horvat", "family", "Case=Gen|Gender=Masc", "Horvata"),
        ("hr", "Rukavina", "family", "Case=Dat|Gender=Fem", "Rukavini"),
        ("hr", "Lisinski", "family", "Case=Gen|Gender=Masc", "Lisinskog"),
        ("hr", "Ante", "given", "Case=Acc", "Antu"),
        ("hr", "Petar", "given", "Case=Voc", "Petre"),
        ("hr", "Vinkovci", "place", "Case=Gen", "Vinkovaca"),
        ("hr", "Rijeka", "place", "Case=Loc", "Rijeci"),
        ("sk", "Novák", "family", "Case=Dat|Gender=Masc", "Novákovi"),
        ("sk", "Novák", "family", "Case=Acc|Gender=Fem", "Novákovú"),
        ("sk", "Novotný", "family", "Case=Gen|Gender=Fem", "Novotnej"),
        ("sk", "Hruška", "family", "Case=Gen|Gender=Masc", "Hrušku"),
        ("sk", "Pavol", "given", "Case=Ins", "Pavlom"),
        ("sk", "Košice", "place", "Case=Gen", "Košíc"),
        ("sk", "Dolný Kubín", "place", "Case=Loc", "Dolnom Kubíne"),
        ("sk", "žilinský", "common", "Case=Loc|Number=Sing|Gender=Masc", "žilinskom"),
    ],
)
def test_inflect_gives_the_form(
    language: str, lemma: str, kind: str, features: str, form: str
) -> None:
    assert morphology(language).inflect(lemma, kind, parse_features(features)).form == form


@each(
    ("language", "surface", "kind", "lemma", "case"),
    [
        ("sl", "Janezom", "given", "Janez", "Ins"),
        ("sl", "GRMOVŠČAKA", "family", "Grmovščak", "Gen"),
        ("sl", "Murski Soboti", "place", "Murska Sobota", "Loc"),
        ("hr", "Grmovščakom", "family", "Grmovščak", "Ins"),
        ("hr", "Slavonskom Brodu", "place", "Slavonski Brod", "Loc"),
        ("sk", "Grmovščákovi", "family", "Grmovščák", "Dat"),
        ("sk", "Grmovskej", "family", "Grmovská", "Gen"),
        ("sk", "Banskej Bystrici", "place", "Banská Bystrica", "Loc"),
    ],
)
def test_analyse_has_the_reading(
    language: str, surface: str, kind: str, lemma: str, case: str
) -> None:
    readings = morphology(language).analyse(surface, kind)
    assert (lemma, case) in {(r.lemma, r.features.get("Case")) for r in readings}
    assert readings[0].lemma == lemma
    assert sum(reading.weight for reading in readings) == pytest.approx(1)


@pytest.mark.slow
@each(("language", "kind"), crossed(LANGUAGES, "given", "family", "place"))
def test_a_base_form_stays_a_reading(language: str, kind: str) -> None:
    names = [entry.lemma for entry in load_pool(load_pack(language), kind).entries]
    reader = morphology(language)
    assert all(n in {r.lemma for r in reader.analyse(n, kind)} for n in names)
    first = sum(reader.analyse(n, kind)[0].lemma == n for n in names)
    assert first / len(names) >= 0.99


@pytest.mark.parametrize("language", LANGUAGES)
def test_analyse_always_answers(language: str) -> None:
    for word in ("", "-", "'", "X", "Ghqx", "123", "a-", "Jan\ud800", "ß", "na", "-na"):
        for kind in ("given", "family", "place", "org", "common"):
            assert morphology(language).analyse(word, kind)
            assert word in morphology(language).forms(word, kind)


@each(
    ("language", "word", "kind", "lemma", "features"),
    [
        ("sl", "Slovenije", "place", "Slovenija", "Case=Gen|Gender=Fem|Number=Sing"),
        ("sl", "Atenah", "place", "Atene", "Case=Loc|Gender=Fem|Number=Plur"),
        ("sl", "Ibrahima", "given", "Ibrahim", "Case=Gen|Gender=Masc|Number=Sing"),
        ("hr", "Srbija", "place", "Srbija", "Case=Nom|Gender=Fem|Number=Sing"),
        ("hr", "Tirane", "place", "Tirana", "Case=Gen|Gender=Fem|Number=Sing"),
        ("sk", "Malta", "place", "Malta", "Case=Nom|Gender=Fem|Number=Sing"),
        ("sk", "Iraku", "place", "Irak", "Case=Gen|Gender=Masc|Number=Sing"),
    ],
)
def test_names_that_only_the_lists_know_are_read(
    language: str, word: str, kind: str, lemma: str, features: str
) -> None:
    best = morphology(language).analyse(word, kind)[0]
    assert (best.lemma, dict(best.features)) == (lemma, dict(parse_features(features)))


def test_slovak_places_may_have_a_genitive_in_u() -> None:
    cases = {r.features["Case"] for r in morphology("sk").analyse("Belehradu", "place")}
    assert {"Gen", "Dat"} <= cases
    assert morphology("sk").inflect("Prešov", "place", {"Case": "Gen"}).form == "Prešova"


@pytest.mark.parametrize(
    ("language", "lemma", "kind", "some"),
    [
        ("sl", "Novak", "family", {"Novaka", "Novakov", "Novakova"}),
        ("hr", "Zagreb", "place", {"Zagrebu", "zagrebačkog"}),
        ("sk", "Novák", "family", {"Novákovi", "Novákova", "Novákovo"}),
    ],
)
def test_forms_have_derivations(language: str, lemma: str, kind: str, some: set[str]) -> None:
    assert some <= morphology(language).forms(lemma, kind)


@pytest.mark.parametrize(
    "table",
    [
        {"cases": ["Nom", "Gen"], "classes": {"m": ["= a u"]}},
        {"cases": ["Nom"], "classes": {}, "rules": [["given", "Masc", "", "", "", "none"]]},
        {"cases": ["Nom"], "classes": {"m": ["="]}, "rules": [["given", "Masc", "(", "", "", "m"]]},
    ],
)
def test_a_wrong_table_is_refused(table: dict[str, object]) -> None:
    with pytest.raises(PackError, match=r"paradigms\.toml"):
        Paradigms(table)


@pytest.mark.parametrize("language", ["sl", "hr", "sk"])
def test_cities_abroad_are_read_as_they_stand(language: str) -> None:
    """Their endings look like those of cases: Amsterd-am, Lausann-e, Helsink-i."""
    engine = morphology(language)
    cities = [line.split("\t")[0] for line in common_path("cities.tsv").read_text().splitlines()]
    read = {city: engine.analyse(city, "place")[0] for city in cities if city[0] != "#"}
    wrong = [city for city, reading in read.items() if reading.lemma != city]
    assert len(read) > 150
    assert wrong == []

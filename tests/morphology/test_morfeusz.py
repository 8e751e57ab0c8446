from __future__ import annotations

from functools import cache

import pytest
from tests.each import each

from allonym.languages.pack import load_pack
from allonym.languages.pool import load_pool
from allonym.model.features import parse_features
from allonym.morphology.dictionary import parse_tag
from allonym.morphology.endings import EndingModel
from allonym.morphology.load import load_morphology
from allonym.ports import Morphology


@cache
def polish() -> Morphology:
    return load_morphology(load_pack("pl"))


@each(
    ("lemma", "kind", "features", "form"),
    [
        ("Kowalski", "family", "Case=Ins|Number=Sing|Gender=Masc", "Kowalskim"),
        ("Kowalski", "family", "Case=Ins|Number=Sing|Gender=Fem", "Kowalską"),
        ("Kowalska", "family", "Case=Dat|Number=Sing|Gender=Fem", "Kowalskiej"),
        ("Kowalski", "family", "Case=Nom|Number=Plur|Gender=Masc", "Kowalscy"),
        ("Nowak", "family", "Case=Gen|Number=Sing|Gender=Masc", "Nowaka"),
        ("Nowak", "family", "Case=Gen|Number=Sing|Gender=Fem", "Nowak"),
        ("Nowak", "family", "Case=Nom|Number=Plur|Gender=Masc", "Nowakowie"),
        ("Zaręba", "family", "Case=Acc|Number=Sing|Gender=Masc", "Zarębę"),
        ("Ziobro", "family", "Case=Gen|Number=Sing|Gender=Masc", "Ziobry"),
        ("Marzec", "family", "Case=Ins|Number=Sing|Gender=Masc", "Marcem"),
        ("Goethe", "family", "Case=Gen|Number=Sing|Gender=Masc", "Goethego"),
        ("Marek", "given", "Case=Dat", "Markowi"),
        ("Anna", "given", "Case=Voc", "Anno"),
        ("Maria", "given", "Case=Gen", "Marii"),
        ("Kasia", "given", "Case=Voc", "Kasiu"),
        ("Wrocław", "place", "Case=Loc", "Wrocławiu"),
        ("Sopot", "place", "Case=Gen", "Sopotu"),
        ("Katowice", "place", "Case=Loc", "Katowicach"),
        ("Zakopane", "place", "Case=Loc", "Zakopanem"),
        ("Zielona Góra", "place", "Case=Loc", "Zielonej Górze"),
        ("Nowy Sącz", "place", "Case=Gen", "Nowego Sącza"),
        ("Nowy Targ", "place", "Case=Acc", "Nowy Targ"),
        ("Grodzisk Mazowiecki", "place", "Case=Acc", "Grodzisk Mazowiecki"),
        ("Bielsko-Biała", "place", "Case=Gen", "Bielska-Białej"),
        ("wrocławski", "common", "Case=Ins|Number=Sing|Gender=Masc", "wrocławskim"),
    ],
)
def test_inflect_gives_the_form(lemma: str, kind: str, features: str, form: str) -> None:
    assert polish().inflect(lemma, kind, parse_features(features)).form == form


@each(
    ("lemma", "kind", "features", "form"),
    [
        ("Zgrzmociński", "family", "Case=Ins|Gender=Masc", "Zgrzmocińskim"),
        ("Zgrzmocińska", "family", "Case=Gen|Gender=Fem", "Zgrzmocińskiej"),
        ("Trzmielak", "family", "Case=Dat|Gender=Masc", "Trzmielakowi"),
        ("Grzmotkiewicz", "family", "Case=Gen|Gender=Masc", "Grzmotkiewicza"),
        ("Grzmotkiewicz", "family", "Case=Gen|Gender=Fem", "Grzmotkiewicz"),
        ("Pszczelinów", "place", "Case=Loc", "Pszczelinowie"),
        ("Żabowice", "place", "Case=Loc|Number=Plur", "Żabowicach"),
    ],
)
def test_unknown_names_go_by_analogy(lemma: str, kind: str, features: str, form: str) -> None:
    inflected = polish().inflect(lemma, kind, parse_features(features))
    assert inflected.form == form
    assert inflected.certainty < 1


def test_inflect_without_a_clue_keeps_the_lemma_and_says_so() -> None:
    inflected = polish().inflect("Ghqx", "family", parse_features("Case=Gen|Gender=Masc"))
    assert inflected.form == "Ghqx"
    assert inflected.certainty < 0.5


@each(
    ("surface", "kind", "lemma", "case"),
    [
        ("Janem", "given", "Jan", "Ins"),
        ("Jana", "given", "Jan", "Gen"),
        ("Kasiu", "given", "Kasia", "Voc"),
        ("Kowalskim", "family", "Kowalski", "Ins"),
        ("KOWALSKĄ", "family", "Kowalska", "Ins"),
        ("Nowak", "family", "Nowak", "Nom"),
        ("Zaręba", "family", "Zaręba", "Nom"),
        ("Kozła", "family", "Kozioł", "Gen"),
        ("Kennedy'ego", "family", "Kennedy", "Gen"),
        ("Nowak-Kowalskiej", "family", "Nowak-Kowalska", "Gen"),
        ("Wrocławiu", "place", "Wrocław", "Loc"),
        ("Katowicach", "place", "Katowice", "Loc"),
        ("Zielonej Górze", "place", "Zielona Góra", "Loc"),
        ("Bielska-Białej", "place", "Bielsko-Biała", "Gen"),
        ("Nakle nad Notecią", "place", "Nakło nad Notecią", "Loc"),
        ("Zgrzmocińskiego", "family", "Zgrzmociński", "Gen"),
    ],
)
def test_analyse_has_the_reading(surface: str, kind: str, lemma: str, case: str) -> None:
    readings = polish().analyse(surface, kind)
    assert (lemma, case) in {(r.lemma, r.features.get("Case")) for r in readings}
    assert readings[0].lemma == lemma
    assert sum(reading.weight for reading in readings) == pytest.approx(1)


@pytest.mark.parametrize("kind", ["given", "family", "place"])
def test_a_base_form_stays_a_reading(kind: str) -> None:
    names = [entry.lemma for entry in load_pool(load_pack("pl"), kind).entries]
    assert all(n in {r.lemma for r in polish().analyse(n, kind)} for n in names)
    first = sum(polish().analyse(n, kind)[0].lemma == n for n in names)
    assert first / len(names) >= 0.99


def test_analyse_always_answers() -> None:
    for word in ("", "-", "'", "X", "Ghqx", "123", "a-", "Jan\ud800", "Łódź-", "ß"):
        assert polish().analyse(word, "family")
        assert polish().forms(word, "place")


def test_forms_have_derivations() -> None:
    assert {"Wrocławia", "Wrocław", "wrocławskiego"} <= polish().forms("Wrocław", "place")
    assert {"Nowakiem", "Nowakowie", "Nowakową"} <= polish().forms("Nowak", "family")
    assert "Kennedy'ego" in polish().forms("Kennedy", "family")


def test_a_surname_that_is_a_word_has_its_forms_too() -> None:
    assert {"Orzeła", "Orła", "Orłem", "Orłowa", "Orzełowa"} <= polish().forms("Orzeł", "family")


def test_what_may_be_derived_holds_what_is() -> None:
    may_derive = load_morphology(load_pack("pl")).may_derive  # type: ignore[attr-defined]
    for name in ("Wrocław", "Kielce", "Zakopane", "Nowy Sącz", "Łódź", "Ghqx"):
        assert {*polish().derivations(name, "place")} <= {*may_derive(name, "place")}


def test_parse_tag_multiplies_alternatives() -> None:
    tag = parse_tag("subst:sg.pl:nom.gen:f")
    assert [tuple(bundle.values()) for bundle in tag.bundles] == [*tag.cells]
    assert len(tag.bundles) == 4
    assert parse_tag("adv:pos").bundles == ()
    assert parse_tag("subst:pl:nom:n:pt").plural_only


def test_ending_model_comes_back_to_the_lemma() -> None:
    model = EndingModel(load_pool(load_pack("pl"), "family").entries)
    for guess in model.decline("Trzmielak", "Masc"):
        if guess.features["Number"] == "Sing":
            assert "Trzmielak" in {g.lemma for g in model.read(guess.form)}

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest
from tests.each import each

from allonym.errors import PackError
from allonym.languages.pack import load_pack
from allonym.morphology.load import load_morphology

ENGLISH = load_morphology(load_pack("en"))


@each(
    ("surface", "lemma", "number"),
    [
        ("Smith", "Smith", "Sing"),
        ("Smiths", "Smith", "Plur"),
        ("Williams", "Williams", "Sing"),
        ("Joneses", "Jones", "Plur"),
        ("Smith's", "Smith", "Sing"),
        ("SMITH", "Smith", "Sing"),
    ],
)
def test_analyse_reads_plurals_and_clitics(surface: str, lemma: str, number: str) -> None:
    best = ENGLISH.analyse(surface, "family")[0]
    assert (best.lemma, best.features["Number"]) == (lemma, number)


@pytest.mark.parametrize(
    ("lemma", "plural"), [("Smith", "Smiths"), ("Jones", "Joneses"), ("Fox", "Foxes")]
)
def test_inflect_makes_the_plural(lemma: str, plural: str) -> None:
    assert ENGLISH.inflect(lemma, "family", {"Number": "Plur"}).form == plural
    assert ENGLISH.inflect(lemma, "family", {"Case": "Gen"}).form == lemma


def test_analyse_knows_the_gender_of_given_names() -> None:
    assert ENGLISH.analyse("Mary", "given")[0].features["Gender"] == "Fem"
    assert ENGLISH.analyse("John", "given")[0].features["Gender"] == "Masc"


def test_forms_have_the_possessive() -> None:
    assert {"Smith", "Smiths", "Smith's", "Smiths'"} <= ENGLISH.forms("Smith", "family")


def test_load_morphology_refuses_an_unknown_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    pack = replace(load_pack("en"), code="xx")
    table = MappingProxyType({"morphology": {"engine": "crystal ball"}})
    monkeypatch.setattr(type(pack), "toml", lambda self, name: table)
    with pytest.raises(PackError, match="crystal ball"):
        load_morphology(pack)

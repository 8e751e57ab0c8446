"""The engine that goes by rules, in the three languages that use it."""

from __future__ import annotations

from functools import cache

from tests.each import each

from allonym.languages.pack import load_pack
from allonym.morphology.load import load_morphology
from allonym.ports import Morphology


@cache
def morphology(language: str) -> Morphology:
    return load_morphology(load_pack(language))


@each(
    ("language", "kind", "form", "lemma", "case"),
    [
        ("ro", "given", "Mariei", "Maria", "Gen"),
        ("ro", "given", "Ilincăi", "Ilinca", "Gen"),
        ("ro", "given", "Bogdane", "Bogdan", "Voc"),
        ("ro", "place", "Timișoarei", "Timișoara", "Gen"),
        ("ro", "place", "Clujului", "Cluj", "Gen"),
        ("ro", "place", "Piteştiului", "Pitești", "Gen"),
        ("sv", "given", "Annas", "Anna", "Gen"),
        ("sv", "family", "Svenssons", "Svensson", "Gen"),
        ("sv", "place", "Göteborgs", "Göteborg", "Gen"),
        ("bg", "given", "Иване", "Иван", "Voc"),
        ("bg", "given", "Петре", "Петър", "Voc"),
        ("bg", "given", "Радке", "Радка", "Voc"),
    ],
)
def test_form_is_read_as_a_form(language: str, kind: str, form: str, lemma: str, case: str) -> None:
    best = morphology(language).analyse(form, kind)[0]
    assert (best.lemma, best.features["Case"]) == (lemma, case)


@each(
    ("language", "kind", "names"),
    [
        ("ro", "given", "Maria Andrei Mircea Luca Matei Carmen Ilie Ion"),
        ("ro", "family", "Popescu Radu Lungu Matei Xandrache"),
        ("ro", "place", "București Iași Cluj Oradea Sibiu"),
        ("sv", "given", "Lars Jonas Anders Max Ines Tobias"),
        ("sv", "family", "Svensson Marklund Strandnäs Wiklander Quiding"),
        ("sv", "place", "Borås Västerås Härnösand Alingsås Torpnäs"),
        ("bg", "given", "Никола Илия Христо Андрей Мария"),
        ("bg", "family", "Иванов Иванова Планински Барух"),
        ("bg", "place", "София Русе Бургас Непознато"),
    ],
)
def test_base_form_stays(language: str, kind: str, names: str) -> None:
    for name in names.split():
        assert morphology(language).analyse(name, kind)[0].lemma == name


def test_feminine_and_plural_of_a_bulgarian_surname() -> None:
    bulgarian = morphology("bg")
    assert bulgarian.inflect("Иванов", "family", {"Gender": "Fem"}).form == "Иванова"
    assert bulgarian.inflect("Иванов", "family", {"Number": "Plur"}).form == "Иванови"
    assert bulgarian.inflect("Планински", "family", {"Gender": "Fem"}).form == "Планинска"


def test_adjective_of_a_bulgarian_town_is_among_its_forms() -> None:
    assert {"пловдивски", "пловдивския", "пловдивската"} <= morphology("bg").forms(
        "Пловдив", "place"
    )


def test_unknown_form_is_unsure() -> None:
    wanted = {"Case": "Ins", "Number": "Sing"}
    assert morphology("ro").inflect("Maria", "given", wanted).certainty < 0.5

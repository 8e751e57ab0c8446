"""Courts and authorities named after a town are told from the others."""

from __future__ import annotations

from tests.each import each
from tests.replace.naming import morphology

from allonym.detect.refining.local import LocalNames
from allonym.languages.pack import load_pack
from allonym.replace.organisations.rules import OrgRules

LOCAL = [
    ("pl", "Sąd Rejonowy w Gnieźnie"), ("sk", "Okresný súd Žilina"), ("en", "Leeds Crown Court"),
    ("hu", "Győri Járásbíróság"), ("ro", "Judecătoria Bârlad"),
    ("hr", "OPĆINSKI SUD U KARLOVCU"), ("hr", "OPĆINSKI SUD PAG"), ("ro", "JUDECĂTORIA DEJ"),
    ("fi", "Itä-Suomen poliisilaitos"), ("ro", "Tribunalul Bistrița-Năsăud"),
    ("en", "Humberside Police"), ("en", "Thornbury Parish Council"),
    ("hu", "Egri Rendőrkapitányság"), ("sl", "Center za socialno delo Posavje"),
    ("sk", "Obecný úrad Iža"), ("sk", "Obecného úradu v Iži"),
]  # fmt: skip
OTHERS = [
    ("pl", "Sąd Najwyższy"), ("sk", "Ústavný súd Slovenskej republiky"), ("en", "Supreme Court"),
    ("hu", "Legfelsőbb Bíróság"), ("ro", "Curtea Constituțională"), ("hr", "Ustavni sud"),
    ("sl", "VRHOVNO SODIŠČE RS"),
]  # fmt: skip


@each(("language", "name"), LOCAL)
def test_a_court_of_a_town_is_local(language: str, name: str) -> None:
    assert _names(language).is_local(name)


@each(("language", "name"), OTHERS)
def test_a_court_of_a_country_is_not(language: str, name: str) -> None:
    assert not _names(language).is_local(name)


def _names(language: str) -> LocalNames:
    pack = load_pack(language)
    return LocalNames.of(pack, morphology(language), OrgRules(pack, {}).is_usual)

"""Owners are told by the noun that agrees with them."""

import pytest

from allonym.detect.names.owners import Owners
from allonym.languages.lexicon import BIT, load_lexicon
from allonym.languages.pack import load_pack
from allonym.morphology.load import load_morphology


def owners(code: str) -> Owners:
    pack = load_pack(code)
    lists = load_lexicon(pack.where("lexicon"))
    given = BIT["given"] | BIT["given_rare"]
    return Owners(
        pack,
        load_morphology(pack),
        lambda word: bool(lists.flags(word) & given),
        lambda word: bool(lists.ordinary(word)),
    )


@pytest.mark.parametrize(
    ("code", "text", "found"),
    [
        ("sl", "Govoril sem s Petrovo ženo.", [("Petrovo", True)]),
        ("sl", "V Petrovem stanovanju je mrzlo.", [("Petrovem", False)]),
        ("sl", "Na Jožetovem vrtu raste oreh.", [("Jožetovem", False)]),
        ("sl", "Na Petrovo sestra pride na obisk.", []),
        ("pl", "Marysina córka płakała.", [("Marysina", True)]),
        ("hr", "Bakrena cijev je skupa.", []),
    ],
)
def test_owners_are_told_by_what_stands_behind(
    code: str, text: str, found: list[tuple[str, bool]]
) -> None:
    told = [(text[slice(*span)], kin) for span, kin in owners(code).find(text)]
    assert told == found

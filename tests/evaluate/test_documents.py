"""The kit's own documents: well-formed, enough of them, with numbers that are right."""

from __future__ import annotations

from pathlib import Path

from tests.each import crossed, each

import allonym.evaluate
from allonym.evaluate.gold import GoldDocument, read_gold
from allonym.identifiers.schemes import SCHEMES

DOCUMENTS = Path(allonym.evaluate.__file__).parent / "documents"
LANGUAGES = sorted(path.name for path in DOCUMENTS.iterdir() if path.is_dir())
NATIONAL = {
    "sl": "si.emso",
    "hr": "hr.oib",
    "bg": "bg.egn bg.pnf",
    "ro": "ro.cnp",
    "sk": "sk.rc",
    "pl": "pl.pesel",
    "hu": "hu.personal",
    "fi": "fi.hetu",
    "sv": "se.person",
    "en": "gb.nino",
}
# A Romanian number of the trade register (J40/1234/2010) has no check digit; the CUI is a tax id.
COMPANY = {"hr": "hr.oib", "bg": "bg.eik", "sk": "sk.ico", "fi": "fi.business"}
TAX = {"bg": "bg.vat", "sl": "si.tax", "ro": "ro.cui", "pl": "pl.nip", "en": "gb.utr"}
BY_TYPE = {"id.national": NATIONAL, "id.company": COMPANY, "id.tax": TAX}


def documents(language: str, half: str) -> list[GoldDocument]:
    paths = sorted((DOCUMENTS / language / half).glob("*.marked.txt"))
    return [document for path in paths for document in read_gold(path, language).documents]


@each("language", LANGUAGES)
def test_there_is_enough_of_each_language(language: str) -> None:
    halves = [documents(language, half) for half in ("open", "sealed")]
    assert all(len(half) >= 4 for half in halves)
    assert sum(len(document.spans) for half in halves for document in half) >= 300


@each(("language", "half"), crossed(LANGUAGES, "open", "sealed"))
def test_each_has_a_genre_and_marks_without_blank_edges(language: str, half: str) -> None:
    for document in documents(language, half):
        assert document.genre
        for span in document.spans:
            surface = document.text[span.start : span.end]
            assert surface, (document.genre, span)
            assert surface == surface.strip(), (document.genre, span)


@each(("language", "half"), crossed(LANGUAGES, "open", "sealed"))
def test_check_digits_are_right(language: str, half: str) -> None:
    seen = 0
    for document in documents(language, half):
        for span in document.spans:
            known = "iban" if span.type == "iban" else BY_TYPE.get(span.type, {}).get(language)
            if known:
                seen += 1
                surface = document.text[span.start : span.end]
                valid = any(SCHEMES[scheme].validate(surface) for scheme in known.split())
                assert valid, (document.genre, known, surface)
    assert seen

"""The language of a document, and paragraphs in another."""

import pytest

from allonym import Pipeline
from allonym.errors import UnknownLanguage
from allonym.identify import foreign_paragraphs, identify_language
from allonym.languages.pack import available
from tests.each import each

POLISH = (
    "Sąd Okręgowy w Krakowie po rozpoznaniu sprawy z powództwa Jana Kowalskiego przeciwko spółce "
    "zasądza na rzecz powoda kwotę wskazaną w pozwie."
)
ENGLISH = (
    "The claimant wrote to the defendant on 3 May 2019 and asked Nathaniel Hawthorne for the "
    "money to be paid back without delay, as agreed in London."
)
SLOVENIAN = (
    "Sodišče je odločilo, da mora toženka plačati tožniku Janezu Novaku znesek, ki je naveden v "
    "tožbi, in mu povrniti vse stroške postopka."
)
CROATIAN = (
    "Sud je odlučio da tuženica mora platiti tužitelju Ivanu Horvatu iznos koji je naveden u "
    "tužbi te mu nadoknaditi sve troškove postupka."
)


@each(("text", "code"), [(POLISH, "pl"), (ENGLISH, "en"), (SLOVENIAN, "sl"), (CROATIAN, "hr")])
def test_a_document_is_told(text, code):
    assert identify_language(text, available()) == code


def test_too_little_text_is_an_error():
    with pytest.raises(UnknownLanguage):
        identify_language("12 34", available())


def test_a_paragraph_in_another_language_is_told():
    text = f"{POLISH}\n{ENGLISH}\n{POLISH}\n"
    ((span, code),) = foreign_paragraphs(text, "pl", available())
    assert (text[span.start : span.end], code) == (ENGLISH, "en")


@pytest.mark.parametrize("text", [f"{SLOVENIAN}\n{CROATIAN}", f"{POLISH}\nYes, sir!\n{POLISH}"])
def test_close_languages_and_short_lines_are_not_told_apart(text):
    main = identify_language(text, available())
    assert foreign_paragraphs(text, main, available()) == ()


def test_names_in_such_a_paragraph_are_found_by_its_own_pack():
    text = f"{POLISH}\n{ENGLISH}\n{POLISH}\n"
    result = Pipeline.load(secret=b"0123456789abcdef0").run(text)
    assert result.report.language == "pl"
    assert "Hawthorne" not in result.text
    assert "The claimant wrote to the defendant on" in result.text
    assert "asked" in result.text

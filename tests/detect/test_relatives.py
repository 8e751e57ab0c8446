"""Firms of families are one name; kin and legal form stay."""

from __future__ import annotations

import pytest

from allonym import Pipeline

SECRET = b"a secret for tests only"
FIRMS = {
    "sl": ("Delal je pri firmi {} v mestu.", "Golob", " in sinovi d.o.o."),
    "hr": ("Radio je u tvrtki {} u gradu.", "Perić", " i sinovi d.o.o."),
    "pl": ("Pracował w firmie {} w mieście.", "Zieliński", " i Synowie sp. z o.o."),
    "sk": ("Pracoval vo firme {} v meste.", "Kollár", " a syn, s. r. o."),
    "hu": ("Ott dolgozott: {} volt a neve.", "Szabó", " és Fiai Kft."),
    "fi": ("Hän oli töissä, kun {} suljettiin.", "Nieminen", " ja Pojat Oy"),
    "sv": ("Han arbetade på {} i staden.", "Ekström", " & Söner AB"),
    "en": ("He worked for {} in town.", "Whitaker", " & Sons Ltd"),
    "ro": ("A lucrat la firma {} din oraș.", "Munteanu", " și Fiii SRL"),
}


@pytest.mark.parametrize(("language", "words"), FIRMS.items(), ids=FIRMS)
def test_a_firm_of_a_family_is_one_name(language: str, words: tuple[str, str, str]) -> None:
    frame, family, rest = words
    result = Pipeline.load(language=language, secret=SECRET).run(frame.format(family + rest))
    before, _, after = frame.partition("{}")
    assert result.text.startswith(before)
    assert result.text.endswith(rest + after)
    assert family not in result.text
    assert [e.type for e in result.entities] == ["org.company"]


TRADES = {"fi": "Kahvila Mäkelä Ky", "sl": "Mizarstvo Hrovat s.p.", "bg": "Пекарна Колев"}


@pytest.mark.parametrize(("language", "name"), TRADES.items(), ids=TRADES)
def test_a_trade_before_a_name_makes_a_firm(language: str, name: str) -> None:
    trade, family, *_ = name.split()
    text = Pipeline.load(language=language, secret=SECRET).run(f"{name}, 2020.").text
    assert text.startswith(f"{trade} ")
    assert family not in text


KIN = {
    "hr": "Nećaku Duji Moroviću i kćeri Antoneli objašnjena je terapija.",
    "sl": "Terapijo smo razložili Antonu Kosu in hčeri Maji.",
}


@pytest.mark.parametrize(("language", "text"), KIN.items(), ids=KIN)
def test_kin_with_a_name_of_their_own_make_no_firm(language: str, text: str) -> None:
    result = Pipeline.load(language=language, secret=SECRET).run(text)
    assert {entity.type for entity in result.entities} == {"person"}


def test_a_hyphen_ties_a_surname_to_a_person() -> None:
    text = "Direktorica Karmela Štimac-Pleše potpisala je ugovor."
    result = Pipeline.load(language="hr", secret=SECRET).run(text)
    assert [entity.type for entity in result.entities] == ["person"]
    assert not {"Štimac", "Pleše"} & set(result.text.replace("-", " ").split())

"""Schemes against python-stdnum's own examples, and the promise of ``with_check``."""

from __future__ import annotations

import importlib
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.each import each

from allonym.identifiers.schemes import SCHEMES

STDNUM = {
    "iban": "iban", "lei": "lei", "rf": "iso11649",
    "si.emso": "si.emso", "si.tax": "si.ddv", "si.company": "si.maticna", "hr.oib": "hr.oib",
    "bg.egn": "bg.egn", "bg.pnf": "bg.pnf", "bg.vat": "bg.vat", "ro.cnp": "ro.cnp",
    "ro.cui": "ro.cui", "sk.rc": "sk.rc", "sk.vat": "sk.dph", "pl.pesel": "pl.pesel",
    "pl.nip": "pl.nip", "pl.regon": "pl.regon", "hu.tax_firm": "hu.anum", "fi.hetu": "fi.hetu",
    "fi.business": "fi.ytunnus", "se.person": "se.personnummer", "se.company": "se.orgnr",
    "se.vat": "se.vat", "gb.nhs": "gb.nhs", "gb.utr": "gb.utr", "us.ssn": "us.ssn",
    "us.itin": "us.itin", "us.routing": "us.rtn", "de.idnr": "de.idnr", "de.vat": "de.vat",
}  # fmt: skip

VALUES = {
    "iban": "GB82 WEST 1234 5698 7654 32", "card": "4111 1111 1111 1111", "imei": "490154203237518",
    "rf": "RF18539007547034", "vin": "1M8GDM9AXKP042788", "si.emso": "1507984 50 004 2",
    "si.tax": "SI57381461", "si.company": "5621488000", "hr.oib": "HR 48216903578",
    "bg.egn": "8407154326", "bg.pnf": "1003427182", "bg.eik": "175382643", "bg.vat": "BG175382643",
    "ro.cnp": "1840715401238", "ro.cui": "RO 18407261", "sk.rc": "840715/1236",
    "sk.ico": "36 184 071", "sk.vat": "SK2021345678", "pl.pesel": "84071512341",
    "pl.nip": "526-184-07-18", "pl.regon": "141840713", "pl.id_card": "CDK 781234",
    "pl.kw": "WA1M/00012345/1", "pl.nrb": "61 1090 1014 0000 0712 1981 2874",
    "hu.personal": "1-840715-1237", "hu.taj": "123 456 788", "hu.tax_person": "8412345673",
    "hu.tax_firm": "18407158-1-42", "hu.account": "11773016-11111018", "fi.hetu": "150784-321B",
    "fi.business": "1840715-9", "fi.reference": "12345672", "se.person": "19840715-1235",
    "se.company": "556184-0710", "se.giro": "991-2346", "gb.nhs": "943 476 5870",
    "gb.chi": "140316 3103",
    "gb.vat": "GB980780629", "us.routing": "111000025", "de.idnr": "36 574 261 809",
    "de.vat": "DE136695909", "de.id_card": "L01X00T471", "de.pension": "15070649C103",
}  # fmt: skip


def doctests(module: str) -> list[tuple[str, bool]]:
    """Return what python-stdnum's documentation calls valid and what it calls wrong."""
    text = importlib.import_module(f"stdnum.{module}").__doc__ or ""
    calls = re.findall(r">>> validate\('([^']+)'\)[^\n]*\n(Traceback.*\n[^>]*?(Invalid\w+))?", text)
    return [(value, not error) for value, error, kind in calls if kind in ("", "InvalidChecksum")]


@each("scheme", STDNUM)
def test_schemes_agree_with_stdnum_on_its_examples(scheme: str) -> None:
    examples = doctests(STDNUM[scheme])
    assert any(valid for _, valid in examples)
    assert [(v, SCHEMES[scheme].validate(v)) for v, _ in examples] == examples


@each("scheme", VALUES)
def test_with_check_keeps_a_right_value_and_repairs_a_wrong_one(scheme: str) -> None:
    value, rule = VALUES[scheme], SCHEMES[scheme]
    assert rule.validate(value)
    assert rule.with_check(value) == value
    place = [n for n, c in enumerate(value) if c.isalnum()]
    at = place[rule.at[0]]
    if rule.prefix and rule.at[0] >= 0 and value[:2].isalpha():
        at = place[rule.at[0] + 2]
    for other in rule.alphabet:
        repaired = rule.with_check(value[:at] + other + value[at + 1 :])
        assert repaired is not None
        assert rule.validate(repaired)
        assert len(repaired) == len(value)


@settings(max_examples=3 * settings.default.max_examples)
@given(text=st.text(alphabet="0123456789ABCXYZabcO -/.<+–\u00a0é\ud800", max_size=34))
def test_schemes_never_raise(text: str) -> None:
    for scheme, rule in SCHEMES.items():
        rule.validate(text)
        made = rule.with_check(text)
        assert made is None or len(made) == len(text), scheme


@given(body=st.text(alphabet="0123456789", min_size=10, max_size=10))
def test_a_check_digit_that_is_put_right_holds(body: str) -> None:
    made = SCHEMES["pl.pesel"].with_check(f"{body}0")
    assert made is not None
    assert SCHEMES["pl.pesel"].check(made)


def test_swedish_coordination_numbers_are_valid() -> None:
    assert SCHEMES["se.person"].validate("840775-1232")


def test_mrz_is_repaired_field_by_field() -> None:
    line = (
        "P<UTOERIKSSON<<ANNA<MARIA".ljust(44, "<")
        + "\nL898902C36UTO7408122F1204159ZE184226B<<<<<10"
    )
    assert SCHEMES["mrz"].validate(line)
    assert SCHEMES["mrz"].with_check(line[:54] + "0" + line[55:]) == line
    assert SCHEMES["mrz"].with_check(line.replace("740812", "750812")) != line


@pytest.mark.parametrize("value", ["QQ 12 34 56 C", "AB 12 34 56 D"])
def test_example_prefix_of_national_insurance_is_known(value: str) -> None:
    assert SCHEMES["gb.nino"].validate(value)
    assert not SCHEMES["gb.nino"].validate("BG" + value[2:])

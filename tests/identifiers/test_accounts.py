"""National check digits inside IBANs; the examples are those of the IBAN registry (SWIFT)."""

from __future__ import annotations

from tests.each import each

from allonym.identifiers.schemes import ACCOUNTS, SCHEMES, with_national_checks

REGISTRY = (
    "SI56263300012039086",
    "HU42117730161111101800000000",
    "PL61109010140000071219812874",
    "FI2112345600000785",
    "HR1210010051863000160",
    "SK3112000000198742637541",
)


@each("iban", REGISTRY)
def test_examples_of_the_registry_have_right_checks(iban):
    assert with_national_checks(iban) == iban


@each("number", range(0, 9999, 517))
def test_every_slovenian_iban_begins_with_56(number):
    made = with_national_checks(f"SI002633{number:09}00")
    assert SCHEMES["iban"].with_check(made)[:4] == "SI56"


def test_other_countries_are_left_alone():
    assert "DE" not in ACCOUNTS
    assert with_national_checks("DE89370400440532013000") == "DE89370400440532013000"

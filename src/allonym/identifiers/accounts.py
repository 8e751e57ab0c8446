"""National account numbers inside an IBAN: their own check digits.

Sources: the IBAN registry of SWIFT; for Slovenia ISO 7064 mod 97-10 over the account, for Hungary
the GIRO weights 9-7-3-1, for Poland the weights of sort codes, for Finland Luhn's formula, for
Croatia ISO 7064 mod 11,10, for Slovakia the weights of account numbers modulo 11.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from allonym.identifiers import checks, formulas
from allonym.identifiers.checks import weighted
from allonym.identifiers.schemes import Scheme


def with_national_checks(iban: str) -> str:
    """Return a compact IBAN whose national part has right check digits; its own are untouched.

    >>> with_national_checks("SI00263300012039000")
    'SI00263300012039086'
    >>> with_national_checks("PL00109010150000071219812874")
    'PL00109010140000071219812874'
    """
    account = ACCOUNTS.get(iban[:2])
    made = account.with_check(iban[4:]) if account else None
    return iban[:4] + (made or iban[4:])


def _slovak(body: str) -> str:
    prefix = _eleven(body[4:10], (10, 5, 8, 4, 2, 1))
    return body[:4] + prefix + _eleven(body[10:], (6, 3, 7, 9, 10, 5, 8, 4, 2, 1))


def _eleven(digits: str, weights: Sequence[int]) -> str:
    """Return digits whose weighted sum eleven divides, the last two at most another."""
    tails = (f"{digits[:-2]}{n:02}" for n in (*range(int(digits[-2:]), 100), *range(100)))
    return next((made for made in tails if weighted(made, weights) % 11 == 0), digits)


ACCOUNTS: Mapping[str, Scheme] = MappingProxyType(
    {
        "SI": Scheme(r"\d{15}", checks.mod97, (-2, -1)),
        "HU": Scheme(r"\d{24}", formulas.hu_account, (7, -1)),
        "PL": Scheme(r"\d{24}", lambda d: weighted(d[:8], (3, 9, 7, 1) * 2) % 10 == 0, (7,)),
        "FI": Scheme(r"\d{14}", checks.luhn, (-1,)),
        "HR": Scheme(r"\d{17}", lambda d: checks.mod11_10(d[7:]), (-1,)),
        "SK": Scheme(r"\d{20}", repair=_slovak),
    }
)
"""The national part of a country's IBAN, with check digits of its own."""

"""National account numbers inside an IBAN: their own check digits.

Sources: the IBAN registry of SWIFT; for Slovenia ISO 7064 mod 97-10 over the account, for Hungary
the GIRO weights 9-7-3-1, for Poland the weights of sort codes, for Finland Luhn's formula, for
Croatia ISO 7064 mod 11,10, for Slovakia the weights of account numbers modulo 11.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import cycle
from types import MappingProxyType


def with_national_checks(iban: str) -> str:
    """Return a compact IBAN whose national part has right check digits; its own are untouched.

    >>> with_national_checks("SI00263300012039000")
    'SI00263300012039086'
    >>> with_national_checks("PL00109010150000071219812874")
    'PL00109010140000071219812874'
    """
    account = ACCOUNTS.get(iban[:2])
    body = iban[4:]
    return iban[:4] + account(body) if account and body.isdigit() else iban


def _weighted(digits: str, weights: Sequence[int]) -> int:
    return sum(int(d) * w for d, w in zip(digits, cycle(weights), strict=False))


def _slovenian(body: str) -> str:
    return body[:-2] + f"{98 - int(body[:-2] + '00') % 97:02}"


def _hungarian(body: str) -> str:
    first, last = body[:7], body[8:-1]
    checks = (-_weighted(part, (9, 7, 3, 1)) % 10 for part in (first, last))
    return f"{first}{next(checks)}{last}{next(checks)}"


def _polish(body: str) -> str:
    return f"{body[:7]}{-_weighted(body[:7], (3, 9, 7, 1)) % 10}{body[8:]}"


def _finnish(body: str) -> str:
    doubled = (int(d) * w for d, w in zip(reversed(body[:-1]), cycle((2, 1)), strict=False))
    return f"{body[:-1]}{-sum(n // 10 + n % 10 for n in doubled) % 10}"


def _croatian(body: str) -> str:
    rest = 10
    for digit in body[7:-1]:
        rest = (rest + int(digit)) % 10 or 10
        rest = rest * 2 % 11
    return f"{body[:-1]}{(11 - rest) % 10}"


def _slovak(body: str) -> str:
    prefix = _eleven(body[4:10], (10, 5, 8, 4, 2, 1))
    return body[:4] + prefix + _eleven(body[10:], (6, 3, 7, 9, 10, 5, 8, 4, 2, 1))


def _eleven(digits: str, weights: Sequence[int]) -> str:
    """Return digits whose weighted sum eleven divides, the last two at most another."""
    tails = (f"{digits[:-2]}{n:02}" for n in (*range(int(digits[-2:]), 100), *range(100)))
    return next((made for made in tails if _weighted(made, weights) % 11 == 0), digits)


ACCOUNTS: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {
        "SI": _slovenian,
        "HU": _hungarian,
        "PL": _polish,
        "FI": _finnish,
        "HR": _croatian,
        "SK": _slovak,
    }
)
"""What gives the national part of a country's IBAN its own check digits."""

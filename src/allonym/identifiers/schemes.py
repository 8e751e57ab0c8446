"""Every numbering scheme by name: is this value right, and what would make it right.

::

    >>> SCHEMES["pl.pesel"].validate("840715 12341"), SCHEMES["pl.pesel"].validate("84O7l5 l234l")
    (True, True)
    >>> SCHEMES["pl.pesel"].with_check("840715 12349")
    '840715 12341'
    >>> SCHEMES["iban"].with_check("SI00 1910 0000 0123 438")
    'SI56 1910 0000 0123 438'

Values may carry separators, a country prefix and letters that look like digits; the shape survives.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from itertools import combinations, product
from types import MappingProxyType, ModuleType
from typing import Any

from allonym.identifiers import births, checks
from allonym.identifiers.checks import weighted
from allonym.text.tables import table_of

DIGITS = "0123456789"
# dashes and Cyrillic letters as the Latin keyboard has them
_TYPED = str.maketrans("‐‑‒–—−ОоАВЕКМНРСТХІЅ", "------OoABEKMHPCTXIS")
# letters that are typed for digits, or read for them by a scanner
_ALIKE = {"O": "0", "o": "0", "l": "1", "I": "1", "S": "5", "B": "8"}
_LETTERS = frozenset("lISB")
_MOST = 5  # so many letters are tried in all ways; values have no more of them
_LONGEST = 200  # characters of a value, however its parts are parted; what is longer is none


def _always(_: str) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Scheme:
    """One numbering scheme."""

    form: str  # regular expression of the whole compact value, without `prefix`
    # tells whether the check characters of a compact value are right
    check: Callable[[str], bool] = _always
    # places of the check characters in the compact value, negative from the end; empty where the
    # scheme has none or they are not known
    at: tuple[int, ...] = ()
    # reads the day of birth inside; may raise what `born` catches
    birth: Callable[[str], date] | None = None
    prefix: str = ""  # letters that may stand in front and do not count
    alphabet: str = DIGITS  # what a check character may be
    keep: str = ""  # separators that belong to the value
    # tells whether what is said besides (a county, a series) can be
    plausible: Callable[[str], bool] = _always
    # makes a compact value right where `at` cannot say how
    repair: Callable[[str], str | None] | None = None
    source: str = ""  # where the rule is written down

    def compact(self, value: str) -> str:
        """Return the value without separators and prefix, in capitals, look-alikes as digits."""
        return "".join(character for _, character in self._characters(value))

    def validate(self, value: str) -> bool:
        """Tell whether the value has the form, a right check and possible contents."""
        text = self.compact(value) if len(value) <= _LONGEST else ""
        if not (self._fits(text) and self.check(text) and self.plausible(text)):
            return False
        return self.birth is None or self.born(text) is not None

    def born(self, text: str) -> date | None:
        """Return the day of birth inside a compact value; None where there is none that can be."""
        try:
            return self.birth(text) if self.birth else None
        except (ValueError, IndexError, KeyError):
            return None  # mistyped: a letter or a digit too few

    def with_check(self, value: str) -> str | None:
        """Return the value with right check characters, all else as it was.

        Args:
            value: Of the scheme's form, with any check characters, separators as it likes.

        Returns:
            None where the value has not the form or no check character would do.  Contents
            (dates) are not judged.
        """
        if len(value) > _LONGEST:
            return None
        characters = self._characters(value, checked=False)
        right = self._right("".join(c for _, c in characters))
        if right is None or any(c.isdigit() and value[n] in _LETTERS for n, c in characters):
            return None
        out = list(value)
        for (place, old), new in zip(characters, right, strict=True):
            if old != new or out[place] in "Oo":
                out[place] = new.lower() if out[place].islower() else new
        return "".join(out)

    def _right(self, text: str) -> str | None:
        if not self._fits(text):
            return None
        if self.repair:
            return self.repair(text)
        if not self.at or self.check(text):
            return text
        places = [place % len(text) for place in self.at]
        draft = list(text)
        for tried in product(self.alphabet, repeat=len(places)):
            for place, character in zip(places, tried, strict=True):
                draft[place] = character
            if self._fits("".join(draft)) and self.check("".join(draft)):
                return "".join(draft)
        return None

    def _fits(self, text: str) -> bool:
        return text.isascii() and re.fullmatch(self.form, text) is not None

    def _characters(self, value: str, *, checked: bool = True) -> list[tuple[int, str]]:
        """Return what counts, each with its place; `checked`: read so that the check holds."""
        upper = value.translate(_TYPED).upper()
        if len(upper) != len(value):
            return []
        kept = [
            (n, c) for n, c in enumerate(upper) if c in self.keep or (c.isalnum() and c.isascii())
        ]
        text = "".join(c for _, c in kept)
        head = next((p for p in self.prefix.split("|") if p and text.startswith(p)), "")
        if head and re.fullmatch(self.form, text) is None:
            kept = kept[len(head) :]
        texts = self._readings(value, kept)
        fitting = [text for text in texts if self._fits(text)]
        right = (text for text in fitting if self.check(text)) if checked else iter(())
        text = next(right, (fitting or texts)[0])
        return [(n, c) for (n, _), c in zip(kept, text, strict=True)]

    def _readings(self, value: str, kept: list[tuple[int, str]]) -> list[str]:
        """Return what may be meant, the likeliest first: as written, or some letters as digits."""
        text = "".join(c for _, c in kept)
        if text.isdigit():
            return [text]
        typed = value.translate(_TYPED)
        alike = [
            i for i, (n, _) in enumerate(kept) if typed[n] in _ALIKE and not _among_letters(text, i)
        ]
        found = [text]
        for size in range(len(alike[:_MOST]), 0, -1):
            for chosen in combinations(alike[:_MOST], size):
                digits = {i: _ALIKE[typed[kept[i][0]]] for i in chosen}
                found.append("".join(digits.get(i, c) for i, c in enumerate(text)))
        return found


def _among_letters(text: str, place: int) -> bool:
    near = text[max(0, place - 1) : place] + text[place + 1 : place + 2]
    return not any(c.isdigit() or c in "OLISB" for c in near)


_HOME: Mapping[str, ModuleType] = MappingProxyType({"births": births, "checks": checks})


class _Schemes(Mapping[str, Scheme]):
    """The table of schemes, read when the first of them is asked for."""

    @cached_property
    def _rows(self) -> dict[str, Scheme]:
        table = table_of("allonym.identifiers", "schemes.toml")
        return {name: _scheme(row) for name, row in table.items()}

    def __getitem__(self, name: str) -> Scheme:
        return self._rows[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


def _scheme(row: Mapping[str, Any]) -> Scheme:
    meant = {key: _meant(value) for key, value in row.items()}
    weights, rests = meant.pop("weights", ()), meant.pop("rests", "")
    if rests:
        meant["check"] = partial(checks.rest_is, weights=weights, rests=rests, at=meant["at"][0])
    elif weights:
        meant["check"] = partial(checks.divides, weights=weights, modulo=meant.pop("modulo"))
    return Scheme(**meant)


def _meant(value: Any) -> Any:
    """Return what a value of the table says: the function that it names, or itself."""
    if not isinstance(value, str):
        return tuple(value) if isinstance(value, list) else value
    home, _, name = value.partition(".")
    return getattr(_HOME[home], name) if home in _HOME and name.isidentifier() else value


SCHEMES: Mapping[str, Scheme] = _Schemes()
"""All schemes, by country and name."""


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
        "HU": Scheme(r"\d{24}", checks.hu_account, (7, -1)),
        "PL": Scheme(r"\d{24}", lambda d: weighted(d[:8], (3, 9, 7, 1) * 2) % 10 == 0, (7,)),
        "FI": Scheme(r"\d{14}", checks.luhn, (-1,)),
        "HR": Scheme(r"\d{17}", lambda d: checks.mod11_10(d[7:]), (-1,)),
        "SK": Scheme(r"\d{20}", repair=_slovak),
    }
)
"""The national part of a country's IBAN, with check digits of its own."""

"""Numbers in a result: check digits, births and sexes inside, by python-stdnum."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from functools import lru_cache
from importlib import import_module
from typing import Any

from allonym.errors import needs
from allonym.evaluate.coherence.calendar import Verdict, dated, read_day
from allonym.evaluate.coherence.pairs import Judged

_MODULES = {
    "sl": ("si.emso", "si.ddv"), "hr": ("hr.oib",), "bg": ("bg.egn", "bg.vat", "bg.pnf"),
    "ro": ("ro.cnp", "ro.cf", "ro.cui"), "sk": ("sk.rc", "sk.dph", "cz.rc"),
    "pl": ("pl.pesel", "pl.nip", "pl.regon"), "hu": ("hu.anum",),
    "fi": ("fi.hetu", "fi.ytunnus", "fi.alv"), "sv": ("se.personnummer", "se.orgnr", "se.vat"),
    "en": ("gb.nhs", "gb.utr", "gb.vat"),
}  # fmt: skip
_EVERYWHERE = {"iban": ("iban",), "card": ("luhn",)}
_PERSONS = ("emso", "egn", "cnp", "rc", "pesel", "hetu", "personnummer")
_HETU_CENTURIES = {"+": 1800, **dict.fromkeys("-YXWVU", 1900), **dict.fromkeys("ABCDEF", 2000)}
_TYPES = ("id", "iban", "card", "account")


def check_digits(judged: Judged) -> Iterator[Verdict]:
    """Judge numbers whose check digits are right in the original."""
    for pair in judged.of(*_TYPES):
        modules = _EVERYWHERE.get(pair.type.partition(".")[0], _MODULES[judged.language])
        right = [m for m in modules if _is_valid(m, pair.old)]
        if right:
            yield "check digit", any(_is_valid(m, pair.new) for m in right)


def _is_valid(name: str, number: str) -> bool:
    """Tell whether a number is right; a Finnish one of a series for tests is."""
    if name == "fi.hetu":
        return bool(_module(name).is_valid(number, allow_temporary=True))
    return bool(_module(name).is_valid(number))


def births(judged: Judged) -> Iterator[Verdict]:
    """Judge numbers in which a birth stands that the text tells as well."""
    told = dated(judged, "date.birth")
    for pair in judged.of("id.national"):
        day = _asked(judged, pair.old, "birth")
        same = [p for p, d in told if d == day]
        if same:
            new = _asked(judged, pair.new, "birth")
            yield "birth in a number", new in [read_day(p.new, judged) for p in same]


def sexes(judged: Judged) -> Iterator[Verdict]:
    """Judge whether the sex that a number tells stays."""
    for pair in judged.of("id.national"):
        old = _asked(judged, pair.old, "sex")
        if old:
            yield "sex in a number", _asked(judged, pair.new, "sex") == old


def _asked(judged: Judged, number: str, what: str) -> Any:
    """Return the birth or the sex in a number; None where it is no number of a person."""
    for name in _MODULES[judged.language]:
        module = _module(name)
        if name.rpartition(".")[2] in _PERSONS and _is_valid(name, number):
            found = _ASK[what].get(name, _plain(f"get_{_GET[what]}"))(module, number)
            if found:
                return found
    return None


def _plain(function: str) -> Callable[[Any, str], Any]:
    def ask(module: Any, number: str) -> Any:
        asked = getattr(module, function, None)
        return asked(module.compact(number)) if asked else None

    return ask


def _hetu_birth(module: Any, number: str) -> date:
    text = module.compact(number)
    year = _HETU_CENTURIES[text[6]] + int(text[4:6])
    return date(year, int(text[2:4]), int(text[:2]))


def _hetu_sex(module: Any, number: str) -> str:
    return "M" if int(module.compact(number)[7:10]) % 2 else "F"


def _rc_sex(_: Any, number: str) -> str:
    return "F" if int(re.sub(r"\D", "", number)[2:4]) > 50 else "M"


_GET = {"birth": "birth_date", "sex": "gender"}
_ASK: dict[str, dict[str, Callable[[Any, str], Any]]] = {
    "birth": {"fi.hetu": _hetu_birth},
    "sex": {"fi.hetu": _hetu_sex, "sk.rc": _rc_sex, "cz.rc": _rc_sex},
}


@lru_cache(maxsize=64)
def _module(name: str) -> Any:
    with needs("check digits need", "coherence"):
        return import_module(f"stdnum.{name}")

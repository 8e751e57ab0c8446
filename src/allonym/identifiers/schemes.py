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
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import combinations, product
from types import MappingProxyType

from allonym.identifiers import births, checks, formulas

DIGITS = "0123456789"
_TYPED = str.maketrans("‐‑‒–—−ОоАВЕКМНРСТХІЅ", "------OoABEKMHPCTXIS")
"""Dashes and Cyrillic letters as the Latin keyboard has them."""
_ALIKE = {"O": "0", "o": "0", "l": "1", "I": "1", "S": "5", "B": "8"}
"""Letters that are typed for digits, or read for them by a scanner."""
_LETTERS = frozenset("lISB")
_MOST = 5
"""So many letters are tried in all ways; values have no more of them."""


def _always(_: str) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Scheme:
    """One numbering scheme.

    Attributes:
        form: Regular expression of the whole compact value, without `prefix`.
        check: Tells whether the check characters of a compact value are right.
        at: Places of the check characters in the compact value, negative from the end; empty
            where the scheme has none or they are not known.
        birth: Reads the day of birth inside; may raise what `born` catches.
        prefix: Letters that may stand in front and do not count.
        alphabet: What a check character may be.
        keep: Separators that belong to the value.
        plausible: Tells whether what is said besides (a county, a series) can be.
        repair: Makes a compact value right where `at` cannot say how.
        source: Where the rule is written down.
    """

    form: str
    check: Callable[[str], bool] = _always
    at: tuple[int, ...] = ()
    birth: Callable[[str], date] | None = None
    prefix: str = ""
    alphabet: str = DIGITS
    keep: str = ""
    plausible: Callable[[str], bool] = _always
    repair: Callable[[str], str | None] | None = None
    source: str = ""

    def compact(self, value: str) -> str:
        """Return the value without separators and prefix, in capitals, look-alikes as digits."""
        return "".join(character for _, character in self._characters(value))

    def validate(self, value: str) -> bool:
        """Tell whether the value has the form, a right check and possible contents."""
        text = self.compact(value)
        return self._fits(text) and self.check(text) and self._can_be(text)

    def born(self, text: str) -> date | None:
        """Return the day of birth inside a compact value; None where there is none that can be."""
        try:
            return self.birth(text) if self.birth else None
        except (ValueError, IndexError, KeyError):
            return None  # mistyped: a letter or a digit too few

    def _can_be(self, text: str) -> bool:
        return self.plausible(text) and (self.birth is None or self.born(text) is not None)

    def with_check(self, value: str) -> str | None:
        """Return the value with right check characters, all else as it was.

        Args:
            value: Of the scheme's form, with any check characters, separators as it likes.

        Returns:
            None where the value has not the form or no check character would do.  Contents
            (dates) are not judged.
        """
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


_EU_VAT = "Directive 2006/112/EC, art. 215; national rule"

SCHEMES: Mapping[str, Scheme] = MappingProxyType(
    {
        "iban": Scheme(
            r"[A-Z]{2}\d{2}[0-9A-Z]{11,30}",
            formulas.iban,
            (2, 3),
            source="ISO 13616, SWIFT registry",
        ),
        "card": Scheme(
            r"\d{12,19}", checks.luhn, (-1,), plausible=births.card, source="ISO/IEC 7812"
        ),
        "imei": Scheme(r"[0-9]{15}", checks.luhn, (-1,), source="3GPP TS 23.003"),
        "lei": Scheme(r"[0-9A-Z]{18}\d{2}", formulas.lei, (18, 19), source="ISO 17442"),
        "rf": Scheme(r"RF\d{2}[0-9A-Z]{1,21}", formulas.tail97, (2, 3), source="ISO 11649"),
        "vin": Scheme(
            r"[A-HJ-NPR-Z0-9]{17}", checks.vin, (8,), alphabet=DIGITS + "X", source="49 CFR 565.15"
        ),
        "mrz": Scheme(
            r"[A-Z0-9<]{72}|[A-Z0-9<]{88}|[A-Z0-9<]{90}",
            checks.mrz,
            keep="<",
            repair=checks.mrz_repaired,
            source="ICAO 9303 parts 4 to 6",
        ),
        "ip": Scheme(r"[0-9A-F.:/%]+", formulas.ip, keep=".:/%", source="RFC 791, RFC 4291"),
        "bic": Scheme(r"[A-Z]{6}[0-9A-Z]{2}(?:[0-9A-Z]{3})?", source="ISO 9362"),
        "si.emso": Scheme(
            r"\d{13}",
            formulas.si_emso,
            (-1,),
            births.emso,
            source="Zakon o centralnem registru prebivalstva",
        ),
        "si.tax": Scheme(r"[1-9]\d{7}", formulas.si_tax, (-1,), prefix="SI", source=_EU_VAT),
        "si.company": Scheme(r"\d{7}(?:[0-9A-Z]\d\d)?", formulas.si_company, (6,), source="AJPES"),
        "hr.oib": Scheme(
            r"\d{11}",
            checks.mod11_10,
            (-1,),
            prefix="HR",
            source="Zakon o osobnom identifikacijskom broju",
        ),
        "bg.egn": Scheme(r"\d{10}", formulas.bg_egn, (-1,), births.egn, source="ГРАО"),
        "bg.pnf": Scheme(r"\d{10}", formulas.bg_pnf, (-1,), source="МВР, личен номер на чужденец"),
        "bg.eik": Scheme(
            r"\d{9}(?:\d{4})?",
            formulas.bg_eik,
            (8, -1),
            prefix="BG",
            source="Закон за регистър БУЛСТАТ",
        ),
        "bg.vat": Scheme(r"\d{9,10}", formulas.bg_vat, (-1,), prefix="BG", source=_EU_VAT),
        "ro.cnp": Scheme(
            r"[1-9]\d{12}",
            formulas.ro_cnp,
            (-1,),
            births.cnp,
            plausible=births.of_county,
            source="Legea 105/1996; HG 1375/2006",
        ),
        "ro.cui": Scheme(r"[1-9]\d{1,9}", formulas.ro_cui, (-1,), prefix="RO", source=_EU_VAT),
        "ro.onrc": Scheme(
            r"[JFC](?:19|20)\d{12}|[JFC]\d{13}", formulas.ro_onrc, (-1,), source="ONRC, Ordin 2024"
        ),
        "sk.rc": Scheme(
            r"\d{9,10}",
            formulas.sk_rc,
            (-1,),
            births.rodne_cislo,
            plausible=births.is_issued,
            source="zákon 301/1995 Z. z.",
        ),
        "sk.ico": Scheme(r"\d{8}", formulas.sk_ico, (-1,), source="Štatistický úrad SR"),
        "sk.vat": Scheme(
            r"[1-9]\d[2-47-9]\d{7}", formulas.sk_vat, (-1,), prefix="SK", source=_EU_VAT
        ),
        "pl.pesel": Scheme(
            r"\d{11}", formulas.pl_pesel, (-1,), births.pesel, source="ustawa o ewidencji ludności"
        ),
        "pl.nip": Scheme(r"[1-9]\d{9}", formulas.pl_nip, (-1,), prefix="PL", source=_EU_VAT),
        "pl.regon": Scheme(r"\d{9}(?:\d{5})?", formulas.pl_regon, (8, -1), source="GUS"),
        "pl.id_card": Scheme(
            r"[A-Z]{3}\d{6}", formulas.pl_id_card, (3,), source="ICAO 9303 weights, MSWiA"
        ),
        "pl.passport": Scheme(
            r"[A-Z]{2}\d{7}", formulas.pl_passport, (2,), source="ICAO 9303 weights, MSWiA"
        ),
        "pl.pwz": Scheme(
            r"[1-9]\d{6}",
            formulas.pl_pwz,
            (0,),
            alphabet="123456789",
            source="Naczelna Izba Lekarska",
        ),
        "pl.kw": Scheme(r"[A-Z]{2}\d[A-Z]\d{9}", checks.kw, (-1,), source="Dz.U. 2016 poz. 312"),
        "pl.nrb": Scheme(
            r"\d{26}", formulas.pl_nrb, (0, 1), prefix="PL", source="zarządzenie NBP 15/2010"
        ),
        "hu.personal": Scheme(
            r"[1-8]\d{10}",
            formulas.hu_personal,
            (-1,),
            births.personal_hu,
            source="1996. évi XX. törvény",
        ),
        "hu.taj": Scheme(r"\d{9}", formulas.hu_taj, (-1,), source="1996. évi XX. törvény"),
        "hu.tax_person": Scheme(
            r"8\d{9}",
            formulas.hu_tax_person,
            (-1,),
            births.tax_hu,
            plausible=births.of_this_age,
            source="1996. évi XX. törvény",
        ),
        "hu.tax_firm": Scheme(
            r"\d{8}(?:[1-5]\d{2})?", formulas.hu_tax_firm, (7,), prefix="HU", source=_EU_VAT
        ),
        "hu.account": Scheme(r"\d{16}(?:\d{8})?", formulas.hu_account, (7, -1), source="MNB, GIRO"),
        "fi.hetu": Scheme(
            r"[0-3]\d[01]\d{3}[-+A-FU-Y]\d{3}[0-9A-FHJ-NPR-Y]",
            formulas.fi_hetu,
            (-1,),
            births.hetu,
            plausible=births.is_issued_fi,
            alphabet=checks.MOD31,
            keep="-+",
            source="VNa 128/2010",
        ),
        "fi.business": Scheme(
            r"\d{8}", formulas.fi_business, (-1,), prefix="FI", source="PRH, YTJ"
        ),
        "fi.building": Scheme(
            r"1\d{8}[0-9A-FHJ-NPR-Y]",
            formulas.fi_building,
            (-1,),
            alphabet=checks.MOD31,
            source="DVV",
        ),
        "fi.reference": Scheme(r"\d{4,20}", checks.reference, (-1,), source="Finanssiala ry"),
        "se.person": Scheme(
            r"(?:(?:19|20)\d{2}|\d{2})[01]\d[0-9]\d[-+]?\d{4}",
            formulas.se_person,
            (-1,),
            births.person_se,
            keep="-+",
            source="Folkbokföringslagen (1991:481) § 18, Skatteverket SKV 704",
        ),
        "se.company": Scheme(
            r"[1-9]\d[2-9]\d{7}", checks.luhn, (-1,), prefix="16", source="Lag (1974:174)"
        ),
        "se.vat": Scheme(r"[1-9]\d{9}01", formulas.se_vat, (9,), prefix="SE", source=_EU_VAT),
        "se.giro": Scheme(r"\d{2,8}", checks.luhn, (-1,), source="Bankgirot, modulus 10"),
        "gb.nhs": Scheme(r"\d{10}", formulas.gb_nhs, (-1,), source="NHS Data Dictionary"),
        "gb.chi": Scheme(
            r"[0-3]\d[01]\d{7}", formulas.gb_nhs, (-1,), births.chi, source="NHS Scotland, CHI"
        ),
        "gb.utr": Scheme(r"\d{10}", formulas.gb_utr, (0,), prefix="K", source="HMRC"),
        "gb.vat": Scheme(
            r"\d{9}(?:\d{3})?", formulas.gb_vat, (7, 8), prefix="GB|XI", source=_EU_VAT
        ),
        "gb.nino": Scheme(r"[A-Z]{2}\d{6}[A-D]?", plausible=births.nino, source="HMRC NIM39110"),
        "ie.pps": Scheme(
            r"\d{7}[A-W][A-IW]?",
            formulas.ie_pps,
            (7,),
            alphabet="WABCDEFGHIJKLMNOPQRSTUV",
            source="Department of Social Protection",
        ),
        "us.ssn": Scheme(r"\d{9}", plausible=births.ssn, source="SSA, RM 10201"),
        "us.itin": Scheme(r"9\d{8}", plausible=births.itin, source="IRS Publication 4757"),
        "us.routing": Scheme(
            r"(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}",
            formulas.us_routing,
            (-1,),
            source="ABA",
        ),
        "de.idnr": Scheme(r"[1-9]\d{10}", formulas.de_idnr, (-1,), source="AO § 139b; BZSt"),
        "de.vat": Scheme(r"[1-9]\d{8}", checks.mod11_10, (-1,), prefix="DE", source=_EU_VAT),
        "de.id_card": Scheme(
            r"[CFGHJKLMNPRTVWXYZ0-9]{9}\d",
            formulas.de_id_card,
            (-1,),
            source="ICAO 9303 weights, PAuswV",
        ),
        "de.pension": Scheme(
            r"\d{8}[A-Z]\d{3}",
            formulas.de_pension,
            (-1,),
            plausible=births.pension_de,
            source="VKVV § 2",
        ),
        "de.health": Scheme(r"[A-Z]\d{9}", formulas.de_health, (-1,), source="SGB V § 290"),
    }
)
"""All schemes, by country and name."""

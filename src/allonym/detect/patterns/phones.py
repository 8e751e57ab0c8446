"""Phone numbers: a cheap expression proposes, the numbering plans decide.

Plans: the ``phonenumbers`` library (ITU and national plans).  Numbers reserved for fiction, which
it calls invalid, are patterns of their own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

ANNOUNCED, ANNOUNCED_ODD, INTERNATIONAL, DOMESTIC, GROUPED = 0.97, 0.8, 0.96, 0.75, 0.55
_NO_TRUNK = frozenset({"PL", "US"})
_GROUPED = re.compile(
    r"\(\d{3}\)\D?\d{3}\D\d{4}|\d{3}(?P<gap>[^\d(])\d{3}(?P=gap)\d{3,4}|\d{2} \d{3} \d{2} \d{2}"
    r"|\(\d{2}\) ?\d{3}(?P<dash>[- ])\d{2}(?P=dash)\d{2}"
)
_DATED = re.compile(r"\d{1,2}([./-])\d{1,2}\1(?:19|20)\d\d\b")
_DAY = re.compile(r"(?:19|20)\d\d-[01]\d(?:-[0-3]\d)?")


@dataclass(frozen=True, slots=True)
class PhonePlan:
    """Judges a candidate by the plans of some countries, those of the document."""

    countries: tuple[str, ...]

    def score(self, surface: str, announced: bool) -> float:
        """Return how sure it is that `surface` is a phone number; 0 where it is none."""
        digits = re.sub(r"\D", "", surface)
        if _DAY.fullmatch(surface) or _DATED.match(surface) or not 5 <= len(digits) <= 16:
            return 0.0
        if surface.startswith(("+", "00")):
            return self._international(digits, surface, announced)
        if announced:
            return ANNOUNCED if self._valid(surface) else ANNOUNCED_ODD
        trunk = digits.startswith("0") or (digits.startswith("06") and "HU" in self.countries)
        bare = _NO_TRUNK.intersection(self.countries) and _GROUPED.fullmatch(surface)
        if not trunk and not bare:
            return 0.0
        if not self._valid(surface):
            return 0.0
        return DOMESTIC if trunk or surface.startswith("(") else GROUPED

    def _international(self, digits: str, surface: str, announced: bool) -> float:
        import phonenumbers

        number = "+" + (digits[2:] if surface.startswith("00") else digits)
        try:
            parsed = phonenumbers.parse(number.replace("(0)", ""), None)
        except phonenumbers.NumberParseException:
            return ANNOUNCED_ODD if announced else 0.0
        if phonenumbers.is_valid_number(parsed):
            return ANNOUNCED if announced else INTERNATIONAL
        possible = phonenumbers.is_possible_number(parsed)
        return ANNOUNCED_ODD if announced else 0.6 if possible and surface[0] == "+" else 0.0

    def _valid(self, surface: str) -> bool:
        import phonenumbers

        for country in self.countries:
            try:
                parsed = phonenumbers.parse(surface, country)
            except phonenumbers.NumberParseException:
                continue
            if phonenumbers.is_valid_number(parsed):
                return True
        return False

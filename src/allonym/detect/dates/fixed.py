"""Dates whose form says enough in any language: of mail programs, of carriers."""

from __future__ import annotations

import re
from collections.abc import Iterator

_MONTH = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
_MAIL = re.compile(
    "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), {1,2}[0-3]?[0-9] "
    f"(?:{_MONTH}) (?:19|20)[0-9]{{2}}(?= [0-9]{{2}}:[0-9]{{2}})"
)
"""A date as mail programs write and read it, whatever the language (RFC 5322, section 3.3)."""
_CARRIER = re.compile(
    rf"(?<![^\W_])(?:0[1-9]|[12][0-9]|3[01])(?:{_MONTH.upper()})(?:(?:19|20)?[0-9]{{2}})(?![^\W_])"
    rf"|(?<![^\W_])(?:0?[1-9]|[12][0-9]|3[01]) (?:{_MONTH.upper()}) (?:(?:19|20)?[0-9]{{2}})"
    r"(?![^\W_]|[:.,][0-9])"
)
"""``09JUN19``, ``10 JUL 26``: tickets and passenger lists are in English everywhere."""


def machine_dates(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and rule of the dates that mail programs and carriers write."""
    yield from ((*m.span(), "en.mail") for m in _MAIL.finditer(text))
    yield from ((*m.span(), "en.joined") for m in _CARRIER.finditer(text))

"""Dates whose form says enough in any language: of mail programs, of carriers, of a life."""

from __future__ import annotations

import re
from collections.abc import Iterator

SCORE = 0.6
"""Two years behind a name are those of a life, most of the time."""

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
_BORN, _DIED = r"(?P<born>1[89][0-9]{2})", r"(?P<died>(?:1[89]|20)[0-9]{2})"
_LIFE_SPAN = re.compile(
    rf"(?:[(,\n][ \u00a0]?|[ \u00a0]{{2}}){_BORN}\.?\s?[–-]\s?{_DIED}(?![^\W_]|[/-][0-9])"
)
_TWO_NAMES = re.compile(r"[^\W\d_][\w.'’-]*\s[^\W\d_][\w'’-]*(?=[\s)]*[(,]?[ \u00a0]*$)")


def machine_dates(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and rule of the dates that mail programs and carriers write."""
    yield from ((*m.span(), "en.mail") for m in _MAIL.finditer(text))
    yield from ((*m.span(), "en.joined") for m in _CARRIER.finditer(text))


def life_spans(text: str) -> Iterator[tuple[int, int, str, float, str]]:
    """Yield the two years behind a name: ``Ana Novak (1938–2001)``, ``Ana Novak, 1938 – 2001``."""
    for match in _LIFE_SPAN.finditer(text):
        names = _TWO_NAMES.search(text, max(0, match.start() - 50), match.start())
        capital = names and all(word[:1].isupper() for word in names[0].split())
        if capital and 15 <= int(match["died"]) - int(match["born"]) <= 110:
            yield *match.span("born"), "life_span", SCORE, "date.birth"
            yield *match.span("died"), "life_span", SCORE, "date"

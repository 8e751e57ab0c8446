"""Names of page styles, which spreadsheets make from the names of their sheets."""

from __future__ import annotations

import re
from dataclasses import replace

from allonym.formats.package import Part

_NAME = re.compile(rb'"PageStyle_([^"]*)"')
_ESCAPE = re.compile(rb"_([0-9a-fA-F]{2,4})_")


def number_page_styles(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return the parts with a number in place of each sheet's name in the name of its style.

    OpenDocument writes such a name twice: as people see it, and with other signs than letters and
    digits as ``_20_`` (19.498, ``style:name``); both take the same number.
    """
    numbers: dict[bytes, int] = {}

    def numbered(match: re.Match[bytes]) -> bytes:
        plain = _ESCAPE.sub(lambda e: chr(int(e[1], 16)).encode("utf-8"), match[1]).lstrip(b"_")
        return b'"PageStyle%d"' % numbers.setdefault(plain, len(numbers) + 1)

    return tuple(
        replace(part, data=_NAME.sub(numbered, part.data)) if part.name.endswith(".xml") else part
        for part in parts
    )

"""The office formats: which rules a file is opened by, and what is done to its parts before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import partial

from allonym.formats.base import Format
from allonym.formats.mapped import Piece
from allonym.formats.markup.events import Event
from allonym.formats.office.books import prepare_book
from allonym.formats.office.document import PackageDocument, open_package
from allonym.formats.office.prompts import empty_prompts
from allonym.formats.office.reckoned import reckon_anew
from allonym.formats.office.renamed import rename_parts
from allonym.formats.office.sheets import Days, inline_strings, numbers, shared_strings
from allonym.formats.office.sieve import Scrub, Sieve
from allonym.formats.package import Part

_SHEETS = "xl/worksheets/*.xml"


@dataclass(frozen=True, slots=True)
class OfficeFormat(Format):
    """Files that are packages of parts; macros are left out."""

    kind: str = "odf"  # name of their rules in ``rules.toml``

    def open(self, data: bytes) -> PackageDocument:
        """Read a file.

        Raises:
            CorruptDocument: If it is damaged, has a password, or is a book with encrypted pages.
        """
        days = Days()

        def prepare(parts: tuple[Part, ...], _: Sieve) -> tuple[Part, ...]:
            nonlocal days
            if self.kind == "epub":
                return prepare_book(parts)
            parts = rename_parts(parts, self.kind)
            if self.kind == "xlsx":
                named = {part.name: part for part in parts}
                days = Days.of(named)
                return _cells_filled(named, days)
            return parts

        def special(events: Sequence[Event], source: str) -> Mapping[int, Piece]:
            return numbers(events, source, days)

        return open_package(
            data, self.kind, prepare=prepare, scrub=_SCRUBS.get(self.kind),
            special=special if self.kind == "xlsx" else None,
        )  # fmt: skip


_SCRUBS: dict[str, Scrub] = {"xlsx": reckon_anew, "pptx": empty_prompts}
OdfFormat, XlsxFormat, PptxFormat, EpubFormat = (
    partial(OfficeFormat, kind=kind) for kind in ("odf", "xlsx", "pptx", "epub")
)


def _cells_filled(parts: Mapping[str, Part], days: Days) -> tuple[Part, ...]:
    """Return a workbook with shared strings in their cells."""
    table = parts.get("xl/sharedStrings.xml")
    strings = shared_strings(table.data) if table else ()
    return tuple(
        inline_strings(part, strings, days) if fnmatchcase(part.name, _SHEETS) else part
        for part in parts.values()
    )

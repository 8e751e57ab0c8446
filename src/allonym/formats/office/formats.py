"""The office formats: which rules a file is opened by, and what is done to its parts before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from allonym.formats.mapped import Piece
from allonym.formats.markup.events import Event
from allonym.formats.office.books import prepare_book
from allonym.formats.office.document import PackageDocument, open_package
from allonym.formats.office.prompts import empty_prompts
from allonym.formats.office.reckoned import reckoned_anew
from allonym.formats.office.renamed import rename_parts
from allonym.formats.office.sheets import date_styles, inline_strings, numbers, shared_strings
from allonym.formats.package import Part
from allonym.profile import Documents

_SHEETS = "xl/worksheets/*.xml"
_EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_SLIDES = "application/vnd.openxmlformats-officedocument.presentationml"
_MACROS = "application/vnd.ms-{}.{}.macroEnabled.main+xml"


@dataclass(frozen=True, slots=True)
class OdfFormat:
    """OpenDocument texts, spreadsheets, presentations and drawings."""

    settings: Documents = Documents()

    def open(self, data: bytes) -> PackageDocument:
        """Read a file.

        Raises:
            CorruptDocument: If it is damaged or has a password.
        """
        return open_package(data, "odf", prepare=lambda parts: rename_parts(parts, "odf"))


@dataclass(frozen=True, slots=True)
class XlsxFormat:
    """Excel workbooks; macros are left out."""

    settings: Documents = Documents()

    def open(self, data: bytes) -> PackageDocument:
        """Read a file.

        Raises:
            CorruptDocument: If it is damaged or has a password.
        """
        dates: set[str] = set()

        def prepare(parts: tuple[Part, ...]) -> tuple[Part, ...]:
            parts = rename_parts(parts, "xlsx")
            named = {part.name: part for part in parts}
            if "xl/styles.xml" in named:
                dates.update(date_styles(named["xl/styles.xml"].data))
            table = named.get("xl/sharedStrings.xml")
            strings = shared_strings(table.data) if table else ()
            return tuple(
                inline_strings(part, strings, dates)
                if fnmatchcase(part.name, _SHEETS)
                else reckoned_anew(part)
                for part in parts
            )

        def special(events: Sequence[Event], source: str) -> Mapping[int, Piece]:
            return numbers(events, source, dates)

        types = {
            _MACROS.format("excel", "sheet"): f"{_EXCEL}.sheet.main+xml",
            _MACROS.format("excel", "template"): f"{_EXCEL}.sheet.main+xml",
            f"{_EXCEL}.template.main+xml": f"{_EXCEL}.sheet.main+xml",
        }
        return open_package(data, "xlsx", types=types, prepare=prepare, special=special)


@dataclass(frozen=True, slots=True)
class PptxFormat:
    """PowerPoint slides; macros are left out."""

    settings: Documents = Documents()

    def open(self, data: bytes) -> PackageDocument:
        """Read a file.

        Raises:
            CorruptDocument: If it is damaged or has a password.
        """
        plain = f"{_SLIDES}.presentation.main+xml"
        macros = ("presentation", "template", "slideshow")
        types = {_MACROS.format("powerpoint", kind): plain for kind in macros}
        types[f"{_SLIDES}.template.main+xml"] = plain

        def prepare(parts: tuple[Part, ...]) -> tuple[Part, ...]:
            return empty_prompts(rename_parts(parts, "pptx"))

        return open_package(data, "pptx", types=types, prepare=prepare)


@dataclass(frozen=True, slots=True)
class EpubFormat:
    """Books: pages of the web in a package (EPUB 2 and 3)."""

    settings: Documents = Documents()

    def open(self, data: bytes) -> PackageDocument:
        """Read a book.

        Raises:
            CorruptDocument: If it is damaged or its pages are encrypted.
        """
        return open_package(data, "epub", prepare=prepare_book)

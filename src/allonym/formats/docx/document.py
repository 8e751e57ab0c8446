"""Word documents: what is done to their parts before they are read as any office file."""

from __future__ import annotations

from dataclasses import replace
from fnmatch import fnmatchcase

from allonym.formats.base import Format
from allonym.formats.docx.fields import is_clean
from allonym.formats.docx.scrub import Scrubber, say_twice
from allonym.formats.office.document import PackageDocument, open_package
from allonym.formats.office.renamed import rename_parts
from allonym.formats.office.sieve import Sieve
from allonym.formats.package import Part

MAIN = "word/document.xml"
COMMENTS = "word/comments*.xml"
_ORDER = ("[[]Content_Types].xml", "_rels/.rels", MAIN, "word/footnotes*.xml", "word/endnotes*.xml",
          "word/header*.xml", "word/footer*.xml", COMMENTS)  # fmt: skip


class DocxFormat(Format):
    """Word documents and templates; macros are dropped."""

    def open(self, data: bytes) -> PackageDocument:
        """Read a document and clean it of what is not text.

        Raises:
            CorruptDocument: If it is damaged, has a password, lacks a part or is no Word file.
        """
        scrubber = Scrubber(self.settings)

        def prepare(parts: tuple[Part, ...], sieve: Sieve) -> tuple[Part, ...]:
            parts = tuple(sorted(rename_parts(parts, "docx"), key=_rank))
            if self.settings.comments == "remove":
                parts = tuple(p for p in parts if not fnmatchcase(p.name, COMMENTS))
            scrubber.begin((part.name for part in parts), sieve)
            return parts

        made = open_package(data, "docx", prepare=prepare, scrub=scrubber.clean, finish=say_twice)
        return replace(made, is_code=is_clean)


def _rank(part: Part) -> int:
    """Return when a part is read: the text first, what belongs to it behind."""
    ranks = (n for n, pattern in enumerate(_ORDER) if fnmatchcase(part.name, pattern))
    return next(ranks, len(_ORDER))

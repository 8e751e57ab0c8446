"""ZIP archives of documents: the same tree out, each file pseudonymized by itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from allonym.errors import UnrewritableContent
from allonym.formats.base import Format
from allonym.formats.package import Part, read_package, write_package
from allonym.model.replacement import ReplacementPlan
from allonym.model.view import TextView
from allonym.ports import Member, Residue, SourceDocument

# what macOS and Windows put into folders: views of them, small pictures, the owner
_OF_SYSTEMS = re.compile(r"(?:\A|/)(?:__MACOSX/|\.DS_Store\Z|Thumbs\.db\Z|desktop\.ini\Z)", re.I)


class ZipFormat(Format):
    """A ZIP archive."""

    def open(self, data: bytes) -> ZipDocument:
        """Unpack an archive.

        Raises:
            CorruptDocument: If it is damaged, encrypted or larger than allowed.
        """
        parts = read_package(data)
        kept = tuple(part for part in parts if not _OF_SYSTEMS.search(part.name))
        return ZipDocument(kept, len(parts) - len(kept))


@dataclass(frozen=True, slots=True)
class ZipDocument:
    """An archive without a text of its own; its files are documents themselves."""

    parts: tuple[Part, ...] = field(repr=False)
    dropped: int = 0
    view: TextView = TextView("")

    @property
    def members(self) -> tuple[Member, ...]:
        """The files of the archive."""
        return tuple(Member(part.name, part.data) for part in self.parts)

    @property
    def residue(self) -> tuple[Residue, ...]:
        """Times, comments and users of the archive, none of which is written again."""
        made = Residue("archive: times and comments", len(self.parts), "removed")
        left = Residue("files that systems leave in folders", self.dropped, "removed")
        return (made, left) if self.dropped else (made,)

    def with_members(self, rewritten: Mapping[str, Member]) -> SourceDocument:
        """Return the archive of the files named in `rewritten`, in the old order."""
        kept = (
            replace(part, name=rewritten[part.name].name, data=rewritten[part.name].data)
            for part in self.parts
            if part.name in rewritten
        )
        return replace(self, parts=tuple(kept))

    def rewrite(self, plan: ReplacementPlan) -> bytes:
        """Pack the files again."""
        if plan.replacements:
            raise UnrewritableContent("an archive has no text of its own to rewrite")
        return write_package(self.parts)

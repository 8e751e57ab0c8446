"""Rich Text Format: read as text and written as text."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from allonym.errors import CorruptDocument, needs
from allonym.model.replacement import ReplacementPlan
from allonym.model.view import TextView
from allonym.ports import Residue
from allonym.profile import Documents

_CODE_PAGE = re.compile(rb"\\ansicpg(\d+)")
_DESTINATION = re.compile(rb"\\(info|pict|object|fonttbl|stylesheet|revtbl|header|footer)\b")


@dataclass(frozen=True, slots=True)
class RtfFormat:
    """RTF; layout, pictures and properties are not carried over."""

    settings: Documents = Documents()

    def open(self, data: bytes) -> RtfDocument:
        """Read the text of a file.

        Raises:
            CorruptDocument: If it is not RTF.
            MissingExtra: If the library is not installed.
        """
        with needs("RTF needs", "rtf"):
            from striprtf.striprtf import rtf_to_text
        if not data.lstrip().startswith(b"{\\rtf"):
            raise CorruptDocument("not RTF: it does not begin with {\\rtf")
        page = _CODE_PAGE.search(data)
        encoding = f"cp{page[1].decode()}" if page else "cp1252"
        try:
            read: Callable[..., str] = rtf_to_text
            text = read(data.decode("latin-1"), encoding=encoding, errors="replace")
        except (LookupError, ValueError, IndexError) as error:
            raise CorruptDocument("the RTF is damaged; open and save it anew") from error
        found = len(_DESTINATION.findall(data))
        return RtfDocument(TextView.of(text), (Residue("all but the text", found, "removed"),))


@dataclass(frozen=True, slots=True)
class RtfDocument:
    """The text of an RTF file."""

    view: TextView
    residue: tuple[Residue, ...] = field(default=())
    suffix: str = ".txt"

    def rewrite(self, plan: ReplacementPlan) -> bytes:
        """Return the new text in UTF-8."""
        return plan.apply(self.view.text).encode("utf-8")

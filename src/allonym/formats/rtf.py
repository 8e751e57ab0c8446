"""Rich Text Format: read as text and written as text."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from allonym.errors import CorruptDocument, needs
from allonym.formats.base import Format
from allonym.formats.encoding import UTF_8
from allonym.formats.grids import with_boxes
from allonym.formats.mapped import MappedDocument, Piece, Place
from allonym.formats.words import Line
from allonym.model.view import TextView
from allonym.ports import Residue

_CODE_PAGE = re.compile(rb"\\ansicpg(\d+)")
_SEAM = re.compile(r"\}(?=\s*\{(?!\\fldrslt))")
_MARK = "\ue000"
# what is no brace of a group: behind a stroke, or in raw bytes, of which no count can be made
_ESCAPED, _RAW = re.compile(rb"\\[\\{}]"), re.compile(rb"\\bin\d")
_DESTINATION = re.compile(rb"\\(info|pict|object|fonttbl|stylesheet|revtbl|header|footer)\b")


class RtfFormat(Format):
    """RTF; layout, pictures and properties are not carried over."""

    def open(self, data: bytes) -> RtfDocument:
        """Read the text of a file.

        Raises:
            CorruptDocument: If it is not RTF, or cut off before its end.
            MissingExtra: If the library is not installed.
        """
        with needs("RTF needs", "rtf"):
            from striprtf.striprtf import rtf_to_text
        if not data.lstrip().startswith(b"{\\rtf"):
            raise CorruptDocument("not RTF: it does not begin with {\\rtf")
        if _is_cut(data):
            raise CorruptDocument("the RTF is cut off before its end; save it anew")
        page = _CODE_PAGE.search(data)
        encoding = f"cp{page[1].decode()}" if page else "cp1252"
        try:
            read: Callable[..., str] = rtf_to_text
            source = _SEAM.sub("}\ue000", data.decode("latin-1"))
            text = _whole(_parted(read(source, encoding=encoding, errors="replace")))
        except (LookupError, ValueError, OverflowError) as error:
            raise CorruptDocument("the RTF is damaged; open and save it anew") from error
        found = len(_DESTINATION.findall(data))
        reading = with_boxes([Piece(text, Place(0, len(text)))])
        view = TextView.from_pieces((piece.text, piece.place) for piece in reading.pieces)
        residue = (Residue("all but the text", found, "removed"),)
        return RtfDocument(text, view, UTF_8, given=reading.given, residue=residue)


def _is_cut(data: bytes) -> bool:
    r"""Tell whether groups are opened that nothing closes, so that the text may be missing.

    >>> _is_cut(rb"{\rtf1 {\info"), _is_cut(rb"{\rtf1 \{ a}")
    (True, False)
    """
    bare = _ESCAPED.sub(b"", data)
    return bare.count(b"{") > bare.count(b"}") and not _RAW.search(data)


def _parted(text: str) -> str:
    """Return a text with a space where the words of two groups meet, without the marks of groups.

    >>> _parted("Delvalle\ue000Gary\ue000 Nowak Kowal\ue000ski")
    'Delvalle Gary Nowak Kowalski'
    """
    line, made = Line(), []
    for part in text.split(_MARK):
        made += [line.gap(part), part]
        line.edge()
    return "".join(made)


def _whole(text: str) -> str:
    r"""Return a text with signs that RTF writes in two halves, as those of faces, as one.

    >>> _whole("\ud83d\ude00 a") == "\U0001f600 a", _whole("\ud83d a") == "\ufffd a"
    (True, True)
    """
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


@dataclass(frozen=True, slots=True)
class RtfDocument(MappedDocument):
    """The text of an RTF file, which is written as such in UTF-8."""

    suffix: str = ".txt"

"""Files to documents: which format reads which name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import PurePath

from allonym.errors import UnsupportedFormat
from allonym.ports import DocumentFormat, SourceDocument
from allonym.profile import Documents
from allonym.registry import plugins

_FORMATS: Mapping[str, str] = {
    ".marked.txt": "marked:MarkedFormat",
    ".marked": "marked:MarkedFormat",
    ".jsonl": "jsonl:JsonLinesFormat",
    ".ndjson": "jsonl:JsonLinesFormat",
    ".txt": "plain:PlainFormat",
    ".text": "plain:PlainFormat",
    ".md": "plain:PlainFormat",
    ".markdown": "plain:PlainFormat",
    ".log": "plain:PlainFormat",
    ".rst": "plain:PlainFormat",
    "": "plain:PlainFormat",
    ".zip": "archive:ZipFormat",
    ".docx": "docx.document:DocxFormat",
    ".dotx": "docx.document:DocxFormat",
    ".docm": "docx.document:DocxFormat",
    ".dotm": "docx.document:DocxFormat",
}
"""Ending of a name to the module of ``allonym.formats`` and its class, imported when needed."""

_BINARY = frozenset({".zip", ".docx", ".dotx", ".docm", ".dotm"})
"""Endings of files that make no sense on a terminal."""


def open_document(data: bytes, name: str, settings: Documents = Documents()) -> SourceDocument:
    """Open a file by its name.

    Args:
        data: The whole file.
        name: Its name; the longest known ending decides.  ``-`` is plain text.
        settings: How it is to be read.

    Raises:
        UnsupportedFormat: If no format claims the ending.
        CorruptDocument: If the data are not what the ending says.
    """
    return _format(name, settings).open(data)


def is_binary(name: str) -> bool:
    """Tell whether files of this name are written beside their source rather than to a pipe."""
    return PurePath(name.lower()).suffix in _BINARY


def _format(name: str, settings: Documents) -> DocumentFormat:
    for suffix in _endings(name):
        if suffix in _FORMATS:
            module, _, member = _FORMATS[suffix].partition(":")
            made: DocumentFormat = getattr(import_module(f"allonym.formats.{module}"), member)(
                settings
            )
            return made
    return _plugin(PurePath(name.lower()).suffix)


def _endings(name: str) -> Iterator[str]:
    """Yield the endings of a name, the longest first; nothing only where there is none."""
    suffixes = PurePath(name.lower()).suffixes
    for start in range(len(suffixes)):
        yield "".join(suffixes[start:])
    if not suffixes:
        yield ""


def _plugin(suffix: str) -> DocumentFormat:
    for factory in plugins("allonym.formats"):
        found: DocumentFormat = factory()
        if suffix in found.suffixes:
            return found
    known = ", ".join(sorted(suffix for suffix in _FORMATS if suffix))
    raise UnsupportedFormat(f"no format for files ending in {suffix!r}; known: {known}")

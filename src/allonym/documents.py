"""Files in, files out: which format reads a name, and the check of what was written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import PurePath

from allonym.errors import LeakError, UnsupportedFormat
from allonym.model.result import Result
from allonym.ports import DocumentFormat, SourceDocument
from allonym.registry import plugins


def _plain(_: str) -> DocumentFormat:
    from allonym.formats.plain import PlainFormat

    return PlainFormat()


def _marked(_: str) -> DocumentFormat:
    from allonym.formats.marked import MarkedFormat

    return MarkedFormat()


def _jsonl(text_field: str) -> DocumentFormat:
    from allonym.formats.jsonl import JsonLinesFormat

    return JsonLinesFormat(text_field)


_FORMATS: Mapping[str, Callable[[str], DocumentFormat]] = {
    ".marked.txt": _marked,
    ".marked": _marked,
    ".jsonl": _jsonl,
    ".ndjson": _jsonl,
    ".txt": _plain,
    ".text": _plain,
    ".md": _plain,
    ".markdown": _plain,
    ".log": _plain,
    ".rst": _plain,
    "": _plain,
}


def open_document(data: bytes, name: str, *, text_field: str = "text") -> SourceDocument:
    """Open a file by its name.

    Args:
        data: The whole file.
        name: Its name; the longest known ending decides.  ``-`` is plain text.
        text_field: Which field of a record holds the text, in formats made of records.

    Raises:
        UnsupportedFormat: If no format claims the ending.
        CorruptDocument: If the data are not what the ending says.
    """
    base = PurePath(name).name.lower()
    suffixes = PurePath(base).suffixes
    for length in range(len(suffixes), -1, -1):
        suffix = "".join(suffixes[len(suffixes) - length :])
        if suffix in _FORMATS and (suffix or not suffixes):
            return _FORMATS[suffix](text_field).open(data)
    return _plugin(suffixes[-1]).open(data)


def _plugin(suffix: str) -> DocumentFormat:
    for factory in plugins("allonym.formats"):
        found: DocumentFormat = factory()
        if suffix in found.suffixes:
            return found
    known = ", ".join(sorted(suffix for suffix in _FORMATS if suffix))
    raise UnsupportedFormat(f"no format for files ending in {suffix!r}; known: {known}")


def write_back(
    document: SourceDocument, result: Result, name: str, *, text_field: str = "text"
) -> bytes:
    """Return the rewritten file, read back and compared with what was planned.

    Raises:
        LeakError: If the written file does not read as the result says.
    """
    data = document.rewrite(result.plan)
    reread = open_document(data, name, text_field=text_field).view.text
    if reread != result.text and not _lost_letters(reread, result.text):
        raise LeakError("the written file does not read as planned; nothing was written")
    return data


def _lost_letters(reread: str, planned: str) -> bool:
    """Tell whether the two differ only where the file's encoding lacks a letter."""
    return len(reread) == len(planned) and all(
        a == b or ord(b) > 127 for a, b in zip(reread, planned, strict=True)
    )

"""Files to documents: which format reads which name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import PurePath

from allonym.errors import CorruptDocument, UnsupportedFormat
from allonym.model.mention import Mention
from allonym.ports import Annotated, DocumentFormat, SourceDocument
from allonym.profile import Documents
from allonym.registry import plugins

_FORMATS: Mapping[str, str] = {
    ".marked.txt": "marked:MarkedFormat",
    ".marked": "marked:MarkedFormat",
    ".jsonl": "jsonl:JsonLinesFormat",
    ".ndjson": "jsonl:JsonLinesFormat",
    ".json": "json_file:JsonFormat",
    ".txt": "plain:PlainFormat",
    ".text": "plain:PlainFormat",
    ".md": "markdown:MarkdownFormat",
    ".markdown": "markdown:MarkdownFormat",
    ".eml": "mail:MailFormat",
    ".log": "plain:PlainFormat",
    ".rst": "plain:PlainFormat",
    "": "plain:PlainFormat",
    ".odt": "office.formats:OdfFormat",
    ".ott": "office.formats:OdfFormat",
    ".ods": "office.formats:OdfFormat",
    ".ots": "office.formats:OdfFormat",
    ".odp": "office.formats:OdfFormat",
    ".otp": "office.formats:OdfFormat",
    ".odg": "office.formats:OdfFormat",
    ".otg": "office.formats:OdfFormat",
    ".xlsx": "office.formats:XlsxFormat",
    ".xlsm": "office.formats:XlsxFormat",
    ".xltx": "office.formats:XlsxFormat",
    ".xltm": "office.formats:XlsxFormat",
    ".pptx": "office.formats:PptxFormat",
    ".pptm": "office.formats:PptxFormat",
    ".potx": "office.formats:PptxFormat",
    ".potm": "office.formats:PptxFormat",
    ".ppsx": "office.formats:PptxFormat",
    ".ppsm": "office.formats:PptxFormat",
    ".epub": "office.formats:EpubFormat",
    ".pdf": "pdf.document:PdfFormat",
    ".rtf": "rtf:RtfFormat",
    ".zip": "archive:ZipFormat",
    ".html": "markup.html:HtmlFormat",
    ".htm": "markup.html:HtmlFormat",
    ".xhtml": "markup.html:HtmlFormat",
    ".xml": "markup.xml:XmlFormat",
    ".tei": "markup.xml:XmlFormat",
    ".cda": "markup.xml:XmlFormat",
    ".tmx": "markup.xml:XmlFormat",
    ".xlf": "markup.xml:XmlFormat",
    ".xliff": "markup.xml:XmlFormat",
    ".conllu": "conll.document:ConllFormat",
    ".conllup": "conll.document:ConllFormat",
    ".conll": "conll.document:ConllFormat",
    ".vrt": "vrt:VrtFormat",
    ".vert": "vrt:VrtFormat",
    ".csv": "table:CsvFormat",
    ".tsv": "table:TsvFormat",
    ".tab": "table:TsvFormat",
    ".doc": "legacy:text_document",
    ".dot": "legacy:text_document",
    ".wpd": "legacy:text_document",
    ".wps": "legacy:text_document",
    ".sxw": "legacy:text_document",
    ".fodt": "legacy:text_document",
    ".xls": "legacy:spreadsheet",
    ".xlt": "legacy:spreadsheet",
    ".xlsb": "legacy:spreadsheet",
    ".sxc": "legacy:spreadsheet",
    ".fods": "legacy:spreadsheet",
    ".ppt": "legacy:slides",
    ".pot": "legacy:slides",
    ".pps": "legacy:slides",
    ".sxi": "legacy:slides",
    ".fodp": "legacy:slides",
    ".docx": "docx.document:DocxFormat",
    ".dotx": "docx.document:DocxFormat",
    ".docm": "docx.document:DocxFormat",
    ".dotm": "docx.document:DocxFormat",
}
"""Ending of a name to the module of ``allonym.formats`` and its class, imported when needed."""

_BINARY = frozenset(
    (".docx", ".dotx", ".docm", ".dotm", ".odt", ".ott", ".ods", ".ots", ".odp", ".otp", ".odg",
     ".otg", ".xlsx", ".xlsm", ".xltx", ".xltm", ".pptx", ".pptm", ".potx", ".potm", ".ppsx",
     ".ppsm", ".epub", ".pdf", ".zip",
     ".doc", ".dot", ".wpd", ".wps", ".sxw", ".fodt", ".xls", ".xlt", ".xlsb", ".sxc", ".fods",
     ".ppt", ".pot", ".pps", ".sxi", ".fodp")
)  # fmt: skip
"""Endings of files that make no sense on a terminal."""

_LINES = ("plain", "marked", "markdown", "jsonl", "conll.document", "vrt", "table")
"""Modules of formats that are read line by line."""


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
    try:
        return _format(name, settings).open(data)
    except RecursionError:
        raise CorruptDocument("nested far too deeply to be read; no program writes that") from None


def is_binary(name: str) -> bool:
    """Tell whether files of this name are written beside their source rather than to a pipe."""
    return PurePath(name.lower()).suffix in _BINARY


def is_structured(name: str) -> bool:
    """Tell whether files of this name are parsed by more than lines."""
    found = next((_FORMATS[s] for s in _endings(name) if s in _FORMATS), "plugin:")
    return found.partition(":")[0] not in _LINES


def given_mentions(document: SourceDocument, settings: Documents) -> Sequence[Mention]:
    """Return the mentions a document brings along, if they are wanted."""
    if settings.given == "ignore" or not isinstance(document, Annotated):
        return ()
    return document.given


def tagged(document: SourceDocument, mentions: Sequence[tuple[int, int, str]], form: str) -> str:
    """Return the words of a document with tags.

    Args:
        document: Any document.
        mentions: Start, end and type of each, in text order, disjoint.
        form: ``iob2``, or ``conllu`` for CoNLL-U Plus; a corpus keeps its other columns.
    """
    from allonym.formats.conll.document import ConllDocument
    from allonym.formats.conll.tags import as_conllu, as_iob2, with_column

    if form == "iob2":
        return as_iob2(document.view, mentions)
    if isinstance(document, ConllDocument):
        return with_column(document, mentions)
    return as_conllu(document.view, mentions)


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

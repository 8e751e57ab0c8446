"""Files to documents: which format reads which name, and a first look at files that may be hostile.

Parsers are written in C, and a file can be made to need far more memory or time than its size
tells.  The worker of a probe has limits on both; only what it could open is opened here.
"""

from __future__ import annotations

import multiprocessing
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import PurePath
from typing import Any

from allonym.errors import CorruptDocument, PseudonymizationError, UnsupportedFormat
from allonym.formats.base import load_table
from allonym.model.mention import Mention
from allonym.model.types import PROGRAM
from allonym.ports import Annotated, DocumentFormat, SourceDocument
from allonym.profile import Documents
from allonym.registry import plugins

_TABLE = load_table("endings.toml")
_FORMATS: dict[str, str] = {
    end: form for forms in _TABLE.values() for form, ends in forms.items() for end in ends.split()
}
_FORMATS[""] = "plain:PlainFormat"
_TEXTS = (_TABLE["lines"].keys() | _TABLE["text"].keys()) - {"rtf:RtfFormat"}
# how what packs more than its letters begins, signs of which stand in no text: PDF and RTF, also
# behind a mark of byte order; pictures, old office files, archives, data bases, programs
_FIRST = 1024
_PACKED = re.compile(
    rb"(?:\xef\xbb\xbf|\s)*+(?:%PDF-\d|\{\\rtf\d)"
    rb"|\x89PNG|\xff\xd8\xff|II\*\0|MM\0\*|\xd0\xcf\x11\xe0"
    rb"|PK\x03\x04|\x1f\x8b|7z\xbc\xaf'|Rar!\x1a|BZh[1-9](?:1AY&SY|\x17rE8)|\xfd7zXZ\0|\x28\xb5\x2f\xfd"
    rb"|SQLite format 3\0|\x7fELF|(?:GIF8[79]a|RIFF|PAR1)(?=.*[\0-\x08\x0e-\x1f])"
    rb"|.{257}ustar[\0 ]",
    re.DOTALL,
)


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
        _check_text(data, _form(name))
        return _format(name, settings).open(data)
    except RecursionError:
        raise CorruptDocument("nested far too deeply to be read; no program writes that") from None


def _check_text(data: bytes, form: str) -> None:
    """Refuse what is called a text and is none: what it packs would be read by nobody."""
    if form in _TEXTS and _PACKED.match(data[:_FIRST]):
        raise UnsupportedFormat(
            "the file is no text, but a picture, an archive, a PDF, RTF or an office file, or only "
            "programs read it; give it its own ending"
        )


def is_binary(name: str) -> bool:
    """Tell whether files of this name are written beside their source rather than to a pipe."""
    return _FORMATS.get(PurePath(name.lower()).suffix) in _TABLE["binary"]


def is_structured(name: str) -> bool:
    """Tell whether files of this name are parsed by more than lines."""
    return _form(name) not in _TABLE["lines"]


def given_mentions(document: SourceDocument, settings: Documents) -> Sequence[Mention]:
    """Return the mentions a document brings along, if they are wanted."""
    if settings.given == "ignore" or not isinstance(document, Annotated):
        return ()
    return tuple(mention for mention in document.given if mention.type != PROGRAM)


def words_of_programs(document: SourceDocument) -> Sequence[Mention]:
    """Return the words by which programs in a document call things."""
    given = document.given if isinstance(document, Annotated) else ()
    return tuple(mention for mention in given if mention.type == PROGRAM)


def tagged(document: SourceDocument, mentions: Sequence[tuple[int, int, str]], form: str) -> str:
    """Return the words of a document with tags.

    Mentions are start, end and type, in text order, disjoint.  The form is ``iob2``, or ``conllu``
    for CoNLL-U Plus; a corpus keeps its other columns.
    """
    from allonym.formats.conll.document import ConllDocument
    from allonym.formats.conll.tags import as_conllu, as_iob2, with_column

    if form == "iob2":
        return as_iob2(document.view, mentions)
    if isinstance(document, ConllDocument):
        return with_column(document, mentions)
    return as_conllu(document.view, mentions)


def _format(name: str, settings: Documents) -> DocumentFormat:
    if not (form := _form(name)):
        return _plugin(PurePath(name.lower()).suffix)
    module, _, member = form.partition(":")
    make: Callable[..., DocumentFormat] = getattr(
        import_module(f"allonym.formats.{module}"), member
    )
    return make(settings)


def _form(name: str) -> str:
    """Return the format of the longest known ending of a name, or nothing."""
    suffixes = PurePath(name.lower()).suffixes
    endings = ("".join(suffixes[start:]) for start in range(len(suffixes) or 1))
    return next((_FORMATS[ending] for ending in endings if ending in _FORMATS), "")


def _plugin(suffix: str) -> DocumentFormat:
    for factory in plugins("allonym.formats"):
        found: DocumentFormat = factory()
        if suffix in found.suffixes:
            return found
    known = sorted(ends.split()[0] for forms in _TABLE.values() for ends in forms.values())
    raise UnsupportedFormat(
        f"no format for files ending in {suffix!r}; save it as one of these: {', '.join(known)}"
    )


_MEMORY = 6 << 30
_SECONDS = 600


@dataclass(slots=True)
class Probe:
    """A worker that opens files; it starts with the first one that needs it."""

    memory: int = _MEMORY  # most bytes of address space the worker may take
    seconds: float = _SECONDS  # most seconds that opening one file may take
    _worker: Any = field(default=None, repr=False)

    def check(self, data: bytes, name: str, settings: Documents) -> None:
        """Let the worker open a file; plain texts are not worth the way.

        Raises:
            DocumentError: If the file cannot be opened, or not within the limits.
        """
        if not is_structured(name):
            return
        from pebble import ProcessExpired, ProcessPool

        if self._worker is None:
            context = multiprocessing.get_context("spawn")
            self._worker = ProcessPool(1, initializer=_limit, initargs=(self.memory,),
                                       context=context)  # fmt: skip
        asked = self._worker.schedule(_opened, args=(data, name, settings), timeout=self.seconds)
        try:
            error = asked.result()
        except (MemoryError, OSError, ProcessExpired, TimeoutError):
            raise CorruptDocument(
                f"opening the file takes more than {self.memory >> 30} GB of memory or "
                f"{self.seconds:.0f} seconds; if it is genuine, split it"
            ) from None
        if error is not None:
            raise error

    def __enter__(self) -> Probe:
        return self

    def __exit__(self, *_: object) -> None:
        if self._worker is not None:
            self._worker.stop()
            self._worker.join()


def _limit(memory: int) -> None:
    """Let a worker take so much memory, and write no core file."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _opened(data: bytes, name: str, settings: Documents) -> PseudonymizationError | None:
    """Open a file and return what was wrong with it."""
    try:
        document = open_document(data, name, settings)
        len(document.view.text)
    except PseudonymizationError as error:
        return type(error)(str(error))
    return None

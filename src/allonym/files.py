"""One file from bytes to bytes: open, run, write, read back, and search what was written."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from pathlib import PurePath
from typing import Protocol

from allonym.documents import open_document
from allonym.errors import DocumentError, LeakError, PseudonymizationError
from allonym.formats.contents import texts_of
from allonym.model.mention import Mention
from allonym.model.result import Leak, Result
from allonym.model.view import TextView
from allonym.ports import (
    Annotated,
    Carrier,
    Compound,
    Converted,
    Member,
    Residue,
    SourceDocument,
    Worded,
)
from allonym.profile import Profile

_GAP = "\n\n"
_DEEPEST = 5
"""Files in files in files: more than this is refused."""


class Runner(Protocol):
    """What treats the text of a file."""

    @property
    def profile(self) -> Profile:
        """What is to be done."""
        ...

    def run_view(self, view: TextView, given: Sequence[Mention]) -> Result:
        """Pseudonymize a text."""
        ...

    def search(self, text: str, result: Result) -> Sequence[Leak]:
        """Return what can be found in `text` of that which was hidden in `result`."""
        ...


@dataclass(frozen=True, slots=True)
class FileResult:
    """A file that was rewritten.

    Attributes:
        name: What it should be called.
        data: The new file.
        result: What became of its text.
        residue: What it carried outside its text, and what became of that.
        members: The files in it that were rewritten too.
        failures: The files in it that could not be, and are not in the new file.
    """

    name: str = field(repr=False)
    data: bytes = field(repr=False)
    result: Result
    residue: tuple[Residue, ...] = ()
    members: tuple[FileResult, ...] = ()
    failures: tuple[Failure, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """A file inside another that could not be rewritten, and why."""

    name: str = field(repr=False)
    error: PseudonymizationError


def rewrite_file(runner: Runner, data: bytes, name: str, depth: int = 0) -> FileResult:
    """Pseudonymize a file with all files in it.

    Args:
        runner: Treats the text.
        data: The whole file.
        name: Its name, for its format.
        depth: How many files this one lies in.

    Raises:
        DocumentError: If the file cannot be read or rewritten.
        LeakError: If an original can still be found in what was written.
    """
    if depth > _DEEPEST:
        raise DocumentError(f"files in files more than {_DEEPEST} deep; unpack the outer ones")
    settings = runner.profile.documents
    document = open_document(data, name, settings)
    given = document.given if isinstance(document, Annotated) else ()
    result = runner.run_view(document.view, given if settings.given != "ignore" else ())
    residue = tuple(document.residue) if isinstance(document, Carrier) else ()
    suffix = document.suffix if isinstance(document, Converted) else ""
    document, members, failures = _with_members(runner, document, depth)
    written = document.rewrite(result.plan)
    if not suffix:
        _check_reads_as_planned(open_document(written, name, settings), result)
    if residue:
        is_own = document.is_own if isinstance(document, Worded) else _never
        result = _searched(runner, written, result, [result, *_results(members)], is_own)
    target = str(PurePath(name).with_suffix(suffix)) if suffix else name
    return FileResult(target, written, result, residue, members, failures)


def _with_members(
    runner: Runner, document: SourceDocument, depth: int
) -> tuple[SourceDocument, tuple[FileResult, ...], tuple[Failure, ...]]:
    """Treat the files in a document; one that fails is left out, and the rest go on."""
    if not isinstance(document, Compound):
        return document, (), ()
    done: dict[str, FileResult] = {}
    failures: list[Failure] = []
    for member in document.members:
        try:
            done[member.name] = rewrite_file(runner, member.data, member.name, depth + 1)
        except PseudonymizationError as error:
            failures.append(Failure(member.name, error))
    rewritten = {name: Member(made.name, made.data) for name, made in done.items()}
    return document.with_members(rewritten), tuple(done.values()), tuple(failures)


def _results(members: Iterable[FileResult]) -> Iterator[Result]:
    for member in members:
        yield member.result
        yield from _results(member.members)


def _check_reads_as_planned(again: SourceDocument, result: Result) -> None:
    reread = again.view.text
    if reread != result.text and not _lost_letters(reread, result.text):
        raise LeakError("the written file does not read as planned; nothing was written")


def _lost_letters(reread: str, planned: str) -> bool:
    """Tell whether the two differ only where the file's encoding lacks a letter."""
    return len(reread) == len(planned) and all(
        a == b or ord(b) > 127 for a, b in zip(reread, planned, strict=True)
    )


def _was_judged(surface: str, texts: Sequence[Result]) -> bool:
    word = re.compile(rf"(?<!\w){re.escape(surface)}(?!\w)")
    return any(word.search(checked.text) for checked in texts)


def _never(_line: str) -> bool:
    """Take no line for one of the format's making."""
    return False


def _line_at(text: str, offset: int) -> str:
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    return text[start : end if end >= 0 else len(text)]


def _searched(
    runner: Runner,
    written: bytes,
    result: Result,
    texts: Sequence[Result],
    is_own: Callable[[str], bool],
) -> Result:
    """Search every corner of a written file for what was hidden; return the result with leaks.

    A word that stands in the same spelling in a text that was checked before has been judged
    there; a line that the format writes whatever a document is about tells nothing.

    Raises:
        LeakError: If something is found and the profile is strict.
    """
    mode = runner.profile.output.verify
    if mode == "off":
        return result
    read = list(texts_of(written))
    everything = _GAP.join(text for _, text in read)
    starts = list(accumulate((len(text) + len(_GAP) for _, text in read), initial=0))
    leaks = [
        replace(leak, place=read[bisect_right(starts, leak.span.start) - 1][0])
        for leak in runner.search(everything, result)
        if leak.blocking
        and not is_own(_line_at(everything, leak.span.start))
        and not _was_judged(everything[leak.span.start : leak.span.end], texts)
    ]
    if leaks and mode == "strict":
        places = ", ".join(sorted({leak.place for leak in leaks})[:5])
        raise LeakError(
            f"leak check failed: {len(leaks)} originals remain outside the text ({places}); "
            'nothing was written; set output.verify = "report" to list them instead'
        )
    return replace(result, report=replace(result.report, leaks=(*result.report.leaks, *leaks)))

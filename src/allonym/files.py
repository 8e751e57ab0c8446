"""One file from bytes to bytes: open, run, write, read back, and search what was written."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from pathlib import PurePath
from typing import TYPE_CHECKING

from allonym.documents import given_mentions, is_binary, open_document
from allonym.errors import (
    CorruptDocument,
    DocumentError,
    LeakError,
    PseudonymizationError,
    UnsupportedFormat,
)
from allonym.file_names import holds, known_people, rename, unique, without
from allonym.formats.contents import texts_of
from allonym.formats.office.values import MADE
from allonym.formats.package import Limits
from allonym.formats.places import spoken
from allonym.languages.common_words import load_names
from allonym.languages.pack import load_pack
from allonym.ledger.record import Recorder, record_of
from allonym.model.known import KnownPerson
from allonym.model.mention import Mention
from allonym.model.result import Leak, Result
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.parts import Progress
from allonym.ports import (
    Carrier,
    Compound,
    Converted,
    Labelled,
    Member,
    Residue,
    SourceDocument,
    Worded,
)
from allonym.profile import Profile
from allonym.reread import reads_alike

if TYPE_CHECKING:
    from allonym.api import Pipeline

_GAP = "\n\n"
_LONGEST_FONT = 80
_DEEPEST = 5
"""Files in files in files: more than this is refused."""


@dataclass(frozen=True, slots=True)
class EachText:
    """Treats each text of a file in the same way.

    Attributes:
        pipeline: What treats it.
        known: People known beforehand.
        progress: Told how far each step is.
    """

    pipeline: Pipeline
    known: tuple[KnownPerson, ...] = ()
    progress: Progress | None = None

    @property
    def profile(self) -> Profile:
        """What to do."""
        return self.pipeline.profile

    def run_view(
        self,
        view: TextView,
        given: Sequence[Mention],
        scope: str,
        people: Sequence[KnownPerson] = (),
    ) -> Result:
        """Pseudonymize a text that agrees with the text of `scope`, looking for `people` too."""
        known = (*self.known, *people)
        run = self.pipeline.run_view
        return run(view, known=known, given=given, progress=self.progress, scope=scope)

    def search(self, text: str, result: Result) -> tuple[Leak, ...]:
        """Return what can be found of that which was hidden."""
        return self.pipeline.search(text, result)


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
        document: Its id in the ledger, where one is kept.
    """

    name: str = field(repr=False)
    data: bytes = field(repr=False)
    result: Result
    residue: tuple[Residue, ...] = ()
    members: tuple[FileResult, ...] = ()
    failures: tuple[Failure, ...] = ()
    document: str = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """A file inside another that could not be rewritten, and why."""

    name: str = field(repr=False)
    error: PseudonymizationError


@dataclass(slots=True)
class Nest:
    """What files in files may come to, together: each may hold many times its size.

    Attributes:
        left: Bytes that may still be unpacked.
        depth: How many files this one lies in.
    """

    left: list[int]
    depth: int = 0

    @classmethod
    def around(cls, data: bytes) -> Nest:
        """Return what may lie in a file, as if all of it were packed in that one."""
        return cls([Limits().allowed(len(data))])

    def entered(self, data: bytes) -> Nest:
        """Return the same for a file in this one.

        Raises:
            DocumentError: If it lies too deep, or there is too much.
        """
        if self.depth >= _DEEPEST:
            raise DocumentError(f"files in files more than {_DEEPEST} deep; unpack the outer ones")
        self.left[0] -= len(data)
        if self.left[0] < 0:
            raise DocumentError(
                "the files in files come to far more than the file they came in; unpack it and "
                "give its files"
            )
        return Nest(self.left, self.depth + 1)


def rewrite_file(
    runner: EachText,
    data: bytes,
    name: str,
    *,
    scope: str = "",
    people: Sequence[KnownPerson] = (),
    nest: Nest | None = None,
) -> FileResult:
    """Pseudonymize a file with all files in it.

    Args:
        runner: Treats the text.
        data: The whole file.
        name: Its name, for its format.
        scope: Text of the document that this file is a part of; files in an archive stand alone,
            attachments and embedded files agree with what they are attached to.
        people: Who is hidden in that document, and under which names.
        nest: Where this one lies, if it lies in another.

    Raises:
        DocumentError: If the file cannot be read or rewritten.
        LeakError: If an original can still be found in what was written.
    """
    nest = nest or Nest.around(data)
    settings = runner.profile.documents
    document = open_document(data, name, settings)
    scope = scope or document.view.text
    result = runner.run_view(document.view, given_mentions(document, settings), scope, people)
    residue = tuple(document.residue) if isinstance(document, Carrier) else ()
    suffix = document.suffix if isinstance(document, Converted) else ""
    inside = _members(runner, document, scope, (*people, *known_people(result)), nest)
    document = inside.document
    if isinstance(document, Labelled):
        document = document.with_names(load_names(load_pack(result.report.language)))
    written = document.rewrite(result.plan)
    if not suffix:
        _check_reads_as_planned(open_document(written, name, settings), result)
    if residue:
        is_own = document.is_own if isinstance(document, Worded) else _never
        result = _searched(runner, written, result, [result, *_results(inside.done)], is_own)
    target = str(PurePath(name).with_suffix(suffix)) if suffix else name
    if settings.file_names or (settings.file_names is None and holds(target, result)):
        target = rename(target, result, lambda text, people: _plain(runner, text, scope, people))
        target = without(target, result) if holds(target.rpartition("/")[2], result) else target
    residue += inside.residue
    return FileResult(target, written, result, residue, inside.done, inside.failures)


def record_file(ledger: Recorder, made: FileResult, data: bytes, profile: Profile) -> FileResult:
    """Record a file and those in it in a ledger.

    Args:
        ledger: Where to.
        made: The file.
        data: As it came; where it is text, that restores it byte for byte.
        profile: How files are read.

    Returns:
        The file with its id.

    Raises:
        LedgerError: If it cannot be recorded; it must not be handed out then.
    """
    return _recorded(ledger, made, None if is_binary(made.name) else data, profile)


def _recorded(
    ledger: Recorder, made: FileResult, data: bytes | None, profile: Profile
) -> FileResult:
    reads = open_document(made.data, made.name, profile.documents).view.text
    document = ledger.record(
        record_of(made.result, old=data, new=made.data, reads=reads, residue=made.residue)
    )
    members = tuple(_recorded(ledger, member, None, profile) for member in made.members)
    return replace(made, document=document, members=members)


def _plain(runner: EachText, text: str, scope: str, people: Sequence[KnownPerson]) -> str:
    return runner.run_view(TextView.of(text), (), scope, people).text


@dataclass(frozen=True, slots=True)
class _Inside:
    """A document with the files in it treated."""

    document: SourceDocument
    done: tuple[FileResult, ...] = ()
    failures: tuple[Failure, ...] = ()
    residue: tuple[Residue, ...] = ()


def _members(
    runner: EachText,
    document: SourceDocument,
    scope: str,
    people: Sequence[KnownPerson],
    nest: Nest,
) -> _Inside:
    """Treat the files in a document; one that fails is left out, and the rest go on."""
    if not isinstance(document, Compound):
        return _Inside(document)
    done: list[FileResult] = []
    failures: list[Failure] = []
    rewritten: dict[str, Member] = {}
    taken: set[str] = set()
    keeps = runner.profile.documents.others == "keep"
    unread = 0
    for member in document.members:
        try:
            inner = nest.entered(member.data)
            made = rewrite_file(
                runner, member.data, member.name, scope=scope, people=people, nest=inner
            )
        except PseudonymizationError as error:
            if keeps and isinstance(error, UnsupportedFormat):
                rewritten[member.name] = member
                unread += 1
            else:
                failures.append(Failure(member.name, error))
            continue
        done.append(made)
        name = unique(made.name, taken)
        taken.add(name)
        rewritten[member.name] = Member(name, made.data)
    if failures and not rewritten and not document.view.text:
        raise _of_nothing(failures)
    residue = (Residue("files that no format reads", unread, "kept"),) if unread else ()
    return _Inside(document.with_members(rewritten), tuple(done), tuple(failures), residue)


def _of_nothing(failures: Sequence[Failure]) -> CorruptDocument:
    """Return the error of an archive of which no file can be read."""
    first: BaseException = failures[0].error
    while isinstance(first.__cause__, PseudonymizationError):
        first = first.__cause__
    made = CorruptDocument(f"none of the {len(failures)} files in it can be read: {first}")
    made.__cause__ = first
    return made


def _results(members: Iterable[FileResult]) -> Iterator[Result]:
    for member in members:
        yield member.result
        yield from _results(member.members)


def _check_reads_as_planned(again: SourceDocument, result: Result) -> None:
    reread = again.view.text
    if reread != result.text and not reads_alike(reread, result):
        raise LeakError("the written file does not read as planned; nothing was written")


def _was_judged(surface: str, texts: Sequence[Result]) -> bool:
    """Tell whether a run of letters or digits stands in a text that was checked."""
    before, after = (r"\d" if c.isdigit() else r"[^\W\d_]" for c in (surface[0], surface[-1]))
    word = re.compile(rf"(?<!{before}){re.escape(surface)}(?!{after})")
    return any(word.search(checked.text) for checked in texts)


def _never(_line: str) -> bool:
    """Take no line for one of the format's making."""
    return False


def _is_call(text: str, span: Span, is_own: Callable[[str], bool]) -> bool:
    """Tell whether a word in capitals is a function of formulas, in front of its values."""
    word = text[span.start : span.end + 1]
    return word.endswith("(") and word.isupper() and is_own(word)


def _is_font(text: str, span: Span, is_own: Callable[[str], bool]) -> bool:
    """Tell whether a word is of a font's name in the code of a header: ``&"Times New Roman"``."""
    start, end = text.rfind('&"', 0, span.start) + 2, text.find('"', span.start)
    font = text[start:end].partition(",")[0] if 1 < start < span.start + 1 < end else ""
    return bool(font) and len(font) < _LONGEST_FONT and '"' not in font and is_own(font)


def _is_mark(text: str, span: Span, is_own: Callable[[str], bool]) -> bool:
    """Tell whether a word is of the format's making although its line is not."""
    made = text.startswith(MADE, span.start)
    return made or _is_call(text, span, is_own) or _is_font(text, span, is_own)


def _line_at(text: str, offset: int) -> str:
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    return text[start : end if end >= 0 else len(text)]


def _searched(
    runner: EachText,
    written: bytes,
    result: Result,
    texts: Sequence[Result],
    is_own: Callable[[str], bool],
) -> Result:
    """Search every corner of a written file for what was hidden; return the result with leaks.

    A word that stands in the same spelling in a text that was checked before has been judged
    there; a line that the format writes whatever a document is about tells nothing; and a mere
    guess (``other``) is listed without blocking, for words such as *Footnote* name styles too.

    Raises:
        LeakError: If something is found and the profile is strict.
    """
    mode = runner.profile.output.verify
    if mode == "off":
        return result
    read = list(texts_of(written))
    everything = _GAP.join(text for _, text in read)
    starts = list(accumulate((len(text) + len(_GAP) for _, text in read), initial=0))
    guesses = {e.id for e in result.entities if e.type == "other"}
    leaks = [
        replace(
            leak,
            place=read[bisect_right(starts, leak.span.start) - 1][0],
            blocking=leak.entity not in guesses,
        )
        for leak in runner.search(everything, result)
        if leak.blocking
        and not is_own(_line_at(everything, leak.span.start))
        and not _is_mark(everything, leak.span, is_own)
        and not _was_judged(everything[leak.span.start : leak.span.end], texts)
    ]
    blocking = [leak for leak in leaks if leak.blocking]
    if blocking and mode == "strict":
        places = ", ".join(sorted({spoken(leak.place or "") for leak in blocking})[:5])
        raise LeakError(
            f"leak check failed: {len(blocking)} originals remain outside the text ({places}); "
            'nothing was written; take them out there, or set output.verify = "report" in the '
            "profile to write the file and list them"
        )
    return replace(result, report=replace(result.report, leaks=(*result.report.leaks, *leaks)))

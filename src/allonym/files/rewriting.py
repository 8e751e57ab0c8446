"""One file from bytes to bytes: open, run, write, read back, and search what was written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath

from allonym.errors import (
    CorruptDocument,
    DocumentError,
    LeakError,
    PseudonymizationError,
    UnsupportedFormat,
)
from allonym.files.names import (
    PEOPLE,
    Hidden,
    Rewrite,
    among,
    followed,
    known_people,
    names,
    new_names,
    rename,
    unique,
)
from allonym.files.opening import given_mentions, is_binary, open_document, words_of_programs
from allonym.files.outside import Runner, found_outside, noted, reads_alike, stand_ins
from allonym.formats.cells import surnames_beside
from allonym.formats.labels import (
    names_in_small_letters,
    with_followers,
    with_plan,
    without_programs,
)
from allonym.formats.package import ARCHIVE, Limits
from allonym.formats.standards import names_of_people
from allonym.languages.lexicon import listed
from allonym.languages.pack import load_pack
from allonym.ledger.record import Recorder, record_of
from allonym.model.known import KnownPerson
from allonym.model.result import Result
from allonym.model.view import TextView
from allonym.ports import (
    Carrier,
    Clearable,
    Compound,
    Converted,
    Fitting,
    Labelled,
    Member,
    Residue,
    SourceDocument,
)
from allonym.profile import Documents, Profile

_DEEPEST = 5  # files in files in files: more than this is refused
# bytes that a member of an archive takes at least; archives in archives may have been packed to
# fewer, so these many files there may be anyway
_HEAD, _FEW = 76, 1000
_TOO_MUCH = (
    "the files in files come to far more than the file they came in; unpack it and give its files"
)


@dataclass(frozen=True, slots=True)
class FileResult:
    """A file that was rewritten."""

    name: str = field(repr=False)  # what it should be called
    data: bytes = field(repr=False)  # the new file
    result: Result  # what became of its text
    residue: tuple[Residue, ...] = ()  # what it carried outside its text, and what became of that
    members: tuple[FileResult, ...] = ()  # the files in it that were rewritten too
    failures: tuple[Failure, ...] = ()  # those that could not be, and are not in the new file
    document: str = ""  # its id in the ledger, where one is kept


@dataclass(frozen=True, slots=True)
class Failure:
    """A file inside another that could not be rewritten, and why."""

    name: str = field(repr=False)
    error: PseudonymizationError


@dataclass(slots=True)
class Nest:
    """What files in files may come to, together: each may hold many times its size."""

    left: list[int]  # bytes and files that may still be unpacked
    depth: int = 0  # how many files this one lies in
    fault: str = ""  # why this one may not be opened

    @classmethod
    def around(cls, size: int, limits: Limits = ARCHIVE) -> Nest:
        """Return what may lie in a file of a size, as if all of it were packed in that one."""
        return cls([limits.allowed(size), max(_FEW, size // _HEAD)])

    def entered(self, data: bytes) -> Nest:
        """Return the same for a file in this one, with a fault if it is deep or too much."""
        self.left[0] -= len(data)
        self.left[1] -= 1
        fault = ""
        if self.depth >= _DEEPEST:
            fault = f"files in files more than {_DEEPEST} deep; unpack the outer ones"
        elif min(self.left) < 0:
            fault = _TOO_MUCH
        return Nest(self.left, self.depth + 1, fault)

    def fault_of(self, name: str) -> str:
        """Return why a file may not be opened; of an archive nothing is, once there is too much."""
        is_archive = PurePath(name).suffix.lower() == ".zip"
        return self.fault or (_TOO_MUCH if is_archive and min(self.left) < 0 else "")


def rewrite_file(
    runner: Runner,
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
        DocumentError: If the file cannot be read or rewritten, or lies where too much does.
        LeakError: If an original can still be found in what was written.
    """
    if nest is not None and (fault := nest.fault_of(name)):
        raise DocumentError(fault)
    nest = nest or Nest.around(len(data))
    settings = runner.profile.documents
    document = open_document(data, name, settings)
    scope = scope or document.view.text
    given = given_mentions(document, settings)
    result = runner.run_view(document.view, given, scope, people)
    pack = load_pack(result.report.language)
    people_in, is_family = names_of_people(pack), listed(pack, "family")
    if more := [*names_in_small_letters(result, people_in), *surnames_beside(result, is_family)]:
        result = runner.run_view(document.view, (*given, *more), scope, people)
    result = with_followers(without_programs(result, words_of_programs(document)))
    if isinstance(document, Fitting):
        result = with_plan(result, document.fit(result.plan))
    residue = tuple(document.residue) if isinstance(document, Carrier) else ()
    suffix = document.suffix if isinstance(document, Converted) else ""
    inside = _members(runner, document, scope, (*people, *known_people(result)), nest)
    document = inside.document
    if isinstance(document, Labelled):
        document = document.with_names(people_in)
    written = _written(document, result, name, settings)
    if residue and runner.profile.output.verify != "off":
        texts = [result, *results_of(inside.done)]
        written, result = _cleared(runner, document, written, result, texts, name)
    target = str(PurePath(name).with_suffix(suffix)) if suffix else name

    def plain(text: str, people: Sequence[KnownPerson]) -> str:
        return runner.run_view(TextView.of(text), (), scope, people).text

    own = (result, *results_of(inside.done))
    target = _called(runner, target, own, people, plain, settings.file_names)
    residue += inside.residue
    return FileResult(target, written, result, residue, inside.done, inside.failures)


def _called(
    runner: Runner, target: str, texts: Sequence[Result], people: Sequence[KnownPerson],
    plain: Rewrite, always: bool | None,
) -> str:  # fmt: skip
    """Return what a file is called, by its own text and those of the files in it."""
    for own in texts if always is None else texts[:always]:

        def is_found(text: str, own: Result = own) -> bool:
            return any(leak.blocking for leak in runner.search(text, own))

        hidden = Hidden.of(own, is_found)
        if always or hidden.is_in(target):
            if target.isascii() and not always:
                target = followed(target, hidden.instead)
            if always or hidden.is_in(target):
                target = rename(target, known_people(own), plain)
            if hidden.is_in(target):
                target = hidden.cut_from(target)
    if always is None and names(target, people):
        target = rename(target, people, plain)
    return target


def _cleared(
    runner: Runner, document: SourceDocument, written: bytes, result: Result,
    texts: Sequence[Result], name: str,
) -> tuple[bytes, Result]:  # fmt: skip
    """Return a file without what the last search finds in it, and the result with what is left."""
    output, settings = runner.profile.output, runner.profile.documents
    found = found_outside(runner, written, result, texts, document)
    if found and isinstance(document, Clearable):
        document = document.without(stand_ins(found, result))
        written = _written(document, result, name, settings)
        found = found_outside(runner, written, result, texts, document)
    return written, noted(result, found, is_strict=output.verify == "strict")


def _written(document: SourceDocument, result: Result, name: str, settings: Documents) -> bytes:
    """Return the new file, which reads as planned unless it is of another format now."""
    written = document.rewrite(result.plan)
    if not (isinstance(document, Converted) and document.suffix):
        reread = open_document(written, name, settings).view
        if reread.text != result.text and not reads_alike(reread, result):
            raise LeakError("the written file does not read as planned; nothing was written")
    return written


def record_file(ledger: Recorder, made: FileResult, data: bytes, profile: Profile) -> FileResult:
    """Record a file and those in it in a ledger, and return it with its id.

    `data` is the file as it came; where it is text, that restores it byte for byte.

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


@dataclass(frozen=True, slots=True)
class _Inside:
    """A document with the files in it treated."""

    document: SourceDocument
    done: tuple[FileResult, ...] = ()
    failures: tuple[Failure, ...] = ()
    residue: tuple[Residue, ...] = ()


def _members(
    runner: Runner,
    document: SourceDocument,
    scope: str,
    people: Sequence[KnownPerson],
    nest: Nest,
) -> _Inside:
    """Treat the files in a document; one that fails is left out, and the rest go on."""
    if not isinstance(document, Compound):
        return _Inside(document)
    done: list[tuple[Member, FileResult | None]] = []
    failures: list[Failure] = []
    keeps = runner.profile.documents.others == "keep"
    # all files of an archive are counted before those in them: no archive takes the place of a
    # file beside it
    members = [(member, nest.entered(member.data)) for member in document.members]
    for member, inner in members:
        try:
            made = rewrite_file(
                runner, member.data, member.name, scope=scope, people=people, nest=inner
            )
        except PseudonymizationError as error:
            if keeps and isinstance(error, UnsupportedFormat):
                done.append((member, None))
            else:
                failures.append(Failure(member.name, error))
            continue
        done.append((member, made))
    if failures and not done and not document.view.text:
        raise _of_nothing(failures)
    named = _named(done, is_archive=not document.view.text)
    rewritten = {
        member.name: Member(name, made.data if made else member.data)
        for (member, made), name in zip(done, named, strict=True)
    }
    unread = sum(made is None for _, made in done)
    residue = (Residue("files that no format reads", unread, "kept"),) if unread else ()
    files = tuple(
        replace(made, name=name) for (_, made), name in zip(done, named, strict=True) if made
    )
    return _Inside(document.with_members(rewritten), files, tuple(failures), residue)


def _named(done: Sequence[tuple[Member, FileResult | None]], *, is_archive: bool) -> list[str]:
    """Return what files in another are called, each otherwise than all before it."""
    results = results_of(made for _, made in done if made)
    words = new_names(results, PEOPLE) if is_archive else {}
    taken: dict[str, None] = {}  # in order, and soon found in
    for member, made in done:
        name = among(member.name, made.name if made else member.name, words)
        taken[unique(name, taken)] = None
    return list(taken)


def _of_nothing(failures: Sequence[Failure]) -> CorruptDocument:
    """Return the error of an archive of which no file can be read."""
    first: BaseException = failures[0].error
    while isinstance(first.__cause__, PseudonymizationError):
        first = first.__cause__
    made = CorruptDocument(f"no file in it can be read: {first}")
    made.__cause__ = first
    return made


def results_of(members: Iterable[FileResult]) -> Iterator[Result]:
    """Yield what became of files and of all files in them."""
    for member in members:
        yield member.result
        yield from results_of(member.members)

"""Write a reviewed document in its own format, checked as every other run is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import PurePath
from typing import Any

from allonym.api import Pipeline
from allonym.decided import Decided
from allonym.files.rewriting import FileResult, rewrite_file
from allonym.model.entity import Entity, EntityId
from allonym.model.known import KnownPerson
from allonym.model.mention import Mention
from allonym.model.offsets import UnitIndex
from allonym.model.result import Leak, Result
from allonym.model.view import TextView
from allonym.profile import Profile
from allonym.review.desk import Desk

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class DecidedText:
    """Treats the text of a document as decided, and the files in it as every run does.

    Nobody reviewed attachments, embedded files and file names.
    """

    desk: Desk  # the document
    pipeline: Pipeline  # for what nobody reviewed

    @property
    def profile(self) -> Profile:
        """What is to be done; leaks are listed, for whoever exports decides."""
        return self.desk.pipeline.profile

    def run_view(
        self,
        view: TextView,
        given: Sequence[Mention],
        scope: str,
        people: Sequence[KnownPerson] = (),
    ) -> Result:
        """Return the result of the document itself, or of a text that belongs to it."""
        if not people and self._is_own(view):
            return self.desk.pipeline.carry_out(view, self.desk.decided(), scope=self.desk.scope)
        scope = self.desk.scope or scope
        if people:  # a file's name: single words out of context, of which a model makes anything
            return self.desk.pipeline.run(view, people, scope=scope)
        result = self.pipeline.run_view(view, given=given, scope=scope)
        decided = self._alike(result)
        return self.pipeline.carry_out(view, decided, scope=scope) if decided else result

    def _alike(self, result: Result) -> Decided | None:
        """Return what was decided about entities of the same name and type, if anything was."""
        decided = self.desk.decided()
        known = {_name(e): e.id for e in decided.entities if e.canonical}
        pairs = [(e.id, known[_name(e)]) for e in result.entities if _name(e) in known]
        names = {
            new: replace(decided.names[old], entity=new)
            for new, old in pairs
            if old in decided.names
        }
        treatments = {
            new: decided.treatments[old] for new, old in pairs if old in decided.treatments
        }
        keep = frozenset(new for new, old in pairs if old in decided.keep)
        if not (names or treatments or keep):
            return None
        return Decided(result.entities, result.report.doubtful, keep, treatments, names)

    def search(self, text: str, result: Result) -> tuple[Leak, ...]:
        """Return what can be found in any text of that which was hidden in a result."""
        if not self._is_own(result.view):
            return self.pipeline.search(text, result)
        return self.desk.pipeline.search(text, result, self.desk.decided())

    def _is_own(self, view: TextView) -> bool:
        return view.text == self.desk.recognition.text


def _name(entity: Entity) -> tuple[str, str]:
    return entity.type.partition(".")[0], entity.canonical.casefold()


@dataclass(frozen=True, slots=True)
class Export:
    """A document as it would be handed out."""

    name: str = field(repr=False)  # what it should be called
    data: bytes = field(repr=False)  # the file
    leaks: tuple[Plain, ...]  # what can still be found in it, as plain values for the page
    report: Plain  # what was done; holds no text
    made: FileResult = field(repr=False)  # what became of the file, for the ledger

    @property
    def result(self) -> Result:
        """What became of the text."""
        return self.made.result

    @property
    def is_blocked(self) -> bool:
        """Whether something was found that must not be handed out without being told so."""
        return any(leak["blocking"] for leak in self.leaks)


def export(desk: Desk, others: Pipeline, data: bytes, name: str) -> Export:
    """Write a document as decided and look for what is left.

    Args:
        desk: The document.
        others: Treats attachments, embedded files and file names.
        data: The file as it came.
        name: Its name.

    Raises:
        DocumentError: If it cannot be rewritten.
        LeakError: If what was written does not read as planned.
    """
    made = rewrite_file(DecidedText(desk=desk, pipeline=others), data, name)
    leaks = (*_leaks(desk, made.result), *_inside(made.members))
    path = PurePath(made.name)
    written = f"{path.stem}.pseudonymized{path.suffix}"
    return Export(written, made.data, leaks, _report(desk, made), made)


def _leaks(desk: Desk, result: Result) -> list[Plain]:
    """Return the leaks with their places in original and result, in UTF-16 units."""
    where, units = result.map, UnitIndex(result.text, "utf16")
    types = {e.id: e.type for e in result.entities}
    rows: list[Plain] = []
    for leak in result.report.leaks:
        row = _leak(leak, types, place=leak.place or None, entity=leak.entity)
        if not leak.place:
            row["result_start"] = units.from_codepoint(leak.span.start)
            row["result_end"] = units.from_codepoint(leak.span.end)
            start, end = where.to_original(leak.span.start), where.to_original(leak.span.end)
            if start < end:
                row["start"] = desk.units.from_codepoint(start)
                row["end"] = desk.units.from_codepoint(end)
        rows.append(row)
    return rows


def _leak(leak: Leak, types: Mapping[EntityId, str], **more: object) -> Plain:
    return {
        "start": None, "end": None, "result_start": None, "result_end": None,
        "type": types.get(leak.entity, "other"), "disguise": leak.disguise,
        "blocking": leak.blocking, **more,
    }  # fmt: skip


def _inside(members: Sequence[FileResult]) -> Iterator[Plain]:
    """Yield the blocking leaks of files in the document, without their names."""
    for member in members:
        types = {e.id: e.type for e in member.result.entities}
        for leak in member.result.report.leaks:
            if leak.blocking:
                yield _leak(leak, types, place="a file inside the document", entity=None)
        yield from _inside(member.members)


def _report(desk: Desk, made: FileResult) -> Plain:
    """Return what a report says of a reviewed document: counts and places, no text."""
    actions = Counter(d.action for d in desk.log.done)
    return {
        **made.result.report.as_dict(),
        "reviewed": True,
        "decisions": dict(sorted(actions.items())),
        "residue": [asdict(item) for item in made.residue],
        "files_inside": len(made.members),
        "files_left_out": [failure.error.code for failure in made.failures],
    }

"""A result cut into lines, each with its original and what became of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from allonym.model.entity import EntityId
from allonym.model.replacement import Replacement
from allonym.model.result import Result
from allonym.model.types import longest_match

KINDS = ("person", "place", "organisation", "date", "contact", "number", "other")
"""What colours tell apart: more than seven nobody can."""

_KIND_OF: Mapping[str, str] = {
    "person": "person", "place": "place", "address": "place", "postcode": "place", "gps": "place",
    "org": "organisation", "date": "date", "age": "date", "phone": "contact", "email": "contact",
    "url": "contact", "ip": "contact", "mac": "contact", "username": "contact", "iban": "number",
    "account": "number", "card": "number", "id": "number", "plate": "number",
    "property": "number", "case_number": "number",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a line."""

    text: str = field(repr=False)  # what stands there
    kind: str = ""  # one of `KINDS`; empty for text that is none
    type: str = ""  # its entity type in full
    entity: str = ""  # whose it is
    # why somebody should look: ``form`` was guessed, ``left`` though it may be personal
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the original and what became of it."""

    number: int  # of the first line, from 1
    before: tuple[Piece, ...]  # the original in pieces
    after: tuple[Piece, ...]  # the result in pieces

    @property
    def changed(self) -> bool:
        """Whether anything in it was replaced."""
        return any(piece.kind and piece.doubt != "left" for piece in self.before)

    @property
    def doubts(self) -> int:
        """How many places of it somebody should look at."""
        return sum(bool(piece.doubt) for piece in self.before)


@dataclass(frozen=True, slots=True)
class _Mark:
    """A place of the original: replaced by `text`, or left although in doubt."""

    start: int
    end: int
    text: str | None = field(repr=False)
    piece: Piece


def kind_of(type_name: str) -> str:
    """Return the kind of an entity type.

    >>> kind_of("person.judge"), kind_of("id.national"), kind_of("health")
    ('person', 'number', 'other')
    """
    return longest_match(type_name, _KIND_OF) or "other"


def lines_of(result: Result) -> Iterator[Line]:
    """Yield the lines of a result in order; what crosses a line's end keeps its lines together."""
    text = result.view.text
    marks = sorted(_marks(result), key=lambda mark: mark.start)
    start, number = 0, 1
    for end in _ends(text, marks):
        inside = [mark for mark in marks if start <= mark.start < end]
        if text[start:end].strip():
            yield Line(number, *_sides(text, start, end, inside))
        number += text.count("\n", start, end + 1)
        start = end + 1


def tally(result: Result) -> dict[str, int]:
    """Return how many replacements there are of each kind, the most frequent first."""
    types = {entity.id: entity.type for entity in result.entities}
    kinds = (kind_of(types.get(r.entity, "")) for r in result.replacements if not r.context)
    return dict(Counter(kinds).most_common())


def _ends(text: str, marks: list[_Mark]) -> Iterator[int]:
    """Yield the ends of lines that no mark crosses."""
    at = 0
    crossed = iter(marks)
    mark = next(crossed, None)
    while at <= len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        while mark is not None and mark.end <= end:
            mark = next(crossed, None)
        if mark is None or mark.start >= end:
            yield end
        at = end + 1


def _marks(result: Result) -> Iterator[_Mark]:
    types = {entity.id: entity.type for entity in result.entities}
    guessed = {span for span, _ in result.report.uncertain}
    taken: set[int] = set()
    for made in result.replacements:
        taken.update((made.span.start, made.span.end - 1))
        piece = _piece(made, types, is_guess=made.span in guessed)
        yield _Mark(made.span.start, made.span.end, made.text, piece)
    for mention in result.report.doubtful:
        if not any(at in taken for at in range(mention.span.start, mention.span.end)):
            piece = Piece("", kind_of(mention.type), mention.type, "", "left")
            yield _Mark(mention.span.start, mention.span.end, None, piece)


def _piece(made: Replacement, types: Mapping[EntityId, str], *, is_guess: bool) -> Piece:
    type_name = types.get(made.entity, "other")
    return Piece("", kind_of(type_name), type_name, made.entity, "form" if is_guess else "")


def _sides(
    text: str, start: int, end: int, marks: list[_Mark]
) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    before: list[Piece] = []
    after: list[Piece] = []
    at = start
    for mark in marks:
        if mark.start < at:
            continue
        _add(before, after, Piece(text[at : mark.start]), None)
        said = replace(mark.piece, text=text[mark.start : mark.end])
        _add(before, after, said, said.text if mark.text is None else mark.text)
        at = mark.end
    _add(before, after, Piece(text[at:end]), None)
    return tuple(before), tuple(after)


def _add(before: list[Piece], after: list[Piece], piece: Piece, became: str | None) -> None:
    if piece.text:
        before.append(piece)
    text = piece.text if became is None else became
    if text:
        after.append(replace(piece, text=text))

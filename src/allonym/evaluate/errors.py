"""The errors of detection that a reader would meet, counted in a thousand words.

Strict F1 says nothing about a document.  Here every mark and every find gives at most one error:

* ``missed``: a mark that no find overlaps;
* ``kind``: finds overlap the mark, none of its main type (what stands before the first dot);
* ``edges``: a find of the right main type overlaps, none with exactly the mark's edges;
* ``wrong``: a find that overlaps no mark and whose text the profile changes.

What is found and kept, such as a country or a public body, is no wrong find.  *Covered* is another
thing: every visible character of a mark lies under finds, whatever they are called.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from allonym.errors import DocumentError
from allonym.evaluate.align import Cover, Overlaps, class_of, judges, personal
from allonym.evaluate.gold import GoldDocument
from allonym.evaluate.metrics import Share
from allonym.evaluate.readers import GoldSpan
from allonym.model.result import Result
from allonym.model.types import identifier_class

ErrorKind = Literal["missed", "kind", "edges", "wrong"]
KINDS: tuple[ErrorKind, ...] = get_args(ErrorKind)

COVERED = ("persons", "direct identifiers", "organisations")
"""The groups of marks of which it is told how many are wholly covered."""

_CONTEXT = 30


@dataclass(frozen=True, slots=True)
class Find:
    """A stretch that was found."""

    start: int  # first code point
    end: int  # code point after the last
    type: str  # dotted entity type
    changed: bool = True  # whether something else stands there afterwards
    evidence: tuple[str, ...] = ()  # who found it, as ``detector`` or ``detector:rule``

    @property
    def detectors(self) -> str:
        """Those who found it, joined: ``gazetteer+model``."""
        return "+".join(sorted({name.partition(":")[0] for name in self.evidence})) or "-"


@dataclass(frozen=True, slots=True)
class Searched:
    """What became of a document: its finds, and whether it came out as it went in."""

    finds: tuple[Find, ...]
    unchanged: bool


@dataclass(frozen=True, slots=True)
class DetectionError:
    """One error."""

    kind: ErrorKind  # which of the four
    start: int  # first code point of the mark, of the find where nothing is marked
    end: int  # code point after the last
    marked: str  # type of the mark; empty for a wrong find
    found: str  # type of the find that overlaps most; empty for a missed mark
    detectors: str  # who found it; ``-`` for a missed mark
    evidence: tuple[str, ...]  # the same with rules
    covered: bool  # whether all of it is hidden nevertheless
    surface: str = field(repr=False)  # the words
    seen: str = field(repr=False, default="")  # the words of the find, where they are others
    # some characters before and behind
    context: tuple[str, str] = field(repr=False, default=("", ""))

    @property
    def main_type(self) -> str:
        """What stands before the first dot of the mark's type, else of the find's."""
        return main_type(self.marked or self.found)


@dataclass(frozen=True, slots=True)
class DocumentErrors:
    """The errors of one document and what they are shares of."""

    id: str  # as the file names it
    language: str  # ISO 639-1 code
    words: int  # running words of the text
    errors: tuple[DetectionError, ...]  # in text order
    marks: Mapping[str, int]  # marks by main type
    covered: Mapping[str, Share]  # by `COVERED`: marks wholly hidden, of so many
    unchanged: bool  # whether the text came out as it went in


@dataclass(frozen=True, slots=True)
class ErrorFigures:
    """Errors of some documents added up."""

    documents: int  # how many
    words: int  # in all of them
    errors: Mapping[str, int]  # how many of each of `KINDS`
    free: Share  # documents without an error
    unchanged: Share  # of the documents without a mark, those that came out as they went in
    covered: Mapping[str, Share]  # by `COVERED`: marks wholly hidden, of so many

    def per_thousand(self, kind: str = "") -> float | None:
        """Return errors of a kind, or of all, in a thousand words; None without words."""
        count = self.errors.get(kind, 0) if kind else sum(self.errors.values())
        return 1000 * count / self.words if self.words else None


def main_type(name: str) -> str:
    """Return what stands before the first dot.

    >>> main_type("person.judge"), main_type("case_number")
    ('person', 'case_number')
    """
    return name.partition(".")[0]


def running_words(text: str) -> int:
    """Count what stands between white space and has a letter or digit in it.

    >>> running_words("Ana Kos – 3. maja, e-pošta: ...")
    5
    """
    return sum(any(map(str.isalnum, word)) for word in text.split())


def searched(result: Result) -> Searched:
    """Return what a run found and did; a find counts as changed if any of its text is."""
    text = result.view.text
    changes = [r.span for r in result.replacements if r.text != text[r.span.start : r.span.end]]
    touched = Overlaps(changes)
    finds = {
        (mention.span.start, mention.span.end, mention.type): Find(
            mention.span.start,
            mention.span.end,
            mention.type,
            bool(touched(mention.span.start, mention.span.end)),
            tuple(f"{e.detector}:{e.rule}" if e.rule else e.detector for e in mention.evidence),
        )
        for entity in result.entities
        for mention in entity.mentions
    }
    return Searched(tuple(finds[key] for key in sorted(finds)), result.text == text)


def errors_of(document: GoldDocument, outcome: Searched) -> DocumentErrors:
    """Compare what was found in a document with what people marked.

    Where the gold marks some types only, finds of others are neither right nor wrong.

    Raises:
        DocumentError: If a find does not lie in the text.
    """
    text, finds = document.text, outcome.finds
    if any(not 0 <= find.start < find.end <= len(text) for find in finds):
        raise DocumentError(f"document {document.id}: a find does not lie in the text")
    marks = [span for span in document.spans if personal(document, span.type)]
    cover, over_finds = Cover(text, finds), Overlaps(finds)
    found = [[finds[i] for i in over_finds(mark.start, mark.end)] for mark in marks]
    errors = [
        _described(document, kind, mark, _nearest(mark, candidates), cover)
        for mark, candidates in zip(marks, found, strict=True)
        if (kind := _judged(mark, candidates))
    ]
    over_marks = Overlaps(document.spans)
    errors += [
        _described(document, "wrong", None, find, cover)
        for find in finds
        if find.changed
        and judges(document, class_of(find.type))
        and not over_marks(find.start, find.end)
    ]
    return DocumentErrors(
        document.id,
        document.language,
        running_words(text),
        tuple(sorted(errors, key=lambda error: (error.start, error.end))),
        Counter(main_type(mark.type) for mark in marks),
        _covered(marks, cover),
        outcome.unchanged,
    )


def _judged(mark: GoldSpan, found: Sequence[Find]) -> ErrorKind | None:
    if not found:
        return "missed"
    right = [find for find in found if main_type(find.type) == main_type(mark.type)]
    if not right:
        return "kind"
    same = any((find.start, find.end) == (mark.start, mark.end) for find in right)
    return None if same else "edges"


def _nearest(mark: GoldSpan, found: Sequence[Find]) -> Find | None:
    """Return the find that shares most with a mark, one of the right type before others."""

    def nearness(find: Find) -> tuple[bool, int]:
        shared = min(mark.end, find.end) - max(mark.start, find.start)
        return main_type(find.type) == main_type(mark.type), shared

    return max(found, key=nearness, default=None)


def _described(
    document: GoldDocument, kind: ErrorKind, mark: GoldSpan | None, find: Find | None, cover: Cover
) -> DetectionError:
    place = mark or find
    assert place is not None, "an error has a mark or a find"
    start, end, text = place.start, place.end, document.text
    if kind == "edges" and find:
        start, end = min(start, find.start), max(end, find.end)
    return DetectionError(
        kind,
        place.start,
        place.end,
        mark.type if mark else "",
        find.type if find else "",
        find.detectors if find else "-",
        find.evidence if find else (),
        cover.whole(place.start, place.end),
        text[place.start : place.end],
        text[find.start : find.end] if find else "",
        (text[max(0, start - _CONTEXT) : place.start], text[place.end : end + _CONTEXT]),
    )


def _covered(marks: Iterable[GoldSpan], cover: Cover) -> dict[str, Share]:
    out = dict.fromkeys(COVERED, Share())
    for mark in marks:
        share = Share(int(cover.whole(mark.start, mark.end)), 1)
        for name in _groups(mark):
            out[name] += share
    return out


def _groups(mark: GoldSpan) -> Iterable[str]:
    main = main_type(mark.type)
    if main == "person":
        yield "persons"
    elif (mark.identifier or identifier_class(mark.type)) == "direct":
        yield "direct identifiers"
    if main == "org":
        yield "organisations"


def add_up(documents: Sequence[DocumentErrors]) -> ErrorFigures:
    """Add the errors of documents up."""
    kinds = Counter(error.kind for document in documents for error in document.errors)
    blank = [document for document in documents if not document.marks]
    return ErrorFigures(
        len(documents),
        sum(document.words for document in documents),
        {kind: kinds[kind] for kind in KINDS},
        Share(sum(not document.errors for document in documents), len(documents)),
        Share(sum(document.unchanged for document in blank), len(blank)),
        {
            name: sum((document.covered[name] for document in documents), Share())
            for name in COVERED
        },
    )

"""CoNLL-U and CoNLL-U Plus: words and their lemmas are exchanged, every other byte stays.

The view is the text of the sentences, one a block, and after them the comments that hold text.
Each word is a token that no replacement crosses.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from allonym.formats.base import Format
from allonym.formats.conll.entities import tags_of, types_of
from allonym.formats.conll.misc import KEPT
from allonym.formats.conll.rewrite import Writer
from allonym.formats.conll.table import Sentence, cells_of, read_table, readings_of
from allonym.formats.conll.text import Laid, Remark, lay_out, remarks_of
from allonym.formats.encoding import Encoding, decode
from allonym.model.mention import Evidence, Mention
from allonym.model.replacement import ReplacementPlan
from allonym.model.span import Span
from allonym.model.view import Segment, TextView, TokenReading
from allonym.ports import NamesIn, Residue

ReadRemarks = Callable[[str, int], tuple[Remark, ...]]
_BREAK = re.compile(r"#\s*new(?:par|doc)|\s*<(?:text|doc|p|head|div|title)[\s>]")


class ConllFormat(Format):
    """A corpus with one word a line."""

    def open(self, data: bytes) -> ConllDocument:
        """Read a corpus.

        Raises:
            CorruptDocument: If a row is not of the format; its line is named.
        """
        source, encoding = decode(data)
        lines = lines_of(source)
        return ConllDocument.of(lines, tuple(read_table(lines)), encoding)


def lines_of(source: str) -> tuple[str, ...]:
    """Return the lines with their ends; Unicode knows more ends than CoNLL has."""
    *ended, rest = source.split("\n")
    return (*(line + "\n" for line in ended), *([rest] if rest else []))


def _gap(sentence: Sentence, lines: Sequence[str]) -> str:
    parts = any(_BREAK.match(lines[n]) for n in sentence.comments)
    return "\n\n" if parts else "\n"


def _remarks(
    sentences: Sequence[Sentence], laid: Sequence[Laid], lines: Sequence[str], read: ReadRemarks
) -> Iterator[Remark]:
    """Yield the comments that are read, a ``# text`` that says other things than the rows too."""
    for sentence, text in zip(sentences, laid, strict=True):
        for number in sentence.comments:
            for remark in read(lines[number], number):
                other_text = remark.key.casefold() == "text" and number != text.text_line
                if remark.is_read or other_text:
                    yield remark


@dataclass(slots=True)
class _Layout:
    """A view while it is made."""

    parts: list[str] = field(default_factory=list)
    segments: list[Segment] = field(default_factory=list)
    blocks: list[Span] = field(default_factory=list)
    tokens: list[Span] = field(default_factory=list)
    readings: list[TokenReading | None] = field(default_factory=list)
    position: int = 0

    def sentence(
        self, laid: Laid, gap: str, readings: Mapping[int, TokenReading] = MappingProxyType({})
    ) -> None:
        """Add a sentence as a block, with what its rows say of its words."""
        if not laid.units:
            return
        self._virtual(gap if self.parts else "")
        start = self.position
        for unit in laid.units:
            self._virtual(unit.gap)
            span = Span(self.position, self.position + len(unit.surface))
            self._real(unit.surface, unit.line)
            self.tokens.append(span)
            self.readings.append(readings.get(unit.line))
        self.blocks.append(Span(start, self.position))

    def remark(self, remark: Remark) -> None:
        """Add a comment as a block."""
        self._virtual("\n\n" if self.parts else "")
        start = self.position
        if remark.value:
            self._real(remark.value, remark)
            self.blocks.append(Span(start, self.position))

    def _real(self, text: str, anchor: object) -> None:
        self.segments.append(Segment(Span(self.position, self.position + len(text)), anchor))
        self.parts.append(text)
        self.position += len(text)

    def _virtual(self, text: str) -> None:
        self.parts.append(text)
        self.position += len(text)

    def view(self) -> TextView:
        """Return the view."""
        return TextView(
            "".join(self.parts), tuple(self.segments), tuple(self.blocks), tuple(self.tokens),
            readings=tuple(self.readings),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class ConllDocument:
    """A corpus with its text."""

    lines: tuple[str, ...] = field(repr=False)  # of the file, with their ends
    sentences: tuple[Sentence, ...] = field(repr=False)  # what the lines are
    laid: tuple[Laid, ...] = field(repr=False)  # the text of each sentence
    remarks: tuple[Remark, ...] = field(repr=False)  # the comments that are read
    encoding: Encoding  # of the file
    view: TextView  # what is read
    read_remarks: ReadRemarks = remarks_of  # reads a line of comment
    escape: Callable[[str], str] = str  # makes a word fit to stand in a cell or comment
    names: NamesIn | None = None  # finds people's names in a word of an id

    @classmethod
    def of(
        cls,
        lines: tuple[str, ...],
        sentences: tuple[Sentence, ...],
        encoding: Encoding,
        lay: Callable[[Sentence, Sequence[str]], Laid] = lay_out,
        read_remarks: ReadRemarks = remarks_of,
        escape: Callable[[str], str] = str,
    ) -> ConllDocument:
        """Lay sentences and comments out as a view."""
        laid = tuple(lay(sentence, lines) for sentence in sentences)
        remarks = tuple(_remarks(sentences, laid, lines, read_remarks))
        layout = _Layout()
        for sentence, text in zip(sentences, laid, strict=True):
            layout.sentence(text, _gap(sentence, lines), readings_of(sentence, lines))
        for remark in remarks:
            layout.remark(remark)
        return cls(lines, sentences, laid, remarks, encoding, layout.view(), read_remarks, escape)

    @property
    def given(self) -> tuple[Mention, ...]:
        """The entities the corpus is marked with, and the people its comments name."""
        return tuple(sorted(self._given(), key=lambda mention: mention.span))

    def _given(self) -> Iterator[Mention]:
        places = {s.anchor: s.span for s in self.view.segments}
        for sentence, laid in zip(self.sentences, self.laid, strict=True):
            owners = _owners(sentence, laid)
            rows = [row for row in sentence.rows if row.kind == "word"]
            tags = [tags_of(cells_of(self.lines[r.line], sentence.columns), sentence.columns)
                    for r in rows]  # fmt: skip
            for column in range(max(map(len, tags), default=0)):
                own = [tag[column] if column < len(tag) else "O" for tag in tags]
                for start, end, type_name in types_of(own):
                    first, last = (
                        places[owners[rows[start].line]],
                        places[owners[rows[end - 1].line]],
                    )
                    evidence = (Evidence("given", "column", 1.0),)
                    yield Mention(Span(first.start, last.end), type_name, evidence)
        for remark in self.remarks:
            if remark.is_person:
                yield Mention(places[remark], "person", (Evidence("given", "comment", 1.0),))

    def with_names(self, names: NamesIn) -> ConllDocument:
        """Return the corpus; a name of a person leaves the ids of its parts."""
        return replace(self, names=names)

    def owners(self) -> dict[int, tuple[int, ...]]:
        """Return the lines of the words of each multiword token that is read as a whole."""
        found: dict[int, tuple[int, ...]] = {}
        for sentence, laid in zip(self.sentences, self.laid, strict=True):
            for word, owner in _owners(sentence, laid).items():
                if word != owner:
                    found[owner] = (*found.get(owner, ()), word)
        return found

    @property
    def residue(self) -> tuple[Residue, ...]:
        """What stands beside the words: lemmas, comments, values of MISC, columns."""
        return tuple(_residue(self))

    def rewrite(self, plan: ReplacementPlan) -> bytes:
        """Return the corpus with the plan carried out.

        Raises:
            UnrewritableContent: If a replacement is longer than one token or has no word.
        """
        writer = Writer(
            self.lines, self.sentences, self.laid, self.read_remarks, self.escape, self.names
        )
        for replacement in plan:
            writer.take(replacement, self.view.locate(replacement.span))
        return self.encoding.encode("".join(writer.lines()))


def _owners(sentence: Sentence, laid: Laid) -> dict[int, int]:
    """Return for the line of each word the line of the unit it is read in."""
    units = {unit.line for unit in laid.units}
    owners = {line: line for line in units}
    for row in sentence.rows:
        if row.kind == "range" and row.line in units:
            inside = (r for r in sentence.rows if r.kind == "word")
            owners |= {r.line: row.line for r in inside if row.first <= r.first <= row.last}
    return owners


def _residue(document: ConllDocument) -> Iterator[Residue]:
    counts: Counter[tuple[str, str]] = Counter()
    for sentence in document.sentences:
        columns = sentence.columns
        for number in sentence.comments:
            counts.update(map(_place, document.read_remarks(document.lines[number], number)))
        for row in sentence.rows:
            cells = cells_of(document.lines[row.line], columns)
            if columns.lemma >= 0:
                counts["column LEMMA", "replaced"] += 1
            counts["empty nodes", "replaced"] += row.kind == "empty"
            for index in (*columns.norms, *columns.others):
                counts[f"column {columns.names[index]}", "replaced"] += cells[index] not in "_"
            if columns.misc >= 0 and cells[columns.misc] != "_":
                counts.update(_pairs(cells[columns.misc]))
    for (place, fate), count in sorted(counts.items()):
        if count:
            yield Residue(place, count, "removed" if fate == "removed" else "replaced")


def _place(remark: Remark) -> tuple[str, str]:
    known = remark.key if remark.key.replace("_", "").replace(" ", "").isalpha() else "(other)"
    kind = "attribute" if remark.attribute else "comment"
    return f"{kind} {known}", "removed" if remark.is_translation else "replaced"


def _pairs(misc: str) -> Iterator[tuple[str, str]]:
    for pair in misc.split("|"):
        key, equals, value = pair.partition("=")
        if equals and key not in KEPT and value not in ("Yes", "No"):
            yield f"MISC {key}", "removed"

r"""IOB2: one token and its tag per line, the tag scheme of all gold data.

``token<TAB>tag[<TAB>finer tag]``, a blank line between sentences, and ``# doc <id>`` before a
document.  Only a line that begins so and holds no tab is a comment: a token may be a hashtag.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from allonym.errors import CorruptDocument

_DOC = "# doc "


class TokenSpan(NamedTuple):
    """A labelled half-open range of tokens."""

    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True)
class TaggedSentence:
    """One sentence as the file gives it."""

    tokens: tuple[str, ...] = field(repr=False)  # the words, never empty ones
    tags: tuple[str, ...]  # one IOB2 tag a token
    finer: tuple[str, ...] = ()  # the third column, ``O`` where a line has none
    document: str = ""  # the ``# doc`` line in force; empty before the first
    line: int = 1  # number of the first token's line, from 1

    @property
    def spans(self) -> list[TokenSpan]:
        """The labelled ranges of tokens."""
        return tags_to_spans(self.tags)


def tags_to_spans(tags: Iterable[str]) -> list[TokenSpan]:
    """Read tags as labelled ranges of tokens, in order.

    An ``I-`` that continues nothing (after ``O`` or another label) begins a range, as IOB1 and
    most models mean it.

    Raises:
        CorruptDocument: If a tag is not ``O``, ``B-…`` or ``I-…``.

    >>> tags_to_spans(["B-PER", "I-PER", "O", "I-LOC", "B-LOC"])
    [TokenSpan(start=0, end=2, label='PER'), TokenSpan(start=3, end=4, label='LOC'), \
TokenSpan(start=4, end=5, label='LOC')]
    """
    spans: list[TokenSpan] = []
    for index, tag in enumerate(tags):
        prefix, label = split_tag(tag)
        if not label:
            continue
        last = spans[-1] if spans else None
        if prefix == "I" and last and last.end == index and last.label == label:
            spans[-1] = TokenSpan(last.start, index + 1, label)
        else:
            spans.append(TokenSpan(index, index + 1, label))
    return spans


def split_tag(tag: str) -> tuple[str, str]:
    """Return prefix and label of a tag.

    Raises:
        CorruptDocument: If the tag is none of IOB2.

    >>> split_tag("B-PER"), split_tag("O")
    (('B', 'PER'), ('O', ''))
    """
    if tag == "O":
        return "O", ""
    prefix, hyphen, label = tag.partition("-")
    if prefix not in {"B", "I"} or not hyphen or not label:
        raise CorruptDocument("not an IOB2 tag; write O, B-TYPE or I-TYPE")
    return prefix, label


def read_iob2(lines: Iterable[str]) -> Iterator[TaggedSentence]:
    """Yield the sentences of an IOB2 file.

    A ``# doc`` line ends a sentence even without a blank line before it.

    Raises:
        CorruptDocument: If a line has no tag, no token or a tag of another scheme; its number is
            named.
    """
    document = ""
    rows: list[tuple[str, str, str]] = []
    number = 0
    for number, raw in enumerate(lines, 1):
        line = raw.rstrip("\r\n")
        heading = line.startswith(_DOC) and "\t" not in line
        if heading or not line.strip(" "):
            if rows:
                yield _sentence(rows, document, number - len(rows))
                rows = []
            document = line[len(_DOC) :].strip() if heading else document
        else:
            rows.append(_row(line, number))
    if rows:
        yield _sentence(rows, document, number - len(rows) + 1)


def _row(line: str, number: int) -> tuple[str, str, str]:
    token, *columns = line.split("\t")
    if not token or not columns:
        raise CorruptDocument(f"line {number}: no tag; write token, tab, IOB2 tag")
    try:
        split_tag(columns[0])
    except CorruptDocument as error:
        raise CorruptDocument(f"line {number}: {error}") from error
    return token, columns[0], columns[1] if len(columns) > 1 else "O"


def _sentence(rows: Sequence[tuple[str, str, str]], document: str, line: int) -> TaggedSentence:
    tokens, tags, finer = zip(*rows, strict=True)
    return TaggedSentence(tokens, tags, finer, document, line)


def write_iob2(sentences: Iterable[TaggedSentence]) -> Iterator[str]:
    """Yield the lines of an IOB2 file, line ends included; the inverse of `read_iob2`."""
    document = ""
    for sentence in sentences:
        if sentence.document != document:
            document = sentence.document
            yield f"{_DOC}{document}\n"
        finer = sentence.finer or ("",) * len(sentence.tokens)
        for token, tag, more in zip(sentence.tokens, sentence.tags, finer, strict=True):
            yield f"{token}\t{tag}\t{more}\n" if more else f"{token}\t{tag}\n"
        yield "\n"


def join_tokens(tokens: Iterable[str], offset: int = 0) -> tuple[str, list[tuple[int, int]]]:
    """Return the tokens joined by single spaces, and where each one then stands.

    Args:
        tokens: The words of a sentence.
        offset: Where the sentence begins in its document.

    >>> join_tokens(["Ana", "Kos", "."])
    ('Ana Kos .', [(0, 3), (4, 7), (8, 9)])
    """
    words = list(tokens)
    places: list[tuple[int, int]] = []
    for word in words:
        places.append((offset, offset + len(word)))
        offset += len(word) + 1
    return " ".join(words), places

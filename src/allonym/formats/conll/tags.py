"""Write what was found as tags: plain IOB2, or a column ``ALLONYM:NE`` of CoNLL-U Plus."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from allonym.formats.conll.document import ConllDocument
from allonym.formats.conll.table import STANDARD
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.text.iob2 import TaggedSentence, write_iob2
from allonym.text.tokenize import tokenize

COLUMN = "ALLONYM:NE"
Found = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class _Tagged:
    """A sentence as tokens with their tags."""

    tokens: tuple[Span, ...]
    tags: tuple[str, ...]


def as_iob2(view: TextView, mentions: Sequence[Found]) -> str:
    """Return a token and its tag a line, an empty line after each sentence."""
    return "".join(
        write_iob2(
            TaggedSentence(tuple(map(view.surface, s.tokens)), s.tags)
            for s in _sentences(view, mentions)
        )
    )


def as_conllu(view: TextView, mentions: Sequence[Found]) -> str:
    """Return a text as CoNLL-U Plus, cut into words and its own lines."""
    out = [f"# global.columns = ID FORM MISC {COLUMN}\n"]
    for number, sentence in enumerate(_sentences(view, mentions), start=1):
        start, end = sentence.tokens[0].start, sentence.tokens[-1].end
        text = " ".join(view.text[start:end].split())
        out += f"# sent_id = {number}\n", f"# text = {text}\n"
        follows = [*(t.start for t in sentence.tokens[1:]), -1]
        rows = zip(sentence.tokens, sentence.tags, follows, strict=True)
        for index, (token, tag, after) in enumerate(rows, start=1):
            misc = "SpaceAfter=No" if token.end == after else "_"
            out.append(f"{index}\t{view.surface(token)}\t{misc}\t{tag}\n")
        out.append("\n")
    return "".join(out)


def with_column(document: ConllDocument, mentions: Sequence[Found]) -> str:
    """Return a corpus with one more column; every other cell and comment as it is.

    A vertical text stays one: it has no line that names its columns.
    """
    tags = dict(_tags_of_lines(document, mentions))
    out = list(document.lines)
    named = False
    for sentence in document.sentences:
        for number in sentence.comments:
            if out[number].lstrip("# \t").startswith("global.columns"):
                out[number], named = _ended(document.lines[number], f" {COLUMN}"), True
        for row in sentence.rows:
            width = len(sentence.columns.names)
            cells = document.lines[row.line].rstrip("\r\n").split("\t")[:width]
            end = document.lines[row.line][len(document.lines[row.line].rstrip("\r\n")) :]
            tag = tags.get(row.line, "O") if row.kind == "word" else "_"
            out[row.line] = "\t".join([*cells, tag]) + end
    named = named or not any(sentence.columns.id >= 0 for sentence in document.sentences)
    first = "" if named else f"# global.columns = {' '.join(STANDARD)} {COLUMN}\n"
    return first + "".join(out)


def _ended(line: str, addition: str) -> str:
    body = line.rstrip()
    return body + addition + line[len(body) :]


def _tags_of_lines(document: ConllDocument, mentions: Sequence[Found]) -> Iterator[tuple[int, str]]:
    lines = {s.span: s.anchor for s in document.view.segments if isinstance(s.anchor, int)}
    owners = document.owners()
    for sentence in _sentences(document.view, mentions):
        for span, tag in zip(sentence.tokens, sentence.tags, strict=True):
            for number, line in enumerate(owners.get(lines[span], (lines[span],))):
                yield line, tag if not number or tag == "O" else f"I-{tag[2:]}"


def _sentences(view: TextView, mentions: Sequence[Found]) -> Iterator[_Tagged]:
    """Yield the sentences of a view; a comment of a corpus is none."""
    fixed = view.tokens
    tokens = fixed or tuple(Span(*place) for place in tokenize(view.text))
    tags = _tags(tokens, mentions)
    ends = [*(n for n, sign in enumerate(view.text) if sign == "\n"), len(view.text)]
    edges = [block.end for block in view.blocks] if fixed else ends
    start = 0
    for edge in edges:
        end = start
        while end < len(tokens) and tokens[end].end <= edge:
            end += 1
        if end > start:
            yield _Tagged(tokens[start:end], tuple(tags[start:end]))
        start = end


def _tags(tokens: Sequence[Span], mentions: Sequence[Found]) -> list[str]:
    """Return a tag for each token; a token belongs to the first mention that touches it."""
    tags = ["O"] * len(tokens)
    at = 0
    for start, end, type_name in sorted(mentions):
        while at < len(tokens) and tokens[at].end <= start:
            at += 1
        prefix = "B"
        while at < len(tokens) and tokens[at].start < end:
            if tags[at] == "O":
                tags[at], prefix = f"{prefix}-{type_name}", "I"
            at += 1
        at = max(0, at - 1)
    return tags

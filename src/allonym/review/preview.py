"""A document as HTML to be looked at beside its mentions: its blocks and nothing else."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.span import Span

_ELEMENTS = {"heading": "h2", "cell": "p"}


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading or cell of a document, as it is shown."""

    n: int  # its number; elements and bookmarks of previews go by it
    span: Span  # where it stands
    # ``paragraph``, ``heading``, ``cell``, ``header``, ``footer``, ``note``, ``comment`` or
    # ``other``
    kind: str = "paragraph"


def blocks_of(text: str, spans: Sequence[Span], kinds: Sequence[str] = ()) -> tuple[Block, ...]:
    """Return the blocks of a text: those given, else its lines that say anything."""
    spans = spans or _lines(text)
    known = kinds if len(kinds) == len(spans) else ["paragraph"] * len(spans)
    pairs = enumerate(zip(spans, known, strict=True))
    return tuple(Block(n, span, kind) for n, (span, kind) in pairs)


def _lines(text: str) -> list[Span]:
    spans: list[Span] = []
    start = 0
    for line in text.splitlines(keepends=True):
        body = line.rstrip("\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029")
        if body.strip():
            spans.append(Span(start, start + len(body)))
        start += len(line)
    return spans


def as_html(text: str, blocks: Sequence[Block], plan: ReplacementPlan | None = None) -> str:
    """Return the blocks as an article of elements ``ps-<n>``, a plan carried out if given."""
    pieces = ["<article>"]
    made = plan.replacements if plan else ()
    for block in blocks:
        shown = _after(text, made, block.span)
        tag = _ELEMENTS.get(block.kind, "p")
        body = escape(shown).replace("\n", "<br>")
        blank = "" if shown.strip() else " ps-blank"
        pieces.append(f'<{tag} id="ps-{block.n}" class="ps-{block.kind}{blank}">{body}</{tag}>')
    pieces.append("</article>")
    return "\n".join(pieces)


def _after(text: str, plan: Sequence[Replacement], span: Span) -> str:
    """Return what becomes of a span; a replacement shows where it begins."""
    first = bisect_right(plan, span.start, key=lambda r: r.span.end)
    last = bisect_left(plan, span.end, key=lambda r: r.span.start)
    out: list[str] = []
    cursor = span.start
    for made in plan[first:last]:
        if made.span.start >= span.start:
            out += text[cursor : made.span.start], made.text
        cursor = min(span.end, made.span.end)
    return "".join((*out, text[cursor : span.end]))

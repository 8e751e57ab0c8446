"""Several texts read as one: parts of a mail, strings inside strings.

Each part is a document itself.  The view lays them one after another with an empty line between,
which belongs to none; a plan over the whole is dealt out to the parts.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from allonym.errors import UnrewritableContent
from allonym.formats.labels import new_words
from allonym.formats.mapped import MappedDocument
from allonym.model.replacement import ReplacementPlan
from allonym.model.span import Span
from allonym.model.view import Segment, TextView
from allonym.ports import Clearable, Labelled, NamesIn, SourceDocument

_GAP = "\n\n"


@dataclass(frozen=True, slots=True)
class Joined:
    """Documents side by side."""

    parts: tuple[SourceDocument, ...] = field(repr=False)  # the documents
    view: TextView  # all of them as one text
    starts: tuple[int, ...]  # where each begins in the view

    @classmethod
    def of(cls, parts: Sequence[SourceDocument]) -> Joined:
        """Lay the views of `parts` one after another; one without text takes no place."""
        texts: list[str] = []
        segments: list[Segment] = []
        blocks: list[Span] = []
        starts: list[int] = []
        position = 0
        for part in parts:
            view = part.view
            starts.append(position)
            if not view.segments:
                continue
            segments += (replace(s, span=s.span.shift(position)) for s in view.segments)
            blocks += (b.shift(position) for b in own_blocks(view))
            texts.append(view.text)
            position += len(view.text) + len(_GAP)
        view = TextView(_GAP.join(texts), tuple(segments), tuple(blocks))
        return cls(tuple(parts), view, tuple(starts))

    def deal(self, plan: ReplacementPlan) -> Iterator[ReplacementPlan]:
        """Yield the plan of each part.

        Raises:
            UnrewritableContent: If a replacement reaches from one part into the next.
        """
        replacements, first = plan.replacements, 0
        for part, start in zip(self.parts, self.starts, strict=True):
            end = start + (len(part.view.text) if part.view.segments else 0)
            last = bisect_left(replacements, end, key=lambda r: r.span.start)
            own, first = replacements[first:last], last
            if any(r.span.end > end or r.span.start < start for r in own):
                raise UnrewritableContent("a replacement reaches beyond its part of the document")
            yield ReplacementPlan.of(replace(r, span=r.span.shift(-start)) for r in own)

    def rewrite_parts(self, plan: ReplacementPlan) -> tuple[bytes, ...]:
        """Return each part with its share of the plan carried out.

        A label of one part may be the class of a style sheet that is another, so labels follow the
        names of all parts.
        """
        words = new_words(self.view, plan)
        return tuple(
            part.rewrite(own, words) if isinstance(part, MappedDocument) else part.rewrite(own)
            for part, own in zip(self.parts, self.deal(plan), strict=True)
        )

    def without(self, words: Mapping[str, str]) -> Joined:
        """Return the same; where a part is not read, what stands for each word takes its place."""
        parts = (p.without(words) if isinstance(p, Clearable) else p for p in self.parts)
        return replace(self, parts=tuple(parts))

    def with_names(self, names: NamesIn) -> Joined:
        """Return the same; names in small letters leave the labels of each part."""
        parts = (p.with_names(names) if isinstance(p, Labelled) else p for p in self.parts)
        return replace(self, parts=tuple(parts))


def own_blocks(view: TextView) -> tuple[Span, ...]:
    """Return the blocks of a text; all of it where it has none, nothing where nothing is read."""
    return (view.blocks or (Span(0, len(view.text)),)) if view.segments else ()

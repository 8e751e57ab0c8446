"""A document whose view is made of stretches of its source, escapes included.

Plain text, marked text and JSON Lines are all this: some of the source is read, each read
character knows where it came from, and a replacement edits the source there and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from allonym.errors import UnrewritableContent
from allonym.formats.encoding import Encoding
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.span import Span
from allonym.model.view import Segment, Slice, TextView


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece stands in the source; ``whole`` if it can only be replaced as a whole."""

    start: int
    end: int
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the view and where it stands in the source; a piece without place is virtual."""

    text: str = field(repr=False)
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class MappedDocument:
    """A source text, its view, and the way back.

    Attributes:
        source: The whole file as text.
        view: What of it is read.
        encoding: Writes the result as the source was.
        escape: Makes a replacement fit to stand in the source.
    """

    source: str = field(repr=False)
    view: TextView
    encoding: Encoding
    escape: Callable[[str], str] = str

    @classmethod
    def of(
        cls,
        source: str,
        pieces: Iterable[Piece],
        encoding: Encoding,
        *,
        blocks: tuple[Span, ...] = (),
        escape: Callable[[str], str] = str,
    ) -> MappedDocument:
        """Lay the pieces one after another as the view of `source`."""
        parts: list[str] = []
        segments: list[Segment] = []
        position = 0
        for piece in pieces:
            end = position + len(piece.text)
            if piece.place is not None and piece.text:
                segments.append(Segment(Span(position, end), piece.place))
            parts.append(piece.text)
            position = end
        view = TextView("".join(parts), tuple(segments), blocks)
        return cls(source, view, encoding, escape)

    def rewrite(self, plan: ReplacementPlan) -> bytes:
        """Return the source with the plan carried out.

        Raises:
            UnrewritableContent: If a replacement lies wholly in virtual text.
        """
        out: list[str] = []
        cursor = 0
        for replacement in plan:
            for start, end, text in self._edits(replacement):
                out += self.source[cursor:start], text
                cursor = end
        out.append(self.source[cursor:])
        return self.encoding.encode("".join(out))

    def _edits(self, replacement: Replacement) -> Iterable[tuple[int, int, str]]:
        slices = self.view.locate(replacement.span)
        if not slices:
            span = replacement.span
            raise UnrewritableContent(f"nothing to rewrite at {span.start}-{span.end} of the view")
        text = self.escape(replacement.text)
        for place in slices:
            start, end = _range(place)
            yield start, end, text
            text = ""


def _range(place: Slice) -> tuple[int, int]:
    anchor = place.anchor
    if not isinstance(anchor, Place):
        raise TypeError("the anchor of a mapped document is a Place")
    if anchor.whole:
        return anchor.start, anchor.end
    return anchor.start + place.start, anchor.start + place.end

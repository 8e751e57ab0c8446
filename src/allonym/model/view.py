"""What detectors see: one string, and where each of its characters lives in the source."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from allonym.errors import OffsetError
from allonym.model.features import NO_FEATURES, FeatureBundle
from allonym.model.span import Span


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of the view that comes from one editable place of the source.

    ``anchor`` is opaque to everyone but the format that made it (a ``w:t`` node, a CoNLL cell).
    A position of the view covered by no segment is *virtual*: a paragraph break the format
    invented; it can be read but not rewritten.
    """

    span: Span
    anchor: object = field(repr=False)


@dataclass(frozen=True, slots=True)
class Slice:
    """The part of one segment that a span covers, in offsets local to the segment."""

    anchor: object = field(repr=False)
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class TokenReading:
    """What the source itself says of a token: an annotated corpus has lemma, tag and features.

    Attributes:
        lemma: Citation form; empty where the source has none.
        features: In Universal Dependencies; a value may be several, parted by commas.
        tag: In the tag set of the source; empty where it has none.
        noun: Whether the source calls it a noun or a proper name.
    """

    lemma: str = field(repr=False, default="")
    features: FeatureBundle = field(default_factory=lambda: NO_FEATURES)
    tag: str = ""
    noun: bool = False


@dataclass(frozen=True, slots=True, weakref_slot=True)
class TextView:
    r"""One document as one string, with its segments, blocks and, if given, tokens.

    Attributes:
        text: The whole text; the only offset space there is.
        segments: Which characters come from which place; ordered, disjoint; gaps are virtual.
        blocks: Paragraphs, cells, messages: no mention crosses the edge of one.  Empty: one block.
        tokens: Token boundaries where the source fixes them (CoNLL).  Empty: tokenize freely.
        language: ISO 639-1 code, or ``und``.
        readings: What the source says of each token; empty where it says nothing.
        foreign: Lines known to be in another language, with its code; disjoint, in text order.

    >>> view = TextView.from_pieces([("Ana ", "r1"), ("Nov", "r2"), ("\n", None), ("ak", "r3")])
    >>> [(s.anchor, s.start, s.end) for s in view.locate(Span(2, 6))]
    [('r1', 2, 4), ('r2', 0, 2)]
    """

    text: str = field(repr=False)
    segments: tuple[Segment, ...] = field(repr=False, default=())
    blocks: tuple[Span, ...] = field(repr=False, default=())
    tokens: tuple[Span, ...] = field(repr=False, default=())
    language: str = "und"
    readings: tuple[TokenReading | None, ...] = field(repr=False, default=())
    foreign: tuple[tuple[Span, str], ...] = ()

    def __post_init__(self) -> None:
        _check_order("segment", (s.span for s in self.segments), len(self.text))
        _check_order("block", self.blocks, len(self.text))
        _check_order("token", self.tokens, len(self.text))

    @classmethod
    def of(cls, text: str, *, language: str = "und") -> TextView:
        """Return the view of a plain string: one segment over all of it."""
        segments = (Segment(Span(0, len(text)), None),) if text else ()
        return cls(text, segments, language=language)

    @classmethod
    def from_pieces(
        cls,
        pieces: Iterable[tuple[str, object | None]],
        blocks: tuple[Span, ...] = (),
        *,
        language: str = "und",
    ) -> TextView:
        """Lay `pieces` of (text, anchor) one after another; a piece without anchor is virtual."""
        parts: list[str] = []
        segments: list[Segment] = []
        position = 0
        for piece, anchor in pieces:
            if piece and anchor is not None:
                segments.append(Segment(Span(position, position + len(piece)), anchor))
            parts.append(piece)
            position += len(piece)
        return cls("".join(parts), tuple(segments), blocks, language=language)

    def in_blocks(self) -> TextView:
        """Return the view with each of its segments as a block."""
        return replace(self, blocks=tuple(segment.span for segment in self.segments))

    def surface(self, span: Span) -> str:
        """Return the text under `span`.

        Raises:
            OffsetError: If the span reaches beyond the text.
        """
        if span.end > len(self.text):
            raise OffsetError(f"span ends at {span.end}, text has {len(self.text)} characters")
        return self.text[span.start : span.end]

    def locate(self, span: Span) -> tuple[Slice, ...]:
        """Return the slices of the source under `span`, in order; virtual text has none."""
        self.surface(span)
        first = bisect_right(self.segments, span.start, key=lambda s: s.span.end)
        slices: list[Slice] = []
        for index in range(first, len(self.segments)):
            segment = self.segments[index]
            shared = segment.span.intersection(span)
            if shared is None:
                break
            base = segment.span.start
            slices.append(Slice(segment.anchor, shared.start - base, shared.end - base))
        return tuple(slices)

    def reading(self, span: Span) -> TokenReading | None:
        """Return what the source says of the token under `span`; None where it says nothing.

        A span that is only a part of a token, such as a half of a double name, has no reading.
        """
        at = bisect_right(self.tokens, span.start, key=lambda t: t.end)
        known = at < len(self.readings) and self.tokens[at] == span
        return self.readings[at] if known else None

    def block_at(self, offset: int) -> Span:
        """Return the block that holds `offset`; the whole text where no blocks are given."""
        found = bisect_right(self.blocks, offset, key=lambda b: b.end)
        if found < len(self.blocks) and self.blocks[found].start <= offset:
            return self.blocks[found]
        return Span(0, max(1, len(self.text)))


def _check_order(what: str, spans: Iterable[Span], length: int) -> None:
    previous = 0
    for span in spans:
        if span.start < previous or span.end > length:
            raise OffsetError(f"{what} out of order or out of text at {span.start}")
        previous = span.end

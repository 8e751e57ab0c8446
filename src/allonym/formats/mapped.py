"""A document whose view is made of stretches of its source, escapes included.

Plain text, marked text and JSON Lines are all this: some of the source is read, each read
character knows where it came from, and a replacement edits the source there and nowhere else.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain, pairwise, zip_longest

from allonym.errors import UnrewritableContent
from allonym.formats.encoding import Encoding
from allonym.formats.labels import new_words, renamed
from allonym.formats.words import word_by_word
from allonym.model.cover import Cover
from allonym.model.mention import Mention
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.span import Span, spliced
from allonym.model.view import Slice, TextView
from allonym.ports import NamesIn, Residue

_BOXES = 2  # pieces of a letter each that are boxes of a form
_IN_BOXES = re.compile(r"[\w./-]+")
_SHORT = 3  # letters of a word that is no name by itself: `ana`, `tar`


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece stands in the source."""

    start: int  # first character in the source
    end: int  # behind the last
    whole: bool = False  # whether it can only be replaced as a whole, as an escape can
    # makes a replacement fit to stand here; None where the document's own does
    escape: Callable[[str], str] | None = None
    # as what (``value``, ``<!--``) it is read for its looks, so that another value may not be
    looks: str = ""
    # places that say the same again: what makes it of what comes to stand here is their `escape`
    also: tuple[Place, ...] = ()


KIND = re.compile(
    r"(?<=[\"'])(?:text|application|image|audio|video)/[a-z.+-]{2,40}(?=[\"';])"
    r"|(?<=<)/?(?:script|style|template|textarea|title|html|head|body)(?=[\s/>])"
)
"""What programs know by what is to be run: kinds of files (RFC 6838), elements that hold code."""
Part = tuple[int, int, str]
"""From where to where there stands another text."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the view and where it stands in the source; a piece without place is virtual."""

    text: str = field(repr=False)
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class MappedDocument:
    """A source text, its view, and the way back."""

    source: str = field(repr=False)  # the whole file as text
    view: TextView  # what of it is read
    encoding: Encoding  # writes the result as the source was
    escape: Callable[[str], str] = str  # makes a replacement fit to stand in the source
    # what is written at some places whatever the plan says
    fixed: tuple[tuple[Place, str], ...] = field(repr=False, default=())
    # what elements, fields and headings say of the text
    given: tuple[Mention, ...] = field(repr=False, default=())
    # places that follow the names in the text although they are not read
    labels: tuple[Place, ...] = field(repr=False, default=())
    residue: tuple[Residue, ...] = ()  # what is not read
    # what is written anew wherever it is not read, and as what
    gone: Mapping[str, str] = field(repr=False, default_factory=dict)
    bounded: bool = False  # whether it is so in labels only
    # names in labels that no text has, and what stands for them
    called: Mapping[str, str] = field(repr=False, default_factory=dict)

    @classmethod
    def of(
        cls,
        source: str,
        pieces: Iterable[Piece],
        encoding: Encoding,
        *,
        blocks: tuple[Span, ...] = (),
        escape: Callable[[str], str] = str,
        fixed: tuple[tuple[Place, str], ...] = (),
        given: tuple[Mention, ...] = (),
        labels: tuple[Place, ...] = (),
    ) -> MappedDocument:
        """Lay the pieces one after another as the view of `source`."""
        view = TextView.from_pieces(((piece.text, piece.place) for piece in pieces), blocks)
        return cls(source, view, encoding, escape, fixed, given, labels)

    def rewrite(self, plan: ReplacementPlan, words: Mapping[str, str] | None = None) -> bytes:
        """Return the source with the plan carried out.

        Args:
            plan: What is replaced.
            words: What stands for the words of names in labels; of the plan's own unless given.

        Raises:
            UnrewritableContent: If a replacement lies wholly in virtual text.
        """
        edits = [(place.start, place.end, text) for place, text in self.fixed]
        parts: dict[Place, list[Part]] = {}
        again: dict[tuple[int, int], str] = {}
        for place, start, end, text in chain.from_iterable(map(self._edits, plan)):
            for other in place.also:
                again[other.start, other.end] = (other.escape or self.escape)(text)
            if place.whole:
                parts.setdefault(place, []).append((start, end, text))
            else:
                made = (place.escape or self.escape)(text)
                edits.append((place.start + start, place.start + end, made))
        edits += self._of_whole(parts)
        edits += ((*span, text) for span, text in again.items())
        words = new_words(self.view, plan) if words is None else words
        edits += self._of_labels({**self.called, **words})
        edits += self._of_gone(edits)
        return self.encoding.encode(spliced(self.source, sorted(edits)))

    def _edits(self, replacement: Replacement) -> Iterator[tuple[Place, int, int, str]]:
        """Yield places, and what is to stand between two offsets of each."""
        if not self.view.locate(replacement.span):
            span = replacement.span
            raise UnrewritableContent(f"nothing to rewrite at {span.start}-{span.end} of the view")
        for span, text in word_by_word(self.view.surface(replacement.span), replacement.text):
            pieces = self.view.locate(span.shift(replacement.span.start))
            yield from _shared(pieces, _shares(pieces, text))

    def _of_labels(self, words: Mapping[str, str]) -> Iterator[Part]:
        going = self._going()
        for place in self.labels if words or self.gone else ():
            old = self.source[place.start : place.end]
            made = going.sub(lambda found: self.gone[found[0]], renamed(old, words))
            if made != old:
                yield place.start, place.end, made

    def _of_gone(self, edits: Iterable[Part]) -> Iterator[Part]:
        """Yield edits of what goes wherever it stands unread."""
        read = (s.anchor for s in self.view.segments if isinstance(s.anchor, Place))
        taken = Cover(Span(start, end) for start, end in chain(
            ((place.start, place.end) for place in read), ((e[0], e[1]) for e in edits),
            (match.span() for match in KIND.finditer(self.source) if self.gone),
        )) if self.gone else Cover(())  # fmt: skip
        for match in () if self.bounded else self._going().finditer(self.source):
            if not taken.touches(Span(*match.span())):
                yield *match.span(), self.gone[match[0]]

    def _going(self) -> re.Pattern[str]:
        """Return what finds the words that go, the longest first: one may hold another."""
        words = sorted(self.gone, key=len, reverse=True)
        return re.compile("|".join(map(re.escape, words)) or r"\Z.")

    def without(self, words: Mapping[str, str]) -> MappedDocument:
        """Return the document; where it is not read, what stands for each word takes its place."""
        return replace(self, gone=words)

    def with_names(self, names: NamesIn) -> MappedDocument:
        """Return the document; names leave its labels, whomever it names, in joined words too."""
        found = map(names, {self.source[place.start : place.end] for place in self.labels})
        said = chain.from_iterable(f for f in found if max(map(len, f), default=0) > _SHORT)
        return replace(self, called={word: "x" * len(word) for word in said})

    def _of_whole(self, parts: Mapping[Place, Sequence[Part]]) -> Iterator[Part]:
        """Yield edits of what can only go whole: what isn't replaced of it is said again."""
        for segment in self.view.segments if parts else ():
            place = segment.anchor
            if isinstance(place, Place) and place in parts:
                made = spliced(self.view.surface(segment.span), parts[place])
                yield place.start, place.end, (place.escape or self.escape)(made)


def _shares(pieces: Sequence[Slice], text: str) -> list[str]:
    """Return what of a text goes to each piece: all to the first, unless letters stand alone.

    A large initial goes on being one.  Letters in boxes stay such, and a longer word is parted
    evenly: the rest of it in one box may be somebody's name (*LILI-ANNA*).
    """
    if (
        len(pieces) >= _BOXES
        and _IN_BOXES.fullmatch(text)
        and {p.end - p.start for p in pieces} == {1}
    ):
        each, more = divmod(len(text), len(pieces))
        ends = [n * each + min(n, more) for n in range(len(pieces) + 1)]
        return [text[start:end] for start, end in pairwise(ends)]
    place = pieces[0].anchor if len(pieces) > 1 and text[:1].isalpha() else None
    is_one = isinstance(place, Place) and not place.whole and place.end - place.start == 1
    return [text[:1], text[1:]] if is_one else [text]


def _shared(
    pieces: Sequence[Slice], shares: Sequence[str]
) -> Iterator[tuple[Place, int, int, str]]:
    """Yield each piece with its share; where there are fewer shares, nothing is left of others."""
    for piece, share in zip_longest(pieces, shares[: len(pieces)], fillvalue=""):
        if isinstance(piece, str) or not isinstance(piece.anchor, Place):
            raise TypeError("the anchor of a mapped document is a Place")
        yield piece.anchor, piece.start, piece.end, share


def for_looks(
    pieces: Iterable[Piece], looks: str = "value", also: tuple[Place, ...] = ()
) -> Iterator[Piece]:
    """Yield pieces that are read for what they look like, and where it is again; see `Place`."""
    for piece in pieces:
        place = piece.place
        yield replace(piece, place=replace(place, looks=looks, also=also)) if place else piece


def around(
    source: str,
    start: int,
    end: int,
    found: Iterable[tuple[re.Match[str], Piece | None]],
    escape: Callable[[str], str] | None = None,
) -> Iterator[Piece]:
    """Yield a stretch of a source in pieces: what was found as said, if at all, the rest plain."""
    cursor = start
    for match, piece in found:
        if match.start() > cursor:
            yield Piece(source[cursor : match.start()], Place(cursor, match.start(), escape=escape))
        if piece is not None:
            yield piece
        cursor = match.end()
    if cursor < end:
        yield Piece(source[cursor:end], Place(cursor, end, escape=escape))


def cut(pieces: Sequence[Piece], ranges: Iterable[tuple[int, int]]) -> Iterator[Piece]:
    """Yield of pieces laid one after another only some ranges, a space behind each."""
    for found in slices(pieces, ranges):
        yield from found
        yield Piece(" ")


def slices(pieces: Sequence[Piece], ranges: Iterable[tuple[int, int]]) -> Iterator[list[Piece]]:
    """Yield what stands in some ranges of pieces laid one after another.

    Ranges are starts and ends in that text, in order; a piece that can't be divided is taken whole
    where a range begins in it.
    """
    starts = list(accumulate((len(piece.text) for piece in pieces), initial=0))
    for start, end in ranges:
        first = bisect_right(starts, start) - 1
        yield [
            _between(pieces[number], start - starts[number], end - starts[number])
            for number in range(first, bisect_left(starts, end))
        ]


def _between(piece: Piece, start: int, end: int) -> Piece:
    start, end, place = max(start, 0), min(end, len(piece.text)), piece.place
    if place is None or place.whole:
        return piece
    moved = replace(place, start=place.start + start, end=place.start + end)
    return Piece(piece.text[start:end], moved)

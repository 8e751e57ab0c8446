"""Mark-up inside a string of another format, such as the narrative of a FHIR resource."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from allonym.formats.mapped import Piece, Place
from allonym.formats.markup.addresses import unpercented
from allonym.formats.markup.escapes import decoded, escape_text
from allonym.formats.markup.events import html_events
from allonym.formats.markup.vocabulary import load_vocabularies
from allonym.formats.words import Line


def text_pieces(pieces: Sequence[Piece], escape: Callable[[str], str]) -> Iterator[Piece]:
    """Return of the pieces of a string what its mark-up shows, and behind it what that hides.

    Attributes and comments that are read in pages are read here, each in a line of its own.

    Args:
        pieces: The string, each piece with its place in the source.
        escape: Makes a text fit for the string.
    """
    source = "".join(piece.text for piece in pieces)
    starts = list(accumulate((len(piece.text) for piece in pieces), initial=0))
    words, line, hidden = load_vocabularies()["html"], Line(), list[tuple[int, int]]()
    for event in html_events(source):
        hidden += [
            (a.start, a.end)
            for a in event.attributes
            if words.reads(event.name, a.name) or words.speaks(a.name, source[a.start : a.end])
        ]
        if event.kind in ("comment", "raw"):
            hidden.append((event.start, event.end))
        elif event.name in words.blocks or event.name == "br":
            yield Piece("\n")
            line = Line()
        elif event.kind in ("open", "close"):
            mark = "<" if event.kind == "open" else ">"
            line.edge(mark if words.is_field(event.name) else "-")
        elif event.kind == "text":
            for found in decoded(source, event.start, event.end):
                if gap := line.gap(found.text):
                    yield Piece(gap)
                yield from _slice(pieces, starts, found, lambda text: escape(escape_text(text)))
    for start, end in hidden:
        yield Piece("\n\n")
        for found in unpercented(decoded(source, start, end)):
            yield from _slice(pieces, starts, found, lambda text: escape(escape_text(text)))


def _slice(
    pieces: Sequence[Piece], starts: Sequence[int], found: Piece, escape: Callable[[str], str]
) -> Iterator[Piece]:
    """Yield the part of `pieces` where `found` stands; what is whole there can't be divided."""
    places: list[Place] = []
    start, end = (found.place.start, found.place.end) if found.place else (0, 0)
    is_whole = found.place is not None and found.place.whole
    for number in range(bisect_right(starts, start) - 1, bisect_left(starts, end)):
        piece, begin = pieces[number], starts[number]
        if piece.place is None:
            continue
        left, right = max(start - begin, 0), min(end - begin, len(piece.text))
        place = replace(piece.place, escape=escape)
        if not place.whole:
            place = replace(place, start=place.start + left, end=piece.place.start + right)
        places.append(place)
        if not is_whole:
            yield Piece(piece.text[left:right], place)
    if is_whole and places:
        yield Piece(found.text, Place(places[0].start, places[-1].end, whole=True, escape=escape))

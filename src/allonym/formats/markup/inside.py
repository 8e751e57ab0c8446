"""Mark-up inside a string of another format, such as the narrative of a FHIR resource."""

from __future__ import annotations

import html
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from allonym.formats.mapped import Piece, Place
from allonym.formats.markup.escapes import REFERENCE, escape_text
from allonym.formats.markup.events import html_events
from allonym.formats.markup.vocabulary import load_vocabularies


def text_pieces(pieces: Sequence[Piece], escape: Callable[[str], str]) -> Iterator[Piece]:
    """Return of the pieces of a string only what its mark-up shows to a reader.

    Args:
        pieces: The string, each piece with its place in the source.
        escape: Makes a text fit for the string.
    """
    source = "".join(piece.text for piece in pieces)
    starts = list(accumulate((len(piece.text) for piece in pieces), initial=0))
    both = _both(escape)
    blocks = load_vocabularies()["html"].blocks
    for event in html_events(source):
        if event.name in blocks or event.name == "br":
            yield Piece("\n")
        elif event.kind == "text":
            for start, end, text in _references(source, event.start, event.end):
                yield from _slice(pieces, starts, start, end, text, both)


def _both(escape: Callable[[str], str]) -> Callable[[str], str]:
    return lambda text: escape(escape_text(text))


def _references(source: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Yield stretches of text, those that are references with what they mean."""
    cursor = start
    for match in REFERENCE.finditer(source, start, end):
        if match.start() > cursor:
            yield cursor, match.start(), ""
        yield *match.span(), html.unescape(match.group())
        cursor = match.end()
    if cursor < end:
        yield cursor, end, ""


def _slice(
    pieces: Sequence[Piece],
    starts: Sequence[int],
    start: int,
    end: int,
    text: str,
    escape: Callable[[str], str],
) -> Iterator[Piece]:
    """Yield the part of `pieces` from `start` to `end`; with `text` it can't be divided."""
    places: list[Place] = []
    for number in range(bisect_right(starts, start) - 1, bisect_left(starts, end)):
        piece, begin = pieces[number], starts[number]
        if piece.place is None:
            continue
        left, right = max(start - begin, 0), min(end - begin, len(piece.text))
        place = replace(piece.place, escape=escape)
        if not place.whole:
            place = replace(place, start=place.start + left, end=piece.place.start + right)
        places.append(place)
        if not text:
            yield Piece(piece.text[left:right], place)
    if text and places:
        yield Piece(text, Place(places[0].start, places[-1].end, whole=True, escape=escape))

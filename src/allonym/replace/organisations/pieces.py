"""The words of an organisation's name, and what each of them is."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal

Kind = Literal[
    "keep", "usual", "town", "adjective", "region", "owner", "given", "patron", "saint", "ruler",
    "initials", "letters", "compound", "body", "street", "name",
]  # fmt: skip
PLACES: frozenset[Kind] = frozenset(("town", "adjective", "region", "body"))
FOLLOWS: frozenset[Kind] = frozenset(
    (*PLACES, "owner", "given", "patron", "saint", "ruler", "compound", "street")
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A word of an organisation's name, or what stands between two, and what it is."""

    kind: Kind
    text: str = field(repr=False)
    before: str = field(repr=False, default="")


Read = dict[tuple[str, str, str], Sequence[Piece]]
"""The pieces of names read so far, by name, the whole of it, and what stands in front."""


def full_names(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces, a word in capitals beside a given name as a surname that it knows of.

    So is what looks like a town's at the very beginning, *Gárdonyi Géza Iskola*, and behind two
    given names: *Jozefa Gregora Tajovského*.
    """
    words = [n for n, p in enumerate(pieces) if p.text[0].isalpha()]
    given = {n for n in words if pieces[n].kind == "given"}
    beside = {b for a, b in pairwise(words) if a in given and b - a == 2}
    beside |= {a for a, b in pairwise(words) if b in given and b - a == 2}
    first = {n for n in words[:1] if n + 2 in given} | {n for n in words if {n - 2, n - 4} <= given}
    found = [
        Piece("owner", p.text)
        if n in beside - given
        and p.kind in ("name", "usual", *(("town", "adjective") if n in first else ()))
        else p
        for n, p in enumerate(pieces)
    ]
    behind = {a: b for a, b in pairwise(words) if found[b].kind == "owner"}
    return [
        replace(p, before=found[behind[n]].text) if n in given & behind.keys() else p
        for n, p in enumerate(found)
    ]


def only_places(pieces: Sequence[Piece]) -> Sequence[Piece]:
    """Return the pieces with nothing but places to be replaced, where there are any."""
    places = [p if p.kind in PLACES else Piece("keep", p.text) for p in pieces]
    return places if any(p.kind in PLACES for p in pieces) else pieces


def run_of_capitals(texts: Sequence[str], inside: Collection[str] = ()) -> int:
    """Return how many words and blanks in front make up the name of a patron.

    Small words may stand `inside` it: *Zofii z Zamoyskich Tarnowskiej*.
    """
    taken = 1
    while texts[taken : taken + 1] == [" "]:
        step = 4 if texts[taken + 1 : taken + 2] and texts[taken + 1] in inside else 2
        word = "".join(texts[taken + step - 1 : taken + step])
        if not word[:1].isupper():
            break
        taken += step
    return taken


def runs(pieces: Sequence[Piece], *, whole: bool, alone: Collection[str] = ()) -> Iterator[Piece]:
    """Yield the pieces, words that make up one name as one.

    Ordinary words are a name only where nothing else is one.

    Args:
        pieces: Of a name, or of what stands beside a quoted one.
        whole: Something has to be a name.
        alone: Letters that stand for bodies by themselves elsewhere.
    """
    distinct = any(p.kind in FOLLOWS or p.kind in ("name", "letters") for p in pieces)
    whole = whole and not (distinct and pieces[0].text in alone)
    usual: Kind = "keep" if distinct or not whole else "name"
    name = gap = ""
    for piece in pieces:
        kind = usual if piece.kind == "usual" else piece.kind
        if kind == "name":
            name, gap = name + (gap if name else "") + piece.text, ""
        elif name and piece.text.isspace():
            gap = piece.text
        else:
            yield from [Piece("name", name)] if name else []
            yield from [Piece("keep", gap)] if gap else []
            name = gap = ""
            yield replace(piece, kind=kind)
    yield from [Piece("name", name)] if name else []
    yield from [Piece("keep", gap)] if gap else []

"""The words of an organisation's name, and what each of them is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal

Kind = Literal[
    "keep", "usual", "town", "adjective", "region", "owner", "given", "patron", "saint", "ruler",
    "initials", "letters", "compound", "body", "street", "name",
]  # fmt: skip
_FORM = 3
"""Letters that a part of a legal form may have."""
_KIND = 4
"""Letters that what a kind of body is called for short has at most."""
OPEN: frozenset[Kind] = frozenset(("name", "usual", "owner", "given"))
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


def _abbreviated(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces, letters in front kept that say what a body is: *KSD Ajdovščina*.

    A place or an owner tells it from others then, or two letters do before any name: *RK Novohrad*.
    """
    words = [n for n, p in enumerate(pieces) if p.text[0].isalpha()]
    if len(words) < 2 or words[0] or pieces[0].kind != "letters":
        return list(pieces)
    length, told = len(pieces[0].text), pieces[words[1]].kind
    short = length <= _KIND if told in FOLLOWS else length < _FORM and told in ("name", "usual")
    return [replace(pieces[0], kind="keep"), *pieces[1:]] if short else list(pieces)


def only_places(pieces: Sequence[Piece], city: Callable[[str], Kind]) -> Sequence[Piece]:
    """Return the pieces with nothing but places to be replaced, where there are any.

    Args:
        pieces: The words of a public body's name.
        city: Tells what an ordinary word is that may be a city abroad: *Aradi Törvényszék*.
    """
    read = [replace(p, kind=city(p.text)) if p.kind == "usual" else p for p in pieces]
    places = [p if p.kind in PLACES else Piece("keep", p.text) for p in read]
    return places if any(p.kind in PLACES for p in read) else pieces


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


def runs(
    pieces: Sequence[Piece], *, whole: bool, led: bool = False, alone: Collection[str] = ()
) -> Iterator[Piece]:
    """Yield the pieces, words that make up one name as one.

    Ordinary words are a name only where nothing else is one, or where their kind stands in front
    in small letters.

    Args:
        pieces: Of a name, or of what stands beside a quoted one.
        whole: Something has to be a name.
        led: What the body is stands before the name in the text.
        alone: Letters that stand for bodies by themselves elsewhere.
    """
    pieces = _signed(pieces, led=led)
    distinct = any(p.kind in FOLLOWS or p.kind in ("name", "letters") for p in pieces)
    whole = whole and not (distinct and pieces[0].text in alone)
    pieces = headed(pieces, told=distinct) if whole else pieces
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


def _signed(pieces: Sequence[Piece], *, led: bool) -> list[Piece]:
    """Return the pieces, ordinary words in capitals behind a kind in small letters as a name.

    They are what a sign says, not what the body is: *piekarni Złoty Kłos w Krośnie*.
    """
    out, signed = list(pieces), False
    for n, piece in enumerate(pieces):
        if piece.kind == "usual" and piece.text[0].isupper() and led:
            out[n], signed = replace(piece, kind="name"), True
        elif piece.text[0].isalpha():
            led = piece.kind == "keep" and piece.text.islower() and not signed
            if not led:
                break
    return out


def headed(pieces: Sequence[Piece], *, told: bool) -> list[Piece]:
    """Return a name with what it begins with kept, where that says only what it is.

    Letters do, and ordinary words where another follows in capitals: *Upravljanje Debeli rtič*
    says what is done, then by whom; small letters go on with a name, as they do behind a kind:
    *Trgovina Zelena dolina*, *Gostilna Pri lipi*.  Two words in capitals alone are one name:
    *Zlatna Ruta*.

    Args:
        pieces: The name.
        told: Something in it tells it from others.
    """
    if told:
        return _abbreviated(pieces)
    words = [n for n, p in enumerate(pieces) if p.text[0].isalpha()]
    large = [n for n in words if pieces[n].text[0].isupper()]
    if words and pieces[words[0]].kind == "keep":
        names = [n for n in large[1:] if pieces[n].kind == "usual" or len(pieces[n].text) <= _FORM]
        return _gone_on(pieces, names[0]) if names else list(pieces)
    large = [n for n in large if pieces[n].kind == "usual"]
    if len(large) < 2 or any(p.text[0].isalpha() for p in pieces[: large[0]]):
        return list(pieces)
    kept = [replace(p, kind="keep") if n == large[0] else p for n, p in enumerate(pieces)]
    out = _gone_on(kept, large[-1])
    return out if out != kept or len(large) > 2 else list(pieces)


def _gone_on(pieces: Sequence[Piece], last: int) -> list[Piece]:
    """Return the pieces, words in small letters right behind one of a name as part of it."""
    out = list(pieces)
    for n in range(last + 2, len(out), 2):
        word = out[n].text
        if out[n - 1].text != " " or not (word.islower() and word.isalpha() and len(word) > _FORM):
            break
        out[n] = replace(out[n], kind="name")
    return out


def shop_and_owner(
    surface: str, pieces: Callable[[str], Sequence[Piece]]
) -> tuple[str, str, str] | None:
    """Return what a sole trader calls the shop, and the owner: *Foto Žarek, Mateja Žagar*."""
    label, comma, owner = surface.rpartition(", ")
    words = label.split()
    if not (words[1:] and words[-1][:1].isupper()):
        return None
    kinds = {piece.kind for piece in pieces(owner)}
    return (label, comma, owner) if {"given", "owner"} <= kinds else None

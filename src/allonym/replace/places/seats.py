"""Towns that serve others: one with a hospital or a court becomes one that has such too."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from allonym.model.entity import Entity
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.text.capitals import like_title
from allonym.text.fold import strip_marks

Seats = tuple[tuple[tuple[str, ...], frozenset[str]], ...]
"""Words, and the names of towns: beginnings of what only those have, or towns that have it."""
_SERVING = ("org.hospital", "org.court")
_LONG = (3, 4)
"""How many words names have with small ones inside."""
_LED = re.compile(r"(?:(?:[„“\"«][^„“”\"«»\n]{1,40}[“”\"»]|[^\W\d_]+)[-\s]+){0,3}\Z")
"""What stands before a town, and may say what it has: *Teatrul „Mihai Eminescu” din | Botoșani*."""
_REACH = 80
_BEHIND = re.compile(r" [^\W\d_]+|")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def serving(view: TextView, entities: Sequence[Entity], seats: Seats) -> Seats:
    """Return what may be the towns of organisations that only some towns have, and those towns.

    Args:
        view: The document.
        entities: All of it.
        seats: Beginnings of words in the names of such, and the towns that have them; the first
            are those of districts, which have a court and a hospital.
    """
    spans = ((e.type, m.span) for e in entities for m in e.mentions)
    names = sorted({row for one in spans for row in _said(view, *one)})
    found: list[tuple[tuple[str, ...], frozenset[str]]] = []
    for beginnings, towns in seats:
        kinds = () if found else _SERVING
        begin = tuple(map(strip_marks, beginnings))
        serve = (n for kind, told, n in names if kind in kinds or _begins(told, begin))
        found.append((tuple(dict.fromkeys(town for name in serve for town in _towns(name))), towns))
    return tuple(found)


def _said(view: TextView, kind: str, span: Span) -> Iterator[tuple[str, str, str]]:
    """Yield a kind, what says what a town has, and its name.

    That are words before and one behind: *la Teatrul „Eminescu” din | Iași*, *Växjö | domkyrka*.
    """
    name = view.surface(span)
    if is_a(kind, "org"):
        yield kind, name, name
    elif is_a(kind, "place"):
        before = _LED.search(view.text[max(0, span.start - _REACH) : span.start])
        behind = _BEHIND.match(view.text, span.end)
        yield kind, " ".join(found[0] for found in (before, behind) if found), name


def named_in(view: TextView, entities: Sequence[Entity]) -> tuple[tuple[str, Span], ...]:
    """Return what may be a town in the name of any organisation, and where that name stands."""
    orgs = (m.span for e in entities if is_a(e.type, "org") for m in e.mentions)
    names = sorted((view.surface(span), span) for span in orgs)
    return tuple((town, span) for name, span in names for town in _towns(name))


def _begins(name: str, beginnings: tuple[str, ...]) -> bool:
    bare = strip_marks(name.casefold())
    return any(bare.startswith(beginnings, word.start()) for word in _WORD.finditer(bare))


def _towns(name: str) -> Iterator[str]:
    """Yield the words of a name in capitals, of one in small letters all, and pairs of them.

    Some names have small words inside: *Šmarje pri Jelšah*.
    """
    found, small = _WORD.findall(name), name.islower()
    words = [like_title(word) for word in found if small or not word.islower()]
    yield from words
    yield from (f"{first} {second}" for first, second in pairwise(words))
    spans = (found[at : at + n] for n in _LONG for at in range(len(found) - n + 1))
    ends = (span for span in spans if not (span[0].islower() or span[-1].islower()))
    yield from (" ".join(span) for span in ends if any(map(str.islower, span)))

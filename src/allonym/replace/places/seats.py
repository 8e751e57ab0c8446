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

_SERVING = ("org.hospital", "org.court")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def serving(
    view: TextView,
    entities: Sequence[Entity],
    beginnings: tuple[str, ...],
    kinds: tuple[str, ...] = _SERVING,
) -> tuple[str, ...]:
    """Return what may be the town in the name of each organisation that serves a district.

    Args:
        view: The document.
        entities: All of it.
        beginnings: Of words in the names of what only the seat of a district has.
        kinds: The types of what only a seat has.
    """
    orgs = (e for e in entities if is_a(e.type, "org"))
    names = {(e.type, view.surface(m.span)) for e in orgs for m in e.mentions}
    serve = (n for kind, n in sorted(names) if kind in kinds or _begins(n, beginnings))
    return tuple(dict.fromkeys(town for name in serve for town in _towns(name)))


def named_in(view: TextView, entities: Sequence[Entity]) -> tuple[tuple[str, Span], ...]:
    """Return what may be a town in the name of any organisation, with where the name stands."""
    orgs = (e for e in entities if is_a(e.type, "org"))
    names = sorted((view.surface(m.span), m.span) for e in orgs for m in e.mentions)
    return tuple((town, span) for name, span in names for town in _towns(name))


def is_behind(text: str, start: int) -> bool:
    """Tell whether a name stands right behind a short word in small letters: *na Ptuju*."""
    before = text[max(0, start - 4) : start].split(" ")
    return not before[-1] and len(before) > 1 and before[-2].islower()


def _begins(name: str, beginnings: tuple[str, ...]) -> bool:
    bare, begins = strip_marks(name.casefold()), tuple(map(strip_marks, beginnings))
    return any(bare.startswith(begins, word.start()) for word in _WORD.finditer(bare))


def _towns(name: str) -> Iterator[str]:
    """Yield the words of a name in capitals, of one in small letters all, and pairs of them."""
    found, small = _WORD.findall(name), name.islower()
    words = [like_title(word) for word in found if small or not word.islower()]
    yield from words
    yield from (f"{first} {second}" for first, second in pairwise(words))

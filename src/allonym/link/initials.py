"""Initials that stand for all names of a person: *BSK* for *Bronislava Sivák Kuchtová*."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from allonym.model.mention import FORMER, NamePart
from allonym.model.view import TextView
from allonym.text.fold import fold

_INITIALS = re.compile(r"(?:[^\W\d_]{1,2}(?:\.[ \u00a0]?|[-\u2011])?){2,5}")
_LEAST_BIG = 2
_NAMES = ("given", "family")


def capitals(surface: str) -> str:
    """Return the letters of what may be nothing but initials: *BSK*, *BLZs*, *B.S.K.*."""
    letters = [c for c in surface if c.isupper()] if _INITIALS.fullmatch(surface) else []
    small = sum(map(str.islower, surface))
    return fold("".join(letters)) if _LEAST_BIG <= len(letters) > small else ""


def monograms(parts: Sequence[NamePart], view: TextView) -> tuple[str, ...]:
    """Return the initials of a name that says more than one, as it stands and given names first."""
    named = [p for p in parts if p.role != "other" and p.derived != FORMER]
    if len(named) < _LEAST_BIG or not any(p.role in _NAMES for p in named):
        return ()
    first = sorted(named, key=lambda p: p.role == "family")
    joined = (p for pair in pairwise(named) if pair[0].span.end == pair[1].span.start for p in pair)
    called = [*dict.fromkeys(joined)]  # CJ Smith is called CJ
    orders = (named, first, called) if called else (named, first)
    return tuple(
        dict.fromkeys("".join(fold(view.surface(p.span)[:1]) for p in order) for order in orders)
    )

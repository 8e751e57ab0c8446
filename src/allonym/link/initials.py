"""Initials that stand for all names of a person: *BSK* for *Bronislava Sivák Kuchtová*."""

from __future__ import annotations

import re
from collections.abc import Sequence

from allonym.model.mention import NamePart
from allonym.model.view import TextView
from allonym.text.fold import fold

_INITIALS = re.compile(r"((?:[^\W\d_]{1,2}(?:\.[ \u00a0]?|[-\u2011])?){2,5})(?:[:'’]([^\W\d_]+))?")
_LEAST_BIG = 2
_NAMES = ("given", "family")
_HYPHENS = frozenset("-\u2010\u2011")
_PREFIXED = re.compile(r"(m(?=c.))(?:c)(.)|(.)[^-\u2010\u2011]*[-\u2010\u2011](.)")
"""A name that begins with two letters that count: *McCormick*, *El-Sayed*."""


def capitals(surface: str) -> str:
    """Return the letters of what may be nothing but initials: *BSK*, *BLZs*, *P-O:s*.

    >>> capitals("P-O:s"), capitals("K. O'Brien")
    ('po', '')
    """
    found = _INITIALS.fullmatch(surface)
    found = None if found and (found[2] or "")[:1].isupper() else found  # K. O'Brien
    letters = [c for c in found[1] if c.isupper()] if found else []
    small = sum(map(str.islower, found[1] if found else ""))
    return fold("".join(letters)) if _LEAST_BIG <= len(letters) > small else ""


def monograms(parts: Sequence[NamePart], view: TextView) -> tuple[str, ...]:
    """Return the initials of a name that says more than one, as it stands and given names first."""
    named = [p for p in parts if p.role != "other"]
    if len(named) < _LEAST_BIG or not any(p.role in _NAMES for p in named):
        return ()
    first = sorted(named, key=lambda p: p.role == "family")
    bare = [p for p in named if p.role == "initial"]  # CJ Smith is called CJ
    around = [view.text[max(0, p.span.start - 1) : p.span.end + 1] for p in named]
    given = (p for p, text in zip(named, around, strict=True) if not _HYPHENS.isdisjoint(text))
    tied = [p for p in given if p.role == "given"]  # Per-Olof, P-O
    orders = (named, first, *(own for own in (bare, tied) if len(own) >= _LEAST_BIG))
    words = [[fold(view.surface(p.span)) for p in order] for order in orders]
    spelt = ("".join(map(letters, own)) for own in words for letters in (_first, _first_two))
    return tuple(dict.fromkeys(spelt))


def _first(word: str) -> str:
    return word[:1]


def _first_two(word: str) -> str:
    found = _PREFIXED.match(word)
    return "".join(filter(None, found.groups())) if found else word[:1]

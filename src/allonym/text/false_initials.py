"""Letters that look like initials: of questions and answers, numerals, postscripts, staircases."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet

from allonym.text.capitals import SMALL

DOOR = re.compile(rf"\s+(?:{SMALL}{{2,3}}\.\s?[^\W_]{{1,2}}\Z|[\u2600-\U0001faff])")
"""A staircase, floor or flat behind somebody's name, or a picture: *Mirela sc. B*."""
_TURN = re.compile(r"(\w)\.[ \t]+")
_NUMERAL = re.compile(r"[IVX]{1,4}\.[ \t]+(?=[А-Я])")
"""One in Latin letters before a name in Cyrillic, which begins with none of them."""
_NEAR, _LINE = 2000, 40


def behind_turn(text: str, start: int, letters: AbstractSet[str]) -> int:
    r"""Return where the words behind such a letter begin; `start` where none stands there.

    Args:
        text: A document.
        start: Where a name may begin.
        letters: Those of the language; another of them leads a line near by.

    >>> behind_turn("Q. Who?\nA. Russell Dykstra.", 8, {"Q", "A"})
    11
    >>> behind_turn("I. АНГЕЛ КРЪСТЕВ", 0, set())
    3
    """
    if numeral := _NUMERAL.match(text, start):
        return numeral.end()
    turn = _TURN.match(text, start)
    if not turn or turn[1] not in letters:
        return start
    if text[max(0, start - _LINE) : start].rpartition("\n")[2].strip():
        return start
    others = "|".join(map(re.escape, letters - {turn[1]}))
    near = text[max(0, start - _NEAR) : start + _NEAR]
    led = re.search(rf"^[ \t]*(?:{others})\.[ \t]", near, re.MULTILINE)
    return turn.end() if led else start


_POSTSCRIPT = re.compile(r"\b(?:P\. ?S\.?|PS|П\. ?[ПС]\.?)(?!\w)[:,]?\s*(?=[^\W\d_])")
_LETTERS, _AROUND = 3, 16
"""How many of its letters may stand before a name, how much of the text is looked at around."""


def find_postscript(text: str, start: int, end: int) -> tuple[int, int] | None:
    r"""Return from where to where such letters stand at the head of a line; None if none do.

    Args:
        text: A document.
        start: From where to look; they may begin before it and end behind it.
        end: Where they have to begin before.

    >>> find_postscript("Ljubim te, Lojzka\n\nP. S. Pozdravi Ano.", 0, 30)
    (19, 25)
    """
    near = _POSTSCRIPT.finditer(text, max(0, start - _LETTERS), end + _AROUND)
    found = next((m for m in near if m.end() > start), None)
    if not found or found.start() >= end:
        return None
    before = text[max(0, found.start() - _AROUND) : found.start()]
    return None if before.rpartition("\n")[2].strip() else found.span()

"""The letters of questions and answers, and numerals, at heads, which look like initials."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet

_TURN = re.compile(r"(\w)\.[ \t]+")
_NUMERAL = re.compile(r"[IVX]{1,4}\.[ \t]+(?=[А-Я])")
"""One in Latin letters before a name in Cyrillic, which begins with none of them."""
_NEAR, _REACH = 2000, 40


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
    if text[max(0, start - _REACH) : start].rpartition("\n")[2].strip():
        return start
    others = "|".join(map(re.escape, letters - {turn[1]}))
    near = text[max(0, start - _NEAR) : start + _NEAR]
    led = re.search(rf"^[ \t]*(?:{others})\.[ \t]", near, re.MULTILINE)
    return turn.end() if led else start

"""The letters that announce a postscript, which look like somebody's initials."""

from __future__ import annotations

import re

_POSTSCRIPT = re.compile(r"\b(?:P\. ?S\.?|PS|П\. ?[ПС]\.?)(?!\w)[:,]?\s*(?=[^\W\d_])")
_REACH = 16
"""How much of the text is looked at around it."""


def find_postscript(text: str, start: int, end: int) -> tuple[int, int] | None:
    r"""Return from where to where such letters stand at the head of a line; None if none do.

    Args:
        text: A document.
        start: From where to look.
        end: Where they have to begin before.

    >>> find_postscript("Ljubim te, Lojzka\n\nP. S. Pozdravi Ano.", 0, 30)
    (19, 25)
    """
    found = _POSTSCRIPT.search(text, start, end + _REACH)
    if not found or found.start() >= end:
        return None
    before = text[max(0, found.start() - _REACH) : found.start()]
    return None if before.rpartition("\n")[2].strip() else found.span()

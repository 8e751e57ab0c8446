"""The letters that announce a postscript, which look like somebody's initials."""

from __future__ import annotations

import re

_POSTSCRIPT = re.compile(r"\b(?:P\. ?S\.?|PS|П\. ?[ПС]\.?)(?!\w)[:,]?\s*(?=[^\W\d_])")


def find_postscript(text: str, start: int, end: int) -> tuple[int, int] | None:
    r"""Return from where to where such letters stand at the head of a line; None if none do.

    Args:
        text: A document.
        start: From where to look.
        end: Where they have to begin before.

    >>> find_postscript("Ljubim te, Lojzka\n\nP. S. Pozdravi Ano.", 0, 30)
    (19, 25)
    """
    found = _POSTSCRIPT.search(text, start)
    if not found or found.start() >= end:
        return None
    line = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
    return None if line.strip() else found.span()

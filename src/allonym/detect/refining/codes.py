"""Numbers whole: letters that a hyphen or a stroke ties to one are part of it: *SK- | 48213*."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView

_TYPES = ("case_number", "account", "plate")
_PLAIN = ("id",)
"""Types of which the finer ones have a form of their own."""

_TIED = re.compile(r"(?<![\w/.-])(?=[^\W\da-zà-žа-я])([^\W_]{1,6})(?:[-/][^\W_]{1,6}){0,3}[-/]\Z")
_REACH = 32


def with_prefixes(
    view: TextView, mentions: Sequence[Mention], is_label: Callable[[str], bool]
) -> list[Mention]:
    """Return the mentions, numbers with the letters before them that no label is.

    Args:
        view: The document.
        mentions: Disjoint, in text order.
        is_label: Tells whether a word announces a value (*PESEL*).
    """
    made: list[Mention] = []
    for mention in mentions:
        start = mention.span.start
        after = made[-1].span.end if made else 0
        coded = mention.type in _PLAIN or any(is_a(mention.type, name) for name in _TYPES)
        tied = coded and _TIED.search(view.text, max(after, start - _REACH), start)
        if tied and not is_label(tied[1]):
            made.append(replace(mention, span=Span(tied.start(), mention.span.end)))
        else:
            made.append(mention)
    return made

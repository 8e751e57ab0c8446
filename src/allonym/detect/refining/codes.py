"""Numbers whole: letters that a hyphen or a stroke ties to one are part of it: *SK- | 48213*."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from allonym.detect.refining.same_value import is_guess
from allonym.model.cover import Cover
from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.text.neighbours import apart

_TYPES = ("case_number", "account", "plate")
_PLAIN = ("id",)
"""Types of which the finer ones have a form of their own."""

_TIED = re.compile(r"(?<![\w/.-])(?=[^\W\da-zà-žа-я])([^\W_]{1,6})(?:[-/][^\W_]{1,6}){0,3}[-/]\Z")
_REACH = 32
_NUMBER = r"([0-9]+(?:[/.-][0-9]+){0,3})"


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


def with_neighbours(
    view: TextView, mentions: Sequence[Mention], joins: Collection[str]
) -> list[Mention]:
    """Return the mentions and the numbers that a word joins to one close by: *parcels 114 and 115*.

    Where both are known and one is a guess, it is what the other is.

    Args:
        view: The document.
        mentions: Disjoint, in text order.
        joins: Words between the names of a list.
    """
    text, made, taken = view.text, list(mentions), Cover(m.span for m in mentions)
    starts = {mention.span.start: n for n, mention in enumerate(made)}
    between = re.compile(rf"(?:,| (?:{'|'.join(map(re.escape, joins))})) (?:{_NUMBER})(?![\w/])")
    for mention in made:  # those added are looked at as well
        joint = _is_code(mention) and between.match(text, mention.span.end)
        span = Span(joint.start(1), joint.end(1)) if joint else mention.span
        if not joint or not apart(view.surface(mention.span), joint[1]):
            continue
        known = starts.get(span.start)
        if known is None and not taken.touches(span):
            made.append(replace(mention, span=span))
        elif known is not None and is_guess(made[known]):
            made[known] = replace(made[known], type=mention.type)
    return sorted(made, key=lambda mention: mention.span)


def _is_code(mention: Mention) -> bool:
    return mention.type in (*_PLAIN, "case_number", "property", "account")

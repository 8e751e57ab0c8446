"""Numbers whole: letters that a hyphen or a stroke ties to one are part of it: *SK- | 48213*.

Capitals that begin somebody's name make a number of digits behind them: *KOWA78*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from allonym.detect.refining.same_value import is_guess
from allonym.model.cover import Cover
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.text.fold import fold
from allonym.text.neighbours import apart
from allonym.text.phrases import word_before

_TYPES = ("case_number", "account", "plate")
_PLAIN = ("id",)
"""Types of which the finer ones have a form of their own."""

_TIED = re.compile(r"(?<![\w/.-])(?=[^\W\da-zà-žа-я])([^\W_]{1,6})(?:[-/][^\W_]{1,6}){0,3}[-/]\Z")
_REACH = 32
_OF_NAME = re.compile(r"(?<![\w.@-])([^\W\d_a-zà-žа-я]{3,8})[-/]?[0-9]{2,6}(?![\w@-])")
_LEAST, _SCORE = 3, 0.9
_MEASURES = re.compile(r"(?:[^\W\d_]{2} )?([0-9]{2,3}/[0-9]{2,3})")
_NUMBER = r"([0-9]+(?:[/.-][0-9]+){0,3})"
_IN_FILE = re.compile(r"[^\W\dA-Z]+(?:19|20)?(?:[0-9]{2})?\.[a-z]{2,4}")
"""What stands behind a name in the name of a file: *placa_2024.pdf*."""


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


def with_names(
    view: TextView, mentions: Sequence[Mention], scores: tuple[str, ...] = ()
) -> list[Mention]:
    """Return the mentions and the numbers that begin with a name of somebody, or a part of it.

    What is but the rest of the name of a file behind a name is left out, and so is what a guess
    takes for a number: *BP 142/88*.

    Args:
        view: The document.
        mentions: Disjoint, in text order.
        scores: Words that measures stand behind.
    """
    made = [
        mention
        for before, mention in zip((None, *mentions), mentions, strict=False)
        if not (before and _ends_file(view, before, mention))
        and not _measures(view, mention, scores)
    ]
    people = (view.surface(m.span).split() for m in made if is_a(m.type, "person"))
    names = {fold(word) for words in people if len(words) > 1 for word in words}
    beginnings = {name[:size] for name in names for size in range(_LEAST, len(name) + 1)}
    cover = Cover(m.span for m in made)
    for code in _OF_NAME.finditer(view.text) if names else ():
        span, letters = Span(*code.span()), fold(code[1])
        if letters in beginnings and not cover.touches(span):
            made.append(Mention(span, "id", (Evidence("patterns", "code.of_name", _SCORE),)))
    return sorted(made, key=lambda mention: mention.span)


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


def _measures(view: TextView, mention: Mention, scores: tuple[str, ...]) -> bool:
    """Tell whether a guessed number is two measures behind a word for them."""
    found = _MEASURES.fullmatch(view.surface(mention.span)) if is_guess(mention) else None
    start = mention.span.start + found.start(1) if found else 0
    return found is not None and word_before(view.text, start, scores)


def _is_code(mention: Mention) -> bool:
    return mention.type in (*_PLAIN, "case_number", "property", "account")


def _ends_file(view: TextView, before: Mention, mention: Mention) -> bool:
    """Tell whether a number is but what follows a name in the name of a file."""
    glued = view.text[before.span.end : mention.span.start] in ("_", "-")
    named = before.type == "username" and mention.type in _PLAIN
    return glued and named and _IN_FILE.fullmatch(view.surface(mention.span)) is not None

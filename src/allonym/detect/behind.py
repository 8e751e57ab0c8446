"""Ages behind people: ``Ann Nowak (34)``, ``Ann Nowak, 34, said``.

Only who knows that a person stands there can tell such a number from a footnote, so this runs on
mentions that are settled.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache

from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView

SCORE = 0.8
_YEARS = "(?:[1-9][0-9]?|1[01][0-9])"
_BARE = (
    rf"\.?[ \u00a0]?[(\[](?P<b>{_YEARS})[)\]]"
    r"|,[ \u00a0](?P<c>[1-9][0-9]|1[01][0-9])(?=,[ \u00a0]|\.?$)"
)
_TWO = re.compile(r"\w[\s.-]+\w")


def with_ages(
    view: TextView, mentions: Sequence[Mention], units: tuple[str, ...] = ()
) -> list[Mention]:
    """Return the mentions, and the ages directly behind people named by two words or more.

    Args:
        view: The text.
        mentions: Disjoint, in text order.
        units: What years are counted in; before one, a single name will do: *Ann, 6 years*.

    >>> view = TextView.of("Ann Nowak (34) met Chapter (5).")
    >>> person = Mention(Span(0, 9), "person", (Evidence("model"),))
    >>> [view.surface(m.span) for m in with_ages(view, [person])]
    ['Ann Nowak', '34']
    """
    age = _pattern(units)
    people = (m for m in mentions if is_a(m.type, "person"))
    ages = [found for person in people for found in _behind(view, person, age)]
    starts = [m.span.start for m in mentions]
    free = [a for a in ages if _is_free(a.span, mentions, starts)]
    return sorted([*mentions, *free], key=lambda m: m.span) if free else [*mentions]


@cache
def _pattern(units: tuple[str, ...]) -> re.Pattern[str]:
    named = "|".join(map(re.escape, sorted(units, key=len, reverse=True)))
    unit = rf"{_YEARS}[ \u00a0](?:{named})"
    closed = rf"|\.?[ \u00a0]?[(\[](?P<d>{unit})(?=[)\],;])"
    counted = rf"{closed}|,[ \u00a0](?P<e>{unit})(?=[;,)]|\.?$)|,[ \u00a0](?P<f>{unit})(?!\w)"
    return re.compile(_BARE + counted if units else _BARE, re.MULTILINE)


def _behind(view: TextView, person: Mention, age: re.Pattern[str]) -> list[Mention]:
    match = age.match(view.text, person.span.end)
    closed = match is not None and match.lastgroup in ("d", "e")
    if not match or not (closed or _TWO.search(view.surface(person.span))):
        return []
    span = Span(*match.span(match.lastgroup or 0))
    if view.blocks and not view.block_at(person.span.start).contains(span):
        return []
    return [Mention(span, "age", (Evidence("dates", "age_behind", SCORE),))]


def _is_free(span: Span, mentions: Sequence[Mention], starts: Sequence[int]) -> bool:
    at = bisect_left(starts, span.end)
    return not at or mentions[at - 1].span.end <= span.start

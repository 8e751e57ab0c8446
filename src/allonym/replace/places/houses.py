"""Houses without a street, whose name may be that of a village: *Hniezdne 214, 065 01*."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from allonym.model.entity import Entity
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView

_HOUSE = re.compile(r"([^\W\d_]+(?:[ -][^\W\d_]+){0,3}) [0-9][\w/ -]*")
_BETWEEN = re.compile(r" [0-9][\w/ -]{0,7}[\s,;(]{1,3}(?:\w{2,4}[.:]? )?")
LONGEST = 20
"""What stands between the name of a house and its postcode, and more than it has signs."""


def named_houses(view: TextView, entities: Sequence[Entity]) -> Iterator[tuple[str, Span]]:
    """Yield the names before the numbers of houses, and where they stand.

    Args:
        view: The document.
        entities: All of it.
    """
    for mention in (m for e in entities if is_a(e.type, "address") for m in e.mentions):
        if found := _HOUSE.fullmatch(view.text, mention.span.start, mention.span.end):
            yield found[1], Span(*found.span(1))


def house_before(text: str, code: Span, names: Sequence[Span]) -> int | None:
    """Return which of the names of houses is right before a postcode, None where none is."""
    near = (n for n, span in enumerate(names) if _BETWEEN.fullmatch(text, span.end, code.start))
    return next(near, None)

"""Initials that the text explains: *Arne Bolin (AB), guest.  AB: It was time* (interviews)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.text.fold import fold, pieces

EXPLAINED = "explained"
"""Who says so, and by which rule, of initials in brackets behind the name that has them."""
SCORE = 0.85
_LEARNT = 0.6
_MOST = 4
_BRACKETS = re.compile(r"[ \u00a0]\(([^\W\d_a-z]{2,4})\)")


def find_explained(view: TextView, mentions: Sequence[Mention]) -> Iterator[Mention]:
    """Yield the initials in brackets behind a person's name, and where they say who speaks.

    Args:
        view: The document.
        mentions: What the detectors found.
    """
    people = (m for m in mentions if is_a(m.type, "person") and m.score >= _LEARNT)
    for span in sorted({span for person in people for span in _explained(view, person)}):
        yield Mention(span, "person", (Evidence(EXPLAINED, EXPLAINED, SCORE),))


def _explained(view: TextView, person: Mention) -> Iterator[Span]:
    found = _BRACKETS.match(view.text, person.span.end)
    if not found or fold(found[1]) not in set(_letters(view.surface(person.span))):
        return
    yield Span(*found.span(1))
    label = re.compile(rf"^[ \t]*({re.escape(found[1])})(?=:)", re.MULTILINE)
    yield from (Span(*m.span(1)) for m in label.finditer(view.text))


def _letters(surface: str) -> Iterator[str]:
    """Yield the initials of a name in its order and turned round, all and the outer two."""
    names = [fold(p[0])[:1] for p in pieces(surface) if len(p[0]) > 1 and p[0][:1].isupper()]
    if 1 < len(names) <= _MOST:
        yield from {"".join(names), names[0] + names[-1], names[-1] + names[0]}

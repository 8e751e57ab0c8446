"""Initials of people in the text: *Podpis D.B.* beside Damian Bratkowski, *Arne Bolin (AB)*."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from allonym.model.cover import Cover
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.text.fold import fold, pieces

SCORE = 0.85
_LEARNT = 0.6
_MOST = 4
_INITIALS = re.compile(r"(?<![\w.])(?:[^\W\d_a-z]\.[ \u00a0]?){1,3}[^\W\d_a-z]\.(?!\w)")
_EXPLAINED = re.compile(r"[ \u00a0]\(([^\W\d_a-z]{2,4})\)")
EXPLAINED = "explained"
"""Who says so, and by which rule, of initials in brackets behind the name that has them."""
_NOBODY = frozenset({"ps", "nb", "ad", "sa", "us", "uk", "eu", "dc", "bc", "doo"})
"""Abbreviations of every language that are written so."""


def find_monograms(
    view: TextView, mentions: Sequence[Mention], others: frozenset[str] = frozenset()
) -> Iterator[Mention]:
    """Yield initials that are those of a person named by two words or more.

    Args:
        view: The document.
        mentions: What the detectors found.
        others: Legal forms and the like, folded, that are no initials of anybody.
    """
    people = [m for m in mentions if is_a(m.type, "person") and m.score >= _LEARNT]
    explained = {span for person in people for span in _explained(view, person)}
    for span in sorted(explained):
        yield Mention(span, "person", (Evidence(EXPLAINED, EXPLAINED, SCORE),))
    known = {letters for person in people for letters in _letters(view.surface(person.span))}
    known -= _NOBODY | others
    if not known:
        return
    covered = Cover(m.span for m in mentions)
    for match in _INITIALS.finditer(view.text):
        span = Span(*match.span())
        if fold("".join(p[0] for p in pieces(match[0]))) in known and not covered.touches(span):
            yield Mention(span, "person", (Evidence("spread", "initials", SCORE),))


def _explained(view: TextView, person: Mention) -> Iterator[Span]:
    """Yield initials in brackets behind a name, and where they say who speaks, whatever else."""
    found = _EXPLAINED.match(view.text, person.span.end)
    if not found or fold(found[1]) not in set(_letters(view.surface(person.span))):
        return
    yield Span(*found.span(1))
    label = re.compile(rf"^[ \t]*({re.escape(found[1])})(?=:)", re.MULTILINE)
    yield from (Span(*m.span(1)) for m in label.finditer(view.text))


def _letters(surface: str) -> Iterator[str]:
    """Yield the initials of a name in its order and turned round, all and the outer two."""
    names = [fold(p[0])[:1] for p in pieces(surface) if len(p[0]) > 1 and p[0][:1].isupper()]
    if not 1 < len(names) <= _MOST:
        return
    yield from {"".join(names), names[0] + names[-1], names[-1] + names[0]}

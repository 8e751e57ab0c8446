"""Initials that the text explains: *Arne Bolin (AB), guest.  AB: It was time* (interviews).

Where lines say by capitals who speaks, the initials of one who is named in full are his; so is the
letter that somebody signs with.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.text.capitals import CAPITAL
from allonym.text.fold import fold, pieces

EXPLAINED = "explained"
"""Who says so, and by which rule, of initials in brackets behind the name that has them."""
SCORE = 0.85
_LEARNT = 0.6
_MOST = 4
_LEAST = 2
"""Lines that say who speaks, in a record of what was said."""
_STEM = 3
"""Letters that all forms of a name begin with."""
_LABEL = re.compile(rf"^[ \t]*({CAPITAL}{{2,4}})(?=:)", re.MULTILINE)
_SIGNATURE = re.compile(
    rf"(?:[^\W\d_][,!?]|[\u2600-\U0001faff])[ \t]*\s{{1,2}}({CAPITAL})\.?[ \t]*$"  # Love, A.
    rf"|^[ \t]*({CAPITAL})\.?[ \t]*(?=\s*\Z|\n[ \t]*(?:\n|--))",  # in the last line
    re.MULTILINE,
)
_LONE = re.compile(rf"(?<!\S){CAPITAL}\.?[ \t]*(?:$|\s*\Z)", re.MULTILINE)
"""What both have, and hardly any text."""
_BRACKETS = re.compile(rf"[ \u00a0]\(({CAPITAL}{{2,4}})\)")
_NICKNAME = re.compile(r"[ \u00a0]\([\"“”„»«‘']([^\W\d_]{2,})[\"”“«»’']\)")


def find_explained(
    view: TextView, mentions: Sequence[Mention], is_given: Callable[[str], bool] = lambda _: False
) -> Iterator[Mention]:
    """Yield the initials in brackets behind a person's name, and where they say who speaks.

    A given name quoted there, *Mary Cole ("Pip")*, is what the person goes by.

    Args:
        view: The document.
        mentions: What the detectors found.
        is_given: Tells whether a word may be a given name.
    """
    people = [m for m in mentions if is_a(m.type, "person") and m.score >= _LEARNT]
    explained = {span for person in people for span in _explained(view, person)}
    explained.update(_speaking(view, people), _signed(view, people))
    quoted = (_NICKNAME.match(view.text, person.span.end) for person in people)
    explained.update(Span(*m.span(1)) for m in quoted if m and is_given(m[1]))
    for span in sorted(explained):
        yield Mention(span, "person", (Evidence(EXPLAINED, EXPLAINED, SCORE),))


def _explained(view: TextView, person: Mention) -> Iterator[Span]:
    found = _BRACKETS.match(view.text, person.span.end)
    if not found or fold(found[1]) not in set(_letters(view.surface(person.span))):
        return
    yield Span(*found.span(1))
    yield from (Span(*m.span(1)) for m in _LABEL.finditer(view.text) if m[1] == found[1])


def _speaking(view: TextView, people: Sequence[Mention]) -> Iterator[Span]:
    """Yield the labels of lines that are the initials of one person who is named in full."""
    labels = list(_LABEL.finditer(view.text))
    if len(labels) < _LEAST:
        return
    surfaces = (view.surface(person.span) for person in people)
    names = {tuple(word[:_STEM] for word in fold(s).split()): s for s in surfaces}
    bearers = Counter(letters for name in names.values() for letters in set(_letters(name)))
    yield from (Span(*m.span(1)) for m in labels if bearers[fold(m[1])] == 1)


def _signed(view: TextView, people: Sequence[Mention]) -> Iterator[Span]:
    """Yield the letters alone at the end of a line that somebody's name begins with."""
    begins = {view.text[person.span.start] for person in people}
    found = _SIGNATURE.finditer(view.text) if _LONE.search(view.text) else ()
    signed = ((m, m.lastindex or 0) for m in found)
    yield from (Span(*m.span(n)) for m, n in signed if m[n] in begins)


def _letters(surface: str) -> Iterator[str]:
    """Yield the initials of a name in its order and turned round, all and the outer two."""
    names = [fold(p[0])[:1] for p in pieces(surface) if len(p[0]) > 1 and p[0][:1].isupper()]
    if 1 < len(names) <= _MOST:
        yield from {"".join(names), names[0] + names[-1], names[-1] + names[0]}

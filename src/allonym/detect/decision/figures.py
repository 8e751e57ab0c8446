"""Figures of history among the candidates: full names that are listed, and their surnames alone.

Lessons name them, and so may somebody alive be called.  The trees have read both; what is here says
how sure they have to be, and that one person is not half hidden.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from allonym.detect.decision.evidence import Candidate
from allonym.detect.decision.words import stem_of
from allonym.languages.nobody import Term
from allonym.model.cover import Cover
from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView

FIGURE, _EVENT = "figure", "event"
"""The classes of their names in ``nobody.tsv``."""

_DIGIT, _SHORT_DAY = re.compile("[0-9]"), re.compile("[0-9]{1,2}/[0-9]{1,2}")

_LISTED, _FULL, _NAMESAKE = 1.0, -0.95, 20.0
"""How much worse it is to leave who is called like a figure than to hide the figure, by the surname
alone and in full, when nobody else is called so; and like one whose name people have."""
_SURE = 0.9
_SOMEBODYS = ("id", "phone", "email", "iban", "account", "card")
_OLD = re.compile("(?<![0-9])1[0-9](?<!19)[0-9]{2}(?![0-9])|(?<![0-9])19[0-4][0-9](?![0-9])")


@dataclass(frozen=True, slots=True)
class Figures:
    """What each candidate has of the name of a figure."""

    surnames: Any = field(repr=False)  # the stem of its last word that is no given name
    whole: Any = field(repr=False)  # whether it is the full name of a figure
    # whether it is the surname of one that the document names in full elsewhere
    alone: Any = field(repr=False)
    private: bool = False  # whether somebody's numbers stand in the document, as no figure's do

    @classmethod
    def of(
        cls,
        view: TextView,
        terms: Collection[Term],
        candidates: Sequence[Candidate],
        is_given: Callable[[str], bool],
        certain: Iterable[Mention] = (),
    ) -> Figures:
        """Look for figures among candidates.

        Args:
            view: The document.
            terms: What the lists of names of nobody know of it.
            candidates: Of it.
            is_given: Tells whether a word is a given name.
            certain: What is no guess.
        """
        import numpy as np

        def surname(surface: str) -> str:
            return next((stem_of(word) for word in surface.split()[::-1] if not is_given(word)), "")

        spans = {t.span for t in terms if _is_full(view, t)}
        surfaces = [view.surface(c.span) if spans else "" for c in candidates]
        surnames = [surname(surface) for surface in surfaces]
        known, cover = {surname(view.surface(span)) for span in spans} - {""}, Cover(spans)
        alone = [
            name in known and len(surface.split()) == 1 and not cover.touches(c.span)
            for c, name, surface in zip(candidates, surnames, surfaces, strict=True)
        ]
        whole = [c.span in spans for c in candidates]
        private = any(m.type.startswith(_SOMEBODYS) for m in certain)
        return cls(np.array(surnames), np.array(whole, bool), np.array(alone, bool), private)

    def bonus(self, is_nobody: Any, bonus: float) -> Any:
        """Return how much worse it is to miss each candidate than to hide it.

        Args:
            is_nobody: Which candidates name nobody, and have no benefit of the doubt.
            bonus: Of what may be anybody.
        """
        import numpy as np

        full = np.where(is_nobody & self.whole & (not self.private), _FULL, _LISTED)
        figures = np.where(is_nobody | self.alone, full, np.maximum(bonus, _NAMESAKE))
        others = np.where(is_nobody, 0.0, bonus)
        return np.where(self.whole | self.alone, figures, others)

    def surely(self, none: Any) -> Any:
        """Return which candidates are not leaned towards a name because their parts are names.

        Args:
            none: How probable it is that each names nobody.
        """
        return self.alone | (self.whole & (none > _SURE))

    def hidden_with(self, taken: Sequence[int]) -> Any:
        """Return the full names of those who are hidden by surname alone.

        Args:
            taken: The numbers of the candidates that are hidden.
        """
        import numpy as np

        return self.whole & np.isin(
            self.surnames, self.surnames[[n for n in taken if self.alone[n]]]
        )


def figures_in(view: TextView, terms: Iterable[Term]) -> Cover:
    """Return where a document names figures in full."""
    return Cover(t.span for t in terms if _is_full(view, t))


def without_their_dates(
    view: TextView, mentions: Sequence[Mention], terms: Iterable[Term]
) -> list[Mention]:
    """Return the mentions without the days of events and the days and years of figures.

    Everybody knows them: *9/11*, *the September 11 attacks*.

    A date is that of whoever is named last before it: of a figure in the same sentence, and an old
    one in the same paragraph, since the figure may be the subject still.

    Args:
        view: The document.
        mentions: Disjoint, in text order.
        terms: What the lists of names of nobody know of it.
    """
    terms = tuple(terms)
    mentions = _without_events(view, mentions, terms)
    cover = Cover(m.span for m in mentions)  # whom a street is named after has no days there
    figures = sorted(t.span for t in terms if _is_full(view, t) and not cover.touches(t.span))
    if not figures:
        return mentions
    named = sorted(
        [(s.start, s.end, True) for s in figures]
        + [(m.span.start, m.span.end, False) for m in mentions if is_a(m.type, "person")]
    )

    def is_known(mention: Mention) -> bool:
        at = bisect_left(named, (mention.span.start,)) - 1
        if at < 0 or not is_a(mention.type, "date"):
            return False
        _, end, figure = named[at]
        between = view.text[end : mention.span.start]
        old = _OLD.search(view.surface(mention.span))
        return figure and "\n" not in between and (". " not in between or old is not None)

    return [m for m in mentions if not is_known(m)]


def _without_events(
    view: TextView, mentions: Sequence[Mention], terms: Iterable[Term]
) -> list[Mention]:
    """Return the mentions without the days of events, their years too.

    *9/11* alone is one where no other day is written so; a birthday or a mere year is anybody's.
    """
    found = [t.span for t in terms if t.kind == _EVENT and _DIGIT.search(view.surface(t.span))]
    if not found:
        return list(mentions)
    events = Cover(found)
    short = sum(_SHORT_DAY.fullmatch(view.surface(m.span)) is not None for m in mentions)

    def is_known(mention: Mention) -> bool:
        span, day = mention.span, view.surface(mention.span)
        if not is_a(mention.type, "date") or is_a(mention.type, "date.birth") or day.isdigit():
            return False
        alone = short == 1 and _SHORT_DAY.fullmatch(day) is not None and events.holds(span)
        longer = Span(max(0, span.start - 1), span.start + 1), Span(span.start, span.end + 1)
        return alone or any(map(events.holds, longer))

    return [m for m in mentions if not is_known(m)]


def _is_full(view: TextView, term: Term) -> bool:
    return term.kind == FIGURE and " " in view.surface(term.span)

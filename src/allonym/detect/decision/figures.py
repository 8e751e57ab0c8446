"""Figures of history among the candidates: full names that are listed, and their surnames alone.

Lessons name them, and so may somebody alive be called.  The trees have read both; what is here says
how sure they have to be, and that one person is not half hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from allonym.detect.decision.evidence import Candidate
from allonym.detect.decision.words import Words, range_of, stem_of
from allonym.languages.nobody import Term
from allonym.model.cover import Cover
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import FIGURE, is_a
from allonym.model.view import TextView

_LISTED, _FULL, _NAMESAKE = 1.0, -0.95, 20.0
"""How much worse it is to leave who is called like a figure than to hide the figure, by the surname
alone and in full, when nobody else is called so; and like one whose name people have."""
_SURE, _READ = 0.9, 0.2
_SOMEBODYS = ("id", "phone", "email", "iban", "account", "card")


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
        return self.whole & np.isin(
            self.surnames, self.surnames[[n for n in taken if self.alone[n]]]
        )


def named_figures(
    words: Words, names: Iterable[Span], taken: Iterable[Mention]
) -> Iterator[Mention]:
    """Yield the figures that a document names, where the network reads somebody there.

    Args:
        words: Of the document.
        names: Of figures; of two that overlap the first counts, and the longer.
        taken: What is hidden.
    """
    hidden, end = Cover(m.span for m in taken), 0
    person, *others = (words.columns[label] for label in ("PER", "LOC", "ORG", "MISC"))
    for name in sorted(names, key=lambda s: (s.start, -s.end)):
        here = slice(*range_of(words.offsets, name))
        score = float(person[here].mean())
        read = score > _READ and score > max(float(other[here].mean()) for other in others)
        if read and name.start >= end and not hidden.touches(name):
            yield Mention(name, FIGURE, (Evidence("decision", "figure", score),))
            end = name.end


def namesakes_of(view: TextView, terms: Iterable[Term], taken: Iterable[Mention]) -> Iterator[Span]:
    """Yield the figures of one word that a surname alone stands behind: *Calypso | Cole*."""
    people = (m.span for m in taken if is_a(m.type, "person") and " " not in view.surface(m.span))
    starts = {span.start for span in people}
    for term in terms:
        cited = (view.surface(term.span).casefold(),) == term.listed
        if cited and term.is_figure and term.span.end + 1 in starts:
            yield term.span


def figures_in(view: TextView, terms: Iterable[Term]) -> Cover:
    """Return where a document names figures in full."""
    return Cover(t.span for t in terms if _is_full(view, t))


def _is_full(view: TextView, term: Term) -> bool:
    return term.is_figure and " " in view.surface(term.span)

"""Choose among candidates that lie on one another; time is linear in their number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

BELIEVED = 0.5
_MARGIN = 0.15
_AND = re.compile(r"\.?,? (?:[^\W\d_]{1,4}|[&+]) (?!Co\b)(?=[^\W\d_])")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible mention: where, what, how sure, by which pattern and that pattern's rank."""

    start: int
    end: int
    type: str
    score: float
    rule: str
    rank: int

    def beats(self, other: Candidate) -> bool:
        """Tell whether `other` need not be kept beside this one, which overlaps it."""
        if self.score >= BELIEVED > other.score:
            return True
        within = self.start <= other.start and other.end <= self.end
        if not within:
            return False
        if (self.start, self.end) == (other.start, other.end):
            return (-self.score, self.rank) < (-other.score, other.rank)
        return self.score >= other.score or self.score >= max(BELIEVED, other.score - _MARGIN)


def tidy(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Drop repeats, what lies inside something as good, and weak guesses under strong ones."""
    ordered = sorted(set(candidates), key=lambda c: (c.start, -c.end, -c.score, c.rank))
    dropped: set[Candidate] = set()
    active: list[Candidate] = []
    for candidate in ordered:
        active = [c for c in active if c.end > candidate.start]
        if any(c.beats(candidate) for c in active):
            dropped.add(candidate)
            continue
        beaten = {c for c in active if candidate.beats(c)}
        dropped |= beaten
        active = [*(c for c in active if c not in beaten), candidate]
    return [c for c in ordered if c not in dropped]


def firms_apart(text: str, span: tuple[int, int], forms: Any) -> Iterator[tuple[int, int]]:
    """Yield a firm for each legal form where a word joins several: ``Alfa AB och Beta AB``.

    Args:
        text: The document.
        span: What a pattern found.
        forms: The expression of legal forms.
    """
    first, last = span
    for form in forms.finditer(text, first, last):
        end = form.start() + len(form[0].rstrip(" ,"))
        joint = _AND.match(text, end, last)
        if joint:
            yield first, end + text.startswith(".", end)
            first = joint.end()
    yield first, last

"""What a surrogate must be like."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from allonym.replace.candidates import Candidate, Readings, has_one_form, said_by
from allonym.replace.people.doubts import doubtful


def anyone(_: Candidate) -> bool:
    """Accept every candidate."""
    return True


class Weigher(Protocol):
    """Tells how readily a name is drawn."""

    def __call__(self, candidate: Candidate, /) -> int:
        """Return it for a name of the pool; zero for what is not drawn."""

    def __hash__(self) -> int:
        """Return the same for the same one: what was weighed is kept."""

    def name(self, name: str, gender: str = "") -> int:
        """Return it for a citation form."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a surrogate must be like.

    Attributes:
        kind: Of the pool.
        key: What the draw hangs on: the citation form, or the person, it stands for.
        lemma: Citation form of the original.
        gender: UD ``Gender``; empty when unknown or without meaning.
        number: UD ``Number`` of the citation form.
        tokens: How many words.
        readings: For each mention the readings it has left.
        accept: A last word on each candidate.
        among: Names that go before all others, whether in the pool or not; then more of them.
            They are gone through once.
        first: Names that go before even those, of whatever gender if need be.
        beside: Citation forms of the other surnames of whoever has this one.
        weigh: How readily a candidate is drawn before all others of the pool; None: as often as
            it is borne.
        only: Whether none but those `among` which it is drawn will do.
        ahead: How many of the first rings go one before the other though no form of theirs agrees.
        loose: Whether nothing beside the original agrees with it: a ring goes before its gender.
        pooled: Whether none but names of the pool will do, which alone have adjectives.
    """

    kind: str
    key: str = field(repr=False)
    lemma: str = field(repr=False)
    gender: str = ""
    number: str = "Sing"
    tokens: int = 1
    readings: tuple[Readings, ...] = field(repr=False, default=())
    accept: Callable[[Candidate], bool] = field(repr=False, default=anyone)
    among: Iterable[tuple[str, ...]] = field(repr=False, default=())
    first: tuple[str, ...] = field(repr=False, default=())
    beside: tuple[str, ...] = field(repr=False, default=())
    weigh: Weigher | None = field(repr=False, default=None)
    only: bool = False
    ahead: int = 0
    loose: bool = False
    pooled: bool = False

    @property
    def doubtful_gender(self) -> str:
        """The likelier gender of a given name that may be of two; else nothing."""
        return doubtful(self.readings) if self.kind == "given" and not self.gender else ""


def agreeing(wanted: Wanted) -> Callable[[Candidate], bool]:
    """Return what tells whether a candidate has one form for all the readings of each mention."""
    return partial(has_one_form, frozenset(map(said_by, wanted.readings)), wanted.gender)

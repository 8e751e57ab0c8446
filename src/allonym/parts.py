"""What a pipeline is made of, and what is known of a document before it is looked at.

Among that are stretches in another language than the document.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from allonym.model.entity import Entity
from allonym.model.known import KnownPerson
from allonym.model.mention import Mention
from allonym.model.replacement import ReplacementPlan
from allonym.model.result import Leak
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.ports import Detector, Linker, Replacer
from allonym.profile import Treatment
from allonym.text.fold import Spelling, as_typed

Progress = Callable[[str, float], None]
"""Called with the name of a step and the share of it that is done, 0 to 1."""

Verify = Callable[
    [str, Sequence[Entity], Sequence[Entity], TextView, ReplacementPlan], tuple[Leak, ...]
]
"""From the result, what was to be hidden, what is kept, the original and the plan to leaks."""

Decide = Callable[
    [TextView, Sequence[Mention], Sequence[Mention]], tuple[list[Mention], list[Mention]]
]
"""From what was proposed and all finds to the mentions and what else is possible."""

Explain = Callable[[TextView, Sequence[Mention], Sequence[Mention]], Sequence[Any]]
"""From what was proposed and all finds to each candidate explained."""


class KnownNames(Detector, Protocol):
    """Finds known persons, and says whose a surname is once all names of the document are known."""

    def settle(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return disjoint mentions, each surname that stands alone with what becomes of it."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What a pipeline is made of; `allonym.assembly` puts it together."""

    detectors: tuple[Detector, ...]  # find mentions, each on its own
    known: Callable[[Sequence[KnownPerson]], KnownNames]  # makes what finds known persons
    # makes overlapping mentions disjoint
    resolve: Callable[[TextView, Iterable[Mention]], list[Mention]]
    # cuts titles off a mention; None where nothing is left
    trim: Callable[[TextView, Mention], Mention | None]
    # parts and joins names by lists and cases
    settle: Callable[[TextView, Sequence[Mention]], list[Mention]]
    # finds further mentions of what was found
    spread: Callable[[TextView, Sequence[Mention]], list[Mention]]
    # gives mentions their finer types
    refine: Callable[[TextView, Sequence[Mention]], list[Mention]]
    # tells whether the allow-list lets an entity stay
    allow: Callable[[TextView, Entity], bool]
    linker: Linker  # mentions to entities
    replacer: Callable[[Treatment], Replacer]  # the replacer of a treatment
    fallback: Replacer  # stands in where a replacer has nothing, or nothing safe
    verify: Verify  # searches a result for originals that were to be hidden
    # says of all that was found what is a name, and what else is possible; None where the steps
    # before it have the last word
    decide: Decide | None = None
    # finds the people of history and fable beside what is hidden
    figures: Callable[[TextView, Sequence[Mention]], Sequence[Mention]] = lambda _, __: ()
    # says what of that which the leak check found is surely no name
    namesakes: Explain = lambda _, __, ___: ()
    # says of all that was found how probable it is, and why
    explain: Explain = lambda _, __, ___: ()
    # spells the names of a text that is typed without diacritics, or in other letters
    spelt: Callable[[str], Spelling] = as_typed
    named: Callable[[str], Spelling] = as_typed  # spells a name in the letters of the language


@dataclass(frozen=True, slots=True)
class Brought:
    """What is known of a document before it is looked at."""

    # found by other means: annotations of a corpus, finds of another language's pack
    mentions: tuple[Mention, ...] = ()
    # stretches in other languages, in text order, with their languages; guesses of the document's
    # language do not count there
    elsewhere: Elsewhere = ()


NOTHING = Brought()


Elsewhere = tuple[tuple[Span, str], ...]
"""Disjoint stretches in text order, each with the ISO 639-1 code of its language."""

_GUESSED = ("model", "gazetteer", "terms")


def at_home(mentions: Iterable[Mention], elsewhere: Elsewhere) -> Iterator[Mention]:
    """Yield the mentions but for guesses by the language that lie where another is written."""
    for mention in mentions:
        foreign = _language_at(mention.span, elsewhere)
        if not foreign or any(e.detector not in _GUESSED for e in mention.evidence):
            yield mention


def placed(mentions: Iterable[Mention], elsewhere: Elsewhere) -> Iterator[Mention]:
    """Yield the mentions with the language of their paragraph, where it is not the document's."""
    for mention in mentions:
        language = _language_at(mention.span, elsewhere)
        yield replace(mention, language=language) if language else mention


def _language_at(span: Span, elsewhere: Elsewhere) -> str:
    at = bisect_left(elsewhere, span.end, key=lambda place: place[0].start) - 1
    return elsewhere[at][1] if at >= 0 and elsewhere[at][0].overlaps(span) else ""

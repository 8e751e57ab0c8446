"""One occurrence of personal data, why it is believed, and how its words are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from allonym.model.features import NO_FEATURES, FeatureBundle
from allonym.model.span import Span

PartRole = Literal["given", "family", "initial", "other"]
"""What a word of a name is; ``other`` covers particles, generation suffixes, parts of places."""

FORMER = "former"
_BARELY = 0.02


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a detector believes in a mention; shown to the reviewer and counted, holds no text."""

    detector: str
    rule: str = ""
    score: float = 1.0


SURE = Evidence("decision", "sure", 0.0)
"""Said besides of what all evidence together takes for a person almost certainly."""


class Analysis(NamedTuple):
    """One reading of a word: its lemma (citation form), features and relative weight.

    A named tuple, since there are very many.
    """

    lemma: str
    features: FeatureBundle = NO_FEATURES
    weight: float = 1.0

    def __repr__(self) -> str:
        return f"Analysis(features={self.features!r}, weight={self.weight})"  # a lemma is a name


def in_base(readings: Sequence[Analysis]) -> tuple[Analysis, ...]:
    """Return the readings as a citation form; all where hardly any is one.

    >>> genitive = Analysis("Hautala", {"Case": "Gen"}, 0.998)
    >>> in_base([genitive, Analysis("Hautalan", {"Case": "Nom"}, 0.002)])[0].lemma
    'Hautala'
    """
    base = tuple(a for a in readings if a.features.get("Case", "Nom") == "Nom")
    likely = sum(a.weight for a in base) >= _BARELY * sum(a.weight for a in readings)
    return base if base and likely else tuple(readings)


@dataclass(frozen=True, slots=True)
class NamePart:
    """One word of a name, its role, and every reading that survived, best first.

    ``span`` is in the offsets of the view.  ``derived`` names the derivation when the word is a
    possessive or an adjective made from the name (``possessive``, ``adjective``, ``wife``), or
    `FORMER` when it is another name of the same person, a maiden name or a nickname.
    """

    span: Span
    role: PartRole
    analyses: tuple[Analysis, ...] = ()
    derived: str = ""


@dataclass(frozen=True, slots=True)
class Mention:
    """One occurrence of personal data in a view.

    Attributes:
        span: Where; half-open, code points.
        type: Dotted entity type, such as ``person`` or ``id.national``.
        evidence: At least one reason.
        parts: The words of the name as the linker reads them; empty before linking.
        language: ISO 639-1 code of its paragraph where that is not the document's; else empty.
    """

    span: Span
    type: str
    evidence: tuple[Evidence, ...]
    parts: tuple[NamePart, ...] = ()
    language: str = ""

    @property
    def score(self) -> float:
        """The best score among the evidence, 0 to 1."""
        return max([e.score for e in self.evidence], default=0.0)

    @property
    def is_decided(self) -> bool:
        """Whether the decision took it."""
        return any(e.detector == SURE.detector for e in self.evidence)

"""What a run gives back: the new text, and everything that was decided on the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from allonym.model.entity import Entity, EntityId
from allonym.model.mention import Mention
from allonym.model.offsets import OffsetMap
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.span import Span
from allonym.model.view import TextView


@dataclass(frozen=True, slots=True)
class Leak:
    """An original that can still be found in a result.

    Attributes:
        span: Where, in the result.
        entity: Whose.
        disguise: How it hides: ``same``, ``inflected``, ``folded``, ``transliterated`` ...
        blocking: False for what is listed only, such as a homograph of a common word.
        place: Which part of the written file, where it isn't its text.
    """

    span: Span
    entity: EntityId
    disguise: str
    blocking: bool
    place: str = ""

    @property
    def where(self) -> str:
        """Which entity's name is left, in which disguise and where; none of the text."""
        return f"{self.entity} {self.disguise} at {self.span.start}-{self.span.end}"


@dataclass(frozen=True, slots=True)
class Report:
    """What a run counted; holds no text of the document.

    Attributes:
        language: ISO 639-1 code the document was treated as.
        profile: Name of the profile.
        counts: Replaced mentions by type.
        kept: Kept mentions by type.
        uncertain: Replacements whose form had to be guessed: span in the original, certainty.
        doubtful: Mentions below the threshold, left as they are: span, type, score.
        leaks: What the check of the result found.
        warnings: Sentences for the user, none of which quotes the document.
    """

    language: str
    profile: str
    counts: Mapping[str, int]
    kept: Mapping[str, int]
    uncertain: tuple[tuple[Span, float], ...] = ()
    doubtful: tuple[Mention, ...] = ()
    leaks: tuple[Leak, ...] = ()
    warnings: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, object]:
        """Return the report as plain values for JSON."""
        return {
            "language": self.language,
            "profile": self.profile,
            "counts": dict(self.counts),
            "kept": dict(self.kept),
            "uncertain": [
                {"start": s.start, "end": s.end, "certainty": round(c, 3)}
                for s, c in self.uncertain
            ],
            "doubtful": [
                {"start": m.span.start, "end": m.span.end, "type": m.type,
                 "score": round(m.score, 3)}
                for m in self.doubtful
            ],
            "leaks": [
                {"start": k.span.start, "end": k.span.end, "entity": k.entity,
                 "disguise": k.disguise, "blocking": k.blocking}
                | ({"place": k.place} if k.place else {})
                for k in self.leaks
            ],
            "warnings": list(self.warnings),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of one document.

    Attributes:
        view: The original as it was read.
        text: The text after all replacements.
        entities: Every entity, kept ones included.
        plan: The replacements, final.
        report: Counts, doubts and the outcome of the leak check.
    """

    view: TextView
    text: str = field(repr=False)
    entities: tuple[Entity, ...]
    plan: ReplacementPlan
    report: Report

    @property
    def replacements(self) -> tuple[Replacement, ...]:
        """The replacements in text order."""
        return self.plan.replacements

    @property
    def map(self) -> OffsetMap:
        """The exact two-way map between original and result."""
        return OffsetMap.of(self.view.text, self.text, self.plan)

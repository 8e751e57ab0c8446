"""What becomes of each mention, and the checked plan of all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal, get_args

from allonym.errors import PlanError
from allonym.model.entity import EntityId
from allonym.model.span import Span, spliced

Method = Literal[
    "remove", "tag", "index", "letters", "initials", "pseudonym", "paradigm",
    "masked", "generalise", "mask", "hash", "encrypt", "keep",
]  # fmt: skip
METHODS: tuple[str, ...] = get_args(Method)


@dataclass(frozen=True, slots=True)
class Replacement:
    """What one stretch of the original becomes.

    Attributes:
        span: In the original.
        text: What stands there afterwards; may be empty.
        entity: Whose mention it is.
        method: How the text was made.
        certainty: 1 when the form is certain; below when it had to be guessed.
        context: True for a word around the mention that had to follow (a preposition, an article).
        result_span: In the result; None when `text` is empty or the plan is not yet final.
        lemma: The text with each word in its citation form; empty where nobody knows it.
    """

    span: Span
    text: str = field(repr=False)
    entity: EntityId
    method: Method
    certainty: float = 1.0
    context: bool = False
    result_span: Span | None = None
    lemma: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class ReplacementPlan:
    """All replacements of one view: sorted, disjoint, checked once, here.

    Raises:
        PlanError: If two replacements overlap or are out of order.

    >>> plan = ReplacementPlan.of([Replacement(Span(4, 9), "[PERSON1]", EntityId("p1"), "index")])
    >>> plan.apply("Ask Novak first.")
    'Ask [PERSON1] first.'
    """

    replacements: tuple[Replacement, ...] = ()

    @classmethod
    def of(cls, replacements: Iterable[Replacement]) -> ReplacementPlan:
        """Sort `replacements`, fill in their place in the result, and check them."""
        placed: list[Replacement] = []
        shift = 0
        for r in sorted(replacements, key=lambda r: r.span):
            start = r.span.start + shift
            where = Span(start, start + len(r.text)) if r.text and start >= 0 else None
            placed.append(r if r.result_span == where else replace(r, result_span=where))
            shift += len(r.text) - len(r.span)
        return cls(tuple(placed))

    def __post_init__(self) -> None:
        for left, right in pairwise(self.replacements):
            if right.span.start < left.span.end:
                raise PlanError(
                    f"replacements overlap: [{left.span.start}, {left.span.end}) "
                    f"and [{right.span.start}, {right.span.end})"
                )

    def __iter__(self) -> Iterator[Replacement]:
        return iter(self.replacements)

    def __len__(self) -> int:
        return len(self.replacements)

    def apply(self, text: str) -> str:
        """Return `text` with every replacement made.

        Raises:
            PlanError: If the plan reaches beyond the text.
        """
        if self.replacements and self.replacements[-1].span.end > len(text):
            raise PlanError(f"plan reaches {self.replacements[-1].span.end}, text has {len(text)}")
        return spliced(text, ((r.span.start, r.span.end, r.text) for r in self.replacements))

    def within(self, span: Span) -> ReplacementPlan:
        """Return what begins in a stretch, as the plan of a text of its own."""
        inside = (r for r in self.replacements if span.start <= r.span.start < span.end)
        return ReplacementPlan.of(replace(r, span=r.span.shift(-span.start)) for r in inside)

    def longest(self) -> dict[EntityId, Replacement]:
        """Return what stands for the longest mention of each entity, no words around it."""
        longest: dict[EntityId, Replacement] = {}
        for made in self.replacements:
            before = longest.get(made.entity)
            if not made.context and (before is None or len(made.span) > len(before.span)):
                longest[made.entity] = made
        return longest

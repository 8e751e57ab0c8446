"""What a reviewer changed: data, applied between linking and planning, replayable."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from allonym.model.entity import EntityId
from allonym.model.span import Span

Action = Literal["accept", "reject", "add", "retype", "resize", "merge", "split", "set"]


@dataclass(frozen=True, slots=True)
class Decision:
    """One entry of the append-only list of a review.

    Attributes:
        action: What was done.
        span: The mention it was done to; None where a whole entity is meant.
        entity: The entity it was done to, or merged from.
        into: The entity merged into.
        type: The new type, for ``add`` and ``retype``.
        new_span: The new edges, for ``resize``.
        text: The pseudonym, for ``set``.
        by: Who; a name the reviewer chose.
        at: When; ISO 8601.
    """

    action: Action
    span: Span | None = None
    entity: EntityId | None = None
    into: EntityId | None = None
    type: str = ""
    new_span: Span | None = None
    text: str = field(repr=False, default="")
    by: str = ""
    at: str = ""

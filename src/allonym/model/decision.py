"""What a reviewer decided: one value a decision, never changed afterwards."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from allonym.model.span import Span

Action = Literal[
    "accept", "reject", "retype", "resize", "add", "merge", "split", "rename", "method",
    "allow", "disallow", "undo", "redo",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of a document that can be found again in another version of it.

    Attributes:
        span: Where it stood, in code points.
        surface: What stood there.
        before: Some characters before it.
        after: Some characters after it.
    """

    span: Span
    surface: str = field(repr=False)
    before: str = field(repr=False, default="")
    after: str = field(repr=False, default="")


@dataclass(frozen=True, slots=True)
class Target:
    """What a decision is about and what it sets; which fields count depends on the action.

    Attributes:
        mentions: Ids of mentions.
        entities: Ids of entities; for ``add`` and ``accept`` the one that is joined.
        places: Where the mentions, or the first mentions of the entities, stand; for ``add`` and
            ``reject`` the stretches themselves.
        to: New edges, for ``resize``: one for each mention.
        type: New type.
        value: A pseudonym, a method, or a surface that may stay.
        gender: UD ``Gender`` of a pseudonym.
        scope: ``document`` or ``always``, for ``allow``.
    """

    mentions: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    places: tuple[Place, ...] = field(default=(), repr=False)
    to: tuple[Place, ...] = field(default=(), repr=False)
    type: str = ""
    value: str = field(default="", repr=False)
    gender: str = ""
    scope: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """One entry of the list of decisions about a document.

    Attributes:
        action: What was done.
        target: To what.
        by: Name of the reviewer as the server knows it.
        at: When, ISO 8601 in UTC.
    """

    action: Action
    target: Target = Target()
    by: str = ""
    at: str = ""

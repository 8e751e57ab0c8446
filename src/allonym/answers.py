"""What the text routes of the service answer, as its server writes it and its client reads it.

Nothing that may be personal is in a ``repr``.
"""

from __future__ import annotations

from typing import Any

from allonym.errors import needs

with needs("the client needs", "serve"):
    from pydantic import BaseModel, ConfigDict, Field


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True)


class FoundMention(_Value):
    """Where something was found; offsets count code points and are half-open."""

    start: int
    end: int
    type: str
    score: float = Field(ge=0, le=1)
    entity: str


class FoundEntity(_Value):
    """A person, place or number that mentions refer to."""

    id: str
    type: str
    name: str = Field(
        repr=False, description="Its citation form; it is in the text, so keep it private."
    )
    method: str = Field(description="What becomes of it; keep if it stays.")
    suggestions: tuple[str, ...] = Field(
        repr=False, description="What could stand in its place; the first does."
    )


class Annotation(_Value):
    """A text with what was found in it."""

    language: str
    marked_text: str = Field(
        repr=False, description="The text with marks such as [[person#1|Anna]]."
    )
    mentions: tuple[FoundMention, ...]
    entities: tuple[FoundEntity, ...]


class MadeReplacement(_Value):
    """What one stretch of the original became; offsets count code points."""

    start: int
    end: int
    result_start: int
    result_end: int
    text: str = Field(repr=False)
    entity: str
    method: str
    certainty: float = Field(ge=0, le=1)
    context: bool = Field(description="Whether it is a word beside a name that had to follow it.")


class Pseudonymized(_Value):
    """The finished text with what was replaced; none of it quotes the original."""

    text: str = Field(repr=False)
    language: str
    replacements: tuple[MadeReplacement, ...]
    report: dict[str, Any] = Field(description="Counts, doubts and the outcome of the leak check.")

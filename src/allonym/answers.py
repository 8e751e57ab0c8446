"""What the service answers, as its server writes it and its client reads it.

Nothing that may be personal is in a ``repr``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from allonym.errors import needs

with needs("the client needs", "serve"):
    from pydantic import BaseModel, ConfigDict, Field


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)


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


class DocumentState(_Value):
    """What has become of one document; its name stands only in the result."""

    number: int = Field(description="Its place in the archive, from 1.")
    state: str = Field(description="waiting, done or failed.")
    code: str | None = Field(None, description="Why it failed: the slug of the error.")
    dropped: int = Field(0, description="Files in it that could not be read and were left out.")
    counts: dict[str, int] | None = Field(None, description="What was replaced, by type.")


class TaskState(_Value):
    """How far a task is."""

    id: str
    state: str = Field(description="waiting, running, done, failed or cancelled.")
    code: str | None = Field(None, description="Why it failed as a whole.")
    created: datetime
    ended: datetime | None = None
    expires: datetime | None = Field(None, description="When it is deleted.")
    total: int = Field(description="Documents; 0 until the archive is unpacked.")
    done: int
    failed: int = Field(description="Documents, and files in them, that could not be done.")
    documents: tuple[DocumentState, ...] | None = None

    @property
    def has_ended(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.state not in ("waiting", "running")


class RevealedPair(_Value):
    """An original and its pseudonym."""

    original: str = Field(repr=False)
    kind: str
    pseudonym: str = Field(repr=False)


class Left(_Value):
    """A pseudonym that was left since it may stand for several."""

    type: str
    pseudonym: str = Field(repr=False)


class RevealAnswer(_Value):
    """What the ledger knows: a restored text, or the pairs of a pseudonym."""

    text: str | None = Field(default=None, repr=False)
    restored: int = 0
    left: tuple[Left, ...] = ()
    documents: tuple[str, ...] = ()
    pairs: tuple[RevealedPair, ...] = ()

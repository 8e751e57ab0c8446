"""What the service answers, as frozen values; nothing that may be personal is in a ``repr``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class FoundMention:
    """Where something was found; offsets count code points."""

    start: int
    end: int
    type: str
    score: float
    entity: str


@dataclass(frozen=True, slots=True)
class FoundEntity:
    """What mentions refer to, and what could stand in its place."""

    id: str
    type: str
    name: str = field(repr=False)
    method: str
    suggestions: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Annotation:
    """A text with what was found in it."""

    language: str
    marked_text: str = field(repr=False)
    mentions: tuple[FoundMention, ...]
    entities: tuple[FoundEntity, ...]

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Annotation:
        """Return what an answer says."""
        return cls(
            data["language"],
            data["marked_text"],
            tuple(FoundMention(**m) for m in data["mentions"]),
            tuple(
                FoundEntity(**{**e, "suggestions": tuple(e["suggestions"])})
                for e in data["entities"]
            ),
        )


@dataclass(frozen=True, slots=True)
class MadeReplacement:
    """What one stretch of the original became; offsets count code points."""

    start: int
    end: int
    result_start: int
    result_end: int
    text: str = field(repr=False)
    entity: str
    method: str
    certainty: float
    context: bool


@dataclass(frozen=True, slots=True)
class Pseudonymized:
    """A finished text with what was replaced."""

    text: str = field(repr=False)
    language: str
    replacements: tuple[MadeReplacement, ...]
    report: Mapping[str, Any]

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Pseudonymized:
        """Return what an answer says."""
        made = tuple(MadeReplacement(**r) for r in data["replacements"])
        return cls(data["text"], data["language"], made, data["report"])


@dataclass(frozen=True, slots=True)
class Task:
    """A task of many documents as the service sees it.

    Attributes:
        id: Its name on the server.
        state: Such as ``queued``, ``running``, ``done``.
        answer: All that the server said.
    """

    id: str
    state: str
    answer: Mapping[str, Any] = field(repr=False)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Task:
        """Return what an answer says."""
        return cls(str(data["id"]), str(data.get("state", data.get("status", ""))), data)

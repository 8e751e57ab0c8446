"""What the service answers, as frozen values, and what it refuses, as an error of this library.

Nothing that may be personal is in a ``repr``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from allonym.errors import ServiceError


@dataclass(frozen=True, slots=True)
class Task:
    """A task of many documents as the service sees it."""

    id: str  # its name on the server
    state: str  # ``waiting``, ``running``, ``done``, ``failed`` or ``cancelled``
    # all that the server said: what became of each document under ``documents``
    answer: Mapping[str, Any] = field(repr=False)
    total: int = 0  # documents; 0 until the archive is unpacked
    done: int = 0  # documents that went well
    failed: int = 0  # documents that did not

    @property
    def has_ended(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.state not in ("waiting", "running")

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Task:
        """Return what an answer says."""
        counts = (int(data.get(name, 0)) for name in ("total", "done", "failed"))
        return cls(str(data["id"]), str(data["state"]), data, *counts)


@dataclass(frozen=True, slots=True)
class RevealedPair:
    """Who or what a pseudonym stands for."""

    original: str = field(repr=False)
    kind: str
    pseudonym: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Revealed:
    """What the ledger of a service knows of a text or a pseudonym."""

    text: str = field(repr=False)  # with its originals; empty where a pseudonym was asked for
    restored: int  # how many replacements were taken back
    # those that could not be placed: type and pseudonym
    left: tuple[tuple[str, str], ...] = field(repr=False)
    documents: tuple[str, ...]  # ids in the ledger
    pairs: tuple[RevealedPair, ...]  # whom a pseudonym may stand for

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Revealed:
        """Return what an answer says."""
        return cls(
            data["text"] or "",
            data["restored"],
            tuple((item["type"], item["pseudonym"]) for item in data["left"]),
            tuple(data["documents"]),
            tuple(RevealedPair(**pair) for pair in data["pairs"]),
        )


@dataclass(frozen=True, slots=True)
class RestoredFile:
    """A file with its originals, how many were put back, and how many could not be placed."""

    data: bytes = field(repr=False)
    restored: int
    left: int


class ServiceProblem(ServiceError):
    """The service answered with a problem, or not at all.

    Attributes:
        type: Slug of the error on the other side, such as ``unknown-language``.
        status: HTTP status; 0 if there was no answer.
        retry_after: Seconds after which to come again; None if that would not help.
        places: What is wrong where, if the request lacked its form.
    """

    code = "service-problem"

    def __init__(
        self, kind: str, status: int, detail: str, retry_after: int | None = None,
        places: tuple[Mapping[str, str], ...] = (),
    ) -> None:  # fmt: skip
        super().__init__(kind, status, detail, retry_after, places)
        self.type = kind
        self.status = status
        self.retry_after = retry_after
        self.places = places
        self._detail = detail

    def __str__(self) -> str:
        places = "; ".join(f"{p['where']}: {p['what']}" for p in self.places)
        return f"{self._detail} ({places})" if places else self._detail


def problem_of(status: int, body: Any, retry_after: str | None) -> ServiceProblem:
    """Return the error that an answer stands for."""
    data = body if isinstance(body, dict) else {}
    places = tuple(data.get("errors", ()))
    wait = int(retry_after) if retry_after and retry_after.isdecimal() else None
    detail = str(data.get("detail") or f"the service answered {status}")
    return ServiceProblem(str(data.get("type", "http")), status, detail, wait, places)

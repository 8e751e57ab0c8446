"""What the service refuses, as an error of this library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from allonym.errors import ServiceError


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

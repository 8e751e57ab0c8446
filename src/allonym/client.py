"""A client for the service: the same calls as in Python, answered by another process or machine.

What it answers are frozen values, what it refuses is an error of this library.  Nothing that may be
personal is in a ``repr``.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from allonym.answers import (
    Annotation,
    FoundEntity,
    FoundMention,
    MadeReplacement,
    Pseudonymized,
    RevealAnswer,
    RevealedPair,
    TaskState,
)
from allonym.errors import ConfigError, ServiceError, needs

with needs("the client needs", "serve"):
    import httpx

__all__ = [
    "Annotation",
    "Client",
    "FoundEntity",
    "FoundMention",
    "MadeReplacement",
    "Pseudonymized",
    "RestoredFile",
    "RevealAnswer",
    "RevealedPair",
    "ServiceProblem",
    "TaskState",
]


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


_JSON = {"Accept": "application/json"}


class Client:
    """Calls a service; keeps its connections until closed.

    Args:
        url: Where the service is.
        token: What it asks for, if it does.
        seconds: How long an answer may take.
        transport: Another way of sending, in tests.

    Raises:
        ConfigError: If the token cannot be one.

    Example::

        with Client("http://127.0.0.1:8000") as service:
            service.anonymize("Jan Kowalski", language="pl")
    """

    def __init__(
        self,
        url: str = "http://127.0.0.1:8000",
        *,
        token: str = "",
        seconds: float = 300.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        if not token.isascii():
            raise ConfigError("the token holds other signs than tokens have; copy it again")
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._http = httpx.Client(
            base_url=url, headers=headers, timeout=httpx.Timeout(seconds, connect=10.0),
            transport=transport, trust_env=False,
        )  # fmt: skip

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def anonymize(self, text: str, *, language: str = "", format: str = "text", **more: Any) -> str:  # noqa: A002 - the name of the interface
        """Return a text with its personal data replaced (CURLICAT's model form).

        Args:
            text: A text, or a corpus in CoNLL-U.
            language: ISO 639-1 code; the service's own if empty.
            format: ``text`` or ``conll``.
            more: ``method``, ``profile``, ``types``.

        Raises:
            ServiceProblem: If the service refuses or cannot be reached.
        """
        body = {"text": text, "format": format, **_given(language=language), **more}
        answer: str = self._json("POST", "/anonymize", json=body)["anonymized_text"]
        return answer

    def annotate(
        self, text: str, *, language: str = "", suggestions: int = 3, **more: Any
    ) -> Annotation:
        """Return what is found in a text, and pseudonyms for it (ANOPPI).

        Args:
            text: A text.
            language: ISO 639-1 code; the service's own if empty.
            suggestions: How many pseudonyms for each entity, at most.
            more: ``method``, ``profile``, ``types``, ``allow``, ``known``.

        Raises:
            ServiceProblem: If the service refuses or cannot be reached.
        """
        body = {"text": text, "suggestions": suggestions, **_given(language=language), **more}
        return Annotation.model_validate(self._json("POST", "/v1/annotate", json=body))

    def pseudonymize(self, text: str, *, language: str = "", **more: Any) -> Pseudonymized:
        """Return the finished text with what was replaced (ANOPPI).

        Args:
            text: A text.
            language: ISO 639-1 code; the service's own if empty.
            more: ``method``, ``profile``, ``types``, ``allow``, ``known``.

        Raises:
            ServiceProblem: If the service refuses or cannot be reached.
        """
        body = {"text": text, **_given(language=language), **more}
        answer = self._json("POST", "/v1/pseudonymize", json=body, headers=_JSON)
        return Pseudonymized.model_validate(answer)

    def languages(self) -> Sequence[str]:
        """Return the codes of the languages that are served."""
        return [language["code"] for language in self._json("GET", "/v1/options")["languages"]]

    def is_ready(self) -> bool:
        """Tell whether the service is there and its models are loaded."""
        try:
            self._json("GET", "/readyz")
        except ServiceProblem:
            return False
        return True

    # --- undoing, for the role "reveal" ---

    def reveal(
        self, text: str = "", *, reason: str, pseudonym: str = "", document: str = "", **more: str
    ) -> RevealAnswer:
        """Return a text with its originals, or say who a pseudonym stands for.

        Args:
            text: What the service made.
            reason: Why; it goes into the audit.
            pseudonym: Instead of a text: a name as it stands in one.
            document: Id of the text in the ledger, where it was edited beyond recognition.
            more: ``language``, ``domain``.

        Raises:
            ServiceProblem: If the token is not for this, the ledger does not know the text, or
                the service has no ledger or cannot be reached.
        """
        asked = {"pseudonym": pseudonym} if pseudonym else {"text": text}
        body = {"reason": reason, **asked, **_given(document=document, **more)}
        return RevealAnswer.model_validate(self._json("POST", "/v1/reveal", json=body))

    def reveal_file(
        self, file: bytes | str | Path, *, reason: str, name: str = "", document: str = ""
    ) -> RestoredFile:
        """Return a file with its originals.

        Args:
            file: The pseudonymized file, or where it lies.
            reason: Why; it goes into the audit.
            name: For the format, if the file is given as bytes.
            document: Its id in the ledger, where it was edited beyond recognition.

        Raises:
            ServiceProblem: As for `reveal`.
        """
        data = file if isinstance(file, bytes) else Path(file).read_bytes()
        name = name or ("file.txt" if isinstance(file, bytes) else Path(file).name)
        fields = {"reason": reason, **_given(document=document)}
        answer = self._send("POST", "/v1/reveal/file", data=fields, files={"file": (name, data)})
        counts = (int(answer.headers.get(f"Allonym-{what}", 0)) for what in ("Restored", "Left"))
        return RestoredFile(answer.content, *counts)

    # --- tasks of many documents ---

    def start_task(self, archive: bytes | str | Path, **options: Any) -> TaskState:
        """Start a task of the documents in a ZIP.

        Args:
            archive: The ZIP, or where it lies; a single document can be given by its path.
            options: Options of the task, or ``pipeline``, a string as of CLARIN-PL.

        Raises:
            ServiceProblem: If the service refuses or cannot be reached.
        """
        pipeline = options.pop("pipeline", None)
        fields = {"options": json.dumps(options)} if options else {}
        fields |= {"pipeline": pipeline} if pipeline else {}
        if isinstance(archive, bytes):
            return self._start(("documents.zip", archive), fields)
        with Path(archive).open("rb") as stream:
            return self._start((Path(archive).name, stream), fields)

    def _start(self, file: tuple[str, Any], fields: Mapping[str, str]) -> TaskState:
        return self._state("POST", "/v1/tasks", data=fields, files={"file": file})

    def task(self, task: str, *, documents: bool = True) -> TaskState:
        """Return how far a task is, and what became of each document if that is asked for."""
        shown = "true" if documents else "false"
        return self._state("GET", f"/v1/tasks/{task}", params={"documents": shown})

    def wait_for_task(self, task: str, *, every: float = 1.0) -> TaskState:
        """Return a task once it has ended.

        Args:
            task: Its id.
            every: Seconds from one question to the next.

        Raises:
            ServiceProblem: If the service does not know it any more or cannot be reached.
        """
        while not self.task(task, documents=False).has_ended:
            time.sleep(every)
        return self.task(task)

    def cancel_task(self, task: str) -> TaskState:
        """Cancel a task; there will be no result."""
        return self._state("POST", f"/v1/tasks/{task}/cancel")

    def task_result(self, task: str) -> bytes:
        """Return the ZIP that a task made."""
        return self._send("GET", f"/v1/tasks/{task}/result").content

    def delete_task(self, task: str) -> None:
        """Delete a task with all that it holds; one that runs is cancelled."""
        self._send("DELETE", f"/v1/tasks/{task}")

    def _state(self, method: str, path: str, **how: Any) -> TaskState:
        return TaskState.model_validate(self._json(method, path, **how))

    def _json(self, method: str, path: str, **how: Any) -> Mapping[str, Any]:
        answer: Mapping[str, Any] = self._send(method, path, **how).json()
        return answer

    def _send(self, method: str, path: str, **how: Any) -> httpx.Response:
        try:
            response = self._http.request(method, path, **how)
        except httpx.HTTPError as error:
            raise ServiceProblem(
                "unreachable", 0, f"the service did not answer ({type(error).__name__})"
            ) from None
        if response.is_success:
            return response
        try:
            body = response.json()
        except ValueError:
            body = None
        raise problem_of(response.status_code, body, response.headers.get("retry-after"))


def _given(**values: str) -> dict[str, str]:
    return {name: value for name, value in values.items() if value}

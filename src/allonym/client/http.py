"""The client itself, over httpx."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any

from allonym.client.errors import ServiceProblem, problem_of
from allonym.client.values import Annotation, Pseudonymized, Task
from allonym.errors import MissingExtra

try:
    import httpx
except ModuleNotFoundError as error:
    raise MissingExtra("the client needs an extra: pip install 'allonym[serve]'") from error

_JSON = {"Accept": "application/json"}


class Client:
    """Calls a service; keeps its connections until closed.

    Args:
        url: Where the service is.
        token: What it asks for, if it does.
        seconds: How long an answer may take.
        transport: Another way of sending, in tests.

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
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._http = httpx.Client(
            base_url=url, headers=headers, timeout=httpx.Timeout(seconds, connect=10.0),
            transport=transport, trust_env=False,
        )  # fmt: skip

    def __enter__(self) -> Client:
        """Return the client."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the connections."""
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
        return Annotation.of(self._json("POST", "/v1/annotate", json=body))

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
        return Pseudonymized.of(self._json("POST", "/v1/pseudonymize", json=body, headers=_JSON))

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

    # --- tasks of many documents ---

    def start_task(self, archive: bytes, **options: Any) -> Task:
        """Start a task of the documents in a ZIP.

        Args:
            archive: The ZIP.
            options: Options of the task, or ``pipeline``, a string as of CLARIN-PL.

        Raises:
            ServiceProblem: If the service refuses or cannot be reached.
        """
        import json

        pipeline = options.pop("pipeline", None)
        fields = {"options": json.dumps(options)} if options else {}
        fields |= {"pipeline": pipeline} if pipeline else {}
        files = {"file": ("documents.zip", archive, "application/zip")}
        return Task.of(self._json("POST", "/v1/tasks", data=fields, files=files))

    def task(self, task: str) -> Task:
        """Return how far a task is."""
        return Task.of(self._json("GET", f"/v1/tasks/{task}"))

    def task_result(self, task: str) -> bytes:
        """Return the ZIP that a task made."""
        return self._send("GET", f"/v1/tasks/{task}/result").content

    def delete_task(self, task: str) -> None:
        """Delete a task with all that it holds; one that runs is cancelled."""
        self._send("DELETE", f"/v1/tasks/{task}")

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

"""The interfaces of CURLICAT and ANOPPI: one text in, one text out.

The gateway: requests for some languages are forwarded to services named in the settings.  Such a
service speaks CURLICAT's interface, ours or the published one.  Redirects are not followed and no
proxy of the environment is used: the text goes where the settings say, and nowhere else.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx
from fastapi import APIRouter, Depends, Request, Response
from pydantic_core import from_json, to_json

from allonym import answers
from allonym.errors import ConfigError
from allonym.languages.pack import available, load_pack
from allonym.model.replacement import METHODS
from allonym.model.types import TYPES
from allonym.secrets import read_secret
from allonym.server import schemas, text_work
from allonym.server.bodies import json_bytes, takes, while_wanted
from allonym.server.problems import Problem
from allonym.server.schemas import GatewayForm
from allonym.server.security import require
from allonym.server.settings import ServerSettings
from allonym.server.state import ServerState
from allonym.server.text_work import Served, anonymized, profiles, read_anonymize, written_in
from allonym.text.tables import table_of

_CONNECT_SECONDS = 5.0
_SMALL = 1 << 16


class Forwarder:
    """Answers requests by asking another service.

    Args:
        settings: Services by language, their time-out and token.
    """

    def __init__(self, settings: ServerSettings) -> None:
        self._services = {code: service_url(url) for code, url in settings.services.items()}
        self._most = 4 * settings.body_limit
        self._seconds = settings.service_seconds
        reference = settings.service_token
        token = read_secret(reference).decode() if reference else ""
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._client: httpx.AsyncClient | None = None

    @asynccontextmanager
    async def lifespan(self, _app: Any) -> AsyncIterator[None]:
        """Keep connections open as long as the server runs."""
        timeout = httpx.Timeout(self._seconds, connect=_CONNECT_SECONDS)
        async with httpx.AsyncClient(
            timeout=timeout, headers=self._headers, trust_env=False, follow_redirects=False
        ) as client:
            self._client = client
            yield

    async def answer(self, request: Request) -> bytes | None:
        """Return the answer of the service for the language; None if there is no such service."""
        body = await json_bytes(request)
        form = await _aside(read_anonymize, body, size=len(body))
        if not isinstance(form, GatewayForm) or form.lang.lower() not in self._services:
            return None
        code = form.lang.lower()
        asked = await _aside(_question, form, size=len(body))
        answered = await self._ask(code, asked)
        text = await _aside(_finished, answered, size=len(answered))
        if text is None:
            raise self._bad(code, "did not answer with an anonymized_text")
        answer: bytes = await _aside(anonymized, form, text, size=len(body))
        return answer

    async def _ask(self, code: str, asked: bytes) -> bytes:
        """Return the body of the service's answer."""
        if self._client is None:
            raise RuntimeError
        kind = {"Content-Type": "application/json"}
        url = self._services[code]
        try:
            async with (
                asyncio.timeout(self._seconds),
                self._client.stream("POST", url, content=asked, headers=kind) as response,
            ):
                if response.status_code in (429, 503):
                    raise self._busy(code, response.headers.get("retry-after", ""))
                if response.status_code != 200:
                    raise self._bad(code, f"answered {response.status_code}")
                return await self._read(code, response)
        except (TimeoutError, httpx.TimeoutException):
            raise Problem(
                "service-timeout", 504, f"{self._name(code)} took longer than {self._seconds:g} s"
            ) from None
        except httpx.HTTPError:
            raise self._bad(code, "cannot be reached") from None

    async def _read(self, code: str, response: httpx.Response) -> bytes:
        parts: list[bytes] = []
        size = 0
        async for part in response.aiter_bytes():
            size += len(part)
            if size > self._most:
                raise self._bad(code, "answered with far more than it was sent")
            parts.append(part)
        return b"".join(parts)

    def _name(self, code: str) -> str:
        return f"the service for {code} at {urlsplit(self._services[code]).netloc}"

    def _bad(self, code: str, what: str) -> Problem:
        return Problem("service", 502, f"{self._name(code)} {what}", more={"service": code})

    def _busy(self, code: str, wait: str) -> Problem:
        seconds = wait if wait.isdecimal() else "1"
        return Problem(
            "busy", 503, f"{self._name(code)} is busy; come again in {seconds} s",
            headers={"Retry-After": seconds}, more={"service": code},
        )  # fmt: skip


def service_url(url: str) -> str:
    """Return the address that texts are posted to.

    Raises:
        ConfigError: If it is no address.

    >>> service_url("http://sk:5000"), service_url("http://localhost/ro/anonymize")
    ('http://sk:5000/anonymize', 'http://localhost/ro/anonymize')
    """
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ConfigError("setting services: an address such as http://sk:5000 is expected")
    return url if parts.path.endswith("/anonymize") else url.rstrip("/") + "/anonymize"


def _question(form: GatewayForm) -> bytes:
    """Return what the service is asked: the published keys, and extensions only if used."""
    asked: dict[str, Any] = {"text": form.text, "format": written_in(form)}
    more: Mapping[str, Any] = {
        "method": form.method,
        "profile": form.profile,
        "types": form.types or None,
        "options": form.options or None,
    }
    return to_json(asked | {key: value for key, value in more.items() if value is not None})


def _finished(answer: bytes) -> str | None:
    try:
        data = from_json(answer)
    except ValueError:
        return None
    text = data.get("anonymized_text") if isinstance(data, dict) else None
    return text if isinstance(text, str) else None


async def _aside(function: Any, *args: Any, size: int) -> Any:
    """Call a function; in a thread if what it is given is large."""
    return function(*args) if size < _SMALL else await asyncio.to_thread(function, *args)


_JSON = "application/json"


def text_routes(state: ServerState) -> APIRouter:
    """Return ``/anonymize``, ``/v1/annotate``, ``/v1/pseudonymize`` and ``/v1/options``."""
    settings = state.settings
    served = Served(settings.language, settings.languages, settings.profile)
    forwarder = Forwarder(settings)
    examples = table_of("allonym.server", "examples.toml")
    router = APIRouter(
        tags=["texts"], dependencies=[Depends(require("process"))], lifespan=forwarder.lifespan
    )

    async def work(function: Callable[..., bytes], request: Request) -> bytes:
        state.pool.check_room()
        body = await json_bytes(request)
        return await while_wanted(request, state.pool.run(function, body, served))

    @router.post(
        "/anonymize",
        openapi_extra=takes(schemas.ModelForm, schemas.GatewayForm, examples=examples["anonymize"]),
        responses={200: {"model": schemas.ModelAnswer | schemas.GatewayAnswer}},
    )
    async def anonymize(request: Request) -> Response:
        """Replace the personal data in a text (CURLICAT).

        With `lang` the answer is that of their gateway, without it that of their model services.
        """
        answer = await forwarder.answer(request) if settings.services else None
        return Response(answer or await work(text_work.anonymize, request), media_type=_JSON)

    @router.post(
        "/v1/annotate",
        openapi_extra=takes(schemas.AnnotateForm, examples=examples["annotate"]),
        responses={200: {"model": answers.Annotation}},
    )
    async def annotate(request: Request) -> Response:
        """Mark the personal data in a text and suggest pseudonyms (ANOPPI)."""
        return Response(await work(text_work.annotate, request), media_type=_JSON)

    @router.post(
        "/v1/pseudonymize",
        openapi_extra=takes(schemas.TextForm, examples=examples["pseudonymize"]),
        responses={
            200: {
                "content": {"text/plain": {"schema": {"type": "string"}}},
                "model": answers.Pseudonymized,
            }
        },
    )
    async def pseudonymize(request: Request) -> Response:
        """Return the finished text (ANOPPI); with `Accept: application/json` replacements too."""
        if _JSON in request.headers.get("accept", ""):
            return Response(await work(text_work.pseudonymize_listing, request), media_type=_JSON)
        return Response(await work(text_work.pseudonymize, request), media_type="text/plain")

    @router.get("/v1/options")
    async def options() -> schemas.Options:
        """List languages, profiles, methods and entity types."""
        return _options(state)

    return router


def _options(state: ServerState) -> schemas.Options:
    codes = sorted({*(state.settings.languages or available()), *state.settings.services})
    offered: Any = schemas.Method.__args__  # type: ignore[attr-defined]
    return schemas.Options(
        languages=[
            schemas.Language(code=c, name=load_pack(c).name if c in available() else c)
            for c in codes  # one that only another service knows goes by its code
        ],
        profiles=list(profiles(state.settings.profiles)),
        methods=[m for m in METHODS if m in offered],
        types=list(TYPES),
    )

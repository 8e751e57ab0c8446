"""The proxy: chats with a language model go out pseudonymized and come back restored.

It speaks as OpenAI's chat completions do on both sides.  Nothing of a request but what
`allonym.chat.requests` lets out is sent: no header of the client except its key, no cookie, no
query.  Redirects are not followed and no proxy of the environment is used.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx
from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import StreamingResponse

from allonym.chat.answers import AnswerStream, restore_answer
from allonym.chat.requests import Outgoing
from allonym.errors import ConfigError, PseudonymizationError
from allonym.secrets import read_secret
from allonym.server.bodies import json_bytes, while_wanted
from allonym.server.problems import Problem, problem_of
from allonym.server.security import require
from allonym.server.settings import ServerSettings
from allonym.server.state import ServerState
from allonym.server.text_work import hide_chat

_JSON = "application/json"
_EVENTS = "text/event-stream"
_CONNECT_SECONDS = 10.0


def chat_routes(state: ServerState) -> APIRouter:
    """Return ``/v1/chat/completions`` and ``/v1/models``, where there is somewhere to send to."""
    settings = state.settings
    if not settings.chat_upstream:
        return APIRouter()
    upstream = Upstream(settings)
    router = APIRouter(
        tags=["chats"], dependencies=[Depends(require("process"))], lifespan=upstream.lifespan
    )

    @router.post("/v1/chat/completions", include_in_schema=False)
    async def complete(request: Request) -> Response:
        """Send a chat on without its names, and its answer back with them."""
        try:
            state.pool.check_room()
            body = await json_bytes(request)
            hidden = state.pool.run(hide_chat, body, settings.language, settings.chat_profile)
            outgoing = await while_wanted(request, hidden)
            return await upstream.answer(outgoing, request.headers.get("authorization", ""))
        except (PseudonymizationError, Problem) as error:
            raise _told(problem_of(error)) from None

    @router.get("/v1/models", include_in_schema=False)
    async def models(request: Request) -> Response:
        """Return the models that the other side offers."""
        try:
            return await upstream.models(request.headers.get("authorization", ""))
        except Problem as error:
            raise _told(error) from None

    return router


def _told(problem: Problem) -> Problem:
    """Return a problem in a form that clients of OpenAI's interface show, too."""
    said = {"message": problem.detail, "type": problem.type, "code": problem.type}
    return Problem(
        problem.type, problem.status, problem.detail, problem.headers,
        {**problem.more, "error": said},
    )  # fmt: skip


class Upstream:
    """Sends to the language model.

    Args:
        settings: Where it is, and with which key.
    """

    def __init__(self, settings: ServerSettings) -> None:
        self._base = upstream_url(settings.chat_upstream)
        self._key = read_secret(settings.chat_key).decode() if settings.chat_key else ""
        self._passes = not settings.tokens
        self._seconds = settings.chat_seconds
        self._client: httpx.AsyncClient | None = None

    @asynccontextmanager
    async def lifespan(self, _app: Any) -> AsyncIterator[None]:
        """Keep connections open as long as the server runs."""
        timeout = httpx.Timeout(self._seconds, connect=_CONNECT_SECONDS)
        async with httpx.AsyncClient(
            timeout=timeout, trust_env=False, follow_redirects=False,
            headers={"User-Agent": "allonym", "Accept-Encoding": "identity"},
        ) as client:  # fmt: skip
            self._client = client
            yield

    async def models(self, bearer: str) -> Response:
        """Return what the other side answers when asked for its models."""
        response = await self._send("GET", "/models", b"", bearer)
        data = await _whole(response)
        return Response(data, response.status_code, media_type=_JSON)

    async def answer(self, outgoing: Outgoing, bearer: str) -> Response:
        """Send a chat and return its answer with the originals back.

        The client's own key, `bearer`, is sent where no other is set.

        Raises:
            Problem: If the other side cannot be reached, or its answer not be read.
        """
        response = await self._send("POST", "/chat/completions", outgoing.body, bearer)
        kind = response.headers.get("content-type", "")
        if kind.startswith(_EVENTS) and response.status_code == httpx.codes.OK:
            return StreamingResponse(_events(response, outgoing), media_type=_EVENTS)
        try:
            answer = json.loads(await _whole(response))
        except ValueError:
            raise _bad("did not answer in JSON") from None
        restored = restore_answer(answer, outgoing.originals)
        data = json.dumps(restored, ensure_ascii=False).encode()
        return Response(data, response.status_code, _kept(response), media_type=_JSON)

    async def _send(self, method: str, path: str, body: bytes, bearer: str) -> httpx.Response:
        if self._client is None:
            raise RuntimeError
        headers = {"Content-Type": _JSON} if body else {}
        if self._key or (bearer and self._passes):
            headers["Authorization"] = f"Bearer {self._key}" if self._key else bearer
        asked = self._client.build_request(
            method, self._base + path, content=body or None, headers=headers
        )
        try:
            return await self._client.send(asked, stream=True)
        except httpx.TimeoutException:
            raise Problem("service-timeout", 504, "the language model took too long") from None
        except httpx.HTTPError:
            raise _bad("cannot be reached") from None


def upstream_url(url: str) -> str:
    """Return the address that paths are put behind.

    Raises:
        ConfigError: If it is no address.

    >>> upstream_url("http://localhost:11434/v1/")
    'http://localhost:11434/v1'
    """
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query:
        raise ConfigError(
            "setting chat_upstream: an address such as https://api.example.com/v1 is expected"
        )
    return url.rstrip("/").removesuffix("/chat/completions")


async def _whole(response: httpx.Response) -> bytes:
    try:
        return await response.aread()
    except httpx.HTTPError:
        raise _bad("broke off its answer") from None
    finally:
        await response.aclose()


async def _events(response: httpx.Response, outgoing: Outgoing) -> AsyncIterator[bytes]:
    """Yield an answer that comes in pieces with the originals back, each as soon as it can be."""
    stream = AnswerStream(outgoing.originals)
    try:
        async for line in response.aiter_lines():
            if line.startswith("data:"):
                for data in stream.feed(line.removeprefix("data:").strip()):
                    yield _event(data)
            elif line.startswith(":"):
                yield b":\n\n"
        for data in stream.close():
            yield _event(data)
    except (httpx.HTTPError, ValueError):
        error = {"message": "the language model broke off its answer", "type": "service"}
        for data in (*stream.close(), json.dumps({"error": error})):
            yield _event(data)
    finally:
        await response.aclose()


def _event(data: str) -> bytes:
    return f"data: {data}\n\n".encode()


def _kept(response: httpx.Response) -> dict[str, str]:
    wait = response.headers.get("retry-after")
    return {"Retry-After": wait} if wait else {}


def _bad(what: str) -> Problem:
    return Problem("service", 502, f"the language model {what}")

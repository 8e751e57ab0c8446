"""Who may come in, with what, and how often: the checks before any route.

In this order: the name the server was addressed by (against DNS rebinding), where a browser's
request comes from (against pages of other sites that post to a server on this machine), the token,
the rate, and the size of the body, announced or not.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from fastapi import Depends, Request
from fastapi.security import HTTPBearer
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from allonym.server.problems import Problem
from allonym.server.settings import ROLES, ServerSettings, Token, find_token

OPEN = ("/healthz", "/readyz", "/", "/docs", "/openapi.json", "/favicon.ico", "/static/", "/review")
"""Paths that need no token: they give away nothing.  One that ends in a slash stands for all below,
and so does a page's own."""
_PROBES = ("/healthz", "/readyz")
_CHATS = ("/v1/chat/completions", "/v1/models")
_UPLOADS = ("/v1/tasks", "/v1/documents")

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self'; form-action 'none'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Sequence[tuple[str, str]] = (
    ("content-security-policy", _POLICY),
    ("x-content-type-options", "nosniff"), ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"), ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"), ("cache-control", "no-store"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
)  # fmt: skip


@dataclass(slots=True)
class RateLimit:
    """A bucket of tokens for each client, filled at `rate` a second, two seconds' worth at most."""

    rate: float  # requests a second; 0 means any number
    clock: Callable[[], float] = time.monotonic  # seconds from any start, never going back
    most: int = 10_000  # clients that are remembered
    _buckets: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict, repr=False)

    def wait(self, client: str) -> float:
        """Count a request and return for how many seconds it comes too early; 0 if it may pass."""
        if not self.rate:
            return 0.0
        now, size = self.clock(), max(1.0, 2 * self.rate)
        left, then = self._buckets.pop(client, (size, now))
        left = min(size, left + (now - then) * self.rate)
        passes = left >= 1
        self._buckets[client] = (left - 1 if passes else left, now)
        if len(self._buckets) > self.most:
            self._buckets.popitem(last=False)
        return 0.0 if passes else (1 - left) / self.rate


@dataclass(slots=True)
class Gate:
    """Middleware that lets in only what may come in, and puts the headers on every answer."""

    app: ASGIApp
    settings: ServerSettings
    limit: RateLimit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with a problem; nothing here speaks WebSocket."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS:
                    headers.setdefault(name, value)
            await send(message)

        try:
            self._check(scope)
            most = self._most(scope)
        except Problem as problem:
            await problem.response()(scope, receive, send_with_headers)
            return
        await self.app(scope, _counted(receive, most), send_with_headers)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        path = scope["path"]
        if path not in _PROBES:
            self._check_host(headers.get("host", ""))
        self._check_origin(headers)
        address = scope["client"][0] if scope.get("client") else ""
        try:
            shown = not self._carries_key(path)
            token = self._token(headers, needed=not _is_open(path)) if shown else None
        except Problem:
            self._check_rate(address)
            raise
        scope.setdefault("state", {})["token"] = token
        if path not in _PROBES:
            self._check_rate(token.name if token else address)

    def _carries_key(self, path: str) -> bool:
        """Tell whether what a request shows is the key of a language model, and none of ours."""
        return bool(self.settings.chat_upstream) and not self.settings.tokens and path in _CHATS

    def _check_rate(self, client: str) -> None:
        early = self.limit.wait(client)
        if early:
            wait = math.ceil(early)
            raise Problem(
                "rate", 429, f"too many requests; come again in {wait} s",
                headers={"Retry-After": str(wait)},
            )  # fmt: skip

    def _check_host(self, host: str) -> None:
        own = self.settings.host.lower()
        names = self.settings.hosts or ("localhost", "127.0.0.1", "[::1]", own, f"[{own}]")
        if "*" not in names and _name(host) not in names:
            raise Problem(
                "host", 400, "the server does not go by this name; add it to the setting hosts"
            )

    def _check_origin(self, headers: Headers) -> None:
        """Refuse what a page of another site sends; a browser says where a request comes from."""
        origin = urlsplit(headers.get("origin", "")).netloc
        foreign = "origin" in headers and origin != headers.get("host", "")
        if foreign and _name(origin) not in self.settings.hosts:
            raise _foreign()
        is_cross = headers.get("sec-fetch-site") == "cross-site"
        if is_cross and headers.get("sec-fetch-mode") != "navigate":
            raise _foreign()

    def _token(self, headers: Headers, *, needed: bool) -> Token | None:
        kind, _, text = headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or not text:
            if needed and self.settings.tokens:
                raise Problem(
                    "unauthorized", 401,
                    "a token is needed, in the header Authorization: Bearer TOKEN",
                    headers={"WWW-Authenticate": "Bearer"},
                )  # fmt: skip
            return None
        token = find_token(text.strip(), self.settings.tokens)
        if token is None:
            raise Problem(
                "unauthorized", 401, "the token is not known; make one with: allonym serve token",
                headers={"WWW-Authenticate": 'Bearer error="invalid_token"'},
            )  # fmt: skip
        return token

    def _most(self, scope: Scope) -> int:
        """Return the most bytes that may come; refuse more than that if announced."""
        uploads = scope["path"].startswith(_UPLOADS)
        most = self.settings.upload_limit if uploads else self.settings.body_limit
        announced = Headers(scope=scope).get("content-length", "0")
        if announced.isdecimal() and int(announced) > most:
            raise too_large(most)
        return most


def _foreign() -> Problem:
    return Problem("origin", 403, "pages of other sites may not use this server")


def too_large(most: int) -> Problem:
    """Return the problem of a body that is too large."""
    return Problem("too-large", 413, f"the body is larger than {most} bytes; send it in parts")


def _counted(receive: Receive, most: int) -> Receive:
    """Count what comes, for a body in chunks does not say how long it will be."""
    came = 0

    async def receive_counted() -> Message:
        nonlocal came
        message = await receive()
        if message["type"] == "http.request":
            came += len(message.get("body", b""))
            if came > most:
                raise too_large(most)
        return message

    return receive_counted


def _is_open(path: str) -> bool:
    return any(
        path == one or (one != "/" and path.startswith(one.rstrip("/") + "/")) for one in OPEN
    )


def _name(host: str) -> str:
    """Return a host without its port."""
    name, _, port = host.lower().rpartition(":")
    return name if name and port.isdecimal() else host.lower()


_bearer = HTTPBearer(auto_error=False, description="A token made with `allonym serve token`.")


def owner_of(request: Request) -> str:
    """Return whose a thing is that a request brings: the name of its token, if it has one."""
    token: Token | None = getattr(request.state, "token", None)
    return token.name if token else ""


def may_touch(request: Request, owner: str) -> bool:
    """Tell whether a request may have what `owner` brought: its own, or anything as administrator.

    Where the server has no tokens, whoever is on this machine is one.
    """
    if not request.app.state.server.settings.tokens:
        return True
    token: Token | None = getattr(request.state, "token", None)
    return token is not None and (token.name == owner or "admin" in token.roles)


def require(role: str) -> Callable[..., None]:
    """Return a dependency that lets only bearers of a role pass: process, review or reveal.

    Where the server has no tokens, whoever is on this machine may process and review; originals
    out of the ledger are for tokens only.
    """
    if role not in ROLES:
        raise ValueError(role)

    def check(request: Request, _shown: object = Depends(_bearer)) -> None:
        token: Token | None = getattr(request.state, "token", None)
        has_tokens = bool(request.app.state.server.settings.tokens)
        if token is not None and role in token.roles:
            return
        if token is None and not has_tokens and role != "reveal":
            return
        raise Problem("forbidden", 403, f"this needs a token with the role {role}")

    return check

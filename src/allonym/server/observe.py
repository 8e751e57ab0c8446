"""The outermost layer: counts and logs requests, lets no error out as it is, tells of health."""

from __future__ import annotations

import logging
import secrets
import time
from dataclasses import dataclass
from typing import Any, Literal

from fastapi import APIRouter, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from allonym import __version__
from allonym.errors import PseudonymizationError, place_of
from allonym.server.logs import log
from allonym.server.pool import WorkerFault
from allonym.server.problems import Problem, problem_of
from allonym.server.state import Meters, ServerState

_PROBES = ("/healthz", "/readyz")
_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")


@dataclass(slots=True)
class _Seen:
    """What is noted of one request while it passes."""

    status: int = 0
    bytes_in: int = 0
    bytes_out: int = 0


@dataclass(slots=True)
class Observer:
    """Middleware around everything else."""

    app: ASGIApp
    meters: Meters

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and note how it went."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        seen, began = _Seen(), time.perf_counter()
        number = secrets.token_hex(8)
        scope.setdefault("state", {})["request_id"] = number

        async def receive_noted() -> Message:
            message = await receive()
            seen.bytes_in += len(message.get("body", b""))
            return message

        async def send_noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                seen.status = message["status"]
                headers = [*message.get("headers", ()), (b"x-request-id", number.encode())]
                message = {**message, "headers": headers}
            seen.bytes_out += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive_noted, send_noted)
        except Exception as error:  # noqa: BLE001 - an answer must come, and no text with it
            scope["state"]["fault"] = error
            if not seen.status:
                await problem_of(error).response()(scope, receive_noted, send_noted)
        self._note(scope, seen, time.perf_counter() - began)

    def _note(self, scope: Scope, seen: _Seen, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "none")
        method = scope["method"] if scope["method"] in _METHODS else "other"
        token = scope["state"].get("token")
        self.meters.requests.labels(method, route, str(seen.status)).inc()
        self.meters.seconds.labels(route).observe(seconds)
        self.meters.received.inc(seen.bytes_in)
        if route in _PROBES and seen.status == 200:
            return
        level = logging.ERROR if seen.status == 500 else logging.INFO
        log(
            "request", level, method=method, route=route, status=seen.status,
            seconds=round(seconds, 4), bytes_in=seen.bytes_in, bytes_out=seen.bytes_out,
            id=scope["state"]["request_id"], client=token.name if token else None, **_fault(scope),
        )  # fmt: skip


def _fault(scope: Scope) -> dict[str, Any]:
    """Return what may be told of the error that a request ended in."""
    error = scope["state"].get("fault")
    if error is None or isinstance(error, HTTPException):
        return {}
    if isinstance(error, WorkerFault):
        return {"error": error.kind, "place": error.place}
    if isinstance(error, RequestValidationError):
        return {"code": "invalid-request"}
    if isinstance(error, Problem | PseudonymizationError):
        return {"code": problem_of(error).type}
    return {"error": type(error).__name__, "place": place_of(error)}


_FAILED = "the server could not be started; its log says why"


class Health(BaseModel):
    """That it is there."""

    status: Literal["ok"] = "ok"
    version: str = __version__


def health_routes(state: ServerState) -> APIRouter:
    """Return ``/healthz``, ``/readyz`` and ``/metrics``."""
    router = APIRouter(tags=["operation"])

    @router.get("/healthz")
    async def healthz() -> Health:
        """Tell that the server lives."""
        if state.pool.failed:
            raise Problem("failed", 503, _FAILED)
        return Health()

    @router.get("/readyz")
    async def readyz() -> Health:
        """Tell that all models are loaded and work can be done."""
        if state.pool.failed:
            raise Problem("failed", 503, _FAILED)
        if not state.pool.ready or state.starting:
            raise Problem("starting", 503, "models are being loaded", headers={"Retry-After": "1"})
        return Health()

    @router.get("/metrics", response_class=Response)
    async def metrics() -> Response:
        """Return the server's figures for Prometheus."""
        return Response(state.meters.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    return router

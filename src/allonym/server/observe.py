"""The outermost layer: counts and logs requests, lets no error out as it is, tells of health.

Logs are one JSON object a line, of fields from a list that no text can get into.  Other libraries'
messages may quote what they choked on, so only who logged, how grave it was, and the kind and place
of an error are taken from them.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import IO, Any, Literal

from fastapi import APIRouter, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from allonym import __version__
from allonym.errors import PseudonymizationError, place_of
from allonym.server.pool import WorkerFault
from allonym.server.problems import Problem, is_gone, problem_of
from allonym.server.state import Meters, ServerState

_LOG = logging.getLogger("allonym.server")

FIELDS: Mapping[str, type | tuple[type, ...]] = {
    "address": str, "bytes_in": int, "bytes_out": int, "client": str, "code": str, "error": str,
    "id": str, "language": str, "method": str, "place": str, "port": int, "role": str,
    "route": str, "seconds": (int, float), "service": str, "status": int, "task": str,
    "worker": int, "workers": int, "documents": int, "state": str,
}  # fmt: skip
"""What a line may hold besides time, level and event."""

_PLAIN = re.compile(r"[\w.:/{}\[\]-]{0,120}", re.ASCII)
_HUSHED = ("uvicorn.access",)


def log(event: str, level: int = logging.INFO, **fields: object) -> None:
    """Write a line.

    The event is a word or two that stand in the program.  Fields are any of `FIELDS`; a text with
    other characters than names have is left out.

    Raises:
        ValueError: If a field is not on the list: a mistake of ours.
    """
    for name in fields:
        if name not in FIELDS:
            raise ValueError(f"no such field of a log: {name}")
    _LOG.log(level, event, extra={"fields": fields})


class JsonLines(logging.Formatter):
    """Formats a record as one JSON object without any text that was sent."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        own = record.name == _LOG.name
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, object] = {
            "time": when,
            "level": record.levelname.lower(),
            "event": record.msg if own else record.name,
        }
        fields = getattr(record, "fields", {}) if own else {}
        line |= {name: value for name, value in fields.items() if _passes(name, value)}
        if record.exc_info and record.exc_info[1] is not None:
            line |= {
                "error": type(record.exc_info[1]).__name__,
                "place": place_of(record.exc_info[1]),
            }
        return json.dumps(line)


def _passes(name: str, value: object) -> bool:
    if not isinstance(value, FIELDS[name]):
        return False
    return not isinstance(value, str) or _PLAIN.fullmatch(value) is not None


def set_up_logs(stream: IO[str] | None = None) -> None:
    """Send everything that this process logs through `JsonLines`."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    _LOG.setLevel(logging.INFO)
    for name in _HUSHED:
        logging.getLogger(name).disabled = True


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
    if is_gone(error):
        return {"code": "gone"}
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

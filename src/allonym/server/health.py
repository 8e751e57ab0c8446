"""Whether the server lives, whether it is ready, and its figures."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel

from allonym import __version__
from allonym.server.problems import Problem
from allonym.server.state import ServerState

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

"""The page with two panes, the page that shows what the server understands, and their files."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from fastapi import APIRouter, Response

from allonym.server.problems import Problem
from allonym.server.state import ServerState

_KINDS: Final = {
    "index.html": "text/html; charset=utf-8",
    "docs.html": "text/html; charset=utf-8",
    "page.css": "text/css; charset=utf-8",
    "page.js": "text/javascript; charset=utf-8",
    "docs.js": "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
}
"""The only files there are, so that no path needs to be looked at."""


def page_routes(_state: ServerState) -> APIRouter:
    """Return ``/``, ``/docs`` and ``/static/…``; they hold nothing of anybody."""
    router = APIRouter(include_in_schema=False)

    @router.get("/")
    async def index() -> Response:
        return _file("index.html")

    @router.get("/docs")
    async def docs() -> Response:
        return _file("docs.html")

    @router.get("/static/{name}")
    async def static(name: str) -> Response:
        return _file(name)

    return router


def _file(name: str) -> Response:
    if name not in _KINDS:
        raise Problem("not-found", 404, "there is nothing here")
    data = (files("allonym.server") / "static" / name).read_bytes()
    return Response(data, media_type=_KINDS[name])

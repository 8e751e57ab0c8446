"""The pages: two panes, what the server understands, and the review, built into the package.

They hold nothing of anybody.
"""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse, RedirectResponse

from allonym.server.problems import Problem
from allonym.server.state import ServerState

_HERE: Final = Path(__file__).parent
_STATIC: Final = _HERE / "static"
_REVIEW: Final = _HERE / "ui"  # the page on which documents are reviewed, built from ``ui/``
# the only static files there are, so that no path needs to be looked at
_NAMES: Final = ("index.html", "docs.html", "page.css", "page.js", "docs.js", "icon.svg")
# what files are, whatever the system's own table says
_KINDS: Final = {
    ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml",
    ".json": "application/json", ".woff2": "font/woff2", ".png": "image/png",
}  # fmt: skip
_POLICY = (
    "default-src 'self'; img-src 'self' blob: data:; style-src 'self'; "
    "font-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
_MISSING = (
    "the review page is not built: install Node 20.19 or newer and run pip install -e . in the "
    "source tree, or install the wheel, which has it\n"
)


def page_routes(_state: ServerState) -> APIRouter:
    """Return ``/``, ``/docs``, ``/static/…`` and ``/review/…``."""
    router = APIRouter(include_in_schema=False)

    @router.get("/")
    async def index() -> Response:
        return _static("index.html")

    @router.get("/docs")
    async def docs() -> Response:
        return _static("docs.html")

    @router.get("/static/{name}")
    async def static(name: str) -> Response:
        return _static(name)

    @router.get("/review")
    async def bare() -> Response:
        return RedirectResponse("/review/", 308)

    @router.get("/review/{path:path}")
    async def page(path: str) -> Response:
        return _review(path or "index.html")

    return router


def page_is_built() -> bool:
    """Tell whether the page of the review is there."""
    return (_REVIEW / "index.html").exists()


def _static(name: str) -> Response:
    if name not in _NAMES:
        raise Problem("not-found", 404, "there is nothing here")
    return _file(_STATIC / name)


def _review(path: str) -> Response:
    """Return a file of the review page."""
    if not page_is_built():
        return PlainTextResponse(_MISSING, 503)
    found = (_REVIEW / path).resolve()
    if not found.is_relative_to(_REVIEW.resolve()) or not found.is_file():
        raise Problem("not-found", 404, "there is nothing here")
    kept = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-store"
    return _file(found, {"cache-control": kept, "content-security-policy": _POLICY})


def _file(path: Path, headers: dict[str, str] | None = None) -> Response:
    kind = _KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    kind = kind or "application/octet-stream"
    kind += "; charset=utf-8" if kind.startswith("text/") else ""
    return Response(path.read_bytes(), headers=headers, media_type=kind)

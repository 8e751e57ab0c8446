"""``/review/``: the page on which documents are reviewed, built from ``ui/`` into the package."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse, RedirectResponse

from allonym.server.problems import Problem
from allonym.server.state import ServerState

_FOLDER = Path(__file__).parent / "ui"
_POLICY = (
    "default-src 'self'; img-src 'self' blob: data:; style-src 'self'; "
    "font-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
_MISSING = (
    "the review page is not built: install Node 20.19 or newer and run pip install -e . in the "
    "source tree, or install the wheel, which has it\n"
)


def review_page(_state: ServerState) -> APIRouter:
    """Return the page and its files; they hold nothing of anybody."""
    router = APIRouter(include_in_schema=False)

    @router.get("/review")
    async def bare() -> Response:
        return RedirectResponse("/review/", 308)

    @router.get("/review/{path:path}")
    async def page(path: str) -> Response:
        return _file(path or "index.html")

    return router


def page_is_built() -> bool:
    """Tell whether the page is there."""
    return (_FOLDER / "index.html").exists()


def _file(path: str) -> Response:
    """Return a file of the page.

    Raises:
        Problem: If there is none, or it lies elsewhere.
    """
    if not page_is_built():
        return PlainTextResponse(_MISSING, 503)
    found = (_FOLDER / path).resolve()
    if not found.is_relative_to(_FOLDER.resolve()) or not found.is_file():
        raise Problem("not-found", 404, "there is nothing here")
    kept = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-store"
    kind = mimetypes.guess_type(found.name)[0] or "application/octet-stream"
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    headers = {"cache-control": kept, "content-security-policy": _POLICY}
    return Response(found.read_bytes(), headers=headers, media_type=kind)

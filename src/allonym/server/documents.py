"""``/v1/documents``: upload, look at, decide about, check and export documents under review."""

from __future__ import annotations

import asyncio
import json
import mimetypes
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import StreamingResponse

from allonym import __version__
from allonym.errors import PseudonymizationError
from allonym.languages.labels import load_labels
from allonym.languages.pack import available, load_pack
from allonym.model.decision import Decision
from allonym.model.types import TYPES, ancestors, is_known
from allonym.profile import builtin_profiles
from allonym.review import work
from allonym.review.intake import REVIEW_METHODS
from allonym.review.shelf import Meta, new_meta, now, read_lost
from allonym.server import review_schemas as bodies
from allonym.server.problems import Problem
from allonym.server.review_upload import MOST, Upload, read_upload
from allonym.server.reviews import Make, Reviews, document_json, listed, state_of
from allonym.server.security import may_touch, owner_of, require
from allonym.server.settings import ServerSettings
from allonym.server.state import ServerState
from allonym.server.text_work import profiles


def document_routes(state: ServerState) -> APIRouter:
    """Return ``/v1/documents`` and ``/v1/info``; the router looks after the documents."""
    reviews = Reviews(state)

    def check_owner(request: Request) -> None:
        """Let only whoever brought a document have it, and administrators."""
        name = request.path_params.get("name")
        if name and not may_touch(request, reviews.meta(name).owner):
            raise Problem("not-found", 404, "there is no such document, or no longer")

    router = APIRouter(
        tags=["review"],
        dependencies=[Depends(require("review")), Depends(check_owner)],
        lifespan=reviews.lifespan,
    )
    _add_documents(router, reviews)
    _add_decisions(router, reviews)
    _add_questions(router, reviews)
    _add_exports(router, reviews)

    @router.get("/v1/info")
    async def server_info() -> dict[str, Any]:
        """Tell what the server can do: languages, profiles, methods and types."""
        return info(state.settings)

    return router


def _owner(request: Request) -> str:
    return owner_of(request) or "local"


def _answer(data: Mapping[str, Any], status: int = 200) -> Response:
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Response(body.encode("utf-8", "replace"), status, media_type="application/json")


async def _document(reviews: Reviews, request: Request, name: str) -> Response:
    """Return a document as it stands, without the keys that ``?omit=`` names."""
    omit = frozenset(request.query_params.get("omit", "").split(","))
    meta = reviews.meta(name)
    desk = await reviews.desk(meta) if meta.state == "ready" else None
    seen = reviews.shelf.seen(name)
    progress = work.read_progress(reviews.shelf.root / name)
    lost = read_lost(reviews.shelf.root / name)
    return await asyncio.to_thread(
        lambda: _answer(document_json(meta, desk, seen, progress, omit, lost))
    )


# --- documents -----------------------------------------------------------------------------------


def _add_documents(router: APIRouter, reviews: Reviews) -> None:
    @router.post("/v1/documents", status_code=202, openapi_extra=bodies.UPLOAD)
    async def upload(request: Request) -> Response:
        """Take in a file (multipart) or a text (JSON), and begin to recognise it."""
        came = await read_upload(request)
        origin = came.asked.origin
        if origin and not may_touch(request, reviews.meta(origin).owner):
            raise Problem("not-found", 404, "there is no such document, or no longer")
        meta = await _take(reviews, came, _owner(request))
        return _answer({"id": meta.id, "version": 0, "state": meta.state}, 202)

    @router.get("/v1/documents")
    async def documents(request: Request) -> Response:
        """List the documents that the bearer of this token brought."""
        own = [m for m in reviews.shelf.all() if m.owner == _owner(request)]
        rows = [listed(m, reviews.shelf) for m in own]
        rows.sort(key=lambda row: str(row["modified"]), reverse=True)
        return _answer({"documents": rows})

    @router.get("/v1/documents/{name}")
    async def document(name: str, request: Request) -> Response:
        """Return a document with its mentions and entities as they stand."""
        return await _document(reviews, request, name)

    @router.delete("/v1/documents/{name}", status_code=204)
    async def delete(name: str) -> Response:
        """Delete a document and everything that belongs to it."""
        reviews.meta(name)
        await asyncio.to_thread(reviews.remove, name)
        return Response(status_code=204)

    @router.post("/v1/documents/{name}/cancel", status_code=202)
    async def cancel(name: str) -> Response:
        """Give up recognising a document."""
        reviews.cancel(name)
        return _answer({"id": name, "state": reviews.meta(name).state}, 202)

    @router.get("/v1/documents/{name}/events")
    async def events(name: str, request: Request) -> StreamingResponse:
        """Tell as it happens how recognition goes on and that somebody decided something."""
        ending = getattr(request.app.state, "is_ending", lambda: False)
        return StreamingResponse(
            _events(reviews, reviews.meta(name), ending), media_type="text/event-stream"
        )

    @router.put("/v1/documents/{name}/seen", status_code=204)
    async def seen(name: str, asked: bodies.Seen) -> Response:
        """Note which parts of a document were seen."""
        reviews.meta(name)
        await asyncio.to_thread(reviews.shelf.see, name, asked.ranges)
        return Response(status_code=204)


async def _take(reviews: Reviews, came: Upload, owner: str) -> Meta:
    """Refuse what could only fail later, then take a document in."""
    settings, asked = reviews.state.settings, came.asked
    language = asked.language or settings.language
    profile = asked.profile or settings.profile
    if language != "auto":
        load_pack(language)
    if profile not in profiles(settings.profiles):
        raise Problem("profile", 400, "profile: there is none of this name; see /v1/info")
    if asked.method and asked.method not in REVIEW_METHODS:
        raise Problem("config", 400, f"method: one of {', '.join(REVIEW_METHODS)} is expected")
    if unknown := [name for name in asked.types if not is_known(name)]:
        raise Problem("config", 400, f"types: {len(unknown)} of them unknown; see /v1/info")
    origin = reviews.meta(asked.origin) if asked.origin else None
    meta = new_meta(
        came.name, owner, language=language, profile=profile, method=asked.method,
        allow=(*reviews.allowed.of(owner), *asked.allow), origin=origin,
    )  # fmt: skip
    meta = replace(meta, types=asked.types, known=asked.known)
    return await reviews.add(came.data, meta)


async def _events(
    reviews: Reviews, meta: Meta, is_ending: Callable[[], bool]
) -> AsyncIterator[bytes]:
    """Yield server-sent events; the first says how things stand."""
    yield _event("state", state_of(meta))
    async for event in reviews.events(meta.id, is_ending):
        yield _event(*event) if event else b": nothing new\n\n"


def _event(kind: str, data: Mapping[str, Any]) -> bytes:
    return f"event: {kind}\ndata: {json.dumps(data)}\n\n".encode()


# --- decisions -----------------------------------------------------------------------------------


def _add_decisions(router: APIRouter, reviews: Reviews) -> None:
    @router.post("/v1/documents/{name}/decisions")
    async def decide(name: str, asked: bodies.Decisions, request: Request) -> Response:
        """Decide something, about the version that the page has: all of it or nothing."""
        by = _owner(request)
        rows = asked.decisions
        return await _change(reviews, request, name, asked, lambda d: d.read(rows, by, now()))

    @router.post("/v1/documents/{name}/undo")
    async def undo(name: str, asked: bodies.Version, request: Request) -> Response:
        """Take back the last decision."""
        entry = [Decision("undo", by=_owner(request), at=now())]
        return await _change(reviews, request, name, asked, lambda d: entry if d.log.done else [])

    @router.post("/v1/documents/{name}/redo")
    async def redo(name: str, asked: bodies.Version, request: Request) -> Response:
        """Bring back what was taken back last."""
        entry = [Decision("redo", by=_owner(request), at=now())]
        return await _change(reviews, request, name, asked, lambda d: entry if d.log.undone else [])


async def _change(
    reviews: Reviews, request: Request, name: str, asked: bodies.VersionForm, make: Make
) -> Response:
    """Decide, and return the document, or only what has changed of a large one if that is asked."""
    try:
        desk, before = await reviews.decide(reviews.meta(name), asked.version, make)
    except PseudonymizationError as error:
        raise Problem(error.code, 422, str(error)) from None
    if request.query_params.get("changes"):
        changes = await asyncio.to_thread(desk.changes, before)
        if changes is not None:
            return _answer(changes)
    return await _document(reviews, request, name)


# --- questions -----------------------------------------------------------------------------------


def _add_questions(router: APIRouter, reviews: Reviews) -> None:
    @router.get("/v1/documents/{name}/occurrences")
    async def occurrences(name: str, start: int, end: int, type: str = "") -> Response:  # noqa: A002
        """Return the other places where the same stands, in whatever form."""
        if not 0 <= start < end:
            raise Problem("invalid-request", 422, "start, end: two offsets are expected")
        desk = await reviews.desk(reviews.meta(name))
        return _answer(await asyncio.to_thread(desk.occurrences, start, end, type))

    @router.get("/v1/documents/{name}/entities/{entity}/forms")
    async def forms(name: str, entity: str, surrogate: str, gender: str = "") -> Response:
        """Return how a pseudonym would read in each mention, and what speaks against it."""
        desk = await reviews.desk(reviews.meta(name))
        return _answer(await asyncio.to_thread(desk.forms, entity, surrogate, gender))

    @router.get("/v1/documents/{name}/preview")
    async def preview(name: str, side: str = "original") -> Response:
        """Return the document to be looked at: a Word file to be rendered, else HTML."""
        if side not in ("original", "result"):
            raise Problem("invalid-request", 422, "side: original or result is expected")
        meta = await reviews.settled(name)
        await reviews.desk(meta)
        kind, data = await reviews.work(work.preview_document, meta, side)
        return Response(data, media_type=kind)


# --- exports -------------------------------------------------------------------------------------


def _add_exports(router: APIRouter, reviews: Reviews) -> None:
    @router.post("/v1/documents/{name}/check")
    async def check(name: str) -> Response:
        """Look for what could still be found if the document were exported now."""
        meta = reviews.meta(name)
        await reviews.desk(meta)
        return _answer(await reviews.work(work.check_document, meta))

    @router.post("/v1/documents/{name}/export")
    async def export(name: str, asked: bodies.Export = None) -> Response:
        """Return the finished file; in a ZIP with the report and the key file if asked for."""
        meta, wanted = reviews.meta(name), asked or bodies.ExportForm()
        await reviews.desk(meta)
        secret = (wanted.key_secret or "") if wanted.key else ""
        if wanted.key and len(secret) < 8:
            raise Problem("invalid-request", 422, "key_secret: at least 8 characters are expected")
        wrapped = work.Wrapped(wanted.report, secret, wanted.force)
        made = await reviews.work(work.export_document, meta, wrapped)
        if not made.name:
            raise _blocked(made.leaks)
        disposition = f"attachment; filename*=UTF-8''{quote(made.name)}"
        kind = mimetypes.guess_type(made.name)[0] or "application/octet-stream"
        return Response(made.data, headers={"content-disposition": disposition}, media_type=kind)


def _blocked(leaks: Sequence[Mapping[str, Any]]) -> Problem:
    count = sum(bool(leak["blocking"]) for leak in leaks)
    return Problem(
        "leak", 409, f"{count} originals are left; decide about them, or export with force",
        more={"leaks": list(leaks)},
    )  # fmt: skip


CATEGORIES = (
    "person", "place", "org", "date", "address", "phone", "email", "id", "other",
)  # fmt: skip
"""The types behind the keys 1 to 9."""

_ABOUT = {
    "default": "People, places, companies, contacts and identifiers; courts and countries stay.",
    "court": "Courts, judges, counsel and experts stay; occupations and health are generalised.",
    "clinical": "Dates are shifted, high ages banded.",
    "corpus": "For corpora: dates stay.",
    "chat": "For chats: everything, rather too much than too little.",
}


def info(settings: ServerSettings) -> dict[str, Any]:
    """Return languages, profiles, methods, types and limits."""
    codes = settings.languages or tuple(available())
    names = dict.fromkeys((*builtin_profiles(), *settings.profiles))
    return {
        "version": __version__,
        "languages": [{"code": code, "name": load_pack(code).name} for code in codes],
        "profiles": [{"name": n, "about": _ABOUT.get(n, "")} for n in names],
        "methods": list(REVIEW_METHODS),
        "types": [_type(name, codes) for name in TYPES],
        "categories": list(CATEGORIES),
        "limits": {"bytes": min(MOST, settings.upload_limit)},
    }


def _type(name: str, codes: tuple[str, ...]) -> dict[str, Any]:
    parents = ancestors(name)[1:]
    labels = {
        code: load_labels(load_pack(code)).noun(name) for code in dict.fromkeys(("en", *codes))
    }
    return {
        "name": name,
        "parent": parents[0] if parents else None,
        "kind": TYPES[name],
        "label": labels,
    }

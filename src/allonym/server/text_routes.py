"""The interfaces of CURLICAT and ANOPPI: one text in, one text out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Depends, Request, Response

from allonym import answers
from allonym.languages.pack import available, load_pack
from allonym.model.replacement import METHODS
from allonym.model.types import TYPES
from allonym.server import schemas, text_work
from allonym.server.bodies import json_bytes, takes, while_wanted
from allonym.server.forward import Forwarder
from allonym.server.security import require
from allonym.server.state import ServerState
from allonym.server.text_work import Served, profiles
from allonym.text.tables import table_of

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
        languages=[schemas.Language(code=c, name=_name(c)) for c in codes],
        profiles=list(profiles(state.settings.profiles)),
        methods=[m for m in METHODS if m in offered],
        types=list(TYPES),
    )


def _name(code: str) -> str:
    """Return a language's name; its code where only another service knows it."""
    return load_pack(code).name if code in available() else code

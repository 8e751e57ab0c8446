"""The OpenAPI document: what FastAPI knows, the bodies parsed in workers, and the problems."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from allonym.server import schemas
from allonym.server.problems import MEDIA_TYPE

_REF = "#/components/schemas/{model}"
_BODIES = (schemas.ModelForm, schemas.GatewayForm, schemas.AnnotateForm, schemas.TextForm)
_PROBES = ("/healthz", "/readyz", "/metrics")


class ProblemField(BaseModel):
    """One place of a request that is not as it should be."""

    where: str
    what: str


class ProblemBody(BaseModel):
    """What an error answer says (RFC 9457); it never repeats what was sent."""

    type: str
    title: str
    status: int
    detail: str
    errors: list[ProblemField] = []
    service: str = ""


_PROBLEMS = {
    400: "An option, a language or a profile is not known, or the server has another name.",
    401: "A token is needed, or the one shown is not known.",
    403: "The token lacks the role, or a page of another site asked.",
    408: "The body did not come in time, or the client hung up.",
    413: "The body is too large.",
    415: "The body is not of a kind that is read here.",
    422: "The request does not have its form, or the document cannot be treated safely.",
    429: "Too many requests of one client; `Retry-After` says when to come again.",
    500: "A mistake of ours; the log names its place.",
    502: "A service that the request was forwarded to does not answer as it should.",
    503: "The queue is full or models are being loaded; `Retry-After` says when to come again.",
    504: "It took too long.",
}
_OF_SOMETHING = ("/v1/documents", "/v1/reveal", "/v1/tasks")
# problems of routes that ask for something the server keeps
_NAMED = {
    404: "There is nothing of this id or name, or no longer.",
    409: "It is not in the state for that, or somebody else has changed it.",
}


def describe(app: FastAPI) -> None:
    """Have the application describe itself in full."""

    def openapi() -> dict[str, Any]:
        if not app.openapi_schema:
            app.openapi_schema = _document(app)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _document(app: FastAPI) -> dict[str, Any]:
    document = get_openapi(
        title=app.title, version=app.version, description=app.description, routes=app.routes
    )
    components = document.setdefault("components", {}).setdefault("schemas", {})
    components |= _schemas()
    for name in ("HTTPValidationError", "ValidationError"):
        components.pop(name, None)
    needs_tokens = bool(app.state.server.settings.tokens)
    if not needs_tokens:
        document["components"].pop("securitySchemes", None)
    for path, operations in document["paths"].items():
        for operation in operations.values():
            if not needs_tokens:
                operation.pop("security", None)
            named = _NAMED if path.startswith(_OF_SOMETHING) else {}
            _add_problems(operation, {**_PROBLEMS, **named}, probe=path in _PROBES)
    return document


def _schemas() -> dict[str, Any]:
    mode: Literal["validation"] = "validation"
    models: Any = [(model, mode) for model in (*_BODIES, ProblemBody)]
    _, definitions = models_json_schema(models, ref_template=_REF)
    found: dict[str, Any] = definitions["$defs"]
    return found


def _add_problems(operation: dict[str, Any], problems: Mapping[int, str], *, probe: bool) -> None:
    """Name the problems that any route may answer with, besides those it names itself."""
    responses = operation["responses"]
    content = {MEDIA_TYPE: {"schema": {"$ref": _REF.format(model="ProblemBody")}}}
    for status, what in problems.items():
        given = responses.get(str(status))
        is_default = given is not None and "HTTPValidationError" in str(given)
        if (given is None or is_default) and (not probe or status in (403, 413, 503)):
            responses[str(status)] = {"description": what, "content": content}

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
from allonym.text.tables import table_of

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


_OF_SOMETHING = ("/v1/documents", "/v1/reveal", "/v1/tasks")


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
    problems = table_of("allonym.server", "problems.toml")
    said = table_of("allonym.server", "described.toml")
    for schema, told in components.items():
        for key, value in told.get("properties", {}).items():
            if "description" not in value:
                own = said["keys"].get(schema, {})
                value["description"] = own.get(key) or said["keys"].get(key, "")
    for path, operations in document["paths"].items():
        for operation in operations.values():
            if not needs_tokens:
                operation.pop("security", None)
            for parameter in operation.get("parameters", ()):
                parameter.setdefault("description", said["parameters"].get(parameter["name"], ""))
            kept = problems["kept"] if path.startswith(_OF_SOMETHING) else {}
            _add_problems(operation, {**problems["any"], **kept}, probe=path in _PROBES)
    return document


def _schemas() -> dict[str, Any]:
    mode: Literal["validation"] = "validation"
    models: Any = [(model, mode) for model in (*_BODIES, ProblemBody)]
    _, definitions = models_json_schema(models, ref_template=_REF)
    found: dict[str, Any] = definitions["$defs"]
    return found


def _add_problems(operation: dict[str, Any], problems: Mapping[str, str], *, probe: bool) -> None:
    """Name the problems that any route may answer with, besides those it names itself."""
    responses = operation["responses"]
    content = {MEDIA_TYPE: {"schema": {"$ref": _REF.format(model="ProblemBody")}}}
    for status, what in problems.items():
        given = responses.get(status)
        is_default = given is not None and "HTTPValidationError" in str(given)
        if (given is None or is_default) and (not probe or status in ("403", "413", "503")):
            responses[status] = {"description": what, "content": content}

"""Every error as ``application/problem+json`` (RFC 9457); none repeats what was sent.

``type`` is the slug of the error, the same as ``code`` in `allonym.errors`.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, TypeVar

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from pydantic_core import from_json
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import compile_path

from allonym.errors import (
    ConfigError,
    DocumentError,
    LeakError,
    LedgerError,
    MissingExtra,
    OffsetError,
    PackError,
    PseudonymizationError,
    ServiceBusy,
    ServiceError,
    TimeLimit,
    UnknownName,
    UnsupportedFormat,
)
from allonym.server.pool import WorkerFault
from allonym.text.suggest import suggest

MEDIA_TYPE = "application/problem+json"
M = TypeVar("M", bound=BaseModel)


class InvalidRequest(PseudonymizationError):
    """A request lacks the form it should have; `fields` says where, never what stood there."""

    code = "invalid-request"

    def __init__(self, message: str, fields: Sequence[Mapping[str, str]] = ()) -> None:
        super().__init__(message, tuple(fields))
        self.fields = tuple(fields)

    def __str__(self) -> str:
        return str(self.args[0])


# the first class that fits decides; every other is a 500
_STATUS: tuple[tuple[type[PseudonymizationError], int], ...] = (
    (InvalidRequest, 422), (PackError, 500), (ConfigError, 400), (UnknownName, 400),
    (MissingExtra, 501), (UnsupportedFormat, 415), (DocumentError, 422), (LeakError, 422),
    (OffsetError, 422), (ServiceBusy, 503), (TimeLimit, 504), (LedgerError, 503),
    (ServiceError, 500),
)  # fmt: skip


@dataclass(eq=False)
class Problem(Exception):
    """What an error answer says."""

    type: str  # slug of the error
    status: int  # HTTP status
    detail: str  # one sentence: what is wrong, where, what to do
    headers: Mapping[str, str] = field(default_factory=dict)  # further headers of the answer
    more: Mapping[str, Any] = field(default_factory=dict)  # further members of the body

    def as_dict(self) -> dict[str, Any]:
        """Return the body of the answer."""
        title = HTTPStatus(self.status).phrase
        return {"type": self.type, "title": title, "status": self.status, "detail": self.detail,
                **self.more}  # fmt: skip

    def response(self) -> Response:
        """Return the answer."""
        body = json.dumps(self.as_dict(), ensure_ascii=False).encode()
        return Response(body, self.status, dict(self.headers), MEDIA_TYPE)


def problem_of(error: BaseException) -> Problem:
    """Return what is to be said of any error."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, PseudonymizationError):
        return _of_purpose(error)
    if is_gone(error):
        return gone()
    if isinstance(error, HTTPException):
        return _of_http(error)
    where = f" ({error.kind} in {error.place})" if isinstance(error, WorkerFault) else ""
    return Problem("internal", 500, f"an internal error{where}; nothing was kept of the request")


def is_gone(error: BaseException | None) -> bool:
    """Tell whether a request failed because its client hung up."""
    causes = (error, error.__cause__) if error else ()
    return any(isinstance(cause, ClientDisconnect) for cause in causes)


def gone() -> Problem:
    """Return what is said of a request whose client hung up; nobody reads it but the log."""
    return Problem("gone", 408, "the client did not wait for the answer")


def _of_purpose(error: PseudonymizationError) -> Problem:
    status = next((status for kind, status in _STATUS if isinstance(error, kind)), 500)
    headers, more = {}, {}
    if isinstance(error, ServiceBusy):
        headers["Retry-After"] = str(error.retry_after)
    if isinstance(error, InvalidRequest):
        more["errors"] = list(error.fields)
    return Problem(error.code, status, str(error), headers, more)


def invalid(
    errors: Sequence[Mapping[str, Any]],
    sent: Any,
    known: Iterable[str] = (),
    names: Collection[str] = (),
) -> InvalidRequest:
    """Return pydantic's complaints without what they complain about.

    Names that the client made up are left out of the places too: an unknown key of what was `sent`
    is told by its number and the known one that it is like.

    Args:
        errors: As pydantic lists them.
        sent: What they are about.
        known: All keys of the request.
        names: All that a place may hold besides.
    """
    fields = tuple(
        {"where": _place(e, names), "what": _unknown_key(e, sent, tuple(known), names)
         if e.get("type") == "extra_forbidden" else _complaint(e)}
        for e in errors[:20]
    )  # fmt: skip
    return InvalidRequest("the request does not have the form it should; see errors", fields)


def json_value(body: bytes) -> Any:
    """Return what a body in JSON says.

    Raises:
        InvalidRequest: If it is not JSON in UTF-8.
    """
    try:
        return from_json(body)
    except ValueError:
        raise InvalidRequest("the body is not JSON in UTF-8") from None


def checked(form: type[M], data: Any) -> M:
    """Return a value in the form it should have.

    Raises:
        InvalidRequest: If it has another; the places are named, never what stands there.
    """
    try:
        return form.model_validate(data)
    except ValidationError as error:
        complaints: Any = error.errors(include_input=False, include_url=False)
        keys = _keys(form.model_json_schema())
        raise invalid(complaints, data, form.model_fields, keys) from None


def _place(error: Mapping[str, Any], names: Collection[str]) -> str:
    steps = [
        step if isinstance(step, int) or step in names else "…" for step in error.get("loc", ())
    ]
    if error.get("type") in ("extra_forbidden", "json_invalid"):
        steps = steps[:-1]
    return ".".join(str(step) for step in steps) or "body"


_LONG_KEY = 40  # none of ours is longer


def _unknown_key(
    error: Mapping[str, Any], sent: Any, known: Sequence[str], names: Collection[str]
) -> str:
    *place, key = error["loc"]
    for step in place[1:] if place[:1] == ["body"] else place:
        sent = sent[step]
    keys = known if len(error["loc"]) == 1 else ()
    told = f"; known: {', '.join(keys)}" if keys else ""
    return (
        f"key {list(sent).index(key) + 1} is unknown{suggest(key[:_LONG_KEY], keys or names)}{told}"
    )


def _complaint(error: Mapping[str, Any]) -> str:
    kind = str(error.get("type", ""))
    if kind == "json_invalid":
        return "not JSON in UTF-8"
    context = error.get("ctx", {})
    if kind in ("literal_error", "enum", "value_error"):  # an error of a value is in words of ours
        expected = f"one of {context.get('expected', 'the known values')} is expected"
        return str(context.get("error", expected))
    for key, least in _LIMITS.items():
        if key in context:
            return f"{least} {context[key]:g}{_counted(kind, context[key])} expected"
    what, _, last = kind.rpartition("_")
    if last in ("type", "parsing"):
        return f"{_SORTS.get(what, what.replace('_', ' '))} is expected"
    return kind.replace("_", " ")


_SORTS = {
    "model": "an object", "dict": "an object", "list": "a list", "string": "a text",
    "bool": "true or false", "int": "a whole number", "date_from_datetime": "a date (2026-03-31)",
}  # fmt: skip
_LIMITS = {
    "ge": "at least", "gt": "more than", "le": "at most", "lt": "less than",
    "min_length": "at least", "max_length": "at most",
}  # fmt: skip


def _counted(kind: str, number: int) -> str:
    """Return what a limit counts, with its verb."""
    if not kind.endswith(("too_short", "too_long")):
        return " is"
    one = " character" if kind.startswith("string_") else " item"
    return f"{one} is" if number == 1 else f"{one}s are"


def _names(document: Mapping[str, Any]) -> set[str]:
    """Return the names of all parameters and keys that an OpenAPI document knows."""
    names = {"body", "query", "path", "header", "cookie"}
    for operations in document["paths"].values():
        for operation in operations.values():
            names |= {parameter["name"] for parameter in operation.get("parameters", ())}
    return names | _keys({"$defs": document.get("components", {}).get("schemas", {})})


def _keys(schema: Mapping[str, Any]) -> set[str]:
    """Return the keys of all forms in a schema."""
    return {
        k
        for model in (schema, *schema.get("$defs", {}).values())
        for k in model.get("properties", ())
    }


def _of_http(error: HTTPException) -> Problem:
    """Return the framework's own refusals, in words of ours."""
    slug = HTTPStatus(error.status_code).phrase.lower().replace(" ", "-").replace("'", "")
    said = {
        404: "there is nothing here; /openapi.json lists what there is",
        405: "this method is not for this address; /openapi.json lists those that are",
    }
    detail = said.get(error.status_code, HTTPStatus(error.status_code).description or slug)
    return Problem(slug, error.status_code, detail, headers=dict(error.headers or {}))


def _allowed(request: Request) -> set[str]:
    """Return the methods of an address; the framework names only those of one route for it."""
    paths = request.app.openapi()["paths"]
    fitting = (p for p in paths if compile_path(p)[0].match(request.url.path))
    return {method.upper() for path in fitting for method in paths[path]}


def add_handlers(app: FastAPI) -> None:
    """Have every error of an application answered as a problem."""

    async def answer(request: Request, error: Exception) -> Response:
        request.state.fault = error
        if isinstance(error, RequestValidationError):
            error = invalid(error.errors(), error.body, names=_names(request.app.openapi()))
        problem = problem_of(error)
        if problem.status == 405 and (allowed := _allowed(request)):
            problem.headers = {"Allow": ", ".join(sorted(allowed))}
        return problem.response()

    for kind in (
        PseudonymizationError,
        Problem,
        WorkerFault,
        RequestValidationError,
        HTTPException,
    ):
        app.add_exception_handler(kind, answer)

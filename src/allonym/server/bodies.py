"""Bodies that are read as bytes and parsed in a worker, and how OpenAPI is told of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import Request
from pydantic import BaseModel

from allonym.server.problems import Problem

_REF = "#/components/schemas/{}"


async def json_bytes(request: Request) -> bytes:
    """Return the body of a request that says it is JSON.

    Raises:
        Problem: If it says it is something else, 415.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Problem(
            "media-type", 415, "send JSON, with the header Content-Type: application/json"
        )
    return await request.body()


def takes(*forms: type[BaseModel], examples: Mapping[str, Any]) -> dict[str, Any]:
    """Return what OpenAPI is told of a JSON body that is in one of `forms`."""
    refs = [{"$ref": _REF.format(form.__name__)} for form in forms]
    schema: dict[str, Any] = refs[0] if len(refs) == 1 else {"oneOf": refs}
    named = {
        name: {"summary": name.replace("_", " "), "value": value}
        for name, value in examples.items()
    }
    content = {"application/json": {"schema": schema, "examples": named}}
    return {"requestBody": {"required": True, "content": content}}

"""Bodies that are read as bytes and parsed in a worker, and how OpenAPI is told of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Coroutine, Mapping
from typing import Any, TypeVar

from fastapi import Request
from pydantic import BaseModel

from allonym.server.problems import Problem

T = TypeVar("T")

_SECONDS = 120
STALL_SECONDS = 60.0
"""How long the next piece of an upload may take to come."""
_REF = "#/components/schemas/{}"


async def json_bytes(request: Request) -> bytes:
    """Return the body of a request that says it is JSON.

    Raises:
        Problem: If it says it is something else, 415; if it does not come, 408.
    """
    check_plain(request)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Problem(
            "media-type", 415, "send JSON, with the header Content-Type: application/json"
        )
    try:
        async with asyncio.timeout(_SECONDS):
            return await request.body()
    except TimeoutError:
        raise Problem("slow-body", 408, f"the body did not come within {_SECONDS} s") from None


def check_plain(request: Request) -> None:
    """Refuse a body that is packed: its limits would hold for what it is packed to only.

    Raises:
        Problem: If it is, 415.
    """
    if request.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
        raise Problem(
            "media-type", 415, "send the body as it is, without the header Content-Encoding"
        )


async def pieces(request: Request) -> AsyncGenerator[bytes, None]:
    """Yield the body of an upload as it comes, for as long as it keeps coming.

    Raises:
        Problem: If it stalls, 408; if it is packed, 415.
    """
    check_plain(request)
    stream = aiter(request.stream())
    while True:
        try:
            async with asyncio.timeout(STALL_SECONDS):
                piece = await anext(stream)
        except StopAsyncIteration:
            return
        except TimeoutError:
            said = f"nothing came for {STALL_SECONDS:g} s; send it again"
            raise Problem("slow-body", 408, said) from None
        yield piece


async def while_wanted(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Wait for work as long as the client does; who hangs up leaves the queue to others.

    Raises:
        Problem: If the client is gone, 408; nobody will read it.
    """
    working = asyncio.create_task(work)
    waiting = asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({working, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise Problem("gone", 408, "the client did not wait for the answer")
    finally:
        working.cancel()
        waiting.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def takes(*forms: type[BaseModel], examples: Mapping[str, Any]) -> dict[str, Any]:
    """Return what OpenAPI is told of a JSON body that is in one of `forms`."""
    refs = [{"$ref": _REF.format(form.__name__)} for form in forms]
    return body(json_content(refs[0] if len(refs) == 1 else {"oneOf": refs}, **examples))


TEXT: dict[str, Any] = {"type": "string"}
FILE: dict[str, Any] = {"type": "string", "format": "binary"}


def an_object(required: list[str], **properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of an object."""
    return {"type": "object", "required": required, "properties": properties}


def json_content(schema: Mapping[str, Any], **examples: Any) -> dict[str, Any]:
    """Return a schema as that of JSON, with examples by their names."""
    named = {n: {"summary": n.replace("_", " "), "value": e} for n, e in examples.items()}
    return {"application/json": {"schema": schema, "examples": named}}


def form_content(required: list[str], **properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of a form with a file."""
    return {"multipart/form-data": {"schema": an_object(required, **properties)}}


def body(content: Mapping[str, Any], *, required: bool = True) -> dict[str, Any]:
    """Return what OpenAPI is told of a body that a route reads by itself."""
    return {"requestBody": {"required": required, "content": content}}
